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

    /// The number and phase of each touch line, in order: `"1 began"`.
    var phases: [String] {
      log.compactMap { $0.firstMatch(of: /"touch":(\d+),"phase":"(\w+)"/).map { "\($0.1) \($0.2)" } }
    }

    /// The number after a name that starts a line.
    func number(_ name: String) -> Int? {
      words.first { $0.hasPrefix(name + " ") }.flatMap { Int($0.dropFirst(name.count + 1)) }
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

  /// Helpers that every script starts with.
  ///
  /// `panel WORDS` feeds touchpanel and waits until it is done; `start` starts contactor as the unprivileged user, `begin`
  /// does so afresh with `$source`; `await FILE TEXT` and `again EVENT NUMBER` wait for a line and for that many of the
  /// log's, `counted FILE TEXT NUMBER` for that many of a file's, `opened PID NODE` until a process has a panel open,
  /// `exists FILE` and `steady FILE` until a file is there and until it has stopped to grow; `finish` stops contactor and
  /// prints its log. Nothing is waited for by time alone: limits are minutes of the machine's own clock, which
  /// counts instructions.
  private static let prelude = """
    source=libinput
    mkfifo /tmp/commands
    touchpanel </tmp/commands >/tmp/panel 2>&1 &
    exec 3>/tmp/commands
    step=0
    fail() { echo "FAILED: $*"; cat /tmp/panel /tmp/errors /tmp/log 2>/dev/null; exit 1; }
    await() { n=0; until grep -q -- "$2" "$1" 2>/dev/null; do n=$((n+1)); [ $n -lt 1800 ] || fail "no '$2' in $1"; sleep 0.1; done; }
    again() { n=0; until [ "$(lines "$1")" -ge "$2" ]; do n=$((n+1)); [ $n -lt 1800 ] || fail "not $2 times $1"; sleep 0.1; done; }
    opened() { n=0; until ls -l /proc/$1/fd 2>/dev/null | grep -q -- "-> $2\\$"; do n=$((n+1)); [ $n -lt 1800 ] || fail "$1 did not open $2"; sleep 0.1; done; }
    counted() { n=0; until [ "$(grep -c -- "$2" "$1")" -ge "$3" ]; do n=$((n+1)); [ $n -lt 1800 ] || fail "not $3 times '$2' in $1"; sleep 0.1; done; }
    exists() { n=0; until [ -e "$1" ]; do n=$((n+1)); [ $n -lt 1800 ] || fail "no $1"; sleep 0.1; done; }
    steady() { n=0; last=; until [ "$(wc -c <$1)" = "$last" ]; do last=$(wc -c <$1); n=$((n+1)); [ $n -lt 1800 ] || fail "$1 keeps growing"; sleep 0.5; done; }
    lines() { grep -c -- "\\"$1\\"" /tmp/log 2>/dev/null; }
    begin() { rm -f /tmp/log /tmp/errors; as kiosk contactor run /etc/layout.yaml --source $source --log /tmp/log "$@" 2>/tmp/errors & contactor=$!; }
    tapWorks() { ends=$(lines ended); panel tap pad 0 5 10; again ended $((ends+1)); echo "works: $*"; }
    process() { pidof contactor | tr ' ' '\\n' | tail -n 1; }
    node() { grep '^pad' /tmp/panel | tail -n 1 | cut -d ' ' -f 2; }
    traced() { strace -f -o /tmp/trace "$@" -p $(process) 2>/dev/null & tracer=$!; await /proc/$(process)/status 'TracerPid:.[1-9]'; }
    untraced() { kill -INT $tracer; wait $tracer; }
    panel() { step=$((step+1)); echo "$*" >&3; echo "print step-$step-done" >&3; await /tmp/panel "step-$step-done"; }
    start() { as kiosk contactor run /etc/layout.yaml --log /tmp/log "$@" 2>/tmp/errors & contactor=$!; }
    finish() { killall -TERM contactor; wait $contactor; status=$?; cat /tmp/log; return $status; }

    """

  /// Runs a script with a layout at /etc/layout.yaml.
  ///
  /// `files` are `HOST:GUEST`, `timeout` is in seconds of this machine's time, `extras` are what `tools/vm --with` takes. With `isDebian` the
  /// machine is that of `tools/vm --systemd`, without the contactor that was built: its package brings it. With `shots`, a folder of this
  /// machine, there is a screen of 800 by 480 pixels, and the command `screenshot` writes there.
  static func run(
    _ script: String, layout: String = "", programs: [String] = [], files: [String] = [], extras: [String] = [],
    isDebian: Bool = false, shots: URL? = nil, timeout: Int = 600
  ) throws -> Outcome {
    let environment = ProcessInfo.processInfo.environment
    let folder = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let layoutFile = folder.appending(path: "layout.yaml")
    let scriptFile = folder.appending(path: "script.sh")
    try layout.write(to: layoutFile, atomically: true, encoding: .utf8)
    try (prelude + script).write(to: scriptFile, atomically: true, encoding: .utf8)
    let built = (isDebian ? [] : ["CONTACTOR_BINARY"]) + ["CONTACTOR_TOUCHPANEL"]
    let programs = built.map { environment[$0] ?? "" } + programs
    let process = Process()
    process.executableURL = repository.appending(path: "tools/vm")
    var arguments = isDebian ? ["--systemd"] : []
    arguments += programs.flatMap { ["--program", $0] }
    arguments += files.flatMap { ["--file", $0] }
    arguments += extras.flatMap { ["--with", $0] }
    if let shots { arguments += ["--screen", "800x480", "--shots", shots.path] }
    arguments += ["--file", "\(layoutFile.path):/etc/layout.yaml", "--timeout", "\(timeout)", scriptFile.path]
    process.arguments = arguments
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
