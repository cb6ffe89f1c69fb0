extension Application {
  /// Who would do an action, without sending it (contract 6.2).
  ///
  /// An explicit target is never replaced by a search: it is the answer if it does the action, else nobody is.
  public func target(forAction name: ActionName, to target: AnyObject?, from sender: AnyObject?) -> AnyObject? {
    if let target { return accepts(target, name, sender) ? target : nil }
    return search(from: sender) { accepts($0, name, sender) }
  }

  /// Who conforms to a protocol, first in the search order: the typed form of an action without a target (contract 6.4).
  ///
  /// `application.target(conformingTo: (any Saving).self, from: button)?.save(button)`
  public func target<Conformance>(
    conformingTo type: Conformance.Type, from sender: AnyObject?
  ) -> Conformance? {
    search(from: sender) { $0 is Conformance } as? Conformance
  }

  /// Sends an action to the first who does it, and says whether there was one.
  func sendToNobodyInParticular(_ action: Action, from sender: AnyObject?, for event: Event?) -> AnyObject? {
    // An action with a method is for its class only, whoever else lists one of that name.
    let found = search(from: sender) { accepts($0, action.name, sender) && action.canBeFor($0) }
    if let found, action.perform(on: found, sender: sender, event: event) { return found }
    if let observer {
      var chain: [String] = []
      _ = search(from: sender) {
        chain.append(UnhandledAction.name(of: $0))
        return false
      }
      observer.unhandled(
        UnhandledAction(action: action.name, sender: UnhandledAction.name(of: sender), chain: chain))
    }
    return nil
  }

  private func accepts(_ candidate: AnyObject, _ name: ActionName, _ sender: AnyObject?) -> Bool {
    if let responder = candidate as? Responder {
      return responder.performs(name, withSender: sender)
    }
    guard let listing = candidate as? any ActionTarget else { return false }
    return type(of: listing).lists(name)
  }

  // MARK: Search order

  /// The first that matches in the order of the policy; nobody is asked twice in a row.
  private func search(from sender: AnyObject?, where matches: (AnyObject) -> Bool) -> AnyObject? {
    switch searchPolicy {
    case .sender: return (sender as? Responder)?.first(where: matches)
    case .firstResponder:
      let first = keyWindow?.firstResponderIfAny
      return first?.first(where: matches) ?? (sender as? Responder)?.first(where: matches)
    case .keyAndMainWindow: return searchWindows(matches)
    }
  }

  private func searchWindows(_ matches: (AnyObject) -> Bool) -> AnyObject? {
    if let found = searchWindow(keyWindow, matches) { return found }
    let other = modalWindow ?? mainWindow
    if other !== keyWindow, let found = searchWindow(other, matches) { return found }
    if matches(self) { return self }
    if let delegate, matches(delegate) { return delegate }
    return nil
  }

  /// The first responder's chain up to the window, the window, its delegate.
  private func searchWindow(_ window: Window?, _ matches: (AnyObject) -> Bool) -> AnyObject? {
    guard let window else { return nil }
    var responder: Responder? = window.firstResponder
    while let current = responder, current !== self {
      if matches(current) { return current }
      responder = current.next
    }
    if let delegate = window.delegate, matches(delegate) { return delegate }
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
