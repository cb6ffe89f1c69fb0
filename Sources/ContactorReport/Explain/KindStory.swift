import ContactorControls
import ContactorCore
import ContactorLayout

/// The effect of one touch on a view whose use its control events do not tell: a text, a wheel, a menu, a list.
///
/// A story is made before the view gets the touch, and updated after every step until another touch of the view begins or the sequence
/// ends. What it says comes from the view's state before and after, never from what the view should have done.
class KindStory {
  /// The view's id in the layout.
  let id: String
  /// The touch's number.
  let touch: TouchID
  /// Whether the touch has ended.
  private(set) var isOver = false
  /// Whether the touch was lifted, not cancelled.
  private(set) var isLifted = false
  /// How far the finger was from its start at most, in points.
  private(set) var way = 0.0
  private let start: Point

  init(_ id: String, _ touch: Touch) {
    self.id = id
    self.touch = touch.id
    start = touch.location(in: nil)
  }

  /// Follows the touch, before the view gets it.
  func follow(_ touch: Touch) {
    way = max(way, start.distance(to: touch.location(in: nil)))
    guard !touch.isAlive else { return }
    isOver = true
    isLifted = touch.phase == .ended
  }

  /// Looks at the view again, after a step.
  func update() {}

  /// Whether nothing moves on by itself any more.
  var isAtRest: Bool { true }

  /// The effect, for the end of the control's line; `nil` for nothing to say.
  ///
  /// - Parameter events: what the control sent.
  func effect(after events: Control.Events, from origin: Timestamp) -> String? { nil }

  /// Whether the touch changed a value for which the layout may have an action.
  var hasChangedValue: Bool { false }

  /// The line of a view that is no control, without its indentation; `nil` for a control and for nothing to say.
  ///
  /// - Parameter bound: the events that something is bound to; `nil` where that does not matter.
  func ownLine(from origin: Timestamp, bound: Control.Events?) -> String? { nil }

  /// Whether the pan of a scroll view has decided.
  var isDecided: Bool { true }

  /// Notes what the pan of a scroll view decided.
  func take(_ reason: GestureReason) {}

  /// The story for a view of one of the kinds that have one; `nil` for the others.
  static func of(_ view: View, _ id: String, _ touch: Touch) -> KindStory? {
    switch view {
    case let view as TableView: TableStory(view, id, touch)
    case let view as ScrollView: ScrollStory(view, id, touch)
    case let view as TextControl: TextStory(view, id, touch)
    case let view as Keyboard: KeyboardStory(view, id, touch)
    case let view as Knob: KnobStory(view, id, touch)
    case let view as PickerView: PickerStory(view, id, touch)
    case let view as PopUpButton: PopUpStory(view, id, touch)
    case let view as Matrix: MatrixStory(view, id, touch)
    default: nil
    }
  }
}

/// Whether a touch began the editing of a text field or text view.
private final class TextStory: KindStory {
  private let view: TextControl
  private let wasEdited: Bool
  private var isEdited: Bool
  private var selected = 0

  init(_ view: TextControl, _ id: String, _ touch: Touch) {
    self.view = view
    wasEdited = view.isEditing
    isEdited = wasEdited
    super.init(id, touch)
  }

  override func update() {
    isEdited = view.isEditing
    selected = view.selectedRange.count
  }

  override func effect(after events: Control.Events, from origin: Timestamp) -> String? {
    let marked = isEdited && selected > 0 ? ", with \(selected) character\(selected == 1 ? "" : "s") selected" : ""
    switch (wasEdited, isEdited) {
    case (false, true): return "its text is edited now" + marked
    case (true, true): return "its text was edited before, and still is" + marked
    case (true, false): return "its text is not edited any more"
    case (false, false):
      if events.contains(.touchUpInside) { return "its text is not edited, for it refused" }
      return isLifted ? "its text is not edited, for the finger was not lifted on it" : "its text is not edited"
    }
  }
}

/// How far a touch turned a knob.
private final class KnobStory: KindStory {
  private let view: Knob
  private let before: Double
  private var after: Double
  /// Whether the finger was so near to the centre that it had no angle.
  private var passedCenter = false

  init(_ view: Knob, _ id: String, _ touch: Touch) {
    self.view = view
    before = view.value
    after = before
    super.init(id, touch)
  }

  override func follow(_ touch: Touch) {
    super.follow(touch)
    if touch.location(in: view).distance(to: view.bounds.center) <= Knob.centerRadius { passedCenter = true }
  }

  override func update() { after = view.value }

  override var hasChangedValue: Bool { after != before }

  override func effect(after events: Control.Events, from origin: Timestamp) -> String? {
    guard after == before else { return "its value went from \(Measure.number(before)) to \(Measure.number(after))" }
    let stays = "its value stays \(Measure.number(before))"
    if way < 1 { return stays + ", for the finger did not turn it" }
    if !isLifted { return stays }
    if !view.isEndless, after == view.maximumValue { return stays + ", its greatest" }
    if !view.isEndless, after == view.minimumValue { return stays + ", its least" }
    if passedCenter, view.turnMode == .turns { return stays + ", for a finger that passes its centre turns nothing" }
    if view.snapsToSteps, let step = view.stepValue { return stays + ", for it was turned by less than a step of \(Measure.number(step))" }
    return stays + ", for the finger did not go around its centre"
  }
}

/// The rows at which a picker's wheels came to rest.
private final class PickerStory: KindStory {
  private let view: PickerView
  private let before: [Int]
  private var after: [Int]
  /// The wheel under the finger.
  private let wheel: Int?
  private var isMoving = false

