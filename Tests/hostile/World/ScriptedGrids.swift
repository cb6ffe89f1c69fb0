import ContactorControls
import ContactorCore

// Grids and outlines, and the data source whose items change from one question to the next.

/// A grid.
final class ScriptedCollectionView: CollectionView, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func didScroll() { script.play(.didScroll) { super.didScroll() } }
  override func layoutSubviews() { script.play(.layoutSubviews) { super.layoutSubviews() } }
}

/// An outline.
final class ScriptedOutlineView: OutlineView, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
}

extension Script {
  /// A cell for a view that has none of its own to give.
  fileprivate func row(_ number: Int, else dequeued: () -> TableViewCell) -> TableViewCell? {
    if number < 0 { return nil }
    return number == 0 ? dequeued() : world.object(Kind.row.base + number % Kind.row.count) as? TableViewCell
  }
}

extension ScriptedDelegate: CollectionViewDataSource, CollectionViewDelegate {
  func numberOfItems(in collectionView: CollectionView) -> Int { script.count(.numberOfItems) { 30 } }
  func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell? {
    script.row(script.count(.cellForItem) { 0 }) { collectionView.dequeueReusableCell(withIdentifier: "cell") }
  }
  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool { script.ask(.shouldSelectItem) { true } }
  func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int) { script.play(.didSelectItem) }
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt item: Int) { script.play(.didDeselectItem) }
  func collectionView(_ collectionView: CollectionView, didFind error: TableError) { script.play(.didFindItemError) }
}

extension ScriptedDelegate: OutlineViewDataSource, OutlineViewDelegate {
  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
    script.world.spend(script.count(.numberOfChildren) { 3 })
  }
  func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    script.item(.child, index, of: item)
  }
  func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { script.ask(.isExpandable) { true } }
  func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
    script.row(script.count(.cellForNode) { 0 }, in: outlineView)
  }
  func outlineView(_ outlineView: OutlineView, shouldExpandItem item: AnyHashable) -> Bool { script.ask(.shouldExpand) { true } }
  func outlineView(_ outlineView: OutlineView, shouldCollapseItem item: AnyHashable) -> Bool { script.ask(.shouldCollapse) { true } }
}
