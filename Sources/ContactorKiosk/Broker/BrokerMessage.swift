import ContactorTrace

/// A message for a broker.
struct BrokerMessage: Hashable, Sendable {
  /// The topic, without wildcards.
  var topic: String
  /// What it says.
  var payload: [UInt8]
  /// Whether the broker confirms it (QoS 1); otherwise it is sent once, and may be lost (QoS 0).
  var isConfirmed = true
  /// Whether the broker keeps it for those who come later.
  var isRetained = false

  /// How many bytes it takes in memory and on disk, about.
  var size: Int { MessageRecord.headSize + topic.utf8.count + payload.count }

  /// The longest payload in bytes.
  static let payloadLimit = 256 << 10
}

/// A message in a segment of a queue: a head of 20 bytes, the topic and the payload; numbers are little-endian.
///
/// | bytes | what |
/// | --- | --- |
/// | 0 … 3 | CRC-32C of all that follows |
/// | 4 … 7 | the payload's length |
/// | 8 … 9 | the topic's length |
/// | 10 | flags: 1 confirmed, 2 retained |
/// | 11 | 0 |
/// | 12 … 19 | the message's number |
struct MessageRecord {
  static let headSize = 20

  /// The message's number, from 1; numbers ascend, with gaps where messages were lost.
  let number: UInt64
  let message: BrokerMessage

  /// Appends the record to some bytes.
  func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    let topic = Array(message.topic.utf8)
    bytes.append(contentsOf: repeatElement(0, count: 4))
    Self.append(UInt64(message.payload.count), 4, &bytes)
    Self.append(UInt64(topic.count), 2, &bytes)
    bytes.append((message.isConfirmed ? 1 : 0) | (message.isRetained ? 2 : 0))
    bytes.append(0)
    Self.append(number, 8, &bytes)
    bytes += topic
    bytes += message.payload
    var checksum = unsafe bytes[(start + 4)...].withUnsafeBytes { unsafe CRC32C.checksum($0) }
    for index in start..<(start + 4) {
      bytes[index] = UInt8(truncatingIfNeeded: checksum)
      checksum >>= 8
    }
  }

  private static func append(_ number: UInt64, _ count: Int, _ bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
  }

  /// What some bytes begin with.
  enum Reading {
    /// A whole record of so many bytes.
    case record(MessageRecord, length: Int)
    /// The beginning of a record, perhaps.
    case partial
    /// No record.
    case damaged
  }

  /// Reads the record with which the bytes begin.
  static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    guard bytes.count >= headSize else { return .partial }
    func number(_ offset: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[bytes.startIndex + offset + $1]) << (8 * UInt64($1)) }
    }
    let (payload, topic, flags) = (Int(number(4, 4)), Int(number(8, 2)), number(10, 2))
    guard payload <= BrokerMessage.payloadLimit, topic > 0, flags <= 3 else { return .damaged }
    let length = headSize + topic + payload
    guard bytes.count >= length else { return .partial }
    let record = bytes[bytes.startIndex..<(bytes.startIndex + length)]
    let checksum = unsafe record.dropFirst(4).withUnsafeBytes { unsafe CRC32C.checksum($0) }
    guard UInt64(checksum) == number(0, 4),
      let text = String(validating: record.dropFirst(headSize).prefix(topic), as: UTF8.self)
    else { return .damaged }
    let message = BrokerMessage(
      topic: text, payload: Array(record.suffix(payload)), isConfirmed: flags & 1 != 0, isRetained: flags & 2 != 0)
    return .record(MessageRecord(number: number(12, 8), message: message), length: length)
  }
}
