/// Finds the subviews whose outline contains a point without testing all of them: a grid over their frames, each grown by its
/// `hitOutset` (contract 3.8).
///
/// Each cell has a list of the views whose outline touches it, front to back. Views that cover many cells, and views without finite
/// coordinates, are in a list of their own. A view has a slot with an order number; numbers leave room between neighbours, so that one
/// view is added, removed, moved or brought to the front without touching the others: O(views in its cells). The grid is rebuilt when
/// the number of views has doubled or halved.
final class HitIndex {
  /// One view in the index.
  @safe private struct Slot {
    /// Retained by the parent; the slot is freed before the view leaves the parent.
    var view: Unmanaged<View>?
    var outline = Outline.nowhere
    /// The slot's order from back to front; greater is further in front.
    var order: Int64 = 0
    /// The cells that the outline touches; none while the slot is in the list of wide views.
    var cells = Cells.none
    /// The next slot whose outline is stale; −2 if this slot's outline is current, −1 at the end of the list.
    var nextStale: Int32 = -2
  }

  /// A range of columns and rows.
  private struct Cells: Equatable {
    var firstColumn: Int32, lastColumn: Int32, firstRow: Int32, lastRow: Int32

    static let none = Cells(firstColumn: 0, lastColumn: -1, firstRow: 0, lastRow: -1)

    var count: Int { Int(lastColumn - firstColumn + 1) * Int(lastRow - firstRow + 1) }
  }

  /// A node of a cell's list.
  private struct Node {
    var slot: Int32
    var next: Int32
  }

  /// The difference between the orders of neighbours when the grid is built.
  private static let gap: Int64 = 1 << 20
  /// The greatest number of cells of a view; a view that covers more is in the list of wide views.
  private static let widest = 16

  private var slots: ContiguousArray<Slot> = []
  private var freeSlots: ContiguousArray<Int32> = []
  private var nodes: ContiguousArray<Node> = []
  private var freeNode: Int32 = -1
  /// The first node of each cell's list, and, last, of the list of wide views; −1 for an empty list.
  private var heads: ContiguousArray<Int32> = []
  private var side: Int32 = 1
  private var area = Outline.nowhere
  private var scaleX = 0.0
  private var scaleY = 0.0
  private var firstStale: Int32 = -1
  /// The number of views now, and when the grid was built.
  private var count = 0
  private var builtCount = 0
  private var needsBuild = true
  /// Counts changes, so that a cursor notices them.
  private var version: UInt64 = 0

  // MARK: Changes

  /// Updates the index before a search: O(1) if nothing changed.
  func update(_ views: ContiguousArray<View>) {
    if needsBuild || count > 2 * builtCount + 64 || 2 * count + 64 < builtCount { return build(views) }
    while firstStale >= 0 {
      let slot = firstStale
      firstStale = slots[Int(slot)].nextStale
      slots[Int(slot)].nextStale = -2
      if unsafe slots[Int(slot)].view != nil { replace(slot) } else { freeSlots.append(slot) }
    }
  }

