/// A sequence of heights with sums: the top of the n-th row and the row at a height, in O(log n), for millions of rows.
///
/// The leaves of the sequence are runs (any number of rows of one height; 48 bytes in all) and chunks (up to 64 rows of different
/// heights; 48 + 256 bytes). A row whose height is not set costs nothing; in a full chunk a row costs 4.75 bytes. The nodes form a
/// treap: a binary tree in the order of the rows whose random priorities keep it balanced. The priorities come from a generator with a
/// fixed seed, so the same calls give the same tree.
///
/// Heights are multiples of 1/1024 of a point, so that sums have no rounding error, whatever their order: a row stands where the rows above
/// it end.
struct HeightTree {
  /// The greatest number of rows of a chunk.
  static let chunkSize = 64
  /// The greatest height of a row, in points: 1,000,000; a greater one is clamped.
  static let greatestHeight = 1e6
  /// The number of parts of a point: 1,024; heights are whole numbers of parts.
  private static let parts = 1024.0

  private struct Node {
    var left: Int32 = -1
    var right: Int32 = -1
    var priority: UInt32
    /// The chunk's number; −1 for a run.
    var slot: Int32 = -1
    var count: Int
    /// A run's height of each row; a chunk's sum.
    var height: Double
    var totalCount = 0
    var totalHeight = 0.0

    var ownHeight: Double { slot < 0 ? Double(count) * height : height }
  }

  private var nodes: ContiguousArray<Node> = []
  private var freeNodes: ContiguousArray<Int32> = []
  /// The heights of the chunks in parts of a point, `chunkSize` for each slot.
  private var heights: ContiguousArray<Int32> = []
  private var freeSlots: ContiguousArray<Int32> = []
  private var root: Int32 = -1
  private var seed: UInt32 = 0x9E37_79B9
  /// The leaf of the height that was set last, for the rows beside it; without rows once rows came or went.
  private var recent = Leaf()

  /// The rows of a node.
  private struct Leaf {
    var start = 0
    var count = 0
    /// The chunk's number; −1 for a run.
    var slot: Int32 = -1

    func contains(_ index: Int) -> Bool { index >= start && index - start < count }
  }

  /// The number of rows.
  var count: Int { totalCount(root) }
  /// The sum of all heights.
  var height: Double { totalHeight(root) }
  /// The bytes that the tree keeps.
  var bytes: Int { nodes.capacity * MemoryLayout<Node>.stride + heights.capacity * 4 + (freeNodes.capacity + freeSlots.capacity) * 4 }

  /// A height as the tree keeps it: 0 … `greatestHeight`, rounded to 1/1024; `nil` for NaN.
  static func valid(_ height: Double) -> Double? { parts(height).map(self.height) }

  /// A height in parts, rounded to a whole number; `nil` for NaN.
  @inline(__always)
  static func parts(_ height: Double) -> Int32? {
    height.isNaN ? nil : Int32(min(max(height, 0), greatestHeight) * parts + 0.5)
  }

  /// The height of a number of parts.
  @inline(__always)
  static func height(_ count: Int32) -> Double { Double(count) / parts }

  /// Creates a tree without rows.
  init() {}

  /// Creates a tree of rows that follow each other in runs of one valid height; O(runs).
  init(runs: some Sequence<(count: Int, height: Double)>) {
    // The nodes from the root to the last one, whose sums are made once nothing more comes into them.
    var spine: ContiguousArray<Int32> = []
    for run in runs where run.count > 0 {
      if let last = spine.last, nodes[Int(last)].height == run.height {
        nodes[Int(last)].count += run.count
        continue
      }
      let node = makeNode(run.count, run.height)
      while let last = spine.last, nodes[Int(last)].priority < nodes[Int(node)].priority {
        pull(last)
        nodes[Int(node)].left = last
        spine.removeLast()
      }
      if let last = spine.last { nodes[Int(last)].right = node }
      spine.append(node)
    }
    root = spine.first ?? -1
    while let last = spine.popLast() { pull(last) }
  }

