import ContactorCore
import ContactorTrace
import Testing

@testable import ContactorLayout

/// Large layouts: what reading, checking and building them costs is in proportion to their size.
///
/// Costs are counted in steps. The sizes are such that a cost in proportion to the square of the size would take minutes.
@Suite struct LayoutScaleTests {
  private func layout(_ views: [String] = [], _ gestures: [String] = []) -> [UInt8] {
    var text = "contactor: 1\nscreen: {size: [800, 480]}\n"
    for (key, list) in [("views", views), ("gestures", gestures)] where !list.isEmpty {
      text += key + ":\n" + list.map { "  - \($0)\n" }.joined()
    }
    return Array(text.utf8)
  }

  private func messages(_ bytes: [UInt8]) -> [String] {
    do throws(LayoutError) {
      _ = try Layout.parse(bytes, file: "k.yaml")
      return []
    } catch {
      return error.diagnostics.map(\.message)
    }
  }

  /// Gestures of which each waits for the next; the last one for the first, if the chain is closed.
  private func chain(_ count: Int, isClosed: Bool = false) -> [LayoutGesture] {
    (0..<count).map { index in
      var gesture = LayoutGesture(id: "g\(index)", kind: .tap)
      if index + 1 < count || isClosed { gesture.requireToFail = ["g\((index + 1) % count)"] }
      return gesture
    }
  }

  @Test func `following requirements costs steps in proportion to their number, in a chain and in a circle`() {
    for isClosed in [false, true] {
      let steps = [1000, 2000, 100_000].map { count in
        var graph = WaitGraph(chain(count, isClosed: isClosed))
        #expect(graph.circles().map(\.count) == (isClosed ? [count] : []))
        return graph.steps
      }
      #expect(steps[1] <= steps[0] * 2 + 2)
      #expect(steps[2] <= steps[0] * 100 + 200)
    }
  }

  @Test func `requirements between all pairs of gestures cost one step each`() {
    var graph = WaitGraph(
      (0..<300).map { index in
        var gesture = LayoutGesture(id: "g\(index)", kind: .tap)
        gesture.requireToFail = (0..<index).map { "g\($0)" }
        return gesture
      })
    #expect(graph.circles() == [])
    #expect(graph.steps == 300 * 299 / 2)
  }

  @Test func `each group of gestures in a circle is told once, by a shortest circle`() {
    func gesture(_ id: String, _ required: [String]) -> LayoutGesture {
      var gesture = LayoutGesture(id: id, kind: .tap)
      gesture.requireToFail = required
      return gesture
    }
    var graph = WaitGraph([
      gesture("e", ["a", "e"]), gesture("c", ["d", "b"]), gesture("b", ["a"]), gesture("a", ["c"]), gesture("d", ["b", "none"]),
      gesture("y", ["x"]), gesture("x", ["y"]),
    ])
    #expect(graph.circles() == [[3, 1, 2], [6, 5]])
  }

