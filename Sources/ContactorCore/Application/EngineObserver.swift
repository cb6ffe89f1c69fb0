/// An object that is notified of what the engine does, in order: for logs, recordings and tests.
///
/// Every method has a default that does nothing. An observer may call anything. A notification describes what happens next or has just
/// happened, whatever the observer does.
public protocol EngineObserver: AnyObject {
  /// A touch changed; called for every touch of a delivery in ascending phase, before its views get it.
  func touchChanged(_ touch: Touch)
  /// A control sends control events as one delivery; `touch` is `nil` if no touch caused them.
  func control(_ control: Control, sends events: Control.Events, touch: Touch?)
  /// An action was sent for the given control events; `handled` says whether an object performed it.
  func actionSent(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool)
  /// No object performed an action without a target.
  func unhandled(_ action: UnhandledAction)
  /// A device, or the source of the frames, violated a rule.
  func anomaly(_ anomaly: Anomaly)
  /// A sender's class does not fit an action: a control refused a registration, or a search passed over an object that lists it.
  func registrationRefused(_ error: ActionError, by sender: AnyObject?)
  /// A recognizer's state changed, including to failed but not back to possible; called before its actions.
  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp)
  /// A recognizer decided, once in this sequence: it was recognized, or it failed.
  func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason)
  /// The verifier found a violation (debug builds).
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
  /// Adds an observer after the others; it is held weakly.
  ///
  /// An observer that was added before keeps its place.
  public func addObserver(_ observer: any EngineObserver) {
    observers.add(observer)
    hasObservers = true
  }

  /// Removes an observer; it is not notified any more.
  public func removeObserver(_ observer: any EngineObserver) {
    observers.remove(observer)
    hasObservers = !observers.isEmpty
  }

  /// Calls each observer.
  @inline(__always) final func tell(_ call: (any EngineObserver) -> Void) {
    if hasObservers { observers.tell(call) }
  }

  /// Retains the observers while a frame is handled.
  @inline(__always) final func retainObservers() {
    if hasObservers { observers.retain() }
  }

  /// Releases the observers.
  @inline(__always) final func releaseObservers() {
    guard hasObservers else { return }
    observers.release()
    hasObservers = !observers.isEmpty
  }
}

/// A violation of the rules by a device or by the source of frames; counted, logged, and never fatal.
public struct Anomaly: Hashable, Sendable {
  /// The kinds of anomalies; the raw values are the `what` of the log's anomaly lines.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The kernel's buffer overflowed and events were lost (`SYN_DROPPED`).
    case synDropped = "syn-dropped"
    /// A frame is older than the previous one; it is processed at the time of the previous one (contract 1.2).
    case timeWentBack = "time-went-back"
    /// A contact began that was down already; it is treated as moved.
    case beganTwice = "began-twice"
    /// A contact that was not down moved, ended or was cancelled; it is ignored.
    case unknownContact = "unknown-contact"
    /// The device disappeared with contacts down; they are cancelled.
    case deviceLost = "device-lost"
    /// Reading the device failed.
    case readError = "read-error"
    /// An action sent its own control's events recursively; the innermost delivery was omitted.
    case nestedTooDeep = "nested-too-deep"
    /// A coordinate was not a number; the contact stays where it was.
    case invalidPosition = "invalid-position"
    /// A data source said something that cannot be; the table reports the error.
    case dataSource = "data-source"
  }

  /// The kind of anomaly.
  public var kind: Kind
  /// The device that caused the anomaly.
  public var device: DeviceID
  /// The time on the device's clock.
  public var timestamp: Timestamp

  /// Creates an anomaly.
  public init(_ kind: Kind, device: DeviceID, at timestamp: Timestamp) {
    self.kind = kind
    self.device = device
    self.timestamp = timestamp
  }
}
