internal import CContactorSystem
internal import Glibc

/// Sends datagrams to a Unix socket, named by its address, without ever waiting.
///
/// The socket is not connected: a receiver that is restarted gets the next datagram.
package struct DatagramSender: ~Copyable, Sendable {
  private let descriptor: FileDescriptor
  private let address: [CChar]

  /// Makes a socket for an address: a path from `/`, or `@` and the name of an abstract socket.
  ///
  /// The receiver need not be there yet. The corresponding C function is `socket()`.
  ///
  /// - Throws: `SystemError`: `EINVAL` for what is no address, `ENAMETOOLONG` for one of more than 107 bytes.
  package init(to address: String) throws(SystemError) {
    let bytes = Array(address.utf8)
    guard let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"), bytes.count > 1, !bytes.contains(0) else {
      throw SystemError(errno: EINVAL, place: quoted(address), reason: "is no address of a socket: a path from /, or @ and a name")
    }
    guard bytes.count <= Int(cct_datagram_address_limit()) else {
      throw SystemError(
        errno: ENAMETOOLONG, place: quoted(address),
        reason: "is too long for the address of a socket, which has \(cct_datagram_address_limit()) bytes at most")
    }
    descriptor = try FileDescriptor(cct_datagram_socket(), place: "socket")
    self.address = bytes.map { CChar(bitPattern: $0) }
  }

  /// Sends a datagram, or not at all: 0, or an error number, which is `EAGAIN` where the receiver's queue is full.
  ///
  /// The corresponding C function is `sendto()`.
  package func send(_ bytes: [UInt8]) -> Int32 {
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe cct_datagram_send(descriptor.rawValue, address, UInt32(address.count), buffer.baseAddress, buffer.count)
    }
  }
}
