import Testing

@testable import ContactorCore

/// Hit-testing among many views, where an index leaves out those that cannot be hit (contract 3.1).
@Suite("Hit-testing among many views")
struct HitIndexTests {
  /// Changes trees at random and compares each hit with that of asking every view.
  @Test("3.1 among many views the hit is that of asking them all, whatever moves", arguments: 1...12)
  func sameAsAsking(seed: Int) {
    var random = Random(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    let forest = Forest(&random)
    for round in 0..<60 {
      forest.change(&random)
      for _ in 0..<12 {
        let point = Point(x: random.number(-50...1050), y: random.number(-50...1050))
        let found = forest.window.hitTest(point, with: nil)
        let expected = Forest.ask(forest.window, point)
        #expect(found === expected, "round \(round), \(point): \(found?.identifier ?? "none")")
      }
    }
    #expect(forest.crowd.extras?.hitIndex != nil, "the index was never used")
  }

  @Test("3.1 a class that overrides point(inside:) is hit outside of its bounds, among many too")
  func overriddenPointInside() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    for index in 0..<100 {
      window.addSubview(View(frame: Rect(x: Double(index % 10) * 100, y: Double(index / 10) * 100, width: 20, height: 20)))
    }
    let wide = WideView(frame: Rect(x: 500, y: 500, width: 10, height: 10))
    window.addSubview(wide)
    #expect(window.hitTest(Point(x: 540, y: 560), with: nil) === wide)
    #expect(window.hitTest(Point(x: 430, y: 450), with: nil) === window)
    let view = window.subviews[3]
    #expect(window.hitTest(Point(x: 310, y: 10), with: nil) === view)
    view.center = Point(x: 950, y: 950)
    #expect(window.hitTest(Point(x: 310, y: 10), with: nil) === window)
    #expect(window.hitTest(Point(x: 950, y: 950), with: nil) === view)
  }

  @Test("3.1 hidden, transparent and refusing views among many are skipped without telling the index")
  func skipped() {
    let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    for index in 0..<64 { window.addSubview(View(frame: Rect(x: Double(index) * 15, y: 0, width: 10, height: 10))) }
    let front = View(frame: Rect(x: 0, y: 0, width: 1000, height: 10))
    window.addSubview(front)
    let place = Point(x: 18, y: 5)
    #expect(window.hitTest(place, with: nil) === front)
    front.isHidden = true
    #expect(window.hitTest(place, with: nil) === window.subviews[1])
    window.subviews[1].alpha = 0.005
    #expect(window.hitTest(place, with: nil) === window)
    front.isHidden = false
    front.isUserInteractionEnabled = false
    #expect(window.hitTest(place, with: nil) === window)
  }
}

/// A window with a crowd of views in it that is changed at random.
private final class Forest {
  let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
  let crowd = View(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
  private var count = 0

  init(_ random: inout Random) {
    crowd.indexesSubviews = true
    window.addSubview(crowd)
    for _ in 0..<120 { add(&random) }
  }

  private func add(_ random: inout Random) {
    count += 1
    let frame = Rect(
      x: random.number(-20...980), y: random.number(-20...980), width: random.number(0...90), height: random.number(0...90))
    let view = View(frame: frame)
    if random.next(5) == 0 { view.hitOutset = .points(60) }
    view.identifier = "v\(count)"
    crowd.insertSubview(view, at: random.next(3) == 0 ? random.next(crowd.subviews.count + 1) : crowd.subviews.count)
    if random.next(4) == 0 { view.addSubview(View(frame: Rect(x: -10, y: -10, width: 30, height: 30))) }
  }

  /// Does one of the things that an index must notice, or must not mind.
  func change(_ random: inout Random) {
    let view = crowd.subviews[random.next(crowd.subviews.count)]
    switch random.next(13) {
    case 0: add(&random)
    case 1: if crowd.subviews.count > 40 { view.removeFromSuperview() }
    case 2: view.center = Point(x: random.number(0...1000), y: random.number(0...1000))
    case 3: view.bounds = Rect(x: 3, y: 4, width: random.number(0...200), height: random.number(0...200))
    case 4: view.transform = AffineTransform(cosine: 0.6, sine: 0.8)
    case 5: view.transform = .identity
    case 6: view.isHidden.toggle()
    case 7: crowd.bounds.origin = Point(x: random.number(-100...100), y: random.number(-100...100))
    case 8: for view in crowd.subviews { view.frame.origin.x += 5 }
    case 9: crowd.bringSubviewToFront(view)
    case 10: crowd.sendSubviewToBack(view)
    case 11: crowd.exchangeSubview(at: random.next(crowd.subviews.count), withSubviewAt: random.next(crowd.subviews.count))
    default:
      let other = crowd.subviews[random.next(crowd.subviews.count)]
      if other !== view { other.addSubview(view) }
      if crowd.subviews.count < 60 { for _ in 0..<30 { add(&random) } }
    }
  }

  /// The contract's words, view by view.
  static func ask(_ view: View, _ point: Point) -> View? {
    guard view.isUserInteractionEnabled, !view.isHidden, view.alpha >= 0.01, view.point(inside: point, with: nil) else {
      return nil
    }
    for child in view.subviews.reversed() {
      guard let inner = child.convertFromSuperview(point) else { continue }
      if let hit = ask(child, inner) { return hit }
    }
    return view
  }
}

/// A view that is hit within 60 points of its bounds.
private final class WideView: View {
  override func point(inside point: Point, with event: Event?) -> Bool {
    bounds.outset(by: 60).contains(point)
  }
}

/// A generator of numbers that gives the same ones each time.
private struct Random {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func number(_ range: ClosedRange<Int>) -> Double {
    Double(range.lowerBound) + Double(next(range.count * 16)) / 16
  }
}
