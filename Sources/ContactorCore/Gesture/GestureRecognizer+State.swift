extension GestureRecognizer {
  /// Where a recognizer is (contract 9.1).
  public enum State: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing is decided.
    case possible
    /// A continuous gesture has begun.
    case began
    /// A continuous gesture goes on.
    case changed
    /// A continuous gesture is over, or a discrete one was made.
    case ended
    /// A continuous gesture was broken off.
    case cancelled
    /// The touches are another gesture or none.
    case failed

    /// A discrete gesture was made: the same as `ended`.
    public static var recognized: State { .ended }

    /// Whether the sequence is decided and over for the recognizer.
    public var isFinal: Bool { self == .ended || self == .cancelled || self == .failed }
    /// Whether a continuous gesture is going on.
    public var isUnderWay: Bool { self == .began || self == .changed }
  }

  /// What may touch the panel.
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

  /// Where the recognizer is.
  ///
  /// A subclass sets it from its touch methods: began, changed, ended, cancelled for a continuous gesture, recognized
  /// for a discrete one, failed where the touches are neither. The engine takes it as a wish: while another recognizer
  /// must fail first, the state stays possible; where one prevents it, it becomes failed. What is set outside of a
  /// sequence, or after the decision, is ignored.
  public final var state: State {
    get { shown ?? current }
    set { referee?.move(self, to: newValue, because: nil) }
  }

  /// Carries out what a machine wants.
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

  /// Has the recognizer fail, and keeps why.
  public final func fail(_ cause: GestureReason.Cause) {
    apply(.fail(cause))
  }

  /// Stops seeing a touch; views keep it, whatever becomes of the gesture.
  public final func ignore(_ touch: Touch, for event: Event) {
    let old = touches
    touches = old.filter { $0 !== touch }
    withExtendedLifetime(old) {}
  }

  /// The numbers of the touches that the recognizer has seen in this sequence, in the order in which they came.
  public final var touchIDs: [TouchID] { Array(seen) }

  /// How long ago the sequence's first touch began.
  public final var elapsed: Duration { (referee?.now ?? sequenceStart) - sequenceStart }

  /// Whether the gesture was made and waits for another recognizer to fail.
  public final var isWaiting: Bool { pending != nil }

  /// The recognizer's name, else its kind.
  public final var displayName: String { name.isEmpty ? kind : name }

  /// Whether it can still become anything.
  @inline(__always)
  final var isUndecided: Bool { current == .possible }
}
