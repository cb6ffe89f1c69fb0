import ContactorCore

/// An editable line of text; it sends the editing events (contract 4.8).
///
/// A touch up inside makes the field the first responder and begins editing.
///
/// | cause                 | events sent                                                                              |
/// | --------------------- | ---------------------------------------------------------------------------------------- |
/// | editing begins        | `editingDidBegin`                                                                        |
/// | the text is edited    | `editingChanged`                                                                         |
/// | editing ends          | `editingDidEnd`                                                                          |
/// | return                | `editingDidEndOnExit`, then `editingDidEnd`, then `primaryActionTriggered`: three deliveries |
///
/// A field that is disabled or leaves its window ends editing without asking the delegate: the delegate is notified and
/// `editingDidEnd` is sent, once. A field that is deallocated while it is edited sends nothing.
///
/// The field scrolls sideways so that the caret is in view, see `contentOffset`. Moving up and down goes to the beginning and the end. Tabs are left to the
/// chain, which may move on to another field; a line break acts as the return key, and in pasted text becomes a blank.
///
/// The delegate and actions may call the field:
///
/// - Each begin has one end: `textFieldDidEndEditing` is called if `textFieldDidBeginEditing` was, and `editingDidEnd` is sent if
///   `editingDidBegin` was, in that order, even if editing ends while its begin is being reported.
/// - A pending question is not asked again. While the delegate is asked whether editing may begin or end, another request to begin
///   or end does nothing and returns false. A return does nothing while another return is being handled.
/// - Text that is edited while the delegate is asked about an edit, or while `editingChanged` is sent, changes without a question
///   and without an event. If the delegate then agrees to its edit, that edit replaces the text.
/// - If editing ends while the delegate is asked about an edit, the text stays as it is.
open class TextField: TextControl {
  /// The object that is asked and notified about editing; held weakly.
  public weak var delegate: (any TextFieldDelegate)? {
    didSet { ignoresProposals = false }
  }
  /// Whether the delegate was found not to look at whole proposed texts, which then are not built.
  fileprivate var ignoresProposals = false
  /// The distance from the left edge to each 256th character, as far as it is known.
  private var edges: ContiguousArray<Double> = []

  /// The number of characters between those whose distance is kept.
  private static let edgeInterval = 256

  // MARK: The delegate

  override var hasDelegate: Bool { delegate != nil }
  override func shouldBegin() -> Bool { delegate?.textFieldShouldBeginEditing(self) ?? true }
  override func didBegin() { delegate?.textFieldDidBeginEditing(self) }
  override func shouldEnd() -> Bool { delegate?.textFieldShouldEndEditing(self) ?? true }
  override func didEnd() { delegate?.textFieldDidEndEditing(self) }

  override func shouldChange(_ range: Range<Int>, to replacement: String, in text: EditableText) -> Bool {
    guard let delegate else { return true }
    guard delegate.textField(self, shouldChangeTextIn: range, replacementText: replacement) else { return false }
    if ignoresProposals, self.delegate === delegate { return true }
    let storage = text.storage
    let proposal = storage.string(in: 0..<range.lowerBound) + replacement + storage.string(in: range.upperBound..<storage.count)
    return delegate.textField(self, shouldChangeTextTo: proposal)
  }

  override func pressReturn() {
    guard isEditing else { return }
    askForReturn {
      sendActions(for: .editingDidEndOnExit)
      resignFirstResponder()
      sendActions(for: .primaryActionTriggered)
    }
  }

  /// Does what the return key does, if the delegate lets it; not from within itself.
  final func askForReturn(_ act: () -> Void) {
    guard !session.pending.contains(.newline) else { return }
    session.pending.insert(.newline)
    defer { session.pending.remove(.newline) }
    if delegate?.textFieldShouldReturn(self) ?? true, isEnabled { act() }
  }

  override func supports(_ command: TextCommand) -> Bool {
    switch command {
    case .tab, .indent, .insert("\u{C}"), .scroll: false
    default: super.supports(command)
    }
  }

  /// Performs a standard action; a line break acts as the return key.
  override open func perform(_ command: TextCommand) {
    switch command {
    case .insert("\n"), .insert("\u{2028}"): super.perform(.newline)
    default: super.perform(command)
    }
  }

  override func pasted(_ text: String) -> String {
    String(EditableText.cut(text, to: EditableText.limit).map { $0.isNewline ? " " : $0 })
  }

  // MARK: Geometry

  override func forgetLayout() { edges = [] }

  override func noteChange(_ change: EditableText.Change) {
    let known = change.start / Self.edgeInterval + 1
    if edges.count > known { edges.removeSubrange(known...) }
  }

