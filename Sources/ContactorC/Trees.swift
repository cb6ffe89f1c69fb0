// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore

/// The C functions that a tree's items come from; the root's number is 0.
@safe final class HostTree {
  let functions: contactor_tree_source
  let data: UserData

  init(_ functions: contactor_tree_source, _ data: UserData) {
    unsafe self.functions = functions
    self.data = data
  }

  func children(_ item: AnyHashable?) -> Int {
    unsafe functions.children.map { unsafe HostRows.count($0(data.user, Self.number(item))) } ?? 0
  }

  func child(_ index: Int, _ item: AnyHashable?) -> AnyHashable? {
    unsafe functions.child.map { unsafe $0(data.user, Self.number(item), index) }
  }

  func isBranch(_ item: AnyHashable) -> Bool {
    unsafe functions.is_branch.map { unsafe $0(data.user, Self.number(item)) != 0 } ?? (children(item) > 0)
  }

  func title(_ item: AnyHashable) -> String {
    unsafe functions.title.map { title in unsafe text { unsafe title(data.user, Self.number(item), $0, $1) } } ?? ""
  }

  func select(_ tree: Handle?, _ item: AnyHashable) { unsafe functions.selected?(data.user, tree, Self.number(item)) }

  static func number(_ item: AnyHashable?) -> UInt64 { item?.base as? UInt64 ?? 0 }
}

/// A view with items of a C program.
protocol TreeView: View {
  func setTree(_ tree: HostTree?)
  func reloadTree()
}

/// An outline with items of a C program.
final class HostOutline: OutlineView, TreeView, ListView, OutlineViewDataSource, OutlineViewDelegate {
  weak var engine: Engine?
  private var tree: HostTree?

  func setTree(_ new: HostTree?) {
    let old = tree
    tree = new
    if new != nil { register(TableViewCell.self, forReuse: HostRows.reuse) }
    outlineDataSource = new == nil ? nil : self
    delegate = new == nil ? nil : self
    reloadItems()
    withExtendedLifetime(old) {}
  }

  func reloadTree() { reloadItems() }

  func setSource(_ source: HostRows?) { setTree(nil) }

  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int { tree?.children(item) ?? 0 }

  func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? { tree?.child(index, item) }

  func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { tree?.isBranch(item) ?? false }

  func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
    let cell = dequeueReusableCell(withIdentifier: HostRows.reuse)
    cell.text = tree?.title(item)
    return cell
  }

  func tableView(_ tableView: TableView, didSelectRowAt path: IndexPath) {
    if let item = item(atRow: path.row) { unsafe tree?.select(engine?.handleOrNull(of: self), item) }
  }
}

/// A browser with items of a C program.
final class HostBrowser: Browser, TreeView, ListView, BrowserDelegate {
  weak var engine: Engine?
  private var tree: HostTree?

  func setTree(_ new: HostTree?) {
    let old = tree
    tree = new
    browserDelegate = new == nil ? nil : self
    loadColumnZero()
    withExtendedLifetime(old) {}
  }

  func reloadTree() { loadColumnZero() }

  func setSource(_ source: HostRows?) { setTree(nil) }

  func browser(_ browser: Browser, numberOfChildrenOfItem item: AnyHashable?) -> Int { tree?.children(item) ?? 0 }

  func browser(_ browser: Browser, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? { tree?.child(index, item) }

  func browser(_ browser: Browser, isLeafItem item: AnyHashable) -> Bool { !(tree?.isBranch(item) ?? false) }

  func browser(_ browser: Browser, titleForItem item: AnyHashable) -> String { tree?.title(item) ?? "" }

  func browser(_ browser: Browser, didSelectRow row: Int, inColumn column: Int) {
    guard let tree else { return }
    // The item is the row's, of the item's that the columns before have selected.
    var item: AnyHashable?
    for before in 0..<column { item = tree.child(selectedRow(inColumn: before), item) }
    if row >= 0, let chosen = tree.child(row, item) { unsafe tree.select(engine?.handleOrNull(of: self), chosen) }
  }
}

@c @implementation
public func contactor_tree_set_source(_ tree: OpaquePointer?, _ source: UnsafePointer<contactor_tree_source>?) -> contactor_result {
  let functions = unsafe whole(source, \.size)
  let data = unsafe UserData(functions?.user, functions?.release)
  return unsafe perform(tree, View.self) { _, view in
    guard let view = view as? any TreeView else { throw Failure.kind("outline or browser") }
    guard let functions = unsafe functions else { return view.setTree(nil) }
    guard unsafe functions.size >= MemoryLayout<contactor_tree_source>.size else {
      throw Failure.value("the source's size must be sizeof(contactor_tree_source)")
    }
    if unsafe functions.children == nil || functions.child == nil || functions.title == nil {
      throw Failure.null("children, child and title")
    }
    unsafe view.setTree(HostTree(functions, data))
  }
}

@c @implementation
public func contactor_tree_reload(_ tree: OpaquePointer?) -> contactor_result {
  unsafe perform(tree, View.self) { _, view in
    guard let view = view as? any TreeView else { throw Failure.kind("outline or browser") }
    view.reloadTree()
  }
}

@c @implementation
public func contactor_outline_expand(_ outline: OpaquePointer?, _ item: UInt64, _ isExpanded: Int32) -> contactor_result {
  unsafe performView(outline, HostOutline.self) { _, outline in
    let isDone = isExpanded != 0 ? outline.expandItem(item) : outline.collapseItem(item)
    if !isDone, outline.isItemExpanded(item) != (isExpanded != 0) {
      throw Failure(CONTACTOR_ERROR_NOT_FOUND, "the item \(item) is not shown, or has no children")
    }
  }
}

// MARK: - Scrolling, pages

@c @implementation
public func contactor_scroll_to(_ view: OpaquePointer?, _ offset: contactor_point, _ animated: Int32) -> contactor_result {
  unsafe performView(view, ScrollView.self) { engine, view in
    if animated != 0 { engine.catchUp() }
    view.setContentOffset(try offset.checked(), animated: animated != 0)
  }
}

extension View {
  /// How many levels of views are in this one, itself included.
  fileprivate var levels: Int { 1 + (subviews.map(\.levels).max() ?? 0) }

  /// How many views this one is in.
  fileprivate var depth: Int { superview.map { $0.depth + 1 } ?? 0 }

  /// Whether a view is this one, or in it, also as a page that is not shown.
  fileprivate func reaches(_ view: View) -> Bool {
    self === view || subviews.contains { $0.reaches(view) } || (self as? PageView)?.pages.contains { $0.reaches(view) } == true
  }
}

extension Engine {
  /// Takes a page out of its page view.
  func removePage(_ page: View) {
    guard let pages = pageViews.removeValue(forKey: ObjectIdentifier(page)) else { return }
    pages.pages.removeAll { $0 === page }
  }
}

@c @implementation
public func contactor_page_view_add(_ pages: OpaquePointer?, _ page: OpaquePointer?) -> contactor_result {
  unsafe performView(pages, PageView.self) { engine, pages in
    let page = unsafe try engine.needed(page, View.self)
    if page is Window || page.reaches(pages) { throw Failure.state("the view cannot be a page of this view") }
    if pages.depth + 1 + page.levels > View.maximumDepth { throw Failure.state("views are \(View.maximumDepth) levels deep at most") }
    if engine.pageViews[ObjectIdentifier(page)] === pages { return }
    engine.removePage(page)
    page.removeFromSuperview()
    engine.pageViews[ObjectIdentifier(page)] = pages
    pages.pages.append(page)
  }
}
