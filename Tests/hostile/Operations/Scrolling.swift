import ContactorControls
import ContactorCore

extension Operation {
  /// Sets a property to a value of a table.
  static func setting<Object: AnyObject, Value: Sendable>(
    _ name: String, _ property: String, _ domain: Domain, _ path: any ReferenceWritableKeyPath<Object, Value> & Sendable,
    _ values: ValueList<Value>, weight: Int = 1
  ) -> Operation {
    Operation(name, "$0.\(property) = $1", [domain, Domain(values)], weight: weight) {
      $0.the(0, Object.self)[keyPath: path] = $0.value(1, values)
    }
  }

  /// Scroll views and what is built on them.
  static let scrolling: [Operation] = moving + scrollSettings + paging

  private static let moving: [Operation] = [
    Operation("contentSize", "$0.contentSize = Size(width: $1, height: $2)", [.scroller, .extent, .extent], weight: 3) {
      $0.the(0, ScrollView.self).contentSize = Size(width: $0.value(1, .extents), height: $0.value(2, .extents))
    },
    Operation("contentOffset", "$0.contentOffset = Point(x: $1, y: $2)", [.scroller, .extent, .extent]) {
      $0.the(0, ScrollView.self).contentOffset = Point(x: $0.value(1, .extents), y: $0.value(2, .extents))
    },
    Operation(
      "scrollTo", "$0.setContentOffset(Point(x: $1, y: $2), animated: $3)", [.scroller, .extent, .extent, .flag], weight: 3
    ) {
      let offset = Point(x: $0.value(1, .extents), y: $0.value(2, .extents))
      $0.the(0, ScrollView.self).setContentOffset(offset, animated: $0.flag(3))
    },
    Operation("inset", "$0.contentInset = EdgeInsets(top: $1, left: $2, bottom: $1, right: $2)", [.scroller, .number, .number], weight: 1) {
      let (first, second) = ($0.number(1), $0.number(2))
      $0.the(0, ScrollView.self).contentInset = EdgeInsets(top: first, left: second, bottom: first, right: second)
    },
    Operation(
      "reveal", "$0.scrollRectToVisible(Rect(x: $1, y: $2, width: $3, height: $4), animated: $5)", [.scroller] + Domain.rect + [.flag]
    ) {
      $0.the(0, ScrollView.self).scrollRectToVisible($0.rect(1), animated: $0.flag(5))
    },
    Operation("scrollToFocus", "$0.scrollToFocus(Rect(x: $1, y: $2, width: $3, height: $4))", [.scroller] + Domain.rect, weight: 1) {
      $0.the(0, ScrollView.self).scrollToFocus($0.rect(1))
    },
    Operation("setZoom", "$0.zoomScale = $1", [.scroller, .number], weight: 1) { $0.the(0, ScrollView.self).zoomScale = $0.number(1) },
    Operation("stopPinch", "$0.pinchGestureRecognizer.isEnabled = $1", [.scroller, .flag], weight: 1) {
      $0.the(0, ScrollView.self).pinchGestureRecognizer.isEnabled = $0.flag(1)
    },
    Operation("takePinch", "$1.addGestureRecognizer($0.pinchGestureRecognizer)", [.scroller, .anyView], weight: 1) {
      $0.the(1, View.self).addGestureRecognizer($0.the(0, ScrollView.self).pinchGestureRecognizer)
    },
    Operation("readMotion", "_ = ($0.isZooming, $0.isZoomBouncing, $0.isScrollAnimating)", [.scroller], weight: 1) {
      let view = $0.the(0, ScrollView.self)
      _ = (view.isZooming, view.isZoomBouncing, view.isScrollAnimating)
    },
    Operation("scrollToTop", "$0.scrollToTop(animated: $1)", [.scroller, .flag], weight: 1) {
      $0.the(0, ScrollView.self).scrollToTop(animated: $0.flag(1))
    },
    Operation("zoomRange", "($0.minimumZoomScale, $0.maximumZoomScale) = ($1, $2)", [.scroller, .number, .number]) {
      let view = $0.the(0, ScrollView.self)
      (view.minimumZoomScale, view.maximumZoomScale) = ($0.number(1), $0.number(2))
    },
    Operation("zoomScale", "$0.setZoomScale($1, animated: $2)", [.scroller, .number, .flag], weight: 1) {
      $0.the(0, ScrollView.self).setZoomScale($0.number(1), animated: $0.flag(2))
    },
    Operation(
      "zoomTo", "$0.zoom(to: Rect(x: $1, y: $2, width: $3, height: $4), animated: $5)", [.scroller] + Domain.rect + [.flag], weight: 1
    ) {
      $0.the(0, ScrollView.self).zoom(to: $0.rect(1), animated: $0.flag(5))
    },
    Operation(
      "readScroll",
      "_ = ($0.isTracking, $0.isDragging, $0.isDecelerating, $0.zoomScale, $0.clamped(Point(x: $1, y: $2)), $0.enclosingScrollView)",
      [.scroller, .extent, .extent], weight: 1
    ) {
      let view = $0.the(0, ScrollView.self)
      let offset = Point(x: $0.value(1, .extents), y: $0.value(2, .extents))
      _ = (view.isTracking, view.isDragging, view.isDecelerating, view.zoomScale, view.clamped(offset), view.enclosingScrollView)
    },
    Operation("readIndicators", "for part in ScrollView.Part.allCases { _ = $0?.contentFrame(for: part) }", [.scroller], weight: 1) {
      for part in ScrollView.Part.allCases { _ = $0.maybe(0, ScrollView.self)?.contentFrame(for: part) }
    },
    Operation("stopPan", "$0.panGestureRecognizer.isEnabled = $1", [.scroller, .flag], weight: 1) {
      $0.the(0, ScrollView.self).panGestureRecognizer.isEnabled = $0.flag(1)
    },
    Operation("takePan", "$1.addGestureRecognizer($0.panGestureRecognizer)", [.scroller, .anyView], weight: 1) {
      $0.the(1, View.self).addGestureRecognizer($0.the(0, ScrollView.self).panGestureRecognizer)
    },
    Operation("panFirst", "$0.panGestureRecognizer.require(toFail: $1)", [.scroller, .recognizer()], weight: 1) {
      $0.the(0, ScrollView.self).panGestureRecognizer.require(toFail: $0.the(1))
    },
  ]