  @Test func `a circle of thousands names the first ones`() {
    let gestures = (0..<2000).map { "{id: g\($0), kind: tap, requireToFail: g\(($0 + 1) % 2000)}" }
    let messages = messages(layout([], gestures))
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("'g0', 'g1', 'g2', ") == true)
    #expect(messages.first?.hasSuffix("'g19' and 1980 more wait for each other to fail") == true)
  }

  @Test func `a chain of 2,000 gestures loads, is put to work and reloaded`() throws {
    let gestures = (0..<2000).map { index in
      "{id: g\(index), kind: tap\(index > 0 ? ", requireToFail: g\(index - 1)" : ""), on: {recognized: {emit: x}}}"
    }
    let layout = try Layout.parse(layout([], gestures), file: "k.yaml")
    let session = LayoutSession(layout: layout)
    session.replaceLayout(layout)
    #expect(session.gestures.map(\.recognizer.name).last == "g1999")
    #expect(LayoutCheck.warnings(in: layout).isEmpty)
  }

  @Test func `thousands of unknown ids are told up to the limit, with suggestions while the steps suffice`() {
    let views = (0..<9000).map { "{id: button\($0), kind: button, frame: [0, 0, 9, 9], on: {touchDown: {send: go, to: bottom\($0)}}}" }
    let messages = messages(layout(views))
    #expect(messages.count == LayoutDecoder.diagnosticLimit)
    #expect(messages.first == "no view has the id 'bottom0'")
    let gestures = (0..<9000).map { "{id: gesture\($0), kind: tap, requireToFail: [gestura\($0)], simultaneous: [gesturo\($0)]}" }
    #expect(self.messages(layout([], gestures)).count == LayoutDecoder.diagnosticLimit)
  }

  @Test func `a search looks at each name once, compares letters of few, and stops where its steps end`() {
    let names = (0..<10_000).map { "view\($0)" } + ["shutter"]
    let index = NameIndex(names)
    var steps = LayoutDecoder.suggestionSteps
    #expect(index.nearest(to: "shuter", steps: &steps) == "shutter")
    #expect(LayoutDecoder.suggestionSteps - steps < 12_000)
    steps = 5000
    #expect(index.nearest(to: "shuter", steps: &steps) == nil)
    steps = 0
    #expect(index.nearest(to: "shuter", steps: &steps) == nil)
    // Without the quick comparison each name would cost the product of both lengths.
    for (typed, right) in [("abcd", "abdc"), ("frmae", "frame"), ("submitt", "submit"), ("ttoggle", "toggle")] {
      #expect(NameIndex.nearest(to: typed, in: ["zzzz", right]) == right)
    }
  }

  @Test func `10,000 views and 10,000 relations are read, checked and built`() throws {
    let views = (0..<10_000).map { index in
      let frame = "[\(index % 100 * 8), \(index / 100 * 4), 8, 4]"
      return "{id: v\(index), kind: switch, frame: \(frame), on: {touchDown: {send: \"toggle:\", to: v\(9999 - index)}}}"
    }
    let layout = try Layout.parse(layout(views), file: "k.yaml")
    #expect(LayoutCheck.warnings(in: layout).isEmpty)
    let session = LayoutSession(layout: layout)
    #expect(session.responders.count == 10_001)
  }

  @Test func `10,000 fields that each hide the one that is edited are checked`() throws {
    // Under a field that may be hidden nothing is covered.
    let cover = "{id: cover, kind: textField, frame: [0, 0, 800, 480]}"
    let views = (0..<10_000).map { index in
      let frame = "[\(index % 100 * 8), \(index / 100 * 4), 8, 4]"
      return "{id: v\(index), kind: textField, frame: \(frame), on: {editingDidEnd: {send: \"hide:\"}}}"
    }
    #expect(LayoutCheck.warnings(in: try Layout.parse(layout(views + [cover]), file: "k.yaml")).isEmpty)
  }

  @Test func `thousands of large views that overlap, and of gestures that wait, are checked`() throws {
    let views = (0..<4000).map { index in
      "{id: v\(index), kind: button, frame: [\(index % 100), \(index / 100), \(700 - index % 100), \(300 + index % 7)], on: {touchUpInside: {emit: x}}}"
    }
    let gestures = (0..<2000).map { "{id: g\($0), kind: tap, taps: 2, region: [0, 0, 800, 480], on: {recognized: {emit: x}}}" }
    let found = LayoutCheck.warnings(in: try Layout.parse(layout(views, gestures), file: "k.yaml"))
    #expect((1...LayoutDecoder.diagnosticLimit).contains(found.count))
  }

  @Test func `10,000 gestures with 10,000 relations are read, checked and built`() throws {
    let gestures = (0..<10_000).map { index in
      "{id: g\(index), kind: tap, requireToFail: [g\(index == 0 ? 1 : 0)], simultaneous: true, on: {recognized: {emit: x}}}"
    }
    // The first two wait for each other, the rest for the first.
    #expect(messages(layout([], gestures)) == ["'g0', 'g1' wait for each other to fail"])
    let all = (1..<10_000).map { "g\($0)" }.joined(separator: ", ")
    let rest = (1..<10_000).map { "{id: g\($0), kind: tap, on: {recognized: {emit: x}}}" }
    let layout = try Layout.parse(
      layout([], ["{id: g0, kind: tap, requireToFail: [\(all)], simultaneous: [\(all)], on: {recognized: {emit: x}}}"] + rest),
      file: "k.yaml")
    #expect(LayoutCheck.warnings(in: layout).isEmpty)
    #expect(LayoutSession(layout: layout).gestures.count == 10_000)
  }

  @Test func `taps that wait for each other in layers are decided`() throws {
    // Each tap waits for all of the layer before: 3^15 ways lead from the last layer to the double tap.
    let gestures = (0..<48).map { index in
      let needed = index < 3 ? ["two"] : (0..<3).map { "g\((index / 3 - 1) * 3 + $0)" }
      return
        "  - {id: g\(index), kind: tap, simultaneous: true, requireToFail: [\(needed.joined(separator: ", "))], on: {recognized: {emit: x}}}"
    }
    let double = "  - {id: two, kind: tap, taps: 2, on: {recognized: {emit: x}}}\n"
    let stage = try SessionStage("screen: {size: [800, 480]}\ngestures:\n" + double + gestures.joined(separator: "\n"))
    stage.tap(10, 10)
    stage.wait(5_000_000)
    let recognized = stage.take().filter { $0.hasPrefix("gesture") }.map { $0.split(separator: ",")[1] }
    #expect(recognized.first == "gesture:g0")
  }

  @Test func `the frames of all views are those of each view, and cost steps in proportion to the number of views`() throws {
    let row = (0..<50).map { "{id: v\($0), kind: button, frame: [\($0), 1, 9, 9]}" }.joined(separator: ", ")
    var layout = try Layout.parse(layout(["{id: box, kind: view, frame: [10, 20, 99, 99], views: [\(row)]}"]), file: "k.yaml")
    // A program can give two views one id.
    layout.views.append(LayoutView(id: "v3", kind: .button, frame: Rect(x: 0, y: 0, width: 1, height: 1)))
    let frames = layout.viewFrames
    #expect(frames.count == 51)
    for (id, frame) in frames { #expect(layout.frame(ofView: id) == frame) }
    #expect(frames["v3"] == Rect(x: 13, y: 21, width: 9, height: 9))
    layout.views = (0..<100_000).map { LayoutView(id: "v\($0)", kind: .button, frame: Rect(x: Double($0), y: 0, width: 1, height: 1)) }
    #expect(layout.viewFrames["v99999"]?.minX == 99_999)
  }
}
