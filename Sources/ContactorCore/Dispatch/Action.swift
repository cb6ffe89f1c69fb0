/// An action that can be sent to a target: a name, a form, and the class of its targets.
///
/// Method references cannot be compared in Swift, so an action is identified by its name and class: the same name and class make the
/// same action (contract 5.2). It is an immutable object, so that passing it on counts no references. Not `Sendable`, as the code that
/// it calls belongs to one isolation domain.
public final class Action {
  /// The action's name, for example `submit:`; for a closure its identifier.
  public let name: ActionName
  /// The kind of code that the action calls.
  let kind: Kind
  /// The class whose objects can be targets; `nil` for a closure, and for a name alone, which any class may implement.
  let targetType: AnyClass?
  /// The type that the sender must have; `nil` if any sender fits, or none.
  let senderType: Any.Type?
  /// The addresses of the last target's and sender's class that were found to fit, 0 if there is none.
  ///
  /// Most actions are sent to one class by one class. A closure, which has no target, stores the addresses of the classes of the action
  /// itself and of its sender.
  @safe @exclusivity(unchecked) private var fittingTarget: UInt = 0
  @safe @exclusivity(unchecked) private var fittingSender: UInt = 0

  /// Calls the method, for a target and a sender that fit, or the closure, for any target; does nothing for a name.
  private let call: Call

  /// The code that an action calls; it takes the parameters of `Application.sendAction`, so that no arguments are moved in between.
  @usableFromInline
  typealias Call = (_ action: Action, _ target: AnyObject?, _ sender: AnyObject?, _ event: Event?) -> Void

  /// The kind of code that an action calls.
  enum Kind: UInt8 {
    /// A name alone: the target's class lists the method.
    case name
    /// A method, called only for a target and a sender that fit.
    case method
    /// A closure, which has no target and gets the sender.
    case closure
  }

  private init(
    _ name: ActionName, _ kind: Kind, target: AnyClass? = nil, sender: Any.Type? = nil,
    call: @escaping Call = { _, _, _, _ in }
  ) {
    self.name = name
    self.kind = kind
    self.call = call
    targetType = target
    senderType = sender
  }

  /// Creates a name to be looked up in the target's list of actions.
  public convenience init(_ name: ActionName) {
    self.init(name, .name)
  }

  /// Creates the untyped form of a typed action, for a class's list.
  public convenience init<Target: AnyObject>(_ action: TypedAction<Target>) {
    let original = action.action
    self.init(
      original.name, original.kind, target: original.targetType, sender: original.senderType, call: original.call)
  }

