import Glibc

/// Reads a secret: a line of a file or pipe, or of a terminal, which shows nothing of it and asks twice.
public struct SecretInput {
  private let descriptor: Int32
  private let ask: (String) -> Void

  /// Reads from a descriptor, which stays the caller's.
  ///
  /// - Parameter ask: shows the questions, where it is a terminal.
  public init(_ descriptor: Int32, ask: @escaping (String) -> Void) {
    self.descriptor = descriptor
    self.ask = ask
  }

  /// Reads the secret, without the end of its line.
  ///
  /// - Throws: `SystemError` for what is no secret: nothing, more than a line, too long a line, and two different ones on a terminal.
  public func read() throws(SystemError) -> Secret {
    guard isatty(descriptor) == 1 else {
      let secret = try line(isLast: true)
      return secret
    }
    return try withoutEcho { () throws(SystemError) in
      ask("Secret: ")
      let first = try line(isLast: false)
      ask("\nOnce more: ")
      let second = try line(isLast: false)
      ask("\n")
      guard first.hasSameText(as: second) else { throw Self.mistake("the two are different") }
      return first
    }
  }

  /// Calls the body while the terminal shows nothing of what is typed; a signal that would end the program waits until it shows it again.
  private func withoutEcho(_ body: () throws(SystemError) -> Secret) throws(SystemError) -> Secret {
    var (signals, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { unsafe sigaddset(&signals, signal) }
    var usual = termios()
    guard unsafe tcgetattr(descriptor, &usual) == 0 else { throw SystemError(errno: errno, place: "tcgetattr") }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO)
    unsafe tcsetattr(descriptor, TCSAFLUSH, &silent)
    defer {
      unsafe tcsetattr(descriptor, TCSAFLUSH, &usual)
      // What has come meanwhile ends the program here.
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }

  /// Whether a signal waits that would end the program.
  private var isInterrupted: Bool {
    var waiting = sigset_t()
    unsafe sigpending(&waiting)
    return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains { unsafe sigismember(&waiting, $0) == 1 }
  }

  /// The next line.
  ///
  /// - Parameter isLast: whether nothing may follow.
  private func line(isLast: Bool) throws(SystemError) -> Secret {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    defer { unsafe bytes.withUnsafeMutableBytes { unsafe Secret.wipe($0) } }
    while bytes.count <= 512 {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = unsafe poll(&request, 1, 100)
      if isInterrupted { throw SystemError(errno: EINTR, place: "standard input") }
      if count <= 0 { continue }
      var byte: UInt8 = 0
      let read = unsafe withUnsafeMutableBytes(of: &byte) { unsafe SystemCalls.kernel.readSome(descriptor, into: $0) }
      if read == -Int(EAGAIN) { continue }
      guard read >= 0 else { throw SystemError(errno: Int32(-read), place: "standard input") }
      if read == 0 || byte == 10 { return try secret(bytes, isAtEnd: read == 0 || !isLast) }
      bytes.append(byte)
    }
    throw Self.mistake("a secret has 511 bytes at most")
  }

  private func secret(_ bytes: [UInt8], isAtEnd: Bool) throws(SystemError) -> Secret {
    let secret = Secret(bytes.last == 13 ? bytes[..<(bytes.count - 1)] : bytes[...])
    guard !secret.isEmpty else { throw Self.mistake("nothing was typed; a secret has a character at least") }
    guard secret.isUsable else { throw Self.mistake("a secret has 511 bytes at most, and no NUL") }
    if isAtEnd { return secret }
    var byte: UInt8 = 0
    // A second line is a mistake rather than a part of the secret.
    let rest = unsafe withUnsafeMutableBytes(of: &byte) { unsafe SystemCalls.kernel.readSome(descriptor, into: $0) }
    guard rest <= 0 else { throw Self.mistake("there is more than one line") }
    return secret
  }

  private static func mistake(_ reason: String) -> SystemError { SystemError(errno: EINVAL, place: "standard input", reason: reason) }
}