  /// Adds a view that was inserted among the subviews.
  func insert(_ view: View, at position: Int, among views: ContiguousArray<View>) {
    guard !needsBuild, let order = order(at: position, among: views) else { return invalidate(views) }
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = Int32(truncatingIfNeeded: slots.count)
      slots.append(Slot())
    }
    unsafe slots[Int(slot)].view = .passUnretained(view)
    slots[Int(slot)].order = order
    view.hitSlot = slot
    count += 1
    version &+= 1
    slots[Int(slot)].outline = Outline(of: view)
    enlist(slot)
    checkLists(of: slot)
  }

  /// An order between those of the neighbours at a position; `nil` if there is no room, or a neighbour has no slot.
  private func order(at position: Int, among views: ContiguousArray<View>) -> Int64? {
    let below = position > 0 ? order(of: views[position - 1]) : nil
    let above = position + 1 < views.count ? order(of: views[position + 1]) : nil
    if position > 0, below == nil { return nil }
    if position + 1 < views.count, above == nil { return nil }
    switch (below, above) {
    case (nil, nil): return 0
    case (let below?, nil): return below > .max - 2 * Self.gap ? nil : below + Self.gap
    case (nil, let above?): return above < .min + 2 * Self.gap ? nil : above - Self.gap
    case (let below?, let above?):
      // Both lie within half of the range of their type, so the sum of their halves cannot overflow.
      let middle = below / 2 + above / 2
      return middle > below && middle < above ? middle : nil
    }
  }

  private func order(of view: View) -> Int64? {
    view.hitSlot >= 0 ? slots[Int(view.hitSlot)].order : nil
  }

  /// Removes a view that leaves the subviews.
  func remove(_ view: View) {
    let slot = view.hitSlot
    guard slot >= 0 else { return }
    view.hitSlot = -1
    delist(slot)
    checkLists(of: slot)
    count -= 1
    version &+= 1
    unsafe slots[Int(slot)].view = nil
    // A stale slot is freed when the list of stale slots is processed.
    if slots[Int(slot)].nextStale == -2 { freeSlots.append(slot) }
  }

  /// Marks a view that moved or changed its shape; its outline is computed again before the next search.
  func place(of view: View, changed slot: Int32) {
    guard slots[Int(slot)].nextStale == -2 else { return }
    slots[Int(slot)].nextStale = firstStale
    firstStale = slot
    version &+= 1
  }

  /// The index of a view among the subviews, by its order; `nil` if the view has no slot; O(log n).
  func position(of view: View, among views: ContiguousArray<View>) -> Int? {
    guard !needsBuild, let order = order(of: view) else { return nil }
    var (low, high) = (0, views.count)
    while low < high {
      let middle = (low + high) / 2
      guard let other = self.order(of: views[middle]) else { return nil }
      if other < order { low = middle + 1 } else { high = middle }
    }
    return low < views.count && views[low] === view ? low : nil
  }

  private func invalidate(_ views: ContiguousArray<View>) {
    needsBuild = true
    version &+= 1
    for view in views { view.hitSlot = -1 }
  }

  /// Removes every view.
  func forgetAll() {
    for slot in slots { unsafe slot.view?._withUnsafeGuaranteedRef { $0.hitSlot = -1 } }
    needsBuild = true
  }

  // MARK: Building

  /// Builds the grid over all subviews; O(n).
  private func build(_ views: ContiguousArray<View>) {
    version &+= 1
    needsBuild = false
    count = views.count
    builtCount = count
    firstStale = -1
    freeSlots.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    freeNode = -1
    slots.removeAll(keepingCapacity: true)
    slots.reserveCapacity(count + count / 8)
    area = .nowhere
    for (position, view) in views.enumerated() {
      let outline = Outline(of: view)
      if outline.isFinite { area.formUnion(outline) }
      var slot = Slot()
      unsafe slot.view = .passUnretained(view)
      slot.outline = outline
      slot.order = Int64(position) * Self.gap
      view.hitSlot = Int32(truncatingIfNeeded: position)
      slots.append(slot)
    }
    side = Int32(max(1, min(256, Int(Double(count).squareRoot()))))
    scaleX = area.width > 0 ? Double(side) / area.width : 0
    scaleY = area.height > 0 ? Double(side) / area.height : 0
    if !scaleX.isFinite { scaleX = 0 }
    if !scaleY.isFinite { scaleY = 0 }
    heads = ContiguousArray(repeating: -1, count: Int(side * side) + 1)
    nodes.reserveCapacity(count + count / 2)
    for slot in slots.indices { enlist(Int32(truncatingIfNeeded: slot)) }
    checkInvariants(views)
  }

  /// Computes a slot's outline again and moves the slot to the cells that it touches now.
  private func replace(_ slot: Int32) {
    guard let outline = unsafe slots[Int(slot)].view?._withUnsafeGuaranteedRef({ Outline(of: $0) }) else { return }
    let cells = cells(of: outline)
    if cells != slots[Int(slot)].cells {
      delist(slot)
      slots[Int(slot)].outline = outline
      enlist(slot)
    } else {
      slots[Int(slot)].outline = outline
    }
    checkLists(of: slot)
  }

  // MARK: Lists

  private var wideList: Int { heads.count - 1 }

  /// Adds a slot to the lists of its cells, or to the list of wide views.
  private func enlist(_ slot: Int32) {
    let cells = cells(of: slots[Int(slot)].outline)
    slots[Int(slot)].cells = cells
    if cells == .none { return link(slot, into: wideList) }
    for row in cells.firstRow...cells.lastRow {
      for column in cells.firstColumn...cells.lastColumn { link(slot, into: Int(row * side + column)) }
    }
  }

  private func delist(_ slot: Int32) {
    let cells = slots[Int(slot)].cells
    if cells == .none { return unlink(slot, from: wideList) }
    for row in cells.firstRow...cells.lastRow {
      for column in cells.firstColumn...cells.lastColumn { unlink(slot, from: Int(row * side + column)) }
    }
  }

  /// Inserts a slot at its order, front to back.
  private func link(_ slot: Int32, into list: Int) {
    let order = slots[Int(slot)].order
    var previous: Int32 = -1
    var node = heads[list]
    while node >= 0, slots[Int(nodes[Int(node)].slot)].order > order {
      previous = node
      node = nodes[Int(node)].next
    }
    let made = takeNode(Node(slot: slot, next: node))
    if previous < 0 { heads[list] = made } else { nodes[Int(previous)].next = made }
  }

  private func unlink(_ slot: Int32, from list: Int) {
    var previous: Int32 = -1
    var node = heads[list]
    while node >= 0, nodes[Int(node)].slot != slot {
      previous = node
      node = nodes[Int(node)].next
    }
    guard node >= 0 else { return }
    let next = nodes[Int(node)].next
    if previous < 0 { heads[list] = next } else { nodes[Int(previous)].next = next }
    nodes[Int(node)].next = freeNode
    freeNode = node
  }

  private func takeNode(_ node: Node) -> Int32 {
    guard freeNode >= 0 else {
      nodes.append(node)
      return Int32(truncatingIfNeeded: nodes.count - 1)
    }
    let taken = freeNode
    freeNode = nodes[Int(taken)].next
    nodes[Int(taken)] = node
    return taken
  }

  // MARK: Cells

  private func column(_ x: Double) -> Int32 { Self.cell((x - area.minX) * scaleX, side) }

  private func row(_ y: Double) -> Int32 { Self.cell((y - area.minY) * scaleY, side) }

  /// The column or row of a coordinate in cells, which may lie outside of the grid or be NaN.
  private static func cell(_ place: Double, _ side: Int32) -> Int32 {
    place >= Double(side) ? side - 1 : place > 0 ? Int32(place) : 0
  }

  /// The cells of an outline; none if it covers many or is not finite.
  private func cells(of outline: Outline) -> Cells {
    guard outline.isFinite else { return .none }
    let cells = Cells(
      firstColumn: column(outline.minX), lastColumn: column(outline.maxX), firstRow: row(outline.minY),
      lastRow: row(outline.maxY))
    return cells.count <= Self.widest ? cells : .none
  }

  // MARK: Searching

  /// The state of a search: its positions in a cell's list and in the list of wide views, both from front to back.
  struct Cursor {
    fileprivate let point: Point
    fileprivate var cell: Int32
    fileprivate var wide: Int32
    fileprivate var version: UInt64
    /// The order of the view that was returned last.
    fileprivate var last = Int64.max
  }

  /// Begins a search for the views whose outline contains the point.
  func cursor(at point: Point) -> Cursor {
    var cursor = Cursor(point: point, cell: -1, wide: -1, version: version)
    restart(&cursor)
    return cursor
  }

  private func restart(_ cursor: inout Cursor) {
    cursor.version = version
    cursor.cell = needsBuild ? -1 : heads[Int(row(cursor.point.y) * side + column(cursor.point.x))]
    cursor.wide = needsBuild ? -1 : heads[wideList]
  }

  /// The next view further back whose outline contains the point; `nil` at the end.
  ///
  /// After a change the lists are searched again from the front; views that were returned before are not returned again.
  func next(_ cursor: inout Cursor) -> View? {
    if cursor.version != version { restart(&cursor) }
    while cursor.cell >= 0 || cursor.wide >= 0 {
      let first = cursor.cell >= 0 ? nodes[Int(cursor.cell)].slot : -1
      let second = cursor.wide >= 0 ? nodes[Int(cursor.wide)].slot : -1
      let takesFirst = second < 0 || first >= 0 && slots[Int(first)].order > slots[Int(second)].order
      let slot = takesFirst ? first : second
      if takesFirst { cursor.cell = nodes[Int(cursor.cell)].next } else { cursor.wide = nodes[Int(cursor.wide)].next }
      guard slots[Int(slot)].order < cursor.last, slots[Int(slot)].outline.contains(cursor.point) else { continue }
      cursor.last = slots[Int(slot)].order
      if let view = unsafe slots[Int(slot)].view { return unsafe view.takeUnretainedValue() }
    }
    return nil
  }

  // MARK: Invariants

  /// Checks, in debug builds, the first list of a slot: it is ordered front to back and contains the slot once, or, if the slot was
  /// removed, not at all.
  private func checkLists(of slot: Int32) {
    #if DEBUG
      let cells = slots[Int(slot)].cells
      let first = cells == .none ? wideList : Int(cells.firstRow * side + cells.firstColumn)
      var node = heads[first]
      var (found, last, steps) = (0, Int64.max, 0)
      while node >= 0, steps <= nodes.count {
        let listed = nodes[Int(node)].slot
        assert(slots[Int(listed)].order < last, "a list is not ordered front to back")
        last = slots[Int(listed)].order
        if listed == slot { found += 1 }
        node = nodes[Int(node)].next
        steps += 1
      }
      assert(steps <= nodes.count, "a list leads back to itself")
      let isThere = unsafe slots[Int(slot)].view.map { unsafe $0._withUnsafeGuaranteedRef { $0.hitSlot == slot } } ?? false
      assert(found == (isThere ? 1 : 0), "a slot stands in a list as often as it should")
      assert(count >= 0 && freeSlots.count <= slots.count, "slots are counted wrongly")
    #endif
  }

  private func checkInvariants(_ views: ContiguousArray<View>) {
    #if DEBUG
      assert(views.allSatisfy { $0.hitSlot >= 0 }, "a subview is in no slot")
      let orders = views.compactMap { order(of: $0) }
      assert(zip(orders, orders.dropFirst()).allSatisfy { $0 < $1 }, "the slots are not in the order of the subviews")
    #endif
  }
}

extension View {
  /// Hit-tests the subviews whose outlines contain the point, front to back.
  final func hitIndexed(_ point: Point, with event: Event?) -> View? {
    let index = extras?.hitIndex ?? HitIndex()
    if extras?.hitIndex == nil { madeExtras.hitIndex = index }
    index.update(children)
    var cursor = index.cursor(at: point)
    while let view = index.next(&cursor) {
      if let hit = view.hit(fromSuperview: point, with: event) { return hit }
      // The hit test may have changed anything; the cursor notices.
    }
    return nil
  }

  /// Called when the view's position or shape in its superview has changed.
  @inline(__always)
  final func placeChanged() {
    origin = center - bounds.size.half - bounds.origin
    if hitSlot >= 0 { superviewLink.read { $0.extras?.hitIndex?.place(of: self, changed: hitSlot) } }
  }

  final func dropHitIndex() {
    guard let index = extras?.hitIndex else { return }
    index.forgetAll()
    extras?.hitIndex = nil
  }
}
