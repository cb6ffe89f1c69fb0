import ContactorCore
@testable import ContactorKiosk
@testable import ContactorSystem
import Glibc
import Testing

/// A pseudo terminal: the end that a program draws on, and the end from which a test watches it.
final class PseudoTerminal {
  let program: Int32
  private(set) var watcher: Int32

  init() throws {
    // Swift's Glibc module leaves <pty.h> out.
    typealias OpenPTY =
      @convention(c) (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
        UnsafePointer<termios>?, UnsafeRawPointer?
      ) -> Int32
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "openpty"))
    var (program, watcher): (Int32, Int32) = (-1, -1)
    try #require(unsafeBitCast(symbol, to: OpenPTY.self)(&watcher, &program, nil, nil, nil) == 0)
    (self.program, self.watcher) = (program, watcher)
  }

  deinit {
    close(program)
    hangUp()
  }

  /// Closes the watcher's end, as the end of a terminal's window does.
  func hangUp() {
    if watcher >= 0 { close(watcher) }
    watcher = -1
  }

  var settings: termios {
    var settings = termios()
    tcgetattr(program, &settings)
    return settings
  }

  /// Types a text.
  func type(_ text: String) {
    write(watcher, text, text.utf8.count)
  }

  /// The text that the program wrote, which the kernel hands on piece by piece, up to the end that is waited for.
  func text(endingWith end: String) -> String {
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    for _ in 0..<1200 where !String(decoding: text, as: UTF8.self).hasSuffix(end) {
      var request = pollfd(fd: watcher, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 100) > 0 { text += bytes[..<max(0, read(watcher, &bytes, bytes.count))] }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

@Suite struct TerminalTests {
  private static let entered = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
  private static let left = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// System calls that answer as a test says: how many bytes are taken at most, or a negated error number.
  private final class Calls: Sendable {
    let answers: Guarded<[Int]>
    let written = Guarded<[UInt8]>([])
    let waits = Guarded(0)

    /// The last answer is given again and again.
    init(_ answers: Int...) { self.answers = Guarded(answers) }

    var calls: SystemCalls {
      var calls = SystemCalls.kernel
      calls.write = { [self] _, bytes in
        let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        guard answer > 0 else { return answer }
        written.withLock { $0 += bytes.prefix(answer) }
        return min(answer, bytes.count)
      }
      calls.waitUntilWritable = { [self] _ in waits.withLock { $0 += 1 } }
      return calls
    }

    var text: String { String(decoding: written.withLock { $0 }, as: UTF8.self) }
  }

  /// A terminal object whose output is a descriptor that is no terminal.
  private func terminal(_ calls: Calls) throws -> Terminal {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    return try Terminal(output: null, input: null, calls: calls.calls)
  }

  @Test func `a terminal that takes bytes only now and then gets all of them, in order`() throws {
    let calls = Calls(-Int(EAGAIN), 3, -Int(EINTR), -Int(EAGAIN), 1, 7, -Int(EAGAIN), 4)
    let terminal = try terminal(calls)
    terminal.enter()
    #expect(terminal.show(["one", "two"]))
    terminal.leave()
    #expect(calls.text == Self.entered + "\u{1B}[1;1H\u{1B}[Kone\u{1B}[2;1H\u{1B}[Ktwo" + Self.left)
    #expect(calls.waits.withLock { $0 } == 3)
  }

  @Test(arguments: [EPIPE, EIO, ENXIO, EBADF]) func `a terminal that is gone is told`(number: Int32) throws {
    let calls = Calls(1 << 20, -Int(number))
    let terminal = try terminal(calls)
    terminal.enter()
    #expect(!terminal.show(["one"]))
    terminal.leave()
    #expect(calls.text == Self.entered)
  }

  @Test func `lines that are shown already are not sent again`() throws {
    let calls = Calls(1 << 20)
    let terminal = try terminal(calls)
    terminal.show(["one", "two"])
    let before = calls.text
    terminal.show(["one", "two"])
    #expect(calls.text == before)
    terminal.show(["one"])
    #expect(calls.text == before + "\u{1B}[2;1H\u{1B}[K")
    terminal.invalidate()
    terminal.show(["one"])
    #expect(calls.text.hasSuffix("\u{1B}[2J\u{1B}[1;1H\u{1B}[Kone"))
  }

  @Test func `what is no terminal has no keys and the usual size, and its settings stay as they are`() throws {
    let calls = Calls(1 << 20)
    let terminal = try terminal(calls)
    #expect(terminal.keys == nil && terminal.readKeys() == [] && terminal.size == (80, 24))
    terminal.enter()
    terminal.enter()
    terminal.leave()
    terminal.leave()
    #expect(calls.text == Self.entered + Self.left)
    let file = open("/dev/null", O_WRONLY)
    #expect(!Terminal.isDrawable(file))
    close(file)
  }

  @Test func `an output that is not open is an error`() throws {
    #expect { _ = try Terminal(output: -1, input: -1) } throws: { ($0 as? SystemError)?.errno == EBADF }
  }

  @Test func `keys are read one by one without an echo, until the keyboard is gone`() throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.settings
    let terminal = try Terminal(output: pseudo.program, input: pseudo.program)
    terminal.enter()
    #expect(pseudo.settings.c_lflag & tcflag_t(ICANON | ECHO) == 0)
    pseudo.type("ab")
    #expect(terminal.readKeys() == Array("ab".utf8))
    terminal.leave()
    #expect(pseudo.settings.c_lflag == before.c_lflag)
    #expect(pseudo.text(endingWith: Self.left) == Self.entered + Self.left)
    terminal.enter()
    pseudo.hangUp()
    #expect(terminal.readKeys() == nil && !terminal.show(["one"]))
    terminal.leave()
  }

  @Test func `the given descriptors stay open`() throws {
    let pseudo = try PseudoTerminal()
    do { _ = try Terminal(output: pseudo.program, input: pseudo.program) }
    #expect(isatty(pseudo.program) == 1)
  }
}
