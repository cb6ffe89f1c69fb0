import ContactorTrace
import Glibc
import Testing

@Suite("Files that are read")
struct FileSourceTests {
  /// The flags (`F_GETFD`) of each descriptor of this process that has the path open.
  private func descriptors(of path: String) -> [Int32] {
    (0..<1024).compactMap { (number: Int32) -> Int32? in
      var target = [UInt8](repeating: 0, count: 4096)
      let count = target.withUnsafeMutableBytes { buffer in
        readlink("/proc/self/fd/\(number)", buffer.bindMemory(to: CChar.self).baseAddress!, buffer.count)
      }
      guard count > 0, String(decoding: target[..<count], as: UTF8.self) == path else { return nil }
      return fcntl(number, F_GETFD)
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = "/tmp/contactor-source-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try #require(mkdir(folder, 0o700) == 0)
    defer { rmdir(folder) }
    try body(folder)
  }

  @Test("A file is open once while its source is held, no program inherits it, and it is closed with the source")
  func owning() throws {
    try withFolder { folder in
      let path = folder + "/recording"
      try Array("bytes".utf8).withUnsafeBytes { try FileSink(path: path).write($0) }
      defer { unlink(path) }
      var source: FileSource? = try FileSource(path: path)
      #expect(descriptors(of: path) == [FD_CLOEXEC])
      var buffer = [UInt8](repeating: 0, count: 8)
      let count = try buffer.withUnsafeMutableBytes { try source?.read(into: $0) }
      #expect(source?.size == 5 && count == 5 && buffer.starts(with: "bytes".utf8))
      source = nil
      #expect(descriptors(of: path).isEmpty)
    }
  }

  @Test("A file that is not there and a folder are errors that name the file and the system's number")
  func failures() throws {
    try withFolder { folder in
      let missing = #expect(throws: TraceError.self) { try FileSource(path: folder + "/missing") }
      #expect(missing?.errno == ENOENT && missing?.description == "\(folder)/missing: cannot be opened: No such file or directory")
      let source = try FileSource(path: folder)
      var buffer = [UInt8](repeating: 0, count: 8)
      let error = #expect(throws: TraceError.self) { try buffer.withUnsafeMutableBytes { _ = try source.read(into: $0) } }
      #expect(error?.errno == EISDIR && error?.description == "\(folder): cannot be read: Is a directory" && source.size == nil)
      #expect(descriptors(of: folder) == [FD_CLOEXEC])
    }
  }
}
