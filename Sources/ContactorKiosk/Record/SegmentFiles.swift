import ContactorTrace
import Glibc

/// The files of a recording, and the system calls on them.
///
/// One file, or a ring of segments of which the oldest go, so that their sum stays within a size.
final class SegmentFiles {
  private struct Segment {
    let path: String
    var size: Int64
  }

  private let path: String
  private let ringSize: Int64?
  private var segments: [Segment] = []
  private var lastNumber = 0
  private var descriptor: Int32 = -1
  /// Whether the folder has an entry that is not on the disk yet.
  private var isFolderNew = false
  /// Whether something was written since the last `synchronize()`.
  private(set) var isDirty = false

  /// Opens the file, or the first segment of a ring: the one after those that are there already.
  ///
  /// - Parameters:
  ///   - ringSize: how many bytes all segments together may have; `nil` for one file without a limit.
  ///   - replaces: whether a file that is there may be emptied. Segments are never emptied.
  init(path: String, ringSize: Int64? = nil, replaces: Bool = false) throws(TraceError) {
    self.path = path
    self.ringSize = ringSize
    guard ringSize != nil else {
      if path == "-" { descriptor = dup(STDOUT_FILENO) } else { try create(path, replaces: replaces) }
      segments = [Segment(path: path, size: 0)]
      return
    }
    let there = RecordingSegments(of: path)
    segments = there.numbers.map { Segment(path: there.file($0), size: Self.size(of: there.file($0))) }
    lastNumber = there.numbers.last ?? 0
    try next()
  }

  deinit { close() }

  /// How many bytes the files have together.
  var size: Int64 { segments.reduce(0) { $0 + $1.size } }

  /// Writes all of the bytes; before, a ring makes room for them.
  ///
  /// Where that fails, the file ends with what was there before.
  func write(_ bytes: [UInt8]) throws(TraceError) {
    guard descriptor >= 0 else { return }
    if let ringSize { while size + Int64(bytes.count) > ringSize, removeOldest() {} }
    let place = segments.count - 1
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written)
      }
      if count >= 0 {
        written += count
        continue
      }
      let number = errno
      if number == EINTR { continue }
      ftruncate(descriptor, off_t(segments[place].size))
      throw failure(number, "cannot be written")
    }
    segments[place].size += Int64(written)
    isDirty = true
  }

  /// Removes the oldest segment but the present one; `false` where there is none.
  func removeOldest() -> Bool {
    guard ringSize != nil, segments.count > 1 else { return false }
    unlink(segments.removeFirst().path)
    return true
  }

  /// Ends the present segment and begins the next.
  func rotate() throws(TraceError) {
    guard ringSize != nil else { return }
    try synchronize()
    Glibc.close(descriptor)
    descriptor = -1
    try next()
  }

  /// Waits until the disk has it, and the folder's entry of a new file too.
  ///
  /// The corresponding C functions are `fdatasync()` and `fsync()`.
  func synchronize() throws(TraceError) {
    guard descriptor >= 0, isDirty else { return }
    isDirty = false
    while fdatasync(descriptor) != 0 {
      let number = errno
      // Pipes and devices cannot, which is no error.
      if number == EINVAL || number == EROFS { break }
      if number != EINTR { throw failure(number, "cannot be brought to the disk") }
    }
    guard isFolderNew else { return }
    isFolderNew = false
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    fsync(number)
    Glibc.close(number)
  }

  /// Closes the file; nothing can be written any more.
  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Closes and removes the file that was begun.
  func discard() {
    close()
    if path != "-", let last = segments.last { unlink(last.path) }
  }

  private func next() throws(TraceError) {
    lastNumber += 1
    let file = RecordingSegments(of: path).file(lastNumber)
    try create(file, replaces: false)
    segments.append(Segment(path: file, size: 0))
  }

  private func create(_ file: String, replaces: Bool) throws(TraceError) {
    descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL), 0o644)
    let number = errno
    isFolderNew = true
    if descriptor >= 0 { return }
    if number == EEXIST {
      throw TraceError(
        .system, file: file, errno: number,
        message: "is there already and is not overwritten; give another name, or --force")
    }
    throw TraceError(.system, file: file, errno: number, message: "cannot be made: \(String(cString: strerror(number)))")
  }

  private func failure(_ number: Int32, _ what: String) -> TraceError {
    TraceError(
      .system, file: segments.last?.path ?? path, errno: number, message: "\(what): \(String(cString: strerror(number)))")
  }

  private static func size(of file: String) -> Int64 {
    var status = stat()
    return stat(file, &status) == 0 ? Int64(status.st_size) : 0
  }
}
