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

extension Application {
  /// Adds an observer behind the others; it is not kept.
  ///
  /// One that is there already stays where it is.
  public func addObserver(_ observer: any EngineObserver) {
    observers.add(observer)
    hasObservers = true
  }

  /// Removes an observer; it is told nothing more.
  public func removeObserver(_ observer: any EngineObserver) {
    observers.remove(observer)
    hasObservers = !observers.isEmpty
  }

  /// Calls each observer.
  @inline(__always) final func tell(_ call: (any EngineObserver) -> Void) {
    if hasObservers { observers.tell(call) }
  }

  /// Keeps the observers for as long as a frame is handled.
  @inline(__always) final func keepObservers() {
    if hasObservers { observers.keep() }
  }

  /// Lets the observers go.
  @inline(__always) final func letGoOfObservers() {
    guard hasObservers else { return }
    observers.letGo()
    hasObservers = !observers.isEmpty
  }
}

/// Something a device did that it should not have; counted, logged, and never fatal.
public struct Anomaly: Hashable, Sendable {
  /// What went wrong; the raw values are the `what` of the log's anomaly lines.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The kernel's buffer overflowed and events were lost (`SYN_DROPPED`).
    case synDropped = "syn-dropped"
    /// A frame is older than the one before it; it is processed at the time of that one (contract 1.2).
    case timeWentBack = "time-went-back"
    /// A contact began that was down already; it is treated as moved.
    case beganTwice = "began-twice"
    /// A contact moved, ended or was cancelled that was not down; it is ignored.
    case unknownContact = "unknown-contact"
    /// The device disappeared with contacts down; they are cancelled.
    case deviceLost = "device-lost"
    /// Reading the device failed.
    case readError = "read-error"
    /// An action sent its own control's events again and again; the send was left out.
    case nestedTooDeep = "nested-too-deep"
    /// A coordinate was not a number; the contact stays where it was.
    case invalidPosition = "invalid-position"
  }

  /// What went wrong.
  public var kind: Kind
  /// The device that did it.
  public var device: DeviceID
  /// When, on the device's clock.
  public var timestamp: Timestamp

  /// Creates an anomaly.
  public init(_ kind: Kind, device: DeviceID, at timestamp: Timestamp) {
    self.kind = kind
    self.device = device
    self.timestamp = timestamp
  }
}
