extension GestureRecognizer {
  /// The state of a recognizer (contract 9.1).
  public enum State: UInt8, Hashable, Sendable, CaseIterable {
    /// Undecided.
    case possible
    /// A continuous gesture has begun.
    case began
    /// A continuous gesture continues.
    case changed
    /// A continuous gesture has ended, or a discrete one was recognized.
    case ended
    /// A continuous gesture was cancelled.
    case cancelled
    /// The touches are not this gesture.
    case failed

    /// A discrete gesture was recognized: the same as `ended`.
    public static var recognized: State { .ended }

    /// Whether the recognizer has decided and takes no part in the rest of the sequence.
    public var isFinal: Bool { self == .ended || self == .cancelled || self == .failed }
    /// Whether a continuous gesture is under way.
    public var isUnderWay: Bool { self == .began || self == .changed }
  }

  /// A set of tools that touch the panel.
  public struct TouchTypes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Fingers.
    public static let finger = TouchTypes(rawValue: 1)
    /// Pens.
    public static let pen = TouchTypes(rawValue: 2)
    /// Fingers and pens.
    public static let all: TouchTypes = [.finger, .pen]

    func allows(_ tool: ContactTool) -> Bool { tool == .pen ? contains(.pen) : contains(.finger) }
  }

  /// The state of the recognizer.
  ///
  /// A subclass sets it from its touch methods: began, changed, ended, cancelled for a continuous gesture, recognized for a discrete one,
  /// failed if the touches are neither. The engine takes it as a request: while another recognizer must fail first, the state stays
  /// possible; if another recognizer prevents this one, it becomes failed. A request outside of a sequence, or after the decision, is
  /// ignored.
  public final var state: State {
    get { shown ?? current }
    set { referee?.move(self, to: newValue, because: nil) }
  }

  /// Carries out a step of a state machine.
  public final func apply(_ step: GestureStep) {
    switch step {
    case .wait: break
    case .begin: referee?.move(self, to: .began, because: nil)
    case .change: referee?.move(self, to: .changed, because: nil)
    case .recognize: referee?.move(self, to: .ended, because: nil)
    case .cancel: referee?.move(self, to: .cancelled, because: .cancelled)
    case .fail(let cause): referee?.move(self, to: .failed, because: cause)
    }
  }

  /// Makes the recognizer fail for a cause.
  public final func fail(_ cause: GestureReason.Cause) {
    apply(.fail(cause))
  }

  /// Stops seeing a touch; views keep it, whatever the gesture's state becomes.
  public final func ignore(_ touch: Touch, for event: Event) {
    let old = touches
    touches = old.filter { $0 !== touch }
    withExtendedLifetime(old) {}
  }

  /// The numbers of the touches that the recognizer has seen in this sequence, in the order in which they began.
  public final var touchIDs: [TouchID] { Array(seen) }

  /// The time since the first touch of the sequence began.
  public final var elapsed: Duration { (referee?.now ?? sequenceStart) - sequenceStart }

  /// Whether the recognizer wants to begin or be recognized, and waits for another recognizer to fail.
  public final var isWaiting: Bool { pending != nil }

  /// The label of the recognizer: its name, or its kind if it has none.
  public final var displayName: String { name.isEmpty ? kind : name }

  /// Whether the recognizer has not decided.
  @inline(__always)
  final var isUndecided: Bool { current == .possible }
}
