/// The object that knows a grid's items (contract 8.4).
///
/// A grid of one section needs `numberOfItems(in:)` and `collectionView(_:cellForItemAt:)` with a number; a grid of several sections the
/// methods with sections and paths, which by default ask the others.
public protocol CollectionViewDataSource: AnyObject {
  /// The number of items of a grid of one section; a negative one is an error and counts as 0.
  func numberOfItems(in collectionView: CollectionView) -> Int
  /// A cell for an item by its number among all, from `dequeueReusableCell`; one cell shows one item at a time.
  func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell?
  /// The number of sections; 1 by default; a negative one is an error and counts as 0.
  func numberOfSections(in collectionView: CollectionView) -> Int
  /// The number of items of a section; by default section 0 has `numberOfItems(in:)`, and the others none.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
  /// A cell for an item by its path; by default that for its number.
  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> TableViewCell?
  /// The title of a section's header; `nil`, the default, for no header.
  func collectionView(_ collectionView: CollectionView, titleForHeaderInSection section: Int) -> String?
  /// Whether a user may remove an item by the delete key; false by default.
  func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool
  /// A user wants an item removed: remove it, then call `deleteItems(at:)`.
  func collectionView(_ collectionView: CollectionView, deleteItemAt indexPath: IndexPath)
}

extension CollectionViewDataSource {
  /// No items.
  public func numberOfItems(in collectionView: CollectionView) -> Int { 0 }

  /// No cell.
  public func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell? { nil }

  /// One section.
  public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

  /// `numberOfItems(in:)` in section 0.
  public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
    section == 0 ? numberOfItems(in: collectionView) : 0
  }

  /// The cell for the item's number.
  public func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> TableViewCell? {
    collectionView.item(at: indexPath).flatMap { self.collectionView(collectionView, cellForItemAt: $0) }
  }

  /// No header.
  public func collectionView(_ collectionView: CollectionView, titleForHeaderInSection section: Int) -> String? { nil }

  /// No item may be removed.
  public func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool { false }

  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, deleteItemAt indexPath: IndexPath) {}
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
