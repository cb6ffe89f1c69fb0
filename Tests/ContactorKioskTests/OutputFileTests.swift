@testable import ContactorSystem
import ContactorTrace
import Glibc
import Testing

/// A file system call by call: the first calls take so many bytes, or fail.
private final class ScriptedCalls: @unchecked Sendable {
  /// How many bytes each call of `write()` takes, or a negated error number; all of them when the list is used up.
  var steps: [Int]
  private(set) var waits = 0

  init(_ steps: [Int]) { self.steps = steps }

  var calls: SystemCalls {
    var calls = SystemCalls.kernel
    calls.write = { [self] descriptor, bytes in
      let step = steps.isEmpty ? bytes.count : steps.removeFirst()
      guard step > 0 else { return step }
      return write(descriptor, bytes.baseAddress, min(step, bytes.count))
    }
    calls.waitUntilWritable = { [self] _ in waits += 1 }
    return calls
  }
}

@Suite struct OutputFileTests {
  private let stage: RecordingStage

  init() throws { stage = try RecordingStage() }

  /// Writes texts to a file; the result is how many bytes of each were kept, −1 for all of it.
  private func write(_ texts: [String], _ script: ScriptedCalls, unit: OutputFile.Unit = .lines) throws -> [Int] {
    let file = OutputFile(try OutputPath.open(stage.path("f"), .appends), calls: script.calls)
    return texts.map { text in
      Array(text.utf8).withUnsafeBytes { bytes in
        do throws(OutputFile.WriteError) { try file.write(bytes, unit: unit) } catch { return error.kept }
        return -1
      }
    }
  }

  private var text: String { stage.text(of: "f") }

  @Test func `short writes and interruptions are gone on with`() throws {
    let script = ScriptedCalls([1, -Int(EINTR), 2, -Int(EINTR), -Int(EINTR), 1])
    #expect(try write(["abcdefg\n"], script) == [-1])
    #expect(text == "abcdefg\n" && script.steps.isEmpty)
  }

  @Test func `what cannot be written at once is waited for`() throws {
    let script = ScriptedCalls([3, -Int(EAGAIN), -Int(EAGAIN), 2])
    #expect(try write(["abcdefg\n"], script) == [-1])
    #expect(text == "abcdefg\n" && script.waits == 2)
  }

  @Test(arguments: [ENOSPC, EDQUOT, EIO, EFBIG])
  func `a part of a line is taken back, and later lines stand alone`(number: Int32) throws {
    try stage.write("old\n", to: "f")
    let script = ScriptedCalls([6, -Int(number)])
    #expect(try write(["one\ntwo\n", "three\n"], script) == [4, -1])
    #expect(text == "old\none\nthree\n")
  }

  @Test func `a block is taken back whole`() throws {
    try stage.write("old", to: "f")
    #expect(try write(["one\ntwo\n", "three"], ScriptedCalls([6, -Int(ENOSPC)]), unit: .all) == [0, -1])
    #expect(text == "oldthree")
  }

  @Test func `where another has written meanwhile nothing of it is taken back, and the next line begins a line`() throws {
    let path = stage.path("f")
    var calls = ScriptedCalls([2]).calls
    let first = calls.write
    nonisolated(unsafe) var count = 0
    calls.write = { descriptor, bytes in
      count += 1
      guard count == 2 else { return first(descriptor, bytes) }
      let other = open(path, O_WRONLY | O_APPEND)
      _ = Glibc.write(other, "other", 5)
      close(other)
      return -Int(ENOSPC)
    }
    let file = OutputFile(try OutputPath.open(path, .appends), calls: calls)
    #expect(throws: OutputFile.WriteError.self) { try file.write("line\n") }
    try file.write("next\n")
    #expect(text == "liother\nnext\n")
  }

  @Test func `a call that takes nothing without a reason is an error and no endless loop`() throws {
    #expect(try write(["x\n"], ScriptedCalls([0])) == [0])
  }

  // MARK: Atomic files

  @Test func `without unnamed files there is one beside the place, which goes with an end before the commit`() throws {
    var calls = SystemCalls.kernel
    let kernel = calls.open
    calls.open = { path, flags, mode in flags & O_DIRECTORY != 0 ? -EOPNOTSUPP : kernel(path, flags, mode) }
    try stage.write("old", to: "f")
    do {
      let file = try AtomicFile(stage.path("f"), calls: calls)
      try file.write("new")
      #expect(stage.names().count == 2 && text == "old")
    }
    #expect(stage.names() == ["f"] && text == "old")
    let file = try AtomicFile(stage.path("f"), calls: calls)
    try file.write("new")
    try file.commit()
    #expect(stage.names() == ["f"] && text == "new")
  }

