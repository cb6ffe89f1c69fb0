/// The shapes of a block, by their elements: which number a group's shape has.
///
/// A table of its own, for it is asked for each group and begins anew with each block: it keeps its memory.
struct ShapeTable {
  private struct Entry {
    var start: Int
    var count: Int
    var hash: UInt64
  }

  private var elements: [ShapeElement] = []
  private var entries: [Entry] = []
  /// Places of the entries, from 1, by their hash, or 0 where a place is free; as many as a power of two.
  private var places = [Int32](repeating: 0, count: 512)

  /// How many shapes there are.
  var count: Int { entries.count }

  /// Forgets all shapes.
  mutating func removeAll() {
    guard !entries.isEmpty else { return }
    elements.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    for index in places.indices { places[index] = 0 }
  }

  /// The number of a shape, and whether it is new.
  mutating func number(of group: [ShapeElement]) -> (number: Int, isNew: Bool) {
    let hash = Self.hash(group)
    var place = Int(truncatingIfNeeded: hash &>> 32) & (places.count - 1)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if entries[number].hash == hash, isEqual(entries[number], group) { return (number, false) }
      place = (place + 1) & (places.count - 1)
    }
    entries.append(Entry(start: elements.count, count: group.count, hash: hash))
    elements += group
    places[place] = Int32(entries.count)
    if entries.count * 2 > places.count { grow() }
    return (entries.count - 1, true)
  }

  private func isEqual(_ entry: Entry, _ group: [ShapeElement]) -> Bool {
    guard entry.count == group.count else { return false }
    for index in 0..<group.count where elements[entry.start + index] != group[index] { return false }
    return true
  }

  private mutating func grow() {
    places = [Int32](repeating: 0, count: places.count * 2)
    for (number, entry) in entries.enumerated() {
      var place = Int(truncatingIfNeeded: entry.hash &>> 32) & (places.count - 1)
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(number + 1)
    }
  }

  private static func hash(_ group: [ShapeElement]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for element in group {
      let modes = UInt64(element.mode.rawValue) &<< 8 | UInt64(element.clock.rawValue)
      hash = (hash ^ UInt64(element.head)) &* 0x9E37_79B9_7F4A_7C15
      hash = (hash ^ UInt64(UInt32(bitPattern: element.constant)) ^ modes &<< 40) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash &>> 29
    }
    return hash
  }
}
