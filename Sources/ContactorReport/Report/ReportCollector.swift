import ContactorCore
import ContactorLayout
import ContactorTrace

/// Plays a recording in the engine and keeps what a report shows of it, within limits.
final class ReportCollector {
  let given: Layout?
  let limits: ReportLimits
  /// The layout that is played on: the given one, or a screen like the panel with the usual gestures.
  var layout: Layout?
  var session: KioskSession?

  var touches: [ReportTouch] = []
  var events: [ReportEvent] = []
  var devices: [ReportDevice] = []
  var names: ReportNames
  /// The rectangle around all places in a window, by its index.
  var extents: [Int: Rect] = [:]
  /// What could not be read, as far as it is described.
  var damage: [TraceDamage] = []
  /// How many places could not be read, and how many bytes those are.
  var damageCount = 0
  var damageBytes: Int64 = 0
  /// How many devices are not described.
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
  /// How far paths may be off, in points; 0 where all samples are there.
  var tolerance = 0.0
  /// From when on nothing is kept any more; `nil` where everything fits.
  var cutAt: Timestamp?
  var first: Timestamp?
  var latest = Timestamp(microseconds: 0)
  var isFinishing = false

  var recorded: [DeviceID: TraceDevice] = [:]
  var deviceIndexes: [DeviceID: Int] = [:]
  /// Where the touches that are down are, by their numbers.
  var alive: [TouchID: Int] = [:]
  /// Where the contacts are whose places the recording does not tell.
  var hidden: [DeviceID: [Int32: Int]] = [:]
  var runs: [ReportEvent.Source: [Int]] = [:]
  var failures = 0
  var secrecy: ReportSecrecy
  /// Which views are to be seen, by their ids; empty until something was played.
  var visible: [String: Bool] = [:]
  /// Whether an action was done that may have shown or hidden a view.
  var mayHaveHidden = false

  init(_ layout: Layout?, limits: ReportLimits) {
    given = layout
    self.layout = layout
    self.limits = limits
    names = ReportNames(limit: limits.names)
    secrecy = ReportSecrecy(layout)
  }

  // MARK: Playing

  /// What a player maps panels to; without a layout the first panel decides.
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

  private func openSession() -> KioskSession {
    if let session { return session }
    let opened = KioskSession(layout: openLayout(nil), log: nil)
    opened.application.addObserver(self)
    opened.log.actionTold = { [unowned self] in noteAction($0) }
    opened.log.unhandledTold = { [unowned self] in noteUnhandled($0, $1, $2) }
    session = opened
    visible = visibility(in: opened)
    return opened
  }

  func play(_ step: ScriptReader.Step) {
    let session = openSession()
    latest = max(latest, step.time)
    if case .event(let event) = step { note(event) }
    session.play(step)
    noteVisibility()
  }

  func finish() {
    guard let session else { return }
    isFinishing = true
    session.finish()
    // What is still undecided gets the time to decide.
    session.settle()
    noteVisibility()
    session.application.removeObserver(self)
  }

  // MARK: Devices

  /// Notes what a recording says of itself; what the engine gets of it comes as steps.
  func note(_ record: TraceRecord) {
    switch record {
    case .device(let device, _): recorded[device.id] = device
    case .frame(let frame): noteHidden(frame)
    case .damage(let piece):
      damageCount += 1
      damageBytes += piece.length
      guard damage.count < limits.damage else { break }
      damage.append(piece)
      append(.damage(names.index(of: piece.description)), at: latest)
    case .note(let text, let time): append(.note(names.index(of: text)), at: time)
    case .deviceRemoved(let id, _): recorded[id] = nil
    case .state, .anomaly, .wait: break
    }
  }

  private func note(_ event: InputEvent) {
    switch event {
    case .frame(let frame): first = min(first ?? frame.timestamp, frame.timestamp)
    case .deviceAdded(let device, let time):
      if let index = add(device) { append(.device(index, isAdded: true), at: time) }
    case .deviceRemoved(let id, let time):
      if let index = deviceIndexes.removeValue(forKey: id) { append(.device(index, isAdded: false), at: time) }
    case .anomaly(let anomaly): append(anomaly)
    }
  }

  /// The device's place in the list; `nil` where the list is full.
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
