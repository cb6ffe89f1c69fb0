extension Application {
  /// Who would do an action, without sending it (contract 6.2).
  ///
  /// An explicit target is never replaced by a search: it is the answer if it does the action, else nobody is.
  public func target(forAction name: ActionName, to target: AnyObject?, from sender: AnyObject?) -> AnyObject? {
    var asked = Asked()
    if let target { return accepts(target, name, sender, &asked) ? target : nil }
    return performer(of: Action(name), from: sender)
  }

  /// Who conforms to a protocol, first in the search order: the typed form of an action without a target (contract 6.4).
  ///
  /// `application.target(conformingTo: (any Saving).self, from: button)?.save(button)`
  public func target<Conformance>(
    conformingTo type: Conformance.Type, from sender: AnyObject?
  ) -> Conformance? {
    search(from: sender) {
      $0 is Conformance
    } confirms: { _ in
      true
    } object: {
      $0 is Conformance
    } as? Conformance
  }

  /// Sends an action to the first who does it, and says whether there was one.
  func sendToNobodyInParticular(_ action: Action, from sender: AnyObject?, for event: Event?) -> AnyObject? {
    if let target = performer(of: action, from: sender), let listing = target as? any ActionTarget,
      let body = action.body ?? state.actions.action(action.name, of: type(of: listing))?.body,
      body.fits(target, sender: sender)
    {
      body.call(target, sender, event)
      return target
    }
    if let observer { observer.unhandled(unhandled(action, sender)) }
    return nil
  }

  /// Who does an action first; one with a method is for its class only, whoever else lists one of that name.
  private func performer(of action: Action, from sender: AnyObject?) -> AnyObject? {
    var asked = Asked()
    let name = action.name
    return search(from: sender) {
      lists($0, name, &asked)
    } confirms: {
      action.canBeFor($0) && $0.canPerformAction(name, withSender: sender)
    } object: {
      action.canBeFor($0) && accepts($0, name, sender, &asked)
    }
  }

  private func unhandled(_ action: Action, _ sender: AnyObject?) -> UnhandledAction {
    var chain: [String] = []
    let note = { (object: AnyObject) in
      chain.append(UnhandledAction.name(of: object))
      return false
    }
    _ = search(from: sender, where: { _ in true }, confirms: note, object: note)
    return UnhandledAction(action: action.name, sender: UnhandledAction.name(of: sender), chain: chain)
  }

  // MARK: Asking

  /// The last class that was asked and whether it has the action: a chain is often one of equals.
  private struct Asked {
    var type: ObjectIdentifier?
    var hasAction = false
  }

  @inline(__always)
  private func lists(_ responder: Responder, _ name: ActionName, _ asked: inout Asked) -> Bool {
    let type = type(of: responder)
    if asked.type != ObjectIdentifier(type) {
      asked = Asked(type: ObjectIdentifier(type), hasAction: state.actions.action(name, of: type) != nil)
    }
    return asked.hasAction
  }

  private func accepts(_ object: AnyObject, _ name: ActionName, _ sender: AnyObject?, _ asked: inout Asked) -> Bool {
    if let responder = object as? Responder {
      return lists(responder, name, &asked) && responder.canPerformAction(name, withSender: sender)
    }
    guard let listing = object as? any ActionTarget else { return false }
    return state.actions.action(name, of: type(of: listing)) != nil
  }

  // MARK: Search order

  /// The first in the order of the policy that matches and confirms; nobody is asked twice in a row.
  ///
  /// `matches` must call nothing that a user wrote.
  @inline(__always)
  private func search(
    from sender: AnyObject?, where matches: (Responder) -> Bool, confirms: (Responder) -> Bool,
    object: (AnyObject) -> Bool
  ) -> AnyObject? {
    if searchPolicy == .keyAndMainWindow {
      return searchWindows({ matches($0) && confirms($0) }, object)
    }
    if searchPolicy == .firstResponder, let first = keyWindow?.firstResponderIfAny,
      let found = first.first(where: matches, confirms: confirms)
    {
      return found
    }
    return (sender as? Responder)?.first(where: matches, confirms: confirms)
  }

  private func searchWindows(_ matches: (Responder) -> Bool, _ object: (AnyObject) -> Bool) -> AnyObject? {
    if let found = searchWindow(keyWindow, matches, object) { return found }
    let other = modalWindow ?? mainWindow
    if other !== keyWindow, let found = searchWindow(other, matches, object) { return found }
    if matches(self) { return self }
    if let delegate, object(delegate) { return delegate }
    return nil
  }

  /// The first responder's chain up to the window, the window, its delegate.
  private func searchWindow(
    _ window: Window?, _ matches: (Responder) -> Bool, _ object: (AnyObject) -> Bool
  ) -> AnyObject? {
    guard let window else { return nil }
    var responder: Responder? = window.firstResponder
    while let current = responder, current !== self {
      if matches(current) { return current }
      responder = current.next
    }
    if let delegate = window.delegate, object(delegate) { return delegate }
    return nil
  }

  // MARK: Ending

  /// Asks the delegate whether the application may end, and ends it if so (contract 8.2).
  ///
  /// - Returns: the delegate's answer; with `later` the end follows `reply(toShouldTerminate:)`. While an answer is
  ///   open, the delegate is not asked again; an application that has ended does not end again.
  @discardableResult
  public func terminate() -> TerminationReply {
    if isTerminationPending { return .later }
    if isTerminated { return .now }
    let asks = link.methods.contains(.shouldTerminate)
    let reply = asks ? delegate?.applicationShouldTerminate(self) ?? .now : .now
    isTerminationPending = reply == .later
    if reply == .now { finish() }
    return reply
  }

  /// Answers a `later`; without one that is open it does nothing.
  public func reply(toShouldTerminate shouldTerminate: Bool) {
    guard isTerminationPending else { return }
    isTerminationPending = false
    if shouldTerminate { finish() }
  }

  private func finish() {
    notifications.post(WillTerminate(sender: self))
    cancelTouches()
    isTerminated = true
  }
}
