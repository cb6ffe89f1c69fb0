/// The root of a tree of views; its frame is its position on the screen (contract 3.6).
///
/// A window's space is its bounds. Touches of a device that is routed to the window come in these points. Touches of other devices come
/// in points of the screen, and the window's frame converts them.
open class Window: View {
  /// The application that the window was added to; cleared when the application is deallocated.
  var owner: Application? {
    get { ownerLink.object }
    set {
      ownerLink = BackReference(newValue)
      if newValue == nil { (keyOrder, leavesKey) = (0, false) }
      if delegate != nil { observeForDelegate() }
      if newValue != nil, !layoutQueue.isEmpty { ownerLink.read { $0.isLayoutDue = true } }
    }
  }
  @safe @exclusivity(unchecked) private(set) final var ownerLink = BackReference<Application>(nil)

  /// The number of points of the window in a millimetre of its panel; `nil` if the panel's size is unknown; the tuning's 163
  /// points per inch are used then (contract 1.9).
  @safe @exclusivity(unchecked) public var pointsPerMillimetre: Double? {
    didSet { dropHitIndexes(in: self) }
  }

  /// Whether the window is being removed.
  @safe @exclusivity(unchecked) final var isLeaving = false
  /// Which of the application's changes of the key window made this window key last; 0 for none.
  @safe @exclusivity(unchecked) final var keyOrder: UInt64 = 0
  /// Whether the window was presented without becoming the key window, and did not become it later.
  @safe @exclusivity(unchecked) final var leavesKey = false
  /// Whether `close()` is closing the window.
  @safe @exclusivity(unchecked) private var isClosing = false
  /// Whether the delegate is being asked whether the window may close.
  @safe @exclusivity(unchecked) private var isAskingToClose = false
  /// The first responder, held weakly; `nil` if none was made so.
  final var firstResponderReference: Weak<Responder>? {
    didSet { ownerLink.read { $0.firstResponderChanged() } }
  }
  /// The views in this window that are laid out again when the first responder changes.
  private final var followers: ContiguousArray<Weak<View>> = []
  /// The last delivery whose touches were passed to the recognizers of this window, or are being passed.
  @safe @exclusivity(unchecked) final var gesturesBegunIn: UInt64 = 0
  /// The last delivery that the recognizers of this window have handled, so that the views are next.
  @safe @exclusivity(unchecked) final var gesturesHandledIn: UInt64 = 0
  /// The views whose layout is due.
  final var layoutQueue: ContiguousArray<Weak<View>> = []
  /// The object that is asked and notified about the window; held weakly.
  public weak var delegate: (any WindowDelegate)? {
    didSet { linkDelegate() }
  }
  /// The delegate's optional methods and registrations, looked up when the delegate was set.
  final var link = DelegateLink<WindowDelegateMethods>()
  /// The frame that `zoom(in:)` restores.
  @safe @exclusivity(unchecked) private var frameBeforeZoom: Rect?
  /// The controller whose root view fills the window and leaves with it; retained by the window.
  public var rootViewController: ViewController? {
    didSet { rootChanged(from: oldValue) }
  }

  /// Creates a window with a frame on the screen.
  override public init(frame: Rect) {
    super.init(frame: frame)
    windowLink = BackReference(self)
  }

  override open var next: Responder? { ownerLink.object }

  /// The responder that actions without a target reach first; the window itself if none was made first responder.
  public var firstResponder: Responder { firstResponderIfAny ?? self }

  /// The first responder, if one was made so and still exists.
  final var firstResponderIfAny: Responder? { firstResponderReference?.object }

  /// Lays a view of this window out again whenever the first responder of a window of the application changes, or the key window: for a
  /// keyboard on the screen.
  ///
  /// The change itself calls no object, as it may be made in the middle of another; the view follows by the end of the frame. The view
  /// is held weakly, and followed no longer when it leaves the window.
  package final func layOutWithFirstResponder(_ view: View) {
    followers.removeAll { $0.object.map { $0 === view || $0.window !== self } ?? true }
    followers.append(Weak(view))
    ownerLink.read { $0.firstResponderChanged() }
  }

  /// The views in this window that follow the first responder.
  final var presentFollowers: [View] {
    followers.isEmpty ? [] : followers.compactMap(\.object).filter { $0.window === self }
  }

  /// Removes a first responder whose chain leads through a view that leaves.
  final func forgetFirstResponder(under view: View) {
    guard let first = firstResponderIfAny, first.first(where: { $0.isRooted(in: view) }) != nil else { return }
    // The responder is notified but cannot refuse.
    first.resignFirstResponder()
    if firstResponderIfAny === first { firstResponderReference = nil }
  }

  /// Whether this is its application's key window.
  public var isKeyWindow: Bool { owner?.keyWindow === self }

  /// Makes this its application's key window, whose first responder actions without a target reach.
  ///
  /// In place of a window that is blocked by a presented one, that one becomes the key window, and this one when it is dismissed. A
  /// window that is hidden or being removed does not become the key window; shown again, it does so only if there is none.
  public func makeKey() { owner?.keyWindow = self }

