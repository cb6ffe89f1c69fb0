import ContactorCore
import ContactorInput
import ContactorSystem
import Glibc

/// Writes the command's messages: to standard error, each line with the command's name, or to the journal, and its output.
enum Console {
  /// The journal where standard error leads to it, as in a service: it gets messages with fields, without waiting.
  private static let journal = Journal.behindStandardError()

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
  ///
  /// - Parameter layout: the layout that the service runs, for the journal.
  /// - Parameter waits: whether to wait until standard error takes the line. Where that would delay touches, the line is
  ///   dropped instead.
  static func error(_ message: String, waits: Bool = true, layout: String? = nil) {
    line("contactor: error: " + message, waits: waits, layout: layout)
  }

  /// Writes a line that is no error.
  static func note(_ message: String, waits: Bool = true, layout: String? = nil) {
    line("contactor: " + message, waits: waits, layout: layout)
  }

  /// Writes a line as it is.
  static func line(_ text: String, waits: Bool = true, layout: String? = nil) {
    guard let journal else { return standardError(text, waits: waits) }
    let message = ServiceMessage(line: text, layout: layout)
    guard !journal.send(message) else { return }
    for line in message.prefixedLines { standardError(line, waits: waits) }
  }

  private static func standardError(_ text: String, waits: Bool) {
    guard waits || takesBytes(STDERR_FILENO) else { return }
    // A pipe that is writable takes at least PIPE_BUF bytes.
    let bytes = Array(text.utf8)
    write(waits ? bytes + [10] : bytes.prefix(Int(PIPE_BUF) - 1) + [10], to: STDERR_FILENO)
  }

  /// Writes a part of a line, for progress on a terminal.
  static func part(_ text: String) {
    write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Writes to standard output, or ends the program.
  ///
  /// A reader that is gone, as `head` after its lines, ends the program silently; any other failure is an error.
  static func print(_ text: String) {
    let number = write(Array(text.utf8), to: STDOUT_FILENO)
    guard number != 0 else { return }
    if number == EPIPE { exit(0) }
    error("standard output: cannot be written: \(SystemError.text(of: number))")
    exit(Code.failed.rawValue)
  }

  private static func takesBytes(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLOUT) != 0
  }

  /// Writes all of the bytes, and gives 0 or an error number.
  @discardableResult
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    do throws(SystemError) {
      let file = OutputFile(try FileDescriptor.duplicate(descriptor))
      var number: Int32 = 0
      unsafe bytes.withUnsafeBytes { bytes in
        do throws(OutputFile.WriteError) { try unsafe file.write(bytes) } catch { number = error.errno }
      }
      return number
    } catch {
      // No descriptor is free, which has to be said all the same: as far as the reader takes it.
      return unsafe bytes.withUnsafeBytes { unsafe SystemCalls.kernel.writeAll($0, to: descriptor).errno }
    }
  }
}

/// Shows the progress of reading a recording, on a terminal, after the first second.
final class ProgressBar {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = MonotonicClock.now.microseconds
  private var shown = -1

  /// Shows how many bytes of how many have been read; nothing if the number is not known.
  func show(_ done: Int64, of all: Int64?) {
    guard isTerminal, let all, all > 0 else { return }
    let percent = Int(min(done, all) * 100 / all)
    guard percent != shown, MonotonicClock.now.microseconds - start > 1_000_000 else { return }
    shown = percent
    let filled = percent * 40 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 40 - filled)
    Console.part("\r[\(bar)] \(percent) %")
  }

  /// Takes the bar away.
  func clear() {
    if shown >= 0 { Console.part("\r\u{1b}[K") }
    shown = -1
  }
}