  /// Creates an action from a method without parameters: `Action("go", Panel.go)`.
  ///
  /// The name gets the colons of the method's form, whatever colons the given name has.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject>(_ name: ActionName, _ method: @escaping (Target) -> () -> Void) {
    self.init(name, .plain, Target.self, sender: nil) { _, target, _, _ in
      unsafe method(unsafeDowncast(target.unsafelyUnwrapped, to: Target.self))()
    }
  }

  /// Creates an action from a method that takes the sender: `Action("go:", Panel.go(_:))`.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> (Sender) -> Void
  ) {
    self.init(name, .sender, Target.self, sender: Sender.self) { _, target, sender, _ in
      unsafe method(unsafeDowncast(target.unsafelyUnwrapped, to: Target.self))(
        unsafeDowncast(sender.unsafelyUnwrapped, to: Sender.self))
    }
  }

  /// Creates an action from a method that takes the sender and the event:
  /// `Action("go:forEvent:", Panel.go(_:forEvent:))`.
  @inlinable @inline(__always)
  public convenience init<Target: AnyObject, Sender: AnyObject>(
    _ name: ActionName, _ method: @escaping (Target) -> (Sender, Event?) -> Void
  ) {
    self.init(name, .senderForEvent, Target.self, sender: Sender.self) { _, target, sender, event in
      unsafe method(unsafeDowncast(target.unsafelyUnwrapped, to: Target.self))(
        unsafeDowncast(sender.unsafelyUnwrapped, to: Sender.self), event)
    }
  }

  /// Creates an action from its parts.
  ///
  /// The closure is created where the action is declared, so that the compiler inlines the method into it: calling a method reference
  /// would allocate each time.
  @usableFromInline
  convenience init(
    _ name: ActionName, _ form: ActionName.Form, _ target: AnyClass, sender: Any.Type?,
    call: @escaping Call
  ) {
    self.init(ActionName(name.description, form), .method, target: target, sender: sender, call: call)
  }

  /// Creates an action from a closure that takes senders of one class.
  package convenience init<Sender: AnyObject>(
    _ identifier: ActionIdentifier, for sender: Sender, closure: @escaping (Sender, Event?) -> Void
  ) {
    self.init(ActionName(identifier.description), .closure, sender: Sender.self) { _, _, sender, event in
      unsafe closure(unsafeDowncast(sender.unsafelyUnwrapped, to: Sender.self), event)
    }
    fittingTarget = Self.address(of: self)
    fittingSender = Self.address(of: sender)
  }

  // MARK: Identity

  /// Whether the action is a closure, which is called without a target.
  public var isClosure: Bool { kind == .closure }

  /// Whether both are the same action: the same name in the same class.
  func isSame(as other: Action) -> Bool {
    self === other || name == other.name && targetType == other.targetType && !isClosure && !other.isClosure
  }

  // MARK: Fitting targets and senders

  /// Whether the action is a name alone, or one of the object's class.
  func canBeFor(_ object: AnyObject) -> Bool {
    targetType == nil || fits(type(of: object))
  }

  /// Whether objects of the class can perform the action; always false for a name alone.
  func fits(_ type: AnyClass) -> Bool {
    guard let targetType else { return false }
    return type == targetType || Self.isSubclass(type, of: targetType)
  }

  /// Whether the action accepts the sender.
  func accepts(sender: AnyObject?) -> Bool {
    guard let senderType else { return true }
    guard let sender else { return false }
    return Self.isInstance(sender, of: senderType)
  }

  private static func isSubclass<Base>(_ type: AnyClass, of base: Base.Type) -> Bool { type is Base.Type }

  private static func isInstance<Base>(_ object: AnyObject, of base: Base.Type) -> Bool { object is Base }

  // MARK: Calling

  /// Calls the action on the target; returns whether the target performs it and the action accepts the sender.
  ///
  /// A target of a class that does not fit is not called. A closure needs no target.
  @discardableResult
  @inline(__always)
  package func perform(on target: AnyObject?, sender: AnyObject?, event: Event?) -> Bool {
    callIfKnown(target, sender, event) || performOther(on: target, sender: sender, event: event)
  }

  /// Calls the action if target and sender are of the classes that were found to fit last; returns whether they were: the usual case, in
  /// which no references are counted.
  @inline(__always)
  func callIfKnown(_ target: AnyObject?, _ sender: AnyObject?, _ event: Event?) -> Bool {
    guard sender != nil else { return false }
    if target == nil {
      guard isKnown(self, unsafe sender.unsafelyUnwrapped) else { return false }
    } else {
      guard unsafe isKnown(target.unsafelyUnwrapped, sender.unsafelyUnwrapped) else { return false }
    }
    call(self, target, sender, event)
    return true
  }

  @inline(__always)
  private func isKnown(_ target: AnyObject, _ sender: AnyObject) -> Bool {
    Self.address(of: target) == fittingTarget && Self.address(of: sender) == fittingSender
  }

  /// The address of an object's class.
  @inline(__always)
  private static func address(of object: AnyObject) -> UInt { UInt(bitPattern: ObjectIdentifier(type(of: object))) }

  /// Calls a method whose target and sender fit, a closure, or the method that the target's class lists under a name alone.
  @inline(never)
  func performOther(on target: AnyObject?, sender: AnyObject?, event: Event?) -> Bool {
    guard kind != .name else { return performListed(on: target, sender: sender, event: event) }
    guard accepts(sender: sender) else { return false }
    let receiver: AnyObject
    if kind == .closure {
      receiver = self
    } else {
      // Without a sender, because only an action that takes none can be sent without one.
      guard let target, fits(type(of: target)) else { return false }
      receiver = target
    }
    if let sender { (fittingTarget, fittingSender) = (Self.address(of: receiver), Self.address(of: sender)) }
    call(self, target, sender, event)
    return true
  }

  /// Whether the target performs the action for the sender and does not refuse it: asked before a menu item is enabled.
  package func isPerformed(by target: AnyObject, sender: AnyObject?) -> Bool {
    var listed: Action? = self
    if kind == .name { listed = (target as? any ActionTarget).flatMap { try? $0.objectAction(named: name) } }
    guard let listed, listed.canBeFor(target), listed.accepts(sender: sender) else { return false }
    return (target as? Responder)?.canPerformAction(name, withSender: sender) ?? true
  }

  /// The action that the target's class lists under a name, if it accepts the sender.
  ///
  /// - Throws: an error for the registration of the action, if there is none or it wants another sender (contract 5.7, 5.11).
  package static func listed(_ name: ActionName, by target: any ActionTarget, for sender: AnyObject) throws(ActionError) -> Action {
    let action = try target.objectAction(named: name)
    guard action.accepts(sender: sender) else { throw .foreignSender(action, of: target, sender) }
    return action
  }

  private func performListed(on target: AnyObject?, sender: AnyObject?, event: Event?) -> Bool {
    guard let target = target as? any ActionTarget, let listed = try? target.objectAction(named: name) else {
      return false
    }
    return listed.perform(on: target, sender: sender, event: event)
  }
}

