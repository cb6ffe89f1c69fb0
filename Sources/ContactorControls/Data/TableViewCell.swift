public import ContactorCore

/// A row of a table: what it says and how it looks, reused for other rows when it leaves the screen (contract 8.4).
///
/// The table places it and sets `isSelected` and `isHighlighted`. Touches on the cell and on plain views in it are the table's; a control
/// in it keeps its own.
open class TableViewCell: View {
  /// The mark at a row's end.
  public enum Accessory: Hashable, Sendable {
    /// Nothing.
    case none
    /// A sign that the row leads on.
    case disclosure
    /// A sign that the row is chosen.
    case checkmark
    /// A button of its own: a tap on it is `accessoryButtonTapped`, and does not select the row.
    case detail
  }

  /// The sign of a row that holds others.
  public enum Disclosure: Hashable, Sendable {
    /// The row holds no others.
    case none
    /// The rows inside are hidden.
    case collapsed
    /// The rows inside are shown below.
    case expanded
  }

  /// The parts of a cell.
  public enum Part: Hashable, Sendable {
    /// The first text.
    case text
    /// The second text, below the first.
    case detail
    /// The sign of a row that holds others, before the texts.
    case disclosure
    /// The mark at the row's end.
    case accessory
    /// Where the row is dragged to another place while the table is edited.
    case reorderHandle
  }

