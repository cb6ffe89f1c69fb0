import ContactorCore
import ContactorInput
import Testing

/// Keys that several holders keep down, and their order in time.
struct KeySequencerTests {
  private enum Call: Hashable, CustomStringConvertible {
    case press(Int)
    case release(Int)
    case stroke
    case releaseAll

    var description: String {
      switch self {
      case .press(let chord): "+\(chord)"
      case .release(let chord): "-\(chord)"
      case .stroke: "stroke"
      case .releaseAll: "releaseAll"
      }
    }
  }

  private static let modifiers: Set<UInt16> = [29, 42, 56, 100]

  /// All orders in which chords are pressed and released, each released after it was pressed.
  private static func interleavings(_ count: Int) -> [[Call]] {
    func extend(_ done: [Call]) -> [[Call]] {
      let next = (0..<count).flatMap { [Call.press($0), .release($0)] }.filter { call in
        guard !done.contains(call) else { return false }
        if case .release(let chord) = call { return done.contains(.press(chord)) }
        return true
      }
      return next.isEmpty ? [done] : next.flatMap { extend(done + [$0]) }
    }
    return extend([])
  }

  /// A keyboard as the kernel has it: a key goes down only when it is up, and the reverse.
  private struct Kernel {
    var down: Set<UInt16> = []
    var problem: String?

    mutating func take(_ changes: [KeyChange]) {
      for change in changes where (change.isDown ? down.insert(change.code).inserted : down.remove(change.code) != nil) == false {
        problem = problem ?? "\(change)"
      }
    }
  }

  @Test("13.5 In every order of presses and releases a key is down exactly while a chord that has it is held", arguments: 1...3)
  func interleavings(count: Int) {
    let sets: [[[UInt16]]] = [
      [[29, 30], [29, 48], [29, 42, 30]], [[29, 56, 20], [56, 29], [20]], [[42], [42], [42, 29]], [[30], [30], [30]],
      [[29, 30], [30, 29], [100]],
    ]
    let orders = Self.interleavings(count)
    #expect(orders.count == [1, 6, 90][count - 1])
    for chords in sets {
      for order in orders {
        // With a stroke, or the end of everything, at each place.
        let variants = order.indices.flatMap { place in
          [Call.stroke, .releaseAll].map { call in Array(order[..<place]) + [call] + Array(order[place...]) }
        }
        for calls in [order] + variants { check(calls, chords.map(KeyChord.init)) }
      }
    }
  }

  private func check(_ calls: [Call], _ chords: [KeyChord]) {
    var keys = PressedKeys(modifiers: Self.modifiers)
    var kernel = Kernel()
    var held: Set<Int> = []
    for call in calls {
      switch call {
      case .press(let chord):
        keys.press(chords[chord], by: "\(chord)")
        held.insert(chord)
      case .release(let chord):
        keys.release(by: "\(chord)")
        held.remove(chord)
      case .stroke: keys.stroke(KeyChord([42, 30]))
      case .releaseAll:
        keys.releaseAll()
        held = []
      }
      kernel.take(keys.changes)
      keys.clearChanges()
      let wanted = Set(held.flatMap { chords[$0].codes })
      #expect(kernel.down == wanted && kernel.problem == nil && keys.codes == wanted.sorted(), "\(calls) \(chords) \(kernel)")
    }
    #expect(kernel.down.isEmpty, "\(calls) \(chords)")
  }

  private func changes(_ codes: Int...) -> [KeyChange] { codes.map { KeyChange(UInt16(abs($0)), isDown: $0 > 0) } }

  @Test("13.5 Two chords that share a modifier: it goes up with the last one")
  func sharedModifier() {
    var keys = PressedKeys(modifiers: Self.modifiers)
    keys.press(KeyChord([29, 30]), by: "one")
    keys.press(KeyChord([29, 48]), by: "two")
    keys.release(by: "one")
    keys.release(by: "one")
    keys.release(by: "nobody")
    #expect(keys.codes == [29, 48])
    keys.release(by: "two")
    #expect(keys.changes == changes(29, 30, 48, -30, -48, -29))
  }

  @Test("13.5 A key that is down already is pressed anew, a modifier is not; a second press by the same holder does nothing")
  func pressedAnew() {
    var keys = PressedKeys(modifiers: Self.modifiers)
    keys.press(KeyChord([42, 30]), by: "one")
    keys.press(KeyChord([42, 30]), by: "one")
    keys.press(KeyChord([42, 30]), by: "two")
    #expect(keys.changes == changes(42, 30, -30, 30))
  }

  @Test("13.5 A character of a text is typed without the modifiers that are held, and with its own")
  func strokes() {
    var keys = PressedKeys(modifiers: Self.modifiers)
    keys.press(KeyChord([29, 42, 105]), by: "one")
    keys.clearChanges()
    keys.stroke(KeyChord([30]))
    #expect(keys.changes == changes(-29, -42, 30, -30, 29, 42))
    keys.clearChanges()
    keys.stroke(KeyChord([42, 105]))
    #expect(keys.changes == changes(-29, -105, 105, 29))
    #expect(keys.codes == [29, 42, 105])
  }

