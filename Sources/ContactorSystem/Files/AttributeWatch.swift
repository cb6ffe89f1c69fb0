internal import CSystem
internal import Glibc

/// Tells when permissions in a directory change; `inotify_add_watch(IN_ATTRIB)`.
package struct AttributeWatch: ~Copyable {
  private let descriptor: FileDescriptor

  /// Watches the files of a directory.
  package init(directory: String) throws(SystemError) {
    descriptor = try FileDescriptor(unsafe cct_watch_attributes(directory), from: "inotify_add_watch")
  }

  /// Readable once a permission has changed.
  package var fileDescriptor: Int32 { descriptor.rawValue }

  /// Forgets the changes, of which only that there were some matters.
  package func acknowledge() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while unsafe read(fileDescriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
