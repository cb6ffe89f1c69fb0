/// Turns touches of a view and all in it into one gesture; the base of all recognizers (contract 9.1).
///
/// Add it to a view. It sees touches before the views do. A subclass overrides the touch methods, keeps what it needs
/// in a machine of its own, and says what it makes of the touches through `state` or `apply(_:)`; whether and when
/// that counts, and what happens to other recognizers and to the views, is the engine's affair. When all touches of a
/// sequence have ended, the recognizer is `reset()` and possible again.
open class GestureRecognizer {
  /// A name for logs and reasons; empty for none.
  public final var name = ""
  /// Whether the recognizer gets touches; turning it off breaks off what it is doing.
  @safe @exclusivity(unchecked) public final var isEnabled = true {
    didSet { if !isEnabled { referee?.dismiss(self) } }
  }
  /// Asked in matters of arbitration; not kept.
  public final weak var delegate: (any GestureRecognizerDelegate)?
  /// Whether views lose the touches of a gesture that is recognized: they get `touchesCancelled`.
  public final var cancelsTouchesInView = true
  /// Whether views get new touches only once this recognizer has failed.
  public final var delaysTouchesBegan = false
  /// Whether views learn that a touch has ended only once this recognizer has failed.
  public final var delaysTouchesEnded = true
  /// What must touch the panel for the recognizer to get it.
  public final var allowedTouchTypes = TouchTypes.all
  /// The view that the recognizer was added to.
  public final var view: View? { viewLink.object }
  @safe @exclusivity(unchecked) final var viewLink = BackReference<View>(nil)
  /// Why the recognizer decided as it did last; `nil` before the first decision.
  public final internal(set) var lastReason: GestureReason?

  /// What is done with the recognizer's name where it has none.
  open var kind: String { "\(type(of: self))" }

  // MARK: The sequence

  /// Where it is, as the engine has it.
  @safe @exclusivity(unchecked) final var current = State.possible
  /// The state that targets are being told of; `nil` outside of that.
  @safe @exclusivity(unchecked) final var shown: State?
  /// What it wants to become once those that it requires to fail have failed.
  @safe @exclusivity(unchecked) final var pending: State?
  /// Whether it ended while it was waiting to begin.
  @safe @exclusivity(unchecked) final var endsWhenBegun = false
  /// The touches that it sees and that are down, or were lifted in this frame, in the order in which they came.
  @safe @exclusivity(unchecked) final var touches: ContiguousArray<Touch> = []
  /// How many touches that are down keep it from being reset: those it sees and those that came too late.
  @safe @exclusivity(unchecked) final var bound = 0
  /// Every touch that it has seen in this sequence.
  final var seen: ContiguousArray<TouchID> = []
  /// Where the fingers of the gesture were, where it was made by more than are down now.
  final var recorded: ContiguousArray<Point> = []
  /// Where the fingers were when the last of them was lifted.
  @safe @exclusivity(unchecked) final var lastCentroid = Point.zero
  /// When the sequence's first touch began.
  @safe @exclusivity(unchecked) final var sequenceStart = Timestamp(microseconds: 0)
  @safe @exclusivity(unchecked) final var gestureScale = GestureScale(density: Tuning().pointsPerMillimetre, isKnown: false)
  /// The one that it waited for last.
  final var wait: GestureReason.Wait?
  /// Whether the gesture was recognized at once, without beginning.
  @safe @exclusivity(unchecked) public final internal(set) var isDiscrete = false
  /// How deep the view is, which orders recognizers: deeper ones come first.
  final var depth = 0
  /// Who takes the recognizer's wishes, while it is in a sequence.
  final var referee: GestureReferee? { refereeLink.object }
  @safe @exclusivity(unchecked) final var refereeLink = BackReference<GestureReferee>(nil)
  /// The pass over what is due in which the recognizer was called last.
  @safe @exclusivity(unchecked) final var firedIn: UInt64 = 0
  /// When `deadlinePassed(at:)` is called; `nil` for never.
  ///
  /// Event time: the first frame or advance that reaches it does it, before that frame's touches are seen. It is
  /// cleared before the call, when the recognizer decides, and outside of a sequence.
  public final var deadline: Timestamp? {
    get { due }
    set {
      guard newValue != due else { return }
      due = newValue
      referee?.arena.findDeadline()
    }
  }
  /// The deadline, for the arena.
  @safe @exclusivity(unchecked) final var due: Timestamp?
  @safe @exclusivity(unchecked) final var table = DispatchTable()
  final var failureRequirements: ContiguousArray<Weak<GestureRecognizer>> = []

  /// Creates a recognizer without targets.
  public init() {}

  /// Creates a recognizer with a target, which is not kept.
  public convenience init<Target: AnyObject>(target: Target, action: TypedAction<Target>) {
    self.init()
    addTarget(target, action: action)
  }

  // MARK: For subclasses

  /// Called when touches that the recognizer sees came down.
  open func touchesBegan(_ touches: TouchSet, with event: Event) {}

  /// Called when touches that the recognizer sees moved.
  open func touchesMoved(_ touches: TouchSet, with event: Event) {}

  /// Called when touches that the recognizer sees were lifted.
  open func touchesEnded(_ touches: TouchSet, with event: Event) {}

  /// Called when touches that the recognizer sees were taken away: a palm, a lost device, a view that left.
  open func touchesCancelled(_ touches: TouchSet, with event: Event) {}

  /// Called when `deadline` has come.
  open func deadlinePassed(at moment: Timestamp) {}

  /// Called when a sequence is over: forget all about it.
  open func reset() {}

  /// Whether this recognizer, being recognized, makes the other fail; true unless overridden.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Whether the other, being recognized, makes this one fail; true unless overridden.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// Whether this recognizer waits for the other to fail; false unless overridden.
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }

  /// Whether the other waits for this one to fail; false unless overridden.
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

  // MARK: For the engine's own recognizers

  /// Called when the first touch of a sequence is about to be seen: settings become numbers.
  func prepare() {}

  /// What is said of the gesture where it is recognized.
  var success: GestureReason.Cause { .recognized }

  /// Called when the gesture has begun, before its actions.
  func didBegin() {}

  /// Whether a touch that comes while no finger is down belongs to the sequence that goes on; else why not.
  func objection(to touch: Touch) -> GestureReason.Cause? { nil }

  /// Whether the gesture is one tap of one finger, which controls keep for themselves.
  var isSingleTap: Bool { false }

  /// Orders recognizers of one view: greater ones come first.
  var rank: Int { 0 }
}

extension GestureRecognizer: Hashable {
  /// Two recognizers are equal when they are the same object.
  public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
