public import ContactorCore

/// The object that knows an outline's items; `nil` stands for what holds the outermost ones.
public protocol OutlineViewDataSource: AnyObject {
  /// The number of items inside an item; a negative one is an error and counts as 0.
  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int
  /// An item inside an item; two items are the same if they are equal.
  func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable?
  /// Whether an item can hold others.
  func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool
  /// A cell for an item, from `dequeueReusableCell`.
  func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell?
}

/// The object that decides what an outline expands and collapses; every method has a default.
public protocol OutlineViewDelegate: TableViewDelegate {
  /// Whether an item may be expanded; true by default.
  func outlineView(_ outlineView: OutlineView, shouldExpandItem item: AnyHashable) -> Bool
  /// Whether an item may be collapsed; true by default.
  func outlineView(_ outlineView: OutlineView, shouldCollapseItem item: AnyHashable) -> Bool
}

extension OutlineViewDelegate {
  /// Every item may be expanded.
  public func outlineView(_ outlineView: OutlineView, shouldExpandItem item: AnyHashable) -> Bool { true }

  /// Every item may be collapsed.
  public func outlineView(_ outlineView: OutlineView, shouldCollapseItem item: AnyHashable) -> Bool { true }
}

/// A table whose rows hold others, which a tap on the row's sign shows and hides (contract 8.4).
///
/// Set `outlineDataSource`; the table's own data source is the outline. An item that is collapsed remembers which items inside it were
/// expanded.
open class OutlineView: TableView {
  /// An item was expanded; posted only if it was collapsed.
  public struct ItemDidExpand: TypedNotification {
    /// The outline.
    public let sender: OutlineView
    /// The item.
    public let item: AnyHashable
  }

  /// An item was collapsed; posted only if it was expanded.
  public struct ItemDidCollapse: TypedNotification {
    /// The outline.
    public let sender: OutlineView
    /// The item.
    public let item: AnyHashable
  }

  /// An item that has a row.
  fileprivate struct Node {
    /// Greater than those of the nodes that were made before.
    let number: Int
    let item: AnyHashable
    let level: Int
    let isExpandable: Bool
    var isExpanded = false
  }

  /// The additional indentation of each level: 16 points, as in AppKit.
  public static let indentationPerLevel = 16.0
  /// The greatest number of items inside one item: 1,000,000.
  public static let maximumNumberOfChildren = 1_000_000
  /// The greatest depth of items inside items: 64; deeper ones are not expandable.
  public static let maximumLevel = 64

  /// The object that knows the items; held weakly.
  ///
  /// Setting it loads the outline.
  public weak var outlineDataSource: (any OutlineViewDataSource)? {
    didSet { if outlineDataSource !== oldValue { reloadItems() } }
  }

  private let rows = OutlineRows()
  private var expanded: Set<AnyHashable> = []
  fileprivate var nodes: ContiguousArray<Node> = []
  /// The items of the rows that the table has while a batch changes `nodes`; `nil` while they are the same.
  private var formerNodes: ContiguousArray<Node>?
  /// The number of nodes that were made, and that before the first change of a batch.
  private var (made, madeBefore) = (0, 0)
  private var version = 0

  /// Creates an outline without items.
  override public init(frame: Rect) {
    super.init(frame: frame)
    rows.outline = self
    dataSource = rows
  }

  // MARK: Items

  /// Asks the data source for everything anew; items that were expanded and are still there are expanded.
  ///
  /// The data source is asked about no item that it had before.
  public func reloadItems() {
    guard loads < Self.nestingLimit else { return refuse() }
    version += 1
    let current = version
    let old = (nodes, formerNodes)
    (nodes, formerNodes) = ([], nil)
    loads += 1
    var found: ContiguousArray<Node> = []
    if takeRowsOff(), version == current { gather(nil, level: 0, into: &found, current) }
    loads -= 1
    if version == current {
      nodes = found
      reloadData()
    }
    withExtendedLifetime(old) {}
  }

  override func reloadAll() { reloadItems() }

  /// Appends the items inside an item, and those inside the expanded ones of them.
  private func gather(_ parent: AnyHashable?, level: Int, into found: inout ContiguousArray<Node>, _ current: Int) {
    guard let source = outlineDataSource, level < Self.maximumLevel else { return }
    let count = source.outlineView(self, numberOfChildrenOfItem: parent)
    guard version == current else { return }
    if count < 0 || count > Self.maximumNumberOfChildren { report(.invalidRowCount(count, section: 0)) }
    for index in 0..<min(max(count, 0), Self.maximumNumberOfChildren) {
      guard version == current, found.count < Self.maximumNumberOfChildren, let source = outlineDataSource else { return }
      guard let item = source.outlineView(self, child: index, ofItem: parent) else {
        report(.invalidIndexPath(IndexPath(row: index)))
        continue
      }
      guard version == current else { return }
      let isExpandable = level + 1 < Self.maximumLevel && source.outlineView(self, isItemExpandable: item)
      guard version == current else { return }
      let isExpanded = isExpandable && expanded.contains(item)
      guard version == current else { return }
      made += 1
      found.append(Node(number: made, item: item, level: level, isExpandable: isExpandable, isExpanded: isExpanded))
      // An item inside itself would never end; the levels are counted, and so are the rows.
      if isExpanded { gather(item, level: level + 1, into: &found, current) }
    }
  }

