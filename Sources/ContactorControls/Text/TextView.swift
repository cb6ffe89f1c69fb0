import ContactorCore

/// An editable text of several lines, which wraps at the view's width; it sends the editing events (contract 7.7).
///
/// | cause                 | events sent        |
/// | --------------------- | ------------------ |
/// | editing begins        | `editingDidBegin`  |
/// | the text is edited    | `editingChanged`   |
/// | editing ends          | `editingDidEnd`    |
///
/// The return key begins a new line, tab inserts a tab. Lines break behind blanks, which may hang over the edge, and inside a word that
/// is wider than the view. A key rewraps the lines that it changes, up to the first line with the same beginning as before, and moves the
/// beginnings of the lines after it in its paragraph. The delegate and actions may do the same meanwhile as for `TextField`.
open class TextView: TextControl {
  /// The object that is asked and notified about editing; held weakly.
  public weak var delegate: (any TextViewDelegate)?

  private var layout: TextLayout?
  /// The edits since the layout was made, as one.
  private var pending: EditableText.Change?
  @safe @exclusivity(unchecked) private var measuredLineHeight = TextMetrics.lineHeight

  /// How often a text is laid out anew because it was changed meanwhile; then the last layout counts.
  private static let layoutLimit = 8

  // MARK: The delegate

  override var hasDelegate: Bool { delegate != nil }
  override func shouldBegin() -> Bool { delegate?.textViewShouldBeginEditing(self) ?? true }
  override func didBegin() { delegate?.textViewDidBeginEditing(self) }
  override func shouldEnd() -> Bool { delegate?.textViewShouldEndEditing(self) ?? true }
  override func didEnd() { delegate?.textViewDidEndEditing(self) }

  override func shouldChange(_ range: Range<Int>, to replacement: String, in text: EditableText) -> Bool {
    delegate?.textView(self, shouldChangeTextIn: range, replacementText: replacement) ?? true
  }

  override func pressReturn() { edit { ($0.selection, "\n") } }

  override var accessibilityRoleOfText: Accessibility.Role { .textView }

  // MARK: Layout

  /// The number of lines, at least 1.
  public final var numberOfLines: Int { withLayout { $0.lineCount } }

  /// The number of paragraphs that were laid out since the layout was begun, for tests.
  package final var laidOutParagraphs: Int { withLayout { $0.laidOut } }

  /// The number of lines that were broken since the layout was begun, for tests.
  package final var laidOutLines: Int { withLayout { $0.laidOutLines } }

  override func forgetLayout() {
    layout = nil
    pending = nil
  }

  override func noteChange(_ change: EditableText.Change) {
    guard let old = pending else { return pending = change }
    let (low, high) = (min(old.start, change.start), max(old.start + old.inserted, change.start + change.removed))
    pending = EditableText.Change(
      start: low, removed: high - low - old.inserted + old.removed, inserted: high - low - change.removed + change.inserted)
  }

  /// Calls the body with the layout of the text; the one that there was while the text is being measured.
  private func withLayout<Result>(_ body: (inout TextLayout) -> Result) -> Result {
    if !isMeasuring { layOut() }
    guard layout != nil else {
      var plain = TextLayout(model.storage, width: bounds.width, TextRuler())
      return body(&plain)
    }
    return body(&layout!)
  }

  private func layOut() {
    for _ in 0..<Self.layoutLimit {
      let width = bounds.width > 0 && bounds.width < .infinity ? bounds.width : .infinity
      let isKept = layout?.width == width
      if isKept, pending == nil { return }
      let (change, storage, ruler, before) = (pending, model.storage, ruler, revision)
      var made = isKept ? layout : nil
      (layout, pending) = (nil, nil)
      isMeasuring = true
      measuredLineHeight = ruler.lineHeight
      if let change, made != nil { made?.change(change, storage, ruler) } else { made = TextLayout(storage, width: width, ruler) }
      isMeasuring = false
      pending = nil
      // Another text is laid out from the beginning.
      if revision == before { layout = made }
      if revision == before { return }
    }
    layout = TextLayout(model.storage, width: bounds.width, TextRuler())
    pending = nil
  }

