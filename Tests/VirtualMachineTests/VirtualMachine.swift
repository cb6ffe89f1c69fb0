import Foundation
import Testing

/// Runs scripts in the virtual machine of `tools/vm`, with the programs that `tools/test` built.
struct VirtualMachine {
  /// What a script left behind.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    /// The lines of the log that the script printed, with every time replaced by T and the device's number dropped.
    var log: [String] {
      output.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
        String($0).replacing(/"t":\d+/, with: #""t":T"#).replacing(/"device":"event\d+"/, with: #""device":"eventN""#)
      }
    }

    /// The lines that are no log lines.
    var words: [String] {
      output.split(separator: "\n").filter { !$0.hasPrefix("{") }.map(String.init)
    }
  }

  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Why no machine can be had here; `nil` where one can.
  static var problem: String? {
    let environment = ProcessInfo.processInfo.environment
    for name in ["CONTACTOR_BINARY", "CONTACTOR_TOUCHPANEL"]
    where !FileManager.default.isExecutableFile(atPath: environment[name] ?? "") {
      return "\(name) names no program; run the tests with tools/test"
    }
    return nil
  }

  /// Helpers that every script starts with: `panel WORDS` feeds touchpanel and waits until it is done, `start` starts
  /// contactor as the unprivileged user, `await FILE TEXT` waits for a line, `finish` stops contactor and prints its log.
  private static let prelude = """
    mkfifo /tmp/commands
    touchpanel </tmp/commands >/tmp/panel 2>&1 &
    exec 3>/tmp/commands
    step=0
    fail() { echo "FAILED: $*"; cat /tmp/panel /tmp/errors /tmp/log 2>/dev/null; exit 1; }
    await() { n=0; until grep -q -- "$2" "$1" 2>/dev/null; do n=$((n+1)); [ $n -lt 300 ] || fail "no '$2' in $1"; sleep 0.1; done; }
    panel() { step=$((step+1)); echo "$*" >&3; echo "print step-$step-done" >&3; await /tmp/panel "step-$step-done"; }
    start() { as kiosk contactor run /etc/layout.yaml --log /tmp/log "$@" 2>/tmp/errors & contactor=$!; }
    finish() { killall -TERM contactor; wait $contactor; status=$?; cat /tmp/log; return $status; }

    """

  /// Runs a script with a layout at /etc/layout.yaml.
  ///
  /// `files` are `HOST:GUEST`, `timeout` is in seconds.
  static func run(
    _ script: String, layout: String = "", programs: [String] = [], files: [String] = [], timeout: Int = 120
  ) throws -> Outcome {
    let environment = ProcessInfo.processInfo.environment
    let folder = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let layoutFile = folder.appending(path: "layout.yaml")
    let scriptFile = folder.appending(path: "script.sh")
    try layout.write(to: layoutFile, atomically: true, encoding: .utf8)
    try (prelude + script).write(to: scriptFile, atomically: true, encoding: .utf8)
    let programs = [environment["CONTACTOR_BINARY"] ?? "", environment["CONTACTOR_TOUCHPANEL"] ?? ""] + programs
    let process = Process()
    process.executableURL = repository.appending(path: "tools/vm")
    process.arguments =
      programs.flatMap { ["--program", $0] }
      + files.flatMap { ["--file", $0] }
      + ["--file", "\(layoutFile.path):/etc/layout.yaml", "--timeout", "\(timeout)", scriptFile.path]
    process.standardInput = FileHandle.nullDevice
    let output = folder.appending(path: "output")
    let errors = folder.appending(path: "errors")
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }
}
