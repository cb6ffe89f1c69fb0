internal import ContactorCore
import ContactorEvdev

/// The devices of a text that describes a device, then gives its events, and may do so several times: evtest and its like.
///
/// A device without codes and axes is yielded without a description, which is then guessed from the events.
struct RecordedRuns {
  /// The numbers of an axis.
  enum AxisKey {
    case value, minimum, maximum, fuzz, flat, resolution
  }

  var description = EvdevDescription(name: "")
  /// The events without times.
  var timeless = TimelessEvents()
  private var id: UInt32 = 1
  private var isDescribed = false
  private var lastTime = Timestamp(microseconds: 0)
  /// The axes whose ends were given.
  private var rangedAxes: Set<UInt16> = []
  private var batch = EventBatch()

  /// Begins another run, unless nothing is known of the present one.
  mutating func begin(_ sink: inout some TraceSink) throws(TraceError) {
    guard isDescribed || description != EvdevDescription(name: "") else { return }
    try finish(&sink)
    guard id < TraceFormat.deviceLimit else { throw .tooManyDevices }
    try sink.take(.deviceRemoved(DeviceID(rawValue: id), at: lastTime))
    id += 1
    (description, isDescribed, rangedAxes) = (EvdevDescription(name: ""), false, [])
  }

  /// Begins another run if events have come: a description follows them.
  mutating func beginAfterEvents(_ sink: inout some TraceSink) throws(TraceError) { if isDescribed { try begin(&sink) } }

  mutating func addCode(_ type: UInt16, _ code: UInt16) {
    if type == EvdevCode.absolute {
      description.axes[code] = EvdevAxis(0, 0)
    } else if type != EvdevCode.synchronization {
      description.codes[type, default: []].insert(code)
    }
  }

  mutating func setAxis(_ code: UInt16, _ key: AxisKey, _ value: Int32) {
    guard var axis = description.axes[code] else { return }
    switch key {
    case .value: break
    case .minimum: axis.minimum = value
    case .maximum:
      axis.maximum = value
      rangedAxes.insert(code)
    case .fuzz: axis.fuzz = value
    case .flat: axis.flat = value
    case .resolution: axis.resolution = value
    }
    description.axes[code] = axis
  }

  mutating func setAxis(_ code: UInt16, _ axis: EvdevAxis) {
    guard description.axes[code] != nil else { return }
    description.axes[code] = axis
    rangedAxes.insert(code)
  }

  @inline(__always)
  mutating func add(_ event: EvdevEvent, _ sink: inout some TraceSink) throws(TraceError) {
    if !isDescribed { try describe(at: event.time, &sink) }
    lastTime = event.time
    timeless.hasTimes = true
    try batch.add(event, DeviceID(rawValue: id), &sink)
  }

  mutating func finish(_ sink: inout some TraceSink) throws(TraceError) {
    try batch.flush(&sink)
    if !isDescribed, description != EvdevDescription(name: "") { try describe(at: lastTime, &sink) }
  }

  /// Sentences on the runs; none for a single one.
  var remarks: [String] { Self.remarks(id) }

  /// Sentences on a number of runs in one file.
  static func remarks(_ runs: UInt32) -> [String] { runs > 1 ? ["\(runs) runs in one file; each is a device of its own"] : [] }

  private mutating func describe(at time: Timestamp, _ sink: inout some TraceSink) throws(TraceError) {
    isDescribed = true
    // An axis without ends says nothing of where a touch is.
    for code in description.axes.keys where !rangedAxes.contains(code) { description.axes[code] = nil }
    let hasFacts = !description.axes.isEmpty || !description.codes.isEmpty
    var device = TraceDevice(description, id: DeviceID(rawValue: id), node: "")
    if !hasFacts { device = TraceDevice(identity(of: device)) }
    try sink.take(.device(device, at: time))
  }

  private func identity(of device: TraceDevice) -> TouchDevice {
    var identity = TouchDevice(id: device.id, node: "", name: description.name)
    identity.vendor = description.vendor
    identity.product = description.product
    return identity
  }
}