  /// Makes this its application's main window.
  public func makeMain() { owner?.mainWindow = self }

  // MARK: Appearing

  /// The controllers of views in this window, and of some that have left it.
  private final var controllers: ContiguousArray<Weak<ViewController>> = []

  /// Notes a controller whose root view is in this window.
  final func note(_ controller: ViewController) {
    controllers.removeAll { $0.object.map { $0 === controller || $0.viewIfLoaded?.window !== self } ?? true }
    controllers.append(Weak(controller))
  }

  private var presentControllers: [ViewController] {
    controllers.isEmpty ? [] : controllers.compactMap(\.object).filter { $0.viewIfLoaded?.window === self }
  }

  /// Whether the window is in an application and not hidden.
  final var isShown: Bool { !ownerLink.isEmpty && !isHidden }

  /// Whether hit-testing leaves out the window; the views of controllers in it then disappear.
  ///
  /// A hidden window blocks no other window and is not the key window: the former one is (contract 3.4). Shown again, it becomes the
  /// key window if there is none, or if it was presented and blocks the key window.
  override open var isHidden: Bool {
    willSet { if newValue != isHidden, !ownerLink.isEmpty { _ = announceAppearances(!newValue) } }
    didSet {
      if isHidden != oldValue { ownerLink.object?.windowsChanged() }
      settleAppearances()
    }
  }

  /// Has the controllers in the window announce a change that is about to be made; returns them.
  final func announceAppearances(_ areComing: Bool) -> [ViewController] {
    let announced = presentControllers
    for controller in announced { controller.announceAppearance(areComing) }
    return announced
  }

  /// Has the controllers in the window make the calls that are due after a change.
  final func settleAppearances() {
    for controller in presentControllers { controller.settleAppearance() }
  }

  private func rootChanged(from old: ViewController?) {
    guard old !== rootViewController else { return }
    old?.viewIfLoaded?.removeFromSuperview()
    guard let root = rootViewController else { return }
    if let presenter = presenter?.object { root.notePresenter(presenter) }
    let view = root.view
    // Loading the view runs a user's code.
    guard rootViewController === root else { return }
    // The controller finds its size as the view appears.
    if view.frame != bounds { view.frame = bounds }
    insertSubview(view, at: 0)
    fillWithRoot()
  }

  /// Sets the frame of the root controller's view to the window's bounds.
  final func fillWithRoot() {
    guard let view = rootViewController?.viewIfLoaded, view.superviewLink.leads(to: self) else { return }
    if view.frame != bounds { view.frame = bounds }
  }

  private func dropHitIndexes(in view: View) {
    view.dropHitIndex()
    for child in view.children { dropHitIndexes(in: child) }
  }

  /// Called after the window was added to an application, or left its application.
  open func didMoveToApplication() {}

  /// The window that this one was presented over; `nil` if it was presented over none; held weakly.
  public final var presentingWindow: Window? { covered?.object }
  private final var covered: Weak<Window>?
  /// The view that this window was presented for; `nil` if it was presented for none.
  private final var presentingView: Weak<View>?

  /// Whether the view that this window was presented for has left the covered window.
  final var hasLostView: Bool {
    guard let presentingView, let covered = covered?.object else { return false }
    return presentingView.object?.window !== covered
  }

  /// Takes another window's place, size and scale.
  final func cover(_ window: Window, for view: View?) {
    covered = Weak(window)
    presentingView = view.map { Weak($0) }
    bounds = window.bounds
    transform = window.transform
    center = window.center
    pointsPerMillimetre = window.pointsPerMillimetre
  }

  /// The bottom window of the key window's screen when this one was presented over none: it belongs to that screen.
  private final var host: Weak<Window>?

  /// The controller that presents this window's root controller.
  private final var presenter: Weak<ViewController>?

  /// Notes the controller that presents this window's root controller.
  final func beginPresentation(by controller: ViewController) { presenter = Weak(controller) }

  /// Has the presenter let go of this window, which has left its application: it can present again.
  final func unlinkPresenter() { presenter?.object?.presentedWindowLeft(self) }

  /// Ends the presentation of the root controller after the window has left its application.
  final func endPresentation() {
    guard presenter != nil, ownerLink.isEmpty else { return }
    unlinkPresenter()
    presenter = nil
    rootViewController = nil
  }

  /// The window that this one was presented over, or the bottom one of its screen when it was presented over none.
  final var windowBelow: Window? { covered?.object ?? host?.object }

  /// Puts the window on another one's screen; presented again as the key window, it stays on its screen.
  final func noteHost(_ window: Window?) {
    if window !== self { host = window.map { Weak($0) } }
  }

  /// Called on a modal window when a touch began outside of it, on its screen or in another window of that: the place to dismiss the
  /// window (contract 3.6).
  open func touchBeganOutside(_ touch: Touch, with event: Event?) {}

