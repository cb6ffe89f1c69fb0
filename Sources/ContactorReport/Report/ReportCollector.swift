import ContactorCore
import ContactorEvdev
import ContactorLayout
import ContactorTrace

/// Plays a recording in the engine and keeps what a report shows, within limits.
final class ReportCollector {
  let given: Layout?
  let limits: ReportLimits
  /// The layout that is played on: the given one, or a screen like the panel with the usual gestures.
  var layout: Layout?
  var session: LayoutSession?

  var touches: [ReportTouch] = []
  var events: [ReportEvent] = []
  var devices: [ReportDevice] = []
  var names: ReportNames
  /// The rectangle around all places in a window, by its index.
  var extents: [Int: Rect] = [:]
  /// The damaged places, up to `limits.damage`.
  var damage: [TraceDamage] = []
  /// How many damaged places there are, and how many bytes they have.
  var damageCount = 0
  var damageBytes: Int64 = 0
  /// How many times a device came for which the list had no room.
  var devicesLeftOut = 0

  /// How many touches there were, kept or not.
  var touchCount = 0
  /// How many changes of touches there were, kept or not.
  var sampleCount = 0
  /// How many events there were, kept or not.
  var eventCount = 0
  /// How many failures of gestures were left out.
  var failuresLeftOut = 0
  /// How many samples are kept.
  var keptSamples = 0
  /// The tolerance of the last thinning, in points; 0 where all samples are kept.
  var tolerance = 0.0
  /// The time after which nothing is kept; `nil` where everything fits.
  var cutAt: Timestamp?
  var first: Timestamp?
  var latest = Timestamp(microseconds: 0)
  var isFinishing = false

  var recorded: [DeviceID: TraceDevice] = [:]
  var deviceIndexes: [DeviceID: Int] = [:]
  /// The indices of the touches that are down, by their numbers.
  var alive: [TouchID: Int] = [:]
  /// The indices of contacts that were recorded without places, by device and tracking id.
  var placeless: [DeviceID: [Int32: Int]] = [:]
  var runs: [ReportEvent.Source: [Int]] = [:]
  var failures = 0
  var secureEvents: SecureEvents
  /// Whether each view is visible, by its id; empty before the first step.
  var visible: [String: Bool] = [:]
  /// What views show, in the order of time.
  var pictures: [ReportPicture] = []
  /// The index of the last picture of each view, by its id.
  var lastPictures: [String: Int] = [:]
  /// How many more pictures and parts of them are kept.
  var pictureRoom: Int
  /// The views that may show something else since the last step.
  var changedViews: [ObjectIdentifier: View] = [:]
  /// The ids of the secure views and of those in them, of which there are no pictures.
  let secureIDs: Set<String>
  /// The frames that the layout gives its views, in their windows.
  var layoutFrames: [String: Rect] = [:]
  /// Whether an action was done that may have shown or hidden a view.
  var mayHaveHidden = false

  init(_ layout: Layout?, limits: ReportLimits) {
    given = layout
    self.layout = layout
    self.limits = limits
    names = ReportNames(limit: limits.names)
    secureEvents = SecureEvents(layout)
    secureIDs = layout?.secureScope ?? []
    pictureRoom = limits.pictures
  }

  // MARK: Playing

  /// The mapping of a panel's positions; without a layout the first panel decides the screen.
  func mapping(of device: TraceDevice) -> AffineTransform {
    Replay.transform(of: device, on: openLayout(device))
  }

  private func openLayout(_ device: TraceDevice?) -> Layout {
    if let layout { return layout }
    let panel = device.flatMap { $0.hasFrames ? nil : $0.description }
    let opened = Layout.usualGestures(on: RecordedSteps.screen(of: panel))
    layout = opened
    return opened
  }

  private func openSession() -> LayoutSession {
    if let session { return session }
    let opened = LayoutSession(layout: openLayout(nil), log: nil)
    opened.application.addObserver(self)
    opened.onForwardNote = { [unowned self] in noteForwarding($0, of: $1, $2) }
    opened.log.actionTold = { [unowned self] in noteAction($0) }
    opened.log.unhandledTold = { [unowned self] in noteUnhandled($0, $1, $2) }
    session = opened
    visible = visibility(in: opened)
    layoutFrames = opened.layout.viewFrames
    watchPictures(in: opened)
    notePictures()
    return opened
  }

  func play(_ step: ScriptReader.Step) {
    let session = openSession()
    latest = max(latest, step.time)
    if case .event(let event) = step { note(event) }
    session.play(step)
    noteVisibility()
    notePictures()
  }

