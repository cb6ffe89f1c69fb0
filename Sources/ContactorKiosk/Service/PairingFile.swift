package import ContactorLayout
package import ContactorSystem
import ContactorTrace
import Glibc

/// The pairings of alike panels, as they are kept for the next start: a line for each, a JSON object.
///
/// ```
/// {"pair":"left","vendor":3823,"product":1,"name":"Twin","path":"usb-0000:01:00.0-1.2/input0","serial":""}
/// ```
package struct PairingFile: Hashable, Sendable {
  /// The panel of each `pair`.
  package var pairings: [String: PanelIdentity]

  /// The greatest number of bytes that are read.
  static let limit = 1 << 20

  /// Creates a file's content.
  package init(_ pairings: [String: PanelIdentity]) { self.pairings = pairings }

  /// Reads a file's bytes.
  ///
  /// - Returns: `nil` for what has no such lines, or one `pair` or one panel twice.
  package init?(decoding bytes: [UInt8]) {
    var pairings: [String: PanelIdentity] = [:]
    for line in bytes.split(separator: 10) {
      guard let object = try? JSONMembers(Array(line)), case .text(let pair) = object["pair"], !pair.isEmpty,
        case .number(let vendor) = object["vendor"], let vendor = UInt16(exactly: vendor),
        case .number(let product) = object["product"], let product = UInt16(exactly: product),
        case .text(let name) = object["name"], case .text(let path) = object["path"], case .text(let serial) = object["serial"]
      else { return nil }
      let identity = PanelIdentity(vendor: vendor, product: product, name: name, path: path, serial: serial)
      guard pairings[pair] == nil, !pairings.values.contains(identity) else { return nil }
      pairings[pair] = identity
    }
    self.pairings = pairings
  }

  /// The bytes of the file, in the order of the names.
  package var encoded: [UInt8] {
    pairings.sorted { $0.key < $1.key }.flatMap { pair, panel in
      var line = JSONLine()
      line.add("pair", pair)
      line.add("vendor", Int64(panel.vendor))
      line.add("product", Int64(panel.product))
      line.add("name", panel.name)
      line.add("path", panel.path)
      line.add("serial", panel.serial)
      return line.finished()
    }
  }

  /// Reads a file; a link is not followed.
  ///
  /// The corresponding C functions are `open()` with `O_NOFOLLOW` and `read()`.
  ///
  /// - Returns: no pairings where there is no file.
  /// - Throws: `SystemError` for one that cannot be used.
  package static func load(_ path: String) throws(SystemError) -> PairingFile {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else {
      if errno == ENOENT { return PairingFile([:]) }
      if errno == ELOOP { throw SystemError(errno: ELOOP, place: path, reason: "is a link, which is not followed") }
      throw SystemError(errno: errno, place: path)
    }
    let descriptor = FileDescriptor(owning: number)
    let bytes = try LayoutCopy.contents(of: descriptor, path, limit: limit)
    guard bytes.count <= limit, let file = PairingFile(decoding: bytes) else {
      throw SystemError(errno: EINVAL, place: path, reason: "is no list of pairings")
    }
    return file
  }

  /// Writes the file in place of an older one, whole or not at all, for this user alone; brings it to the disk before that.
  package func save(to path: String, calls: SystemCalls = .kernel) throws(SystemError) {
    var status = stat()
    if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw SystemError(errno: ELOOP, place: path, reason: "is a link, which is not followed")
    }
    let file = try AtomicFile(path, needsFile: true, mode: 0o600, isAlone: false, calls: calls)
    try file.write(encoded)
    try file.synchronize()
    try file.commit()
  }
}
