public import ContactorCore

/// The effect of a finger on a text.
enum TextTouch {
  /// Nothing, or nothing yet.
  case none
  /// It may become a long press.
  case waiting(TimerToken, Point)
  /// The caret follows it.
  case caret
  /// It moves the beginning of the selection, or the end; the distance from the finger to the place in the line is kept.
  ///
  /// Until it has moved too far for a long press, it may be a tap, and `start` is its first position.
  case handle(isStart: Bool, offset: Point, start: Point?)

  /// Whether the finger did nothing that a tap does not do.
  var mayBeTap: Bool {
    switch self {
    case .none, .handle(_, _, .some): true
    case .waiting, .caret, .handle: false
    }
  }
}

extension TextControl {
  /// A part of a text control, for a renderer and for touches.
  public enum Part: Hashable, Sendable {
    /// All of the text, as far as it is scrolled.
    case text
    /// The caret; null while the text is not edited, and while there is a selection.
    case caret
    /// The handle at the beginning of the selection, above its line; null without one.
    case selectionStart
    /// The handle at the end of the selection, below its line; null without one.
    case selectionEnd
  }

  /// A part's rectangle in the control's own space.
  public final func contentFrame(for part: Part) -> Rect {
    switch part {
    case .text: return shown(Rect(origin: Point(x: textOffset, y: 0), size: contentSize))
    case .caret: return isEditing && model.selection.isEmpty ? caretFrame(for: model.focus) : .null
    case .selectionStart, .selectionEnd:
      guard isEditing, !model.selection.isEmpty else { return .null }
      let isStart = part == .selectionStart
      let position = isStart ? model.selection.lowerBound : model.selection.upperBound
      let caret = shown(caretFrame(at: position, isUpstream: !isStart))
      let size = TextMetrics.handleSize
      return Rect(x: caret.minX - size / 2, y: isStart ? caret.minY - size : caret.maxY, width: size, height: size)
    }
  }

  /// The rectangle of a caret at a position, which is clamped, in the control's own space.
  public final func caretFrame(for position: Int) -> Rect {
    let position = model.clamped(position)
    return shown(caretFrame(at: position, isUpstream: isUpstream && position == model.focus))
  }

  /// The position nearest to a point of the control's own space: before or behind the character under it, whichever is nearer.
  public final func closestPosition(to point: Point) -> Int {
    point.isFinite ? nearest(to: content(point)).position : model.focus
  }

  /// The rectangles of the selection in the control's own space, one a line, of the lines in view alone; empty without a selection.
  public final var selectionFrames: [Rect] {
    model.selection.isEmpty ? [] : frames(of: model.selection).map(shown)
  }

  /// The size of the text in points, with room for a caret behind it.
  public final var contentSize: Size { sizeOfContent }

  /// How far the text is scrolled, in points, 0 … `contentSize` less the control's size; a point outside is clamped.
  ///
  /// The beginning of editing, a movement of the caret and an edit scroll as far as is needed to show the caret, and so does another size of
  /// the control while it is edited. A finger that begins editing puts the caret into the text as it is seen. While the text is not edited,
  /// another text and another size lead back to the beginning of its lines; lines above that are scrolled away stay so, as far as there is
  /// text. Another size counts from the next layout on, see `layoutIfNeeded()`.
  ///
  /// Setting it is for a view that scrolls by finger.
  public final var contentOffset: Point {
    get { scrolled }
    set { scrollTo(newValue) }
  }

  private func shown(_ rect: Rect) -> Rect { Rect(origin: contentOrigin + rect.origin - scrolled, size: rect.size) }

  private func content(_ point: Point) -> Point { point - contentOrigin + scrolled }

  // MARK: Scrolling

  /// The size of what is in view; a size that is negative, infinite or NaN counts as 0.
  private var viewSize: Size {
    let sane = { (length: Double) in length > 0 && length < .infinity ? length : 0 }
    return Size(width: sane(bounds.size.width), height: sane(bounds.size.height))
  }

  /// Calls the body with the widths of the characters; `nil` while they are being asked already.
  final func measuring<Result>(_ body: (TextRuler) -> Result) -> Result? {
    guard !isMeasuring else { return nil }
    isMeasuring = true
    defer { isMeasuring = false }
    return body(ruler)
  }

