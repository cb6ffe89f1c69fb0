import ContactorCore
@testable import ContactorLayout
@testable import ContactorReport
import Testing

@Suite("A contact that ends and begins again")
struct DebounceTests {
  private let buttons = """
    forward: {}
    debounce: 40 ms
    views:
      - {id: a, kind: button, frame: [0, 0, 200, 100], on: {touchUpInside: {emit: a}}}
      - {id: b, kind: button, frame: [0, 300, 200, 100], on: {touchUpInside: {emit: b}}}

    """

  private func emits(_ stage: ForwardStage) -> [String] {
    stage.log.filter { $0.contains(#""kind":"emit""#) }.compactMap { $0.firstMatch(of: /"emit":"(\w+)"/).map { String($0.1) } }
  }

  /// Whether the engine has a finger down.
  private func isTouched(_ stage: ForwardStage) -> Bool { stage.session.application.event.allTouches.contains { $0.isAlive } }

  @Test("11.9 within the time and 5 mm it is one contact, for controls and for the application", arguments: [true, false])
  func bounce(isOnButton: Bool) throws {
    let stage = try ForwardStage(buttons)
    let x = isOnButton ? 50.0 : 600
    stage.frame([0: (x, 50)], at: 100)
    stage.frame([0: nil], at: 150)
    stage.frame([1: (x + 24, 50)], at: 168)
    stage.frame([1: (x + 30, 50)], at: 180)
    stage.frame([1: nil], at: 200)
    #expect(emits(stage).isEmpty)
    stage.wait(until: 239)
    #expect(emits(stage).isEmpty)
    #expect(stage.session.nextDeadline == Timestamp(microseconds: 240_000))
    stage.wait(until: 240)
    #expect(emits(stage) == (isOnButton ? ["a"] : []))
    let seen = ["0 began 600,50", "0 moved 624,50", "0 moved 630,50", "0 ended 630,50"]
    #expect(stage.take() == (isOnButton ? [] : seen))
    #expect(stage.session.debounce.contacts.isIdle)
  }

  @Test(
    "11.9 later or farther away it is another contact",
    arguments: [(40, 600.0, 2), (39, 600, 1), (10, 626, 2), (10, 625, 1), (10, 600, 1)])
  func limits(gap: Int64, x: Double, count: Int) throws {
    let stage = try ForwardStage(buttons)
    stage.frame([0: (600, 50)], at: 100)
    stage.frame([0: nil], at: 150)
    stage.frame([1: (x, 50)], at: 150 + gap)
    stage.frame([1: nil], at: 200 + gap)
    stage.wait(until: 1000)
    #expect(stage.take().count { $0.contains("began") } == count)
  }

  @Test("11.9 a view's time comes before that of the view around it, of forward and of the layout")
  func precedence() throws {
    let layout = """
      forward: {debounce: 100 ms}
      debounce: 20 ms
      views:
        - {id: slow, kind: view, debounce: 200 ms, frame: [0, 0, 200, 200], views: [
            {id: inner, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: inner}}},
            {id: none, kind: button, debounce: 0, frame: [100, 0, 100, 100], on: {touchUpInside: {emit: none}}}]}
        - {id: plain, kind: button, frame: [0, 300, 100, 100], on: {touchUpInside: {emit: plain}}}

      """
    // The place, and how long the end is withheld there.
    for (x, y, time) in [(50.0, 50.0, Int64(200)), (150, 50, 0), (50, 350, 20), (600, 300, 100)] {
      let stage = try ForwardStage(layout)
      stage.frame([0: (x, y)], at: 100)
      stage.frame([0: nil], at: 150)
      #expect(isTouched(stage) == (time > 0), "\(x), \(y)")
      if time > 0 { #expect(stage.session.nextDeadline == Timestamp(microseconds: (150 + time) * 1000)) }
      stage.wait(until: 150 + time)
      #expect(!isTouched(stage))
    }
  }

  @Test("11.9 a mode's forward has its own time")
  func mode() throws {
    let stage = try ForwardStage("forward: {}\nmodes: {day: {}, wet: {forward: {debounce: 80 ms}}}\n")
    for (name, count) in [("day", 2), ("wet", 1), ("day", 2)] {
      let start = stage.session.application.now.microseconds / 1000 + 1000
      stage.session.enterMode(name, at: Timestamp(microseconds: start * 1000))
      stage.frame([0: (600, 300)], at: start + 10)
      stage.frame([0: nil], at: start + 40)
      stage.frame([1: (600, 300)], at: start + 70)
      stage.frame([1: nil], at: start + 90)
      stage.wait(until: start + 500)
      #expect(stage.take().count { $0.contains("began") } == count, "\(name)")
    }
  }

  @Test("11.9 the log of a session that debounces replays to itself")
  func log() throws {
    let layout = buttons.replacing("forward: {}\n", with: "")
    let text = "screen: {size: [1000, 500], mm: [200, 100]}\n" + layout
    let touch = { (time: Int, id: Int, phase: String) in
      #"{"t":\#(time * 1000),"kind":"touch","touch":\#(id),"phase":"\#(phase)","x":50,"y":50}"# + "\n"
    }
    let script = touch(100, 1, "began") + touch(150, 1, "ended") + touch(165, 2, "began") + touch(200, 2, "ended")
    let log = try SessionStage.log(of: script, on: text)
    #expect(log.contains(#""kind":"debounced""#))
    #expect(log.split(separator: "\n").count { $0.contains(#""kind":"emit""#) } == 1)
    let again = try SessionStage.log(of: log, on: text)
    #expect(again == log)
  }

  @Test("11.9 explain names a touch that went on, with its time and distance")
  func explained() throws {
    let touch = { (time: Int, id: Int, phase: String, x: Int) in
      #"{"t":\#(time * 1000),"kind":"touch","touch":\#(id),"phase":"\#(phase)","x":\#(x),"y":50}"# + "\n"
    }
    let script = touch(100, 1, "began", 50) + touch(150, 1, "ended", 50) + touch(168, 2, "began", 54) + touch(200, 2, "ended", 54)
    let text = "screen: {size: [1000, 500], mm: [200, 100]}\n" + buttons.replacing("forward: {}\n", with: "")
    var lines: [String] = []
    try Explanation(script, file: "s", layout: SessionStage.parse(text)).run { lines.append($0) }
    #expect(lines.contains { $0.contains("touch 1 was away for 18 ms and began again 0.8 mm from there: one touch (debounce)") })
    #expect(lines.count { $0.contains("touchUpInside at") } == 1)
  }

  @Test("11.9 nothing of a layout without it changes")
  func without() throws {
    let stage = try ForwardStage(buttons.replacing("debounce: 40 ms\n", with: ""))
    stage.frame([0: (50, 50)], at: 100)
    stage.frame([0: nil], at: 150)
    #expect(emits(stage) == ["a"])
    #expect(!stage.log.contains { $0.contains("debounced") })
  }

  @Test("11.9 a panel that goes, another layout and the session's end leave no contact down", arguments: 0..<3)
  func ends(kind: Int) throws {
    let stage = try ForwardStage(buttons)
    stage.frame([0: (50, 50), 1: (600, 300)], at: 100)
    stage.frame([0: nil, 1: nil], at: 150)
    let time = Timestamp(microseconds: 160_000)
    switch kind {
    case 0: stage.session.handle(.deviceRemoved(stage.panel.id, at: time))
    case 1: stage.session.replaceLayout(stage.session.layout)
    default: stage.session.finish()
    }
    stage.wait(until: 1000)
    #expect(!isTouched(stage))
    #expect(stage.session.debounce.contacts.isIdle)
    let seen = stage.take()
    #expect(seen.count { $0.contains("began") } == seen.count { $0.contains("ended") || $0.contains("cancelled") })
    if kind == 2 { #expect(emits(stage) == ["a"], "the finger was lifted") }
  }

  // MARK: Random bounces

  @Test("11.9 with random bounces as many taps arrive as without", arguments: 0..<60)
  func taps(seed: UInt64) throws {
    var dice = SplitMix(seed)
    let (plain, bouncing) = (try ForwardStage(buttons.replacing("debounce: 40 ms\n", with: "")), try ForwardStage(buttons))
    let spots: [(Double, Double)] = [(60, 50), (60, 350), (600, 100), (900, 400)]
    // The next hand may land elsewhere while the ends of the last one are withheld.
    var last: [(Double, Double)] = []
    var frames: [Int64: [Int32: (Double, Double)?]] = [:]
    var (time, id): (Int64, Int32) = (100, 0)
    for _ in 0..<8 {
      let free = spots.filter { spot in !last.contains { $0 == spot } }
      let isQuick = !free.isEmpty && Bool.random(using: &dice)
      if !isQuick { time += 400 }
      let hand = (isQuick ? free : spots).shuffled(using: &dice).prefix(Int.random(in: 1...4, using: &dice))
      let length = Int64.random(in: 60...200, using: &dice)
      plain.frame(Dictionary(uniqueKeysWithValues: hand.enumerated().map { (Int32($0.offset), $0.element) }), at: time)
      plain.frame(Dictionary(uniqueKeysWithValues: hand.indices.map { (Int32($0), nil) }), at: time + length)
      for (x, y) in hand {
        frames[time, default: [:]][id] = (x, y)
        var now = time
        while Bool.random(using: &dice) {
          now += Int64.random(in: 2...30, using: &dice)
          guard now < time + length - 40 else { break }
          frames[now, default: [:]].updateValue(nil, forKey: id)
          now += Int64.random(in: 1...39, using: &dice)
          id += 1
          frames[now, default: [:]][id] = (x + Double.random(in: -8...8, using: &dice), y + Double.random(in: -8...8, using: &dice))
        }
        frames[max(now + 1, time + length), default: [:]].updateValue(nil, forKey: id)
        id += 1
      }
      time += length + Int64.random(in: 1...39, using: &dice)
      last = Array(hand)
    }
    plain.wait(until: time + 1000)
    for (moment, fingers) in frames.sorted(by: { $0.key < $1.key }) {
      while let deadline = bouncing.session.nextDeadline, deadline.microseconds < moment * 1000 { bouncing.session.advance(to: deadline) }
      bouncing.frame(fingers, at: moment)
    }
    bouncing.wait(until: time + 1000)
    #expect(emits(bouncing).sorted() == emits(plain).sorted(), "seed \(seed)")
    let (seen, expected) = (bouncing.take(), plain.take())
    for word in ["began", "ended", "cancelled"] {
      #expect(seen.count { $0.contains(word) } == expected.count { $0.contains(word) }, "seed \(seed): \(word)")
    }
    // A finger that is up is not down with the next one.
    #expect(Self.mostAtOnce(seen) == Self.mostAtOnce(expected), "seed \(seed)")
    #expect(bouncing.session.debounce.contacts.isIdle, "seed \(seed)")
  }

  /// How many contacts the application had at once at most.
  private static func mostAtOnce(_ seen: [String]) -> Int {
    var (now, most) = (0, 0)
    for line in seen {
      now += line.contains("began") ? 1 : line.contains("moved") ? 0 : -1
      most = max(most, now)
    }
    return most
  }

  @Test("11.9 whatever the panel reports, the contacts that come out are legal and end in time", arguments: 0..<200)
  func legal(seed: UInt64) {
    var dice = SplitMix(seed)
    var debounce = ContactDebounce()
    let device = DeviceID(rawValue: 1)
    var time = Timestamp(microseconds: 0)
    // The panel's clock may differ from the engine's; without that, time is turned back now and then.
    let offset: Int64 = [0, 3_600_000_000, -3_600_000_000][Int.random(in: 0..<3, using: &dice)]
    // The contacts that are down on the panel, and in the engine.
    var (down, known): ([Int32: Point], [Int32: Timestamp?]) = ([:], [:])
    func check(_ contact: Contact) {
      switch contact.phase {
      case .began: #expect(known.updateValue(nil, forKey: contact.trackingID) == nil, "seed \(seed): began twice")
      case .ended, .cancelled: #expect(known.removeValue(forKey: contact.trackingID) != nil, "seed \(seed): ended without a beginning")
      default: #expect(known[contact.trackingID] != nil, "seed \(seed): moved without a beginning")
      }
    }
    func endDue() {
      while let (_, contact, deadline) = debounce.takeDue(at: time) {
        #expect(time.advanced(byMicroseconds: offset).microseconds(since: deadline) >= 0)
        check(contact)
      }
    }
    func take(_ contact: Contact, _ rule: ContactDebounce.Rule?) {
      var contact = contact
      let moment = ContactDebounce.Moment(time, own: time.advanced(byMicroseconds: offset))
      switch debounce.take(&contact, of: device, at: moment) {
      case .withhold: return
      case .pass: break
      case .join(let bounce): #expect(0..<40_000 ~= bounce.gap && bounce.distance <= 25, "seed \(seed)")
      case .begin:
        // Fingers that are up do not overlap with one that lands elsewhere.
        while let end = debounce.takeWithheld(of: device, window: 0) { check(end.contact) }
        debounce.add(&contact, of: device, rule)
        #expect(known.count == down.count - 1, "seed \(seed): a finger that is up overlaps")
      }
      check(contact)
    }
    for step in 0..<400 {
      time = time.advanced(byMicroseconds: Int64.random(in: 0...20_000, using: &dice))
      endDue()
      if step % 61 == 60, offset == 0 {
        time = time.advanced(byMicroseconds: -1_000_000)
        debounce.shift(by: -1_000_000, to: time)
      }
      if step % 97 == 96 {
        debounce.remove(device)
        (down, known) = ([:], [:])
      }
      let place = Point(x: Double.random(in: 0...60, using: &dice), y: 0)
      let begins = down.isEmpty || (down.count < 4 && Bool.random(using: &dice))
      // A panel may use an id again as soon as it is free.
      let free = (Int32(0)...9).filter { down[$0] == nil }
      let id = begins ? free.randomElement(using: &dice) ?? 0 : down.keys.sorted().randomElement(using: &dice) ?? 0
      let phases: [TouchPhase] = begins ? [.began] : [.moved, .ended, .ended, .cancelled]
      let contact = Contact(trackingID: id, slot: id, phase: phases.randomElement(using: &dice) ?? .moved, location: place)
      down[id] = contact.phase == .ended || contact.phase == .cancelled ? nil : place
      let times: [Int64] = [0, 10_000, 40_000]
      let rule = ContactDebounce.Rule(time: times.randomElement(using: &dice) ?? 0, distance: 25)
      take(contact, rule)
      #expect(known.count >= down.count, "seed \(seed): a contact is lost")
      if let next = debounce.nextDeadline { #expect(next.microseconds(since: time) <= 40_000, "seed \(seed)") }
    }
    for id in down.keys.sorted() {
      take(Contact(trackingID: id, slot: id, phase: .ended, location: .zero), nil)
    }
    time = time.advanced(byMicroseconds: 40_000)
    endDue()
    #expect(known.isEmpty, "seed \(seed): \(known)")
    #expect(debounce.isIdle, "seed \(seed)")
  }

  // MARK: The language

  @Test("A time of more than a second, and one without a unit that is meant in milliseconds, are mistakes")
  func mistakes() {
    let view = "views: [{id: v, kind: view, frame: [0, 0, 9, 9], debounce: -1}]\n"
    for text in ["debounce: 40\n", "debounce: 2 s\n", "forward: {debounce: x}\n", view] {
      let file = "screen: {size: [100, 100]}\n" + text
      #expect(throws: LayoutError.self) { try SessionStage.parse(file) }
    }
  }

  @Test("The check says what it costs, and no list pays more than lateness")
  func latency() throws {
    let layout = try SessionStage.parse(
      """
      screen: {size: [100, 100]}
      debounce: 40 ms
      views:
        - {id: list, kind: table, rows: [a], frame: [0, 0, 50, 50]}
        - {id: fast, kind: scroll, debounce: 20 ms, frame: [50, 0, 50, 50], content: [50, 500]}
      """)
    #expect(
      LayoutCheck.latency(of: layout).map(\.message) == [
        "controls and gestures learn up to 40 ms later that a finger was lifted (debounce)"
      ])
    #expect(LayoutCheck.warnings(in: layout).isEmpty)
  }
}
