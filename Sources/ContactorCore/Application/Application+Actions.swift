extension Application {
  /// The object that would perform an action, without sending it; `nil` if no object does (contract 6.2).
  ///
  /// An explicit target is never replaced by a search: the answer is that target if it performs the action, else `nil`.
  public func target(forAction name: ActionName, to target: AnyObject?, from sender: AnyObject?) -> AnyObject? {
    guard let target else { return performer(of: Action(name), from: sender) }
    guard listed(name, by: target) != nil else { return nil }
    return (target as? Responder)?.canPerformAction(name, withSender: sender) ?? true ? target : nil
  }

  /// The first object in the search order that conforms to a protocol: an action without a target in its typed form (contract 6.4).
  ///
  /// `application.target(conformingTo: (any Saving).self, from: button)?.save(button)`
  public func target<Conformance>(
    conformingTo type: Conformance.Type, from sender: AnyObject?
  ) -> Conformance? {
    search(from: sender) { $0 is Conformance } as? Conformance
  }

  // MARK: Sending

  /// Sends an action to a target whose class has not received it before, or searches the target.
  @inline(never)
  final func sendOther(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?) -> Bool {
    if target != nil || action.isClosure { return action.performOther(on: target, sender: sender, event: event) }
    return whileRetained { sendToChain(action, from: sender, for: event) }
  }

  /// Sends an action and notifies observers.
  @inline(never)
  final func sendObserved(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?) -> Bool {
    guard isBusy, target != nil || action.isClosure else { return sendObservedRetained(action, target, sender, event) }
    return sendAndTell(action, target, sender, event)
  }

  @inline(never)
  private func sendObservedRetained(_ action: Action, _ target: AnyObject?, _ sender: AnyObject?, _ event: Event?) -> Bool {
    whileRetained {
      target == nil && !action.isClosure
        ? sendToChain(action, from: sender, for: event) : sendAndTell(action, target, sender, event)
    }
  }

  @inline(__always)
  private func sendAndTell(_ action: Action, _ target: AnyObject?, _ sender: AnyObject?, _ event: Event?) -> Bool {
    let events = sendingEvents(of: sender)
    let handled = action.perform(on: target, sender: sender, event: event)
    observers.actionSent(action, to: target, from: sender, for: events, handled: handled)
    return handled
  }

  /// Retains the application while the body runs; a sender need not have retained it.
  private func whileRetained(_ body: () -> Bool) -> Bool {
    let retained = unsafe Unmanaged.passRetained(self)
    defer { unsafe retained.release() }
    return body()
  }

  /// The control events of the delivery that a sender is making.
  @inline(__always) final func sendingEvents(of sender: AnyObject?) -> Control.Events {
    guard let sender, ObjectIdentifier(type(of: sender)) == senderClass else { return newSendingEvents(of: sender) }
    return unsafe unsafeDowncast(sender, to: Control.self).sending
  }

  @inline(never)
  private func newSendingEvents(of sender: AnyObject?) -> Control.Events {
    guard let control = sender as? Control else { return [] }
    senderClass = ObjectIdentifier(type(of: control))
    return control.sending
  }

  /// Sends an action to the first object in the search order that performs it; returns whether there was one.
  final func sendToChain(_ action: Action, from sender: AnyObject?, for event: Event?) -> Bool {
    let events = sendingEvents(of: sender)
    let found = performer(of: action, from: sender, refusals: true)
    var handled = false
    if let found, let listed = action.targetType == nil ? listed(action.name, by: found) : action {
      handled = listed.perform(on: found, sender: sender, event: event)
    }
    guard hasObservers else { return handled }
    if !handled {
      let unhandled = unhandled(action, sender)
      tell { $0.unhandled(unhandled) }
    }
    tell { $0.actionSent(action, to: handled ? found : nil, from: sender, for: events, handled: handled) }
    return handled
  }

  /// The first object in the search order that performs the action and accepts the sender.
  ///
  /// An action with a method is performed only by objects of its class, an action that is a name by every object that lists the name.
  /// An object that wants another sender is passed over, and observers are notified if `refusals` is true (contract 5.11).
  private func performer(of action: Action, from sender: AnyObject?, refusals: Bool = false) -> AnyObject? {
    // The last class that does not list the action: the objects of a chain are often of one class.
    var passedOver: ObjectIdentifier?
    return search(from: sender) { object in
      if ObjectIdentifier(type(of: object)) == passedOver { return false }
      guard let listed = listed(action.name, by: object), action.canBeFor(object) else {
        // Objects with actions of their own are asked one by one.
        if !(object is any DynamicActionTarget) { passedOver = ObjectIdentifier(type(of: object)) }
        return false
      }
      let taken = action.targetType == nil ? listed : action
      guard sender == nil || taken.accepts(sender: sender) else {
        if refusals { refuse(taken, object, sender) }
        return false
      }
      return (object as? Responder)?.canPerformAction(action.name, withSender: sender) ?? true
    }
  }

  /// Reports an action without a target that no object in the search order lists, as `unhandled`, or that none takes from the sender, as a
  /// refused registration; does nothing for one that an object lists and does not permit now.
  package final func reportUnlisted(_ name: ActionName, from sender: AnyObject?) {
    guard hasObservers else { return }
    let action = Action(name)
    if search(from: sender, { listed(name, by: $0) != nil }) == nil {
      let unhandled = unhandled(action, sender)
      tell { $0.unhandled(unhandled) }
    } else {
      _ = performer(of: action, from: sender, refusals: true)
    }
  }

  private func refuse(_ action: Action, _ object: AnyObject, _ sender: AnyObject?) {
    guard hasObservers else { return }
    let error = ActionError.foreignSender(action, of: object, sender)
    tell { $0.registrationRefused(error, by: sender) }
  }

  private func unhandled(_ action: Action, _ sender: AnyObject?) -> UnhandledAction {
    var chain: [String] = []
    _ = search(from: sender) { object in
      chain.append(UnhandledAction.name(of: object))
      return false
    }
    return UnhandledAction(action: action.name, sender: UnhandledAction.name(of: sender), chain: chain)
  }

  // MARK: Looking up

  /// The action that the object's class lists under the name.
  ///
  /// The list is the user's code and may call back, so it is read before the cache of lookups is accessed for writing.
  private func listed(_ name: ActionName, by object: AnyObject) -> Action? {
    let type = ObjectIdentifier(type(of: object))
    if let known = actionLookup.known(name, of: type) { return known }
    let found = (object as? any ActionTarget).flatMap { try? $0.objectAction(named: name) }
    // The actions of such an object come and go, and are no other object's of the class.
    if object is any DynamicActionTarget { return found }
    let old = actionLookup.remember(found, name, of: type)
    withExtendedLifetime(old) {}
    return found
  }

  // MARK: Search order

  /// The first object in the order of the policy that the closure accepts.
  private func search(from sender: AnyObject?, _ accepts: (AnyObject) -> Bool) -> AnyObject? {
    if searchPolicy == .keyAndMainWindow { return searchWindows(firstWindow(for: sender), accepts) }
    if searchPolicy == .firstResponder, let first = firstWindow(for: sender)?.firstResponderIfAny,
      let found = first.first(where: accepts)
    {
      return found
    }
    return (sender as? Responder)?.first(where: accepts)
  }

  private func searchWindows(_ first: Window?, _ accepts: (AnyObject) -> Bool) -> AnyObject? {
    if let found = searchWindow(first, accepts) { return found }
    let other: Window?
    if let first, !routes.isEmpty {
      other = modalWindow(onScreenOf: first) ?? mainWindow.flatMap { sharesScreen(first, $0) ? $0 : nil }
    } else {
      other = (modalWindow?.isHidden == true ? shownModalWindow : modalWindow) ?? mainWindow
    }
    if other !== first, let found = searchWindow(other, accepts) { return found }
    if accepts(self) { return self }
    if let delegate, accepts(delegate) { return delegate }
    return nil
  }

  /// Searches the first responder's chain up to the window, then the window, then its delegate.
  private func searchWindow(_ window: Window?, _ accepts: (AnyObject) -> Bool) -> AnyObject? {
    guard let window else { return nil }
    var end: Responder?
    let found = window.firstResponder.first { responder in
      end = responder === self ? responder : nil
      return end != nil || accepts(responder)
    }
    if let found, end == nil { return found }
    if let delegate = window.delegate, accepts(delegate) { return delegate }
    return nil
  }

  // MARK: Termination

  /// Asks the delegate whether the application may end, and ends it if so (contract 8.2).
  ///
  /// - Returns: the delegate's answer. After `later` the application ends when `reply(toShouldTerminate:)` agrees; until then the
  ///   delegate is not asked again. An application that has ended does not end again.
  @discardableResult
  public func terminate() -> TerminationReply {
    if isTerminationPending { return .later }
    if isTerminated || isTerminating { return .now }
    let asks = link.methods.contains(.shouldTerminate)
    // The delegate may ask for the end again, or reply, before it answers.
    isTerminationPending = true
    let reply = asks ? delegate?.applicationShouldTerminate(self) ?? .now : .now
    guard isTerminationPending else { return isTerminated ? .now : .cancel }
    isTerminationPending = reply == .later
    if reply == .now { finish() }
    return reply
  }

  /// Answers a `later` of the delegate; does nothing if no answer is pending.
  public func reply(toShouldTerminate shouldTerminate: Bool) {
    guard isTerminationPending else { return }
    isTerminationPending = false
    if shouldTerminate { finish() }
  }

  private func finish() {
    isTerminating = true
    defer { isTerminating = false }
    notifications.post(WillTerminate(sender: self))
    cancelTouches()
    isTerminated = true
  }
}

