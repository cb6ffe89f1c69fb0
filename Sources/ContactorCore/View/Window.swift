/// The root of a tree of views; a touchscreen is mapped to one.
///
/// A window's space is its bounds: touches of its devices come in these points.
open class Window: View {
  /// The application that the window was added to; it clears this when it dies.
  var owner: Application? {
    get { ownerLink.object }
    set {
      ownerLink = BackReference(newValue)
      if delegate != nil { observeForDelegate() }
    }
  }
  @exclusivity(unchecked) private(set) var ownerLink = BackReference<Application>(nil)

  /// How many points of the window are a millimetre of its panel; `nil` where the panel's size is unknown, so that the
  /// tuning's 163 points per inch hold (contract 1.9).
  public var pointsPerMillimetre: Double?

  /// The token of the first responder, which outlives it.
  var firstResponderToken: Liveness?
  /// Asked and told about the window; not kept.
  public weak var delegate: (any WindowDelegate)? {
    didSet { linkDelegate() }
  }
  /// What was looked up when the delegate was set.
  var link = DelegateLink<WindowDelegateMethods>()
  /// The frame that `zoom(in:)` goes back to.
  var frameBeforeZoom: Rect?
  /// A controller whose root view's chain passes through it; kept by the window.
  public var rootViewController: ViewController? {
    didSet { rootChanged(from: oldValue) }
  }

  /// Creates a window at a place on the screen.
  override public init(frame: Rect) {
    super.init(frame: frame)
    windowLink = BackReference(self)
  }

  override open var next: Responder? { owner }

  /// The responder that actions without a target reach first; the window itself where none was made so.
  public var firstResponder: Responder { firstResponderIfAny ?? self }

  /// The responder that was made first and is still there.
  var firstResponderIfAny: Responder? { firstResponderToken?.object }

  /// Lets go of a first responder whose chain leads through a view that leaves.
  func forgetFirstResponder(under view: View) {
    guard let first = firstResponderIfAny, first.first(where: { $0.isRooted(in: view) }) != nil else { return }
    // It is told, and has no say.
    first.resignFirstResponder()
    firstResponderToken = nil
  }

  /// Whether this is its application's key window.
  public var isKeyWindow: Bool { owner?.keyWindow === self }

  /// Makes this its application's key window, whose first responder actions without a target reach.
  public func makeKey() { owner?.keyWindow = self }

  /// Makes this its application's main window.
  public func makeMain() { owner?.mainWindow = self }

  private func rootChanged(from old: ViewController?) {
    guard old !== rootViewController else { return }
    old?.viewIfLoaded?.removeFromSuperview()
    if let root = rootViewController { addSubview(root.view) }
  }

  /// Gives an event's changed touches to the views that they hit (contract 2.4, 3.5).
  ///
  /// Each view gets began, moved, ended and cancelled touches, in that order, each as one set. Override it to see or
  /// hold back every touch of the window.
  open func sendEvent(_ event: Event) {
    guard let application = owner else { return }
    if application.gestures.isActive { application.gestures.deliver(event, in: self) }
    let delivery = application.delivery
    let touches = event.allTouches.touches
    if application.state.hasSharedViews {
      for index in touches.indices where touches[index].needsHandling(in: delivery, window: self) {
        deliver(touches, from: index, delivery, event)
      }
    } else {
      for touch in touches where touch.needsHandling(in: delivery, window: self) {
        touch.handledIn = delivery
        touch.view?.receive(TouchSet(only: touch), touch.phase, event)
      }
    }
  }

  /// Delivers all touches of the view that the first one hit.
  private func deliver(
    _ touches: ContiguousArray<Touch>, from first: Int, _ delivery: UInt64, _ event: Event
  ) {
    guard let view = touches[first].view else { return }
    var phases: UInt8 = 0
    for touch in touches[first...] where touch.view === view && touch.changedIn == delivery {
      if touch.isDelivered, !touch.isRevoked { phases |= 1 << touch.phase.rawValue }
      touch.handledIn = delivery
    }
    for phase in TouchPhase.delivered where phases & 1 << phase.rawValue != 0 {
      var set = owner?.takeScratch() ?? []
      for touch in touches[first...]
      where touch.view === view && touch.changedIn == delivery && touch.phase == phase && touch.isDelivered
        && !touch.isRevoked
      {
        set.append(touch)
      }
      guard !set.isEmpty else { continue }
      view.receive(TouchSet(set), phase, event)
      owner?.returnScratch(&set)
    }
  }
}

extension TouchPhase {
  /// The phases that views are told of, in the order of delivery (contract 2.4).
  fileprivate static let delivered: [TouchPhase] = [.began, .moved, .ended, .cancelled]
}

extension Touch {
  /// Whether the touch changed in the delivery and its view has not had it.
  @inline(__always)
  fileprivate func needsHandling(in delivery: UInt64, window: Window) -> Bool {
    changedIn == delivery && handledIn != delivery && self.window === window && isDelivered && !isRevoked
  }
}

extension Responder {
  /// Whether the responder is the view, or the controller whose root view it is: that one's chain leads past the view.
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
