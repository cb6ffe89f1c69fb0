public import ContactorCore

/// An object that knows the rows of a picker (contract 8.4); every method has a default.
///
/// The picker asks when the data source is set and when it reloads. A number below 0 counts as 0, one above the picker's limit as the
/// limit.
public protocol PickerViewDataSource: AnyObject {
  /// The number of wheels; 1 by default.
  func numberOfComponents(in pickerView: PickerView) -> Int
  /// The number of rows of a wheel.
  func pickerView(_ pickerView: PickerView, numberOfRowsInComponent component: Int) -> Int
}

extension PickerViewDataSource {
  /// One wheel.
  public func numberOfComponents(in pickerView: PickerView) -> Int { 1 }

  /// No rows.
  public func pickerView(_ pickerView: PickerView, numberOfRowsInComponent component: Int) -> Int { 0 }
}

/// An object that names the rows of a picker and is told of selections (contract 8.2); every method has a default.
public protocol PickerViewDelegate: AnyObject {
  /// The text of a row; `nil` for none.
  func pickerView(_ pickerView: PickerView, titleForRow row: Int, forComponent component: Int) -> String?
  /// A user's finger or key selected another row, and the wheel has come to rest; called before `valueChanged` is sent.
  func pickerView(_ pickerView: PickerView, didSelectRow row: Int, inComponent component: Int)
}

extension PickerViewDelegate {
  /// No text.
  public func pickerView(_ pickerView: PickerView, titleForRow row: Int, forComponent component: Int) -> String? { nil }

  /// Does nothing.
  public func pickerView(_ pickerView: PickerView, didSelectRow row: Int, inComponent component: Int) {}
}

/// Parts, accessibility and the value of a picker.
extension PickerView {
  /// A part of a picker.
  public enum Part: Hashable, Sendable {
    /// A wheel, from 0 at the left; all are equally wide.
    case component(Int)
    /// The band in the middle, across all wheels, in which the selected rows stand.
    case selection
    /// The row of a wheel, at its present position; for an endless wheel the nearest to the middle. It may lie outside the bounds.
    case row(Int, component: Int)
  }

  /// A part's rectangle in the picker's own space; null for a part that there is not.
  public func contentFrame(for part: Part) -> Rect {
    switch part {
    case .selection:
      return Rect(x: bounds.minX, y: bounds.midY - rowHeight / 2, width: bounds.size.width, height: rowHeight)
    case .component(let component):
      guard component >= 0, component < numberOfComponents else { return .null }
      let width = bounds.size.width / Double(numberOfComponents)
      return Rect(x: bounds.minX + Double(component) * width, y: bounds.minY, width: width, height: bounds.size.height)
    case .row(let row, let component):
      guard let wheel = wheel(component), row >= 0, row < wheel.count else { return .null }
      let position = position(ofComponent: component)
      return rowFrame(at: wheel.target(for: row, from: position), component)
    }
  }

  /// The rectangle of a row at a position of its wheel.
  private func rowFrame(at position: Double, _ component: Int) -> Rect {
    let column = contentFrame(for: .component(component))
    let middle = bounds.midY + (position - self.position(ofComponent: component)) * rowHeight
    return Rect(x: column.minX, y: middle - rowHeight / 2, width: column.width, height: rowHeight)
  }

  /// The greatest number of rows above and below the middle that are listed for a renderer.
  ///
  /// 50: more than a screen shows.
  private static let maximumNumberOfNeighbours = 50.0

  /// The rows of a wheel that are to be seen.
  final func rowParts(_ component: Int) -> [ContentPart] {
    guard let wheel = wheel(component), wheel.count > 0 else { return [] }
    let middle = position(ofComponent: component).rounded()
    let reach = min((bounds.size.height / rowHeight / 2 + 0.5).rounded(.up), Self.maximumNumberOfNeighbours)
    guard reach >= 0 else { return [] }
    return stride(from: middle - reach, through: middle + reach, by: 1).compactMap { position in
      guard let row = wheel.row(at: position) else { return nil }
      let state = row == wheel.selectedRow ? state.union(.selected) : state
      return ContentPart("row", frame: rowFrame(at: position, component), text: title(forRow: row, inComponent: component), state: state)
    }
  }
}

extension PickerView: ValueHolding {
  /// The selected row of the first wheel; `nil` without rows.
  ///
  /// Setting it selects a row without sending anything.
  public var objectValue: ControlValue? {
    get { wheel(0)?.selectedRow.map { .integer($0) } }
    set { if let newValue { selectRow(newValue.intValue, inComponent: 0) } }
  }
}