  private static let scrollSettings: [Operation] = [
    Operation("scrollDelegate", "$0.delegate = $1", [.scroller, .delegateOrNil], weight: 3) {
      $0.the(0, ScrollView.self).delegate = $0.maybe(1, ScriptedDelegate.self)
    },
    setting("scrollEnabled", "isScrollEnabled", .scroller, \ScrollView.isScrollEnabled, .flags),
    setting("bounces", "bounces", .scroller, \ScrollView.bounces, .flags),
    setting("bounceVertical", "alwaysBounceVertical", .scroller, \ScrollView.alwaysBounceVertical, .flags),
    setting("bounceHorizontal", "alwaysBounceHorizontal", .scroller, \ScrollView.alwaysBounceHorizontal, .flags),
    setting("directionalLock", "isDirectionalLockEnabled", .scroller, \ScrollView.isDirectionalLockEnabled, .flags),
    setting("pagingEnabled", "isPagingEnabled", .scroller, \ScrollView.isPagingEnabled, .flags),
    setting("delaysContent", "delaysContentTouches", .scroller, \ScrollView.delaysContentTouches, .flags),
    setting("cancelsContent", "canCancelContentTouches", .scroller, \ScrollView.canCancelContentTouches, .flags),
    setting("verticalIndicator", "showsVerticalScrollIndicator", .scroller, \ScrollView.showsVerticalScrollIndicator, .flags),
    setting("horizontalIndicator", "showsHorizontalScrollIndicator", .scroller, \ScrollView.showsHorizontalScrollIndicator, .flags),
    Operation("deceleration", "$0.decelerationRate = ScrollView.DecelerationRate(rawValue: $1)", [.scroller, .number], weight: 1) {
      $0.the(0, ScrollView.self).decelerationRate = ScrollView.DecelerationRate(rawValue: $0.number(1))
    },
  ]

  private static let paging: [Operation] = [
    Operation("pageSource", "$0.dataSource = $1", [.control("PageView"), .delegateOrNil], weight: 3) {
      $0.world.mayLeak = true
      $0.the(0, PageView.self).dataSource = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("pageDelegate", "$0.pageDelegate = $1", [.control("PageView"), .delegateOrNil]) {
      $0.the(0, PageView.self).pageDelegate = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("pageViews", "$0.pages = [$1, $2, $3]", [.control("PageView"), .anyView, .anyView, .anyView], weight: 3) {
      $0.world.mayLeak = true
      $0.the(0, PageView.self).pages = [$0.the(1), $0.the(2), $0.the(3)]
    },
    setting("currentPage", "currentPage", .control("PageView"), \PageView.currentPage, .counts),
    Operation("noPages", "$0.pages = []", [.control("PageView")], weight: 1) { $0.the(0, PageView.self).pages = [] },
    Operation("reloadPages", "$0.reloadData()", [.control("PageView")]) { $0.the(0, PageView.self).reloadData() },
    Operation("showPage", "$0.showPage($1, animated: $2)", [.control("PageView"), .count, .flag], weight: 3) {
      $0.the(0, PageView.self).showPage($0.count(1), animated: $0.flag(2))
    },
    setting("turnPages", "isVertical", .control("PageView"), \PageView.isVertical, .flags),
    Operation("pageControl", "$0.pageControl = $1", [.control("PageView"), .control("PageControl")], weight: 5) {
      $0.the(0, PageView.self).pageControl = $0.the(1)
    },
    Operation("noPageControl", "$0.pageControl = nil", [.control("PageView")], weight: 1) { $0.the(0, PageView.self).pageControl = nil },
    Operation("takePage", "$0.takePage(from: $1)", [.control("PageView"), .control("PageControl")], weight: 4) {
      $0.the(0, PageView.self).takePage(from: $0.the(1))
    },
    Operation("readPages", "_ = ($0.numberOfPages, $0.currentPage, $0.frameForPage(at: $1))", [.control("PageView"), .count], weight: 1) {
      let view = $0.the(0, PageView.self)
      _ = (view.numberOfPages, view.currentPage, view.frameForPage(at: $0.count(1)))
    },
  ]
}

extension Domain {
  /// A scroll view, or one of a class that is built on it.
  static let scroller = control("ScrollView", "PageView", "TableView", "CollectionView", "OutlineView", "Browser")
  static let extent = Domain(.extents)
}

extension ValueList where Value == Double {
  /// Lengths of content, and offsets in it.
  static let extents = ValueList(
    [(0, "0"), (1_000, "1_000"), (200, "200"), (5_000, "5_000"), (40, "40"), (320, "320")],
    extremes: [
      (.nan, ".nan"), (.infinity, ".infinity"), (-1e9, "-1e9"), (1e9, "1e9"), (1e300, "1e300"), (-50, "-50"), (0.5, "0.5"),
    ])
}
