@testable import ContactorKiosk
@testable import ContactorSystem
import ContactorTrace
import Glibc
import Testing

@Suite struct SegmentFilesTests {
  @Test func `a recording into a file that has something keeps that when the disk is full`() throws {
    let stage = try RecordingStage()
    try stage.write("before\n", to: "f")
    // What `>> file` does.
    let file = open(stage.path("f"), O_WRONLY | O_APPEND)
    let standardOutput = dup(STDOUT_FILENO)
    var calls = SystemCalls.kernel
    let steps = Guarded([4, 2, -Int(EFBIG)])
    calls.write = { descriptor, bytes in
      let step = steps.withLock { $0.isEmpty ? bytes.count : $0.removeFirst() }
      return step < 0 ? step : write(descriptor, bytes.baseAddress, min(step, bytes.count))
    }
    dup2(file, STDOUT_FILENO)
    defer {
      dup2(standardOutput, STDOUT_FILENO)
      close(standardOutput)
      close(file)
    }
    let files = try SegmentFiles(path: "-", calls: calls)
    try files.write(Array("head".utf8))
    #expect(throws: TraceError.self) { try files.write(Array("block".utf8)) }
    files.close()
    #expect(stage.text(of: "f") == "before\nhead")
  }

  @Test func `segments and recordings are private`() throws {
    let stage = try RecordingStage()
    for ring in [nil, 1 << 16] as [Int64?] {
      let files = try SegmentFiles(path: stage.path("r"), ringSize: ring)
      files.close()
    }
    #expect(stage.names() == ["r", "r.000001"])
    #expect(stage.names().allSatisfy { stage.mode(of: $0) == 0o600 })
  }
}
