// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore

/// A list whose rows a C program gives.
protocol ListView: ScrollView {
  var engine: Engine? { get set }
  /// Sets where rows come from; `nil` for nowhere.
  func setSource(_ source: HostRows?)
}

/// The C functions that a list's rows come from.
@safe final class HostRows {
  /// The identifier under which lists reuse their cells.
  static let reuse = "contactor"

  let functions: contactor_list_source
  let data: UserData

  init(_ functions: contactor_list_source, _ data: UserData) {
    unsafe self.functions = functions
    self.data = data
  }

  /// A number of rows or sections: a size_t above `Int`'s range comes out below 0.
  static func count(_ number: Int) -> Int { number < 0 ? .max : number }

  func sections(_ list: Handle?) -> Int { unsafe functions.sections.map { unsafe Self.count($0(data.user, list)) } ?? 1 }

  func rows(_ list: Handle?, _ section: Int) -> Int { unsafe functions.rows.map { unsafe Self.count($0(data.user, list, section)) } ?? 0 }

  func title(_ list: Handle?, _ section: Int) -> String? {
    guard let title = unsafe functions.title else { return nil }
    let found = unsafe text { unsafe title(data.user, list, section, $0, $1) }
    return found.isEmpty ? nil : found
  }

  func asks(_ question: ((UnsafeMutableRawPointer?, Handle?, Int, Int) -> Int32)?, _ list: Handle?, _ path: IndexPath) -> Bool {
    unsafe question.map { unsafe $0(data.user, list, path.section, path.row) != 0 } ?? false
  }

  func fill(_ cell: Handle?, of list: Handle?, _ path: IndexPath) {
    unsafe functions.cell?(data.user, list, cell, path.section, path.row)
  }

  func select(_ list: Handle?, _ path: IndexPath, _ isSelected: Bool) {
    unsafe functions.selected?(data.user, list, path.section, path.row, isSelected ? 1 : 0)
  }
}

/// A table with rows of a C program.
final class HostTable: TableView, ListView, TableViewDataSource, TableViewDelegate {
  weak var engine: Engine?
  private var source: HostRows?

  private var handle: Handle? { unsafe engine?.handleOrNull(of: self) }

  func setSource(_ new: HostRows?) {
    let old = source
    source = new
    dataSource = new == nil ? nil : self
    delegate = new == nil ? nil : self
    if new != nil { register(TableViewCell.self, forReuse: HostRows.reuse) }
    reloadData()
    withExtendedLifetime(old) {}
  }

  func numberOfSections(in tableView: TableView) -> Int { unsafe source?.sections(handle) ?? 0 }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { unsafe source?.rows(handle, section) ?? 0 }

  func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell? {
    let cell = dequeueReusableCell(withIdentifier: HostRows.reuse)
    if let source, let engine { unsafe source.fill(engine.handleOrNull(of: cell), of: handle, path) }
    return cell
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { unsafe source?.title(handle, section) }

  func tableView(_ tableView: TableView, canEditRowAt path: IndexPath) -> Bool {
    unsafe source?.asks(source?.functions.may_delete, handle, path) ?? false
  }

  func tableView(_ tableView: TableView, canMoveRowAt path: IndexPath) -> Bool {
    unsafe source?.asks(source?.functions.may_move, handle, path) ?? false
  }

  func tableView(_ tableView: TableView, commit style: TableView.EditingStyle, forRowAt path: IndexPath) {
    if style == .delete, let source { unsafe source.functions.deleted?(source.data.user, handle, path.section, path.row) }
  }

  func tableView(_ tableView: TableView, moveRowAt from: IndexPath, to: IndexPath) {
    if let source { unsafe source.functions.moved?(source.data.user, handle, from.section, from.row, to.section, to.row) }
  }

  func tableView(_ tableView: TableView, heightForRowAt path: IndexPath) -> Double? {
    guard let source, let height = unsafe source.functions.height else { return nil }
    let found = unsafe height(source.data.user, handle, path.section, path.row)
    return found >= 0 ? found : nil
  }

  func tableView(_ tableView: TableView, didSelectRowAt path: IndexPath) { unsafe source?.select(handle, path, true) }

  func tableView(_ tableView: TableView, didDeselectRowAt path: IndexPath) { unsafe source?.select(handle, path, false) }

  func tableView(_ tableView: TableView, didFind error: TableError) { engine?.listError = "\(error)" }
}

/// A collection with items of a C program.
final class HostCollection: CollectionView, ListView, CollectionViewDataSource, CollectionViewDelegate {
  weak var engine: Engine?
  private var source: HostRows?

  private var handle: Handle? { unsafe engine?.handleOrNull(of: self) }

  func setSource(_ new: HostRows?) {
    let old = source
    source = new
    dataSource = new == nil ? nil : self
    delegate = new == nil ? nil : self
    if new != nil { register(TableViewCell.self, forReuse: HostRows.reuse) }
    reloadData()
    withExtendedLifetime(old) {}
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { unsafe source?.sections(handle) ?? 0 }

  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
    unsafe source?.rows(handle, section) ?? 0
  }

