// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore

/// Segments, items of a pop-up, rows of a picker's component, and cells of a matrix or form, by row and column.
extension View {
  /// The cell of a matrix at a row and column.
  fileprivate func cell(_ row: Int, _ column: Int) throws -> Cell? {
    guard let matrix = self as? Matrix else { return nil }
    guard row >= 0, column >= 0, let cell = matrix.cell(atRow: row, column: column) else {
      throw Failure.value("the matrix has no such cell")
    }
    return cell
  }

  /// A segment's control, for an index that it has.
  fileprivate func segments(_ row: Int) throws -> SegmentedControl? {
    guard let control = self as? SegmentedControl else { return nil }
    _ = try index(row, below: control.numberOfSegments, "segment")
    return control
  }

  /// An item of a pop-up, for an index that it has.
  fileprivate func item(_ row: Int) throws -> MenuItem? {
    guard let button = self as? PopUpButton else { return nil }
    return button.menu.item(at: try index(row, below: button.numberOfItems, "item"))
  }

  fileprivate func number(_ property: contactor_property, _ row: Int, _ column: Int) throws -> Double? {
    if let control = try segments(row) {
      switch property {
      case CONTACTOR_ENABLED: return control.isEnabledForSegment(at: row).number
      case CONTACTOR_SELECTED: return control.isSelected(forSegment: row).number
      case CONTACTOR_TAG: return Double(control.tag(forSegment: row))
      default: return nil
      }
    }
    if let cell = try cell(row, column) {
      switch property {
      case CONTACTOR_ENABLED: return cell.isEnabled.number
      case CONTACTOR_SELECTED: return (self as? Matrix)?.isCellSelected(atRow: row, column: column).number
      case CONTACTOR_TAG: return Double(cell.tag)
      case CONTACTOR_VALUE: return cell.doubleValue
      default: return nil
      }
    }
    return nil
  }

  fileprivate func setNumber(_ property: contactor_property, _ row: Int, _ column: Int, _ value: Double) throws -> Bool {
    if let control = try segments(row) {
      switch property {
      case CONTACTOR_ENABLED: control.setEnabled(try value.flag(), forSegmentAt: row)
      case CONTACTOR_SELECTED: control.setSelected(try value.flag(), forSegment: row)
      case CONTACTOR_TAG: control.setTag(try value.whole(), forSegment: row)
      default: return false
      }
      return true
    }
    guard let cell = try cell(row, column) else { return false }
    switch property {
    case CONTACTOR_ENABLED: cell.isEnabled = try value.flag()
    case CONTACTOR_TAG: cell.tag = try value.whole()
    case CONTACTOR_VALUE: cell.doubleValue = try value.checked()
    default: return false
    }
    return true
  }

  fileprivate func string(_ property: contactor_property, _ row: Int, _ column: Int) throws -> String? {
    let isTitle = property == CONTACTOR_TITLE
    if let control = try segments(row) { return isTitle ? control.titleForSegment(at: row) ?? "" : nil }
    if let item = try item(row) { return isTitle ? item.title : nil }
    if let cell = try cell(row, column) { return isTitle ? cell.title : property == CONTACTOR_TEXT ? cell.stringValue : nil }
    guard isTitle, let picker = self as? PickerView else { return nil }
    let component = try index(column, below: picker.numberOfComponents, "component")
    let row = try index(row, below: picker.numberOfRows(inComponent: component), "row")
    return picker.title(forRow: row, inComponent: component) ?? ""
  }

  fileprivate func setString(_ property: contactor_property, _ row: Int, _ column: Int, _ text: String?) throws -> Bool {
    let isTitle = property == CONTACTOR_TITLE
    if let control = try segments(row) {
      if isTitle { control.setTitle(text, forSegmentAt: row) }
      return isTitle
    }
    if let item = try item(row) {
      if isTitle { item.title = text ?? "" }
      return isTitle
    }
    guard let cell = try cell(row, column) else { return false }
    if isTitle { cell.title = text ?? "" } else if property == CONTACTOR_TEXT { cell.stringValue = text ?? "" } else { return false }
    return true
  }
}

private func noItem(_ property: contactor_property) -> Failure {
  Failure(CONTACTOR_ERROR_PROPERTY, "the items of this view have no property \(property.rawValue) of this kind")
}

@c @implementation
public func contactor_set_number_at(
  _ view: OpaquePointer?, _ property: contactor_property, _ row: Int, _ column: Int, _ value: Double
) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    guard try view.setNumber(property, row, column, value) else { throw noItem(property) }
  }
}