  /// The offset nearest to a point that is within the limits of `contentOffset`.
  private func clamped(_ point: Point) -> Point {
    let (size, view) = (contentSize, viewSize)
    let limit = { (value: Double, end: Double) in value > 0 ? min(value, max(end, 0)) : 0 }
    return Point(x: limit(point.x, size.width - view.width), y: limit(point.y, size.height - view.height))
  }

  private func scrollTo(_ point: Point) {
    let end = clamped(point)
    guard end != scrolled, end.isFinite else { return }
    scrolled = end
    changed(.frame)
  }

  /// Scrolls to the caret of a text that is edited; otherwise to the beginning of its lines, and down only as far as there is text.
  final func showText() {
    shownSize = bounds.size
    if isEditing || isMeasuring { return showCaret(clamps: true) }
    // The beginning of a text from right to left is at the right.
    let target = Point(x: isRightToLeft(at: 0) ? contentSize.width : 0, y: scrolled.y)
    if target != .zero || scrolled != .zero { scrollTo(target) }
  }

  /// Scrolls as far as is needed to show the caret; at the next layout if the text is being measured.
  ///
  /// - Parameter clamps: whether the text may have become smaller than what is scrolled away; its size must then be measured.
  final func showCaret(clamps: Bool = false) {
    guard !isMeasuring else {
      shownSize = nil
      return setNeedsLayout()
    }
    let caret = caretFrame(at: model.focus, isUpstream: isUpstream)
    let view = viewSize
    // Of a line that is higher than the control, the top is shown.
    let show = { (start: Double, end: Double, from: Double, length: Double) in
      length <= 0 || start < from ? min(start, from) : end > from + length ? max(min(end - length, start), 0) : from
    }
    let target = Point(
      x: show(caret.minX, caret.maxX, scrolled.x, view.width), y: show(caret.minY, caret.maxY, scrolled.y, view.height))
    if clamps, target != .zero { return scrollTo(target) }
    guard target != scrolled, target.isFinite else { return }
    scrolled = target
    changed(.frame)
  }

  /// Scrolls by a line, a page or to an end.
  final func scroll(_ motion: TextCommand.Motion) { scrollTo(target(of: motion)) }

  /// Whether there is more to show where a motion leads.
  final func hasMore(for motion: TextCommand.Motion) -> Bool {
    let end = clamped(target(of: motion)).y
    return motion.direction.step < 0 ? end < scrolled.y : end > scrolled.y
  }

  /// The offset that a motion leads to, which may be beyond the text.
  private func target(of motion: TextCommand.Motion) -> Point {
    let step = Double(motion.direction.step)
    let line = caretFrame(at: model.focus, isUpstream: isUpstream).height
    var target = scrolled
    switch motion {
    case .line: target.y += step * line
    case .page: target.y += step * max(viewSize.height - line, line)
    default: target = step < 0 ? .zero : Point(x: scrolled.x, y: contentSize.height)
    }
    return target
  }

  final func center() {
    let caret = caretFrame(at: model.focus, isUpstream: isUpstream)
    scrollTo(Point(x: caret.midX - viewSize.width / 2, y: caret.midY - viewSize.height / 2))
  }

  // MARK: Touches

  final func beginTouch(_ touch: Touch) {
    stopTouch()
    let point = touch.location(in: self)
    touchMode = handle(at: point) ?? .none
    guard case .none = touchMode, let application else { return }
    let token = application.schedule(after: application.tuning.longPressDuration) { [weak self] in self?.pressLong() }
    touchMode = .waiting(token, point)
  }

  /// The handle under a point, the nearer one of two.
  private func handle(at point: Point) -> TextTouch? {
    guard isEditing, !model.selection.isEmpty else { return nil }
    var found: (mode: TextTouch, distance: Double)?
    for part in [Part.selectionStart, .selectionEnd] {
      let frame = contentFrame(for: part)
      let distance = frame.center.distance(to: point)
      guard frame.outset(by: TextMetrics.handleOutset).contains(point), distance < found?.distance ?? .infinity else { continue }
      let isStart = part == .selectionStart
      let position = isStart ? model.selection.lowerBound : model.selection.upperBound
      let offset = shown(caretFrame(at: position, isUpstream: !isStart)).center - point
      found = (.handle(isStart: isStart, offset: offset, start: point), distance)
    }
    return found?.mode
  }

