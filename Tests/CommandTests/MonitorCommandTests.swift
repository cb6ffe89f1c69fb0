import Foundation
import Testing

@Suite("contactor monitor, run as a child process")
struct MonitorCommandTests {
  @Test("A device that is missing or no touchscreen ends with status 3", arguments: ["libinput", "evdev"])
  func devices(source: String) throws {
    for node in ["/dev/input/event99", "/dev/null"] {
      let outcome = try CommandRunner.run("monitor", "--device", node, "--source", source)
      #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.hasPrefix("contactor: error: \(node): "), "\(outcome)")
    }
  }

  private let script = """
    {"t":1000000,"kind":"touch","touch":1,"phase":"began","x":400,"y":240}
    {"t":1010000,"kind":"touch","touch":1,"phase":"moved","x":800,"y":480}
    {"t":1050000,"kind":"touch","touch":1,"phase":"ended","x":800,"y":480}

    """

  @Test("A script is played with its own times, in per cent of what it covers, and then the monitor ends")
  func recording() throws {
    let outcome = try CommandRunner.run("monitor", "s", "--speed", "1000", files: ["s": script])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first?.contains(#""event":"added""#) == true && lines.last?.contains(#""event":"removed""#) == true)
    let touches = lines.filter { $0.contains(#""kind":"touch""#) }
    let expected = [
      #"{"t":1000000,"kind":"touch","touch":1,"phase":"began","x":49.938,"y":49.896,"#,
      #"{"t":1010000,"kind":"touch","touch":1,"phase":"moved","x":99.875,"y":99.792,"#,
      #"{"t":1050000,"kind":"touch","touch":1,"phase":"ended","x":99.875,"y":99.792,"#,
    ]
    try #require(touches.count == expected.count, "\(outcome)")
    for (line, start) in zip(touches, expected) { #expect(line.hasPrefix(start)) }
  }

  @Test("A gesture that time alone decides is shown at the recording's time, at its end too")
  func gestures() throws {
    let tap = """
      {"t":5000000,"kind":"touch","touch":1,"phase":"began","x":400,"y":240}
      {"t":5050000,"kind":"touch","touch":1,"phase":"ended","x":400,"y":240}

      """
    let outcome = try CommandRunner.run("monitor", "-", "--json", files: [:])
    #expect(outcome.status == 1 && outcome.output.isEmpty, "an empty input is no recording: \(outcome)")
    let played = try CommandRunner.run("monitor", "s", "--json", files: ["s": tap])
    let gesture = try #require(played.output.split(separator: "\n").first { $0.contains(#""gesture":"tap""#) }, "\(played)")
    #expect(gesture.hasPrefix(#"{"t":5"#), "\(gesture)")
  }

  @Test("A panel's recording is played in its own unit, the same in every format")
  func formats() throws {
    let outcome = try CommandRunner.shell(
      """
      contactor monitor a >1 || exit 9
      for f in contactor libinput jsonl; do
        contactor trace convert a -o b --format $f && contactor monitor b >2 && cmp 1 2; rm b
      done
      grep touch 1
      """, files: ["a": PanelRecording.evemu])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains(#""phase":"began","x":9.994,"y":19.977"#), "\(outcome)")
  }

  @Test("With --forward a script's touches are shown as the panel's and as the copy's, and one that is kept back has a line")
  func forward() throws {
    let both = script + script.replacing(#""touch":1"#, with: #""touch":2"#).replacing(":400", with: ":4").replacing("t\":1", with: "t\":2")
    let outcome = try CommandRunner.run(
      "monitor", "s", "--speed", "1000", "--forward", "--edges", "3%", files: ["s": both])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.filter { $0.contains(#""kind":"touch""#) && $0.contains(#""device":"copy""#) }.count == 3, "\(outcome)")
    #expect(
      lines.filter { $0.contains(#""kind":"forward""#) } == [
        #"{"t":2000000,"kind":"forward","event":"kept","why":"edge","touch":3,"device":""}"#
      ], "\(outcome)")
  }

  @Test(
    "What cannot be played is said",
    arguments: [
      (["nowhere"], 1, "nowhere: cannot be opened"), (["s"], 1, "s: this is no recording that is known here"),
      (["s", "--speed", "0"], 2, "above 0"), (["--speed", "2"], 2, "for a recording"),
      (["s", "--device", "/dev/null"], 2, "no --device"), (["s", "--edges", "3mm"], 2, "--edges is a rule of --forward"),
      (["--dead-zone", "0,0,1,1mm"], 2, "--dead-zone is a rule of --forward"),
      (["s", "--forward", "--fingers", "0"], 2, "--fingers takes a whole number"),
      (["s", "--forward", "--edges", "3 parsecs"], 2, "--edges takes lengths"),
    ])
  func mistakes(arguments: [String], status: Int32, reason: String) throws {
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try CommandRunner.shell("contactor monitor \(words)", files: ["s": "hello\n"])
    #expect(outcome.status == status && outcome.errors.contains(reason), "\(outcome)")
  }

  @Test("Positions beyond all bounds neither stop nor crash a monitor")
  func extremes() throws {
    let far = script.replacing("800", with: "1e300").replacing("480", with: "-1e300")
    let outcome = try CommandRunner.run("monitor", "s", "--speed", "1000", files: ["s": far])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains(#""phase":"ended""#), "\(outcome)")
  }

  @Test("A source that there is not is wrong usage")
  func source() throws {
    let outcome = try CommandRunner.run("monitor", "--source", "mouse")
    #expect(outcome.status == 2 && outcome.errors.contains("libinput"), "\(outcome)")
  }

  @Test("Stopped by a signal, it gives the terminal back as it was", arguments: [SIGINT, SIGTERM, SIGHUP])
  func terminal(signal: Int32) throws {
    // Swift's Glibc module leaves <pty.h> out.
    typealias OpenPTY =
      @convention(c) (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
        UnsafePointer<termios>?, UnsafeRawPointer?
      ) -> Int32
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "openpty"))
    var (program, watcher): (Int32, Int32) = (-1, -1)
    try #require(unsafeBitCast(symbol, to: OpenPTY.self)(&watcher, &program, nil, nil, nil) == 0)
    defer {
      close(program)
      close(watcher)
    }
    var before = termios()
    tcgetattr(program, &before)
    let process = Process()
    process.executableURL = CommandRunner.program
    process.arguments = ["monitor"]
    process.environment = ["TERM": "xterm", "LANG": "C.UTF-8"]
    process.standardInput = FileHandle(fileDescriptor: program, closeOnDealloc: false)
    process.standardOutput = FileHandle(fileDescriptor: program, closeOnDealloc: false)
    process.standardError = FileHandle.nullDevice
    try process.run()
    var during = before
    for _ in 0..<2400 where during.c_lflag & tcflag_t(ECHO) != 0 {
      usleep(50_000)
      tcgetattr(program, &during)
    }
    #expect(during.c_lflag & tcflag_t(ECHO) == 0, "the terminal is taken")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    var after = termios()
    tcgetattr(program, &after)
    #expect(after.c_lflag == before.c_lflag)
    let text = everything(from: watcher, endingWith: "\u{1B}[?1049l")
    #expect(text.hasPrefix("\u{1B}[?1049h") && text.hasSuffix("\u{1B}[?1049l"), "\(text.debugDescription)")
  }

  /// What was written to a terminal, which hands it on piece by piece, up to the end that is waited for.
  private func everything(from watcher: Int32, endingWith end: String) -> String {
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    for _ in 0..<1200 {
      var request = pollfd(fd: watcher, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 100) > 0 { text += bytes[..<max(0, read(watcher, &bytes, bytes.count))] }
      if String(decoding: text, as: UTF8.self).hasSuffix(end) { break }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
