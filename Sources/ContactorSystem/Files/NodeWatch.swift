internal import CSystem
internal import Glibc

/// Tells when device nodes come or their permissions change, without udev; `inotify_add_watch()`.
package struct NodeWatch: ~Copyable {
  private let descriptor: FileDescriptor

  /// Watches nothing yet.
  package init() throws(SystemError) {
    descriptor = try FileDescriptor(cct_node_watch(), from: "inotify_init1")
  }

  /// Readable once something happened.
  package var fileDescriptor: Int32 { descriptor.rawValue }

  /// Watches a directory, or, as long as it is not there, the nearest one above it.
  package func add(_ directory: String) {
    var place = directory
    while unsafe cct_node_watch_add(fileDescriptor, place) != 0, place.count > 1 {
      place = Self.directory(of: place)
    }
  }

  /// Forgets what happened, of which only that there was something matters.
  package func acknowledge() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while unsafe read(fileDescriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }

  /// The directory that a path is in.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
