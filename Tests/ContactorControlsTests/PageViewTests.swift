import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Pages: turned by a finger, a control, keys and code.
@Suite("Page views")
struct PageViewTests {
  private final class Record: PageViewDelegate {
    var shown: [Int] = []
    var onShow: (() -> Void)?

    func pageView(_ pageView: PageView, didShowPageAt index: Int) {
      shown.append(index)
      onShow?()
    }
  }

  private final class Source: PageViewDataSource {
    var count = 1000
    var asked: [Int] = []
    var onAsk: (() -> Void)?

    func numberOfPages(in pageView: PageView) -> Int {
      onAsk?()
      return count
    }

    func pageView(_ pageView: PageView, viewForPageAt index: Int) -> View? {
      asked.append(index)
      onAsk?()
      return View()
    }
  }

  private let stage = Stage()
  private let view: PageView
  private let record = Record()
  private let pages = (0..<5).map { _ in View() }

  init() {
    view = stage.add(PageView(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "pages")
    view.pages = pages
    view.pageDelegate = record
  }

  private func turn(by way: Double, at time: Int64) {
    stage.drag(from: Point(x: 200, y: 200), to: Point(x: 200 - way, y: 200), at: time)
    stage.up(1, 200 - way, 200, at: time + 105)
    stage.pass(to: time + 3000)
  }

  @Test("7.6 A finger turns one page, whose neighbours are there; only a page that came to rest counts")
  func turns() {
    #expect(view.numberOfPages == 5 && view.currentPage == 0)
    #expect(view.contentSize == Size(width: 2000, height: 400))
    #expect(pages.map { $0.superview === view } == [true, true, false, false, false])
    turn(by: 150, at: 1000)
    #expect(view.currentPage == 1 && view.contentOffset.x == 400)
    #expect(record.shown == [1])
    #expect(pages.map { $0.superview === view } == [true, true, true, false, false])
    #expect(pages[2].frame == Rect(x: 800, y: 0, width: 400, height: 400))
    turn(by: 150, at: 5000)
    turn(by: 150, at: 9000)
    #expect(pages.map { $0.superview === view } == [false, false, true, true, true])
    turn(by: -150, at: 13_000)
    #expect(record.shown == [1, 2, 3, 2])
    view.currentPage = 4
    #expect(view.contentOffset.x == 1600)
    turn(by: 150, at: 17_000)
    #expect(view.currentPage == 4 && record.shown.count == 4)
  }

  @Test("A page that cannot be one, as it is around the view, is not kept")
  func ancestorAsPage() {
    var outer: View? = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    weak let weakOuter = outer
    let inner = PageView(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    outer?.addSubview(inner)
    inner.pages = outer.map { [$0] } ?? []
    inner.pages = []
    #expect(inner.subviews.isEmpty)
    outer = nil
    #expect(weakOuter == nil)
  }

  @Test("7.6 A page control turns the pages, and follows them")
  func pageControl() {
    let control = stage.add(PageControl(frame: Rect(x: 400, y: 0, width: 100, height: 40)), "control")
    view.pageControl = control
    #expect(control.numberOfPages == 5)
    stage.tap(1, 490, 20, at: 1000)
    stage.pass(to: 3000)
    #expect(view.currentPage == 1 && view.contentOffset.x == 400)
    #expect(record.shown == [1])
    turn(by: 150, at: 4000)
    #expect(control.currentPage == 2)
    view.currentPage = 4
    #expect(control.currentPage == 4 && record.shown == [1, 2])
    view.pageControl = nil
    stage.tap(1, 410, 20, at: 9000)
    #expect(control.currentPage == 3 && view.currentPage == 4)
  }

  @Test("7.6 A data source is asked for the pages that are near only, and a reload asks again")
  func dataSource() {
    let source = Source()
    view.dataSource = source
    #expect(view.numberOfPages == 1000)
    #expect(source.asked == [0, 1])
    view.currentPage = 500
    #expect(Set(source.asked) == [0, 1, 499, 500, 501])
    #expect(view.subviews.count == 3)
    source.count = 3
    view.reloadData()
    #expect(view.currentPage == 2 && view.contentOffset.x == 800)
    #expect(view.subviews.count == 2)
    source.count = -7
    view.reloadData()
    #expect(view.numberOfPages == 0 && view.subviews.isEmpty && view.currentPage == 0)
    source.count = .max
    view.reloadData()
    #expect(view.numberOfPages == PageView.maximumNumberOfPages)
  }

  @Test("7.8 Pages are turned without a finger, and say which one is shown")
  func accessibility() {
    #expect(view.accessibility.value == "1 / 5")
    #expect(view.performAccessibility(.scrollForward))
    stage.pass(to: 2000)
    #expect(view.accessibility.value == "2 / 5")
    #expect(record.shown == [1])
    #expect(view.performAccessibility(.scrollBackward))
    stage.pass(to: 4000)
    #expect(view.performAccessibility(.scrollBackward) == false)
  }

  @Test("A page that code sets while another one is on its way is the current page")
  func setWhileMoving() {
    stage.drag(from: Point(x: 200, y: 200), to: Point(x: 50, y: 200), at: 1000)
    stage.up(1, 50, 200, at: 1105)
    stage.pass(to: 1150)
    view.currentPage = 3
    #expect(view.currentPage == 3 && view.contentOffset.x == 1200)
    stage.pass(to: 5000)
    #expect(view.currentPage == 3 && view.contentOffset.x == 1200)
    #expect(record.shown.isEmpty)
    view.showPage(0, animated: true)
    stage.pass(to: 5100)
    view.showPage(2, animated: true)
    stage.pass(to: 9000)
    #expect(view.currentPage == 2 && view.contentOffset.x == 800)
    #expect(record.shown.isEmpty)
  }

  @Test("A page view that changes its size or its direction keeps its page")
  func resize() {
    view.currentPage = 2
    view.frame = Rect(x: 0, y: 0, width: 300, height: 200)
    view.layoutIfNeeded()
    #expect(view.contentOffset == Point(x: 600, y: 0))
    #expect(pages[2].frame == Rect(x: 600, y: 0, width: 300, height: 200))
    view.isVertical = true
    #expect(view.contentOffset == Point(x: 0, y: 400))
    #expect(pages[3].frame == Rect(x: 0, y: 600, width: 300, height: 200))
  }

  @Test("Those who are asked and told may reload, take the pages away, and remove the view")
  func hostile() {
    let source = Source()
    source.count = 10
    source.onAsk = { [weak view] in
      view?.reloadData()
      view?.currentPage = 3
    }
    view.dataSource = source
    #expect(view.numberOfPages == 10)
    source.onAsk = { [weak view] in view?.dataSource = nil }
    view.reloadData()
    source.onAsk = nil
    view.dataSource = source
    view.currentPage = 0
    record.onShow = { [weak view] in
      view?.pages = []
      view?.dataSource = nil
      view?.removeFromSuperview()
    }
    turn(by: 150, at: 1000)
    #expect(view.superview == nil && view.numberOfPages == 0)
    view.pages = [view, stage.window, View()]
    view.pages = Array(repeating: View(), count: 4)
    view.currentPage = .max
    view.currentPage = .min
    #expect(view.currentPage == 0)
    #expect(stage.violations.isEmpty)
  }
}
