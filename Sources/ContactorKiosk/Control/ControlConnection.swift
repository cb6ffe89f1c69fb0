import ContactorLayout
import ContactorSystem
import Glibc

/// A peer that is connected to a kiosk's socket: its requests come in line by line, answers and lines of the log go out.
///
/// Nothing waits. What the peer does not read stays here, up to a limit; beyond it the connection is dropped.
final class ControlConnection {
  /// Why a connection ended.
  enum End: Equatable {
    /// The peer closed it.
    case left
    /// The peer reads too slowly: so many lines were waiting for it.
    case slow(lines: Int)
    /// The peer sent a line that is too long.
    case longLine
    /// The system refused.
    case failed(errno: Int32)
  }

  /// The longest request in bytes, without its line feed.
  static let longestLine = 65_536
  /// How many bytes of output wait for a peer at most, besides what the kernel holds (about 200 kB).
  static let outputLimit = 1 << 20

  /// The number of the connection, from 1; numbers do not come again.
  let number: UInt32
  /// The process at the other end.
  let peer: PeerCredentials
  /// The lines of the log that it gets.
  var kinds: LogLineKinds = []
  /// What it touches with; `nil` before its first touch.
  var panel: InjectedPanel?
  private let descriptor: FileDescriptor
  private let limit: Int
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private(set) var end: End?
  /// Whether the loop is asked to call when the peer has read something.
  private(set) var waitsForRoom = false
  /// What the loop was last asked for.
  var isWatchedForRoom = false

  init(_ descriptor: consuming FileDescriptor, number: UInt32, limit: Int = ControlConnection.outputLimit) throws(SystemError) {
    peer = try PeerCredentials(of: descriptor.rawValue)
    self.number = number
    self.limit = limit
    self.descriptor = descriptor
  }

  var fileDescriptor: Int32 { descriptor.rawValue }

  // MARK: Requests

  /// Reads what has come, 64 kB at most, and hands on the whole lines; the loop calls again for more.
  ///
  /// - Parameter handle: may end the connection, after which nothing more is handed on.
  func read(_ handle: ([UInt8]) -> Void) {
    guard end == nil else { return }
    // Not zeroed first, as an array would be: that takes longer than all the rest of a short request.
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: Self.longestLine, alignment: 1) { buffer in
      let count = unsafe SystemCalls.kernel.readSome(fileDescriptor, into: buffer)
      if count > 0 { unsafe input.append(contentsOf: buffer[..<count]) }
      return count
    }
    if count == -Int(EAGAIN) { return }
    guard count > 0 else { return finish(count == 0 || count == -Int(ECONNRESET) ? .left : .failed(errno: Int32(-count))) }
    var start = 0
    while end == nil, let feed = input[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(input[start..<feed])
      start = feed + 1
      if line.count > Self.longestLine { return finish(.longLine) }
      // A line feed by itself is no request, as people type it.
      if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { handle(line) }
    }
    input.removeSubrange(..<start)
    if input.count > Self.longestLine { finish(.longLine) }
  }

  // MARK: Output

  /// Sends whole lines, or keeps them until the peer reads.
  func send(_ lines: UnsafeRawBufferPointer) {
    guard end == nil else { return }
    var rest = unsafe lines[...]
    if output.isEmpty {
      let taken = unsafe take(lines)
      guard end == nil else { return }
      unsafe rest = rest.dropFirst(taken)
    }
    guard unsafe !rest.isEmpty else { return }
    guard unsafe output.count + rest.count <= limit else {
      let lost = unsafe (output + Array(rest)).count { $0 == UInt8(ascii: "\n") }
      return finish(.slow(lines: lost))
    }
    unsafe output.append(contentsOf: rest)
    waitsForRoom = true
  }

  /// Sends what waits.
  func sendWaiting() {
    guard end == nil, !output.isEmpty else { return }
    let taken = unsafe output.withUnsafeBytes { unsafe take($0) }
    output.removeFirst(taken)
    waitsForRoom = !output.isEmpty
    if output.isEmpty { output = [] }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    do throws(SystemError) {
      return try unsafe descriptor.send(bytes.bytes)
    } catch {
      finish(error.errno == EPIPE || error.errno == ECONNRESET ? .left : .failed(errno: error.errno))
      return 0
    }
  }

  /// Ends the connection; the server closes it.
  func finish(_ end: End) {
    if self.end == nil { self.end = end }
    output = []
  }
}
