import Glibc

/// What the command says to a person: on standard error, each line with the command's name.
enum Console {
  /// Exit codes, as INTERFACES promises them.
  enum Code: Int32 {
    /// A difference, a failed check or an error in the data.
    case failed = 1
    /// Wrong usage.
    case usage = 2
    /// No permission or no device.
    case noDevice = 3
  }

  /// Writes an error line.
  static func error(_ message: String) {
    line("contactor: error: " + message)
  }

  /// Writes a line that is no error.
  static func note(_ message: String) {
    line("contactor: " + message)
  }

  /// Writes a line as it is.
  static func line(_ text: String) {
    write(text + "\n", to: STDERR_FILENO)
  }

  /// Writes a part of a line, for progress on a terminal.
  static func part(_ text: String) {
    write(text, to: STDERR_FILENO)
  }

  /// Writes to standard output.
  static func print(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
