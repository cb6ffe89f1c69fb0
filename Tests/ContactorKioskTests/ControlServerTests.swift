import ContactorCore
import Foundation
import Glibc
import Testing

@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorSystem

/// A server in a folder of its own, whose loop the test turns.
private final class ServerStage {
  let loop: EventLoop
  let folder: URL
  private(set) var server: ControlServer?
  private(set) var complaints: [String] = []
  private(set) var performed: [ControlRequest.Command] = []
  private(set) var wanted: [LogLineKinds] = []

  init(allowed: Set<LayoutSocket.Command> = Set(LayoutSocket.Command.allCases), mode: UInt32 = 0o660) throws {
    loop = try EventLoop()
    folder = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var settings = LayoutSocket(path: path)
    (settings.allowed, settings.mode) = (allowed, mode)
    let server = try ControlServer(settings, loop) { [unowned self] in complaints.append($0) }
    server.perform = { [unowned self] command, connection, reply in
      performed.append(command)
      if case .subscribe(let kinds) = command { connection.kinds = kinds }
      if command == .status { reply.json = ("status", #"{"a":{"b":"}"}}"#) }
      if command == .mode("none") { reply.error = "no such mode" }
    }
    server.wantsLines = { [unowned self] in wanted.append($0) }
    self.server = server
  }

  deinit {
    server = nil
    try? FileManager.default.removeItem(at: folder)
  }

  var path: String { folder.appending(path: "events").path }

  func close() { server = nil }

  func connect() throws -> ConnectedSocket { try ConnectedSocket(path: path, milliseconds: 5000) }

  /// Lets the server do what there is to do.
  func turn() throws { for _ in 0..<20 { try loop.dispatch() } }

  /// Publishes a line, as the log does.
  func publish(_ line: String) { server?.publish(Array((line + "\n").utf8).span.bytes) }
}

extension ConnectedSocket {
  /// Sends a text; a peer that is gone does not get it.
  fileprivate func send(_ text: String) { try? send(Array(text.utf8)) }

  /// What has come; waits five seconds at most for the first of it.
  fileprivate func receive() -> String {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = buffer.withUnsafeMutableBytes { SystemCalls.kernel.readSome(fileDescriptor, into: $0) }
    return count < 0 ? "error \(-count)" : String(decoding: buffer[..<count], as: UTF8.self)
  }
}

/// The socket itself: peers come and go, ask, listen, and misbehave (contract 13.4, 13.6).
@Suite("The event and control socket")
struct ControlServerTests {
  @Test("A request is answered with its id, and several in one piece in their order")
  func answers() throws {
    let stage = try ServerStage()
    let peer = try stage.connect()
    peer.send("{\"command\":\"status\",\"id\":1}\n\n  \r\n{\"command\":\"mode\",\"mode\":\"none\"}\n{\"command\":\"rel")
    try stage.turn()
    #expect(
      peer.receive() == """
        {"ok":true,"id":1,"command":"status","status":{"a":{"b":"}"}}}
        {"ok":false,"command":"mode","error":"no such mode"}

        """)
    peer.send("oad\"}\n")
    try stage.turn()
    #expect(peer.receive() == "{\"ok\":true,\"command\":\"reload\"}\n")
    #expect(stage.performed == [.status, .mode("none"), .reload])
  }

  @Test("What the layout does not allow is refused and not done")
  func allowed() throws {
    let stage = try ServerStage(allowed: [.status])
    let peer = try stage.connect()
    peer.send("{\"command\":\"reload\"}\n")
    try stage.turn()
    #expect(
      peer.receive()
        == "{\"ok\":false,\"command\":\"reload\",\"error\":\"the layout does not allow reload here; outputs: {socket: {allow: […]}} says what is allowed\"}\n"
    )
    #expect(stage.performed == [])
  }

