import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Scroll views in each other, with sliders, buttons and recognizers, under random fingers and delegates that do random things.
@Suite("Scroll views, at random")
struct ScrollRandomTests {
  /// Numbers that are the same in every run: Knuth's MMIX generator.
  private struct Chance {
    var state: UInt64

    mutating func number(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }

  /// A window of scroll views whose delegate changes them when it is told of something.
  private final class Scene: ScrollViewDelegate {
    let stage = Stage()
    var chance: Chance
    var views: [ScrollView] = []
    let zoomed = View(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    var isWild = false

    init(_ seed: UInt64) {
      chance = Chance(state: seed)
      let outer = add(Rect(x: 0, y: 0, width: 400, height: 400), to: stage.window)
      let pages = PageView(frame: Rect(x: 0, y: 50, width: 400, height: 300))
      pages.pages = (0..<3).map { _ in View() }
      register(pages, to: outer)
      let inner = add(Rect(x: 20, y: 20, width: 300, height: 200), to: pages.pages[0])
      stage.add(Slider(frame: Rect(x: 0, y: 0, width: 300, height: 40)), "slider", to: inner)
      stage.add(Button(frame: Rect(x: 0, y: 60, width: 300, height: 80)), "button", to: inner)
      add(Rect(x: 400, y: 0, width: 300, height: 300), to: stage.window).addSubview(zoomed)
      outer.addGestureRecognizer(LongPressGestureRecognizer())
      inner.addGestureRecognizer(SwipeGestureRecognizer())
    }

    @discardableResult
    func add(_ frame: Rect, to parent: View) -> ScrollView { register(ScrollView(frame: frame), to: parent) }

    @discardableResult
    func register(_ view: ScrollView, to parent: View) -> ScrollView {
      if !(view is PageView) { view.contentSize = Size(width: view.bounds.width * 2, height: 900) }
      view.delegate = self
      view.maximumZoomScale = 3
      view.minimumZoomScale = 0.5
      parent.addSubview(view)
      views.append(view)
      return view
    }

    func act() {
      guard isWild, chance.number(below: 8) == 0 else { return }
      let view = views[chance.number(below: views.count)]
      let number = Double(chance.number(below: 900)) - 100
      switch chance.number(below: 16) {
      case 0: view.contentOffset = Point(x: number / 4, y: number)
      case 1: view.setContentOffset(Point(x: 0, y: number), animated: true)
      case 2: view.contentSize = Size(width: number, height: number * 2)
      case 3: view.isScrollEnabled.toggle()
      case 4: view.bounces.toggle()
      case 5: view.isPagingEnabled.toggle()
      case 6: view.removeFromSuperview()
      case 7: stage.window.addSubview(view)
      case 8: view.setZoomScale(number / 200, animated: chance.number(below: 2) == 0)
      case 9: view.frame.size = Size(width: number, height: 300)
      case 10: view.alwaysBounceVertical.toggle()
      case 11: views[chance.number(below: views.count)].addSubview(view)
      case 12: view.delaysContentTouches.toggle()
      case 13: (view as? PageView)?.reloadData()
      case 14: view.zoom(to: Rect(x: 0, y: 0, width: number, height: number), animated: true)
      default: stage.application.cancelTouches()
      }
    }

    func scrollViewDidScroll(_ scrollView: ScrollView) { act() }
    func scrollViewDidZoom(_ scrollView: ScrollView) { act() }
    func scrollViewWillBeginDragging(_ scrollView: ScrollView) { act() }
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerates: Bool) { act() }
    func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { act() }
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { act() }
    func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { act() }
    func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) { act() }

    func scrollViewWillEndDragging(_ view: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point) {
      act()
      if isWild, chance.number(below: 3) == 0 { targetContentOffset.y = Double(chance.number(below: 900)) }
    }

    func viewForZooming(in scrollView: ScrollView) -> View? {
      act()
      return zoomed
    }

    /// Up to three fingers at a time, each drifting, for some seconds.
    func play(_ frames: Int, advancing: Bool) {
      var time: Int64 = 0
      var fingers: [(id: Int32, at: Point, way: Point)] = []
      var last: Int32 = 0
      for _ in 0..<frames {
        time += Int64(5 + chance.number(below: chance.number(below: 20) == 0 ? 400 : 20))
        if advancing { stage.pass(to: time - 1) }
        if fingers.count < 3, chance.number(below: 6) == 0 {
          last += 1
          let place = Point(x: Double(chance.number(below: 700)), y: Double(chance.number(below: 400)))
          fingers.append((last, place, Point(x: Double(chance.number(below: 41) - 20), y: Double(chance.number(below: 41) - 20))))
          stage.contact(last, .began, place.x, place.y)
        }
        for index in fingers.indices.reversed() where fingers[index].id != last || chance.number(below: 2) == 0 {
          fingers[index].at += fingers[index].way
          let (finger, ends) = (fingers[index], chance.number(below: 12) == 0)
          stage.contact(finger.id, ends ? .ended : .moved, finger.at.x, finger.at.y)
          if ends { fingers.remove(at: index) }
        }
        stage.frame(at: time)
      }
      for finger in fingers { stage.contact(finger.id, .ended, finger.at.x, finger.at.y) }
      stage.frame(at: time + 10)
    }
  }

  @Test("Whatever fingers and delegates do, offsets stay numbers, and in the end everything is at rest", arguments: 1...60)
  func wild(_ seed: UInt64) {
    let scene = Scene(seed)
    scene.isWild = true
    scene.play(400, advancing: seed % 2 == 0)
    scene.isWild = false
    scene.stage.pass(to: scene.stage.application.now.microseconds / 1000 + 60_000)
    for view in scene.views {
      #expect(view.contentOffset.isFinite && view.contentSize.isFinite)
      #expect(!view.isTracking && !view.isDragging && !view.isDecelerating && !view.isZooming && !view.isZoomBouncing)
    }
    #expect(scene.stage.violations.isEmpty)
    #expect(scene.stage.application.nextDeadline == nil)
  }

  @Test("7.6 The same fingers scroll to the same places, whether time is advanced between their frames or not", arguments: 1...30)
  func determinism(_ seed: UInt64) {
    func places(_ advancing: Bool) -> [Point] {
      let scene = Scene(seed)
      scene.play(300, advancing: advancing)
      return scene.views.map(\.contentOffset)
    }
    #expect(places(true) == places(false))
  }
}
