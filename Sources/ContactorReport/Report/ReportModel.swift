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
  /// The name of the view that it began in, in the table of names.
  let view: Int
  /// Whether it began in a secure view, so that its places are not told.
  ///
  /// Then it has no samples.
  let isSecret: Bool
  var tool = ContactTool.finger
  let start: Int64
  var last: Int64
  var end = End.open
  var path = ReportPath()
}

/// Something that happened at a moment, or again and again during a time.
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
  /// When it happened last.
  var until: Int64
  /// How many times it happened.
  var count = 1
  /// A control's value, or the arguments of what an action runs, the last time; `nil` where there are none.
  var value: String?

  init(_ what: What, at time: Timestamp, value: String? = nil) {
    self.what = what
    self.value = value
    self.time = time.inReport
    until = self.time
  }

  /// When it happened; `nil` for damage, which is the file's.
  var moment: Int64? { if case .damage = what { nil } else { time } }

  /// The origin whose run the event may extend; `nil` for events that are told each time.
  var source: Source? {
    switch what {
    case .control(let name, _, let touch): .control(name, touch: touch)
    case .action(let sender, let event, _, _, _): .action(sender: sender, event: event)
    case .gesture(let name, _, _, _): .gesture(name)
    case .unhandled, .device, .anomaly, .damage, .violation, .note, .visibility: nil
    }
  }

  /// Whether the same again is told as one more time of it.
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
  /// The greatest orientation that it states: a quarter turn; `nil` where it is not known.
  let quarterTurn: Int32?

  init(_ device: TouchDevice, _ recorded: TraceDevice?) {
    self.device = device
    quarterTurn = recorded?.description?.axes[EvdevCode.orientation].map(\.maximum).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether it is the same device, plugged in again perhaps.
  func isSame(_ other: ReportDevice) -> Bool {
    var device = device
    device.id = other.device.id
    return device == other.device && quarterTurn == other.quarterTurn
  }

  /// What it is called, for a person.
  var name: String { device.name.isEmpty ? device.shortName : device.name }

  /// Vendor and product as `lsusb` writes them; empty where they are not known.
  var number: String {
    guard device.vendor != 0 || device.product != 0 else { return "" }
    return [device.vendor, device.product].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined(separator: ":")
  }
}

/// A table of names: each is kept once, within limits.
struct ReportNames {
  private(set) var list: [String] = []
  private var places: [String: Int] = [:]
  /// How many names there may be; more than that stand as `otherName`.
  private let limit: Int
  /// How many characters of a name are kept.
  static let length = 500
  /// Stands for the names that the table has no room for.
  static let otherName = "(another name)"
  /// How often a name was not kept.
  private(set) var leftOut = 0
  /// How many names were cut off.
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

/// How much of a recording a report holds, so that the page of a day stays usable; what is left out is said on the page.
struct ReportLimits {
  /// How many touches: as many as a browser draws in well under a second.
  var touches = 50_000
  /// How many points of paths: about 6 MB of page.
  ///
  /// More of them are thinned out, see `ReportPath`.
  var samples = 200_000
  /// How many events of controls, gestures, actions and devices: about 8 MB of page.
  var events = 200_000
  /// How many failures of gestures, which most touches bring several of.
  var failures = 50_000
  /// How many names of views, gestures, actions, devices and values: about 6 MB of page at most.
  var names = 50_000
  /// How many devices are described.
  var devices = 1000
  /// How many places of damage are described.
  var damage = 1000
  /// How far, in points, a path may first be off where it is thinned out; it is doubled until few enough points are left.
  var tolerance = 0.25
}
