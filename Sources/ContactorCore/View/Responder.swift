/// An object that takes part in handling touches and actions; the base of views, windows and the application.
///
/// Whatever a responder does not handle goes to `next` (contract 3.2, 3.3). Subclasses override what they care about;
/// calling `super` passes it on.
open class Responder {
  /// A name that logs and layouts use; empty for none.
  public final var identifier: String {
    get { name }
    set { name = newValue }
  }
  @safe @exclusivity(unchecked) private var name = ""

  /// How often a touch method that is not overridden is being passed on from here; see `forward(_:)`.
  @safe @exclusivity(unchecked) private var forwards: UInt8 = 0

  /// Creates a responder.
  public init() {}

  /// The responder that gets what this one does not handle; `nil` at the end of the chain.
  open var next: Responder? { nil }

  /// The actions that can be sent to this class by name; override it and list each once.
  ///
  /// A subclass adds its own to `super.actions`.
  open class var actions: [Action] { [] }

  /// Called when touches that hit this responder came down.
  open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    forward { $0.touchesBegan(touches, with: event) }
  }

  /// Called when touches of this responder moved.
  open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    forward { $0.touchesMoved(touches, with: event) }
  }

  /// Called when touches of this responder were lifted.
  open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    forward { $0.touchesEnded(touches, with: event) }
  }

  /// Called when touches of this responder were taken away: a palm, a lost device, or a gesture that won.
  open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    forward { $0.touchesCancelled(touches, with: event) }
  }

  /// Passes a call on to the next responder.
  ///
  /// A chain whose `next` leads back to itself would pass it on for ever: it goes around eight times and stops.
  private func forward(_ call: (Responder) -> Void) {
    guard forwards < 8, let next else { return }
    forwards += 1
    call(next)
    forwards -= 1
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
  /// One that becomes first while the old one resigns is asked to resign in its turn, eight times at most.
  ///
  /// - Returns: false where this one may not become first, the old one does not resign, or there is no window.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard let window = containingWindow, canBecomeFirstResponder else { return false }
    var rounds = 0
    while let old = window.firstResponderIfAny, old !== self {
      guard rounds < 8, old.resignFirstResponder() else { return false }
      // An override that resigns without saying so to `super`.
      if window.firstResponderIfAny === old { window.firstResponderReference = nil }
      rounds += 1
    }
    // Resigning called out: this one may have left the window since.
    guard containingWindow === window else { return false }
    window.firstResponderReference = Weak(self)
    return true
  }

  /// Gives up being the first responder.
  ///
  /// - Returns: false where `canResignFirstResponder` is.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard let window = containingWindow, window.firstResponderIfAny === self else { return true }
    guard canResignFirstResponder else { return false }
    if window.firstResponderIfAny === self { window.firstResponderReference = nil }
    return true
  }

  /// The window that the chain leads to.
  var containingWindow: Window? {
    first { $0 is Window } as? Window
  }

  /// The first responder from this one up the chain that matches; O(length of the chain).
  ///
  /// A chain that leads back to itself ends there, one of more than 100,000 responders after these.
  final func first(where matches: (Responder) -> Bool) -> Responder? {
    if matches(self) { return self }
    guard var current = next else { return nil }
    var (landmark, steps, limit) = (self, 1, 2)
    while current !== landmark, steps < 100_000 {
      if matches(current) { return current }
      // Brent's way to notice a circle: the landmark moves up at each power of two.
      if steps == limit { (landmark, limit) = (current, limit * 2) }
      guard let next = current.next else { return nil }
      current = next
      steps += 1
    }
    return nil
  }

  // MARK: Actions

  /// Whether the responder does an action that its class lists; an override may refuse (contract 6.2).
  open func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool { true }

  /// The first responder from this one up the chain that does the action; `nil` for none.
  public func target(forAction name: ActionName, withSender sender: AnyObject?) -> Responder? {
    first { $0.performs(name, withSender: sender) }
  }

  /// Has the first responder from this one up the chain do the action, and says whether there was one.
  @discardableResult
  public func tryToPerform(_ name: ActionName, with sender: AnyObject?, event: Event? = nil) -> Bool {
    guard let target = target(forAction: name, withSender: sender) else { return false }
    return Action(name).perform(on: target, sender: sender, event: event)
  }

  /// Whether the class lists an action of that name and the responder does not refuse it.
  func performs(_ name: ActionName, withSender sender: AnyObject?) -> Bool {
    type(of: self).actions.contains { $0.name == name && $0.fits(type(of: self)) }
      && canPerformAction(name, withSender: sender)
  }
}

extension Responder: Hashable {
  /// Two responders are equal when they are the same object.
  public static func == (left: Responder, right: Responder) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
