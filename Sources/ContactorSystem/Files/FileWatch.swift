import Glibc

/// Tells when a file was written or replaced, without polling.
///
/// It watches the folder, because editors replace a file by renaming another one over it. The corresponding C
/// functions are `inotify_init1()` and `inotify_add_watch()`.
package final class FileWatch {
  private let descriptor: Int32
  private let name: String
  private let loop: EventLoop

  /// Starts watching; `nil` where the kernel has no watch left or the folder is not there.
  package init?(_ path: String, _ loop: EventLoop, _ changed: @escaping () -> Void) {
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    self.loop = loop
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)
    guard inotify_add_watch(descriptor, folder, mask) >= 0,
      (try? loop.watch(descriptor, { [weak self] in if self?.drain() == true { changed() } })) != nil
    else {
      // The descriptor is closed by deinit, which runs for a class that is complete.
      return nil
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    loop.unwatch(descriptor)
    close(descriptor)
  }

  /// Reads all events and says whether one was about the file.
  private func drain() -> Bool {
    var found = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return found }
      var offset = 0
      while offset + 16 <= count {
        let length = buffer.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)) }
        let bytes = buffer[(offset + 16)..<min(offset + 16 + length, count)].prefix { $0 != 0 }
        if String(decoding: bytes, as: UTF8.self) == name { found = true }
        offset += 16 + length
      }
    }
  }
}
