/// The object that knows a grid's items (contract 8.4).
public protocol CollectionViewDataSource: AnyObject {
  /// The number of items; a negative one is an error and counts as 0.
  func numberOfItems(in collectionView: CollectionView) -> Int
  /// A cell for an item, from `dequeueReusableCell`; one cell shows one item at a time.
  func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell?
}

/// The object that decides what happens to a grid's items.
///
/// A grid's `delegate` that conforms to it gets these calls beside those of a scroll view's.
public protocol CollectionViewDelegate: ScrollViewDelegate {
  /// Whether a tap selects an item; true by default.
  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool
  /// A user selected an item.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int)
  /// A user deselected an item, or selected another in its place.
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt item: Int)
  /// The data source said something that cannot be.
  func collectionView(_ collectionView: CollectionView, didFind error: TableError)
}

extension CollectionViewDelegate {
  /// Every item can be selected.
  public func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool { true }

  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int) {}

  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didDeselectItemAt item: Int) {}

  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didFind error: TableError) {}
}
