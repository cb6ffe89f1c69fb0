/// An object that takes part in handling touches and actions; the base of views, windows and the application.
///
/// Whatever a responder does not handle goes to `next` (contract 3.2, 3.3). Subclasses override what they care about;
/// calling `super` passes it on.
open class Responder {
  /// A name that logs and layouts use; empty for none.
  public var identifier: String = ""

  /// Made when something first needs to know whether this responder is still alive.
  private var livenessIfAny: Liveness?
  @exclusivity(unchecked) private var overriddenIfKnown: OverriddenMethods = []

  /// Which methods the class overrides, of those that need not be called where nobody does; looked up once.
  @inline(__always) final var overridden: OverriddenMethods {
    overriddenIfKnown.isEmpty ? lookUpOverridden() : overriddenIfKnown
  }

  @inline(never)
  private final func lookUpOverridden() -> OverriddenMethods {
    overriddenIfKnown = ownOverrides.union(.known)
    return overriddenIfKnown
  }

  /// Looks up which methods the class overrides.
  var ownOverrides: OverriddenMethods { [] }

  /// Creates a responder.
  public init() {}

  deinit {
    livenessIfAny?.object = nil
  }

  /// The responder that gets what this one does not handle; `nil` at the end of the chain.
  open var next: Responder? { nil }

  /// The actions that can be sent to this class by name; override it and list each once.
  ///
  /// A subclass adds its own to `super.actions`.
  open class var actions: [Action] { [] }

  /// Called when touches that hit this responder came down.
  open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    next?.touchesBegan(touches, with: event)
  }

  /// Called when touches of this responder moved.
  open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    next?.touchesMoved(touches, with: event)
  }

  /// Called when touches of this responder were lifted.
  open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Called when touches of this responder were taken away: a palm, a lost device, or a gesture that won.
  open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    next?.touchesCancelled(touches, with: event)
  }

  // MARK: First responder

  /// Whether the responder may become its window's first responder; false unless overridden.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether the responder is ready to give up being first; true unless overridden.
  open var canResignFirstResponder: Bool { true }

  /// Whether the responder is the first of its window.
  public var isFirstResponder: Bool { containingWindow?.firstResponderIfAny === self }

  /// Makes the responder the first of its window, after the one that is has resigned (contract 3.4).
  ///
  /// - Returns: false where this one may not become first, the old one does not resign, or there is no window.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard let window = containingWindow, canBecomeFirstResponder else { return false }
    if window.firstResponderIfAny === self { return true }
    if let old = window.firstResponderIfAny, !old.resignFirstResponder() { return false }
    window.firstResponderToken = liveness
    return true
  }

  /// Gives up being the first responder.
  ///
  /// - Returns: false where `canResignFirstResponder` is.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard let window = containingWindow, window.firstResponderIfAny === self else { return true }
    guard canResignFirstResponder else { return false }
    window.firstResponderToken = nil
    return true
  }

  /// The window that the chain leads to.
  var containingWindow: Window? {
    first(where: { $0 is Window }) as? Window
  }

  /// The first responder from this one up the chain that matches and that `confirms` accepts.
  ///
  /// `matches` must call nothing that a user wrote: the chain is followed without counting references where no class
  /// overrides `next`.
  @inline(__always)
  final func first(
    where matches: (Responder) -> Bool, confirms: (Responder) -> Bool = { _ in true }
  ) -> Responder? {
    var kept: Responder? = self
    var current = Unmanaged<Responder>.passUnretained(self)
    while true {
      if current._withUnsafeGuaranteedRef(matches) {
        let responder = current.takeUnretainedValue()
        if confirms(responder) { return responder }
        kept = responder
      }
      if let link = current._withUnsafeGuaranteedRef({ $0.linkedNext }) {
        current = link
      } else {
        kept = current._withUnsafeGuaranteedRef { $0.next }
        guard let kept else { return nil }
        current = .passUnretained(kept)
      }
    }
  }

  /// What `next` answers for a view whose class does not override it; `nil` where `next` must be asked.
  @inline(__always) private final var linkedNext: Unmanaged<Responder>? {
    guard overridden.contains(.followsLinks) else { return nil }
    let view = unsafeDowncast(self, to: View.self)
    return view.nextLink
  }

  // MARK: Actions

  /// Whether the responder does an action that its class lists; an override may refuse (contract 6.2).
  open func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool { true }

  /// The first responder from this one up the chain that does the action; `nil` for none.
  public func target(forAction name: ActionName, withSender sender: AnyObject?) -> Responder? {
    first(where: { _ in true }, confirms: { $0.performs(name, withSender: sender) })
  }

  /// Has the first responder from this one up the chain do the action, and says whether there was one.
  @discardableResult
  public func tryToPerform(_ name: ActionName, with sender: AnyObject?, event: Event? = nil) -> Bool {
    guard let target = target(forAction: name, withSender: sender) else { return false }
    return Action(name).perform(on: target, sender: sender, event: event)
  }

  /// Whether the class lists an action of that name and the responder does not refuse it.
  func performs(_ name: ActionName, withSender sender: AnyObject?) -> Bool {
    type(of: self).lists(name) && canPerformAction(name, withSender: sender)
  }

  /// The token that says whether this responder is alive; a plain load instead of the 40 ns of a `weak` one.
  var liveness: Liveness {
    if let livenessIfAny { return livenessIfAny }
    let token = Liveness(self)
    livenessIfAny = token
    return token
  }
}

extension Responder: Equatable {
  /// Two responders are equal when they are the same object.
  public static func == (left: Responder, right: Responder) -> Bool { left === right }
}