  @Test("Subscribers get whole lines of their kinds, and the log is asked for lines only while there are some")
  func subscribers() throws {
    let stage = try ServerStage()
    let events = try stage.connect()
    let all = try stage.connect()
    stage.publish(#"{"t":1,"kind":"emit","emit":"before"}"#)
    events.send("{\"command\":\"subscribe\"}\n")
    all.send("{\"command\":\"subscribe\",\"kinds\":[\"all\"]}\n")
    try stage.turn()
    #expect(events.receive() == "{\"ok\":true,\"command\":\"subscribe\"}\n" && all.receive().hasPrefix("{\"ok\":true"))
    stage.publish("{\"t\":2,\"kind\":\"touch\"}\n{\"t\":2,\"kind\":\"emit\",\"emit\":\"a\"}")
    #expect(events.receive() == "{\"t\":2,\"kind\":\"emit\",\"emit\":\"a\"}\n")
    #expect(all.receive() == "{\"t\":2,\"kind\":\"touch\"}\n{\"t\":2,\"kind\":\"emit\",\"emit\":\"a\"}\n")
    #expect(stage.wanted == [.emit, .everything])
    events.send("{\"command\":\"subscribe\",\"kinds\":[\"touch\",\"emit\"]}\n")
    try stage.turn()
    all.send("{\"command\":\"subscribe\",\"kinds\":[]}\n")
    try stage.turn()
    #expect(stage.wanted == [.emit, .everything, [.emit, .touch]])
    events.send("{\"command\":\"subscribe\",\"kinds\":[]}\n")
    try stage.turn()
    #expect(stage.wanted == [.emit, .everything, [.emit, .touch], []])
  }

  @Test("A subscriber that does not read is dropped with a line; the others get everything in order")
  func slow() throws {
    let stage = try ServerStage()
    let slow = try stage.connect()
    let quick = try stage.connect()
    slow.send("{\"command\":\"subscribe\"}\n")
    quick.send("{\"command\":\"subscribe\"}\n")
    try stage.turn()
    _ = quick.receive()
    var (got, lines) = ("", 0)
    let padding = String(repeating: "x", count: 1000)
    for number in 0..<3000 {
      stage.publish("{\"t\":\(number),\"kind\":\"emit\",\"emit\":\"\(padding)\"}")
      if number % 50 == 49 {
        try stage.turn()
        while lines <= number {
          let part = quick.receive()
          lines += part.utf8.count { $0 == UInt8(ascii: "\n") }
          got += part
        }
      }
    }
    #expect(got.split(separator: "\n").map { $0.prefix { $0 != "," } } == (0..<3000).map { "{\"t\":\($0)" })
    #expect(stage.server?.droppedCount == 1 && stage.server?.counts.peers == 1)
    #expect(stage.complaints.count == 1)
    #expect(stage.complaints.first?.contains("user \(getuid()), process \(getpid()) reads too slowly and was dropped; ") == true)
  }

  @Test("A pause in reading loses nothing: what waits is sent when there is room")
  func pause() throws {
    let stage = try ServerStage()
    let peer = try stage.connect()
    peer.send("{\"command\":\"subscribe\"}\n")
    try stage.turn()
    _ = peer.receive()
    let padding = String(repeating: "x", count: 1000)
    for number in 0..<600 { stage.publish("{\"t\":\(number),\"kind\":\"emit\",\"emit\":\"\(padding)\"}") }
    var (got, lines) = ("", 0)
    while lines < 600 {
      let part = peer.receive()
      lines += part.utf8.count { $0 == UInt8(ascii: "\n") }
      got += part
      try stage.turn()
    }
    #expect(got.split(separator: "\n").map { $0.prefix { $0 != "," } } == (0..<600).map { "{\"t\":\($0)" })
    #expect(stage.complaints == [])
  }

  @Test("Garbage is answered, a line without end drops its peer, and nobody else notices")
  func garbage() throws {
    let stage = try ServerStage()
    let bad = try stage.connect()
    let endless = try stage.connect()
    let good = try stage.connect()
    bad.send("\u{0}\u{1}nonsense\n")
    try stage.turn()
    #expect(bad.receive().hasPrefix("{\"ok\":false,\"error\":\"expected '{', found "))
    for _ in 0..<10 {
      endless.send(String(repeating: "[", count: 10_000))
      try stage.turn()
    }
    #expect(endless.receive() == "" || endless.receive().hasPrefix("error"))
    #expect(stage.complaints.count == 1 && stage.complaints[0].hasSuffix("sent a line of more than 65536 bytes and was dropped"))
    good.send("{\"command\":\"status\"}\n")
    try stage.turn()
    #expect(good.receive().hasPrefix("{\"ok\":true"))
  }

  @Test("A peer that leaves in the middle of anything leaves nothing behind")
  func leaving() throws {
    let stage = try ServerStage()
    for text in ["", "{\"command\":\"subscribe\"}\n", "{\"comm", "{\"command\":\"status\"}\n"] {
      do {
        let peer = try stage.connect()
        peer.send(text)
        if text.count.isMultiple(of: 2) { try stage.turn() }
      }
      stage.publish("{\"t\":1,\"kind\":\"emit\"}")
      try stage.turn()
    }
    #expect(stage.server?.counts.peers == 0 && stage.server?.counts.subscribers == 0)
    #expect(stage.complaints == [])
  }

  @Test("More peers than the limit are refused with a line")
  func limit() throws {
    let stage = try ServerStage()
    let descriptors = try (0..<ControlServer.connectionLimit).map { _ in
      let number = connection(stage.path)
      try stage.turn()
      return number
    }
    defer { for descriptor in descriptors { close(descriptor) } }
    let last = try stage.connect()
    try stage.turn()
    #expect(last.receive() == "" && stage.complaints.count == 1)
    #expect(stage.complaints.first?.hasSuffix("a peer was refused, as 64 are connected already") == true)
  }

  @Test("The path has the mode of the layout, and is gone with the server")
  func path() throws {
    let stage = try ServerStage(mode: 0o600)
    var status = stat()
    #expect(lstat(stage.path, &status) == 0 && status.st_mode == S_IFSOCK | 0o600)
    stage.close()
    #expect(lstat(stage.path, &status) != 0 && errno == ENOENT)
  }

  @Test("A socket that a killed program left is replaced; one that is in use, and a file, are not")
  func replacing() throws {
    let stage = try ServerStage()
    let error = #expect(throws: SystemError.self) { _ = try ListeningSocket(path: stage.path, mode: 0o600, group: nil) }
    #expect(error?.errno == EADDRINUSE && error?.description.contains("another program listens there") == true)
    let left = stage.folder.appending(path: "left").path
    close(abandonedSocket(left))
    let again = try ListeningSocket(path: left, mode: 0o600, group: nil)
    #expect(again.fileDescriptor >= 0)
    let file = stage.folder.appending(path: "file").path
    try Data("kept".utf8).write(to: URL(filePath: file))
    let refused = #expect(throws: SystemError.self) { _ = try ListeningSocket(path: file, mode: 0o600, group: nil) }
    #expect(refused?.errno == EEXIST)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
  }

  @Test(
    "A path where no socket can be is an error that names it",
    arguments: [("/no/such/folder/events", ENOENT), ("/" + String(repeating: "a", count: 200), ENAMETOOLONG), ("", ENOENT)])
  func unreachable(_ path: String, _ number: Int32) {
    let error = #expect(throws: SystemError.self) { _ = try ListeningSocket(path: path, mode: 0o600, group: nil) }
    #expect(error?.errno == number && error?.place == path)
  }

  @Test("Who connects is known by the kernel's word")
  func peers() throws {
    let stage = try ServerStage()
    let peer = try stage.connect()
    let credentials = try PeerCredentials(of: peer.fileDescriptor)
    #expect(credentials == PeerCredentials(process: getpid(), user: getuid(), group: getgid()))
    #expect(throws: SystemError.self) { _ = try PeerCredentials(of: 0x7fff) }
  }
}

/// A connection that the caller closes.
private func connection(_ path: String) -> Int32 { withAddress(path) { connect($0, $1, $2) } }

/// A socket at a path at which nobody listens.
private func abandonedSocket(_ path: String) -> Int32 { withAddress(path) { bind($0, $1, $2) } }

private func withAddress(_ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
  #expect(result == 0)
  return descriptor
}
