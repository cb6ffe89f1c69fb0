internal import CContactor
internal import Glibc

/// Tells when permissions in a directory change; `inotify_add_watch(IN_ATTRIB)`.
struct AttributeWatch: ~Copyable {
  private let descriptor: FileDescriptor

  /// Watches the files of a directory.
  init(directory: String) throws(InputError) {
    descriptor = try FileDescriptor(unsafe cct_watch_attributes(directory), from: "inotify_add_watch")
  }

  /// Readable once a permission has changed.
  var fileDescriptor: Int32 { descriptor.rawValue }

  /// Forgets the changes, of which only that there were some matters.
  func acknowledge() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while unsafe read(fileDescriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
