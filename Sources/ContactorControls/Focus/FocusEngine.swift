public import ContactorCore

/// The focus in an application's windows: what is said, moved, activated and adjusted without a finger (contract 7.8).
///
/// The focus is in the modal window and in the keyboard that types into it, or else in the key window; each window remembers its own. It stops at every view whose
/// `accessibility` has a role, and at the elements of a view that has elements, in reading order or as `View.nextKeyView` says; not at
/// what is hidden, disabled or takes no touches. Several ways lead to the same calls:
///
/// - five keys and a keyboard: `application.unhandledKeys = engine`. Left and right, tab and back tab, go through all items; up and down
///   to the nearest item there; return, enter or space is *select*; escape leaves. A tab in a text that is edited takes the editing along. An adjustable item is entered by *select*; then up
///   and right raise, down and left lower its value, and *select* or escape leaves it.
/// - two buttons: `step()` and `activate()`, see `FocusMachine`; with `scanInterval` one button, `activate()`.
/// - the menu key or shift-F10, or the choice `Menu` of two buttons, opens the context menu of the item.
/// - calls: `moveFocus(_:)`, `perform(_:)`, `escape()`.
///
/// The focus goes along with a row of a list and an item of a menu as others come and go.
///
/// The engine keeps no view alive. If the focused one leaves its window, is hidden or disabled, or its row is removed, the focus is at the
/// nearest item after it, or before it, from the next call on; a button only says that item, which the user has not heard of. All calls may come
/// from every callback. The number of queries to a view does not depend on the number of its elements.
public final class FocusEngine {
  /// The application whose windows have the focus; held weakly.
  public private(set) weak var application: Application?
  /// Told what to say, `nil` if no item has the focus: when the focus moves, and when what there is to say of the item changes with an
  /// action.
  ///
  /// Calls of the engine from this closure can call it again, up to a nesting of 8.
  public var onFocusChange: ((FocusDescription?) -> Void)? {
    // The objects that the old closure captured die after the access, and may call back.
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// Whether items in a row are read from right to left.
  public var isRightToLeft: Bool {
    get { order.isRightToLeft }
    set { order.isRightToLeft = newValue }
  }
  /// The state that the two buttons work on.
  public var state: FocusMachine.State { machine.state }

  private(set) var order = FocusOrder()
  var machine = FocusMachine()
  private var spots: [FocusSpot] = []
  private weak var lastWindow: Window?
  private var told: FocusDescription?
  /// Whether the item stands in the place of one that is gone, and was not reported yet.
  private var isUntold = false
  private var nesting = 0
  /// The dialog or the menu around the focus in the last report.
  weak var surroundings: View?

  /// The time after which the focus steps by itself, for users of one button, which is `activate()`; `nil`, the default, for never.
  ///
  /// Every press begins the time anew. A time below 1 ms counts as 1 ms.
  public var scanInterval: Duration? {
    didSet { scan() }
  }
  private var scanning: TimerToken?

  /// Creates an engine whose windows have no focus; the first movement finds the first item.
  public init(_ application: Application) {
    self.application = application
  }

  deinit {
    if let scanning { application?.cancel(scanning) }
  }

  // MARK: The focus

  /// The window that contains the focus: the key window, or the modal one of its screen (contract 3.6).
  public var window: Window? { application?.windowForKeys }

  /// The view that has the focus, itself or with an element.
  public var focusedView: View? { current()?.view }

  /// The index of the element that has the focus; `nil` if the view itself has it, or none.
  public var focusedElement: Int? { current()?.element }

  /// The description of the item that has the focus.
  public var focused: FocusDescription? { describe() }

  /// Moves the focus to a view, or the first item in it, or an element of it.
  ///
  /// - Returns: false, and nothing changes, if the focus cannot stop there: it is hidden, disabled or in another window.
  @discardableResult
  public func focus(on view: View, element: Int? = nil) -> Bool {
    guard let window, order.isReachable(view, in: FocusArea(window)) else { return false }
    let stop = element.map { FocusStop(view: view, element: $0) } ?? order.first(in: view)
    guard let stop, order.isStop(stop) else { return false }
    move(to: stop, in: window)
    return true
  }

  /// Takes the focus from the window's item; the next movement finds the first item.
  public func removeFocus() {
    guard let window else { return }
    spots.removeAll { $0.window == nil || $0.window === window }
    machine.reset()
    tell()
  }

  /// Finds the focus again after views changed, and reports its description if that is new: for a host that draws the focus.
  public func refresh() {
    if machine.state != .browsing { _ = offered(at: current()) }
    tell()
  }

  /// Where the focus is, found again if its view is gone.
  func current() -> FocusStop? {
    guard let window else { return nil }
    if window !== lastWindow {
      lastWindow = window
      machine.reset()
    }
    follow(window)
    guard let spot = spots.first(where: { $0.window === window }) else { return nil }
    if let stop = spot.stop, order.isReachable(stop.view, in: FocusArea(window)) {
      if spot.state == .there || spot.state == .unknown && saysTheSame(stop), order.isStop(stop) {
        return spot.state == .there ? stop : remember(stop, in: window)
      }
      let last = max(stop.view.accessibilityElementCount, 0) - 1
      let clamped = FocusStop(view: stop.view, element: last < 0 ? nil : min(stop.element ?? 0, last))
      if order.isStop(clamped) { return replace(with: clamped, in: window) }
      if stop.element == nil, let inside = order.first(in: stop.view) { return replace(with: inside, in: window) }
    }
    for level in spot.trail {
      guard let parent = level.parent, parent.window === window, order.isReachable(parent, in: window),
        let stop = order.nearest(to: level.frame, in: parent)
      else { continue }
      return replace(with: stop, in: window)
    }
    machine.reset()
    isUntold = false
    spots.removeAll { $0.window == nil || $0.window === window }
    return nil
  }

  /// Whether an item has the words that were reported last, so that it is taken for the same after a list was loaded anew.
  private func saysTheSame(_ stop: FocusStop) -> Bool {
    let content = content(of: stop)
    return content.label == told?.content.label && content.role == told?.content.role
  }

  /// Takes an item in the place of one that is gone; its choices are not those that were gone through.
  private func replace(with stop: FocusStop, in window: Window) -> FocusStop {
    machine.reset()
    isUntold = true
    return remember(stop, in: window)
  }

  @discardableResult
  func remember(_ stop: FocusStop, in window: Window) -> FocusStop {
    spots = spots.filter { $0.window != nil && $0.window !== window } + [FocusSpot(stop, in: window)]
    return stop
  }

  private func move(to stop: FocusStop, in window: Window) {
    machine.reset()
    isUntold = false
    lastWindow = window
    remember(stop, in: window)
    reveal(stop)
    tell()
  }

  /// Lets the views around the item scroll to it.
  func reveal(_ stop: FocusStop) {
    let innermost = stop.element == nil ? stop.view.superview : stop.view
    innermost?.reveal(order.frame(of: stop), of: stop.view)
  }

  private func describe() -> FocusDescription? {
    guard let stop = current() else { return nil }
    let content = content(of: stop)
    var choice: FocusChoice?
    if case .choosing(let index) = machine.state {
      let choices = self.choices(of: stop)
      choice = choices.indices.contains(index) ? choices[index] : .leave
    }
    return FocusDescription(content, frame: order.frame(of: stop, in: window), choice: choice)
  }

  /// The words of an item: its own, or of a control without words by its row, or by its identifier.
  private func content(of stop: FocusStop) -> Accessibility {
    var content = order.content(of: stop)
    guard content.label == nil, stop.element == nil else { return content }
    content.label = order.element(around: stop.view).flatMap { order.content(of: $0).label }
    if content.label == nil, !stop.view.identifier.isEmpty { content.label = stop.view.identifier }
    return content
  }

  private func tell() {
    let description = describe()
    guard description != told || isUntold, nesting < 8 else { return }
    isUntold = false
    told = description
    nesting += 1
    onFocusChange?(entered(description))
    nesting -= 1
  }

  // MARK: Movement

  /// A way for the focus.
  public enum Direction: Hashable, Sendable {
    /// To the next item in reading order, after the last to the first.
    case next
    /// To the previous item.
    case previous
    /// To the nearest item above.
    case up
    /// To the nearest item below.
    case down
    /// To the nearest item on the left.
    case left
    /// To the nearest item on the right.
    case right
  }

  /// Moves the focus; the first movement in a window goes to its first item, or with `previous` to the last.
  ///
  /// - Returns: whether there is an item there; a window with one item only has none.
  @discardableResult
  public func moveFocus(_ direction: Direction) -> Bool {
    guard let window else { return false }
    let old = current()
    guard let stop = target(direction, from: old, in: window) else { return false }
    if let old, old.view === stop.view, old.element == stop.element { return false }
    // Finding it called out: it may be gone.
    guard FocusArea(window).root(of: stop.view) != nil, self.window === window else { return false }
    move(to: stop, in: window)
    return true
  }

  private func target(_ direction: Direction, from stop: FocusStop?, in window: Window) -> FocusStop? {
    guard let stop else { return order.first(in: window, forward: direction != .previous) }
    let area = FocusArea(window)
    switch direction {
    case .next: return order.next(after: stop, forward: true, in: area)
    case .previous: return order.next(after: stop, forward: false, in: area)
    case .up, .down, .left, .right: return order.nearest(direction, from: stop, in: area)
    }
  }

  // MARK: Actions

  /// Does something with the item that has the focus; returns whether the item does it.
  ///
  /// A view that does nothing for `activate` but can become the first responder becomes it; a text that is edited ends editing.
  @discardableResult
  public func perform(_ action: AccessibilityAction) -> Bool {
    guard let stop = current() else { return false }
    let isDone = perform(action, at: stop)
    follow(stop.view)
    tell()
    return isDone
  }

  private func perform(_ action: AccessibilityAction, at stop: FocusStop) -> Bool {
    let view = stop.view
    guard action == .activate else {
      if view.performAccessibility(action, at: stop.element) { return true }
      return action == Self.menuAction && view.showContextMenu(over: order.frame(of: stop))
    }
    if stop.element == nil, view.isFirstResponder, isText(view) { return view.resignFirstResponder() }
    if view.performAccessibility(.activate, at: stop.element) { return true }
    return stop.element == nil && view.canBecomeFirstResponder && view.becomeFirstResponder()
  }

  func isText(_ view: View) -> Bool {
    if view is TextField { return true }
    let role = view.accessibility.role
    return role == .textField || role == .textView || role == .secureTextField
  }

  /// Leaves the item's choices; else asks the item, then the views around it, then the first responder to leave what they are at.
  ///
  /// - Returns: whether there was anything to leave.
  @discardableResult
  public func escape() -> Bool {
    let stop = current()
    if machine.state != .browsing {
      machine.reset()
      tell()
      return true
    }
    defer { tell() }
    if let stop, stop.element != nil, stop.view.performAccessibility(.escape, at: stop.element) { return true }
    var view = stop?.view ?? window
    for _ in 0..<FocusOrder.greatestDepth {
      guard let around = view else { break }
      if around.performAccessibility(.escape) { return true }
      view = around.superview
    }
    guard let window, window.firstResponder !== window else { return false }
    return window.firstResponder.resignFirstResponder()
  }

  // MARK: Two buttons

  /// The first of two buttons: moves to the next item, or through the choices of an item that was entered.
  @discardableResult
  public func step() -> Bool { step(back: false) }

  func step(back: Bool) -> Bool {
    let choices = offered(at: current())
    guard !isUntold else { return say() }
    return follow(machine.step(choices, back: back), orMove: back ? .previous : .next)
  }

  /// Steps after each `scanInterval` from now on.
  private func scan() {
    if let scanning { application?.cancel(scanning) }
    scanning = scanInterval.flatMap { interval in
      let interval = max(interval, .milliseconds(1))
      return application?.schedule(after: interval, every: interval) { [weak self] in _ = self?.step() }
    }
  }

  /// The second of two buttons: does what can be done with the item, or enters an item with which several things can be done.
  @discardableResult
  public func activate() -> Bool {
    if scanInterval != nil { scan() }
    guard let stop = current() else { return moveFocus(.next) }
    let choices = offered(at: stop)
    guard !isUntold else { return say() }
    return follow(machine.activate(choices), orMove: .next)
  }

  /// Says the item that stands in the place of one that is gone, and does nothing else.
  private func say() -> Bool {
    tell()
    return true
  }

  /// The choices of an item, where the one that was reported is that of the machine, though it has another number by now; the item's
  /// choices are left if it has gone.
  private func offered(at stop: FocusStop?) -> [FocusChoice] {
    guard let stop else { return [] }
    let choices = self.choices(of: stop)
    if let choice = told?.choice, machine.keep(choice, of: choices) { return choices }
    if case .choosing = machine.state, told?.choice != nil {
      machine.reset()
      isUntold = true
    }
    return choices
  }

  private func follow(_ command: FocusMachine.Command, orMove direction: Direction) -> Bool {
    switch command {
    case .move: return moveFocus(direction)
    case .perform(let action): return perform(action)
    case .offer, .leave:
      tell()
      return true
    case .nothing: return false
    }
  }

  /// The greatest number of own actions that are offered.
  private static let maximumNumberOfActions = 32

  /// The choice that opens the context menu of an item's view.
  static let menuAction = AccessibilityAction.custom("Menu")

  /// Returns the choices that an item offers.
  private func choices(of stop: FocusStop) -> [FocusChoice] {
    let own = stop.view.customAccessibilityActions(at: stop.element).prefix(Self.maximumNumberOfActions)
    let content = order.content(of: stop)
    let standard: [AccessibilityAction]
    switch content.role {
    case .progress, .staticText, .image, .header: standard = content.isAdjustable ? [.increment, .decrement] : []
    case .scrollArea: standard = [.scrollForward, .scrollBackward]
    default: standard = content.isAdjustable ? [.increment, .decrement] : [.activate]
    }
    let menu = stop.view.contextMenu == nil ? [] : [Self.menuAction]
    return (standard + own.map { .custom($0) } + menu).map { .perform($0) }
  }
}