  /// The distance of lines as it was measured last.
  private var lineHeight: Double { measuredLineHeight }

  override func orderedRange(at position: Int) -> Range<Int> { model.paragraphRange(at: position) }

  /// How far from the left edge a line begins: lines of a paragraph from right to left end at the right edge.
  private func offset(of line: TextLayout.Line, _ shape: any TextLineShape) -> Double {
    guard isRightToLeft(at: line.range.lowerBound), bounds.width > 0, bounds.width < .infinity else { return 0 }
    return bounds.width - shape.width
  }

  private func x(of position: Int, in line: TextLayout.Line) -> Double {
    if let shape = shape(of: line.range) { return shape.x(of: position - line.range.lowerBound) + offset(of: line, shape) }
    let range = line.range.lowerBound..<max(line.range.lowerBound, position)
    let storage = model.storage
    return measuring { $0.width(of: range, in: storage) } ?? Double(range.count) * TextMetrics.advance
  }

  private func position(at x: Double, in line: TextLayout.Line) -> Int {
    if let shape = shape(of: line.range) {
      return model.clamped(line.range.lowerBound + shape.position(at: x - offset(of: line, shape)))
    }
    let storage = model.storage
    return model.clamped(measuring { $0.position(at: x, in: storage.clamped(line.range), of: storage) } ?? line.range.lowerBound)
  }

  // MARK: Geometry

  override func caretFrame(at position: Int, isUpstream: Bool) -> Rect {
    let line = withLayout { $0.line(containing: position, isUpstream: isUpstream) }
    // Blanks that hang over the edge leave the caret at the edge.
    let edge = bounds.width > 0 && bounds.width < .infinity ? bounds.width - TextMetrics.caretWidth : .infinity
    let x = max(0, min(x(of: position, in: line), edge))
    return Rect(x: x, y: Double(line.number) * lineHeight, width: TextMetrics.caretWidth, height: lineHeight)
  }

  override func nearest(to point: Point) -> (position: Int, isUpstream: Bool) {
    nearest(to: point.x, in: withLayout { $0.line(at: number(at: point.y, of: $0.lineCount)) })
  }

  /// The position in a line that is nearest to a distance from the left edge; the end of a line that wraps is upstream.
  private func nearest(to x: Double, in line: TextLayout.Line) -> (position: Int, isUpstream: Bool) {
    let position = position(at: x, in: line)
    return (position, line.wraps && position == line.range.upperBound)
  }

  /// The number of the line at a distance from the top, clamped.
  private func number(at y: Double, of count: Int) -> Int {
    let number = y / lineHeight
    return number > 0 ? number < Double(count) ? Int(number) : count - 1 : 0
  }

  override func lineRange(at position: Int, isUpstream: Bool) -> Range<Int> {
    withLayout { $0.line(containing: position, isUpstream: isUpstream) }.range
  }

  override func position(_ lines: Int, linesFrom position: Int, goal: Double) -> (position: Int, isUpstream: Bool) {
    let (line, count) = withLayout { ($0.line(containing: position, isUpstream: isUpstream), $0.lineCount) }
    let number = line.number + min(max(lines, -count), count)
    if number < 0 { return (0, false) }
    if number >= count { return (model.count, false) }
    return nearest(to: goal, in: withLayout { $0.line(at: number) })
  }

  override var linesOfPage: Int {
    let lines = bounds.height / lineHeight
    return lines > 2 ? lines < 1e6 ? Int(lines) - 1 : 1_000_000 : 1
  }

  override var sizeOfContent: Size {
    let lines = numberOfLines
    if bounds.width > 0, bounds.width < .infinity { return Size(width: bounds.width, height: Double(lines) * lineHeight) }
    return Size(width: 0, height: Double(lines) * lineHeight)
  }

  /// The numbers of the lines in view.
  private var linesInView: ClosedRange<Int> {
    let count = numberOfLines
    let first = number(at: scrolled.y, of: count)
    let last = number(at: (scrolled.y + max(0, bounds.height.isFinite ? bounds.height : 0)).nextDown, of: count)
    return first...min(max(first, last), first + Self.viewLimit)
  }

