import ContactorCore
import ContactorEvdev
import Glibc
import Testing

@Suite("Contacts that return and move sideways before they end")
struct ForwarderSlideTests {
  private typealias Finger = ForwardRig.Finger

  @Test(
    "11.4 A contact moves sideways to the farther side, rests, and ends there after a last step",
    arguments: [
      (100.0, 200.0, "x 4095 X 4095", "x 4044 X 4044"), (4000, 200, "x 0 X 0", "x 51 X 51"), (4000, 4000, "x 0 X 0", "x 51 X 51"),
    ])
  func resting(_ x: Double, _ y: Double, _ end: String, _ last: String) {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(1, x, y)])
    #expect(rig.frame(16, [.move(1, x + 1, y)], [(1, .keep)]) == ["16 slot 1 " + end])
    #expect(rig.forwarder.nextDeadline == Timestamp(microseconds: 76_000) && rig.forwarder.hasAsides)
    #expect(rig.frame(24, [.up(1)]).isEmpty && rig.takeNotes() == ["cancelled gesture g 1"])
    #expect(rig.advance(75).isEmpty && rig.advance(76) == ["76 slot 1 " + last, "76 slot 1 id -1 touch 0"])
    #expect(rig.forwarder.nextDeadline == nil && !rig.forwarder.hasAsides)
  }

  @Test("11.4 A contact that has moved returns first")
  func returns() {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(1, 1000, 1000)])
    _ = rig.frame(16, [.move(1, 1100, 2000)])
    #expect(rig.frame(24, [], [(1, .keep)]) == ["24 slot 1 x 1000 y 1000 X 1000 Y 1000", "24 slot 1 x 4095 X 4095"])
  }

  @Test("11.4 A swipe of three fingers returns, then moves sideways by one distance, in short steps")
  func swipe() {
    var rig = ForwardRig()
    let places: [SIMD2<Double>] = [SIMD2(600, 200), SIMD2(620, 900), SIMD2(640, 1600)]
    let slide = slide(&rig, places, places.map { $0 + SIMD2(1000, 0) })
    // Only the first makes the last step.
    #expect(slide.lifted == [0: SIMD2(4004, 200), 1: SIMD2(4075, 900), 2: SIMD2(4095, 1600)])
    #expect(slide.longest <= 4096 / 40)
    #expect(slide.passed(places[1]), "each is where it began before it moves aside")
  }

  @Test("11.4 Two fingers that have changed places never come nearer to each other")
  func changedPlaces() {
    var rig = ForwardRig()
    let slide = slide(&rig, [SIMD2(1000, 1000), SIMD2(3000, 3000)], [SIMD2(3000, 3000), SIMD2(1000, 1000)])
    #expect(slide.lifted == [0: SIMD2(2044, 1000), 1: SIMD2(4095, 3000)])
    #expect(slide.leastSpan >= SIMD2(2000.0, 2000).length - 2 * 4096 / 80)
  }

  @Test("11.4 On a panel that is turned the contact moves along the screen's horizontal")
  func turned() {
    var rig = ForwardRig()
    rig.forwarder.transform = AffineTransform(a: 0, b: 0.25, c: 0.25, d: 0, tx: 0, ty: 0)
    _ = rig.frame(8, [.down(1, 100, 200)])
    #expect(rig.frame(16, [], [(1, .keep)]) == ["16 slot 1 y 4095 Y 4095"])
  }

  @Test("11.4 Beside a contact that stays, and goes on, it moves aside in one step")
  func beside() {
    var rig = ForwardRig()
    _ = rig.frame(8, [.down(0, 100, 500), .down(1, 3000, 500)])
    #expect(rig.frame(16, [.move(0, 300), .move(1, 3001, 500)], [(0, .keep)]) == ["16 slot 0 x 4095 X 4095", "16 slot 1 x 3001"])
    #expect(rig.frame(24, [.move(1, 3002, 500)]) == ["24 slot 1 x 3002"])
    #expect(rig.advance(76) == ["76 slot 0 x 4044 X 4044", "76 slot 0 id -1 X 3002 Y 500"])
  }

  @Test("11.4 The rest before the end is cut short by a finger that comes: it has its place and its slot")
  func room() {
    var settings = ForwardSettings()
    settings.fingers = 1
    var rig = ForwardRig(.touchscreen(name: "Panel", contacts: 1), settings)
    _ = rig.frame(8, [.down(1, slot: 0)])
    _ = rig.frame(16, [.up(1)], [(1, .keep)])
    #expect(rig.frame(24, [.down(2, 5, 6, slot: 0)]) == ["24 slot 0 id -1 touch 0", "24 slot 0 id 1 x 5 y 6 touch 1 X 5 Y 6"])
    #expect(rig.advance(200).isEmpty && rig.forwarder.passing == 1)
  }

  @Test("11.4 The rest goes on after the panel's clock was turned back, and ends at once where the copy does")
  func clock() {
    var rig = ForwardRig()
    _ = rig.frame(10_000, [.down(1)])
    _ = rig.frame(10_008, [.move(1, 101)], [(1, .keep)])
    for frame in Int64(0)..<5 { _ = rig.frame(500 + frame, [.move(1, 102)]) }
    #expect(rig.forwarder.clockTurns == 1)
    let left = rig.forwarder.nextDeadline?.microseconds(since: Timestamp(microseconds: 504_000))
    #expect(left.map { $0 > 0 && $0 <= 60_000 } == true)
    #expect(rig.liftAll(510, nil) == ["510 slot 1 x 4044 X 4044", "510 slot 1 id -1 touch 0"] && rig.forwarder.nextDeadline == nil)
  }

  /// Puts fingers down, moves them, and cancels them all.
  private func slide(_ rig: inout ForwardRig, _ begun: [SIMD2<Double>], _ moved: [SIMD2<Double>]) -> Slide {
    _ = rig.frame(8, begun.indices.map { Finger.down(Int32($0), begun[$0].x, begun[$0].y) })
    _ = rig.frame(16, moved.indices.map { Finger.move(Int32($0), moved[$0].x, moved[$0].y) })
    var slide = Slide(moved)
    _ = rig.frame(24, [], begun.indices.map { (Int32($0), .keep) })
    slide.take(rig.lastEvents)
    _ = rig.advance(84)
    slide.take(rig.lastEvents)
    return slide
  }

  @Test("11.4 Any contacts in any places: one distance from where they began, in no more events than readers have room for")
  func random() {
    for seed in 0..<2000 as Range<UInt64> {
      var chance = Chance(seed: seed)
      let count = Int.random(in: 2...10, using: &chance)
      let begun = Self.places(count, &chance)
      // Some have changed places, some have moved as hands do, some anywhere.
      let isHand = seed % 3 == 0
      let moved = isHand ? Self.turned(begun, &chance) : seed % 3 == 1 ? begun.shuffled(using: &chance) : Self.places(count, &chance)
      var rig = ForwardRig()
      let slide = slide(&rig, begun, moved)
      let way = slide.lifted[1].map { $0 - begun[1] } ?? .zero
      #expect(begun.indices.dropFirst().allSatisfy { slide.lifted[$0] == begun[$0] + way } && way.y == 0, "\(seed)")
      #expect(slide.events <= 3 * 1024 / 4, "\(seed)")
      let columns = begun.map(\.x)
      #expect(way.x.magnitude == max(4095 - (columns.max() ?? 0), columns.min() ?? 0), "\(seed)")
      let last = SIMD2(way.x > 0 ? 51.0 : -51, 0)
      #expect(slide.lifted[0] == begun[0] + way - last, "\(seed)")
      // Between two moves of one frame, a step's share is missing or too much.
      guard isHand || count == 2 else { continue }
      let allowed = min(Slide.span(begun), Slide.span(moved)) - 4 * slide.longest / Double(count)
      #expect(slide.leastSpan >= allowed, "\(seed): \(slide.leastSpan) < \(allowed)")
    }
  }

  /// Places turned, scaled and moved as one.
  private static func turned(_ places: [SIMD2<Double>], _ chance: inout Chance) -> [SIMD2<Double>] {
    let middle = places.reduce(.zero, +) / Double(places.count)
    let angle = Double.random(in: -2...2, using: &chance)
    let scale = Double.random(in: 0.3...1, using: &chance)
    let (sine, cosine) = (sin(angle) * scale, cos(angle) * scale)
    let turned = places.map { place in
      let from = place - middle
      return SIMD2(cosine * from.x - sine * from.y, sine * from.x + cosine * from.y) + SIMD2(2047, 2047)
    }
    return turned.map { SIMD2(min(max($0.x.rounded(), 0), 4095), min(max($0.y.rounded(), 0), 4095)) }
  }

  private static func places(_ count: Int, _ chance: inout Chance) -> [SIMD2<Double>] {
    (0..<count).map { _ in
      SIMD2(Double(Int.random(in: 0...4095, using: &chance)), Double(Int.random(in: 0...4095, using: &chance)))
    }
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}

