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
  var names = ReportNames()
  /// The rectangle around all places in a window, by its index.
  var extents: [Int: Rect] = [:]
  /// What could not be read.
  var damage: [TraceDamage] = []

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

  init(_ layout: Layout?, limits: ReportLimits) {
    given = layout
    self.layout = layout
    self.limits = limits
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
    opened.log.actionTold = { [unowned self] in noteAction($0, $1, $2, $3, $4) }
    opened.log.unhandledTold = { [unowned self] in noteUnhandled($0, $1, $2) }
    session = opened
    return opened
  }

  func play(_ step: ScriptReader.Step) {
    let session = openSession()
    latest = max(latest, step.time)
    if case .event(let event) = step { note(event) }
    session.play(step)
  }

  func finish() {
    guard let session else { return }
    // What is still undecided gets the time to decide, unless a finger is down that would then be held.
    if alive.isEmpty { session.play(.advance(to: session.application.now + .seconds(10))) }
    isFinishing = true
    session.finish()
    session.application.removeObserver(self)
  }

  // MARK: Devices

  /// Notes what a recording says of itself; what the engine gets of it comes as steps.
  func note(_ record: TraceRecord) {
    switch record {
    case .device(let device, _): recorded[device.id] = device
    case .frame(let frame): noteHidden(frame)
    case .damage(let piece):
      damage.append(piece)
      append(.damage(names.index(of: piece.description)), at: latest)
    case .note(let text, let time): append(.note(names.index(of: text)), at: time)
    case .deviceRemoved, .state, .anomaly, .wait: break
    }
  }

  private func note(_ event: InputEvent) {
    switch event {
    case .frame(let frame): first = min(first ?? frame.timestamp, frame.timestamp)
    case .deviceAdded(let device, let time): append(.device(add(device), isAdded: true), at: time)
    case .deviceRemoved(let id, let time):
      if let index = deviceIndexes[id] { append(.device(index, isAdded: false), at: time) }
    case .anomaly(let anomaly): append(anomaly)
    }
  }

  private func add(_ device: TouchDevice) -> Int {
    let described = ReportDevice(device, recorded[device.id])
    let index = devices.firstIndex(of: described) ?? devices.count
    if index == devices.count { devices.append(described) }
    deviceIndexes[device.id] = index
    return index
  }
}
