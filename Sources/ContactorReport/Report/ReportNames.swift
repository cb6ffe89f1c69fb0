/// A table of names: each is kept once, within limits.
struct ReportNames {
  private(set) var list: [String] = []
  private var places: [String: Int] = [:]
  /// How many names there may be; more than that stand as `otherName`.
  private let limit: Int
  /// How many characters of a name are kept.
  static let length = 500
  /// Stands for the names that the table has no room for.
  static let otherName = "(another name)"
  /// How often a name was not kept.
  private(set) var leftOut = 0
  /// How many names were cut off.
  private(set) var shortened = 0

  init(limit: Int = ReportLimits().names) { self.limit = limit }

  /// The place of a name in the table.
  mutating func index(of name: String) -> Int {
    if let place = places[name] { return place }
    guard list.count < limit else {
      leftOut += 1
      return add(Self.otherName)
    }
    guard name.utf8.count > Self.length else { return add(name) }
    shortened += 1
    return add(String(decoding: name.utf8.prefix(Self.length), as: UTF8.self) + "…")
  }

  private mutating func add(_ name: String) -> Int {
    if let place = places[name] { return place }
    list.append(name)
    places[name] = list.count - 1
    return list.count - 1
  }
}
