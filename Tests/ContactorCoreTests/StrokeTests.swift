import ContactorCore
import Testing

@Suite("Strokes")
struct StrokeTests {
  private let templates = Drawing.shapes.map { shape in
    StrokeTemplate(shape.name, strokes: shape.drawing.strokes)!
  }

  @Test("A shape drawn badly, larger and elsewhere is the shape", arguments: Drawing.shapes.map(\.name))
  func badly(_ name: String) throws {
    let matcher = StrokeMatcher(templates)
    let shape = try #require(Drawing.shapes.first { $0.name == name })
    for seed in 1...20 {
      let match = try #require(matcher.match(shape.drawing.drawn(jitter: 6, seed: UInt64(seed))))
      #expect(match.name == name, "seed \(seed): \(match)")
      #expect(match.score > 0.8, "seed \(seed): \(match)")
      #expect(match.nextScore < match.score - 0.05, "seed \(seed): \(match)")
    }
  }

  @Test("A shape is unlike every other shape")
  func apart() {
    for template in templates {
      for other in templates where other.name != template.name {
        let score = template.similarity(to: other.strokes)
        #expect(score < 0.8, "\(template.name) and \(other.name): \(score)")
      }
      #expect(abs(template.similarity(to: template.strokes) - 1) < 1e-9)
    }
  }

  @Test("Neither the direction nor the order of the strokes counts, the angle does")
  func direction() throws {
    let arrow = try #require(templates.first { $0.name == "arrow" })
    #expect(arrow.similarity(to: arrow.strokes.reversed().map { $0.reversed() }) > 0.95)
    let turned = arrow.strokes.map { $0.map { Point(x: $0.y, y: $0.x) } }
    #expect(arrow.similarity(to: turned) < 0.75)
  }

  @Test("Of several templates of one shape the best counts, and the next is another shape")
  func severalHands() throws {
    let check = try #require(templates.first { $0.name == "check" })
    let steep = try #require(StrokeTemplate("check", strokes: [[Point(x: 0, y: 80), Point(x: 20, y: 100), Point(x: 40, y: 0)]]))
    let circle = try #require(templates.first { $0.name == "circle" })
    for order in [[check, steep, circle], [circle, steep, check], [steep, circle, check]] {
      let match = try #require(StrokeMatcher(order).match(steep.strokes))
      #expect(match.name == "check" && abs(match.score - 1) < 1e-9)
      #expect(match.nextName == "circle" && match.nextScore < 0.75)
    }
    #expect(StrokeMatcher([check, steep]).match(check.strokes)?.nextName == nil)
    #expect(StrokeMatcher().match(check.strokes) == nil)
  }

  @Test("What has no extent is no shape")
  func noExtent() {
    let point = Point(x: 5, y: 5)
    #expect(StrokeTemplate("dot", strokes: [[point, point, point]]) == nil)
    #expect(StrokeTemplate("dots", strokes: [[point], [Point(x: 9, y: 9)]]) == nil)
    #expect(StrokeTemplate("nothing", strokes: []) == nil)
    #expect(StrokeTemplate("none", strokes: [[point, Point(x: .nan, y: 0)]]) == nil)
    #expect(StrokeTemplate("far", strokes: [[point, Point(x: .infinity, y: 0)]]) == nil)
    #expect(StrokeMatcher(templates).match([[point, point]]) == nil)
    #expect(templates[0].similarity(to: []) == 0)
  }

  @Test("A template's text is short and makes the same template", arguments: Drawing.shapes.map(\.name))
  func text(_ name: String) throws {
    let template = try #require(templates.first { $0.name == name })
    let again = try StrokeTemplate(name, text: template.text)
    #expect(again.similarity(to: template.strokes) > 0.97, "\(template.text)")
    #expect(again.strokes.count == template.strokes.count)
    #expect(template.text.utf8.count < 240)
  }