  /// The distance of a position from the left edge; O(1) without `measure`, else O(256) near a position measured before.
  private func x(of position: Int) -> Double {
    let storage = model.storage
    let uniform = Double(position) * TextMetrics.advance
    guard measure != nil else { return uniform }
    var known = edges
    let before = revision
    let measured = measuring { ruler in
      if known.isEmpty { known = [0] }
      while known.count <= position / Self.edgeInterval {
        let start = (known.count - 1) * Self.edgeInterval
        known.append(known[known.count - 1] + ruler.width(of: start..<start + Self.edgeInterval, in: storage))
      }
      let index = position / Self.edgeInterval
      return known[index] + ruler.width(of: index * Self.edgeInterval..<position, in: storage)
    }
    if measured != nil, revision == before { edges = known }
    return measured ?? uniform
  }

  override var textOffset: Double {
    guard isRightToLeft(at: 0) else { return 0 }
    return offset(of: widthOfText)
  }

  /// How far from the left edge a text from right to left of a width begins.
  private func offset(of width: Double) -> Double {
    let room = bounds.width - TextMetrics.caretWidth - width
    return room > 0 && room < .infinity ? room : 0
  }

  private var widthOfText: Double { shape(of: 0..<model.count)?.width ?? x(of: model.count) }

  override func caretFrame(at position: Int, isUpstream: Bool) -> Rect {
    let shape = shape(of: 0..<model.count)
    let x = shape.map { $0.x(of: position) + (isRightToLeft(at: 0) ? offset(of: $0.width) : 0) } ?? x(of: position)
    return Rect(x: x, y: 0, width: TextMetrics.caretWidth, height: lineHeight)
  }

  override func nearest(to point: Point) -> (position: Int, isUpstream: Bool) {
    if let shape = shape(of: 0..<model.count) {
      return (model.clamped(shape.position(at: point.x - (isRightToLeft(at: 0) ? offset(of: shape.width) : 0))), false)
    }
    // The interval is found by its edges, the position in it by its characters.
    var (low, high) = (0, model.count / Self.edgeInterval)
    while low < high {
      let middle = (low + high + 1) / 2
      if x(of: middle * Self.edgeInterval) <= point.x { low = middle } else { high = middle - 1 }
    }
    let start = low * Self.edgeInterval
    let origin = x(of: start)
    let storage = model.storage
    let found = measuring { $0.position(at: point.x - origin, in: storage.clamped(start..<max(start, storage.count)), of: storage) }
    return (model.clamped(found ?? start), false)
  }

  private var lineHeight: Double { measuring { $0.lineHeight } ?? TextMetrics.lineHeight }

  override var sizeOfContent: Size { Size(width: widthOfText + TextMetrics.caretWidth, height: lineHeight) }

  /// In the middle of the height.
  override var contentOrigin: Point { Point(x: bounds.minX, y: bounds.minY + (bounds.height - lineHeight) / 2) }

  override func frames(of range: Range<Int>) -> [Rect] {
    let offset = textOffset
    let spans = shape(of: 0..<model.count)?.spans(of: range).map { $0.lowerBound + offset...$0.upperBound + offset }
    let height = lineHeight
    return (spans ?? [x(of: range.lowerBound)...max(x(of: range.lowerBound), x(of: range.upperBound))]).compactMap { span in
      let (low, high) = (max(span.lowerBound, scrolled.x), min(span.upperBound, scrolled.x + bounds.width))
      return high > low ? Rect(x: low, y: 0, width: high - low, height: height) : nil
    }
  }

  override var partsOfText: [ContentPart] {
    if !hasText { return partsOfPlaceholder }
    return [ContentPart("text", frame: contentFrame(for: .text), text: display(0..<model.count), state: state)]
  }
}

/// An object that is asked and notified about a text field's editing (contract 8.2); every method has a default.
public protocol TextFieldDelegate: AnyObject {
  /// Whether editing may begin.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
  /// Editing began; called before `editingDidBegin` is sent.
  func textFieldDidBeginEditing(_ textField: TextField)
  /// Whether a range of the text, in characters, may be replaced; asked before `textField(_:shouldChangeTextTo:)`.
  func textField(_ textField: TextField, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool
  /// Whether the text may change to the proposed one.
  ///
  /// It costs O(length) for each key. A delegate without this method is found out at the first edit, and the text not built again.
  func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool
  /// Whether the return key ends editing.
  func textFieldShouldReturn(_ textField: TextField) -> Bool
  /// Whether editing may end; not asked for a field that is disabled or removed.
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool
  /// Editing ended; called before `editingDidEnd` is sent.
  func textFieldDidEndEditing(_ textField: TextField)
}

extension TextFieldDelegate {
  /// Lets editing begin.
  public func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }

  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: TextField) {}

  /// Lets the text change.
  public func textField(_ textField: TextField, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool { true }

  /// Lets the text change.
  public func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool {
    // Another object may pass on to this one what it is asked itself.
    if textField.delegate === self { textField.ignoresProposals = true }
    return true
  }

  /// Lets the return key end editing.
  public func textFieldShouldReturn(_ textField: TextField) -> Bool { true }

  /// Lets editing end.
  public func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }

  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}
}