  /// The macro cannot call a mutating method by itself.
  private func took(_ isTaken: Bool) -> Bool { isTaken }

  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  @Test("13.5 A tap goes down at once and up 10 ms later; what comes meanwhile waits, in order")
  func pacing() {
    var sequencer = KeySequencer(modifiers: Self.modifiers)
    var log: [String] = []
    func advance(_ milliseconds: Int64) {
      sequencer.advance(to: time(milliseconds))
      for change in sequencer.changes { log.append("\(milliseconds):\(change.isDown ? "+" : "-")\(change.code)") }
      sequencer.clearChanges()
    }
    #expect(sequencer.nextDeadline == nil)
    #expect(took(sequencer.tap(KeyChord([29, 20]))))
    advance(1000)
    #expect(took(sequencer.type([KeyChord([42, 30]), KeyChord([48])])))
    #expect(took(sequencer.press(KeyChord([105]), by: "pan")))
    sequencer.release(by: "pan")
    sequencer.release(by: "pan")
    advance(1005)
    while let deadline = sequencer.nextDeadline { advance(deadline.microseconds / 1000) }
    #expect(
      log == [
        "1000:+29", "1000:+20", "1010:-20", "1010:-29", "1020:+42", "1020:+30", "1020:-30", "1020:-42", "1030:+48", "1030:-48",
        "1040:+105", "1050:-105",
      ])
    // After a pause the next one comes at once.
    #expect(took(sequencer.tap(KeyChord([30]))))
    advance(5000)
    #expect(log.last == "5000:+30")
  }

  @Test("13.5 The end drops what waits and releases what is down, at once")
  func end() {
    var sequencer = KeySequencer(modifiers: Self.modifiers)
    #expect(took(sequencer.press(KeyChord([29, 105]), by: "pan")))
    #expect(took(sequencer.type([KeyChord([30])])))
    sequencer.advance(to: time(1))
    sequencer.clearChanges()
    sequencer.releaseAll()
    #expect(sequencer.changes == changes(-105, -29))
    #expect(sequencer.nextDeadline == nil && sequencer.keys.codes.isEmpty)
  }

  @Test("13.5 What waits is bounded; a release of what is held is never refused")
  func bound() {
    var sequencer = KeySequencer(modifiers: Self.modifiers)
    #expect(took(sequencer.press(KeyChord([29]), by: "pan")))
    sequencer.advance(to: time(0))
    #expect(!took(sequencer.type(Array(repeating: KeyChord([30]), count: KeySequencer.limit + 1))))
    #expect(took(sequencer.type(Array(repeating: KeyChord([30]), count: KeySequencer.limit))))
    #expect(!took(sequencer.tap(KeyChord([48]))))
    #expect(!took(sequencer.press(KeyChord([48]), by: "two")))
    #expect(!took(sequencer.type([KeyChord([48])])))
    sequencer.release(by: "two")
    sequencer.release(by: "pan")
    var moment: Int64 = 0
    while let deadline = sequencer.nextDeadline {
      moment = deadline.microseconds
      sequencer.advance(to: deadline)
    }
    #expect(sequencer.keys.codes.isEmpty)
    #expect(moment == Int64(KeySequencer.limit + 1) * 10_000)
  }

  @Test("13.5 Random calls at random times leave no key down, and the kernel's keyboard agrees", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func number(below limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    let chords = [[29, 30], [42, 30], [29, 42, 48], [105], [56], [30]].map(KeyChord.init)
    var sequencer = KeySequencer(modifiers: Self.modifiers)
    var kernel = Kernel()
    var moment: Int64 = 0
    for _ in 0..<100 {
      let chord = chords[Int(number(below: 6))]
      switch number(below: 8) {
      case 0, 1: _ = sequencer.tap(chord)
      case 2, 3: _ = sequencer.press(chord, by: "\(number(below: 3))")
      case 4, 5: sequencer.release(by: "\(number(below: 3))")
      case 6: _ = sequencer.type([chord, chord])
      default: if number(below: 10) == 0 { sequencer.releaseAll() }
      }
      moment += Int64(number(below: 15))
      sequencer.advance(to: time(moment))
      kernel.take(sequencer.changes)
      sequencer.clearChanges()
      #expect(kernel.problem == nil && kernel.down == Set(sequencer.keys.codes), "seed \(seed): \(kernel)")
    }
    for holder in 0..<3 { sequencer.release(by: "\(holder)") }
    while let deadline = sequencer.nextDeadline { sequencer.advance(to: deadline) }
    kernel.take(sequencer.changes)
    #expect(kernel.down.isEmpty && sequencer.keys.codes.isEmpty, "seed \(seed): \(kernel)")
  }
}
