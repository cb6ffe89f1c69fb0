import ContactorCore

/// The cells of a table that wait to be used again, and how new ones are made.
///
/// A cell that waits stays a hidden subview, so that scrolling neither adds nor removes views. The waiting cells of a kind form a list
/// through `nextWaiting`, and the kind that was used last stands apart: so a cell comes and goes without a look at an array's storage.
struct CellPool {
  private struct Kind {
    var identifier = ""
    var make: (() -> TableViewCell)?
    /// The cell that was put last.
    var first: TableViewCell?
    var count = 0
  }

  /// The greatest number of cells of one kind that wait: 64, more than a screen shows.
  static let limit = 64

  /// The kind that was used last.
  private var current = Kind()
  private var others: ContiguousArray<Kind> = []

  mutating func register(_ identifier: String, _ make: @escaping () -> TableViewCell) -> Any? {
    if current.identifier != identifier { turn(to: identifier) }
    let old = current.make
    current.make = make
    return old
  }

  /// A waiting cell, if there is one.
  @inline(__always)
  mutating func take(_ identifier: String) -> TableViewCell? {
    if current.identifier != identifier { turn(to: identifier) }
    guard let cell = current.first.take() else { return nil }
    current.first = cell.nextWaiting.take()
    current.count -= 1
    cell.isWaiting = false
    return cell
  }

  /// A waiting cell that is neither hidden nor shown by a row; `nil` if there is none.
  var visible: TableViewCell? {
    for place in -1..<others.count {
      var next = place < 0 ? current.first : others[place].first
      while let cell = next {
        if !cell.isHidden, !cell.isShown { return cell }
        next = cell.nextWaiting
      }
    }
    return nil
  }

  func maker(of identifier: String) -> (() -> TableViewCell)? {
    if current.identifier == identifier { return current.make }
    return others.first { $0.identifier == identifier }?.make
  }

  /// Keeps a cell for later; returns false if enough are waiting.
  @inline(__always)
  mutating func put(_ cell: TableViewCell) -> Bool {
    guard let identifier = cell.reuseIdentifier else { return false }
    if cell.isWaiting { return true }
    if current.identifier != identifier { turn(to: identifier) }
    guard current.count < Self.limit else { return false }
    current.count += 1
    cell.isWaiting = true
    // Exchanged, so that nothing is released.
    var waiting: TableViewCell? = cell
    swap(&current.first, &waiting)
    swap(&cell.nextWaiting, &waiting)
    return true
  }

  /// Makes the kind of an identifier the current one.
  @inline(never)
  private mutating func turn(to identifier: String) {
    if let place = others.firstIndex(where: { $0.identifier == identifier }) {
      swap(&current, &others[place])
    } else {
      others.append(current)
      current = Kind(identifier: identifier)
    }
  }
}
