import ContactorCore
@testable import ContactorLayout
import Testing

@Suite("An action for each step of a pan")
struct PanStepTests {
  private let volume = """
    gestures:
      - id: volume
        kind: pan
        on:
          changed:
            - {emit: "louder {direction}", every: 5 mm, direction: up}
            - {emit: "softer {direction}", every: 5 mm, direction: down}

    """

  private func emits(_ stage: ForwardStage) -> [String] {
    stage.log.filter { $0.contains(#""kind":"emit""#) }.compactMap { $0.firstMatch(of: /"emit":"([^"]+)"/).map { String($0.1) } }
  }

  /// The directions of the steps of a vertical drag, by millimetres upward from the point of touch; the stage has 5 points in one.
  private func steps(_ places: [Double]) throws -> [String] {
    let stage = try ForwardStage(volume)
    stage.frame([0: (500, 400)], at: 100)
    for (index, place) in places.enumerated() { stage.frame([0: (500, 400 - place * 5)], at: 110 + Int64(index) * 10) }
    stage.frame([0: nil], at: 120 + Int64(places.count) * 10)
    return emits(stage).map { String($0.split(separator: " ")[1]) }
  }

  private func expect(_ places: [Double], _ expected: [String], at location: SourceLocation = #_sourceLocation) throws {
    let made = try steps(places)
    #expect(made == expected, sourceLocation: location)
  }

  @Test("13.7 steps count from the point of touch, and a fast frame loses none")
  func fast() throws {
    try expect([17], ["up", "up", "up"])
    try expect([4.9], [])
    try expect([5], ["up"])
    try expect(Array(stride(from: 0.5, through: 17, by: 0.5)), ["up", "up", "up"])
    try expect([3, 9.9, 10, 15.1], ["up", "up", "up"])
    try expect([-12], ["down", "down"])
  }

  @Test("13.7 going back makes steps the other way, after a whole step")
  func back() throws {
    try expect([10, 6, 5, 0, -5], ["up", "up", "down", "down", "down"])
    // A finger that trembles where a step ended makes none.
    try expect([10, 9.8, 10.2, 9.9, 10.1, 10], ["up", "up"])
    try expect([10, 5.2, 9.8, 5.3], ["up", "up"])
  }

  @Test("13.7 the last movement counts, and the next pan begins anew")
  func ends() throws {
    let stage = try ForwardStage(volume)
    for (start, finger) in [(Int64(100), Int32(0)), (1000, 1)] {
      stage.frame([finger: (500, 400)], at: start)
      stage.frame([finger: (500, 380)], at: start + 10)
      stage.frame([finger: (500, 376)], at: start + 20)
      stage.session.handle(
        .frame(
          TouchFrame(
            device: stage.panel.id, timestamp: Timestamp(microseconds: (start + 30) * 1000),
            contacts: [Contact(trackingID: finger, slot: finger, phase: .ended, location: Point(x: 500, y: 374))])))
      stage.wait(until: start + 500)
    }
    // 5.2 mm each: with the rest of the first kept there were three.
    #expect(emits(stage) == ["louder up", "louder up"])
  }

  @Test("13.7 a frame makes 100 steps of an action, of both axes together, in their proportion")
  func limitOfBothAxes() throws {
    let stage = try ForwardStage("gestures: [{id: g, kind: pan, on: {changed: {emit: \"{direction}\", every: 1 pt}}}]\n")
    stage.frame([0: (10, 10)], at: 100)
    stage.frame([0: (760, 460)], at: 110)
    let made = emits(stage)
    #expect(made.count == 100)
    #expect(made.count { $0 == "right" } == 62 && made.count { $0 == "down" } == 38)
    let dropped = stage.log.compactMap { $0.firstMatch(of: /"dropped":(\d+)/).flatMap { Int($0.1) } }
    #expect(dropped.reduce(0, +) == 1100)
    // An axis with few steps keeps all that fit.
    stage.frame([0: (810, 461)], at: 120)
    #expect(emits(stage).count == 151)
  }

  @Test("13.7 without a direction each axis counts by itself")
  func axes() throws {
    let stage = try ForwardStage("gestures: [{id: g, kind: pan, on: {changed: {emit: \"go {direction}\", every: 50 pt}}}]\n")
    stage.frame([0: (500, 250)], at: 100)
    stage.frame([0: (620, 250)], at: 110)
    stage.frame([0: (620, 190)], at: 120)
    stage.frame([0: (550, 250)], at: 130)
    #expect(emits(stage) == ["go right", "go right", "go up", "go left", "go down"])
  }

  @Test("13.7 more than 100 steps in a frame are dropped, and the log says how many")
  func limit() throws {
    let action = "{emit: \"go {direction}\", every: 1 pt, direction: right}"
    let stage = try ForwardStage("gestures: [{id: g, kind: pan, on: {changed: \(action)}}]\n")
    stage.frame([0: (100, 250)], at: 100)
    stage.frame([0: (350, 250)], at: 110)
    #expect(emits(stage).count == Tuning.stepLimit)
    #expect(stage.log.count { $0.contains(#""dropped":150"#) } == 1)
    stage.frame([0: (360, 250)], at: 120)
    #expect(emits(stage).count == Tuning.stepLimit + 10)
  }

  @Test("13.7 the steps of a path do not depend on how many frames report it", arguments: 0..<60)
  func frames(seed: UInt64) throws {
    var dice = SplitMix(seed)
    // A path of straight legs, reported coarsely at its turning points, and finely.
    var (coarse, fine): ([Double], [Double]) = ([], [])
    var place = 0.0
    for _ in 0..<6 {
      let next = (Double.random(in: -40...40, using: &dice) * 10).rounded() / 10
      let count = Int.random(in: 1...9, using: &dice)
      for part in 1...count { fine.append(place + (next - place) * Double(part) / Double(count)) }
      coarse.append(next)
      place = next
    }
    let (few, many) = (try steps(coarse), try steps(fine))
    #expect(few == many, "seed \(seed)")
  }

  @Test("13.7 no step of a program is lost while the one before runs")
  func programs() throws {
    let stage = try SessionStage(
      """
      screen: {size: [1000, 500], mm: [200, 100]}
      gestures: [{id: g, kind: pan, on: {changed: {run: [louder], every: 5 mm, direction: right}}}]
      """, runs: true)
    stage.touch(.began, 100, 100)
    stage.touch(.moved, 190, 100)
    stage.touch(.ended, 190, 100)
    var count = 0
    while !stage.running.isEmpty {
      count += 1
      stage.end("louder")
    }
    #expect(count == 3)
  }

  @Test("13.7 an edge pan has steps, and other gestures, other states and other lengths are mistakes")
  func mistakes() throws {
    _ = try SessionStage.parse(
      "screen: {size: [9, 9]}\ngestures: [{id: g, kind: edgePan, edge: left, on: {changed: {emit: x, every: 5 mm}}}]")
    let wrong = [
      "kind: pinch, on: {changed: {emit: x, every: 5 mm}}", "kind: pan, on: {began: {emit: x, every: 5 mm}}",
      "kind: pan, on: {changed: {emit: x, every: 0.5 mm}}", "kind: pan, on: {changed: {emit: x, direction: up}}",
      "kind: pan, on: {changed: {emit: x, every: 5 mm, direction: upwards}}", "kind: pan, on: {changed: {emit: x, every: 5 cm}}",
      "kind: pan, on: {changed: {emit: x, every: 5 mm, after: 1}}", "kind: pan, on: {changed: {emit: x, every: 100 ms, direction: up}}",
    ]
    for text in wrong {
      #expect(throws: LayoutError.self, "\(text)") {
        try SessionStage.parse("screen: {size: [9, 9]}\ngestures: [{id: g, \(text)}]")
      }
    }
    #expect(throws: LayoutError.self) {
      let slider = "{id: b, kind: slider, frame: [0, 0, 9, 9], on: {valueChanged: {emit: x, every: 5 mm}}}"
      return try SessionStage.parse("screen: {size: [9, 9]}\nviews: [\(slider)]")
    }
  }
}