  func collectionView(_ collectionView: CollectionView, cellForItemAt path: IndexPath) -> TableViewCell? {
    let cell = dequeueReusableCell(withIdentifier: HostRows.reuse)
    if let source, let engine { unsafe source.fill(engine.handleOrNull(of: cell), of: handle, path) }
    return cell
  }

  func collectionView(_ collectionView: CollectionView, titleForHeaderInSection section: Int) -> String? {
    unsafe source?.title(handle, section)
  }

  func collectionView(_ collectionView: CollectionView, canDeleteItemAt path: IndexPath) -> Bool {
    unsafe source?.asks(source?.functions.may_delete, handle, path) ?? false
  }

  func collectionView(_ collectionView: CollectionView, deleteItemAt path: IndexPath) {
    if let source { unsafe source.functions.deleted?(source.data.user, handle, path.section, path.row) }
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int) { tell(item, true) }

  func collectionView(_ collectionView: CollectionView, didDeselectItemAt item: Int) { tell(item, false) }

  func collectionView(_ collectionView: CollectionView, didFind error: TableError) { engine?.listError = "\(error)" }

  private func tell(_ item: Int, _ isSelected: Bool) {
    if let path = indexPath(forItem: item) { unsafe source?.select(handle, path, isSelected) }
  }
}

// MARK: - The functions

/// What tables and collections have in common, by row.
private protocol RowEditing: ListView {
  func reloadData()
  func beginUpdates()
  func endUpdates()
  func insert(_ paths: [IndexPath])
  func delete(_ paths: [IndexPath])
  func reload(_ paths: [IndexPath])
  func count(inSection section: Int) -> Int
  func select(_ path: IndexPath, _ isSelected: Bool)
  func isSelected(_ path: IndexPath) -> Bool
  func scroll(to path: IndexPath, animated: Bool)
  func path(at point: Point) -> IndexPath?
  var cellsInSight: [(cell: TableViewCell, path: IndexPath)] { get }
}

extension HostTable: RowEditing {
  func insert(_ paths: [IndexPath]) { insertRows(at: paths) }
  func delete(_ paths: [IndexPath]) { deleteRows(at: paths) }
  func reload(_ paths: [IndexPath]) { reloadRows(at: paths) }
  func count(inSection section: Int) -> Int { numberOfRows(inSection: section) }
  func select(_ path: IndexPath, _ isSelected: Bool) { if isSelected { selectRow(at: path) } else { deselectRow(at: path) } }
  func isSelected(_ path: IndexPath) -> Bool { isRowSelected(at: path) }
  func scroll(to path: IndexPath, animated: Bool) { scrollToRow(at: path, at: .none, animated: animated) }
  func path(at point: Point) -> IndexPath? { indexPathForRow(at: point) }
  var cellsInSight: [(cell: TableViewCell, path: IndexPath)] { visibleCells.compactMap { cell in indexPath(for: cell).map { (cell, $0) } } }
}

extension HostCollection: RowEditing {
  func insert(_ paths: [IndexPath]) { insertItems(at: paths) }
  func delete(_ paths: [IndexPath]) { deleteItems(at: paths) }
  func reload(_ paths: [IndexPath]) { reloadItems(at: paths) }
  func count(inSection section: Int) -> Int { numberOfItems(inSection: section) }
  func select(_ path: IndexPath, _ isSelected: Bool) {
    guard let item = item(at: path) else { return }
    if isSelected { selectItem(at: item) } else { deselectItem(at: item) }
  }
  func isSelected(_ path: IndexPath) -> Bool { item(at: path).map { selected.contains($0) } ?? false }
  func scroll(to path: IndexPath, animated: Bool) { if let item = item(at: path) { scrollToItem(at: item, animated: animated) } }
  func path(at point: Point) -> IndexPath? { item(at: point).flatMap { indexPath(forItem: $0) } }
  var cellsInSight: [(cell: TableViewCell, path: IndexPath)] {
    visibleItems.compactMap { item in
      guard let cell = cellForItem(at: item), let path = indexPath(forItem: item) else { return nil }
      return (cell, path)
    }
  }
}

/// Finds a list; an error that it finds in the program's rows is the result.
///
/// - Parameter reports: false where more rows than a list can have are left out, and that is no failure.
private func performList(_ handle: Handle?, reports: Bool = true, _ body: (Engine, any RowEditing) throws -> Void) -> contactor_result {
  unsafe perform(handle, View.self) { engine, view in
    guard let list = view as? any RowEditing else { throw Failure.kind("table or collection") }
    let before = engine.listError
    engine.listError = nil
    defer { engine.listError = before }
    try body(engine, list)
    if reports, let error = engine.listError { throw Failure.state(error) }
  }
}

@c @implementation
public func contactor_list_set_source(_ list: OpaquePointer?, _ source: UnsafePointer<contactor_list_source>?) -> contactor_result {
  let functions = unsafe whole(source, \.size)
  let data = unsafe UserData(functions?.user, functions?.release)
  return unsafe performList(list, reports: false) { _, list in
    guard let functions = unsafe functions else { return list.setSource(nil) }
    guard unsafe functions.size >= MemoryLayout<contactor_list_source>.size else {
      throw Failure.value("the source's size must be sizeof(contactor_list_source)")
    }
    if unsafe functions.rows == nil { throw Failure.null("rows") }
    unsafe list.setSource(HostRows(functions, data))
  }
}

@c @implementation
public func contactor_list_reload(_ list: OpaquePointer?) -> contactor_result {
  unsafe performList(list, reports: false) { _, list in list.reloadData() }
}

@c @implementation
public func contactor_list_begin(_ list: OpaquePointer?) -> contactor_result {
  unsafe performList(list) { _, list in list.beginUpdates() }
}

@c @implementation
public func contactor_list_end(_ list: OpaquePointer?) -> contactor_result {
  unsafe performList(list) { _, list in list.endUpdates() }
}

/// The paths of some rows.
private func paths(_ section: Int, _ row: Int, _ count: Int) throws -> [IndexPath] {
  guard section >= 0, row >= 0, row <= Int(Int32.max), section <= Int(Int32.max), count >= 0, count <= 1_000_000 else {
    throw Failure.value("a million rows can change at a time, and sections and rows begin at 0")
  }
  return (row..<row + count).map { IndexPath(row: $0, section: section) }
}

@c @implementation
public func contactor_list_insert(_ list: OpaquePointer?, _ section: Int, _ row: Int, _ count: Int) -> contactor_result {
  unsafe performList(list) { _, list in list.insert(try paths(section, row, count)) }
}

@c @implementation
public func contactor_list_delete(_ list: OpaquePointer?, _ section: Int, _ row: Int, _ count: Int) -> contactor_result {
  unsafe performList(list) { _, list in list.delete(try paths(section, row, count)) }
}

@c @implementation
public func contactor_list_refresh(_ list: OpaquePointer?, _ section: Int, _ row: Int, _ count: Int) -> contactor_result {
  unsafe performList(list) { _, list in list.reload(try paths(section, row, count)) }
}

/// The path of a row that is there.
private func path(_ section: Int, _ row: Int, _ list: any RowEditing) throws -> IndexPath {
  guard section >= 0, row >= 0, row < list.count(inSection: section) else { throw Failure.value("the list has no such row") }
  return IndexPath(row: row, section: section)
}

@c @implementation
public func contactor_list_select(_ list: OpaquePointer?, _ section: Int, _ row: Int, _ isSelected: Int32) -> contactor_result {
  unsafe performList(list) { _, list in list.select(try path(section, row, list), isSelected != 0) }
}

@c @implementation
public func contactor_list_is_selected(
  _ list: OpaquePointer?, _ section: Int, _ row: Int, _ isSelected: UnsafeMutablePointer<Int32>?
) -> contactor_result {
  unsafe performList(list) { _, list in
    guard let isSelected = unsafe isSelected else { throw Failure.null("is_selected") }
    unsafe isSelected.pointee = list.isSelected(try path(section, row, list)) ? 1 : 0
  }
}

@c @implementation
public func contactor_list_scroll_to(_ list: OpaquePointer?, _ section: Int, _ row: Int, _ animated: Int32) -> contactor_result {
  unsafe performList(list) { engine, list in
    if animated != 0 { engine.catchUp() }
    list.scroll(to: try path(section, row, list), animated: animated != 0)
  }
}

@c @implementation
public func contactor_list_row_at(
  _ list: OpaquePointer?, _ point: contactor_point, _ section: UnsafeMutablePointer<Int>?, _ row: UnsafeMutablePointer<Int>?
) -> contactor_result {
  unsafe performList(list) { _, list in
    guard let section = unsafe section, let row = unsafe row else { throw Failure.null("section and row") }
    guard point.x.isFinite, point.y.isFinite, let path = list.path(at: Point(x: point.x, y: point.y)) else {
      throw Failure(CONTACTOR_ERROR_NOT_FOUND, "no row is at this point")
    }
    unsafe (section.pointee, row.pointee) = (path.section, path.row)
  }
}

@c @implementation
public func contactor_list_cells(
  _ list: OpaquePointer?, _ callback: contactor_cell_callback?, _ user: UnsafeMutableRawPointer?
) -> contactor_result {
  unsafe performList(list) { engine, list in
    guard let callback = unsafe callback else { throw Failure.null("callback") }
    list.layoutIfNeeded()
    let handle = unsafe try engine.borrow(list as View)
    for (cell, path) in list.cellsInSight { unsafe callback(user, handle, try engine.borrow(cell), path.section, path.row) }
  }
}
