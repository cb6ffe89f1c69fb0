public import ContactorCore

/// An object that gives a page view its pages (contract 7.6); held weakly.
public protocol PageViewDataSource: AnyObject {
  /// The number of pages; a negative number counts as 0.
  func numberOfPages(in pageView: PageView) -> Int
  /// The page at an index from 0; `nil` leaves the page empty.
  func pageView(_ pageView: PageView, viewForPageAt index: Int) -> View?
}

/// An object that a page view notifies and holds weakly; every method has a default.
public protocol PageViewDelegate: AnyObject {
  /// Another page has come to rest by a finger, a key or a page control; setting `currentPage` does not call this.
  func pageView(_ pageView: PageView, didShowPageAt index: Int)
}

extension PageViewDelegate {
  /// Does nothing.
  public func pageView(_ pageView: PageView, didShowPageAt index: Int) {}
}

/// A scroll view of pages side by side, each as large as the view (contract 7.6).
///
/// The pages are an array of views, or those of a data source, which is asked for the current page and its neighbours; pages that
/// are further away are removed when the view is at rest.
open class PageView: ScrollView {
  /// The object that gives the pages; setting it asks for them.
  ///
  /// While there is one, `pages` does not count.
  public weak var dataSource: (any PageViewDataSource)? {
    didSet { reloadData() }
  }
  /// The object that is notified of another page; held weakly.
  public weak var pageDelegate: (any PageViewDelegate)?
  /// The pages, unless a data source gives them.
  public var pages: [View] {
    get { list }
    set {
      let old = list
      list = newValue
      reloadData()
      withExtendedLifetime(old) {}
    }
  }
  /// Whether the pages lie one below the other; otherwise side by side.
  public var isVertical = false {
    didSet { if isVertical != oldValue { place(animated: false) } }
  }
  /// The number of pages.
  public private(set) var numberOfPages = 0
  /// The page that came to rest last, from 0, or that was set; 0 without pages.
  ///
  /// Setting it shows the nearest page without an animation, and does not notify the delegate.
  public var currentPage: Int {
    get { page }
    set { showPage(newValue, animated: false) }
  }
  /// A control that shows the number of pages and the current one, and turns the pages; held weakly.
  public weak var pageControl: PageControl? {
    didSet { linkPageControl(oldValue) }
  }

  /// The greatest number of pages: the content is then no longer than a view can be.
  public static let maximumNumberOfPages = 100_000

  private var list: [View] = []
  private var page = 0
  /// The pages that are subviews, by index.
  private var shown: [Int: View] = [:]
  /// The page around which pages are subviews.
  private var loadedPage = -1
  private var isLoading = false
  /// Whether code scrolls to a page, so that the end of what moved before says nothing.
  private var isPlacing = false
  /// The size of the view when the pages were placed.
  private var placedSize = Size.zero

  /// Creates a page view without pages.
  override public init(frame: Rect) {
    super.init(frame: frame)
    isPagingEnabled = true
    showsVerticalScrollIndicator = false
    showsHorizontalScrollIndicator = false
  }

  // MARK: Pages

  /// Asks for the number of pages and for the pages near the current one again; does nothing while the data source is asked.
  public func reloadData() {
    guard !isLoading else { return }
    isLoading = true
    let old = shown
    shown = [:]
    for view in old.values where view.superview === self { view.removeFromSuperview() }
    let count = dataSource?.numberOfPages(in: self) ?? list.count
    numberOfPages = min(max(count, 0), Self.maximumNumberOfPages)
    isLoading = false
    place(animated: false)
  }

  /// Shows the page nearest to an index, animated or at once; the delegate is not notified.
  public func showPage(_ index: Int, animated: Bool) {
    page = min(max(index, 0), max(numberOfPages - 1, 0))
    pageControl?.currentPage = page
    place(animated: animated)
  }

  /// Shows the page that a page control has turned to.
  public func takePage(from control: PageControl) {
    guard control.currentPage != page else { return }
    let before = page
    showPage(control.currentPage, animated: true)
    if page != before { pageDelegate?.pageView(self, didShowPageAt: page) }
  }