/// The search order for an action without a target; the sources disagree (contract 6.3).
public enum ActionSearchPolicy: Hashable, Sendable, CaseIterable {
  /// From the sender up the responder chain.
  case sender
  /// From the key window's first responder up the chain, then from the sender up: UIKit's reference. A sender on another screen than
  /// the key window begins with the first responder of its own window.
  case firstResponder
  /// AppKit's order: the key window's first responder chain, the key window, its delegate; the same for the main window, or for the
  /// modal window in its place, if that is another window; the application, its delegate.
  case keyAndMainWindow
}

/// An action without a target that no object performed (contract 6.1).
public struct UnhandledAction: Hashable, Sendable, CustomStringConvertible {
  /// The action's name.
  public let action: ActionName
  /// The sender: its identifier, or its type if it has none.
  public let sender: String
  /// Every object that was asked, in order.
  public let chain: [String]

  /// One line for a log.
  public var description: String {
    "nobody does '\(action)' sent by \(sender); asked \(chain.isEmpty ? "nobody" : chain.joined(separator: " → "))"
  }

  /// The name of an object in messages: its identifier, or its type if it has none.
  static func name(of object: AnyObject?) -> String {
    guard let object else { return "nobody" }
    if let responder = object as? Responder, !responder.identifier.isEmpty { return responder.identifier }
    return "\(type(of: object))"
  }
}
