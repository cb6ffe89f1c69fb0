/// A table of names: each is kept once.
struct ReportNames {
  private(set) var list: [String] = []
  private var places: [String: Int] = [:]

  /// The place of a name in the table.
  mutating func index(of name: String) -> Int {
    if let place = places[name] { return place }
    list.append(name)
    places[name] = list.count - 1
    return list.count - 1
  }
}