@c @implementation
public func contactor_get_number_at(
  _ view: OpaquePointer?, _ property: contactor_property, _ row: Int, _ column: Int, _ value: UnsafeMutablePointer<Double>?
) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    guard let value = unsafe value else { throw Failure.null("value") }
    guard let found = try view.number(property, row, column) else { throw noItem(property) }
    unsafe value.pointee = found
  }
}

@c @implementation
public func contactor_set_text_at(
  _ view: OpaquePointer?, _ property: contactor_property, _ row: Int, _ column: Int, _ string: UnsafePointer<CChar>?
) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    let text = unsafe try textOrNil(string, "text")
    guard try view.setString(property, row, column, text) else { throw noItem(property) }
  }
}

@c @implementation
public func contactor_get_text_at(
  _ view: OpaquePointer?, _ property: contactor_property, _ row: Int, _ column: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    guard let found = try view.string(property, row, column) else { throw noItem(property) }
    unsafe try copy(found, to: buffer, capacity, length)
  }
}

@c @implementation
public func contactor_set_titles(
  _ view: OpaquePointer?, _ column: Int, _ titles: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    switch view {
    case let control as SegmentedControl:
      let titles = unsafe try texts(titles, count, limit: SegmentedControl.maximumNumberOfSegments, "titles")
      control.numberOfSegments = titles.count
      for (index, title) in titles.enumerated() { control.setTitle(title, forSegmentAt: index) }
    case let button as PopUpButton:
      let titles = unsafe try texts(titles, count, limit: 10_000, "titles")
      button.menu.removeAllItems()
      for title in titles { button.menu.addItem(withTitle: title) }
    case let form as Form:
      let titles = unsafe try texts(titles, count, limit: 10_000, "titles")
      form.renewRows(0, columns: 1)
      for title in titles { form.addEntry(title) }
    case let picker as PickerView:
      let titles = unsafe try texts(titles, count, limit: 1_000_000, "titles")
      let components = min(picker.titles.count + 1, PickerView.maximumNumberOfComponents)
      let component = try index(column, below: components, "component")
      if component == picker.titles.count { picker.titles.append(titles) } else { picker.titles[component] = titles }
    default: throw Failure.kind("segmented control, pop-up, form or picker")
    }
  }
}

@c @implementation
public func contactor_picker_selected(
  _ picker: OpaquePointer?, _ component: Int, _ row: UnsafeMutablePointer<Int64>?
) -> contactor_result {
  unsafe performView(picker, PickerView.self) { _, picker in
    guard let row = unsafe row else { throw Failure.null("row") }
    unsafe row.pointee = Int64(picker.selectedRow(inComponent: try index(component, below: picker.numberOfComponents, "component")))
  }
}

@c @implementation
public func contactor_picker_select(_ picker: OpaquePointer?, _ component: Int, _ row: Int64, _ animated: Int32) -> contactor_result {
  unsafe performView(picker, PickerView.self) { engine, picker in
    if animated != 0 { engine.catchUp() }
    let component = try index(component, below: picker.numberOfComponents, "component")
    let row = try index(Int(clamping: row), below: picker.numberOfRows(inComponent: component), "row")
    picker.selectRow(row, inComponent: component, animated: animated != 0)
  }
}

@c @implementation
public func contactor_matrix_set_cells(
  _ matrix: OpaquePointer?, _ kind: contactor_cell_kind, _ rows: Int, _ columns: Int
) -> contactor_result {
  unsafe performView(matrix, Matrix.self) { _, matrix in
    if matrix is Form { throw Failure.kind("plain matrix") }
    let kinds: [Cell.Type] = [ButtonCell.self, TextFieldCell.self, SliderCell.self]
    guard Int(kind.rawValue) < kinds.count else { throw Failure.value("no cell has the kind \(kind.rawValue)") }
    let limit = Matrix.maximumNumberOfCells
    guard rows >= 0, columns >= 0, rows <= limit, columns <= limit, rows * columns <= limit else {
      throw Failure.value("a matrix has \(limit) cells at most")
    }
    matrix.renewRows(0, columns: 0)
    matrix.cellClass = kinds[Int(kind.rawValue)]
    matrix.renewRows(rows, columns: columns)
  }
}

@c @implementation
public func contactor_matrix_select(_ matrix: OpaquePointer?, _ row: Int, _ column: Int) -> contactor_result {
  unsafe performView(matrix, Matrix.self) { _, matrix in
    guard row >= 0, column >= 0, matrix.cell(atRow: row, column: column) != nil else { throw Failure.value("the matrix has no such cell") }
    guard matrix.cell(atRow: row, column: column)?.isEnabled == true, matrix.selectCell(atRow: row, column: column) else {
      throw Failure.state("the cell is disabled")
    }
  }
}
