public import ContactorCore
public import ContactorEvdev

/// Plays a panel's events through the decoder into an engine and records the results: for tests.
public final class PanelPlayer: EngineObserver {
  /// The engine.
  public let application = Application()
  /// The window that the panel is mapped to.
  public let window: Window
  /// The frames that the decoder made.
  public private(set) var frames: [TouchFrame] = []
  /// The anomalies that the decoder and the engine reported.
  public private(set) var anomalies: [Anomaly] = []
  /// The phases of each touch, in the order in which the touches began.
  public private(set) var phases: [[TouchPhase]] = []
  /// The violations that the engine's verifier reported.
  public private(set) var violations: [StreamVerifier.Violation] = []
  private var decoder: EvdevDecoder

  /// Creates a player whose panel fills a window; a panel without a range is mapped one unit to one point.
  public init(
    _ panel: EvdevDescription, window size: Size = Size(width: 1000, height: 1000), state: EvdevState? = nil,
    lossPolicy: EvdevDecoder.LossPolicy = .askForState
  ) {
    window = Window(frame: Rect(origin: .zero, size: size))
    application.addWindow(window)
    let map = panel.normalization?.concatenating(AffineTransform(scaleX: size.width, y: size.height))
    decoder = EvdevDecoder(
      panel, device: DeviceID(rawValue: 1), transform: map ?? .identity, state: state, lossPolicy: lossPolicy)
    application.addObserver(self)
  }

  /// Plays events as if one read had returned all of them.
  public func play(_ events: [EvdevEvent]) {
    decoder.decode(events) { take($0) }
    for anomaly in decoder.takeAnomalies() { anomalies.append(anomaly) }
  }

  /// Plays events in batches, as if a read had returned each batch.
  ///
  /// - Parameter size: the number of events in a batch, above 0.
  public func play(_ events: [EvdevEvent], inPiecesOf size: Int) {
    for start in stride(from: 0, to: events.count, by: size) {
      play(Array(events[start..<min(start + size, events.count)]))
    }
  }

  /// Gives the decoder to a closure; the frames that the decoder makes there go into the engine, too.
  public func withDecoder(_ body: (inout EvdevDecoder, (TouchFrame) -> Void) -> Void) {
    body(&decoder) { take($0) }
  }

  private func take(_ frame: TouchFrame) {
    frames.append(frame)
    application.handle(frame)
  }

  // MARK: EngineObserver

  /// Records the touch's phase.
  public func touchChanged(_ touch: Touch) {
    while phases.count < touch.id.rawValue { phases.append([]) }
    phases[touch.id.rawValue - 1].append(touch.phase)
  }

  /// Ignores control events.
  public func control(_ control: Control, sends events: Control.Events, touch: Touch?) {}

  /// Ignores actions.
  public func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}

  /// Records the anomaly.
  public func anomaly(_ anomaly: Anomaly) {
    anomalies.append(anomaly)
  }

  /// Records the violation.
  public func violation(_ violation: StreamVerifier.Violation) {
    violations.append(violation)
  }
}