  /// Passes the changed touches of an event to the recognizers and then to the views that they hit (contract 2.4, 3.5).
  ///
  /// Each view gets its began, moved, ended and cancelled touches, in that order, each as one set. Override it to observe or hold back
  /// every touch of the window.
  open func sendEvent(_ event: Event) {
    guard let application = owner, event === application.event else { return }
    if application.gestures.arena.isActive { application.gestures.deliver(event, in: self) }
    let delivery = application.delivery
    let touches = event.touches
    for index in touches.indices where touches[index].needsHandling(in: delivery, window: self) {
      if application.hasSharedViews {
        deliver(touches, from: index, delivery, event)
      } else {
        let touch = touches[index]
        touch.sentToViewIn = delivery
        touch.view?.receive(TouchSet(only: touch), touch.phase, event)
      }
    }
  }

  /// Delivers all touches of the view that the first touch hit.
  private func deliver(
    _ touches: ContiguousArray<Touch>, from first: Int, _ delivery: UInt64, _ event: Event
  ) {
    guard let view = touches[first].view else { return }
    var phases: UInt8 = 0
    for touch in touches[first...] where touch.view === view && touch.changedIn == delivery {
      if touch.isDelivered { phases |= 1 << touch.phase.rawValue }
      touch.sentToViewIn = delivery
    }
    for phase in TouchPhase.delivered where phases & 1 << phase.rawValue != 0 {
      var set = owner?.takeScratch() ?? []
      for touch in touches[first...]
      where touch.view === view && touch.changedIn == delivery && touch.phase == phase && touch.isDelivered {
        set.append(touch)
      }
      if !set.isEmpty { view.receive(TouchSet(set), phase, event) }
      owner?.returnScratch(&set)
    }
  }

  /// Tries key equivalents for a key that no responder in the window handled, then passes it on.
  override open func keyDown(with event: KeyEvent) -> Bool {
    if let owner, owner.offerAsEquivalent(event, to: self) { return true }
    return super.keyDown(with: event)
  }

  // MARK: Closing and zooming

  /// Closes the window if its delegate permits it (contract 8.2).
  ///
  /// A delegate that calls this while it is asked, or while the window closes, is not asked again.
  ///
  /// - Returns: false if the delegate refused, or has yet to answer.
  @discardableResult
  public func performClose() -> Bool {
    if isClosing || isLeaving { return true }
    if isAskingToClose { return false }
    if link.methods.contains(.shouldClose) {
      isAskingToClose = true
      defer { isAskingToClose = false }
      if delegate?.windowShouldClose(self) == false { return false }
    }
    close()
    return true
  }

  /// Closes the window without asking: posts `WillClose`, cancels its touches and removes it from its application.
  ///
  /// Does nothing for a window that is in no application, and for one that is being closed or removed: `WillClose` is posted once, also if
  /// an observer of this or of what follows closes the window again.
  public func close() {
    guard let owner, !isClosing, !isLeaving else { return }
    isClosing = true
    defer { isClosing = false }
    owner.notifications.post(WillClose(sender: self))
    // An observer may have removed the window already.
    self.owner?.removeWindow(self)
  }

  /// Makes the window as large as useful, or, if it is so already, restores its previous frame (contract 8.2).
  ///
  /// The delegate may choose another frame than the whole screen, and may refuse.
  ///
  /// - Parameter screen: the largest frame that the window can have, in points of the screen.
  /// - Returns: false if the delegate refused.
  @discardableResult
  public func zoom(in screen: Rect) -> Bool {
    var standard = screen
    if link.methods.contains(.willUseStandardFrame), let delegate {
      standard = delegate.windowWillUseStandardFrame(self, defaultFrame: screen)
    }
    let isZoomed = frame == standard
    let target = isZoomed ? frameBeforeZoom ?? standard : standard
    if link.methods.contains(.shouldZoom), delegate?.windowShouldZoom(self, toFrame: target) == false { return false }
    if !isZoomed { frameBeforeZoom = frame }
    frame = target
    return true
  }
}

extension TouchPhase {
  /// The phases that views are notified of, in the order of delivery (contract 2.4).
  fileprivate static let delivered: [TouchPhase] = [.began, .moved, .ended, .cancelled]
}

extension Touch {
  /// Whether the touch changed in the delivery and has not been passed to its view.
  @inline(__always)
  fileprivate func needsHandling(in delivery: UInt64, window: Window) -> Bool {
    changedIn == delivery && sentToViewIn != delivery && self.window === window && isDelivered
  }
}

extension Responder {
  /// Whether the responder is the view, or the controller of that root view, whose chain starts above the view.
  fileprivate func isRooted(in view: View) -> Bool {
    self === view || (self as? ViewController)?.viewIfLoaded === view
  }
}

extension View {
  /// Calls the touch method of the phase.
  @inline(__always)
  func receive(_ touches: TouchSet, _ phase: TouchPhase, _ event: Event?) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    case .stationary: break
    }
  }
}
