internal import ContactorCore

/// A message between a service and the helper that starts its programs.
///
/// Each is one packet: the byte `version`, the byte of the kind, and its fields. Integers are little-endian, a text is its length in 32
/// bits and its bytes in UTF-8, a list its length in 32 bits and its elements, and −1 stands for a time or limit that is not there.
enum ProgramMessage: Hashable, Sendable {
  /// Service to helper: starts a program, with the descriptor beside the message for its standard output where `hasOutput`.
  case start(id: UInt64, ProgramRequest, hasOutput: Bool)
  /// Service to helper: looks users up anew.
  case prepare(users: [String])
  /// Helper to service: the program was started.
  case started(id: UInt64)
  /// Helper to service: the program has ended, or was not started.
  case ended(id: UInt64, ProcessOutcome)

  /// The largest message in bytes.
  static let limit = 1 << 18
  /// The first byte of each message; another version of the messages has another.
  static let version: UInt8 = 0xC1

  /// The message's bytes.
  var bytes: [UInt8] {
    var writer = MessageWriter()
    writer.write(Self.version)
    switch self {
    case .start(let id, let request, let hasOutput):
      writer.write(1 as UInt8)
      writer.write(id)
      writer.write(hasOutput)
      writer.write(request)
    case .prepare(let users):
      writer.write(2 as UInt8)
      writer.write(users)
    case .started(let id):
      writer.write(3 as UInt8)
      writer.write(id)
    case .ended(let id, let outcome):
      writer.write(4 as UInt8)
      writer.write(id)
      writer.write(outcome)
    }
    return writer.bytes
  }

  /// Reads a message; `nil` for anything else than one whole message.
  init?(_ bytes: [UInt8]) {
    var reader = MessageReader(bytes[...])
    guard bytes.count <= Self.limit, reader.integer(UInt8.self) == Self.version, let kind = reader.integer(UInt8.self) else { return nil }
    switch kind {
    case 1:
      guard let id = reader.integer(UInt64.self), let hasOutput = reader.flag(), let request = reader.request() else { return nil }
      self = .start(id: id, request, hasOutput: hasOutput)
    case 2:
      guard let users = reader.texts() else { return nil }
      self = .prepare(users: users)
    case 3:
      guard let id = reader.integer(UInt64.self) else { return nil }
      self = .started(id: id)
    case 4:
      guard let id = reader.integer(UInt64.self), let outcome = reader.outcome() else { return nil }
      self = .ended(id: id, outcome)
    default: return nil
    }
    guard reader.isAtEnd else { return nil }
  }
}

/// Appends values to a message.
private struct MessageWriter {
  var bytes: [UInt8] = []

  mutating func write<Value: FixedWidthInteger>(_ value: Value) {
    for index in 0..<Value.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
  }

  mutating func write(_ value: Bool) { write(value ? 1 : 0 as UInt8) }

  mutating func write(_ text: String) {
    write(UInt32(clamping: text.utf8.count))
    bytes += text.utf8
  }

  mutating func write(_ text: String?) {
    write(text != nil)
    if let text { write(text) }
  }

  mutating func write(_ texts: [String]) {
    write(UInt32(clamping: texts.count))
    for text in texts { write(text) }
  }

  mutating func write(_ request: ProgramRequest) {
    write(request.argv)
    write(request.directory)
    let names = request.environment.keys.sorted()
    write(names)
    for name in names { write(request.environment[name] ?? "") }
    write(request.timeout?.microseconds ?? -1)
    write(request.user)
    let limits = request.limits
    for value in [limits.memory, limits.cpu?.microseconds, limits.files, limits.processes, limits.fileSize] {
      write(value.map { max(0, $0) } ?? -1)
    }
    write(limits.nice ?? -1)
  }

  mutating func write(_ outcome: ProcessOutcome) {
    let (kind, code, text): (UInt8, Int32, String) =
      switch outcome {
      case .exited(let status): (0, status, "")
      case .signalled(let signal): (1, signal, "")
      case .timedOut: (2, 0, "")
      case .failedToStart(let errno, let message): (3, errno, message)
      case .refused(let reason): (4, 0, reason)
      case .lost: (5, 0, "")
      case .unknown(let reason): (6, 0, reason)
      }
    write(kind)
    write(code)
    write(text)
  }
}

/// Reads values from a message; `nil` where it ends before, or has bytes that no value has.
private struct MessageReader {
  /// The times in microseconds that a message can have: up to 31 years.
  static let times: ClosedRange<Int64> = 0...1_000_000_000_000_000

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    let size = Value.bitWidth / 8
    guard rest.count >= size else { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size).reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
  }

  mutating func flag() -> Bool? {
    switch integer(UInt8.self) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  mutating func text() -> String? {
    guard let count = integer(UInt32.self), count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return String(validating: rest.prefix(Int(count)), as: UTF8.self)
  }

  mutating func optionalText() -> String?? {
    guard let isThere = flag() else { return nil }
    return isThere ? text().map { .some($0) } : .some(nil)
  }

  mutating func texts() -> [String]? {
    // Each text has four bytes at least, so that a wrong length asks for no memory.
    guard let count = integer(UInt32.self), Int(count) <= rest.count / 4 else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// A number from 0, or −1 for none.
  mutating func optionalNumber() -> Int64?? {
    guard let number = integer(Int64.self), number >= -1 else { return nil }
    return .some(number < 0 ? nil : number)
  }

  /// A time in microseconds, or −1 for none.
  mutating func optionalTime() -> Duration?? {
    guard let number = optionalNumber(), number.map(Self.times.contains) ?? true else { return nil }
    return .some(number.map { .microseconds($0) })
  }

  mutating func request() -> ProgramRequest? {
    guard let argv = texts(), let directory = optionalText(), let environment = environment(), let timeout = optionalTime(),
      let user = optionalText(), let limits = limits()
    else { return nil }
    return ProgramRequest(argv: argv, directory: directory, environment: environment, timeout: timeout, user: user, limits: limits)
  }

  private mutating func environment() -> [String: String]? {
    guard let names = texts() else { return nil }
    var environment: [String: String] = [:]
    for name in names {
      guard let value = text() else { return nil }
      environment[name] = value
    }
    return environment.count == names.count ? environment : nil
  }

  private mutating func limits() -> ProgramLimits? {
    guard let memory = optionalNumber(), let cpu = optionalTime(), let files = optionalNumber(), let processes = optionalNumber(),
      let fileSize = optionalNumber(), let nice = integer(Int32.self), nice >= -1
    else { return nil }
    var limits = ProgramLimits()
    (limits.memory, limits.cpu, limits.files) = (memory, cpu, files)
    (limits.processes, limits.fileSize, limits.nice) = (processes, fileSize, nice < 0 ? nil : nice)
    return limits
  }

  mutating func outcome() -> ProcessOutcome? {
    guard let kind = integer(UInt8.self), let code = integer(Int32.self), let text = text() else { return nil }
    switch kind {
    case 0: return .exited(code)
    case 1: return .signalled(code)
    case 2: return .timedOut
    case 3: return .failedToStart(errno: code, message: text)
    case 4: return .refused(text)
    case 5: return .lost
    case 6: return .unknown(text)
    default: return nil
    }
  }
}

extension Duration {
  /// The time in microseconds, as far as a message can have it.
  fileprivate var microseconds: Int64 { min(positiveMicroseconds, MessageReader.times.upperBound) }
}
