import ContactorCore
@testable import ContactorEvdev
@testable import ContactorKiosk
import ContactorTrace
import Glibc
import Testing

/// Kills a recorder at random moments (SIGKILL).
@Suite struct RecordKillTests {
  private static let program: String = {
    let bundle = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return bundle.joined(separator: "/") + "/recordkill"
  }()

  /// Records into a file for some microseconds and kills the recorder; how many bytes it said were written.
  private func kill(after pause: UInt32, _ stage: RecordingStage, _ name: String, ring: Int64) throws -> Int64 {
    let words = [Self.program, stage.path(name), stage.path(name + ".progress"), "\(ring)"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let failure = posix_spawn(&child, Self.program, nil, nil, &arguments, environ)
    guard failure == 0 else { throw Fault("\(Self.program): error \(failure)") }
    // Time enough to begin, by its own word.
    while stage.size(of: name + ".progress") < 8 {
      guard waitpid(child, nil, WNOHANG) == 0 else { throw Fault("the recorder ended by itself") }
      usleep(500)
    }
    usleep(pause)
    Glibc.kill(child, SIGKILL)
    waitpid(child, nil, 0)
    var written: Int64 = 0
    let progress = open(stage.path(name + ".progress"), O_RDONLY | O_CLOEXEC)
    defer { close(progress) }
    #expect(pread(progress, &written, 8, 0) == 8)
    return written
  }

  /// How many moments; `CONTACTOR_KILLS` says otherwise.
  private static let count = getenv("CONTACTOR_KILLS").flatMap { Int(String(cString: $0)) } ?? 100

  @Test func `every file opens, and only what was not written yet is lost`() throws {
    var dice = SystemLikeGenerator(state: 7)
    for round in 0..<Self.count {
      let stage = try RecordingStage()
      let written = try kill(after: UInt32(dice.roll(20_000)), stage, "r", ring: 0)
      var reader = try TraceReader(path: stage.path("r"))
      var found = TraceCollector()
      try reader.readAll(into: &found)
      let summary = try #require(reader.summary)
      // 16 bytes of file header, then whole blocks.
      #expect(16 + summary.bytes >= written, "round \(round): of \(written) bytes \(summary.bytes) are left")
      #expect(found.damage.count <= 1 && found.damage.allSatisfy { $0.kind == .unfinished }, "round \(round): \(found.damage)")
      let numbers = found.events().filter { $0.code == EvdevCode.positionX }.map(\.value)
      let isPrefix = numbers == (0..<Int32(numbers.count)).map { $0 + 1 }
      #expect(isPrefix && !numbers.isEmpty, "round \(round)")
    }
  }

  @Test func `of a ring, the segments are in one piece, and the file system's oldest are the ones that went`() throws {
    var dice = SystemLikeGenerator(state: 8)
    for round in 0..<max(10, Self.count / 10) {
      let stage = try RecordingStage()
      _ = try kill(after: UInt32(dice.roll(30_000)), stage, "r", ring: RecordingOptions.smallestRing)
      let found = try stage.collect("r")
      #expect(found.damage.allSatisfy { $0.kind == .unfinished }, "round \(round): \(found.damage)")
      let numbers = found.events().filter { $0.code == EvdevCode.positionX }.map(\.value)
      let first = numbers.first ?? 0
      let isRow = numbers == (0..<Int32(numbers.count)).map { $0 + first }
      #expect(isRow && !numbers.isEmpty, "round \(round)")
      let total = RecordingSegments(of: stage.path("r")).numbers.reduce(0) {
        $0 + stage.size(of: "r." + String(repeating: "0", count: 6 - String($1).count) + String($1))
      }
      #expect(total <= RecordingOptions.smallestRing)
    }
  }
}
