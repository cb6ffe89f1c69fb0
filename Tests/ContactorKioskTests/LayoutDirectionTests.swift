import ContactorCore
@testable import ContactorLayout
import ContactorTrace
import Testing

@Suite("Directions and fingers of gestures in a layout")
struct LayoutDirectionTests {
  private func gesture<Recognizer: GestureRecognizer>(_ text: String, as type: Recognizer.Type) throws -> Recognizer {
    let layout = try SessionStage.parse("screen: {size: [800, 480]}\ngestures: [{id: g, \(text), on: {failed: {emit: x}}}]")
    return try #require(layout.gestures[0].makeRecognizer(LayoutTuning()) as? Recognizer)
  }

  @Test("9.2 a layout gives pinches, rotations, edge pans and swipes directions, fingers and limits")
  func settings() throws {
    let pinch = try gesture("kind: pinch, direction: in, touches: 3", as: PinchGestureRecognizer.self)
    #expect(pinch.direction == .inward && pinch.minimumNumberOfTouches == 3 && pinch.maximumNumberOfTouches == 3)
    let both = try gesture("kind: pinch, direction: [in, out]", as: PinchGestureRecognizer.self)
    #expect(both.direction == .any)
    let usual = try gesture("kind: pinch", as: PinchGestureRecognizer.self)
    #expect(usual.direction == .any && usual.minimumNumberOfTouches == 2 && usual.maximumNumberOfTouches == .max)
    let rotation = try gesture(
      "kind: rotation, direction: counterclockwise, touches: {min: 2, max: 4}", as: RotationGestureRecognizer.self)
    #expect(rotation.direction == .counterclockwise && rotation.minimumNumberOfTouches == 2 && rotation.maximumNumberOfTouches == 4)
    let edge = try gesture("kind: edgePan, edge: left, touches: 2", as: ScreenEdgePanGestureRecognizer.self)
    #expect(edge.minimumNumberOfTouches == 2 && edge.maximumNumberOfTouches == 2)
    let swipe = try gesture(
      "kind: swipe, direction: [upLeft, down], maximumDistance: 40 mm, maximumDuration: 300 ms", as: SwipeGestureRecognizer.self)
    #expect(swipe.direction == [.upLeft, .down])
    #expect(swipe.maximumDistance == .millimetres(40) && swipe.maximumDuration == .milliseconds(300))
    let straight = try gesture("kind: swipe", as: SwipeGestureRecognizer.self)
    #expect(straight.direction == [.left, .right, .up, .down])
  }

  @Test(
    "A direction of another kind of gesture, too few fingers and misplaced limits are mistakes",
    arguments: [
      "kind: pinch, direction: up", "kind: rotation, direction: in", "kind: swipe, direction: clockwise", "kind: pan, direction: up",
      "kind: pinch, touches: 1", "kind: rotation, touches: {min: 1, max: 3}", "kind: swipe, touches: {min: 2, max: 3}",
      "kind: pan, maximumDistance: 4 mm", "kind: pinch, maximumDuration: 1", "kind: swipe, maximumDistance: 4 s",
      "kind: swipe, direction: [up, up]", "kind: swipe, direction: upleft",
    ])
  func mistakes(text: String) {
    #expect(throws: LayoutError.self) {
      try SessionStage.parse("screen: {size: [800, 480]}\ngestures: [{id: g, \(text), on: {failed: {emit: x}}}]")
    }
  }

  @Test("A swipe whose greatest distance is below its least is doubtful", arguments: [("7 mm", true), ("9 mm", false), ("40", true)])
  func neverRecognized(limit: String, isDoubtful: Bool) throws {
    let layout = try SessionStage.parse(
      """
      screen: {size: [800, 480], mm: [128, 76.8]}
      gestures: [{id: g, kind: swipe, maximumDistance: \(limit), on: {recognized: {emit: x}}}]
      """)
    let expected = ["'g' can never be recognized: its 'maximumDistance' is below 'swipeDistance'"]
    #expect(LayoutCheck.warnings(in: layout).map(\.message) == (isDoubtful ? expected : []))
  }

  @Test(
    "The greatest distance of a swipe is judged by the millimetres of its own window",
    arguments: [("a", "10 mm", true), ("a", "30 mm", false), ("b", "10 mm", false), ("b", "4 mm", true), ("in", "10 mm", false)])
  func ownWindow(view: String, limit: String, isDoubtful: Bool) throws {
    let layout = try SessionStage.parse(
      """
      windows:
        - {id: a, size: [800, 480], mm: [400, 240]}
        - {id: b, size: [800, 480], mm: [80, 48], views: [{id: in, kind: view, frame: [0, 0, 300, 300]}]}
      devices: [{match: {name: A}, window: a}, {match: {name: B}, window: b}]
      gestures: [{id: g, kind: swipe, view: \(view), maximumDistance: \(limit), on: {recognized: {emit: x}}}]
      """)
    #expect(LayoutCheck.warnings(in: layout).contains { $0.message.contains("can never be recognized") } == isDoubtful)
  }

  @Test(
    "A gesture that has no time is doubtful",
    arguments: [
      ("kind: swipe, maximumDuration: 0", "maximumDuration"), ("kind: swipe, tuning: {swipeDuration: 0}", "swipeDuration"),
      ("kind: swipe, maximumDuration: 1 ms", nil), ("kind: swipe, maximumDuration: 300 ms, tuning: {swipeDuration: 0}", nil),
      ("kind: tap, tuning: {tapDuration: 0}", "tapDuration"), ("kind: corners, tuning: {tapDuration: 0 ms}", "tapDuration"),
      ("kind: tap, hold: 1, tuning: {tapDuration: 0}", nil), ("kind: tap, taps: 2, hold: 1, tuning: {tapDuration: 0}", "tapDuration"),
    ] as [(String, String?)])
  func noTime(text: String, key: String?) throws {
    let layout = try SessionStage.parse("screen: {size: [800, 480]}\ngestures: [{id: g, \(text), on: {failed: {emit: x}}}]")
    let found = LayoutCheck.warnings(in: layout).map(\.message)
    #expect(found == (key.map { ["'g' can never be recognized: its '\($0)' is 0"] } ?? []))
  }

  @Test("9.2 zooming in and out, and a diagonal swipe, do what they are bound to")
  func zoom() throws {
    let layout = """
      gestures:
        - {id: larger, kind: pinch, direction: out, on: {began: {emit: larger}}}
        - {id: smaller, kind: pinch, direction: in, on: {began: {emit: smaller}}}
        - {id: corner, kind: swipe, direction: [upLeft, downRight], on: {recognized: {emit: "swiped {direction}"}}}

      """
    let stage = try ForwardStage(layout)
    stage.frame([0: (400, 200), 1: (500, 200)], at: 100)
    stage.frame([0: (380, 200), 1: (520, 200)], at: 120)
    stage.frame([0: nil, 1: nil], at: 140)
    stage.frame([0: (400, 200), 1: (500, 200)], at: 1100)
    stage.frame([0: (420, 200), 1: (480, 200)], at: 1120)
    stage.frame([0: nil, 1: nil], at: 1140)
    stage.frame([0: (400, 200)], at: 2100)
    stage.frame([0: (500, 290)], at: 2150)
    stage.frame([0: nil], at: 2160)
    let lines = stage.log.filter { $0.contains(#""kind":"emit""#) }
    let emits = lines.compactMap { $0.firstMatch(of: /"emit":"([^"]+)"/).map { String($0.1) } }
    #expect(emits == ["larger", "smaller", "swiped downRight"])
  }
}
