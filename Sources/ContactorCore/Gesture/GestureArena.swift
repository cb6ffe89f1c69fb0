/// Decides between the recognizers of one application, and stands between the touches and the views (contract 9.3).
///
/// | when | what |
/// | --- | --- |
/// | a touch began | it is bound to the recognizers of the hit view and its ancestors |
/// | a delivery | recognizers see their touches, deepest view first, then the views get what is left to them |
/// | a recognizer wants to begin | it is refused, prevented, made to wait, or wins |
/// | one wins | those that it prevents fail, views lose its touches |
/// | one fails | those that waited for it go on, views get what it kept back |
/// | its touches have ended | it is reset |
///
/// Recognizers are gathered once per touch; a frame loops over those that are in a sequence.
final class GestureArena {
  /// The application, which owns the arena and outlives it.
  @exclusivity(unchecked) unowned(unsafe) var application: Application!
  /// Whether there is anything to do in a delivery: the one test that a frame without recognizers pays.
  @exclusivity(unchecked) var isActive = false
  /// The recognizers that are in a sequence, in the order in which they see touches.
  @exclusivity(unchecked) var active: ContiguousArray<GestureRecognizer> = []
  /// Touches that began and are not bound yet.
  @exclusivity(unchecked) var arriving: ContiguousArray<Touch> = []
  /// New touches of recognizers that wait for others: theirs if they have decided when the touches have been seen.
  @exclusivity(unchecked) var skipped: ContiguousArray<(touch: Touch, recognizer: GestureRecognizer)> = []
  /// Touches of which views have not seen something yet.
  @exclusivity(unchecked) var held: ContiguousArray<Touch> = []
  /// Reused storage for sets of touches.
  @exclusivity(unchecked) var scratch: ContiguousArray<Touch> = []
  /// Whether recognizers are being fed, so that views have not seen the delivery yet.
  @exclusivity(unchecked) var isFeeding = false
  /// Counts how often touches that ended were let go.
  @exclusivity(unchecked) var finishes: UInt64 = 0
  /// How many passes over the recognizers are going on, one inside the other.
  @exclusivity(unchecked) var depth = 0
  /// The earliest deadline and the timer that will call for it.
  @exclusivity(unchecked) var timer: (deadline: Timestamp, token: TimerToken)?
  /// Called by the timer; made once, so that setting a deadline allocates nothing.
  var alarm: () -> Void = {}

  init() {
    alarm = { [unowned(unsafe) self] in fire() }
  }

  /// Lets go of everything, as the application dies: touches and recognizers know each other while a finger is down.
  func shutDown() {
    for touch in application.event.allTouches.touches { touch.recognizers = [] }
    for touch in held { touch.recognizers = [] }
    for recognizer in active { recognizer.forgetSequence() }
  }

  var now: Timestamp { application.state.now }
}

extension GestureRecognizer {
  /// Goes back to where no finger is down.
  func forgetSequence() {
    current = .possible
    pending = nil
    endsWhenBegun = false
    touches.removeAll(keepingCapacity: true)
    seen.removeAll(keepingCapacity: true)
    bound = 0
    wait = nil
    arena = nil
    deadline = nil
  }
}
