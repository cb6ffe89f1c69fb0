/// What the engine remembers from frame to frame.
struct EngineState {
  /// The time of the last frame or advance.
  var now = Timestamp(microseconds: 0)
  /// The time of the last frame, against which steps back are noticed.
  var lastFrame: Timestamp?
  var timers = TimerQueue()
  var taps = TapMemory()
  /// Contacts whose touch was taken away while the finger is still down; what they do is ignored.
  var revoked: ContiguousArray<ContactKey> = []
  /// Frames that came while a frame was being handled.
  var queue: [TouchFrame] = []
  var isHandling = false
  /// Counts deliveries; touches carry the number of the one in which they last changed.
  var delivery: UInt64 = 0
  /// How many touches changed in the delivery that is being gathered.
  var changes = 0
  var lastTouchID = 0
  var hasObserver = false
  /// Whether two touches of one view may be down, so that sets have to be gathered.
  var hasSharedViews = false
  /// Whether a touch of the delivery that is being gathered is over.
  var hasFinished = false
  var actions = ActionLookup()
  /// Whether frames were merged into the next delivery.
  var hasMerged = false
  /// The storage of the set of touches that is handed to a view, reused.
  var scratch: ContiguousArray<Touch> = []
  var verifier = StreamVerifier()
}

/// A contact's identity: the device and its tracking id (contract 1.4).
struct ContactKey: Equatable {
  let device: DeviceID
  let trackingID: Int32
}
