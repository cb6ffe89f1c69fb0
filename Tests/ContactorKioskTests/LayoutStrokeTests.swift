import ContactorCore
@testable import ContactorLayout
import ContactorTrace
import Testing

@Suite("Drawn shapes in a layout")
struct LayoutStrokeTests {
  private func parse(_ gestures: String...) throws -> Layout {
    let list = gestures.map { "  - {\($0), on: {recognized: {emit: \"{shape}\"}}}\n" }.joined()
    return try SessionStage.parse("screen: {size: [800, 480], mm: [160, 96]}\ngestures:\n\(list)")
  }

  private static let both = #"shapes: {right: "0,50 100,50", left: ["100,50 0,50", "100,40 0,60"]}"#

  @Test("9.2 a layout gives strokes named shapes and a direction")
  func settings() throws {
    let layout = try parse(
      "id: g, kind: stroke, direction: forward, score: 0.8, \(Self.both), points: \"0,0 9,9\"",
      "id: h, kind: stroke, direction: any, points: \"0,0 9,9\"")
    let recognizers = layout.gestures.compactMap { $0.makeRecognizer(LayoutTuning()) as? StrokeGestureRecognizer }
    #expect(recognizers.map(\.direction) == [.forward, .any])
    #expect(recognizers[0].templates.map(\.name) == ["g", "right", "left", "left"])
    #expect(recognizers[0].threshold == 0.8 && recognizers[1].threshold == 0.75)
  }

  @Test(
    "Shapes without names or points, and directions of other gestures, are mistakes",
    arguments: [
      "kind: stroke", "kind: stroke, shapes: {}", "kind: stroke, shapes: [\"0,0 9,9\"]", "kind: stroke, shapes: {a: []}",
      "kind: stroke, shapes: {a: \"0,0\"}", "kind: stroke, shapes: {\"\": \"0,0 9,9\"}", "kind: tap, shapes: {a: \"0,0 9,9\"}",
      "kind: stroke, direction: left, points: \"0,0 9,9\"", "kind: stroke, direction: [any, forward], points: \"0,0 9,9\"",
      "kind: swipe, direction: forward",
    ])
  func mistakes(text: String) {
    #expect(throws: LayoutError.self) { try parse("id: g, \(text)") }
  }

  @Test("9.2 `{shape}` is the name of the shape, whichever gesture it belongs to")
  func shapeNames() throws {
    let layout = """
      gestures:
        - {id: lines, kind: stroke, direction: forward, \(Self.both), on: {recognized: {emit: "drew {shape}"}}}
        - {id: check, kind: stroke, direction: forward, points: "0,55 30,90 100,0", on: {recognized: {emit: "drew {shape}"}}}

      """
    let stage = try ForwardStage(layout)
    var time: Int64 = 0
    for stroke in [[(150, 200), (450, 200)], [(450, 200), (150, 200)], [(150, 265), (240, 370), (450, 100)]] {
      time += 1000
      for (from, to) in zip(stroke, stroke.dropFirst()) {
        for step in 0...20 {
          let place = (Double(from.0 + (to.0 - from.0) * step / 20), Double(from.1 + (to.1 - from.1) * step / 20))
          stage.frame([0: place], at: time)
          time += 8
        }
      }
      stage.frame([0: nil], at: time)
    }
    let emits = stage.log.compactMap { $0.firstMatch(of: /"emit":"([^"]+)"/).map { String($0.1) } }
    #expect(emits == ["drew right", "drew left", "drew check"])
  }

  @Test(
    "Shapes of one view that are alike are doubtful, and the warning says what tells them apart",
    arguments: [
      (["id: a, kind: stroke, points: \"0,50 100,50\"", "id: b, kind: stroke, points: \"100,50 0,50\""], "'a' and 'b' are 1.00 alike"),
      (["id: a, kind: stroke, \(both)"], "'left' and 'right' are 1.00 alike"),
      (["id: a, kind: stroke, direction: forward, \(both)"], nil),
      (["id: a, kind: stroke, points: \"0,50 100,50\", view: pad", "id: b, kind: stroke, points: \"100,50 0,50\""], nil),
      (["id: a, kind: stroke, points: \"0,50 100,50\", modes: [x]", "id: b, kind: stroke, points: \"100,50 0,50\", modes: [y]"], nil),
      (["id: a, kind: stroke, points: \"0,50 100,50\", simultaneous: [b]", "id: b, kind: stroke, points: \"100,50 0,50\""], nil),
      (["id: a, kind: stroke, points: \"0,50 100,50\"", "id: b, kind: stroke, points: \"0,55 30,90 100,0\""], nil),
      (["id: a, kind: stroke, points: \"0,50 100,50\", enabled: false", "id: b, kind: stroke, points: \"100,50 0,50\""], nil),
      (["id: a, kind: stroke, points: \"0,50 100,50\"", "id: b, kind: stroke, points: \"100,50 0,50\", enabled: false"], nil),
      (["id: a, kind: stroke, enabled: false, \(both)"], nil),
      (
        ["id: a, kind: stroke, points: \"0,50 100,50\", view: main", "id: b, kind: stroke, points: \"100,50 0,50\""],
        "'a' and 'b' are 1.00 alike"
      ),
    ] as [([String], String?)])
  func doubtful(gestures: [String], message: String?) throws {
    var text = "screen: {size: [800, 480], mm: [160, 96]}\nviews: [{id: pad, kind: view, frame: [0, 0, 9, 9]}]\n"
    if gestures[0].contains("modes") { text += "modes: {x: {}, y: {}}\n" }
    text += "gestures:\n" + gestures.map { "  - {\($0), on: {recognized: {emit: x}}}\n" }.joined()
    let found = LayoutCheck.warnings(in: try SessionStage.parse(text)).filter { $0.message.contains("alike") }
    #expect(found.count == (message == nil ? 0 : 1), "\(found)")
    if let message { #expect(found.first?.message.contains(message) == true && found.first?.expected == "'direction: forward'") }
  }

  @Test("A view that is called like the only window is not the window, whose name is main otherwise")
  func viewNamedMain() throws {
    let gestures = """
      gestures:
        - {id: a, kind: stroke, points: "0,50 100,50", view: main, on: {recognized: {emit: x}}}
        - {id: b, kind: stroke, points: "100,50 0,50", on: {recognized: {emit: x}}}

      """
    for (views, count) in [("", 1), ("views: [{id: main, kind: view, frame: [0, 0, 9, 9]}]\n", 0)] {
      let layout = try SessionStage.parse("screen: {size: [800, 480], mm: [160, 96]}\n" + views + gestures)
      #expect(LayoutCheck.warnings(in: layout).count { $0.message.contains("alike") } == count)
    }
  }
}