  @Test func `an unnamed file takes its place over another that came meanwhile`() throws {
    let file = try AtomicFile(stage.path("f"))
    try file.write("new")
    #expect(stage.names() == [])
    try stage.write("meanwhile", to: "f")
    try file.commit()
    #expect(stage.names() == ["f"] && text == "new")
  }

  @Test func `a full disk while a file is written leaves what is there`() throws {
    try stage.write("old", to: "f")
    do {
      let file = try AtomicFile(stage.path("f"), calls: ScriptedCalls([2, -Int(ENOSPC)]).calls)
      #expect(throws: SystemError(errno: ENOSPC, place: stage.path("f"))) { try file.write("newer") }
    }
    #expect(stage.names() == ["f"] && text == "old")
  }

  // MARK: Whose files

  @Test func `new files are for their user alone, and one that is there keeps its permissions`() throws {
    try FileSink(path: stage.path("a")).write("x")
    let atomic = try FileSink.replacing(stage.path("b"))
    try atomic.commit()
    #expect(stage.mode(of: "a") == 0o600 && stage.mode(of: "b") == 0o600)
    chmod(stage.path("b"), 0o640)
    let again = try FileSink.replacing(stage.path("b"))
    try again.commit()
    #expect(stage.mode(of: "b") == 0o640)
  }

  @Test func `links of one's own are followed, to what is there and to what is not yet`() throws {
    symlink("g", stage.path("f"))
    _ = try write(["one\n"], ScriptedCalls([]))
    #expect(stage.names() == ["f", "g"] && stage.text(of: "g") == "one\n")
    let file = try AtomicFile(stage.path("f"))
    try file.write("two")
    try file.commit()
    #expect(stage.text(of: "g") == "two" && OutputPath.linkTarget(of: stage.path("f")) == stage.path("g"))
    symlink("loop", stage.path("loop"))
    #expect(throws: SystemError(errno: ELOOP, place: stage.path("loop"))) { try OutputPath(stage.path("loop")) }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a file and a link of another user are refused, in every way of writing`() throws {
    try stage.write("theirs", to: "f")
    chown(stage.path("f"), 4711, 4711)
    symlink("mine", stage.path("link"))
    lchown(stage.path("link"), 4711, 4711)
    for name in ["f", "link"] {
      let path = stage.path(name)
      #expect(throws: SystemError.self) { _ = try OutputPath.open(path, .appends) }
      #expect(throws: SystemError.self) { _ = try OutputPath.open(path, .replaces) }
      let error = #expect(throws: TraceError.self) { try FileSink.replacing(path) }
      #expect(
        error?.description
          == "\(path): is a \(name == "f" ? "file" : "link") of another user (4711) and is not written to; "
          + "give a name in a folder of your own")
    }
    #expect(stage.names() == ["f", "link"] && text == "theirs")
  }

  @Test func `a device, a pipe and a descriptor by name are written in place`() throws {
    for path in ["/dev/null", "/proc/self/fd/2", "/dev/stderr"] {
      let file = try AtomicFile(path)
      try file.commit()
      #expect(throws: SystemError.self) { try AtomicFile(path, needsFile: true) }
    }
    #expect(try OutputPath("/dev/stdout").kind == .descriptor(1))
    mkfifo(stage.path("f"), 0o600)
    #expect(throws: SystemError(errno: ENXIO, place: stage.path("f"))) {
      _ = try OutputPath.open(stage.path("f"), .appends, waits: false)
    }
    let reader = open(stage.path("f"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let file = OutputFile(try OutputPath.open(stage.path("f"), .replaces))
    try file.write("x")
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1)
  }
}

extension OutputFile {
  fileprivate func write(_ text: String) throws(WriteError) {
    var failure: WriteError?
    Array(text.utf8).withUnsafeBytes { bytes in
      do throws(WriteError) { try write(bytes, unit: .lines) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

extension AtomicFile {
  fileprivate func write(_ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { (bytes) throws in try write(bytes) }
  }
}

extension FileSink {
  fileprivate func write(_ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { (bytes) throws in try write(bytes) }
  }
}