  func finish() {
    guard let session else { return }
    isFinishing = true
    session.finish()
    // What is still undecided gets the time to decide.
    session.settle()
    noteVisibility()
    notePictures()
    session.application.removeObserver(self)
  }

  // MARK: Devices

  /// Notes a record of the recording; what the engine gets comes as steps.
  func note(_ record: TraceRecord) {
    switch record {
    case .device(let device, _):
      recorded[device.id] = device
      if let layout = given, layout.isForwarding { openSession().forward(device, on: layout) }
    case .frame(let frame): notePlaceless(frame)
    case .damage(let piece):
      damageCount += 1
      damageBytes += piece.length
      guard damage.count < limits.damage else { break }
      damage.append(piece)
      append(.damage(names.index(of: piece.description)), at: latest)
    case .note(TraceRecord.programsRun, _): break
    case .note(let text, let time): append(.note(names.index(of: TraceOutcome(note: text)?.description ?? text)), at: time)
    case .deviceRemoved(let id, _): recorded[id] = nil
    case .state, .anomaly, .wait, .rows: break
    }
  }

  /// Notes why the application did not get a touch.
  private func noteForwarding(_ note: ForwardNote, of panel: TouchDevice, _ touch: TouchID?) {
    if note.isRoutine || touch.map({ secureEvents.isAnySecure([$0]) }) == true { return }
    let subject = touch.map { "touch \($0.rawValue)" } ?? "a contact"
    let text = note.sentence(of: subject, on: panel.shortName, from: first ?? note.time)
    let reason = names.index(of: text)
    append(.note(reason), at: note.time)
    guard let touch, note.action == .kept || note.action == .cancelled else { return }
    withhold(touch, since: note.action == .cancelled ? note.time : nil, reason)
  }

  private func note(_ event: InputEvent) {
    switch event {
    case .frame(let frame): first = min(first ?? frame.timestamp, frame.timestamp)
    case .deviceAdded(let device, let time):
      first = min(first ?? time, time)
      if let index = add(device) { append(.device(index, isAdded: true), at: time) }
    case .deviceRemoved(let id, let time):
      if let index = deviceIndexes.removeValue(forKey: id) { append(.device(index, isAdded: false), at: time) }
    case .anomaly(let anomaly): append(anomaly)
    }
  }

  /// Adds a device and gives its index; `nil` where the list is full.
  private func add(_ device: TouchDevice) -> Int? {
    let described = ReportDevice(device, recorded[device.id])
    let known = devices.lastIndex { $0.isSame(described) }
    guard known != nil || devices.count < limits.devices else {
      devicesLeftOut += 1
      return nil
    }
    let index = known ?? devices.count
    if known == nil { devices.append(described) }
    deviceIndexes[device.id] = index
    return index
  }
}

/// Hands a recording to the engine, and to a report the records that the engine does not get.
struct ReportSink: TraceSink {
  private let collector: ReportCollector
  private(set) var player: TracePlayer

  init(_ collector: ReportCollector) {
    self.collector = collector
    player = TracePlayer(mapping: { collector.mapping(of: $0) }) { collector.play($0) }
  }

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    try unsafe player.take(events, from: device)
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    collector.note(record)
    try player.take(record)
  }

  mutating func finish() throws(TraceError) {}
}

/// Keeps touches and actions of views with `secure: true`, and of views inside them, out of a report.
struct SecureEvents {
  /// Stands in place of every name that would identify a secure view or its actions.
  static let name = "(secure)"

  private var secure: SecureTouches
  /// When a secure view last sent something: what follows at that moment would disclose it, too.
  private var moment: Timestamp?

  init(_ layout: Layout?) { secure = SecureTouches(layout) }

  /// Whether a touch is secure; its number is remembered as it begins.
  mutating func isSecure(_ touch: Touch) -> Bool { secure.admit(touch) }

  /// Whether one of the touches is secure.
  func isAnySecure(_ ids: [TouchID]) -> Bool { secure.containsAny(ids) }

  /// The name to show for a control that sends something now, because of a touch if there is one.
  mutating func name(of control: String, _ touch: TouchID?, at time: Timestamp) -> String {
    if secure.covers(control) || touch.map(secure.contains) ?? false { moment = time }
    return moment == time ? Self.name : control
  }

  /// Whether an action is a secure view's, or follows from what a secure view has just sent.
  func covers(_ sender: String, at time: Timestamp) -> Bool { moment == time || secure.covers(sender) }

  /// Whether a secure view has sent something at a moment.
  func isSecure(at time: Timestamp) -> Bool { moment == time }
}
