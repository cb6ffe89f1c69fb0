import ContactorControls
import ContactorCore

extension LayoutSession {
  /// Does a `set` action: all of it, or nothing where a part does not fit the view.
  ///
  /// As where a program sets a control, no event is sent, so that two controls cannot set each other off. A list whose `search` is the text
  /// field follows its text.
  func set(_ action: SetAction, _ cause: ActionCause) {
    let view = responders[action.target] as? View
    guard depth < Self.depthLimit, let view, let changes = changes(of: view, action, cause.values) else {
      return log.action("set", target: action.target, cause, handled: false)
    }
    log.action("set", target: action.target, cause, handled: true)
    // What becomes disabled cancels its touches, and a list that follows a text tells its selection: both may set again.
    depth += 1
    defer { depth -= 1 }
    let before = value(of: view)
    for change in changes { change() }
    if let value = value(of: view), value != before { log.value(of: action.target, value) }
    if action.text != nil, let field = view as? TextField { searchLists(of: action.target, field.text) }
  }

  /// The value that the log tells of a view.
  private func value(of view: View) -> PlaceholderValues.Value? {
    if let table = view as? LayoutTableView { return .text(table.selectedIDs.joined(separator: " ")) }
    return (view as? Control)?.placeholderValue
  }

  private func searchLists(of field: String, _ text: String) {
    for view in layout.allViews where view.list.search == field { (responders[view.id] as? LayoutTableView)?.search(text) }
  }

  /// What the action changes; `nil` where a part of it does not fit.
  private func changes(of view: View, _ action: SetAction, _ values: PlaceholderValues) -> [() -> Void]? {
    var changes: [(() -> Void)?] = []
    if !action.value.isEmpty {
      let numbers = action.value.compactMap { $0.number(with: values) }
      changes.append(numbers.count == action.value.count ? Self.change(of: view, to: numbers) : nil)
    }
    if let text = action.text { changes.append(Self.change(of: view, to: text.filled(with: values))) }
    if let state = action.state { changes.append(state.flag(with: values).flatMap { Self.change(of: view, to: $0) }) }
    if let flag = action.isEnabled {
      let control = view as? Control
      changes.append(flag.flag(with: values).flatMap { isEnabled in control.map { control in { control.isEnabled = isEnabled } } })
    }
    if let flag = action.isHidden { changes.append(flag.flag(with: values).map { isHidden in { view.isHidden = isHidden } }) }
    let fitting = changes.compactMap { $0 }
    return fitting.count == changes.count ? fitting : nil
  }

  private static func change(of view: View, to numbers: [Double]) -> (() -> Void)? {
    if let matrix = view as? Matrix { return change(of: matrix, to: numbers) }
    if let picker = view as? PickerView { return change(of: picker, to: numbers) }
    guard numbers.count == 1 else { return nil }
    let (number, index) = (numbers[0], Int(exactly: numbers[0].rounded()))
    switch view {
    case let slider as Slider: return { slider.value = number }
    case let stepper as Stepper: return { stepper.value = number }
    case let progress as ProgressView: return { progress.progress = number }
    case let segments as SegmentedControl: return index.map { index in { segments.selectedSegmentIndex = index } }
    case let pages as PageControl: return index.map { index in { pages.currentPage = index } }
    case let popUp as PopUpButton: return index.map { index in { popUp.selectItem(at: index) } }
    default: return nil
    }
  }

  private static func change(of matrix: Matrix, to numbers: [Double]) -> (() -> Void)? {
    let places = numbers.compactMap { Int(exactly: $0.rounded()) }
    guard numbers.count == 2, places.count == 2, (0..<matrix.numberOfRows).contains(places[0]),
      (0..<matrix.numberOfColumns).contains(places[1])
    else { return nil }
    return { matrix.selectCell(atRow: places[0], column: places[1]) }
  }

  private static func change(of picker: PickerView, to numbers: [Double]) -> (() -> Void)? {
    let rows = numbers.compactMap { Int(exactly: $0.rounded()) }
    guard rows.count == numbers.count, rows.count == picker.numberOfComponents else { return nil }
    return { for (component, row) in rows.enumerated() { picker.selectRow(row, inComponent: component) } }
  }

  private static func change(of view: View, to text: String) -> (() -> Void)? {
    switch view {
    case let control as TextControl: return { control.text = text }
    case let field as PINField: return { field.digits = text }
    case let pad as DialPad: return { pad.digits = text }
    case let segments as SegmentedControl:
      let index = (0..<segments.numberOfSegments).first { segments.titleForSegment(at: $0) == text }
      return index.map { index in { segments.selectedSegmentIndex = index } }
    case let popUp as PopUpButton: return popUp.itemTitles.contains(text) ? { popUp.selectItem(withTitle: text) } : nil
    case let table as LayoutTableView: return text.isEmpty || table.lists(text) ? { table.select(text) } : nil
    default: return nil
    }
  }

  private static func change(of view: View, to isOn: Bool) -> (() -> Void)? {
    switch view {
    case let control as Switch: { control.isOn = isOn }
    case let button as Button: { button.stateValue = isOn ? .on : .off }
    default: nil
    }
  }
}
