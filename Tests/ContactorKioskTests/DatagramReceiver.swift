import Glibc
import Testing

/// The receiving end of a Unix datagram socket, in place of the service manager's or the journal's.
final class DatagramReceiver {
  let address: String
  private let descriptor: Int32

  /// - Parameter address: a path, or `@` and a name.
  init(_ address: String) throws {
    self.address = address
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(address.utf8)
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (bytes[0] == 0 ? 0 : 1))
    let result = withUnsafePointer(to: &target) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    try #require(result == 0, "bind: \(errno)")
  }

  deinit { close(descriptor) }

  /// The next datagram; `nil` for none.
  func nextBytes() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count < 0 ? nil : Array(bytes[..<count])
  }

  /// The next datagram as text; `nil` for none.
  func next() -> String? { nextBytes().map { String(decoding: $0, as: UTF8.self) } }

  /// All datagrams that wait.
  func all() -> [String] {
    var texts: [String] = []
    while let text = next() { texts.append(text) }
    return texts
  }
}