  init(_ view: PickerView, _ id: String, _ touch: Touch) {
    self.view = view
    before = Self.rows(view)
    after = before
    let place = touch.location(in: view)
    wheel = before.indices.first { view.contentFrame(for: .component($0)).contains(place) }
    super.init(id, touch)
  }

  private static func rows(_ view: PickerView) -> [Int] { (0..<view.numberOfComponents).map { view.selectedRow(inComponent: $0) } }

  override func update() {
    after = Self.rows(view)
    isMoving = after.indices.contains { view.isMoving(inComponent: $0) }
  }

  override var isAtRest: Bool { !isMoving }
  override var hasChangedValue: Bool { after != before }

  private func name(_ row: Int, _ wheel: Int) -> String { view.title(forRow: row, inComponent: wheel) ?? "row \(row)" }

  override func effect(after events: Control.Events, from origin: Timestamp) -> String? {
    let turned = after.indices.filter { before.indices.contains($0) && before[$0] != after[$0] }.map {
      "wheel \($0 + 1) went from \(name(before[$0], $0)) to \(name(after[$0], $0))"
    }
    if isMoving { return (turned + ["it was still turning at the next touch"]).joined(separator: ", ") }
    guard turned.isEmpty else { return turned.joined(separator: ", ") }
    guard let wheel, after.indices.contains(wheel), after[wheel] >= 0 else { return "no wheel with rows is under the finger" }
    let stays = "wheel \(wheel + 1) stays at \(name(after[wheel], wheel))"
    if !isLifted { return stays + ", for the touch was taken away" }
    if way < view.rowHeight / 2, way >= 1 {
      return stays + ": the finger moved \(Measure.points(way)), and half a row is \(Measure.points(view.rowHeight / 2))"
    }
    if way < 1 { return stays + ", the row that was tapped" }
    let isEnd = after[wheel] == 0 || after[wheel] == view.numberOfRows(inComponent: wheel) - 1
    return stays + (isEnd && !view.isEndless ? ", its \(after[wheel] == 0 ? "first" : "last") row" : ", to which it came back")
  }
}

/// Whether a touch opened or closed the menu of a pop-up button, and what it chose.
private final class PopUpStory: KindStory {
  private let view: PopUpButton
  private let before: (isOpen: Bool, title: String?)
  private var after: (isOpen: Bool, title: String?)
  private var hasOpened = false

  init(_ view: PopUpButton, _ id: String, _ touch: Touch) {
    self.view = view
    before = (view.menu.isOpen, view.titleOfSelectedItem)
    after = before
    super.init(id, touch)
  }

  override func update() {
    after = (view.menu.isOpen, view.titleOfSelectedItem)
    if after.isOpen { hasOpened = true }
  }

  override var hasChangedValue: Bool { after.title != before.title }

  override func effect(after events: Control.Events, from origin: Timestamp) -> String? {
    if after.title != before.title {
      return "\(after.title ?? "nothing") was chosen" + (before.title.map { " in place of \($0)" } ?? "") + menu
    }
    if events.contains(.primaryActionTriggered), let title = after.title { return "\(title) was chosen, as before" + menu }
    switch (before.isOpen, after.isOpen) {
    case (false, true): return "its menu opened and waits for a choice"
    case (true, true): return "its menu stays open, for no item that can be chosen was under the finger as it was lifted"
    case (true, false): return "its menu closed without a choice, for the touch was outside of it"
    case (false, false): return hasOpened || events.contains(.menuActionTriggered) ? "its menu opened and closed without a choice" : nil
    }
  }

  private var menu: String { after.isOpen ? "" : ", and the menu closed" }
}

/// The cells that a touch selected in a matrix.
private final class MatrixStory: KindStory {
  private let view: Matrix
  private let before: [String]
  private let statesBefore: [String]
  private var after: [String]
  private var statesAfter: [String]
  private var cell: Cell?

  init(_ view: Matrix, _ id: String, _ touch: Touch) {
    self.view = view
    (before, statesBefore) = (view.selectedCells.map(\.title), Self.states(view))
    (after, statesAfter) = (before, statesBefore)
    super.init(id, touch)
  }

  /// The titles of the cells that are on.
  private static func states(_ view: Matrix) -> [String] {
    (0..<view.numberOfRows).flatMap { row in
      (0..<view.numberOfColumns).compactMap { column in
        view.cell(atRow: row, column: column).flatMap { $0.objectValue?.intValue == 1 ? $0.title : nil }
      }
    }
  }

  override func follow(_ touch: Touch) {
    super.follow(touch)
    let place = view.position(at: touch.location(in: view))
    cell = place.flatMap { view.cell(atRow: $0.row, column: $0.column) }
  }

  override func update() {
    after = view.selectedCells.map(\.title)
    if isOver { statesAfter = Self.states(view) }
  }

  override var hasChangedValue: Bool { after != before || statesAfter != statesBefore }

  override func effect(after events: Control.Events, from origin: Timestamp) -> String? {
    func list(_ titles: [String]) -> String { titles.isEmpty ? "no cell" : titles.joined(separator: ", ") }
    if after != before { return "\(list(after)) selected in place of \(list(before))" }
    if statesAfter != statesBefore { return "\(list(statesAfter)) on now" }
    guard isLifted else { return "\(list(after)) stays selected" }
    guard let cell else { return "\(list(after)) stays selected, for no cell was under the finger as it was lifted" }
    if !cell.isEnabled { return "\(cell.title) was not selected, for it is disabled" }
    return events.contains(.touchUpInside) ? "\(cell.title) was selected before" : "\(list(after)) stays selected"
  }
}
