import ContactorCore
import ContactorStage
import Testing

/// Contract 9.5 and 10.1 on every short stream and on long random ones: each sequence is decided once, views see whole
/// touches, and after the last touch everything is at rest.
struct GestureWalkTests {
  /// A stage with every kind of recognizer, a view that writes down its touches and a button.
  struct Scene {
    let stage = Stage()
    let view: TouchView
    var recognizers: [GestureRecognizer] = []
    var time: Int64 = 0

    init() {
      view = stage.add(TouchView(frame: Rect(x: 0, y: 0, width: 400, height: 480)), "view")
      view.isMultipleTouchEnabled = true
      _ = stage.button("ok", 450, 100, 200, 200)
    }

    /// Has a recognizer's action do now and then what is hardest to bear: take away touches, views and recognizers.
    func disturb(by recognizer: GestureRecognizer, seed: UInt64) {
      var dice = Dice(seed: seed)
      let window = stage.window
      recognizer.addAction("disturb") { [unowned view, unowned window] recognizer in
        switch dice.number(below: 12) {
        case 0: view.application?.cancelTouches()
        case 1:
          view.removeFromSuperview()
          window.addSubview(view)
        case 2:
          recognizer.isEnabled = false
          recognizer.isEnabled = true
        case 3:
          let home = recognizer.view
          home?.removeGestureRecognizer(recognizer)
          home?.addGestureRecognizer(recognizer)
        default: break
        }
      }
    }

    /// What is wrong once all fingers are up and a while has passed; empty where all is well.
    mutating func faults() -> [String] {
      time += 10_000
      stage.wait(until: time)
      var faults = stage.violations.map(\.description)
      for recognizer in recognizers where recognizer.state != .possible {
        faults.append("\(recognizer.displayName) is \(recognizer.state)")
      }
      if stage.application.nextDeadline != nil { faults.append("a deadline is left") }
      return faults + brokenTouches() + brokenStates()
    }

    /// Touches that the view did not see from began to an end.
    private func brokenTouches() -> [String] {
      var states: [Substring: String] = [:]
      var faults: [String] = []
      for call in view.taken() {
        let words = call.split(separator: " ")
        for touch in words[1].split(separator: ",") {
          let isDown = states[touch] == "down"
          if words[0] == "began" ? states[touch] != nil : !isDown { faults.append("view: \(call)") }
          states[touch] = words[0] == "began" || words[0] == "moved" ? "down" : "up"
        }
      }
      return faults + states.filter { $0.value == "down" }.map { "view: touch \($0.key) never ended" }
    }

    /// Recognizers whose states are in no legal order, or that decided more or less than once a sequence.
    private func brokenStates() -> [String] {
      var last: [Substring: Substring] = [:]
      var begun: [Substring: Int] = [:]
      var faults: [String] = []
      for line in stage.takenGestures() {
        let words = line.split(separator: " ")
        let before = last[words[0]] ?? "possible"
        let goesOn = before == "began" || before == "changed"
        let isLegal = ["changed", "ended", "cancelled"].contains(words[1]) ? goesOn : !goesOn
        if !isLegal { faults.append("\(words[0]): \(words[1]) after \(before)") }
        if !goesOn { begun[words[0], default: 0] += 1 }
        last[words[0]] = words[1]
      }
      for line in stage.takenReasons() { begun[line.split(separator: " ")[0], default: 0] -= 1 }
      return faults + begun.filter { $0.value != 0 }.map { "\($0.key) decided \(-$0.value) times too often" }
    }
  }

  @Test("9.5 every stream of 3 contacts and 5 steps leaves every kind at rest")
  func exhaustive() {
    var scene = Scene()
    for kind in GestureKind.allCases { scene.recognizers.append(scene.stage.recognize(kind.make(), named: kind.rawValue)) }
    let single = scene.recognizers[0]
    single.require(toFail: scene.recognizers[1])
    scene.recognizers[5].require(toFail: scene.recognizers[7])
    var path: [String] = []
    var count = 0
    walk(&scene, down: [false, false, false], depth: 5, &path, &count)
    #expect(count == 2403)
  }

  private func walk(_ scene: inout Scene, down: [Bool], depth: Int, _ path: inout [String], _ count: inout Int) {
    guard depth > 0 else {
      count += 1
      return run(path, &scene)
    }
    for finger in 0..<3 {
      for step in down[finger] ? ["move", "up", "cancel"] : ["down"] {
        var after = down
        after[finger] = step == "down" || step == "move"
        path.append("\(finger) \(step)")
        walk(&scene, down: after, depth: depth - 1, &path, &count)
        path.removeLast()
      }
    }
  }

