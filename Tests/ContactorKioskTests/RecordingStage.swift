import ContactorCore
@testable import ContactorEvdev
import ContactorInput
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport
import ContactorTrace
import Glibc
import Testing

/// A folder for recordings, and a recorder whose panel is made up.
final class RecordingStage {
  let folder: String
  var complaints: [String] = []

  init() throws {
    var template = Array("/tmp/contactor-XXXXXX".utf8CString)
    folder = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit {
    for name in names() { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  /// The files in the folder, in their order.
  func names() -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func size(of name: String) -> Int64 {
    var status = stat()
    return stat(path(name), &status) == 0 ? Int64(status.st_size) : -1
  }

  /// The last twelve bits of a file's mode.
  func mode(of name: String) -> UInt32 {
    var status = stat()
    return stat(path(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// A file's first megabyte.
  func text(of name: String) -> String {
    let file = open(path(name), O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return String(decoding: bytes[..<max(0, read(file, &bytes, bytes.count))], as: UTF8.self)
  }

  func write(_ text: String, to name: String) throws {
    let file = try #require(fopen(path(name), "w"))
    fputs(text, file)
    fclose(file)
  }

  func recorder(
    _ name: String, ring: Int64? = nil, replaces: Bool = false, frames: Bool = true
  ) throws -> Recorder {
    try Recorder(
      RecordingOptions(path: name.hasPrefix("/") ? name : path(name), ringSize: ring, replaces: replaces),
      recordsFrames: frames
    ) { [unowned self] in complaints.append($0) }
  }

  func collect(_ name: String) throws -> TraceCollector {
    var reader = try RecordingReader(path: path(name))
    var collector = TraceCollector()
    try reader.readAll(into: &collector)
    return collector
  }

  /// The log of a recording on a layout.
  func replay(_ name: String, on layout: Layout?, pace: Replay.Pace = .unlimited) throws -> String {
    var log: [UInt8] = []
    let writer = LogWriter { log += $0 }
    var reader = try RecordingReader(path: path(name))
    try Replay(layout: layout, log: writer).run(&reader, pace: pace)
    return String(decoding: log, as: UTF8.self)
  }
}

/// A panel with slots of 1000 × 500 steps, and its events.
struct MadeUpPanel {
  let id: DeviceID
  let description: EvdevDescription
  let device: TouchDevice
  private(set) var time: Int64 = 1_000_000

  init(_ number: UInt32 = 1) {
    id = DeviceID(rawValue: number)
    var description = EvdevDescription(name: "Pad \(number)")
    description.properties = [EvdevCode.direct]
    description.codes[EvdevCode.key] = [EvdevCode.touch]
    description.axes = [
      EvdevCode.slot: EvdevAxis(0, 9), EvdevCode.trackingID: EvdevAxis(0, 65535),
      EvdevCode.positionX: EvdevAxis(0, 999), EvdevCode.positionY: EvdevAxis(0, 499),
    ]
    self.description = description
    device = TraceDevice(description, id: id, node: "/dev/input/event\(number)").device
  }

  func open(on recorder: Recorder, state: EvdevState = EvdevState()) {
    let transform = description.normalization ?? .identity
    recorder.panelOpened(device, description, state: state, transform: transform, sendsEvents: true)
    recorder.take(.deviceAdded(device, at: Timestamp(microseconds: time)))
  }

  /// A frame's events, 8 ms after the last one's.
  mutating func events(_ values: [(UInt16, Int32)], touching: Int32? = nil) -> [EvdevEvent] {
    time += 8000
    let now = Timestamp(microseconds: time)
    return values.map { EvdevEvent(at: now, type: EvdevCode.absolute, code: $0.0, value: $0.1) }
      + (touching.map { [EvdevEvent(at: now, type: EvdevCode.key, code: EvdevCode.touch, value: $0)] } ?? [])
      + [EvdevEvent(at: now, type: EvdevCode.synchronization, code: EvdevCode.report, value: 0)]
  }

  mutating func down(_ id: Int32, slot: Int32 = 0, x: Int32, y: Int32) -> [EvdevEvent] {
    events(
      [(EvdevCode.slot, slot), (EvdevCode.trackingID, id), (EvdevCode.positionX, x), (EvdevCode.positionY, y)], touching: 1)
  }

  mutating func move(x: Int32) -> [EvdevEvent] { events([(EvdevCode.positionX, x)]) }

  mutating func up(slot: Int32 = 0) -> [EvdevEvent] {
    events([(EvdevCode.slot, slot), (EvdevCode.trackingID, -1)], touching: 0)
  }

  func frame(_ phase: TouchPhase, _ id: Int32, x: Double, y: Double) -> TouchFrame {
    TouchFrame(
      device: self.id, timestamp: Timestamp(microseconds: time),
      contacts: [Contact(trackingID: id, slot: 0, phase: phase, location: Point(x: x, y: y))])
  }
}

extension Recorder {
  func send(_ events: [EvdevEvent], of device: DeviceID = DeviceID(rawValue: 1)) {
    events.withUnsafeBufferPointer { panel(device, sent: $0) }
  }
}
