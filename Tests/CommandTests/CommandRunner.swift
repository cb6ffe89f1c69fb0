import Foundation

/// Runs the built command as a child process.
struct CommandRunner {
  /// What a run printed and how it ended.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The product beside the test bundle.
  static let program: URL = {
    if let built = ProcessInfo.processInfo.environment["CONTACTOR_COMMAND"] { return URL(filePath: built) }
    let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return bundle.appending(path: "contactor")
  }()

  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Runs the command in a folder of its own that holds the files given.
  static func run(_ arguments: String..., files: [String: String] = [:]) throws -> Outcome {
    try launch(program, arguments, files)
  }

  /// Runs a shell script in such a folder; `contactor` in it is the built command.
  static func shell(_ script: String, files: [String: String] = [:]) throws -> Outcome {
    let function = "contactor() { \"\(program.path)\" \"$@\"; }\n"
    return try launch(URL(filePath: "/bin/sh"), ["-c", function + script], files)
  }

  private static func launch(
    _ program: URL, _ arguments: [String], _ files: [String: String]
  ) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let streams = ["output", "errors"].map { folder.appending(path: "." + $0) }
    for stream in streams { _ = FileManager.default.createFile(atPath: stream.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: streams[0])
    process.standardError = try FileHandle(forWritingTo: streams[1])
    try process.run()
    process.waitUntilExit()
    let texts = try streams.map { try String(contentsOf: $0, encoding: .utf8) }
    return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}

/// A recording of a panel that commands are tried with.
enum PanelRecording {
  /// A finger that moves on a panel of 154 × 86 mm and is lifted after 30 ms, in evemu's format.
  static let evemu = """
    # EVEMU 1.3
    N: ACME panel
    I: 0003 0eef 0001 0100
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    A: 2f 0 9 0 0 0
    A: 35 0 1539 0 0 10
    A: 36 0 859 0 0 10
    A: 39 0 65535 0 0 0
    E: 5.000000 0003 0039 0001
    E: 5.000000 0003 0035 0100
    E: 5.000000 0003 0036 0200
    E: 5.000000 0000 0000 0000
    E: 5.010000 0003 0035 0110
    E: 5.010000 0000 0000 0000
    E: 5.030000 0003 0039 -001
    E: 5.030000 0000 0000 0000

    """
}
