internal import ContactorCore

/// Cancels contacts so that no application clicks, zooms or scrolls (contract 11.4): each returns to its first position, then all move
/// sideways together, as far as the screen goes, and are lifted there after a pause.
///
/// Returning undoes a zoom and a scroll; moving sideways prevents a click. Compositors and browsers process one contact after the other. After a
/// long step of one of several contacts their distances have changed, and the browser begins a zoom. So several contacts go in
/// short steps, with their distances growing or shrinking steadily.
extension CopyWriter {
  /// The length of a step, as a part of the screen's longer side.
  ///
  /// Chromium begins a zoom when distances have changed by 30 pixels.
  private static let step = 1.0 / 80

  /// Moves the contacts that are leaving, in frames of their own; the last one is closed.
  ///
  /// - Parameters:
  ///   - lane: the axis of the way aside, `ContactSample.x` or `.y`: the one that is horizontal on the screen.
  ///   - scale: points of the screen for each unit of the copy.
  mutating func retreat(along lane: Int, scale: SIMD2<Double>) {
    close()
    let leaving = slots.indices.filter { slots[$0].isLeaving }
    // Beside a contact that stays, each step changes distances: one step begins a zoom at most, and does not carry it out.
    let isAlone = !slots.contains { $0.id >= 0 && !$0.isLeaving && !$0.isAside }
    if isAlone {
      let way = ContactReturn(leaving.map { slots[$0] }, scale: scale)
      let steps = stepCount(leaving.count, way.length, scale, events: 3)
      for number in stride(from: 1, through: steps, by: 1) {
        move(leaving, to: number == steps ? leaving.map { slots[$0].begun } : way.places(at: Double(number) / Double(steps)))
      }
    }
    let axis = lane == ContactSample.x ? 0 : 1
    let begun = leaving.map { place(of: $0) }
    let way = wayAside(begun.map { $0[axis] }, axis)
    let steps = isAlone ? stepCount(leaving.count, (Double(way) * scale[axis]).magnitude, scale, events: 2) : way == 0 ? 0 : 1
    for number in stride(from: 1, through: steps, by: 1) {
      let part = Int32(truncatingIfNeeded: way * Int64(number) / Int64(steps))
      move(
        leaving,
        to: begun.map { place in
          var place = place
          place[axis] &+= part
          return place
        })
    }
    for slot in leaving { (slots[slot].isLeaving, slots[slot].isAside) = (false, true) }
  }

  /// Moves a contact that has rested aside by a last step, back; the frame is closed.
  ///
  /// Chromium takes contacts for resting once one has moved after a pause. Without that it throws the page as fast as they went aside. A step
  /// of a second contact would be another event, right behind the first, and look like a throw itself: under Wayland an event has the
  /// time at which Chromium reads it.
  mutating func settle(_ slot: Int, along lane: Int, scale: SIMD2<Double>) {
    close()
    let axis = lane == ContactSample.x ? 0 : 1
    let step = Int32(max(1, min(extents[axis] / 4, ((extents * scale).max() * Self.step / scale[axis]).rounded())))
    var place = place(of: slot)
    let middle = (leastCorner[axis] &+ greatestCorner[axis]) / 2
    let isBehind = place[axis] == slots[slot].begun[axis] ? place[axis] > middle : place[axis] > slots[slot].begun[axis]
    place[axis] &+= isBehind ? -step : step
    move([slot], to: [place])
  }

  /// How far all can go to the side that is farther away.
  private func wayAside(_ values: [Int32], _ axis: Int) -> Int64 {
    let before = Int64(values.min() ?? 0) - Int64(leastCorner[axis])
    let behind = Int64(greatestCorner[axis]) - Int64(values.max() ?? 0)
    // A contact beyond the copy's range, which broken panels have, does not go farther out.
    return behind >= before ? max(behind, 0) : -max(before, 0)
  }

  /// The number of steps for a way in points, with so many events for each contact: one for a single contact, and at most as many as
  /// readers have room for.
  private func stepCount(_ contacts: Int, _ length: Double, _ scale: SIMD2<Double>, events: Int) -> Int {
    guard length > 0 else { return 0 }
    guard contacts > 1 else { return 1 }
    // The pointer and the end of the frame are events, too; half of the room is for each of the two ways.
    let most = max(1, burstLimit / 2 / (contacts * events + 3))
    let wanted = length / ((extents * scale).max() * Self.step)
    return wanted < Double(most) ? max(1, Int(wanted.rounded(.up))) : most
  }

