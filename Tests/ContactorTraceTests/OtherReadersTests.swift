import ContactorCore
import ContactorEvdev
import ContactorTrace
import Glibc
import Testing

@Suite("Other programs read what is written")
struct OtherReadersTests {
  /// What a command prints; `nil` where it fails.
  private static func output(_ command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
    return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// A file that is removed afterwards.
  private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    var name = Array("/tmp/contactor-trace-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    try #require(descriptor >= 0)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      close(descriptor)
      unlink(path)
    }
    let sink = try FileSink(path: path)
    try bytes.withUnsafeBytes { try sink.write($0) }
    return try body(path)
  }

  private static let hasPython = output("python3 --version") != nil
  private static let hasYAML = output("python3 -c 'import yaml'") != nil

  @Test(
    "A reader that was written by the format's page alone finds every event and every frame",
    .disabled(if: !hasPython, "there is no python3"), arguments: 0..<6)
  func independent(seed: Int) throws {
    let items = try RandomRecording.items(seed: seed, steps: 25)
    var expected: [String] = []
    for item in items {
      switch item {
      case .events(let events, let id):
        expected += events.map { "\(id.rawValue) \($0.time.microseconds) \($0.type) \($0.code) \($0.value)" }
      case .record(.frame(let frame)):
        let contacts = frame.contacts.map { contact in
          "\(contact.trackingID) \(contact.slot) \(contact.phase.rawValue)"
        }
        expected.append((["frame", "\(frame.device.rawValue)", "\(frame.timestamp.microseconds)"] + contacts).joined(separator: " | "))
      default: break
      }
    }
    let script = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/independent_reader.py"
    let bytes = try written(items, TraceWriterOptions(blockSize: 700))
    let text = try withFile(bytes) { try #require(Self.output("python3 '\(script)' '\($0)'")) }
    // The places are compared bit by bit elsewhere; how a number is spelled differs.
    let found = text.split(separator: "\n").map { line -> String in
      guard line.hasPrefix("frame") else { return String(line) }
      let parts = line.split(separator: " | ").map(String.init)
      return parts.prefix(3).joined(separator: " | ")
        + parts.dropFirst(3).map { " | " + $0.split(separator: " ").prefix(3).joined(separator: " ") }.joined()
    }
    #expect(found == expected, "seed \(seed)")
  }

  @Test(
    "libinput's text is YAML with what libinput replay asks for",
    .disabled(if: !hasYAML, "there is no python3 with yaml"), arguments: 0..<4)
  func yaml(seed: Int) throws {
    let (device, events) = RandomRecording.events(seed: seed, frames: 12)
    let bytes = try written([.record(.device(device, at: events[0].time)), .events(events, device.id)], as: .libinput)
    let program = """
      import sys, yaml
      recording = yaml.safe_load(open(sys.argv[1]))
      assert recording["version"] == 1 and recording["ndevices"] == len(recording["devices"])
      device = recording["devices"][0]
      evdev = device["evdev"]
      assert len(evdev["id"]) == 4 and isinstance(evdev["name"], str) and isinstance(evdev["properties"], list)
      for kind, codes in evdev["codes"].items():
          for code in codes:
              if kind == 3: assert len(evdev["absinfo"][code]) == 5
      [entry.split("=", maxsplit=1) for entry in device["udev"]["properties"]]
      for frame in device["events"]:
          for sec, usec, kind, code, value in frame["evdev"]:
              assert 0 <= usec < 1000000
              print(sec * 1000000 + usec, kind, code, value)
          assert frame["evdev"][-1][2:4] == [0, 0]
      """
    let text = try withFile(bytes) { trace in
      try withFile(Array(program.utf8)) { script in try #require(Self.output("python3 '\(script)' '\(trace)'")) }
    }
    #expect(
      text.split(separator: "\n").map(String.init)
        == events.map { "\($0.time.microseconds) \($0.type) \($0.code) \($0.value)" })
  }
}
