import ContactorControls
import ContactorCore

extension Operation {
  /// Grids and outlines.
  static let grids: [Operation] = collections + outlines

  private static let grid = Domain.control("CollectionView")
  private static let outline = Domain.control("OutlineView")

  private static let collections: [Operation] = [
    Operation("gridSource", "$0.dataSource = $1", [grid, .delegateOrNil], weight: 3) {
      $0.the(0, CollectionView.self).dataSource = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("reloadGrid", "$0.reloadData()", [grid]) { $0.the(0, CollectionView.self).reloadData() },
    Operation(
      "itemSize", "($0.itemSize, $0.spacing) = (Size(width: $1, height: $2), Size(width: $3, height: $3))",
      [grid, .length, .length, .number]
    ) {
      let view = $0.the(0, CollectionView.self)
      let size = Size(width: $0.value(1, .lengths), height: $0.value(2, .lengths))
      (view.itemSize, view.spacing) = (size, Size(width: $0.number(3), height: $0.number(3)))
    },
    setting("selectsItems", "allowsSelection", grid, \CollectionView.allowsSelection, .flags),
    setting("selectsManyItems", "allowsMultipleSelection", grid, \CollectionView.allowsMultipleSelection, .flags),
    Operation("selectGridItem", "$0.selectItem(at: $1)", [grid, .count]) { $0.the(0, CollectionView.self).selectItem(at: $0.count(1)) },
    Operation("deselectGridItem", "$0.deselectItem(at: $1)", [grid, .count], weight: 1) {
      $0.the(0, CollectionView.self).deselectItem(at: $0.count(1))
    },
    Operation("scrollToGridItem", "$0.scrollToItem(at: $1, animated: $2)", [grid, .count, .flag]) {
      $0.the(0, CollectionView.self).scrollToItem(at: $0.count(1), animated: $0.flag(2))
    },
    Operation("gridError", "do { let w = Witness(\"$1\"); $0.onError = { _, _ in w.call() } }", [grid, .closure]) {
      let witness = $0.closure(1)
      $0.the(0, CollectionView.self).onError = { _, _ in witness.call() }
    },
    Operation(
      "clickItems", "for cell in $0.visibleItems { _ = $0?.cellForItem(at: cell)?.removeFromSuperview() }", [grid], weight: 1
    ) {
      for item in $0.the(0, CollectionView.self).visibleItems {
        _ = $0.maybe(0, CollectionView.self)?.cellForItem(at: item)?.removeFromSuperview()
      }
    },
    Operation("readColumns", "_ = $0.numberOfColumns", [grid], weight: 1) { _ = $0.the(0, CollectionView.self).numberOfColumns },
    Operation(
      "readGrid", "_ = ($0.rectForItem(at: $1), $0.cellForItem(at: $1), $0.item(at: Point(x: $2, y: $3)), $0.visibleItems)",
      [grid, .count, .coordinate, .extent], weight: 1
    ) {
      let view = $0.the(0, CollectionView.self)
      let point = Point(x: $0.value(2, .coordinates), y: $0.value(3, .extents))
      _ = (view.rectForItem(at: $0.count(1)), view.cellForItem(at: $0.count(1)), view.item(at: point), view.visibleItems)
    },
  ]

  private static let outlines: [Operation] = [
    Operation("outlineSource", "$0.outlineDataSource = $1", [outline, .delegateOrNil], weight: 3) {
      $0.the(0, OutlineView.self).outlineDataSource = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("reloadOutline", "$0.reloadItems()", [outline]) { $0.the(0, OutlineView.self).reloadItems() },
    Operation("expandItem", "$0.expandItem(TreeItem($1))", [outline, .count], weight: 4) {
      $0.the(0, OutlineView.self).expandItem(TreeItem($0.count(1)))
    },
    Operation(
      "expandDeep",
      "do { var item = $1; for _ in 0..<70 { _ = $0?.expandItem(TreeItem(item)); item = childNumber(0, TreeItem(item)) } }",
      [outline, .count]
    ) {
      var item = $0.count(1)
      for _ in 0..<70 {
        _ = $0.maybe(0, OutlineView.self)?.expandItem(TreeItem(item))
        item = TreeItem.number(0, of: TreeItem(item))
      }
    },
    Operation("collapseItem", "$0.collapseItem(TreeItem($1))", [outline, .count]) {
      $0.the(0, OutlineView.self).collapseItem(TreeItem($0.count(1)))
    },
    Operation(
      "readOutline", "_ = ($0.item(atRow: $1), $0.row(forItem: TreeItem($1)), $0.level(forRow: $1), $0.isItemExpanded(TreeItem($1)))",
      [outline, .count],
      weight: 1
    ) {
      let view = $0.the(0, OutlineView.self)
      let number = $0.count(1)
      _ = (view.item(atRow: number), view.row(forItem: TreeItem(number)), view.level(forRow: number), view.isItemExpanded(TreeItem(number)))
    },
  ]
}