// MARK: - Senders that are no controls

extension Action {
  /// Looks up the action that a target's class lists under a name; the name alone without a target, for the responder chain.
  ///
  /// - Parameter sender: the sender, if it is known: it is checked then.
  /// - Throws: `ActionError` for a name that the class does not list, or a sender that the action does not take.
  package static func named(_ name: ActionName, of target: (any ActionTarget)?, from sender: AnyObject?) throws(ActionError) -> Action {
    guard let target else {
      guard name.form != nil else { throw ActionError(code: .malformedName, name: name, targetType: "", known: []) }
      return Action(name)
    }
    let action = try target.objectAction(named: name)
    if let sender, let error = action.misfit(of: target, from: sender) { throw error }
    return action
  }

  /// The error of a sender that the action does not take; `nil` for one that it takes.
  package func misfit(of target: AnyObject, from sender: AnyObject) -> ActionError? {
    accepts(sender: sender) ? nil : .foreignSender(self, of: target, sender)
  }

  /// Calls the action without an application; returns whether the target performs it and the action accepts the sender.
  package func performAlone(on target: AnyObject?, sender: AnyObject?, event: Event?) -> Bool {
    perform(on: target, sender: sender, event: event)
  }
}

/// A class that is no responder but lists actions that it takes by name.
///
/// Responders list theirs in `Responder.actions`.
public protocol ActionTarget: AnyObject {
  /// The actions that objects of this class take by name; list each once.
  static var actions: [Action] { get }
}

extension Responder: ActionTarget {}

/// An object whose actions are its own, beside those that its class lists: a host in another language adds them while the program runs.
///
/// Registration and the search along the responder chain ask the object each time.
public protocol DynamicActionTarget: ActionTarget {
  /// The object's own action of a name; `nil` if it has none. The action's class must be the object's, or a superclass.
  func action(named name: ActionName) -> Action?

  /// The names of its own actions, for the errors of registrations.
  var dynamicActionNames: [ActionName] { get }
}

extension ActionTarget {
  /// The action of a name that the object performs: its own before its class's.
  func objectAction(named name: ActionName) throws(ActionError) -> Action {
    guard let object = self as? any DynamicActionTarget else { return try Self.action(named: name) }
    if let own = object.action(named: name), own.fits(Self.self) { return own }
    do throws(ActionError) {
      return try Self.action(named: name)
    } catch {
      throw ActionError(
        code: error.code, name: name, targetType: error.targetType, known: error.known + object.dynamicActionNames)
    }
  }

  /// The listed action of a name; a subclass's own action takes precedence over an inherited one.
  static func action(named name: ActionName) throws(ActionError) -> Action {
    let listed = actions
    if let found = listed.last(where: { $0.name == name && $0.fits(self) }) { return found }
    let isForeign = listed.contains { $0.name == name }
    throw ActionError(
      code: name.form == nil ? .malformedName : isForeign ? .foreignAction : .unknownName, name: name,
      targetType: "\(self)", known: listed.filter { $0.fits(self) }.map(\.name))
  }
}

/// A cache of the actions that classes list, so that the search of a long chain is fast.
///
/// A class's list is read once for each name: it must not change.
struct ActionLookup {
  private struct Answer {
    let type: ObjectIdentifier
    let name: ActionName
    let action: Action?
  }

  private static let size = 64
  private var answers: ContiguousArray<Answer?> = []

  /// The cached action of the class and the name; `nil` if nothing is cached.
  func known(_ name: ActionName, of type: ObjectIdentifier) -> Action?? {
    guard !answers.isEmpty, let answer = answers[place(name, type)], answer.type == type, answer.name == name else {
      return .none
    }
    return .some(answer.action)
  }

  /// Caches the action that a class lists under a name; returns the action that it replaces.
  mutating func remember(_ action: Action?, _ name: ActionName, of type: ObjectIdentifier) -> Action? {
    if answers.isEmpty { answers = ContiguousArray(repeating: nil, count: Self.size) }
    let place = place(name, type)
    let old = answers[place]?.action
    answers[place] = Answer(type: type, name: name, action: action)
    return old
  }

  private func place(_ name: ActionName, _ key: ObjectIdentifier) -> Int {
    // Fibonacci hashing: the product's upper bits depend on all bits of the class's address.
    let product = (UInt(bitPattern: key) &+ UInt(name.description.utf8.count)) &* 0x9E37_79B9_7F4A_7C15
    return Int(product >> (UInt.bitWidth - Self.size.trailingZeroBitCount))
  }
}
