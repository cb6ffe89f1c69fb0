internal import Glibc

/// Reads of the small files and folders in which a system tells about itself, such as /sys and /proc.
package enum SystemFolder {
  /// The names in a folder, sorted, without those that begin with a point; none where it cannot be read.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  package static func names(in path: String) -> [String] {
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The first word of a file's first 32 bytes; `nil` where it cannot be read, or is empty.
  ///
  /// The corresponding C functions are `open` and `read`.
  package static func word(in path: String) -> String? {
    // Without O_NONBLOCK opening a named pipe would wait for a writer.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    let descriptor = FileDescriptor(owning: number)
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe SystemCalls.kernel.readSome(descriptor.rawValue, into: $0) }
    guard count > 0 else { return nil }
    let word = bytes[..<count].prefix { $0 > UInt8(ascii: " ") }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  /// Whether there is something at a path, also where a link there leads nowhere.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether this user may write to what is at a path; the corresponding C function is `access`.
  package static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  /// How many bytes this user may still write where a path is; `nil` where that cannot be told.
  ///
  /// The corresponding C function is `statvfs`.
  package static func freeBytes(at path: String) -> Int64? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    let (bytes, isOver) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
    return isOver ? .max : bytes
  }

  /// The programs that have a path open, each as `name (process)`: those that this user may look at, without this one.
  package static func programs(holding path: String) -> [String] {
    names(in: "/proc").compactMap { Int32($0) }.sorted().filter { $0 != getpid() }.compactMap { process in
      let folder = "/proc/\(process)/fd"
      guard names(in: folder).contains(where: { OutputPath.linkTarget(of: "\(folder)/\($0)") == path }) else { return nil }
      return "\(word(in: "/proc/\(process)/comm") ?? "?") (\(process))"
    }
  }

  /// The name of the user of this process, or the number where it has none.
  package static var user: String {
    guard let entry = unsafe getpwuid(geteuid()) else { return "\(geteuid())" }
    return unsafe String(cString: entry.pointee.pw_name)
  }
}
