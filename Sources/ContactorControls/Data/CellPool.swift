import ContactorCore

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
    for index in kinds.indices where kinds[index].identifier == identifier {
      let cell = kinds[index].waiting.popLast()
      cell?.isWaiting = false
      return cell
    }
    return nil
  }

  /// A waiting cell that is neither hidden nor shown by a row; `nil` if there is none.
  var visible: TableViewCell? {
    for kind in kinds.indices {
      for place in kinds[kind].waiting.indices.reversed() {
        let cell = kinds[kind].waiting[place]
        if !cell.isHidden, !cell.isShown { return cell }
      }
    }
    return nil
  }

  func maker(of identifier: String) -> (() -> TableViewCell)? { kinds.first { $0.identifier == identifier }?.make }

  /// Keeps a cell for later; returns false if enough are waiting.
  mutating func put(_ cell: TableViewCell) -> Bool {
    guard let identifier = cell.reuseIdentifier else { return false }
    if cell.isWaiting { return true }
    let index = place(of: identifier)
    guard kinds[index].waiting.count < Self.limit else { return false }
    cell.isWaiting = true
    kinds[index].waiting.append(cell)
    return true
  }

  private mutating func place(of identifier: String) -> Int {
    for index in kinds.indices where kinds[index].identifier == identifier { return index }
    kinds.append(Kind(identifier: identifier))
    return kinds.count - 1
  }
}