  /// The finger stayed: the caret comes to it.
  private func pressLong() {
    guard case .waiting = touchMode, isTracking, let touch = trackedTouch else { return }
    touchMode = .none
    editByTouch {
      guard isTracking, trackedTouch === touch else { return }
      touchMode = .caret
      putCaret(at: touch.location(in: self))
    }
  }

  /// Begins editing, and lets a finger put the caret into the text as it was seen; does nothing if the text may not be edited.
  final func editByTouch(_ putCaret: () -> Void) {
    let wasEditing = isEditing
    session.pending.insert(.touch)
    let isBegun = becomeFirstResponder()
    session.pending.remove(.touch)
    guard isBegun else { return }
    putCaret()
    if !wasEditing, isEditing { showCaret() }
  }

  final func followTouch(_ touch: Touch) {
    let point = touch.location(in: self)
    switch touchMode {
    case .none: break
    case .waiting(_, let start):
      if hasMoved(from: start, to: point) { stopTouch() }
    case .caret: putCaret(at: point)
    case .handle(let isStart, let offset, let start):
      if let start, !hasMoved(from: start, to: point) { break }
      touchMode = .handle(isStart: isStart, offset: offset, start: nil)
      moveHandle(isStart: isStart, to: point + offset)
    }
  }

  private func hasMoved(from start: Point, to point: Point) -> Bool {
    point.distance(to: start) > application?.tuning.longPressMovement ?? 0
  }

  private func putCaret(at point: Point) {
    guard point.isFinite else { return }
    let place = nearest(to: content(point))
    select(from: place.position, to: place.position, isUpstream: place.isUpstream)
  }

  private func moveHandle(isStart: Bool, to point: Point) {
    let position = closestPosition(to: point)
    let selection = model.selection
    guard !selection.isEmpty else { return }
    if isStart {
      select(from: selection.upperBound, to: min(position, selection.upperBound - 1))
    } else {
      select(from: selection.lowerBound, to: max(position, selection.lowerBound + 1), isUpstream: true)
    }
  }

  /// Ends waiting for a long press.
  final func stopTouch() {
    guard case .waiting(let token, _) = touchMode else { return }
    touchMode = .none
    application?.cancel(token)
  }

  final func finishTouch(at point: Point, taps: Int) {
    let mode = touchMode
    touchMode = .none
    // A touch that moved or stayed counts no tap.
    guard mode.mayBeTap, taps > 0, point.isFinite else { return }
    if taps == 1 { return putCaret(at: point) }
    let range = range(of: taps == 2 ? .word : .paragraph, at: closestPosition(to: point))
    select(from: range.lowerBound, to: range.upperBound)
  }

  // MARK: Parts

  /// The rectangles of the selection, then the caret or the handles.
  final var partsOfSelection: [ContentPart] {
    guard isEditing else { return [] }
    var parts = selectionFrames.map { ContentPart("selection", frame: $0) }
    for (name, part) in [("caret", Part.caret), ("selectionStart", .selectionStart), ("selectionEnd", .selectionEnd)] {
      let frame = contentFrame(for: part)
      if !frame.isNull { parts.append(ContentPart(name, frame: frame, state: state)) }
    }
    return parts
  }

  /// A text as it is shown: dots for a secure one.
  final func display(_ range: Range<Int>) -> String {
    isSecure ? String(repeating: "•", count: model.storage.clamped(range).count) : text(in: range)
  }

  /// The placeholder in a line, if the text is empty.
  final var partsOfPlaceholder: [ContentPart] {
    guard !hasText, let placeholder else { return [] }
    return [ContentPart("placeholder", frame: contentFrame(for: .text), text: placeholder, state: state)]
  }

  /// The widths of the characters as they are shown.
  final var ruler: TextRuler { TextRuler(measure: measure, substitute: isSecure ? "•" : nil) }
}
