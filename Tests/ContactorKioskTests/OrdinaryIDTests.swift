import ContactorCore
@testable import ContactorLayout
import Testing

/// Ids that are also names in logs or inside the engine mean nothing special.
@Suite("Ids that look like names of the engine")
struct OrdinaryIDTests {
  /// A layout with five ids to choose, a script's log on it, and what the application behind it sees.
  private static func outcome(of ids: [String], seed: UInt64) throws -> (log: [String], seen: [String]) {
    let names = ids.map { "\"\($0)\"" }
    let stage = try ForwardStage(
      """
      forward: {}
      log: {touch: true, control: true, action: true, gesture: true, value: true}
      views:
        - {id: \(names[0]), kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: pressed}}}
        - {id: \(names[1]), kind: view, frame: [200, 0, 300, 200], views: [{id: inner, kind: switch, frame: [0, 0, 60, 40]}]}
        - {id: \(names[2]), kind: view, secure: true, frame: [600, 0, 100, 100], views: [{id: pad, kind: button, frame: [0, 0, 50, 50]}]}
        - {id: \(names[3]), kind: popUp, frame: [800, 0, 100, 50], value: {titles: [x, y, z]}}
      gestures:
        - {id: \(names[4]), kind: tap, touches: 2, on: {recognized: {emit: twice}}}
        - {id: held, kind: longPress, view: \(names[1]), on: {began: {emit: held}}}
        - {id: edge, kind: edgePan, edge: left, on: {began: {emit: edge}}}
      """)
    var dice = SplitMix(seed)
    let spots: [(Double, Double)] = [(50, 50), (250, 20), (400, 150), (620, 20), (680, 80), (850, 20), (850, 120), (300, 400), (3, 300)]
    var time: Int64 = 100
    for _ in 0..<12 {
      let count = Int.random(in: 1...2, using: &dice)
      let places = (0..<count).map { _ in spots.randomElement(using: &dice) ?? (0, 0) }
      stage.frame(Dictionary(uniqueKeysWithValues: places.enumerated().map { (Int32($0.offset), $0.element) }), at: time)
      if Bool.random(using: &dice) {
        let moved = places.enumerated().map { (Int32($0.offset), ($0.element.0 + 120, $0.element.1)) }
        stage.frame(Dictionary(uniqueKeysWithValues: moved), at: time + 40)
      }
      time += [60, 900].randomElement(using: &dice) ?? 60
      stage.wait(until: time)
      stage.frame(Dictionary(uniqueKeysWithValues: (0..<count).map { (Int32($0), nil) }), at: time + 10)
      time += 700
      stage.wait(until: time)
    }
    return (stage.log, stage.take())
  }

  @Test("11.3, 14.1 Another id changes the names in the log and nothing else", arguments: 0..<40)
  func renaming(seed: UInt64) throws {
    var dice = SplitMix(seed)
    let plain = ["first", "second", "third", "fourth", "fifth"]
    let words = [
      "root", "menu", "main", "window", "keyboard", "locked", "screen", "none", "alert", "panel", "text", "column 0", "verify", "secure",
      "idle", "health", "layout", "all", "größe", "根", "🖐️", "-", "~",
    ]
    let chosen = Array(words.shuffled(using: &dice).prefix(plain.count))
    let before = try Self.outcome(of: plain, seed: seed)
    let after = try Self.outcome(of: chosen, seed: seed)
    let expected = before.log.map { line in
      zip(plain, chosen).reduce(line) { $0.replacing("\"\($1.0)\"", with: "\"\($1.1)\"") }
    }
    #expect(after.log == expected, "seed \(seed): \(chosen)")
    #expect(after.seen == before.seen, "seed \(seed): \(chosen)")
    #expect(before.log.count > 20)
  }

  @Test("11.3 A button called root takes its own touches, not those of the screen", arguments: ["root", "menu", "main"])
  func viewID(id: String) throws {
    let stage = try ForwardStage("forward: {}\nviews: [{id: \(id), kind: button, frame: [0, 0, 100, 100]}]\n")
    stage.frame([0: (50, 50), 1: (600, 300)], at: 10)
    #expect(stage.take() == ["0 began 600,300"])
  }

  @Test("11.3 Under an open menu a window of any id gets no touch", arguments: ["menu", "root", "wall"])
  func windowID(id: String) throws {
    let windows = """
      windows:
        - {id: \(id), size: [1000, 500], views: [{id: choice, kind: popUp, frame: [0, 0, 100, 50], value: {titles: [x, y]}}]}
      forward: {}

      """
    let stage = try ForwardStage(windows, screen: false)
    stage.frame([0: (50, 20)], at: 10)
    stage.frame([0: nil], at: 30)
    stage.frame([1: (800, 400)], at: 1000)
    stage.frame([1: nil], at: 1030)
    #expect(stage.take() == [])
    stage.frame([2: (800, 400)], at: 2000)
    #expect(stage.take() == ["0 began 800,400"])
  }

  @Test("14.1 A secure view called root hides its own touches only", arguments: ["root", "menu", "pin"])
  func secureID(id: String) throws {
    let layout =
      "views: [{id: \(id), kind: view, secure: true, frame: [0, 0, 100, 100]}]\n"
      + "gestures: [{id: any, kind: tap, on: {recognized: {emit: hit}}}]\n"
    let stage = try ForwardStage(layout)
    stage.frame([0: (600, 300)], at: 10)
    stage.frame([0: nil], at: 40)
    #expect(stage.log.contains { $0.contains(#""x":600"#) })
    #expect(stage.log.contains { $0.contains(#""gesture":"any""#) })
  }

  @Test("9.1 The gestures of the only window stay the window's if a view is called main")
  func mainView() throws {
    let layout =
      "views: [{id: main, kind: view, frame: [0, 0, 100, 100]}]\n"
      + "gestures: [{id: any, kind: tap, on: {recognized: {emit: hit}}}]\n"
    let stage = try ForwardStage(layout)
    stage.frame([0: (600, 300)], at: 10)
    stage.frame([0: nil], at: 40)
    #expect(stage.log.contains { $0.contains(#""gesture":"any""#) })
  }
}
