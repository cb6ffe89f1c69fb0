public import ContactorCore

/// Counts pages: a tap on its right half leads to the next one, a tap on its left half to the previous (contract 4.8).
///
/// `valueChanged` is sent when the page changes; at the last page a tap on the right half changes nothing.
open class PageControl: LiftControl {
  /// How many pages there are; a negative number counts as 0.
  public var numberOfPages = 0 {
    didSet {
      if numberOfPages < 0 { numberOfPages = 0 }
      currentPage = pageInRange(currentPage)
    }
  }
  /// The page that is shown, from 0, kept within the pages there are; setting it sends nothing.
  public var currentPage = 0 {
    didSet { if currentPage != pageInRange(currentPage) { currentPage = pageInRange(currentPage) } }
  }

  /// What can be sent to a page control by name, beside what can be sent to every control.
  override open class var actions: [Action] {
    super.actions + [Action("nextPage:", nextPage(_:)), Action("previousPage:", previousPage(_:))]
  }

  override open func lifted(_ touch: Touch, with event: Event?) {
    turn(by: touch.location(in: self).x < bounds.center.x ? -1 : 1, event)
  }

  /// Shows the next page, if there is one, and sends `valueChanged`.
  public func nextPage(_ sender: AnyObject) { turn(by: 1, nil) }

  /// Shows the previous page, if there is one, and sends `valueChanged`.
  public func previousPage(_ sender: AnyObject) { turn(by: -1, nil) }

  private func turn(by direction: Int, _ event: Event?) {
    let before = currentPage
    currentPage += direction
    if currentPage != before { sendActions(for: .valueChanged, with: event) }
  }

  private func pageInRange(_ page: Int) -> Int { min(max(page, 0), max(numberOfPages - 1, 0)) }
}
