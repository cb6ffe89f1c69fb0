import Foundation
import Glibc
import Testing

@testable import ContactorKiosk
@testable import ContactorSystem

/// A broker of this machine's own, mosquitto, with clients that collect and send; skipped where it is not installed.
final class BrokerStage {
  static let program = "/usr/sbin/mosquitto"
  static var isThere: Bool { access(program, X_OK) == 0 && BrokerConnection.libraryProblem() == nil }

  let loop: EventLoop
  let folder: URL
  let port: UInt16
  private(set) var notes: [String] = []
  private(set) var complaints: [String] = []
  private var broker: Process?
  private var others: [Process] = []

  /// Prepares a broker, which does not run yet.
  ///
  /// - Parameter lines: more of its configuration.
  init(_ lines: [String] = ["allow_anonymous true"]) throws {
    loop = try EventLoop()
    folder = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    port = try Self.freePort()
    let configuration =
      ["user \(String(cString: getpwuid(geteuid()).pointee.pw_name))", "listener \(port) 127.0.0.1"] + lines + [
        // What was confirmed outlives a kill.
        "persistence true", "persistence_location \(folder.path)/", "autosave_on_changes true", "autosave_interval 1",
        "max_queued_messages 0",
        // It hands a message on before it confirms it; what it keeps back for a slow client dies with it.
        "max_inflight_messages 0",
      ]
    try (configuration.joined(separator: "\n") + "\n").write(to: file("broker.conf"), atomically: true, encoding: .utf8)
  }

  deinit {
    for process in others + [broker].compactMap({ $0 }) where process.isRunning { kill(process.processIdentifier, SIGKILL) }
    for process in others + [broker].compactMap({ $0 }) { process.waitUntilExit() }
    try? FileManager.default.removeItem(at: folder)
  }

  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// A port of this machine that nothing listens on.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return try withAddress(0) { address, length in
      var length = length
      try #require(bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0)
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
  }

  private func process(_ program: String, _ arguments: [String], output: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    _ = FileManager.default.createFile(atPath: file(output).path, contents: nil)
    let handle = try FileHandle(forWritingTo: file(output))
    try handle.seekToEnd()
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  // MARK: The broker

  /// Starts the broker and waits until it takes connections, for ten seconds at most.
  func startBroker() throws {
    // The test's thread, and what it starts, has signals blocked; the broker ends by one.
    let unblocked = "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
    let arguments = ["-c", unblocked, Self.program, "-c", file("broker.conf").path]
    broker = try process("/usr/bin/python3", arguments, output: "broker.log")
    for _ in 0..<1000 where !isListening { usleep(10_000) }
  }

  private var isListening: Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return Self.withAddress(port) { connect(descriptor, $0, $1) } == 0
  }

  /// An address of this machine as C takes it.
  private static func withAddress<Result>(_ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Result) rethrows
    -> Result
  {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  func endBroker(_ signal: Int32 = SIGTERM) {
    guard let broker else { return }
    kill(broker.processIdentifier, signal)
    broker.waitUntilExit()
    self.broker = nil
  }

  func signalBroker(_ signal: Int32) { if let broker { kill(broker.processIdentifier, signal) } }

  // MARK: Other clients

  /// Collects messages in a file, as `TOPIC PAYLOAD`; a session of its own that outlives the broker's end.
  func collect(_ topics: [String], _ options: [String] = []) throws {
    let arguments = ["-p", "\(port)", "-i", "collector", "-c", "-q", "1", "-v", "-F", "%t %p"] + topics.flatMap { ["-t", $0] } + options
    others.append(try process("/usr/bin/mosquitto_sub", arguments, output: "collected"))
  }

  /// What was collected, but for what tells that the collector is there.
  var collected: [String] { lines.filter { !$0.hasSuffix(" here") } }

  private var lines: [String] {
    ((try? String(contentsOf: file("collected"), encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  /// Collects messages, and waits until the broker knows it.
  func collectFromNow(_ topic: String) throws {
    try collect([topic])
    let isThere = try wait {
      try? send(topic, "here")
      return lines.contains("\(topic) here")
    }
    try #require(isThere)
  }

  /// Publishes a message as another client, and waits until it has.
  func send(_ topic: String, _ payload: String, _ options: [String] = []) throws {
    let arguments = ["-p", "\(port)", "-q", "1", "-t", topic, "-m", payload] + options
    let process = try process("/usr/bin/mosquitto_pub", arguments, output: "sent")
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  // MARK: Ours

  func settings(_ change: (inout BrokerSettings) -> Void = { _ in }) -> BrokerSettings {
    var settings = BrokerSettings(host: "127.0.0.1", port: port, id: "kiosk", topic: "k")
    change(&settings)
    return settings
  }

  func client(_ settings: BrokerSettings? = nil) throws -> BrokerClient {
    try BrokerClient(
      settings ?? self.settings(), folder: file("queue").path, limit: 1 << 26, loop: loop,
      complain: { [unowned self] in complaints.append($0) }, note: { [unowned self] in notes.append($0) })
  }

  /// Turns the loop until something holds; whether it did within a minute.
  func wait(_ condition: () -> Bool) throws -> Bool {
    for _ in 0..<6000 {
      if condition() { return true }
      try loop.runOnce(timeout: .milliseconds(10))
    }
    return false
  }
}