  private func linkPageControl(_ old: PageControl?) {
    old?.removeAction(identifiedBy: linkIdentifier, for: .valueChanged)
    guard let pageControl else { return }
    pageControl.numberOfPages = numberOfPages
    pageControl.currentPage = page
    pageControl.addAction(linkIdentifier, for: .valueChanged) { [weak self] control, _ in
      if let control = control as? PageControl { self?.takePage(from: control) }
    }
  }

  private var linkIdentifier: ActionIdentifier { "contactor.pageView" }

  /// The rectangle of a page.
  public func frameForPage(at index: Int) -> Rect {
    let place = Double(index)
    return isVertical
      ? Rect(x: 0, y: place * bounds.height, width: bounds.width, height: bounds.height)
      : Rect(x: place * bounds.width, y: 0, width: bounds.width, height: bounds.height)
  }

  /// Makes room for the pages, shows the current one, and loads what is near it.
  private func place(animated: Bool) {
    page = min(max(page, 0), max(numberOfPages - 1, 0))
    placedSize = bounds.size
    let count = Double(numberOfPages)
    contentSize =
      isVertical
      ? Size(width: bounds.width, height: bounds.height * count) : Size(width: bounds.width * count, height: bounds.height)
    isPlacing = true
    setContentOffset(frameForPage(at: page).origin, animated: animated)
    isPlacing = false
    if let pageControl, pageControl.numberOfPages != numberOfPages { pageControl.numberOfPages = numberOfPages }
    loadPages()
    if !animated { dropFarPages() }
    for (index, view) in shown where view.superview === self { view.frame = frameForPage(at: index) }
  }

  /// The page at the offset, from 0.
  private var nearestPage: Int {
    let length = isVertical ? bounds.height : bounds.width
    let offset = isVertical ? contentOffset.y : contentOffset.x
    guard length > 0, length <= Self.maximumLength, !offset.isNaN else { return page }
    return Int(min(max((offset / length).rounded(), 0), Double(max(numberOfPages - 1, 0))))
  }

  /// The page at the offset and its neighbours.
  private var nearPages: ClosedRange<Int> {
    let middle = nearestPage
    return max(middle - 1, 0)...max(min(middle + 1, numberOfPages - 1), 0)
  }

  /// Removes the pages that are not near.
  ///
  /// Only at rest: a page that leaves ends what moves in it, at a time that must not depend on how often a motion is shown.
  private func dropFarPages() {
    guard !isLoading else { return }
    isLoading = true
    let (old, wanted) = (shown, nearPages)
    for (index, view) in old where !wanted.contains(index) || index >= numberOfPages {
      shown[index] = nil
      if view.superview === self { view.removeFromSuperview() }
    }
    isLoading = false
  }

  /// Makes the page at the offset and its neighbours subviews.
  private func loadPages() {
    guard !isLoading else { return }
    isLoading = true
    loadedPage = nearestPage
    let wanted = nearPages
    for index in wanted where index < numberOfPages && shown[index] == nil {
      guard let view = dataSource.map({ $0.pageView(self, viewForPageAt: index) }) ?? (list.indices.contains(index) ? list[index] : nil)
      else { continue }
      view.frame = frameForPage(at: index)
      shown[index] = view
      addSubview(view)
      // A view around this one cannot be a page; kept, the two would keep each other.
      if view.superview !== self, shown[index] === view { shown[index] = nil }
    }
    isLoading = false
  }

  // MARK: Overrides

  /// Keeps the current page in place when the view's size has changed; an override calls `super`.
  override open func layoutSubviews() {
    super.layoutSubviews()
    guard bounds.size != placedSize, !isDragging else { return }
    place(animated: false)
  }

  /// Loads the pages that come into view; an override calls `super`.
  override open func didScroll() {
    super.didScroll()
    if nearestPage != loadedPage { loadPages() }
  }

  /// Notes the page that has come to rest; an override calls `super`.
  override open func didEndScrolling() {
    super.didEndScrolling()
    guard !isPlacing else { return }
    dropFarPages()
    let now = nearestPage
    guard now != page else { return }
    page = now
    loadPages()
    pageControl?.currentPage = page
    changed(.value)
    pageDelegate?.pageView(self, didShowPageAt: page)
  }

  /// A scroll area whose value is the number of the page, as `2 / 5`.
  override open var standardAccessibility: Accessibility {
    Accessibility(.scrollArea, value: numberOfPages > 0 ? "\(page + 1) / \(numberOfPages)" : nil)
  }
}
