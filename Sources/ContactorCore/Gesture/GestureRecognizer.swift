/// Turns touches of a view and of the views inside it into one gesture; the base of all recognizers (contract 9.1).
///
/// Add it to a view. It sees touches before the views do. A subclass overrides the touch methods, keeps its data in a state machine of
/// its own, and requests states through `state` or `apply(_:)`. The engine decides whether and when a request takes effect, and what
/// happens to other recognizers and to the views. When all touches of a sequence have ended, the recognizer is `reset()` and possible
/// again.
open class GestureRecognizer {
  /// The name used in logs and reasons; empty if there is none.
  public final var name = ""
  /// Whether the recognizer gets touches; disabling it cancels its gesture.
  @safe @exclusivity(unchecked) public final var isEnabled = true {
    didSet { if !isEnabled { referee?.dismiss(self) } }
  }
  /// The object that influences the recognizer's decisions; held weakly.
  public final weak var delegate: (any GestureRecognizerDelegate)?
  /// Whether views lose the touches of the gesture when it is recognized: they get `touchesCancelled`.
  public final var cancelsTouchesInView = true
  /// Whether views get new touches only after this recognizer has failed.
  public final var delaysTouchesBegan = false
  /// Whether views get the end of a touch only after this recognizer has failed.
  public final var delaysTouchesEnded = true
  /// Whether the gesture fails as soon as a finger has moved by the slop of a pan while fewer are down than it needs; false by default, as
  /// in UIKit.
  ///
  /// It is for gestures that delay touches: a view that one finger scrolls gets the finger then, and not when it is lifted. Fingers that
  /// come later do not make the gesture.
  public final var failsIfTooFewMove = false
  /// The tools whose touches the recognizer gets.
  public final var allowedTouchTypes = TouchTypes.all
  /// The view that the recognizer was added to.
  public final var view: View? { viewLink.object }
  @safe @exclusivity(unchecked) final var viewLink = BackReference<View>(nil)
  /// The reason for the recognizer's last decision; `nil` before the first decision.
  public final internal(set) var lastReason: GestureReason?

  /// The label used in logs when `name` is empty, such as `tap`.
  open var kind: String { "\(type(of: self))" }

  // MARK: The sequence

  /// The recognizer's state in the engine.
  @safe @exclusivity(unchecked) final var current = State.possible
  /// The state that targets are being notified of; `nil` at other times.
  @safe @exclusivity(unchecked) final var shown: State?
  /// The state that the recognizer requested and gets when the recognizers that it requires to fail have failed.
  @safe @exclusivity(unchecked) final var pending: State?
  /// Whether the gesture ended while the recognizer was waiting to begin.
  @safe @exclusivity(unchecked) final var endsWhenBegun = false
  /// The touches that the recognizer sees and that are down, or were lifted in this frame, in the order of their beginnings.
  @safe @exclusivity(unchecked) final var touches: ContiguousArray<Touch> = []
  /// The number of touches that have to end before the recognizer is reset: those that it sees and those that came too late.
  @safe @exclusivity(unchecked) final var bound = 0
  /// The touches that the recognizer has seen in this sequence, but those that it ignores.
  final var seen: ContiguousArray<TouchID> = []
  /// The locations of the gesture's fingers, if more fingers made it than are down now.
  final var recorded: ContiguousArray<Point> = []
  /// The centroid of the fingers when the last of them was lifted.
  @safe @exclusivity(unchecked) final var lastCentroid = Point.zero
  /// The time at which the first touch of the sequence began.
  @safe @exclusivity(unchecked) final var sequenceStart = Timestamp(microseconds: 0)
  @safe @exclusivity(unchecked) final var gestureScale = GestureScale(density: Tuning().pointsPerMillimetre, isKnown: false)
  /// The recognizer that this one waited for last.
  final var wait: GestureReason.Wait?
  /// Whether the gesture was recognized without beginning first.
  @safe @exclusivity(unchecked) public final internal(set) var isDiscrete = false
  /// The depth of the view, which orders recognizers: deeper ones come first.
  final var depth = 0
  /// The object that handles the recognizer's requests; `nil` outside of a sequence.
  final var referee: GestureReferee? { refereeLink.object }
  @safe @exclusivity(unchecked) final var refereeLink = BackReference<GestureReferee>(nil)
  /// The last pass over due deadlines that called the recognizer.
  @safe @exclusivity(unchecked) final var firedIn: UInt64 = 0
  /// The time at which `deadlinePassed(at:)` is called; `nil` for never.
  ///
  /// It is event time: the first frame or advance that reaches it makes the call, before that frame's touches are seen. It is cleared
  /// before the call, when the recognizer decides, and outside of a sequence.
  public final var deadline: Timestamp? {
    get { due }
    set {
      guard newValue != due else { return }
      due = newValue
      referee?.arena.findDeadline()
    }
  }
  /// The deadline as the arena stores it.
  @safe @exclusivity(unchecked) final var due: Timestamp?
  @safe @exclusivity(unchecked) final var table = DispatchTable()
  /// The recognizers that must fail first; a reference keeps the memory of one that died, so no other has its identity.
  final var failureRequirements: [ObjectIdentifier: Weak<GestureRecognizer>] = [:]

  /// Creates a recognizer without targets.
  public init() {}

