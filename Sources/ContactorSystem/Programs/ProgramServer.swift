internal import CContactorSystem
internal import ContactorCore
internal import Glibc

/// The helper that starts programs for a service which may not, or whose restrictions they would inherit (see `ProgramClient`).
///
/// It takes connections from root, from its own user and from users that it is told; whoever else connects is refused with a line.
/// Programs run as its own user unless a request names another, with standard output on its standard error. When a service goes, the
/// programs with a timeout that it started are ended, and the others run on.
package final class ProgramServer {
  /// How many services are served at once.
  static let connectionLimit = 16
  /// How many users a service may name in advance.
  static let userLimit = 256
  /// How long no connection is taken when there are no descriptors left, and the least time between two lines about refused ones.
  static let pause = Duration.seconds(1)

  /// The other end of a connection.
  package struct Peer: Hashable, Sendable {
    /// The user's number.
    package var uid: UInt32
    /// The process id.
    package var pid: Int32

    /// Describes a process.
    package init(uid: UInt32, pid: Int32) { (self.uid, self.pid) = (uid, pid) }
  }

  private let loop: EventLoop
  private let runner: ProcessRunner
  private let listener: FileDescriptor
  /// The path that is removed at the end; `nil` where another program made the socket.
  private let path: String?
  private let allowed: Set<UInt32>
  private let complain: (String) -> Void
  private var services: [Service] = []
  private var nextLine: Timestamp?
  private var unsaid = 0
  /// Tells who is at the other end of a connection; a test says something else.
  package var peer: (_ socket: Int32) throws(SystemError) -> Peer = ProgramServer.kernelPeer

  private init(
    _ listener: consuming FileDescriptor, path: String?, _ loop: EventLoop, _ allowed: Set<UInt32>,
    _ complain: @escaping (String) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.path = path
    self.allowed = allowed.union([0, geteuid()])
    self.complain = complain
    runner = ProcessRunner(loop: loop)
    let number = listener.rawValue
    self.listener = consume listener
    try loop.watch(number) { [weak self] in self?.accept() }
  }

  /// Serves a socket that systemd has made; `nil` where this process was not started for one.
  ///
  /// - Parameters:
  ///   - allowed: the numbers of users whose connections are taken, besides root and this process's.
  ///   - complain: gets each problem as one line.
  /// - Throws: `SystemError` where what was handed over is another kind of descriptor.
  package static func inherited(
    _ loop: EventLoop, allowed: Set<UInt32>, complain: @escaping (String) -> Void
  ) throws(SystemError) -> ProgramServer? {
    guard let listener = try MessageSocket.inherited() else { return nil }
    return try ProgramServer(listener, path: nil, loop, allowed, complain)
  }

  /// Makes a socket at a path and serves it; only this user and root can connect, or all that are allowed where there are some.
  package static func listening(
    at path: String, _ loop: EventLoop, allowed: Set<UInt32>, complain: @escaping (String) -> Void
  ) throws(SystemError) -> ProgramServer {
    // Who may connect is decided by who it is; the permissions only keep others from trying.
    let listener = try MessageSocket.listen(at: path, mode: allowed.isEmpty ? 0o600 : 0o666)
    return try ProgramServer(listener, path: path, loop, allowed, complain)
  }

  deinit { loop.unwatch(listener.rawValue) }

  /// Serves until SIGINT or SIGTERM.
  package func run() throws(SystemError) {
    try loop.watchSignals([SIGINT, SIGTERM]) { [unowned loop] _ in loop.stop() }
    cct_release_startup_pages()
    try loop.run()
    shutdown()
  }

  /// How many services are connected.
  package var serviceCount: Int { services.count }

  /// Ends the programs that have a timeout, closes all connections and removes the socket that it made.
  package func shutdown() {
    loop.unwatch(listener.rawValue)
    for service in services { service.channel.close() }
    services = []
    runner.shutdown()
    if let path { unsafe unlink(path) }
  }

  // MARK: Connections

  private func accept() {
    while true {
      let number = cct_socket_accept(listener.rawValue)
      switch -number {
      case EAGAIN, EWOULDBLOCK: return
      case EINTR, ECONNABORTED: continue
      case let code where code > 0:
        complain("no connection can be taken: \(SystemError.text(of: code))")
        return rest()
      default: admit(FileDescriptor(owning: number))
      }
    }
  }

  /// Takes no connection for a while: the one that waits would wake the loop without end.
  private func rest() {
    loop.unwatch(listener.rawValue)
    loop.schedule(at: loop.now + Self.pause) { [weak self] in
      guard let self else { return }
      try? loop.watch(listener.rawValue) { [weak self] in self?.accept() }
    }
  }

  private func admit(_ socket: consuming FileDescriptor) {
    do throws(SystemError) {
      let peer = try peer(socket.rawValue)
      guard allowed.contains(peer.uid) else { return refuse("refused a connection of the user \(peer.uid), process \(peer.pid)") }
      guard services.count < Self.connectionLimit else {
        return refuse("refused a connection of process \(peer.pid): \(Self.connectionLimit) services are connected")
      }
      let service = Service(try MessageChannel(socket, loop), peer)
      service.channel.onMessage = { [weak self, weak service] bytes, output in
        if let service { self?.take(bytes, output, service) }
      }
      service.channel.onEnd = { [weak self, weak service] _ in
        if let service { self?.remove(service) }
      }
      services.append(service)
    } catch {
      refuse("refused a connection: \(error.description)")
    }
  }

  /// Writes one line a second at most, for anyone may try.
  private func refuse(_ line: String) {
    if let nextLine, loop.now < nextLine { return unsaid += 1 }
    complain(unsaid > 0 ? "\(line), and \(unsaid) more before" : line)
    unsaid = 0
    nextLine = loop.now + Self.pause
  }

  private static func kernelPeer(_ socket: Int32) throws(SystemError) -> Peer {
    var (uid, pid): (uid_t, pid_t) = (0, 0)
    let code = unsafe cct_socket_peer(socket, &uid, &pid)
    guard code == 0 else { throw SystemError(errno: code, place: "SO_PEERCRED") }
    return Peer(uid: uid, pid: pid)
  }

  private func remove(_ service: Service) {
    services.removeAll { $0 === service }
    for pid in service.programs.values { runner.expire(pid) }
  }

  // MARK: Requests

  private func take(_ bytes: [UInt8], _ output: consuming FileDescriptor?, _ service: Service) {
    switch ProgramMessage(bytes) {
    case .start(let id, let request, let hasOutput):
      let number = output?.rawValue ?? -1
      guard hasOutput == (number >= 0), service.programs[id] == nil else { break }
      let pid = runner.start(request, output: number) { [weak self, weak service] outcome in
        service?.programs[id] = nil
        self?.answer(service, .ended(id: id, outcome))
      }
      if let pid {
        service.programs[id] = pid
        answer(service, .started(id: id))
      }
      return
    case .prepare(let users) where users.count <= Self.userLimit: return runner.prepare(users: Set(users))
    default: break
    }
    complain("process \(service.peer.pid) sent what is no request; its connection is closed")
    service.channel.end("no request")
  }

  private func answer(_ service: Service?, _ message: ProgramMessage) {
    guard let service, service.channel.isOpen else { return }
    let code = service.channel.send(message.bytes)
    // What became of the programs reaches nobody any more.
    if code != 0 { service.channel.end(SystemError.text(of: code)) }
  }

  /// A process whose programs are started.
  private final class Service {
    let channel: MessageChannel
    let peer: Peer
    /// The programs that run, by the numbers that the service gave them.
    var programs: [UInt64: pid_t] = [:]

    init(_ channel: MessageChannel, _ peer: Peer) { (self.channel, self.peer) = (channel, peer) }
  }
}