  /// The identifier for the cell's reuse; `nil` for a cell that is not.
  public final let reuseIdentifier: String?
  /// The first text; `nil` for none.
  @safe @exclusivity(unchecked) open var text: String? {
    // Not compared: a cell that is used again has another text.
    didSet { changed(.text) }
  }
  /// The second text; `nil` for none.
  @safe @exclusivity(unchecked) open var detail: String? {
    didSet { if detail != oldValue { changed(.text) } }
  }
  /// The mark at the row's end.
  @safe @exclusivity(unchecked) open var accessory = Accessory.none {
    didSet { if accessory != oldValue { changed(.state) } }
  }
  /// Whether the row is selected; the table sets it.
  @safe @exclusivity(unchecked) open var isSelected = false {
    didSet { if isSelected != oldValue { changed(.state) } }
  }
  /// Whether a finger presses the row; the table sets it.
  @safe @exclusivity(unchecked) open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { changed(.state) } }
  }
  /// Whether the row can be dragged by its handle now; the table sets it.
  @safe @exclusivity(unchecked) public internal(set) final var showsReorderHandle = false {
    didSet { if showsReorderHandle != oldValue { changed(.state) } }
  }
  /// The sign of a row that holds others; an outline sets it.
  @safe @exclusivity(unchecked) open var disclosure = Disclosure.none {
    didSet { if disclosure != oldValue { changed(.state) } }
  }
  /// How far the texts stand inside the cell because of the row's level in an outline, in points.
  @safe @exclusivity(unchecked) open var indentation = 0.0 {
    didSet { if indentation != oldValue { changed(.frame) } }
  }

  /// The width and height of an accessory and of the handle: 44 points, as a finger needs (Apple's Human Interface Guidelines).
  public static let accessoryWidth = 44.0
  /// The space beside the texts: 16 points, as in UIKit.
  public static let margin = 16.0

  /// The row that the cell shows; `nil` while it shows none.
  @safe @exclusivity(unchecked) public internal(set) final var indexPath: IndexPath?
  /// Whether the cell waits in a pool.
  @safe @exclusivity(unchecked) final var isWaiting = false
  /// Whether a table shows the cell, so that it cannot stand for another row.
  @safe @exclusivity(unchecked) final var isShown = false
  /// The next cell that waits in the pool.
  @safe @exclusivity(unchecked) final var nextWaiting: TableViewCell?

  /// Creates a cell; the table gives it a frame.
  public required init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  /// Called before the cell is used for another row; an override calls `super` and forgets what the row showed.
  ///
  /// The texts and the accessory stay, as the data source sets them anyway.
  open func prepareForReuse() {
    isSelected = false
    isHighlighted = false
  }

  // MARK: Touches

  /// Refuses a long press that lifts the row, or opens the menu of the row or the list, while a control in the row has the finger.
  override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    guard recognizer is LongPressGestureRecognizer, isOfRow(recognizer), controlHasTouch(of: recognizer) else {
      return super.gestureRecognizerShouldBegin(recognizer)
    }
    return false
  }

  private func isOfRow(_ recognizer: GestureRecognizer) -> Bool {
    if recognizer is ContextMenuGestureRecognizer { return recognizer.view === self || recognizer.view === superview }
    return recognizer === tableView?.liftRecognizer
  }

  /// Whether a control below the cell tracks one of a gesture's touches.
  private func controlHasTouch(of recognizer: GestureRecognizer) -> Bool {
    guard let touches = application?.event.touches(for: recognizer) else { return false }
    return touches.contains { touch in
      var view = touch.view
      while let current = view, current !== self {
        if (current as? Control)?.trackedTouch === touch { return true }
        view = current.superview
      }
      return false
    }
  }

  /// Whether a touch, any one for `nil`, is on the cell or on a view below it.
  final func hasTouch(_ id: TouchID? = nil) -> Bool {
    application?.event.allTouches.contains { $0.isAlive && (id ?? $0.id) == $0.id && $0.view?.isDescendant(of: self) ?? false } ?? false
  }

  /// The table that the cell is in.
  public final var tableView: TableView? { superview as? TableView }

  // MARK: Parts

  /// A part's rectangle in the cell's own space; empty for a part that the cell does not show.
  public final func contentFrame(for part: Part) -> Rect {
    let size = bounds.size
    let handle = showsReorderHandle ? Self.accessoryWidth : 0
    let end = accessory == .none ? 0 : Self.accessoryWidth
    let left = bounds.minX + Self.margin + indentation
    let width = max(0, size.width - Self.margin - indentation - max(Self.margin, handle + end))
    let line = detail == nil ? size.height : size.height / 2
    switch part {
    case .text: return Rect(x: left, y: bounds.minY, width: width, height: line)
    case .disclosure:
      let start = max(0, indentation - Self.accessoryWidth / 2)
      return disclosure == .none
        ? .zero : Rect(x: bounds.minX + start, y: bounds.minY, width: Self.accessoryWidth, height: size.height)
    case .detail: return detail == nil ? .zero : Rect(x: left, y: bounds.minY + line, width: width, height: size.height - line)
    case .accessory:
      return end == 0 ? .zero : Rect(x: bounds.maxX - handle - end, y: bounds.minY, width: end, height: size.height)
    case .reorderHandle:
      return handle == 0 ? .zero : Rect(x: bounds.maxX - handle, y: bounds.minY, width: handle, height: size.height)
    }
  }

  /// The row's appearance.
  public final var state: Control.State {
    var state: Control.State = []
    if isHighlighted { state.insert(.highlighted) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// The row, its texts, its accessory and its handle.
  override open var contentParts: [ContentPart] {
    var parts = [ContentPart("row", frame: bounds, state: state)]
    if let text { parts.append(ContentPart("text", frame: contentFrame(for: .text), text: text, state: state)) }
    if let detail { parts.append(ContentPart("detail", frame: contentFrame(for: .detail), text: detail, state: state)) }
    if disclosure != .none { parts.append(ContentPart("\(disclosure)", frame: contentFrame(for: .disclosure), state: state)) }
    if accessory != .none {
      // `detail` is the kind of the second text.
      let kind = accessory == .detail ? "detailButton" : "\(accessory)"
      parts.append(ContentPart(kind, frame: contentFrame(for: .accessory), state: state))
    }
    if showsReorderHandle { parts.append(ContentPart("reorderHandle", frame: contentFrame(for: .reorderHandle), state: state)) }
    return parts
  }

  /// The words of the row: its texts, and whether it is selected.
  ///
  /// The table gives it for the row; while the cell is in a table, the cell itself has no role.
  open var rowAccessibility: Accessibility {
    Accessibility(.row, label: accessibilityText ?? text, value: detail, isSelected: isSelected)
  }

  private var accessibilityText: String? { isInTable ? accessibilityLabel : nil }

  private var isInTable: Bool { superview is TableView }

  override open var standardAccessibility: Accessibility { isInTable ? Accessibility() : rowAccessibility }

  /// Hands a value that was changed in the cell back to the data source, as a switch in the row does.
  public final func setValue(_ value: ControlValue) {
    if let indexPath { tableView?.setValue(value, forRowAt: indexPath) }
  }
}
