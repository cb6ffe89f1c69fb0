import ContactorCore
import ContactorLayout
import ContactorSystem
import ContactorTrace
import Glibc

/// The event and control socket of a kiosk (contract 13.6): answers requests, and hands lines of the log to those who want them.
///
/// Everything happens in the loop's thread and nothing waits. A peer that does not read is dropped with a line, and so is one that sends what is
/// no request; neither delays the others.
final class ControlServer {
  /// How many peers are connected at once, at most.
  static let connectionLimit = 64

  /// Does what a peer asks for; adds to the answer, or throws what is wrong.
  typealias Perform = (ControlRequest.Command, ControlConnection, inout ControlReply) -> Void

  /// The socket as the layout has it.
  let settings: LayoutSocket
  private let loop: EventLoop
  private let listening: ListeningSocket
  private var connections: [UInt32: ControlConnection] = [:]
  private var lastNumber: UInt32 = 0
  private let complain: (String) -> Void
  /// Does what peers ask for.
  var perform: Perform = { _, _, _ in }
  /// Told of a connection that has ended, before it is closed.
  var left: (ControlConnection) -> Void = { _ in }
  /// Called as the subscribers together want other kinds of lines than before; none where the last one is gone.
  var wantsLines: (LogLineKinds) -> Void = { _ in }
  /// The kinds of lines that at least one subscriber wants.
  private(set) var kinds: LogLineKinds = []
  /// How many peers were dropped, as they did not read.
  private(set) var droppedCount = 0
  private var isAccepting = true
  /// Whether connections that have ended are closed in the loop's next turn.
  private var isSweeping = false

  /// Listens at the path.
  ///
  /// - Throws: `SystemError` where it cannot: see `ListeningSocket`; `EINVAL` for a group that does not exist.
  init(_ settings: LayoutSocket, _ loop: EventLoop, complain: @escaping (String) -> Void) throws(SystemError) {
    var group: UInt32?
    if let name = settings.group {
      group = groupNumber(of: name)
      guard group != nil else {
        throw SystemError(errno: EINVAL, place: settings.path, reason: "there is no group \(quoted(name)) on this machine")
      }
    }
    let listening = try ListeningSocket(path: settings.path, mode: settings.mode, group: group)
    (self.settings, self.loop, self.complain) = (settings, loop, complain)
    self.listening = listening
    try loop.watch(self.listening.fileDescriptor) { [unowned self] in accept() }
  }

  /// Closes all connections; the path goes with the server.
  func close() {
    stopWatching()
    for connection in connections.values {
      connection.finish(.left)
      remove(connection)
    }
  }

  deinit {
    stopWatching()
    for connection in connections.values { loop.unwatch(connection.fileDescriptor) }
  }

  private func stopWatching() {
    isAccepting = false
    loop.unwatch(listening.fileDescriptor)
  }

  /// How many peers are connected, and how many of them get lines.
  var counts: (peers: Int, subscribers: Int) { (connections.count, connections.values.count { !$0.kinds.isEmpty }) }

  // MARK: Connections

  private func accept() {
    do throws(SystemError) {
      guard let descriptor = try listening.accept() else { return }
      guard connections.count < Self.connectionLimit else {
        complain("\(settings.path): a peer was refused, as \(Self.connectionLimit) are connected already")
        return
      }
      lastNumber += 1
      let connection = try ControlConnection(descriptor, number: lastNumber)
      try loop.watch(connection.fileDescriptor) { [unowned self] in serve(connection) }
      connections[connection.number] = connection
    } catch {
      // Without a free descriptor the socket would wake the loop without end.
      complain("\(settings.path): \(error.message); no connection is accepted for a second")
      loop.unwatch(listening.fileDescriptor)
      loop.schedule(at: loop.now + .seconds(1)) { [weak self] in self?.acceptAgain() }
    }
  }

  private func acceptAgain() {
    guard isAccepting else { return }
    try? loop.watch(listening.fileDescriptor) { [unowned self] in accept() }
  }

  private func serve(_ connection: ControlConnection) {
    connection.sendWaiting()
    connection.read { answer($0, connection) }
    follow(connection)
  }

  /// Closes a connection that has ended, or has the loop wait for what the connection waits for.
  private func follow(_ connection: ControlConnection) {
    guard connection.end == nil else { return remove(connection) }
    guard (try? watchForRoom(connection)) == nil else { return }
    connection.finish(.left)
    remove(connection)
  }

