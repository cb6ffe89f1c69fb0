internal import CContactorSystem
internal import ContactorCore
internal import Glibc

/// One end of a local connection that carries whole messages; neither sending nor receiving ever waits.
///
/// What the other end does not take at once waits in a queue of `queueLimit` messages. One thread uses the channel: the loop's.
final class MessageChannel {
  /// How many messages wait at most.
  static let queueLimit = 1024
  /// How often a message that the other end did not take is tried again.
  static let retryInterval = Duration.milliseconds(10)
  /// How many messages are read before other events are handled.
  private static let messagesAtOnce = 64

  /// Called with each message, and the descriptor that came with it.
  var onMessage: ([UInt8], consuming FileDescriptor?) -> Void = { _, _ in }
  /// Called once when the other end is gone, or sent what is no message, with the reason; not after `close()`.
  var onEnd: (String) -> Void = { _ in }

  private let loop: EventLoop
  private var socket: FileDescriptor?
  private var queue: [Entry] = []
  private var retry: TimerID?

  private struct Entry {
    let bytes: [UInt8]
    /// The output whose writing end goes with the message.
    let output: CapturedOutput?
  }

  /// Watches a connected socket.
  init(_ socket: consuming FileDescriptor, _ loop: EventLoop) throws(SystemError) {
    self.loop = loop
    let number = socket.rawValue
    self.socket = consume socket
    try loop.watch(number) { [weak self] in self?.receive() }
  }

  deinit { close() }

  /// Whether messages can be sent still.
  var isOpen: Bool { socket != nil }

  /// Sends a message, now or as soon as the other end takes it.
  ///
  /// - Parameter output: its writing end goes with the message, and is closed here when it is sent.
  /// - Returns: 0, or an error number where the message is never sent.
  func send(_ bytes: [UInt8], output: CapturedOutput? = nil) -> Int32 {
    guard let number = socket?.rawValue else { return EPIPE }
    let entry = Entry(bytes: bytes, output: output)
    if queue.isEmpty {
      let code = attempt(entry, number)
      guard code == EAGAIN else { return code }
    }
    guard queue.count < Self.queueLimit else { return ENOBUFS }
    queue.append(entry)
    tryLater()
    return 0
  }

  /// Closes the connection; what waits is dropped.
  func close() {
    if let retry { loop.cancel(retry) }
    retry = nil
    queue = []
    guard let socket = socket.take() else { return }
    loop.unwatch(socket.rawValue)
  }

  private func attempt(_ entry: Entry, _ number: Int32) -> Int32 {
    let code = unsafe entry.bytes.withUnsafeBytes {
      unsafe cct_socket_send(number, $0.baseAddress, $0.count, entry.output?.writingEnd ?? -1)
    }
    if code == 0 { entry.output?.closeWritingEnd() }
    return code
  }

  private func tryLater() {
    guard retry == nil else { return }
    retry = loop.schedule(at: loop.now + Self.retryInterval) { [weak self] in self?.sendWaiting() }
  }

  private func sendWaiting() {
    retry = nil
    guard let number = socket?.rawValue else { return }
    var count = 0
    defer { queue.removeFirst(min(count, queue.count)) }
    while count < queue.count {
      let code = attempt(queue[count], number)
      if code == EAGAIN { return tryLater() }
      // The end of the connection is read, too, after the messages before it.
      if code != 0 { return count = queue.count }
      count += 1
    }
  }

  private func receive() {
    unsafe withUnsafeTemporaryAllocation(byteCount: ProgramMessage.limit, alignment: 16) { room in
      for _ in 0..<Self.messagesAtOnce {
        guard let number = socket?.rawValue else { return }
        var received: Int32 = -1
        let count = unsafe cct_socket_receive(number, room.baseAddress, room.count, &received)
        let descriptor = received >= 0 ? FileDescriptor(owning: received) : nil
        if count == -Int(EAGAIN) { return }
        guard count > 0 else { return end(count < 0 ? SystemError.text(of: Int32(-count)) : "the other end has closed it") }
        guard count <= room.count else { return end("a message of \(count) bytes came") }
        onMessage(unsafe Array(room[..<count]), descriptor)
      }
    }
  }

  /// Reads what has come, up to the end where the other end is gone.
  func drain() {
    for _ in 0..<Self.queueLimit where isOpen { receive() }
  }

  /// Ends the connection from this end, with the reason.
  func end(_ reason: String) {
    guard isOpen else { return }
    close()
    onEnd(reason)
  }
}

/// Makes the sockets of a `ProgramServer` and of those that connect to it.
enum MessageSocket {
  /// Connects to a listening socket.
  ///
  /// The corresponding C functions are `socket` and `connect`.
  static func connect(to path: String) throws(SystemError) -> FileDescriptor {
    try check(path)
    return try FileDescriptor(unsafe cct_socket_connect(path), place: path)
  }

  /// Listens at a path; a socket of this user that nobody listens at any more makes way.
  ///
  /// The corresponding C functions are `bind` and `listen`.
  static func listen(at path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
    try check(path)
    var number = unsafe cct_socket_listen(path, mode)
    if number == -EADDRINUSE {
      guard isLeftOver(path), unsafe unlink(path) == 0 else {
        throw SystemError(errno: EADDRINUSE, place: path, reason: "another program listens there, or it is no socket of this user")
      }
      number = unsafe cct_socket_listen(path, mode)
    }
    return try FileDescriptor(number, place: path)
  }

  private static func isLeftOver(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else { return false }
    do throws(SystemError) {
      _ = try connect(to: path)
      return false
    } catch {
      return error.errno == ECONNREFUSED
    }
  }

  private static func check(_ path: String) throws(SystemError) {
    if path.utf8.contains(0) { throw SystemError(errno: EINVAL, place: quoted(path)) }
  }

  /// The socket that systemd listens at in place of this process; `nil` where this process was not started for one.
  ///
  /// The variables `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES` are taken out of the environment. What they mean says
  /// `sd_listen_fds(3)`.
  static func inherited() throws(SystemError) -> FileDescriptor? {
    func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
    let (process, count) = (variable("LISTEN_PID"), variable("LISTEN_FDS"))
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
    guard let process, Int32(process) == getpid(), let count else { return nil }
    let first: Int32 = 3
    guard count == "1" else { throw SystemError(errno: EINVAL, place: "LISTEN_FDS", reason: "is \(quoted(count)): one socket is expected") }
    let code = cct_socket_adopt(first)
    guard code == 0 else {
      let reason = code == EPROTOTYPE ? "is no listening socket of ListenSequentialPacket= with a path" : SystemError.text(of: code)
      throw SystemError(errno: code, place: "the descriptor \(first) of LISTEN_FDS", reason: reason)
    }
    return FileDescriptor(owning: first)
  }
}