  /// Removes every row and keeps the storage.
  mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    freeNodes.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
    freeSlots.removeAll(keepingCapacity: true)
    root = -1
    recent = Leaf()
  }

  // MARK: Reading

  /// The sum of the heights before a row; an index outside of the rows gives the nearest end.
  func offset(of index: Int) -> Double {
    var (node, index, sum) = (root, index, 0.0)
    while node >= 0 {
      let current = nodes[Int(node)]
      let before = totalCount(current.left)
      if index <= before {
        node = current.left
      } else if index < before + current.count {
        return sum + totalHeight(current.left) + inner(current, index - before)
      } else {
        sum += totalHeight(current.left) + current.ownHeight
        index -= before + current.count
        node = current.right
      }
    }
    return sum
  }

  /// A row's height; 0 for an index outside of the rows.
  func height(of index: Int) -> Double {
    var (node, index) = (root, index)
    while node >= 0, index >= 0 {
      let current = nodes[Int(node)]
      let before = totalCount(current.left)
      if index < before {
        node = current.left
      } else if index < before + current.count {
        return current.slot < 0 ? current.height : Double(heights[Int(current.slot) * Self.chunkSize + index - before]) / Self.parts
      } else {
        index -= before + current.count
        node = current.right
      }
    }
    return 0
  }

  /// The first row whose bottom lies below an offset: 0 for an offset above the rows, the last row for one below them.
  ///
  /// There is a row, or the result is 0.
  func index(at offset: Double) -> Int {
    var (node, offset, index) = (root, offset, 0)
    while node >= 0 {
      let current = nodes[Int(node)]
      let above = totalHeight(current.left)
      if offset < above {
        node = current.left
        continue
      }
      index += totalCount(current.left)
      offset -= above
      if offset < current.ownHeight { return index + innerIndex(current, offset) }
      offset -= current.ownHeight
      index += current.count
      node = current.right
    }
    return max(0, min(index, count - 1))
  }

  private func inner(_ node: Node, _ index: Int) -> Double {
    guard node.slot >= 0 else { return Double(index) * node.height }
    let start = Int(node.slot) * Self.chunkSize
    var sum = 0
    for place in start..<start + index { sum &+= Int(heights[place]) }
    return Double(sum) / Self.parts
  }

  private func innerIndex(_ node: Node, _ offset: Double) -> Int {
    guard node.slot >= 0 else { return max(0, min(Int(offset / node.height), node.count - 1)) }
    let start = Int(node.slot) * Self.chunkSize
    var rest = offset * Self.parts
    for index in 0..<node.count {
      rest -= Double(heights[start + index])
      if rest < 0 { return index }
    }
    return node.count - 1
  }

  private func totalCount(_ node: Int32) -> Int { node < 0 ? 0 : nodes[Int(node)].totalCount }

  private func totalHeight(_ node: Int32) -> Double { node < 0 ? 0 : nodes[Int(node)].totalHeight }

  // MARK: Changes

  /// The rows of a range whose height is another than a valid one, in order; O(log rows + such rows + runs).
  func rows(in range: Range<Int>, otherThan height: Double) -> [(index: Int, height: Double)] {
    var found: [(index: Int, height: Double)] = []
    gather(root, 0, range.clamped(to: 0..<count), height, &found)
    return found
  }

  private func gather(_ node: Int32, _ start: Int, _ range: Range<Int>, _ height: Double, _ found: inout [(index: Int, height: Double)]) {
    guard node >= 0, start < range.upperBound, start + totalCount(node) > range.lowerBound else { return }
    let current = nodes[Int(node)]
    gather(current.left, start, range, height, &found)
    let first = start + totalCount(current.left)
    if current.slot >= 0 || current.height != height {
      for index in range.clamped(to: first..<first + current.count) {
        let own = current.slot < 0 ? current.height : Double(heights[Int(current.slot) * Self.chunkSize + index - first]) / Self.parts
        if own != height { found.append((index, own)) }
      }
    }
    gather(current.right, first + current.count, range, height, &found)
  }

  /// Whether a height of a single row was set, and the row may still be there.
  var hasChunks: Bool { heights.count > freeSlots.count * Self.chunkSize }

  /// Sets a row's height in parts, and returns by how much it grew; does nothing for an index outside of the rows.
  @inline(__always)
  mutating func setHeight(_ parts: Int32, of index: Int) -> Double {
    if recent.contains(index), recent.slot >= 0, heights[Int(recent.slot) * Self.chunkSize + index - recent.start] == parts { return 0 }
    return changeHeight(parts, of: index)
  }

  @inline(never)
  private mutating func changeHeight(_ parts: Int32, of index: Int) -> Double {
    guard index >= 0, index < count else { return 0 }
    recent = leaf(at: index)
    let height = Self.height(parts)
    let old = recent.slot < 0 ? self.height(of: index) : Self.height(heights[Int(recent.slot) * Self.chunkSize + index - recent.start])
    if old == height { return 0 }
    if recent.slot < 0 {
      let first = recent.start + (index - recent.start) / Self.chunkSize * Self.chunkSize
      let size = min(Self.chunkSize, recent.start + recent.count - first)
      let (before, rest) = split(root, at: first)
      let (middle, after) = split(rest, at: size)
      makeChunk(middle)
      root = merge(merge(before, middle), after)
      recent = leaf(at: index)
    }
    set(root, index, parts)
    return height - old
  }

  /// Inserts rows of one valid height before an index, clamped to the rows.
  mutating func insert(_ count: Int, height: Double, at index: Int) {
    guard count > 0 else { return }
    recent = Leaf()
    let index = min(max(index, 0), self.count)
    if grow(root, index, count, height) { return }
    let (before, after) = split(root, at: index)
    root = merge(merge(before, makeNode(count, height)), after)
  }

  /// Removes rows; the part of the range outside of the rows is ignored.
  mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    recent = Leaf()
    if shrink(root, range.lowerBound, range.count) { return }
    let (before, rest) = split(root, at: range.lowerBound)
    let (middle, after) = split(rest, at: range.count)
    free(middle)
    root = merge(before, after)
  }

  /// The leaf that contains a row; one without rows for an index outside of them.
  private func leaf(at index: Int) -> Leaf {
    var (node, index, start) = (root, index, 0)
    while node >= 0 {
      let current = nodes[Int(node)]
      let before = totalCount(current.left)
      if index < before {
        node = current.left
      } else if index < before + current.count {
        return Leaf(start: start + before, count: current.count, slot: current.slot)
      } else {
        start += before + current.count
        index -= before + current.count
        node = current.right
      }
    }
    return Leaf()
  }

  private mutating func set(_ node: Int32, _ index: Int, _ height: Int32) {
    guard node >= 0 else { return }
    let current = nodes[Int(node)]
    let before = totalCount(current.left)
    if index < before {
      set(current.left, index, height)
    } else if index >= before + current.count {
      set(current.right, index - before - current.count, height)
    } else {
      heights[Int(current.slot) * Self.chunkSize + index - before] = height
      sumChunk(node)
    }
    pull(node)
  }

  /// Inserts rows into a run of the same height, or into a chunk with room; returns whether there is one at the index.
  private mutating func grow(_ node: Int32, _ index: Int, _ count: Int, _ height: Double) -> Bool {
    guard node >= 0 else { return false }
    let current = nodes[Int(node)]
    let before = totalCount(current.left)
    var isDone = false
    if index >= before, index <= before + current.count {
      if current.slot < 0, current.height == height {
        nodes[Int(node)].count += count
        isDone = true
      } else if current.slot >= 0, current.count + count <= Self.chunkSize {
        insertIntoChunk(node, index - before, count, Int32(height * Self.parts))
        isDone = true
      }
    }
    if !isDone, index <= before { isDone = grow(current.left, index, count, height) }
    if !isDone, index >= before + current.count {
      isDone = grow(current.right, index - before - current.count, count, height)
    }
    if isDone { pull(node) }
    return isDone
  }

  /// Removes rows that are a part of one leaf, but not all of it; returns whether they are.
  private mutating func shrink(_ node: Int32, _ index: Int, _ count: Int) -> Bool {
    guard node >= 0 else { return false }
    let current = nodes[Int(node)]
    let before = totalCount(current.left)
    var isDone = false
    if index + count <= before {
      isDone = shrink(current.left, index, count)
    } else if index >= before + current.count {
      isDone = shrink(current.right, index - before - current.count, count)
    } else if index >= before, index + count <= before + current.count, count < current.count {
      if current.slot < 0 { nodes[Int(node)].count -= count } else { removeFromChunk(node, index - before, count) }
      isDone = true
    }
    if isDone { pull(node) }
    return isDone
  }

  // MARK: Chunks

  private mutating func makeChunk(_ node: Int32) {
    guard node >= 0, nodes[Int(node)].slot < 0 else { return }
    let slot = takeSlot()
    let height = Int32(nodes[Int(node)].height * Self.parts)
    for place in 0..<min(nodes[Int(node)].count, Self.chunkSize) { heights[Int(slot) * Self.chunkSize + place] = height }
    nodes[Int(node)].slot = slot
    sumChunk(node)
    pull(node)
  }

  private mutating func insertIntoChunk(_ node: Int32, _ index: Int, _ count: Int, _ height: Int32) {
    let start = Int(nodes[Int(node)].slot) * Self.chunkSize
    for place in stride(from: nodes[Int(node)].count - 1, through: index, by: -1) {
      heights[start + place + count] = heights[start + place]
    }
    for place in index..<index + count { heights[start + place] = height }
    nodes[Int(node)].count += count
    sumChunk(node)
  }

  private mutating func removeFromChunk(_ node: Int32, _ index: Int, _ count: Int) {
    let start = Int(nodes[Int(node)].slot) * Self.chunkSize
    for place in index + count..<nodes[Int(node)].count { heights[start + place - count] = heights[start + place] }
    nodes[Int(node)].count -= count
    sumChunk(node)
  }

  /// Sums a chunk anew.
  private mutating func sumChunk(_ node: Int32) {
    nodes[Int(node)].height = inner(nodes[Int(node)], nodes[Int(node)].count)
  }

  private mutating func takeSlot() -> Int32 {
    if let slot = freeSlots.popLast() { return slot }
    let slot = Int32(truncatingIfNeeded: heights.count / Self.chunkSize)
    for _ in 0..<Self.chunkSize { heights.append(0) }
    return slot
  }

  // MARK: Nodes

  private mutating func makeNode(_ count: Int, _ height: Double) -> Int32 {
    // Marsaglia's xorshift32.
    seed ^= seed << 13
    seed ^= seed >> 17
    seed ^= seed << 5
    var node = Node(priority: seed, count: count, height: height)
    node.totalCount = count
    node.totalHeight = node.ownHeight
    if let free = freeNodes.popLast() {
      nodes[Int(free)] = node
      return free
    }
    nodes.append(node)
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  private mutating func free(_ node: Int32) {
    guard node >= 0 else { return }
    free(nodes[Int(node)].left)
    free(nodes[Int(node)].right)
    if nodes[Int(node)].slot >= 0 { freeSlots.append(nodes[Int(node)].slot) }
    freeNodes.append(node)
  }

  private mutating func pull(_ node: Int32) {
    let current = nodes[Int(node)]
    nodes[Int(node)].totalCount = current.count + totalCount(current.left) + totalCount(current.right)
    nodes[Int(node)].totalHeight = totalHeight(current.left) + current.ownHeight + totalHeight(current.right)
  }

  private mutating func merge(_ first: Int32, _ second: Int32) -> Int32 {
    if first < 0 { return second }
    if second < 0 { return first }
    if nodes[Int(first)].priority >= nodes[Int(second)].priority {
      nodes[Int(first)].right = merge(nodes[Int(first)].right, second)
      pull(first)
      return first
    }
    nodes[Int(second)].left = merge(first, nodes[Int(second)].left)
    pull(second)
    return second
  }

  /// Divides a subtree into the rows before an index and the others.
  private mutating func split(_ node: Int32, at index: Int) -> (Int32, Int32) {
    guard node >= 0 else { return (-1, -1) }
    let current = nodes[Int(node)]
    let before = totalCount(current.left)
    if index <= before {
      let (first, second) = split(current.left, at: index)
      nodes[Int(node)].left = second
      pull(node)
      return (first, node)
    }
    if index >= before + current.count {
      let (first, second) = split(current.right, at: index - before - current.count)
      nodes[Int(node)].right = first
      pull(node)
      return (node, second)
    }
    let rest = cut(node, index - before)
    nodes[Int(node)].right = -1
    pull(node)
    return (node, merge(rest, current.right))
  }

  /// Moves the rows of a leaf from an index on to a new leaf.
  private mutating func cut(_ node: Int32, _ index: Int) -> Int32 {
    let current = nodes[Int(node)]
    let rest = makeNode(current.count - index, current.height)
    nodes[Int(node)].count = index
    guard current.slot >= 0 else { return rest }
    let slot = takeSlot()
    let (from, to) = (Int(current.slot) * Self.chunkSize + index, Int(slot) * Self.chunkSize)
    for place in 0..<current.count - index { heights[to + place] = heights[from + place] }
    nodes[Int(rest)].slot = slot
    sumChunk(rest)
    pull(rest)
    sumChunk(node)
    return rest
  }
}
