/// The cells of a table that wait to be used again, and how new ones are made.
///
/// A cell that waits stays a hidden subview, so that scrolling neither adds nor removes views.
struct CellPool {
  private struct Kind {
    let identifier: String
    var make: (() -> TableViewCell)?
    var waiting: ContiguousArray<TableViewCell> = []
  }

  /// The greatest number of cells of one kind that wait: 64, more than a screen shows.
  static let limit = 64

  private var kinds: ContiguousArray<Kind> = []

  mutating func register(_ identifier: String, _ make: @escaping () -> TableViewCell) -> Any? {
    let index = place(of: identifier)
    let old = kinds[index].make
    kinds[index].make = make
    return old
  }

  /// A waiting cell, if there is one.
  mutating func take(_ identifier: String) -> TableViewCell? {
    guard let index = kinds.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    return kinds[index].waiting.popLast()
  }

  func maker(of identifier: String) -> (() -> TableViewCell)? { kinds.first { $0.identifier == identifier }?.make }

  /// Keeps a cell for later; returns false if enough are waiting.
  mutating func put(_ cell: TableViewCell) -> Bool {
    guard let identifier = cell.reuseIdentifier else { return false }
    let index = place(of: identifier)
    guard kinds[index].waiting.count < Self.limit else { return false }
    if kinds[index].waiting.contains(where: { $0 === cell }) { return true }
    kinds[index].waiting.append(cell)
    return true
  }

  private mutating func place(of identifier: String) -> Int {
    if let index = kinds.firstIndex(where: { $0.identifier == identifier }) { return index }
    kinds.append(Kind(identifier: identifier))
    return kinds.count - 1
  }
}