  /// The item of a row; `nil` for a row that there is not.
  public final func item(atRow row: Int) -> AnyHashable? { nodes.indices.contains(row) ? nodes[row].item : nil }

  /// The row of an item; `nil` if it has none; O(rows).
  public final func row(forItem item: AnyHashable) -> Int? { nodes.firstIndex { $0.item == item } }

  /// The level of a row, 0 for the outermost.
  public final func level(forRow row: Int) -> Int { nodes.indices.contains(row) ? nodes[row].level : 0 }

  /// Whether an item is expanded.
  public final func isItemExpanded(_ item: AnyHashable) -> Bool { find(item)?.node.isExpanded ?? false }

  /// The row of an item with what it shows; `nil` also where the comparison of items, the user's code, changes the rows.
  private func find(_ item: AnyHashable) -> (row: Int, node: Node)? {
    let current = version
    guard let row = row(forItem: item), version == current, nodes.indices.contains(row) else { return nil }
    return (row, nodes[row])
  }

  // MARK: Expanding

  /// Shows the rows inside an item; does nothing if it is expanded, or not expandable.
  ///
  /// - Returns: whether the item was expanded.
  @discardableResult
  public func expandItem(_ item: AnyHashable) -> Bool {
    guard let (row, node) = find(item), node.isExpandable, !node.isExpanded else { return false }
    var current = version
    guard (delegate as? any OutlineViewDelegate)?.outlineView(self, shouldExpandItem: item) ?? true, version == current else {
      return false
    }
    noteBatch()
    version += 1
    current = version
    var found: ContiguousArray<Node> = []
    gather(item, level: node.level + 1, into: &found, current)
    guard version == current else { return false }
    remember(item, isExpanded: true)
    guard version == current, nodes.indices.contains(row) else { return false }
    nodes[row].isExpanded = true
    nodes.insert(contentsOf: found, at: row + 1)
    if formerNodes == nil {
      insertRows(at: found.indices.map { IndexPath(row: row + 1 + $0) })
      rowChanged(item)
    }
    application?.notifications.post(ItemDidExpand(sender: self, item: item))
    return true
  }

  /// Hides the rows inside an item; does nothing if it is not expanded.
  ///
  /// - Returns: whether the item was collapsed.
  @discardableResult
  public func collapseItem(_ item: AnyHashable) -> Bool {
    guard let (row, node) = find(item), node.isExpanded else { return false }
    var current = version
    guard (delegate as? any OutlineViewDelegate)?.outlineView(self, shouldCollapseItem: item) ?? true, version == current else {
      return false
    }
    noteBatch()
    version += 1
    current = version
    remember(item, isExpanded: false)
    guard version == current, nodes.indices.contains(row) else { return false }
    let end = nodes[(row + 1)...].firstIndex { $0.level <= nodes[row].level } ?? nodes.count
    let old = nodes
    var rest = old
    rest[row].isExpanded = false
    rest.removeSubrange(row + 1..<end)
    nodes = rest
    if formerNodes == nil {
      deleteRows(at: (row + 1..<end).map { IndexPath(row: $0) })
      rowChanged(item)
    }
    application?.notifications.post(ItemDidCollapse(sender: self, item: item))
    withExtendedLifetime(old) {}
    return true
  }

  /// Keeps whether an item is expanded; the set is replaced as a whole, as items may be the user's objects.
  private func remember(_ item: AnyHashable, isExpanded: Bool) {
    let old = expanded
    var new = old
    if isExpanded { new.insert(item) } else { new.remove(item) }
    expanded = new
    withExtendedLifetime(old) {}
  }

  // MARK: Batches

  /// The items of the rows that the table has.
  private var tableNodes: ContiguousArray<Node> { formerNodes ?? nodes }

  /// Keeps the items as they are before the first change of a batch: their rows are compared at its end, as each call may name others.
  private func noteBatch() {
    if updateDepth > 0, formerNodes == nil, isSettled { (formerNodes, madeBefore) = (nodes, made) }
  }

