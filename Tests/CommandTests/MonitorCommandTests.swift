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
