package import ContactorLayout
package import ContactorSystem
import Glibc

/// The files of a layout as they were when it was good, in one file.
///
/// The form is lines and bytes: `contactor last good layout 1`, `saved SECONDS` since 1970, for each file `file COUNT NAME`, its bytes and
/// a line feed, and at the end `end`. The first file is the layout.
package struct LayoutCopy: Hashable, Sendable {
  /// The files; the layout is the first.
  package let files: [TrustedLayoutFiles.File]
  /// When the layout was found good, in seconds since 1970.
  package let seconds: Int64

  private static let firstLine = "contactor last good layout 1"
  /// The greatest number of bytes of a copy that is read: room for a layout of the largest size and all that it includes.
  static let limit = 64 << 20

  /// Creates a copy of files; `nil` for a name that a line cannot hold.
  package init?(_ files: [TrustedLayoutFiles.File], seconds: Int64) {
    guard !files.isEmpty, !files.contains(where: { $0.name.utf8.contains(10) || $0.name.isEmpty }) else { return nil }
    (self.files, self.seconds) = (files, seconds)
  }

  /// Reads a copy's bytes.
  ///
  /// - Returns: `nil` for what is no whole copy.
  package init?(decoding bytes: [UInt8]) {
    var rest = bytes[...]
    func line() -> String? {
      guard let end = rest.firstIndex(of: 10) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(validating: rest[..<end], as: UTF8.self)
    }
    guard line() == Self.firstLine, let saved = line(), saved.hasPrefix("saved ") else { return nil }
    guard let seconds = Int64(saved.dropFirst(6)) else { return nil }
    var files: [TrustedLayoutFiles.File] = []
    while let words = line() {
      if words == "end" {
        guard rest.isEmpty else { return nil }
        self.init(files, seconds: seconds)
        return
      }
      let parts = words.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "file", let count = Int(parts[1]), count >= 0, count < rest.count else { return nil }
      let end = rest.startIndex + count
      guard rest[end] == 10 else { return nil }
      files.append(TrustedLayoutFiles.File(name: String(parts[2]), bytes: Array(rest[..<end])))
      rest = rest[(end + 1)...]
    }
    return nil
  }

  /// The bytes of the copy.
  package var encoded: [UInt8] {
    var bytes = Array("\(Self.firstLine)\nsaved \(seconds)\n".utf8)
    for file in files { bytes += Array("file \(file.bytes.count) \(file.name)\n".utf8) + file.bytes + [10] }
    return bytes + Array("end\n".utf8)
  }

  /// When the layout was found good, in local time: `2026-01-31 23:59:59`.
  package var moment: String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return "second \(seconds) of 1970" }
    var text = [CChar](repeating: 0, count: 64)
    let length = unsafe strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Files

  /// Reads a copy from a file that no one else can write.
  ///
  /// - Returns: `nil` where there is none.
  /// - Throws: `SystemError` for one that cannot be used.
  package static func load(_ path: String, trust: TrustedLayoutFiles.Trust) throws(SystemError) -> LayoutCopy? {
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try TrustedFile(path)
      if trust == .refuses, let weakness = file.weaknesses.first {
        throw SystemError(errno: EPERM, place: path, reason: "\(weakness); \(weakness.remedy)")
      }
      bytes = try contents(of: file.descriptor, path)
    } catch {
      if error.errno == ENOENT { return nil }
      throw error
    }
    if let copy = LayoutCopy(decoding: bytes) { return copy }
    throw SystemError(errno: EINVAL, place: path, reason: "is no whole copy of a layout")
  }

  /// The bytes of a regular file, up to a block more than a limit.
  static func contents(of descriptor: borrowing FileDescriptor, _ path: String, limit: Int = limit) throws(SystemError) -> [UInt8] {
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(errno: EINVAL, place: path, reason: "is no file")
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = unsafe block.withUnsafeMutableBytes { unsafe SystemCalls.kernel.readSome(descriptor.rawValue, into: $0) }
      guard count >= 0 else { throw SystemError(errno: Int32(-count), place: path) }
      if count == 0 { break }
      bytes += block[..<count]
    }
    return bytes
  }

  /// Writes the copy in place of an older one, whole or not at all, for this user alone; brings it to the disk before that.
  ///
  /// A copy of the same files stays as it is, with its moment. This may take long on a slow disk.
  package func save(to path: String, calls: SystemCalls = .kernel) throws(SystemError) {
    if let old = try? Self.load(path, trust: .refuses), old.files == files { return }
    let file = try AtomicFile(path, needsFile: true, isAlone: false, calls: calls)
    try file.write(encoded)
    try file.synchronize()
    try file.commit()
  }
}
