internal import Glibc

/// Tells when a file was written or replaced, without polling; also where links lead to it, and when those change.
///
/// It watches folders, because editors replace a file by renaming another one over it: the one of the path, and those of
/// every link in it and of what they lead to. After each change the path is followed anew.
package final class FileWatch {
  private let path: String
  private let loop: EventLoop
  private let inotify: InotifyWatch
  /// The names that matter, by the watch of their folder.
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

  deinit { loop.unwatch(inotify.fileDescriptor) }

  /// Watches the folders of all that the path goes through, and no others.
  private func follow() {
    var found: [Int32: Set<String>] = [:]
    for place in Self.places(of: path) {
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

  /// Reads all events and says whether one was about the file, or a link to it.
  private func drain() -> Bool {
    var isFound = false
    let links = Self.places(of: path).filter { OutputPath.linkTarget(of: $0) != nil }.map(Self.name(of:))
    inotify.readEvents { watch, events, name in
      if events.contains(.overflow) { isFound = true }
      guard names[watch]?.contains(name) == true else { return }
      // A new file is told when it has been written; a link has all that it will have.
      isFound = isFound || !events.contains(.created) || links.contains(name)
    }
    if isFound { follow() }
    return isFound
  }
}
