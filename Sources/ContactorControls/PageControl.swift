public import ContactorCore

/// A page indicator: a tap on its right half shows the next page, a tap on its left half the previous one (contract 4.8).
///
/// `valueChanged` is sent when the page changes; a tap on the right half at the last page changes nothing.
open class PageControl: TouchUpControl {
  /// The number of pages; a negative number counts as 0.
  public var numberOfPages: Int {
    get { count }
    set { show(page, of: max(newValue, 0)) }
  }
  /// The current page, from 0, clamped to the existing pages; setting it sends nothing.
  public var currentPage: Int {
    get { page }
    set { show(newValue, of: count) }
  }

  private var count = 0
  private var page = 0

  /// The actions that a page control takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + [Action("nextPage:", nextPage(_:)), Action("previousPage:", previousPage(_:))]
  }

  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    turn(by: touchUpLocation.x < bounds.center.x ? -1 : 1, event)
  }

  /// Shows the next page, if there is one, and sends `valueChanged`.
  public func nextPage(_ sender: AnyObject) { turn(by: 1, nil) }

  /// Shows the previous page, if there is one, and sends `valueChanged`.
  public func previousPage(_ sender: AnyObject) { turn(by: -1, nil) }

  private func show(_ newPage: Int, of newCount: Int) {
    let before = (page, count)
    count = newCount
    page = min(max(newPage, 0), max(newCount - 1, 0))
    if before != (page, count) { changed(.value) }
  }

  private func turn(by direction: Int, _ event: Event?) {
    let before = currentPage
    // `before` is below the number of pages, so adding 1 cannot overflow.
    currentPage = before + direction
    if currentPage != before { sendActions(for: .valueChanged, with: event) }
  }
}