/// The frames as a browser reads them: one contact after the other, in the order of slots.
private struct Slide {
  private(set) var leastSpan = Double.infinity
  /// The longest step of a contact.
  private(set) var longest = 0.0
  /// The places of the lifts, by slot.
  private(set) var lifted: [Int: SIMD2<Double>] = [:]
  /// How many events came at once.
  private(set) var events = 0
  private var places: [Int: SIMD2<Double>]
  private var all: [SIMD2<Double>] = []

  init(_ places: [SIMD2<Double>]) {
    self.places = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0, $1) })
  }

  /// Twice the mean distance from the middle.
  static func span(_ places: [SIMD2<Double>]) -> Double {
    let middle = places.reduce(.zero, +) / Double(places.count)
    return places.map { 2 * ($0 - middle).length }.reduce(0, +) / Double(places.count)
  }

  func passed(_ place: SIMD2<Double>) -> Bool { all.contains(place) }

  mutating func take(_ events: [EvdevEvent]) {
    if self.events == 0 { self.events = events.count }
    var frame: [Int: SIMD2<Double>] = [:]
    var ends: [Int] = []
    var slot = 0
    for event in events {
      switch (event.type, event.code) {
      case (EvdevCode.absolute, EvdevCode.slot): slot = Int(event.value)
      case (EvdevCode.absolute, EvdevCode.positionX): frame[slot, default: places[slot] ?? .zero].x = Double(event.value)
      case (EvdevCode.absolute, EvdevCode.positionY): frame[slot, default: places[slot] ?? .zero].y = Double(event.value)
      case (EvdevCode.absolute, EvdevCode.trackingID): ends.append(slot)
      case (EvdevCode.synchronization, _):
        for (slot, place) in frame.sorted(by: { $0.key < $1.key }) {
          longest = max(longest, (place - (places[slot] ?? place)).length)
          places[slot] = place
          all.append(place)
          leastSpan = min(leastSpan, Self.span(Array(places.values)))
        }
        for slot in ends { lifted[slot] = places.removeValue(forKey: slot) }
        (frame, ends) = ([:], [])
      default: break
      }
    }
  }
}
