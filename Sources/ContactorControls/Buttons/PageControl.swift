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
    super.actions + valueActions + [Action("nextPage:", nextPage(_:)), Action("previousPage:", previousPage(_:))]
  }

  override func changeValue(for touch: Touch) -> Bool { move(by: touchUpLocation.x < bounds.center.x ? -1 : 1) }

  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    if isChangedByTouch { sendActions(for: .valueChanged, with: event) }
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
    if move(by: direction) { sendActions(for: .valueChanged, with: event) }
  }

  /// Shows another page; returns whether there is one.
  private func move(by direction: Int) -> Bool {
    let before = currentPage
    // `before` is below the number of pages, so adding 1 cannot overflow.
    currentPage = before + direction
    return currentPage != before
  }

  // MARK: Drawing, accessibility

  /// A part of a page control.
  public enum Part: Hashable, Sendable {
    /// The dot of a page, from 0 at the left.
    case page(Int)
  }

  /// A part's rectangle in the control's own space, an equal share of the width; null for a page that there is not.
  public func contentFrame(for part: Part) -> Rect {
    guard case .page(let index) = part, index >= 0, index < count else { return .null }
    let width = bounds.size.width / Double(count)
    return Rect(x: bounds.minX + Double(index) * width, y: bounds.minY, width: width, height: bounds.size.height)
  }

  /// The greatest number of dots that are listed for a renderer.
  ///
  /// 100: more than a screen shows. A control with more pages lists one part with the number of the page.
  private static let maximumNumberOfParts = 100

  override open var contentParts: [ContentPart] {
    guard count <= Self.maximumNumberOfParts else { return [ContentPart("pages", frame: bounds, text: shownValue, state: state)] }
    return (0..<count).map { index in
      ContentPart(
        "page", frame: contentFrame(for: .page(index)),
        state: index == page ? state.union(.selected) : state.subtracting(.selected))
    }
  }

  private var shownValue: String { count > 0 ? "\(page + 1) / \(count)" : "0 / 0" }

  override open var standardAccessibility: Accessibility {
    Accessibility(.page, value: shownValue, isEnabled: isEnabled, isAdjustable: true)
  }

  /// Shows the next or previous page for `increment` and `decrement`, also for `scrollForward` and `scrollBackward`.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    switch action {
    case .scrollForward: performAccessibility(.increment, at: index)
    case .scrollBackward: performAccessibility(.decrement, at: index)
    default: adjust(action, at: index) { turn(by: $0, nil) }
    }
  }
}

extension PageControl: ValueHolding {
  /// The current page, from 0; `nil` shows the first.
  public var objectValue: ControlValue? {
    get { .integer(currentPage) }
    set { currentPage = newValue?.intValue ?? 0 }
  }
}
