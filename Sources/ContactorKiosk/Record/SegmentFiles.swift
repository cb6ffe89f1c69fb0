import ContactorSystem
import ContactorTrace
import Glibc

/// The files of a recording, and the system calls on them.
///
/// One file, or a ring of segments, of which the oldest are removed so that their sum stays within a size.
final class SegmentFiles {
  private struct Segment {
    let path: String
    var size: Int64
  }

  private let path: String
  private let ringSize: Int64?
  private var segments: [Segment] = []
  private var lastNumber = 0
  /// The present segment; `nil` after `close()`.
  private var output: OutputFile?
  private let calls: SystemCalls
  /// Whether the folder has an entry that is not on the disk yet.
  private var isFolderNew = false
  /// Whether something was written since the last `synchronize()`.
  private(set) var isDirty = false

  /// Opens the file, or a ring's next segment, after those that are there already.
  ///
  /// - Parameters:
  ///   - ringSize: how many bytes all segments together may have; `nil` for one file without a limit.
  ///   - replaces: whether a file that is there may be emptied. Segments are never emptied.
  init(
    path: String, ringSize: Int64? = nil, replaces: Bool = false, calls: SystemCalls = .kernel
  ) throws(TraceError) {
    self.path = path
    self.ringSize = ringSize
    self.calls = calls
    guard ringSize != nil else {
      if path == "-" { try takeStandardOutput() } else { try create(path, replaces: replaces) }
      segments = [Segment(path: path, size: 0)]
      return
    }
    let there = RecordingSegments(of: path)
    segments = there.numbers.map { Segment(path: there.file($0), size: Self.size(of: there.file($0))) }
    lastNumber = there.numbers.last ?? 0
    try next()
  }

  /// How many bytes the files have together.
  var size: Int64 { segments.reduce(0) { $0 + $1.size } }

  /// Writes all of the bytes; a ring first removes old segments to make room.
  ///
  /// On failure the file is as it was before.
  func write(_ bytes: [UInt8]) throws(TraceError) {
    guard let output else { return }
    if let ringSize { while size + Int64(bytes.count) > ringSize, removeOldest() {} }
    var failure: OutputFile.WriteError?
    unsafe bytes.withUnsafeBytes { bytes in
      do throws(OutputFile.WriteError) { try unsafe output.write(bytes) } catch { failure = error }
    }
    if let failure { throw self.failure(failure.errno, "cannot be written") }
    segments[segments.count - 1].size += Int64(bytes.count)
    isDirty = true
  }

  /// Removes the oldest segment but the present one; `false` where there is none.
  func removeOldest() -> Bool {
    guard ringSize != nil, segments.count > 1 else { return false }
    unsafe unlink(segments.removeFirst().path)
    return true
  }

  /// Ends the present segment and begins the next.
  func rotate() throws(TraceError) {
    guard ringSize != nil else { return }
    try synchronize()
    output = nil
    try next()
  }

  /// Waits until the disk has the file, and the folder's entry of a new one.
  ///
  /// The corresponding C functions are `fdatasync()` and `fsync()`.
  func synchronize() throws(TraceError) {
    guard let output, isDirty else { return }
    isDirty = false
    do throws(SystemError) { try output.synchronize() } catch { throw failure(error.errno, "cannot be brought to the disk") }
    guard isFolderNew else { return }
    isFolderNew = false
    let number = unsafe open(OutputPath.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    fsync(FileDescriptor(owning: number).rawValue)
  }

  /// Closes the file; nothing can be written any more.
  func close() {
    output = nil
  }

  /// Closes and removes the file that was begun.
  func discard() {
    close()
    if path != "-", let last = segments.last { unsafe unlink(last.path) }
  }

  private func next() throws(TraceError) {
    lastNumber += 1
    let file = RecordingSegments(of: path).file(lastNumber)
    try create(file, replaces: false)
    segments.append(Segment(path: file, size: 0))
  }

  private func create(_ file: String, replaces: Bool) throws(TraceError) {
    isFolderNew = true
    do throws(SystemError) {
      output = OutputFile(try OutputPath.open(file, replaces ? .replaces : .new, calls: calls), calls: calls)
    } catch {
      guard error.errno == EEXIST else { throw .system(error, file, "cannot be made") }
      throw TraceError(
        .system, file: file, errno: error.errno,
        message: "is there already and is not overwritten; give another name, or --force")
    }
  }

  private func takeStandardOutput() throws(TraceError) {
    do throws(SystemError) {
      output = try OutputFile.standardOutput(calls: calls)
    } catch {
      throw .system(error, "standard output", "cannot be written")
    }
  }

  private func failure(_ number: Int32, _ what: String) -> TraceError {
    TraceError(
      .system, file: segments.last?.path ?? path, errno: number, message: "\(what): \(SystemError.text(of: number))")
  }

  private static func size(of file: String) -> Int64 {
    var status = stat()
    return unsafe stat(file, &status) == 0 ? Int64(status.st_size) : 0
  }
}
