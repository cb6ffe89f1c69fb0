import ContactorSystem
import Glibc

/// Compares a log, while it is written, with a file; stops at the first line that differs.
///
/// Some differences are allowed. `run` actions in a file of an older version may be without `argv`. Those of a kiosk may be not handled, as
/// the program could not be started, which an `outcome` line reports too. `programs`, `verifies` and `debounced` lines, once in each file
/// of a kiosk's log, are not compared. The file may end where the recording ends: lines of the time after that, such as of a tap that
/// waited for a second one, are compared only where the file goes on.
public final class LogComparison {
  /// The first line that differs.
  public struct Difference: Hashable, Sendable {
    /// The line's number, from 1.
    public let line: Int
    /// The file's line; empty after its end.
    public let expected: String
    /// The log's line; empty after its end.
    public let found: String
  }

  private let descriptor: FileDescriptor
  private var number = 0
  private var pending: [UInt8] = []
  private var expected: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// Whether the next lines are of the time after the recording.
  private var isAfterRecording = false
  /// The first line that differs; `nil` as long as there is none.
  public private(set) var difference: Difference?

  /// Opens the file.
  ///
  /// - Throws: `LogWriter.OpenError` if it cannot be read.
  public init(path: String) throws(LogWriter.OpenError) {
    do throws(SystemError) {
      descriptor = try FileDescriptor(unsafe open(path, O_RDONLY | O_CLOEXEC), from: path)
    } catch {
      throw LogWriter.OpenError(description: error.description)
    }
  }

  /// Takes the log's next bytes.
  public func take(_ bytes: [UInt8]) {
    guard difference == nil else { return }
    pending += bytes
    var start = 0
    while difference == nil, let end = pending[start...].firstIndex(of: 10) {
      compareLine(pending[start..<end])
      start = end + 1
    }
    pending.removeFirst(start)
  }

  /// Notes that the recording is over: the next lines are of the time after it.
  public func recordingEnded() { isAfterRecording = true }

  /// Ends the log: lines that the file has left are missing in it.
  public func finish() {
    guard difference == nil else { return }
    if !pending.isEmpty { compareLine(pending[...]) }
    pending = []
    while difference == nil, let rest = nextCompared() { compare([], with: rest) }
  }

  private func compareLine(_ found: ArraySlice<UInt8>) {
    if !Self.isOfPrograms(found) { compare(found, with: nextCompared()) }
  }

  /// The file's next line that is compared; `nil` after the last.
  private func nextCompared() -> [UInt8]? {
    while let line = nextLine() {
      if !Self.isOfPrograms(line[...]) { return line }
    }
    return nil
  }

  private static func isOfPrograms(_ line: ArraySlice<UInt8>) -> Bool {
    line.count < 60 && ["programs", "verifies", "debounced"].contains { line.ends(with: "\"kind\":\"\($0)\"}".utf8) }
  }

  private func compare(_ found: ArraySlice<UInt8>, with line: [UInt8]?) {
    number += 1
    if let line {
      if line.elementsEqual(found) || Self.isSame(line, withoutArguments: found) || Self.isSame(line, handled: found) { return }
    } else if isAfterRecording {
      return
    }
    difference = Difference(
      line: number, expected: String(decoding: line ?? [], as: UTF8.self), found: String(decoding: found, as: UTF8.self))
  }

  /// Whether the file's line is the log's without the arguments of a `run` action.
  private static func isSame(_ line: [UInt8], withoutArguments found: ArraySlice<UInt8>) -> Bool {
    // Within a string the quotation marks would have backslashes, so that the mark can only be the key.
    let mark = Array(",\"argv\":[".utf8)
    let length = line.count - 1
    guard length > 0, line.last == UInt8(ascii: "}"), found.count > length + mark.count else { return false }
    let rest = found.dropFirst(length)
    return rest.starts(with: mark) && rest.suffix(2).elementsEqual("]}".utf8) && line.dropLast().elementsEqual(found.prefix(length))
  }

  /// Whether the file's line is the log's but for a `run` action that was not handled.
  private static func isSame(_ line: [UInt8], handled found: ArraySlice<UInt8>) -> Bool {
    guard line.count == found.count + 1, let index = zip(line, found).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
      return false
    }
    let (before, rest) = (line[..<index], found[(found.startIndex + index)...])
    // The members before it are the program and "run", so that no text can look like this.
    return before.ends(with: "\"handled\":".utf8) && before.contains("\"action\":\"run\",\"target\":".utf8)
      && line[index...].starts(with: "false".utf8) && rest.starts(with: "true".utf8)
      && line[(index + 5)...].elementsEqual(rest.dropFirst(4))
  }

  /// The file's next line without its end; `nil` after the last.
  private func nextLine() -> [UInt8]? {
    while true {
      if let end = expected[position...].firstIndex(of: 10) {
        defer { position = end + 1 }
        return Array(expected[position..<end])
      }
      guard !isAtEnd else {
        guard position < expected.count else { return nil }
        defer { position = expected.count }
        return Array(expected[position...])
      }
      fill()
    }
  }

  private func fill() {
    expected.removeFirst(position)
    position = 0
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe block.withUnsafeMutableBytes { unsafe SystemCalls.kernel.readSome(descriptor.rawValue, into: $0) }
    if count > 0 { expected += block[..<count] } else { isAtEnd = true }
  }
}

extension Collection where Element == UInt8, SubSequence: BidirectionalCollection {
  fileprivate func ends(with text: String.UTF8View) -> Bool { suffix(text.count).elementsEqual(text) }

  fileprivate func contains(_ text: String.UTF8View) -> Bool {
    indices.contains { self[$0...].starts(with: text) }
  }
}
