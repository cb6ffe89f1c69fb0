import ContactorCore
import ContactorEvdev
import ContactorTrace

/// One touch of a report.
struct ReportTouch {
  /// How a touch ended.
  enum End: String {
    /// The finger was lifted.
    case ended
    /// The touch was taken away.
    case cancelled
    /// The recording ends before the touch.
    case open
  }

  /// Its number, as in a log; 0 for a contact whose place the recording does not tell.
  let number: Int
  /// The index of its window.
  let window: Int
  /// The index of its device; −1 where the recording does not describe one.
  let device: Int
  /// The view in which the touch began, as an index into the table of names.
  let view: Int
  /// Whether it began in a secure view, so that it has no samples.
  let isSecure: Bool
  var tool = ContactTool.finger
  let start: Int64
  var last: Int64
  var end = End.open
  /// Since when the application has not had the touch that was forwarded to it, and why, as an index into the table of names; `nil`
  /// where it has it all, or nothing is forwarded.
  var withheld: (since: Int64, reason: Int)?
  var path = ReportPath()
}

/// An event at one moment, or a run of identical events.
///
/// Names are indexes into the table of names.
struct ReportEvent {
  /// What happened.
  enum What: Hashable {
    case control(Int, events: UInt32, touch: Int)
    case action(sender: Int, event: Int, action: Int, target: Int, isHandled: Bool)
    case unhandled(sender: Int, action: Int, asked: Int)
    case gesture(Int, State, touches: [Int], text: Int)
    case device(Int, isAdded: Bool)
    case anomaly(Int, device: Int)
    case damage(Int)
    case violation(Int, touch: Int)
    case note(Int)
    case visibility(Int, isShown: Bool)
  }

  /// The states of gestures; the raw values are those of the page.
  enum State: Int {
    case began = 1
    case changed, recognized, cancelled, failed
  }

  /// Identifies the origin of repeated events.
  ///
  /// An identical event extends the run; a different one ends it.
  enum Source: Hashable {
    case control(Int, touch: Int)
    case action(sender: Int, event: Int)
    case gesture(Int)
  }

  let what: What
  let time: Int64
  /// The time of the last event of a run, in microseconds.
  var until: Int64
  /// How many events the run has.
  var count = 1
  /// The last value of a control, or the last arguments of a `run` action; `nil` where there are none.
  var value: String?

  init(_ what: What, at time: Timestamp, value: String? = nil) {
    self.what = what
    self.value = value
    self.time = time.inReport
    until = self.time
  }

  /// The time of the event; `nil` for damage, which has no time of the recording's clock.
  var moment: Int64? { if case .damage = what { nil } else { time } }

  /// The origin whose run the event may extend; `nil` for events that are listed one by one.
  var source: Source? {
    switch what {
    case .control(let name, _, let touch): .control(name, touch: touch)
    case .action(let sender, let event, _, _, _): .action(sender: sender, event: event)
    case .gesture(let name, _, _, _): .gesture(name)
    case .unhandled, .device, .anomaly, .damage, .violation, .note, .visibility: nil
    }
  }

  /// Whether an identical event extends the run in place of an entry of its own.
  var isRepeatable: Bool {
    switch what {
    case .control(_, let events, _):
      Control.Events(rawValue: events).isSubset(of: [.touchDragInside, .touchDragOutside, .valueChanged, .editingChanged])
    case .action: true
    case .gesture(_, let state, _, _): state == .changed
    case .unhandled, .device, .anomaly, .damage, .violation, .note, .visibility: false
    }
  }
}

/// A device of a report.
struct ReportDevice {
  let device: TouchDevice
  /// The maximum of the orientation axis, which stands for a quarter turn; `nil` where it is not known.
  let quarterTurn: Int32?

  init(_ device: TouchDevice, _ recorded: TraceDevice?) {
    self.device = device
    quarterTurn = recorded?.description?.axes[EvdevCode.orientation].map(\.maximum).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether the other describes the same device, perhaps plugged in again.
  func isSame(_ other: ReportDevice) -> Bool {
    var device = device
    device.id = other.device.id
    return device == other.device && quarterTurn == other.quarterTurn
  }

  /// The name for display: the device's, or the last part of its node.
  var name: String { device.name.isEmpty ? device.shortName : device.name }

  /// Vendor and product as `lsusb` writes them; empty where they are not known.
  var number: String {
    guard device.vendor != 0 || device.product != 0 else { return "" }
    var text = TextBuffer(capacity: 16)
    text.append(hexadecimal: UInt64(device.vendor), width: 4)
    text.append(UInt8(ascii: ":"))
    text.append(hexadecimal: UInt64(device.product), width: 4)
    return text.string
  }
}

/// A table of names: each is kept once, within limits.
struct ReportNames {
  private(set) var list: [String] = []
  private var places: [String: Int] = [:]
  /// The largest number of names; `otherName` stands for the rest.
  private let limit: Int
  /// How many bytes of a name are kept.
  static let length = 500
  /// Stands for the names that the table has no room for.
  static let otherName = "(another name)"
  /// How many times a name found no room.
  private(set) var leftOut = 0
  /// How many names were shortened.
  private(set) var shortened = 0

  init(limit: Int = ReportLimits().names) { self.limit = limit }

  /// The place of a name in the table.
  mutating func index(of name: String) -> Int {
    if let place = places[name] { return place }
    guard list.count < limit else {
      leftOut += 1
      return add(Self.otherName)
    }
    guard name.utf8.count > Self.length else { return add(name) }
    shortened += 1
    return add(String(decoding: name.utf8.prefix(Self.length), as: UTF8.self) + "…")
  }

  private mutating func add(_ name: String) -> Int {
    if let place = places[name] { return place }
    list.append(name)
    places[name] = list.count - 1
    return list.count - 1
  }
}

/// The limits of a report, so that the page of a day's recording stays usable; the page says what is left out.
struct ReportLimits {
  /// How many touches: as many as a browser draws in well under a second.
  var touches = 50_000
  /// How many points of paths: about 6 MB of page.
  ///
  /// More of them are thinned out, see `ReportPath`.
  var samples = 200_000
  /// How many events of controls, gestures, actions and devices: about 8 MB of page.
  var events = 200_000
  /// How many failures of gestures; most touches cause several.
  var failures = 50_000
  /// How many names of views, gestures, actions, devices and values: about 6 MB of page at most.
  var names = 50_000
  /// How many pictures of views, and parts of them: about 8 MB of page.
  var pictures = 200_000
  /// How many devices are described.
  var devices = 1000
  /// How many places of damage are described.
  var damage = 1000
  /// How far, in points, a path may first be off where it is thinned out; it is doubled until few enough points are left.
  var tolerance = 0.25
}
