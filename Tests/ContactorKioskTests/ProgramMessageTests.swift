import ContactorCore
@testable import ContactorSystem
import Testing

/// The messages between a service and the helper that starts its programs.
@Suite struct ProgramMessageTests {
  private static let messages: [ProgramMessage] = {
    var limits = ProgramLimits()
    limits.memory = 200 << 20
    limits.cpu = .seconds(10)
    limits.nice = 0
    let full = ProgramRequest(
      argv: ["/bin/echo", "", "é\n\0"], directory: "/tmp", environment: ["A": "b=c", "": "", "é": "x"], timeout: .milliseconds(1500),
      user: "kiosk", limits: limits)
    limits = ProgramLimits()
    (limits.files, limits.processes, limits.fileSize, limits.nice) = (.max, 0, 1, 19)
    return [
      .start(id: 0, ProgramRequest(argv: []), hasOutput: false), .start(id: .max, full, hasOutput: true),
      .start(id: 7, ProgramRequest(argv: ["true"], timeout: .zero, user: "", limits: limits), hasOutput: false),
      .prepare(users: []), .prepare(users: ["root", "kiosk"]), .started(id: 3), .ended(id: 4, .exited(-1)), .ended(id: 4, .signalled(9)),
      .ended(id: 4, .timedOut), .ended(id: 4, .failedToStart(errno: 2, message: "no")), .ended(id: 4, .refused("full")),
      .ended(id: 4, .lost), .ended(id: 4, .unknown("?")),
    ]
  }()

  @Test func `each message comes back as it was`() {
    for message in Self.messages { #expect(ProgramMessage(message.bytes) == message) }
  }

  @Test func `times and limits beyond what a message holds are the greatest or the least`() {
    var limits = ProgramLimits()
    (limits.memory, limits.cpu) = (-5, .seconds(Int64.max))
    let request = ProgramRequest(argv: ["a"], timeout: .seconds(Int64.max), limits: limits)
    guard case .start(_, let read, _)? = ProgramMessage(ProgramMessage.start(id: 1, request, hasOutput: false).bytes) else {
      Issue.record("not read")
      return
    }
    #expect(read.timeout == .seconds(1_000_000_000) && read.limits.cpu == .seconds(1_000_000_000) && read.limits.memory == 0)
  }

  @Test func `a part of a message, more than one, and another version are none`() {
    for message in Self.messages {
      let bytes = message.bytes
      for count in bytes.indices { #expect(ProgramMessage(Array(bytes.prefix(count))) == nil) }
      #expect(ProgramMessage(bytes + [0]) == nil && ProgramMessage(bytes + bytes) == nil)
      #expect(ProgramMessage([0xC2] + bytes.dropFirst()) == nil)
    }
    #expect(ProgramMessage([UInt8](repeating: 0, count: ProgramMessage.limit + 1)) == nil)
  }

  @Test func `whatever bytes come, a message is read or refused, and one that is read comes back as it was`() {
    var generator = SplitMix(state: 15)
    let samples = Self.messages.map(\.bytes)
    var readCount = 0
    for round in 0..<200_000 {
      var bytes: [UInt8]
      if round % 4 == 0 {
        bytes = (0..<Int.random(in: 0...64, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        if bytes.count > 1 { (bytes[0], bytes[1]) = (ProgramMessage.version, UInt8.random(in: 0...5, using: &generator)) }
      } else {
        bytes = samples.randomElement(using: &generator) ?? []
        for _ in 0...Int.random(in: 0...3, using: &generator) { mutate(&bytes, &generator) }
      }
      guard let message = ProgramMessage(bytes) else { continue }
      readCount += 1
      #expect(ProgramMessage(message.bytes) == message)
    }
    #expect(readCount > 1000)
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SplitMix) {
    guard let index = bytes.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0...4, using: &generator) {
    case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
    case 2: bytes.remove(at: index)
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
    default: bytes.replaceSubrange(index..<min(index + 4, bytes.count), with: [0xff, 0xff, 0xff, 0xff])
    }
  }

  /// Numbers that are the same in each run.
  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }
}