  private func run(_ path: [String], _ scene: inout Scene) {
    var places = [Point(x: 5, y: 5), Point(x: 200, y: 200), Point(x: 500, y: 200)]
    var isDown = [false, false, false]
    for step in path {
      let finger = Int(step.prefix(1)) ?? 0
      let phase: TouchPhase =
        switch step.dropFirst(2) {
        case "down": .began
        case "move": .moved
        case "up": .ended
        default: .cancelled
        }
      if phase == .moved { places[finger] = Point(x: places[finger].x + 70, y: places[finger].y + 10) }
      isDown[finger] = phase == .began || phase == .moved
      scene.time += 30
      scene.stage.contact(Int32(finger), phase, places[finger].x, places[finger].y)
      scene.stage.frame(at: scene.time)
    }
    for finger in 0..<3 where isDown[finger] {
      scene.stage.contact(Int32(finger), .ended, places[finger].x, places[finger].y)
    }
    scene.time += 30
    scene.stage.frame(at: scene.time)
    let faults = scene.faults()
    if !faults.isEmpty { Issue.record("\(path): \(faults)") }
  }

  @Test("9.5 random streams, relations and settings leave every kind at rest", arguments: 0..<60)
  func random(seed: UInt64) {
    var dice = Dice(seed: seed)
    var scene = Scene()
    let judge = GestureJudge()
    judge.isSimultaneous = dice.isTrue(of: 2)
    for kind in GestureKind.allCases where !dice.isTrue(of: 3) {
      let recognizer = scene.stage.recognize(
        kind.make(), named: kind.rawValue, in: dice.isTrue(of: 2) ? scene.view : scene.stage.window)
      if dice.isTrue(of: 3) { recognizer.delegate = judge }
      recognizer.cancelsTouchesInView = !dice.isTrue(of: 4)
      recognizer.delaysTouchesBegan = dice.isTrue(of: 4)
      recognizer.delaysTouchesEnded = !dice.isTrue(of: 4)
      if dice.isTrue(of: 4) { scene.disturb(by: recognizer, seed: dice.next()) }
      for other in scene.recognizers where dice.isTrue(of: 6) { recognizer.require(toFail: other) }
      for other in scene.recognizers where dice.isTrue(of: 12) { other.require(toFail: recognizer) }
      scene.recognizers.append(recognizer)
    }
    for round in 0..<12 {
      play(&scene, &dice)
      let faults = scene.faults()
      if !faults.isEmpty { Issue.record("seed \(seed), round \(round): \(faults)") }
    }
  }

  private func play(_ scene: inout Scene, _ dice: inout Dice) {
    var down: [Int32: Point] = [:]
    for _ in 0..<30 {
      for _ in 0...dice.number(below: 2) { stepFinger(&scene, &down, &dice) }
      scene.time += Int64(dice.isTrue(of: 8) ? 800 : dice.number(below: 60))
      scene.stage.frame(at: scene.time)
      if dice.isTrue(of: 40) { scene.stage.application.cancelTouches() }
      if dice.isTrue(of: 30), let any = scene.recognizers.randomElement(using: &dice) {
        any.isEnabled = false
        any.isEnabled = true
      }
    }
    for (finger, place) in down.sorted(by: { $0.key < $1.key }) { scene.stage.contact(finger, .ended, place.x, place.y) }
    scene.stage.frame(at: scene.time)
  }

  private func stepFinger(_ scene: inout Scene, _ down: inout [Int32: Point], _ dice: inout Dice) {
    let finger = Int32(dice.number(below: 5))
    guard let place = down[finger] else {
      let place = Point(x: Double(dice.number(below: 800)), y: Double(dice.number(below: 480)))
      down[finger] = place
      return scene.stage.contact(finger, .began, place.x, place.y)
    }
    switch dice.number(below: 10) {
    case 0, 1, 2:
      down[finger] = nil
      scene.stage.contact(finger, dice.isTrue(of: 6) ? .cancelled : .ended, place.x, place.y)
    case 3: scene.stage.contact(finger, .moved, place.x, place.y, tool: dice.isTrue(of: 3) ? .palm : .finger)
    default:
      let next = Point(x: place.x + Double(dice.number(below: 41)) - 20, y: place.y + Double(dice.number(below: 41)) - 20)
      down[finger] = next
      scene.stage.contact(finger, .moved, next.x, next.y)
    }
  }
}

/// Random numbers that a seed names: SplitMix64.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    // Not the generator's own step, or the streams of two seeds would be one, shifted.
    state = (seed &+ 1) &* 0xD134_2543_DE82_EF95
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func isTrue(of chances: Int) -> Bool { number(below: chances) == 0 }
}