  /// Names the rows that came and went since the batch began: items that stay are in the same order.
  override func gatherOwnChanges() {
    guard let old = formerNodes else { return }
    var (removed, inserted): ([IndexPath], [IndexPath]) = ([], [])
    var row = 0
    func skipNew() {
      while row < nodes.count, nodes[row].number > madeBefore {
        inserted.append(IndexPath(row: row))
        row += 1
      }
    }
    for (place, node) in old.enumerated() {
      skipNew()
      if row < nodes.count, nodes[row].number == node.number {
        if let cell = cellForRow(at: IndexPath(row: place)) { mark(cell, row) }
        row += 1
      } else {
        removed.append(IndexPath(row: place))
      }
    }
    skipNew()
    formerNodes = nil
    deleteRows(at: removed)
    insertRows(at: inserted)
    withExtendedLifetime(old) {}
  }

  /// The table asks how many rows there are, and has those of the present items from here on.
  fileprivate func countRows() -> Int {
    let old = formerNodes
    formerNodes = nil
    withExtendedLifetime(old) {}
    return nodes.count
  }

  /// The data source's cell of a row that the table has, with the signs of its item.
  fileprivate func cell(forRow row: Int) -> TableViewCell? {
    let nodes = tableNodes
    guard nodes.indices.contains(row) else { return nil }
    let cell = outlineDataSource?.outlineView(self, cellForItem: nodes[row].item)
    if let cell, !cell.isShown, tableNodes.indices.contains(row) { mark(cell, tableNodes[row]) }
    return cell
  }

  private func rowChanged(_ item: AnyHashable) {
    guard let row = row(forItem: item), let cell = cellForRow(at: IndexPath(row: row)) else { return }
    mark(cell, row)
  }

  private func mark(_ cell: TableViewCell, _ row: Int) {
    if nodes.indices.contains(row) { mark(cell, nodes[row]) }
  }

  private func mark(_ cell: TableViewCell, _ node: Node) {
    cell.indentation = Double(node.level) * Self.indentationPerLevel + TableViewCell.accessoryWidth / 2
    cell.disclosure = node.isExpandable ? (node.isExpanded ? .expanded : .collapsed) : .none
  }

  // MARK: Touches and accessibility

  /// Expands or collapses the row whose sign is tapped.
  override func takesTap(on path: IndexPath, at point: Point) -> Bool {
    let nodes = tableNodes
    guard let cell = cellForRow(at: path), cell.disclosure != .none, nodes.indices.contains(path.row),
      cell.contentFrame(for: .disclosure).contains(cell.convert(point, from: self))
    else { return false }
    toggle(nodes[path.row])
    return true
  }

  private func toggle(_ node: Node) {
    if node.isExpanded { collapseItem(node.item) } else { expandItem(node.item) }
  }

  /// The actions that an outline takes by name: in addition to a table's, `moveRight:` expands the selected row and `moveLeft:` collapses
  /// it, or selects the row around it.
  override open class var actions: [Action] {
    super.actions + [
      Action("moveRight:") { (outline: OutlineView) in { (_: AnyObject) in outline.moveIn() } },
      Action("moveLeft:") { (outline: OutlineView) in { (_: AnyObject) in outline.moveOut() } },
    ]
  }

  private func moveIn() {
    let nodes = tableNodes
    if let row = firstSelectedItem, nodes.indices.contains(row) { expandItem(nodes[row].item) }
  }

  private func moveOut() {
    let before = tableNodes
    guard let row = firstSelectedItem, before.indices.contains(row), !collapseItem(before[row].item) else { return }
    let nodes = tableNodes
    guard nodes.indices.contains(row), let parent = nodes[..<row].lastIndex(where: { $0.level < nodes[row].level }) else { return }
    tapItem(parent)
  }

  /// `Expand` or `Collapse`, for a row that holds others, and the row's swipe actions.
  override open func customAccessibilityActions(at index: Int? = nil) -> [String] {
    let others = super.customAccessibilityActions(at: index)
    let nodes = tableNodes
    guard let index, nodes.indices.contains(index), nodes[index].isExpandable else { return others }
    return [nodes[index].isExpanded ? "Collapse" : "Expand"] + others
  }

  /// Expands, collapses, or does what a table does.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    let nodes = tableNodes
    guard !isHidden, let index, nodes.indices.contains(index), nodes[index].isExpandable,
      action == .custom(nodes[index].isExpanded ? "Collapse" : "Expand")
    else { return super.performAccessibility(action, at: index) }
    toggle(nodes[index])
    return true
  }
}

/// The data source of an outline's rows.
private final class OutlineRows: TableViewDataSource {
  weak var outline: OutlineView?

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { outline?.countRows() ?? 0 }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    outline?.cell(forRow: indexPath.row)
  }
}
