import ContactorCore

/// A row of a list that is followed through changes of the rows, by its number among those of all sections.
final class ListPlace: FocusPlace {
  fileprivate(set) var index: Int
  fileprivate(set) var state = FocusPlaceState.there

  fileprivate init(_ index: Int) { self.index = index }
}

/// The rows of a list that are followed: that of the focus, and that of an open menu (contract 7.8).
///
/// A list has a handful, and forgets those that are not kept. In a batch they get their paths first, while the old rows are still
/// known, and their numbers once the new ones are.
struct ListPlaces {
  private struct Entry {
    weak var place: ListPlace?
  }

  private var entries: ContiguousArray<Entry> = []

  /// Follows a row from now on.
  mutating func follow(_ index: Int) -> ListPlace {
    let place = ListPlace(index)
    entries.removeAll { $0.place == nil }
    entries.append(Entry(place: place))
    return place
  }

  /// The places that somebody keeps.
  private var kept: ContiguousArray<ListPlace> { ContiguousArray(entries.lazy.compactMap(\.place)) }

  /// Notes that everything is loaded anew: the rows keep their numbers, and may be others.
  func loadAnew() {
    for place in kept where place.state == .there { place.state = .unknown }
  }

  /// The places with the paths that they have after a batch; of a row that goes, that of the nearest one after it that stays, or before
  /// it; `nil` if there is none.
  func paths<List: BatchUpdated>(in list: List, after batch: TableUpdates) -> [(place: ListPlace, path: IndexPath?)] {
    if entries.isEmpty { return [] }
    return kept.map { place in
      let successor = list.path(ofNumber: place.index).flatMap { batch.successor(of: $0) }
      if successor?.isSame == false, place.state == .there { place.state = .unknown }
      if successor == nil { place.state = .gone }
      return (place, successor?.path ?? list.neighbour(of: place.index, after: batch))
    }
  }

  /// Gives places their new numbers, among `count` rows; returns whether one of them has lost its row.
  static func renumber(_ places: [(place: ListPlace, path: IndexPath?)], count: Int, _ number: (IndexPath) -> Int?) -> Bool {
    for (place, path) in places {
      let found = path.flatMap(number)
      if found == nil, place.state != .gone { place.state = .gone }
      place.index = min(max(found ?? place.index, 0), max(count - 1, 0))
    }
    return places.contains { $0.place.state == .gone }
  }
}

extension BatchUpdated {
  /// The path after a batch of the nearest row that stays, after a row or before it.
  ///
  /// At most 1,000 rows each way are looked at, as many as the focus passes over.
  fileprivate func neighbour(of number: Int, after batch: TableUpdates) -> IndexPath? {
    func path(_ other: Int) -> IndexPath? {
      self.path(ofNumber: other).flatMap { batch.isMoved($0) ? nil : batch.path(after: $0) }
    }
    let reach = FocusOrder.greatestGap
    return (number..<number + reach).lazy.compactMap { path($0) }.first
      ?? (0..<min(number, reach)).lazy.compactMap { path(number - 1 - $0) }.first
  }
}
