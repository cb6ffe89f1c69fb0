internal import Glibc

/// Tells what happens in folders; `inotify_init1()`, `inotify_add_watch()`.
package struct InotifyWatch: ~Copyable {
  /// What may happen in a folder, as bits of the kernel's.
  package struct Events: OptionSet, Sendable {
    /// The kernel's bits.
    package let rawValue: UInt32

    /// Takes the kernel's bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A file or a link was made.
    package static let created = Events(rawValue: UInt32(IN_CREATE))
    /// A file was moved into the folder, as over an older one.
    package static let movedIn = Events(rawValue: UInt32(IN_MOVED_TO))
    /// A file was closed that had been opened to write.
    package static let written = Events(rawValue: UInt32(IN_CLOSE_WRITE))
    /// The permissions of a file changed.
    package static let attributes = Events(rawValue: UInt32(IN_ATTRIB))
    /// A device node came or may be opened now.
    package static let nodes: Events = [created, movedIn, attributes]
    /// Events were lost.
    package static let overflow = Events(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  private let descriptor: FileDescriptor

  /// Watches nothing yet.
  package init() throws(SystemError) {
    descriptor = try FileDescriptor(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), from: "inotify_init1")
  }

  /// Readable once something happened.
  package var fileDescriptor: Int32 { descriptor.rawValue }

  /// Watches a folder, instead of what of it was watched before, and gives the watch's number.
  @discardableResult
  package func add(_ folder: String, _ events: Events) throws(SystemError) -> Int32 {
    let flags = UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)
    let number = unsafe inotify_add_watch(fileDescriptor, folder, events.rawValue | flags)
    guard number >= 0 else { throw SystemError(errno: errno, place: "inotify_add_watch") }
    return number
  }

  /// Watches a folder or, as long as it is not there, the nearest one above it.
  package func addNearest(_ folder: String, _ events: Events) {
    var place = folder
    while (try? add(place, events)) == nil, place.count > 1 { place = OutputPath.folder(of: place) }
  }

  /// Ends the watch with that number.
  package func remove(_ number: Int32) {
    inotify_rm_watch(fileDescriptor, number)
  }

  /// Forgets what happened, where only that there was something matters.
  package func acknowledge() {
    readEvents { _, _, _ in }
  }

  /// Takes what happened: in which folder, what, and to which name; the kernel's queue may have overflowed.
  package func readEvents(_ take: (_ watch: Int32, _ events: Events, _ name: String) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(fileDescriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      var rest = buffer[..<count]
      // struct inotify_event: four numbers of 32 bits, the last of them the name's length with its padding.
      while rest.count >= 16 {
        let numbers = (0..<4).map { field in
          (0..<4).reduce(UInt32(0)) { $0 | UInt32(rest[rest.startIndex + field * 4 + $1]) << (8 * Self.shift($1)) }
        }
        let name = rest.dropFirst(16).prefix(Int(numbers[3]))
        take(
          Int32(bitPattern: numbers[0]), Events(rawValue: numbers[1]),
          String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
        rest = rest.dropFirst(16 + Int(numbers[3]))
      }
    }
  }

  /// Where the byte stands in a number of this machine.
  private static func shift(_ byte: Int) -> Int {
    UInt32(1).littleEndian == 1 ? byte : 3 - byte
  }
}
