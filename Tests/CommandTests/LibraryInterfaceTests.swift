import Foundation
import Testing

/// What `tools/abi` says of headers that differ from the last release's.
@Suite struct LibraryInterfaceTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static var header: String {
    get throws { try String(contentsOf: root.appending(path: "Sources/CContactorAPI/include/contactor.h"), encoding: .utf8) }
  }

  /// Runs `tools/abi` on a header.
  private func compare(_ header: String) throws -> (status: Int32, output: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID()).h")
    try header.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = Self.root.appending(path: "tools/abi")
    process.arguments = ["--header", file.path]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test(
    "15.1 A header from which something was taken or in which something changed is refused",
    arguments: [
      ("contactor_result contactor_feed_up(contactor_feed *feed, int64_t id);", ""),
      ("int64_t time_us;           /* on the engine's clock */\n  uint32_t events;", "uint32_t events;\n  int64_t time_us;"),
      ("CONTACTOR_KNOB = 21,", "CONTACTOR_KNOB = 29,"),
      (
        "contactor_engine_advance(contactor_engine *engine, int64_t time_us)",
        "contactor_engine_advance(contactor_engine *engine, int32_t time_us)"
      ),
      ("CONTACTOR_STATE_SELECTED = 1 << 2,", "CONTACTOR_STATE_SELECTED = 1 << 5,"),
    ])
  func refused(old: String, new: String) throws {
    let header = try Self.header
    try #require(header.contains(old))
    // Without the library, whose names are those of the header as it is.
    let (status, output) = try compare(header.replacing(old, with: new))
    #expect(status == 1, "\(output)")
  }

  @Test("15.1 A header to which something was added is compatible")
  func added() throws {
    let header = try Self.header.replacing(
      "contactor_result contactor_feed_up(",
      with: "contactor_result contactor_feed_new(contactor_feed *feed);\ncontactor_result contactor_feed_up(")
    let (_, output) = try compare(header)
    #expect(output.contains("1 Added function") || output.contains("contactor_feed_new"), "\(output)")
    #expect(!output.contains("do not run with this") && !output.contains("was changed or removed"), "\(output)")
  }

  @Test("15.1 Every function's comment says its thread and its errors")
  func comments() throws {
    let header = try Self.header
    let pattern = /\/\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:contactor_result|int32_t|const char \*) ?(contactor_[a-z_0-9]+)\(/
    let functions = header.matches(of: pattern)
    let declared = header.matches(of: /\n(?:contactor_result|int32_t|const char \*) ?contactor_[a-z_0-9]+\(/)
    #expect(functions.count == declared.count && functions.count > 130)
    for match in functions where !match.1.contains("Thread:") || !match.1.contains("Errors:") {
      Issue.record("the comment of \(match.2) lacks its thread or its errors")
    }
  }
}
