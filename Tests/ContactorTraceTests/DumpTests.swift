import ContactorCore
import ContactorEvdev
import ContactorTrace
import Glibc
import Testing

/// Dumps as people paste them, each beside what it is read as: `NAME.txt` and `NAME.read`.
///
/// `CONTACTOR_WRITE_DUMPS=1` writes the second files anew, to be compared and read.
@Suite("Dumps of other programs, as people paste them")
struct DumpTests {
  private static let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/dumps/"

  private static let names: [String] = {
    guard let folder = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.hasSuffix(".txt") { names.append(String(name.dropLast(4))) }
    }
    return names.sorted()
  }()

  @Test("1.12 A dump is read as it is meant, and says what was guessed, passed over and damaged", arguments: names)
  func read(_ name: String) throws {
    let found = Self.text(Self.folder + name + ".txt")
    let file = Self.folder + name + ".read"
    if unsafe getenv("CONTACTOR_WRITE_DUMPS") != nil { try Self.write(found, to: file) }
    #expect(Self.contents(of: file) == found, "\(name)")
  }

  private static func write(_ text: String, to path: String) throws {
    let file = try #require(unsafe fopen(path, "w"))
    unsafe fputs(text, file)
    unsafe fclose(file)
  }

  private static func contents(of path: String) -> String {
    guard let file = unsafe fopen(path, "r") else { return "" }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("there are dumps") func isThere() { #expect(Self.names.count >= 107) }

  /// The reading of a dump, a line for each fact: the places are thousandths of the panel.
  private static func text(_ path: String) -> String {
    let lines = Lines()
    do {
      var reader = try RecordingReader(path: path, .playing)
      lines.add("format \(reader.format.rawValue)")
      var sink = DumpSink(lines)
      var failure: TraceError?
      do throws(TraceError) { while try reader.readNext(into: &sink) {} } catch { failure = error }
      for finding in reader.findings { lines.add("finding \(finding)") }
      if let failure { throw failure }
    } catch let error as TraceError {
      lines.add("error \(error.code)\(error.line > 0 ? " line \(error.line)" : ""): \(error.message)")
    } catch {
      lines.add("error \(error)")
    }
    return lines.text
  }
}

private final class Lines {
  private(set) var text = ""

  func add(_ line: String) { text += line + "\n" }
}

/// Plays a dump and writes what comes of it.
private struct DumpSink: TraceSink {
  private let lines: Lines
  private var player: TracePlayer

  init(_ lines: Lines) {
    self.lines = lines
    player = TracePlayer(mapping: { $0.description?.normalization ?? .identity }) { step in
      guard case .event(.frame(let frame)) = step else { return }
      for contact in frame.contacts where contact.phase != .stationary {
        let (x, y) = ((contact.location.x * 1000).rounded(), (contact.location.y * 1000).rounded())
        lines.add("  \(frame.timestamp.microseconds) device \(frame.device.rawValue) \(contact.phase) \(Int(x)),\(Int(y))")
      }
    }
  }

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    try unsafe player.take(events, from: device)
  }

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .device(let device, _):
      let panel = device.description.map { description in
        let axes = [("x", description.horizontal), ("y", description.vertical)].map { name, axis in
          "\(name)=" + (axis.map { "\($0.minimum)..\($0.maximum)" } ?? "?")
        }
        return "\(DeviceClass(description).rawValue), \(description.contactProtocol), \(axes.joined(separator: ","))"
      }
      lines.add("device \(device.id.rawValue) '\(device.device.name)' \(device.device.node): \(panel ?? "not described")")
    case .deviceRemoved(let id, _): lines.add("device \(id.rawValue) goes")
    case .damage(let damage): lines.add("damage \(damage)")
    default: break
    }
    try player.take(record)
  }

  mutating func finish() throws(TraceError) { try player.finish() }
}