  /// The greatest number of lines that are given as in view: 10,000, more than any screen has.
  private static let viewLimit = 10_000

  override func frames(of range: Range<Int>) -> [Rect] {
    var rects: [Rect] = []
    for number in linesInView {
      let line = withLayout { $0.line(at: number) }
      let part = range.clamped(to: line.range)
      let endsHere = range.lowerBound <= line.range.upperBound && range.upperBound > line.range.upperBound
      guard !part.isEmpty || endsHere && range.lowerBound <= line.range.upperBound && !line.wraps else { continue }
      if let shape = shape(of: line.range) {
        rects += orderedFrames(of: part, in: line, shape, endsHere: endsHere)
        continue
      }
      let start = x(of: max(part.lowerBound, min(range.lowerBound, line.range.upperBound)), in: line)
      // A selected end of paragraph shows as a rectangle to the edge.
      let end = endsHere ? max(bounds.width, start) : x(of: part.upperBound, in: line)
      rects.append(Rect(x: start, y: Double(number) * lineHeight, width: end - start, height: lineHeight))
    }
    return rects
  }

  /// The rectangles of a part of a line that has several directions; a selected end of paragraph reaches to the edge where the line ends.
  private func orderedFrames(of part: Range<Int>, in line: TextLayout.Line, _ shape: any TextLineShape, endsHere: Bool) -> [Rect] {
    let (offset, start) = (offset(of: line, shape), line.range.lowerBound)
    let width = bounds.width > 0 && bounds.width < .infinity ? bounds.width : .infinity
    // An empty part lies outside of the line if the selection ends before it.
    var spans = part.isEmpty ? [] : shape.spans(of: part.lowerBound - start..<part.upperBound - start)
    spans = spans.map { $0.lowerBound + offset...$0.upperBound + offset }
    if endsHere, isRightToLeft(at: start) {
      if offset > 0 { spans.insert(0...offset, at: 0) }
    } else if endsHere, width < .infinity, width > shape.width + offset {
      spans.append(shape.width + offset...width)
    }
    return spans.compactMap { span in
      let (low, high) = (max(span.lowerBound, 0), min(span.upperBound, width))
      return high > low ? Rect(x: low, y: Double(line.number) * lineHeight, width: high - low, height: lineHeight) : nil
    }
  }

  override var partsOfText: [ContentPart] {
    if !hasText { return partsOfPlaceholder }
    return linesInView.map { number in
      let line = withLayout { $0.line(at: number) }
      let offset = isOrdered ? shape(of: line.range).map { max(0, self.offset(of: line, $0)) } ?? 0 : 0
      let frame = Rect(
        x: bounds.minX + offset - scrolled.x, y: bounds.minY + Double(number) * lineHeight - scrolled.y, width: bounds.width - offset,
        height: lineHeight)
      return ContentPart("line", frame: frame, text: display(line.range), state: state)
    }
  }
}

/// An object that is asked and notified about a text view's editing (contract 8.2); every method has a default.
public protocol TextViewDelegate: AnyObject {
  /// Whether editing may begin.
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool
  /// Editing began; called before `editingDidBegin` is sent.
  func textViewDidBeginEditing(_ textView: TextView)
  /// Whether a range of the text, in characters, may be replaced.
  func textView(_ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool
  /// Whether editing may end; not asked for a view that is disabled or removed.
  func textViewShouldEndEditing(_ textView: TextView) -> Bool
  /// Editing ended; called before `editingDidEnd` is sent.
  func textViewDidEndEditing(_ textView: TextView)
}

extension TextViewDelegate {
  /// Lets editing begin.
  public func textViewShouldBeginEditing(_ textView: TextView) -> Bool { true }

  /// Does nothing.
  public func textViewDidBeginEditing(_ textView: TextView) {}

  /// Lets the text change.
  public func textView(_ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool { true }

  /// Lets editing end.
  public func textViewShouldEndEditing(_ textView: TextView) -> Bool { true }

  /// Does nothing.
  public func textViewDidEndEditing(_ textView: TextView) {}
}
