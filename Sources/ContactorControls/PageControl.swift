public import ContactorCore

/// A row of dots that says which page of several is shown (contract 4.8).
///
/// A tap on the left half goes a page back, one on the right half a page on; `valueChanged` is sent if the page changed.
open class PageControl: Control {
  /// How many pages there are; never below 0.
  public var numberOfPages = 0 { didSet { keepInRange() } }
  /// The page that is shown, counted from 0; setting it sends nothing.
  public var currentPage = 0 { didSet { keepInRange() } }

  override open func touchesEnded(_ touches: TouchSet, with event: ContactorCore.Event?) {
    let ending = trackedTouch.flatMap { touches.contains($0) ? $0 : nil }
    super.touchesEnded(touches, with: event)
    guard isEnabled, let place = ending?.location(in: self), bounds.contains(place) else { return }
    let before = currentPage
    currentPage += place.x < bounds.center.x ? -1 : 1
    if currentPage != before { sendActions(for: .valueChanged, with: event) }
  }

  private func keepInRange() {
    if numberOfPages < 0 { numberOfPages = 0 }
    let page = max(min(currentPage, numberOfPages - 1), 0)
    if page != currentPage { currentPage = page }
  }
}
