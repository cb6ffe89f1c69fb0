/// The graph of gestures that wait for others to fail, to find circles, which would wait for ever.
struct WaitGraph {
  /// The gestures' ids.
  private let ids: [String]
  /// The gestures that each one waits for, as indices; not itself.
  private let required: [[Int]]
  /// The number of requirements that were followed, for tests: each is followed at most twice.
  private(set) var steps = 0

  /// Creates the graph; names that no gesture has are left out.
  init(_ gestures: [LayoutGesture]) {
    ids = gestures.map(\.id)
    let places = Dictionary(gestures.enumerated().map { ($1.id, $0) }) { _, last in last }
    required = gestures.enumerated().map { index, gesture in
      gesture.requireToFail.compactMap { places[$0] }.filter { $0 != index && gestures[$0].id != gesture.id }
    }
  }

  /// For each group of gestures that all wait for each other, a shortest circle of them as indices: it begins with the
  /// gesture whose id sorts first in the group; the groups in the order of the file.
  ///
  /// - Complexity: O(gestures + requirements).
  mutating func circles() -> [[Int]] {
    groups().map { group in circle(in: group) }.sorted { $0[0] < $1[0] }
  }

  /// The shortest way from the first gesture of a group back to itself, found in the order of distance.
  private mutating func circle(in group: [Int]) -> [Int] {
    guard let start = group.min(by: { ids[$0] < ids[$1] }) else { return [] }
    let members = Set(group)
    var origins: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let gesture = queue[next]
      next += 1
      for other in required[gesture] where members.contains(other) {
        steps += 1
        if other == start { return way(to: gesture, origins) }
        if origins[other] == nil {
          origins[other] = gesture
          queue.append(other)
        }
      }
    }
    return group
  }

  private func way(to end: Int, _ origins: [Int: Int]) -> [Int] {
    var way = [end]
    while let origin = origins[way[way.count - 1]] { way.append(origin) }
    return way.reversed()
  }

  /// The groups of more than one gesture that all lead to each other: Tarjan's strongly connected components, without
  /// recursion, as a chain may be as long as the file.
  private mutating func groups() -> [[Int]] {
    var groups: [[Int]] = []
    var number = [Int](repeating: -1, count: ids.count)
    var lowest = number
    var isOpen = [Bool](repeating: false, count: ids.count)
    var open: [Int] = []
    var path: [(gesture: Int, next: Int)] = []
    var count = 0
    for root in ids.indices where number[root] < 0 {
      path.append((root, 0))
      while let (gesture, next) = path.last {
        if next == 0 {
          number[gesture] = count
          lowest[gesture] = count
          count += 1
          open.append(gesture)
          isOpen[gesture] = true
        }
        if next < required[gesture].count {
          path[path.count - 1].next += 1
          steps += 1
          let other = required[gesture][next]
          if number[other] < 0 {
            path.append((other, 0))
          } else if isOpen[other] {
            lowest[gesture] = min(lowest[gesture], number[other])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.gesture { lowest[parent] = min(lowest[parent], lowest[gesture]) }
        guard lowest[gesture] == number[gesture] else { continue }
        let start = open.lastIndex(of: gesture) ?? 0
        let group = Array(open[start...])
        open.removeSubrange(start...)
        for member in group { isOpen[member] = false }
        if group.count > 1 { groups.append(group) }
      }
    }
    return groups
  }
}