  /// Has the loop wait for what the connection waits for, where that has changed.
  private func watchForRoom(_ connection: ControlConnection) throws(SystemError) {
    guard connection.waitsForRoom != connection.isWatchedForRoom else { return }
    try loop.setWaitsForRoom(connection.waitsForRoom, on: connection.fileDescriptor)
    connection.isWatchedForRoom = connection.waitsForRoom
  }

  private func remove(_ connection: ControlConnection) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    loop.unwatch(connection.fileDescriptor)
    switch connection.end {
    case .slow(let lines):
      droppedCount += 1
      complain(
        "\(settings.path): \(connection.peer) reads too slowly and was dropped; \(lines) lines did not reach it, everything else goes on")
    case .longLine:
      complain(
        "\(settings.path): \(connection.peer) sent a line of more than \(ControlConnection.longestLine) bytes and was dropped")
    case .failed(let number): complain("\(settings.path): \(connection.peer): \(SystemError.text(of: number))")
    case .left, nil: break
    }
    tellSubscribers()
    left(connection)
  }

  private func tellSubscribers() {
    let wanted = connections.values.reduce(into: LogLineKinds()) { $0.formUnion($1.kinds) }
    guard wanted != kinds else { return }
    kinds = wanted
    wantsLines(wanted)
  }

  // MARK: Requests

  private func answer(_ line: [UInt8], _ connection: ControlConnection) {
    let reply = ControlReply(to: line, at: "socket", allows: settings.allowed.contains) { command, reply in
      perform(command, connection, &reply)
      tellSubscribers()
    }
    unsafe reply.line().withUnsafeBytes { unsafe connection.send($0) }
  }

  // MARK: Lines

  /// Hands whole lines of the log to those who want lines of their kinds.
  ///
  /// It calls nothing but the loop: the log, from which the lines come, must not be written to meanwhile.
  func publish(_ lines: borrowing RawSpan) {
    guard !kinds.isEmpty else { return }
    unsafe lines.withUnsafeBytes { unsafe publish($0) }
    for connection in connections.values where connection.waitsForRoom || connection.end != nil {
      // A connection that is answering a request now follows by itself after that; twice does nothing.
      if connection.end == nil { try? watchForRoom(connection) } else { sweepSoon() }
    }
  }

  private func publish(_ lines: UnsafeRawBufferPointer) {
    unsafe LogLineKinds.forEachLine(of: lines) { line, kind in
      for connection in connections.values where !connection.kinds.isDisjoint(with: kind) { unsafe connection.send(line) }
    }
  }

  /// Closes the connections that have ended, in the loop's next turn.
  private func sweepSoon() {
    guard !isSweeping else { return }
    isSweeping = true
    loop.schedule(at: loop.now) { [weak self] in
      guard let self else { return }
      isSweeping = false
      for connection in connections.values where connection.end != nil { remove(connection) }
    }
  }
}

/// The answer to a request: one line, a JSON object that begins with `ok`.
struct ControlReply {
  /// The request's `id`.
  var id: ControlRequest.Identifier?
  /// The command; `nil` where the request could not be read.
  var command: String?
  /// What is wrong; `nil` where the request was done.
  var error: String?
  /// A member whose value is JSON already, such as the status.
  var json: (key: StaticString, value: String)?
  /// A member that is a text, such as the metrics.
  var text: (key: StaticString, value: String)?

  /// The answer to a request, which is done where it is allowed.
  ///
  /// - Parameters:
  ///   - line: the request, without its line feed.
  ///   - output: the key of the layout's outputs that says what is allowed.
  ///   - allows: whether a command is allowed.
  ///   - perform: does it, and adds to the answer.
  init(
    to line: [UInt8], at output: String, allows: (LayoutSocket.Command) -> Bool,
    perform: (ControlRequest.Command, inout ControlReply) -> Void
  ) {
    do throws(ControlRequest.Mistake) {
      let request = try ControlRequest(line)
      let name = request.command.name
      (id, command) = (request.id, name.rawValue)
      if allows(name) {
        perform(request.command, &self)
      } else {
        error = "the layout does not allow \(name.rawValue) here; outputs: {\(output): {allow: […]}} says what is allowed"
      }
    } catch let mistake {
      (id, error) = (mistake.id, mistake.message)
    }
  }

  /// The line with its line feed.
  func line() -> [UInt8] {
    var line = JSONLine()
    line.add("ok", error == nil)
    switch id {
    case .number(let number): line.add("id", number)
    case .text(let text): line.add("id", text)
    case nil: break
    }
    if let command { line.add("command", command) }
    if let error { line.add("error", error) }
    if let json { line.add(json.key, json: json.value) }
    if let text { line.add(text.key, text.value) }
    return line.finished()
  }
}