  private mutating func move(_ leaving: [Int], to places: [SIMD2<Int32>]) {
    for (slot, place) in zip(leaving, places) {
      var sample = slots[slot].written
      (sample[ContactSample.x], sample[ContactSample.y]) = (place.x, place.y)
      move(slot, to: sample)
    }
    close()
  }

  private func place(of slot: Int) -> SIMD2<Int32> {
    SIMD2(slots[slot].written[ContactSample.x], slots[slot].written[ContactSample.y])
  }
}

/// The way of contacts back to their first places: turned and scaled around their middle, as fingers move, so that no two come nearer than
/// they are at one of its ends.
private struct ContactReturn {
  private struct Arc {
    /// From the middle to the contact, in points.
    var from: SIMD2<Double>
    /// The turn in radians, and the growth of the distance from the middle, as a part of it.
    var turn: Double
    var growth: Double
    /// The straight way of a contact that is in the middle.
    var straight: SIMD2<Double>
  }

  /// The length in points of the longest way of a contact.
  private(set) var length = 0.0
  private var middle = SIMD2<Double>.zero
  private var middleChange = SIMD2<Double>.zero
  private var arcs: [Arc] = []
  private let scale: SIMD2<Double>

  init(_ slots: [CopyWriter.Slot], scale: SIMD2<Double>) {
    self.scale = scale
    let places = slots.map { SIMD2(Double($0.written[ContactSample.x]), Double($0.written[ContactSample.y])) * scale }
    let ends = slots.map { SIMD2(Double($0.begun.x), Double($0.begun.y)) * scale }
    middle = places.reduce(.zero, +) / Double(max(1, slots.count))
    let end = ends.reduce(.zero, +) / Double(max(1, slots.count))
    middleChange = end - middle
    let pairs = zip(places, ends).map { (from: $0 - middle, to: $1 - end) }
    // The turn of all together, so that no contact goes the other way around.
    let common = Self.angle(pairs.reduce(.zero) { $0 + Self.turn(from: $1.from, to: $1.to) })
    for pair in pairs { add(pair.from, pair.to, common) }
  }

  private mutating func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ common: Double) {
    let (distance, end) = ((from * from).sum().squareRoot(), (to * to).sum().squareRoot())
    let turn = common + Self.angle(Self.turn(from: Self.turned(from, by: common), to: to))
    let isInMiddle = distance == 0 || end == 0
    arcs.append(
      Arc(
        from: from, turn: isInMiddle ? 0 : turn, growth: isInMiddle ? 0 : end / distance - 1,
        straight: isInMiddle ? to - from : .zero))
    let turned = max(distance, end) * turn.magnitude
    length = max(length, (middleChange * middleChange).sum().squareRoot() + (end - distance).magnitude + turned)
  }

  /// The places of the contacts, in units of the copy, at a part of the way, 0 … 1.
  func places(at part: Double) -> [SIMD2<Int32>] {
    arcs.map { arc in
      let around = Self.turned(arc.from, by: arc.turn * part) * (1 + arc.growth * part) + arc.straight * part
      let place = (middle + middleChange * part + around) / scale
      return SIMD2(Int32(axisValue: place.x), Int32(axisValue: place.y))
    }
  }

  /// The cosine and sine of the angle between two directions, times both lengths.
  private static func turn(from: SIMD2<Double>, to: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2((from * to).sum(), from.x * to.y - from.y * to.x)
  }

  private static func angle(_ turn: SIMD2<Double>) -> Double { turn == .zero ? 0 : Angle.of(x: turn.x, y: turn.y) }

  private static func turned(_ vector: SIMD2<Double>, by angle: Double) -> SIMD2<Double> {
    let turn = AffineTransform(rotationAngle: angle)
    return SIMD2(turn.a * vector.x + turn.c * vector.y, turn.b * vector.x + turn.d * vector.y)
  }
}
