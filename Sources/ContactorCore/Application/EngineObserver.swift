/// Sees what the engine does, in order: for logs, recordings and tests.
///
/// Every method has a default that does nothing. An observer may call anything; what it is shown is what happens next or
/// has just happened, whatever it does.
public protocol EngineObserver: AnyObject {
  /// A touch changed; called for every touch of a delivery in ascending phase, before its views get it.
  func touchChanged(_ touch: Touch)
  /// A control sends control events as one delivery; `touch` is `nil` where no touch is behind it.
  func control(_ control: Control, sends events: Control.Events, touch: Touch?)
  /// An action was sent for the named control events; `handled` says whether someone did it.
  func actionSent(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool)
  /// An action without a target was done by nobody.
  func unhandled(_ action: UnhandledAction)
  /// A device, or what feeds the engine, did something it should not have.
  func anomaly(_ anomaly: Anomaly)
  /// A control refused a registration, or a class that lists an action was passed over, as the sender does not fit.
  func registrationRefused(_ error: ActionError, by sender: AnyObject?)
  /// A recognizer's state changed, to failed too, but not back to possible; called before its actions.
  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp)
  /// A recognizer decided for this sequence, once: it was recognized, or it failed.
  func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason)
  /// The verifier found a broken promise (debug builds).
  func violation(_ violation: StreamVerifier.Violation)
}

extension EngineObserver {
  /// Does nothing.
  public func touchChanged(_ touch: Touch) {}

  /// Does nothing.
  public func control(_ control: Control, sends events: Control.Events, touch: Touch?) {}

  /// Does nothing.
  public func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}

  /// Does nothing.
  public func unhandled(_ action: UnhandledAction) {}

  /// Does nothing.
  public func anomaly(_ anomaly: Anomaly) {}

  /// Does nothing.
  public func registrationRefused(_ error: ActionError, by sender: AnyObject?) {}

  /// Does nothing.
  public func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {}

  /// Does nothing.
  public func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason) {}

  /// Does nothing.
  public func violation(_ violation: StreamVerifier.Violation) {}
}

/// An observer that is not kept.
struct ObserverReference {
  private let weak: Weak<AnyObject>
  /// Loaded only while `weak` keeps the observer.
  private unowned let typed: any EngineObserver

  init(_ observer: any EngineObserver) {
    weak = Weak(observer)
    typed = observer
  }

  /// The observer; `nil` once it has died.
  var observer: (any EngineObserver)? {
    guard let alive = weak.object else { return nil }
    return withExtendedLifetime(alive) { typed }
  }

  func refers(to observer: any EngineObserver) -> Bool { weak.refers(to: observer) }
}

extension Application {
  /// Adds an observer behind the others; it is not kept.
  ///
  /// One that is there already stays where it is.
  public func addObserver(_ observer: any EngineObserver) {
    guard !observers.contains(where: { $0.refers(to: observer) }) else { return }
    observers.append(ObserverReference(observer))
    if isBusy { presentObservers.append(observer) }
    hasObservers = true
  }

  /// Removes an observer; it is told nothing more.
  public func removeObserver(_ observer: any EngineObserver) {
    let (old, present) = (observers, presentObservers)
    observers = old.filter { !$0.refers(to: observer) && $0.observer != nil }
    presentObservers = present.filter { $0 !== observer }
    hasObservers = !observers.isEmpty
    withExtendedLifetime((old, present)) {}
  }

  /// Calls each observer; while a frame is handled they are kept, so that a call costs little.
  @inline(__always) final func tell(_ call: (any EngineObserver) -> Void) {
    guard hasObservers else { return }
    if isBusy {
      var index = 0
      while index < presentObservers.count {
        call(presentObservers[index])
        index += 1
      }
    } else {
      for reference in observers {
        if let observer = reference.observer { call(observer) }
      }
    }
  }

  /// Keeps the observers for as long as a frame is handled, and drops those that have died.
  final func gatherObservers() {
    guard hasObservers else { return }
    for reference in observers {
      if let observer = reference.observer { presentObservers.append(observer) }
    }
    guard presentObservers.count < observers.count else { return }
    let old = observers
    observers = old.filter { $0.observer != nil }
    hasObservers = !observers.isEmpty
    withExtendedLifetime(old) {}
  }

  final func releaseObservers() {
    guard !presentObservers.isEmpty else { return }
    var present: ContiguousArray<any EngineObserver> = []
    swap(&present, &presentObservers)
    present.removeAll(keepingCapacity: true)
    // Releasing the last reference may have called back and begun another frame.
    if presentObservers.isEmpty { swap(&present, &presentObservers) }
  }
}
