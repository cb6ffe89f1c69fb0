/// An object that handles touches and actions; the base of views, windows and the application.
///
/// What a responder does not handle goes to `next` (contract 3.2, 3.3). A subclass overrides the methods that it handles; calling
/// `super` passes the call on.
open class Responder {
  /// The name that logs and layouts use; empty if there is none.
  public final var identifier: String {
    get { name }
    set { name = newValue }
  }
  @safe @exclusivity(unchecked) private var name = ""

  /// The number of calls that `forward(_:)` is passing on from here, one inside the other.
  @safe @exclusivity(unchecked) private var forwards: UInt8 = 0

  /// Creates a responder.
  public init() {}

  /// The responder that gets what this responder does not handle; `nil` at the end of the chain.
  open var next: Responder? { nil }

  /// The actions that the class takes by name; override it and list each once.
  ///
  /// A subclass adds its own to `super.actions`.
  open class var actions: [Action] { [] }

  /// Called when touches that hit this responder began.
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

  // MARK: Keys

  /// Called when a key was pressed or repeats; returns whether it was handled, and passes it on to `next` by default.
  open func keyDown(with event: KeyEvent) -> Bool {
    var isHandled = false
    forward { isHandled = $0.keyDown(with: event) }
    return isHandled
  }

  /// Called when a key was released; returns whether it was handled, and passes it on to `next` by default.
  open func keyUp(with event: KeyEvent) -> Bool {
    var isHandled = false
    forward { isHandled = $0.keyUp(with: event) }
    return isHandled
  }

  /// Performs a standard action, such as `moveLeft:`, if the class lists it, else passes it on to `next` (contract 7.4).
  ///
  /// The action's sender is the responder that performs it.
  ///
  /// - Returns: whether an object performed it.
  @discardableResult
  open func doCommand(by name: ActionName) -> Bool {
    if performs(name, withSender: self) { return Action(name).perform(on: self, sender: self, event: nil) }
    var isHandled = false
    forward { isHandled = $0.doCommand(by: name) }
    return isHandled
  }

  /// Passes a call on to the next responder.
  ///
  /// In a chain whose `next` leads back to itself the call goes around eight times and stops.
  private func forward(_ call: (Responder) -> Void) {
    guard forwards < 8, let next else { return }
    forwards += 1
    call(next)
    forwards -= 1
  }

  // MARK: First responder

  /// Whether the responder may become its window's first responder; false by default.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether the responder may resign as first responder; true by default.
  open var canResignFirstResponder: Bool { true }

  /// Whether the responder is its window's first responder.
  public var isFirstResponder: Bool { containingWindow?.firstResponderIfAny === self }

  /// Makes the responder its window's first responder, after the current one has resigned (contract 3.4).
  ///
  /// If another becomes first responder while the current one resigns, it is asked to resign in turn, eight times at most.
  ///
  /// - Returns: false if this responder may not become first responder, the current one does not resign, or there is no window.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard let window = containingWindow, canBecomeFirstResponder else { return false }
    var rounds = 0
    while let old = window.firstResponderIfAny, old !== self {
      guard rounds < 8, old.resignFirstResponder() else { return false }
      // An override returned true without calling `super`.
      if window.firstResponderIfAny === old { window.firstResponderReference = nil }
      rounds += 1
    }
    // Resigning calls out: this responder may have left the window.
    guard containingWindow === window else { return false }
    window.firstResponderReference = Weak(self)
    return true
  }

  /// Resigns as first responder.
  ///
  /// - Returns: false if `canResignFirstResponder` is false.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard let window = containingWindow, window.firstResponderIfAny === self else { return true }
    guard canResignFirstResponder else { return false }
    if window.firstResponderIfAny === self { window.firstResponderReference = nil }
    return true
  }

  /// The window in the responder's chain.
  var containingWindow: Window? {
    first { $0 is Window } as? Window
  }

  /// The first responder from this one up the chain that matches; O(length of the chain).
  ///
  /// A chain that leads back to itself ends there; a chain of more than 100,000 responders ends after these.
  final func first(where matches: (Responder) -> Bool) -> Responder? {
    if matches(self) { return self }
    guard var current = next else { return nil }
    var (landmark, steps, limit) = (self, 1, 2)
    while current !== landmark, steps < 100_000 {
      if matches(current) { return current }
      // Brent's cycle detection: the landmark moves up at each power of two.
      if steps == limit { (landmark, limit) = (current, limit * 2) }
      guard let next = current.next else { return nil }
      current = next
      steps += 1
    }
    return nil
  }

  // MARK: Actions

  /// Whether the responder performs an action that its class lists; an override may refuse (contract 6.2).
  open func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool { true }

  /// The first responder from this one up the chain that performs the action; `nil` if there is none.
  public func target(forAction name: ActionName, withSender sender: AnyObject?) -> Responder? {
    first { $0.performs(name, withSender: sender) }
  }

  /// Makes the first responder from this one up the chain that performs the action perform it; returns whether there was one.
  @discardableResult
  public func tryToPerform(_ name: ActionName, with sender: AnyObject?, event: Event? = nil) -> Bool {
    guard let target = target(forAction: name, withSender: sender) else { return false }
    return Action(name).perform(on: target, sender: sender, event: event)
  }

  /// Whether the class lists an action of that name and the responder does not refuse it.
  func performs(_ name: ActionName, withSender sender: AnyObject?) -> Bool {
    (type(of: self).actions.contains { $0.name == name && $0.fits(type(of: self)) }
      || (self as? any DynamicActionTarget)?.action(named: name)?.fits(type(of: self)) == true)
      && canPerformAction(name, withSender: sender)
  }
}

extension Responder: Hashable {
  /// Two responders are equal if they are the same object.
  public static func == (left: Responder, right: Responder) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