  /// Creates a recognizer with a target, which is held weakly.
  public convenience init<Target: AnyObject>(target: Target, action: TypedAction<Target>) {
    self.init()
    addTarget(target, action: action)
  }

  // MARK: For subclasses

  /// Called when touches that the recognizer sees began.
  open func touchesBegan(_ touches: TouchSet, with event: Event) {}

  /// Called when touches that the recognizer sees moved.
  open func touchesMoved(_ touches: TouchSet, with event: Event) {}

  /// Called when touches that the recognizer sees were lifted.
  open func touchesEnded(_ touches: TouchSet, with event: Event) {}

  /// Called when touches that the recognizer sees were cancelled: a palm, a lost device, a view that left.
  open func touchesCancelled(_ touches: TouchSet, with event: Event) {}

  /// Called when `deadline` has come.
  open func deadlinePassed(at moment: Timestamp) {}

  /// Called when `state` has changed, except to failed and possible, before the targets are.
  open func stateChanged() {}

  /// Called when a sequence is over; an override forgets the data of the sequence.
  open func reset() {}

  /// Whether this recognizer makes the other fail by being recognized; true by default.
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Whether the other makes this recognizer fail by being recognized; true by default.
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

  /// Whether this recognizer waits for the other to fail; false by default.
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }

  /// Whether the other waits for this one to fail; false by default.
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

  // MARK: For the engine's own recognizers

  /// Moves the times of the sequence with the clock, by microseconds below 0 (contract 1.10).
  func shiftTime(by microseconds: Microseconds) {
    sequenceStart = sequenceStart.advanced(byMicroseconds: microseconds)
    due = due?.advanced(byMicroseconds: microseconds)
  }

  /// Called before the first touch of a sequence is seen; converts settings to numbers.
  func prepare() {}

  /// The cause reported when the gesture is recognized.
  var success: GestureReason.Cause { .recognized }

  /// Called when the gesture has begun, before its actions.
  func didBegin() {}

  /// Why a touch that begins while no finger is down does not belong to the current sequence; `nil` if it belongs to it.
  func objection(to touch: Touch) -> GestureReason.Cause? { nil }

  /// Whether the gesture is one tap of one finger, which controls reserve for themselves.
  var isSingleTap: Bool { false }

  /// The least number of fingers that make the gesture.
  var leastTouches: Int { 1 }

  /// Orders the recognizers of a view: greater ranks come first.
  var rank: Int { 0 }
}

extension GestureRecognizer: Hashable {
  /// Two recognizers are equal if they are the same object.
  public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

// MARK: - State

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

  /// Stops seeing a touch; views keep it, whatever the gesture's state becomes, and get all of it at once.
  public final func ignore(_ touch: Touch, for event: Event) { ignore(touch) }

  /// Stops seeing a touch, which is not the gesture's then; the sequence does not end before the touch does.
  final func ignore(_ touch: Touch) {
    let old = touches
    touches = old.filter { $0 !== touch }
    seen.removeAll { $0 == touch.id }
    withExtendedLifetime(old) {}
  }

  /// The numbers of the touches that the recognizer has seen in this sequence, in the order of their beginnings; without those that it
  /// ignores.
  public final var touchIDs: [TouchID] { Array(seen) }

  /// Whether the recognizer has seen a touch in this sequence, and does not ignore it.
  package final func hasSeen(_ touch: TouchID) -> Bool { seen.contains(touch) }

  /// Calls the body with each of `touchIDs`, without making an array.
  package final func forEachSeen(_ body: (TouchID) -> Void) {
    for touch in seen { body(touch) }
  }

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

// MARK: - Recognizers of views

extension View {
  /// The view's recognizers, in the order of their addition.
  public var gestureRecognizers: [GestureRecognizer] { Array(recognizers) }

  /// Adds a recognizer for touches of this view and the views inside it; the recognizer leaves its old view first.
  ///
  /// It sees touches that begin from now on. A recognizer whose old view is being deallocated is not added: that view releases it.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard !recognizer.viewLink.leads(to: self) else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    // The targets of the cancelled gesture may have added the recognizer elsewhere.
    guard recognizer.viewLink.isEmpty else { return }
    recognizers.append(recognizer)
    recognizer.viewLink = BackReference(self)
  }

  /// Removes a recognizer; its gesture is cancelled.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.viewLink.leads(to: self) else { return }
    recognizer.referee?.dismiss(recognizer)
    guard recognizer.viewLink.leads(to: self) else { return }
    recognizer.viewLink = BackReference(nil)
    let old = recognizers
    recognizers = old.filter { $0 !== recognizer }
    withExtendedLifetime(old) {}
  }

  /// Detaches the recognizers of a view that is being deallocated.
  func forgetRecognizers() {
    for recognizer in recognizers {
      recognizer.viewLink = BackReference(nil)
      recognizer.referee?.dismiss(recognizer)
    }
  }

  /// The view's name in reasons.
  var displayName: String { identifier.isEmpty ? "\(type(of: self))" : identifier }

  /// Whether the view or an ancestor has recognizers; O(depth).
  var isUnderRecognizers: Bool {
    if !recognizers.isEmpty { return true }
    return superviewLink.read { $0.isUnderRecognizers } ?? false
  }
}
