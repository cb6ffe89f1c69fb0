internal import Glibc

/// Reports when a file was written or replaced, or one of others besides, without polling; also behind links, and when those change.
///
/// Editors replace a file by renaming another one over it, so folders are watched: the folder of the path, and the folders of
/// each link in the path and of its target. After each change the paths are followed anew.
package final class FileWatch {
  private let path: String
  private var others: [String] = []
  private let loop: EventLoop
  private let inotify: InotifyWatch
  /// The names of the file and of the links to it, by the watch of their folder.
  private var names: [Int32: Set<String>] = [:]

  /// Starts watching; `nil` where the kernel has no watch left or the folder is not there.
  package init?(_ path: String, _ loop: EventLoop, _ changed: @escaping () -> Void) {
    guard let inotify = try? InotifyWatch() else { return nil }
    self.path = path
    self.loop = loop
    self.inotify = inotify
    follow()
    guard !names.isEmpty else { return nil }
    let watching: Void? = try? loop.watch(self.inotify.fileDescriptor) { [weak self] in
      if self?.drain() == true { changed() }
    }
    if watching == nil { return nil }
  }

  /// Watches these files, too, and no others besides the first.
  package func watch(besides others: [String]) {
    self.others = others
    follow()
  }

  deinit { loop.unwatch(inotify.fileDescriptor) }

  private var places: [String] { Self.places(of: path) + others.flatMap(Self.places(of:)) }

  /// Watches the folders of the files and of the links to them, and no others.
  private func follow() {
    var found: [Int32: Set<String>] = [:]
    for place in places {
      guard let number = try? inotify.add(OutputPath.folder(of: place), [.created, .written, .movedIn]) else { continue }
      found[number, default: []].insert(Self.name(of: place))
    }
    for number in names.keys where found[number] == nil { inotify.remove(number) }
    names = found
  }

  /// The links that a path goes through, up to 40, and the file at its end.
  private static func places(of path: String) -> [String] {
    var places: [String] = []
    var done = path.hasPrefix("/") ? "/" : ""
    var rest = path.split(separator: "/").map(String.init)
    while !rest.isEmpty {
      let place = done + rest.removeFirst()
      guard let target = OutputPath.linkTarget(of: place) else {
        if rest.isEmpty { places.append(place) }
        done = place + "/"
        continue
      }
      places.append(place)
      guard places.count < 40 else { break }
      done = target.hasPrefix("/") ? "/" : ""
      rest = target.split(separator: "/").map(String.init) + rest
    }
    return places
  }

  private static func name(of place: String) -> String {
    place.lastIndex(of: "/").map { String(place[place.index(after: $0)...]) } ?? place
  }

  /// Reads all events and says whether one was about a file, or a link to one.
  private func drain() -> Bool {
    var isFound = false
    let links = places.filter { OutputPath.linkTarget(of: $0) != nil }.map(Self.name(of:))
    inotify.readEvents { watch, events, name in
      if events.contains(.overflow) { isFound = true }
      guard names[watch]?.contains(name) == true else { return }
      // A new file is reported when it has been written; a link is complete when it is made.
      isFound = isFound || !events.contains(.created) || links.contains(name)
    }
    if isFound { follow() }
    return isFound
  }
}

/// Reports the changes in folders; `inotify_init1()`, `inotify_add_watch()`.
package struct InotifyWatch: ~Copyable {
  /// The kinds of changes in a folder, as the kernel's bits.
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
  private let calls: SystemCalls

  /// Watches nothing yet.
  package init(calls: SystemCalls = .kernel) throws(SystemError) {
    self.calls = calls
    descriptor = try FileDescriptor(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), from: "inotify_init1")
  }

  /// The descriptor, readable while changes wait to be read.
  package var fileDescriptor: Int32 { descriptor.rawValue }

  /// Watches a folder for these changes, in place of those it was watched for before, and returns the watch's number.
  @discardableResult
  package func add(_ folder: String, _ events: Events) throws(SystemError) -> Int32 {
    let flags = UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)
    let number = unsafe inotify_add_watch(fileDescriptor, folder, events.rawValue | flags)
    guard number >= 0 else { throw SystemError(errno: errno, place: "inotify_add_watch") }
    return number
  }

  /// Watches a folder or, while it does not exist, its nearest ancestor that does.
  package func addNearest(_ folder: String, _ events: Events) {
    var place = folder
    while (try? add(place, events)) == nil, place.count > 1 { place = OutputPath.folder(of: place) }
  }

  /// Ends the watch with that number.
  package func remove(_ number: Int32) {
    inotify_rm_watch(fileDescriptor, number)
  }

  /// Discards the changes that wait to be read.
  package func acknowledge() {
    readEvents { _, _, _ in }
  }

  /// Reads the changes that wait: the folder's watch, what changed, and the name of the file in the folder.
  ///
  /// `overflow` among them says that the kernel has dropped changes.
  package func readEvents(_ take: (_ watch: Int32, _ events: Events, _ name: String) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe calls.readSome(fileDescriptor, into: $0) }
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

  /// The place of a byte in a 32-bit number of this machine, counted from the lowest byte.
  private static func shift(_ byte: Int) -> Int {
    UInt32(1).littleEndian == 1 ? byte : 3 - byte
  }
}
