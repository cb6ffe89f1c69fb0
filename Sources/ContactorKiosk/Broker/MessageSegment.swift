import ContactorSystem
import Glibc

/// A file of a queue: records of messages, one behind the other.
struct MessageSegment {
  /// The number of its first message, which names the file.
  let first: UInt64
  /// The number of its last message.
  var last: UInt64
  /// How many messages it holds.
  var count = 0
  /// How many bytes of records it holds; what stands behind them is damaged.
  var size = 0

  /// A segment becomes no larger but for its last message, in bytes.
  static let limit = 1 << 20

  /// The file's name in the queue's folder.
  var name: String { Self.name(first) }

  static func name(_ first: UInt64) -> String {
    let digits = "\(first)"
    return String(repeating: "0", count: max(0, 20 - digits.count)) + digits + suffix
  }

  /// The number in a file's name; `nil` for a file that is no segment.
  static func number(_ name: String) -> UInt64? {
    guard name.hasSuffix(suffix), let number = UInt64(name.dropLast(suffix.count)), self.name(number) == name else { return nil }
    return number
  }

  private static let suffix = ".messages"

  /// Reads through a segment to count its messages; ends at the first record that is damaged.
  ///
  /// - Returns: the segment, `nil` where it has no message, and whether something behind its messages is damaged.
  static func scan(_ first: UInt64, at path: String, calls: SystemCalls) throws(SystemError) -> (MessageSegment?, isDamaged: Bool) {
    var reader = try MessageReader(path, calls: calls)
    var segment = MessageSegment(first: first, last: 0)
    while let record = try reader.next() {
      guard record.number > segment.last, record.number >= first else {
        reader.isDamaged = true
        break
      }
      segment.last = record.number
      segment.count += 1
      segment.size = reader.offset
    }
    return (segment.count > 0 ? segment : nil, reader.isDamaged)
  }
}

/// Reads the records of a segment from its beginning, also while it grows.
struct MessageReader: ~Copyable {
  private let descriptor: FileDescriptor
  private let path: String
  private let calls: SystemCalls
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)
  private var start = 0
  /// How many bytes the records that were read take.
  private(set) var offset = 0
  /// Whether what follows is no record.
  var isDamaged = false

  /// Opens a segment.
  ///
  /// - Throws: `SystemError` for what cannot be opened, and for a link.
  init(_ path: String, calls: SystemCalls) throws(SystemError) {
    descriptor = try FileDescriptor(calls.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0), place: path)
    (self.path, self.calls) = (path, calls)
  }

  /// The next record; `nil` at the end for now, and where the file is damaged.
  mutating func next() throws(SystemError) -> MessageRecord? {
    while !isDamaged {
      switch MessageRecord.read(buffer[start...]) {
      case .record(let record, let length):
        start += length
        offset += length
        return record
      case .damaged: isDamaged = true
      case .partial: guard try fill() else { return nil }
      }
    }
    return nil
  }

  /// Reads on; returns whether something came.
  private mutating func fill() throws(SystemError) -> Bool {
    buffer.removeSubrange(..<start)
    start = 0
    // A record of the greatest length fits after a few rounds; most rounds take one.
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe calls.readSome(descriptor.rawValue, into: $0) }
    buffer += chunk.prefix(max(0, count))
    guard count >= 0 else { throw SystemError(errno: Int32(-count), place: path) }
    return count > 0
  }
}
