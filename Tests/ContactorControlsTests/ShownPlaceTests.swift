import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Where a scroll view shows something: between its insets, and within content that changes under way.
@Suite("Places of what is shown")
struct ShownPlaceTests {
  private let stage = Stage(width: 400, height: 600)

  private func scrollView() -> ScrollView {
    let view = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 600)), "scroll")
    view.contentSize = Size(width: 400, height: 3000)
    stage.pass(to: 1)
    return view
  }

  @Test("7.6 A rectangle is shown between the insets; insets below 0, and those that leave no room, do no harm")
  func rectangles() {
    let view = scrollView()
    view.contentInset = EdgeInsets(top: 50, left: 0, bottom: 200, right: 0)
    view.scrollRectToVisible(Rect(x: 0, y: 1000, width: 10, height: 44), animated: false)
    #expect(view.contentOffset.y == 1044 - 400)
    view.scrollRectToVisible(Rect(x: 0, y: 660, width: 10, height: 44), animated: false)
    #expect(view.contentOffset.y == 610)
    view.contentInset = EdgeInsets(top: -50, left: 0, bottom: -50, right: 0)
    view.scrollRectToVisible(Rect(x: 0, y: 2000, width: 10, height: 44), animated: false)
    #expect(view.contentOffset.y == 2044 - 600)
    view.contentInset = EdgeInsets(top: 500, left: 0, bottom: 500, right: 0)
    view.scrollRectToVisible(Rect(x: 0, y: 1000, width: 10, height: 44), animated: false)
    #expect(view.contentOffset.y >= 400 && view.contentOffset.y <= 1044)
  }

  @Test("8.4 A row, an item and what a key or the focus reaches are shown between the insets, and below a header that stays")
  func lists() {
    let rig = PlaceRig([["a"], (0..<60).map { "r\($0)" }])
    rig.headers = [nil, "two"]
    rig.table.reloadData()
    rig.table.contentInset = EdgeInsets(top: 50, left: 0, bottom: 100, right: 0)
    for (row, position, top) in [
      (30, TableView.ScrollPosition.top, 78.0), (40, .bottom, 336), (20, .middle, 193), (50, .none, 336), (30, .none, 78), (59, .top, 336),
    ] {
      rig.table.scrollToRow(at: IndexPath(row: row, section: 1), at: position, animated: false)
      #expect(rig.top("r\(row)") == top, "\(row) \(position)")
    }
    rig.table.contentOffset.y = 0
    rig.table.selectRow(at: IndexPath(row: 0, section: 0))
    for _ in 0..<14 { rig.press(KeyEvent.downArrow) }
    #expect(rig.top("r13") == 336)
    for _ in 0..<10 { rig.press(KeyEvent.upArrow) }
    #expect(rig.top("r3") == 78)
    let grid = GridPlaceRig([(0..<60).map { "i\($0)" }])
    grid.grid.contentInset.bottom = 200
    grid.grid.scrollToItem(at: 30, animated: false)
    #expect(grid.top("i30") == 190)
  }

  @Test("7.8, 8.4 The focus shows the whole row, whatever its height, between the insets and below a header that stays")
  func focus() {
    let rig = PlaceRig([(0..<60).map { "r\($0)" }]) { _ in 100 }
    rig.headers = ["one"]
    rig.table.reloadData()
    rig.table.contentInset.bottom = 100
    let focus = FocusEngine(rig.stage.application)
    rig.stage.window.makeKey()
    for _ in 0..<7 { focus.moveFocus(.next) }
    #expect(focus.focusedElement == 6 && rig.top("r6") == 280)
    for _ in 0..<5 { focus.moveFocus(.previous) }
    #expect(focus.focusedElement == 1 && rig.top("r1") == 28)
  }

  @Test("7.6 An animated change ends within content that shrinks under way, and within a view that grows")
  func animated() {
    let view = scrollView()
    view.setContentOffset(Point(x: 0, y: 2400), animated: true)
    stage.pass(to: 50)
    let before = view.contentOffset.y
    view.contentSize = Size(width: 400, height: 1000)
    #expect(view.contentOffset.y == before && view.isScrollAnimating)
    stage.pass(to: 60)
    #expect(view.contentOffset.y > before && view.contentOffset.y < 400)
    stage.pass(to: 301)
    #expect(view.contentOffset.y == 400 && !view.isScrollAnimating)
    view.contentSize = Size(width: 400, height: 3000)
    view.setContentOffset(Point(x: 0, y: 2400), animated: true)
    stage.pass(to: 400)
    view.frame.size.height = 1000
    stage.pass(to: 2000)
    #expect(view.contentOffset.y == 2000)
  }

  @Test("7.6 Content that shrinks while a scale changes animated leaves the view within its end")
  func zooming() {
    final class Zooms: ScrollViewDelegate {
      let page = View(frame: Rect(x: 0, y: 0, width: 400, height: 3000))
      func viewForZooming(in scrollView: ScrollView) -> View? { page }
    }
    let (view, zooms) = (scrollView(), Zooms())
    view.addSubview(zooms.page)
    view.delegate = zooms
    view.maximumZoomScale = 2
    view.contentOffset.y = 2400
    view.setZoomScale(2, animated: true)
    stage.pass(to: 100)
    view.contentSize = Size(width: 400, height: 700)
    stage.pass(to: 2000)
    #expect(view.contentOffset.y <= view.contentSize.height - 600)
  }
}