  @Test("A text that is no list of points says which point is wrong")
  func wrongText() throws {
    let template = try StrokeTemplate("check", text: " 0,50 30.5,80   100,-2e1 / 20,20 40,40 ")
    #expect(template.strokes[0] == [Point(x: 0, y: 50), Point(x: 30.5, y: 80), Point(x: 100, y: -20)])
    #expect(template.strokes[1].count == 2)
    for (text, point, words) in [
      ("0,0 1;1", 1, "'1;1' is no point; a point is 'x,y'"), ("0,0 1,1 / 2,2 3,nan", 3, "'3,nan' is no point; a point is 'x,y'"),
      ("0,0 1,1,1", 1, "'1,1,1' is no point; a point is 'x,y'"), ("0,0 ,1", 1, "',1' is no point; a point is 'x,y'"),
      ("", nil, "a stroke needs two points at least, a dot one"), ("0,0 1,1 /", nil, "a stroke needs two points at least, a dot one"),
      ("5,5 5,5", nil, "all points are in the same place"),
    ] as [(String, Int?, String)] {
      let error = #expect(throws: StrokeTemplate.TextError.self) { try StrokeTemplate("check", text: text) }
      #expect(error?.point == point && error?.description == words, "\(text)")
    }
  }

  @Test("No text, however broken, makes the reader stumble; what it reads is a template")
  func brokenTexts() {
    var state: UInt64 = 7
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let pieces = ["0", "1", "9e9", "-", ".", ",", " ", "/", "e", "nan", "inf", "1e400", "é", "\n", "50,80", "100,0 "]
    for _ in 0..<2000 {
      let text = (0..<next(24)).map { _ in pieces[next(pieces.count)] }.joined()
      guard let template = try? StrokeTemplate("it", text: text) else { continue }
      #expect(template.strokes.allSatisfy { $0.count > 1 && $0.allSatisfy(\.isFinite) }, "\(text)")
      #expect(template.similarity(to: template.strokes) > 0.99, "\(text)")
      #expect(!template.text.isEmpty, "\(text)")
    }
  }

  // MARK: Cutting

  private func frame(_ time: Int64, _ contacts: (id: Int32, phase: TouchPhase, x: Double, y: Double)..., device: UInt32 = 1)
    -> TouchFrame
  {
    TouchFrame(
      device: DeviceID(rawValue: device), timestamp: Timestamp(microseconds: time),
      contacts: contacts.map {
        Contact(trackingID: $0.id, slot: 0, phase: $0.phase, location: Point(x: $0.x, y: $0.y))
      })
  }

  @Test("A template is cut from the paths of the contacts, palms left out")
  func cutting() throws {
    let frames = [
      frame(10, (1, .began, 0, 0), (7, .began, 500, 500)),
      frame(20, (1, .moved, 10, 10), (7, .moved, 510, 500)),
      frame(25, (1, .began, 900, 900), device: 2),
      frame(28, (1, .moved, 910, 900), device: 2),
      frame(30, (1, .ended, 10, 10), (7, .cancelled, 510, 500)),
      // The same number again is another stroke.
      frame(40, (1, .began, 10, 0)),
      frame(50, (1, .moved, 0, 10)),
    ]
    let all = try #require(StrokeTemplate("all", cutting: frames))
    #expect(all.strokes.map(\.count) == [2, 2, 2])
    #expect(all.strokes[0] == [Point(x: 0, y: 0), Point(x: 10, y: 10)])
    #expect(all.strokes[1] == [Point(x: 900, y: 900), Point(x: 910, y: 900)])
    #expect(all.strokes[2] == [Point(x: 10, y: 0), Point(x: 0, y: 10)])
    let late = try #require(
      StrokeTemplate("late", cutting: frames, during: Timestamp(microseconds: 30)...Timestamp(microseconds: 60)))
    #expect(late.strokes == [[Point(x: 10, y: 0), Point(x: 0, y: 10)]])
    #expect(StrokeTemplate("none", cutting: frames[..<1]) == nil)
  }
}
