import ContactorCore
import Foundation
import Glibc
import Testing

@testable import ContactorKiosk
@testable import ContactorSystem

/// A kiosk's connection to a broker, with mosquitto (contract 13.4, 13.5).
@Suite("The connection to a broker", .enabled(if: BrokerStage.isThere, "there is no mosquitto"))
struct BrokerClientTests {
  private func message(_ topic: String, _ text: String, isRetained: Bool = false) -> BrokerMessage {
    BrokerMessage(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
  }

  @Test("The kiosk is online while it is connected, offline after its end and after its death, and keeps its state there")
  func presence() throws {
    let stage = try BrokerStage()
    try stage.startBroker()
    do {
      let client = try stage.client()
      client.retain(Array("one".utf8), on: "k/status")
      client.retain(Array("two".utf8), on: "k/status")
      #expect(try stage.wait { client.figures.isConnected })
      #expect(stage.notes == ["broker 127.0.0.1:\(stage.port): connected"])
      try stage.collect(["k/#"])
      #expect(try stage.wait { Set(stage.collected) == ["k/state online", "k/status two"] }, "\(stage.collected)")
      client.retain(Array("three".utf8), on: "k/status")
      #expect(try stage.wait { stage.collected.last == "k/status three" })
      client.close()
    }
    #expect(try stage.wait { stage.collected.last == "k/state offline" })
    // A client that just goes has its will done.
    _ = try BrokerConnection(stage.settings(), password: nil)
    do {
      let connection = try BrokerConnection(stage.settings { $0.id = "other" }, password: nil)
      for _ in 0..<500 where !connection.isConnected { connection.turn(waking: -1, milliseconds: 10) }
      #expect(connection.isConnected)
      _ = connection.publish(message("k/state", "online", isRetained: true))
      #expect(try stage.wait { stage.collected.last == "k/state online" })
    }
    #expect(try stage.wait { stage.collected.last == "k/state offline" }, "\(stage.collected)")
  }

  @Test("Messages that come while the broker is away wait, also for the next start of the service, and arrive in order")
  func away() throws {
    let stage = try BrokerStage()
    do {
      let client = try stage.client()
      for number in 1...50 { #expect(client.publish(message("k/emit", "\(number)"))) }
      #expect(try stage.wait { client.figures.waiting == 50 && !stage.complaints.isEmpty })
      #expect(stage.complaints == ["broker 127.0.0.1:\(stage.port): Connection refused; messages wait until it is back"])
      client.close()
    }
    try stage.startBroker()
    try stage.collectFromNow("k/emit")
    let client = try stage.client()
    for number in 51...60 { #expect(client.publish(message("k/emit", "\(number)"))) }
    #expect(try stage.wait { stage.collected.last == "k/emit 60" }, "\(stage.collected)")
    #expect(stage.collected == (1...60).map { "k/emit \($0)" })
    #expect(try stage.wait { client.figures.waiting == 0 && client.figures.sent == 60 })
    client.close()
    #expect(client.figures.lost == 0)
  }

  @Test("What is sent with QoS 0 arrives, and what the broker keeps is kept")
  func kinds() throws {
    let stage = try BrokerStage()
    try stage.startBroker()
    let client = try stage.client()
    var quick = message("k/a", "quick", isRetained: true)
    quick.isConfirmed = false
    #expect(client.publish(quick) && client.publish(message("k/b", "", isRetained: false)))
    #expect(try stage.wait { client.figures.waiting == 0 && client.figures.sent == 2 })
    try stage.collect(["k/a"])
    #expect(try stage.wait { stage.collected == ["k/a quick"] })
    client.close()
  }

  @Test("Commands come on all topics that are listened to, with what the broker kept told apart")
  func commands() throws {
    let stage = try BrokerStage()
    try stage.startBroker()
    try stage.send("k/command", "old", ["-r"])
    let client = try stage.client(stage.settings { $0.commandTopics = ["k/command", "all/command"] })
    var commands: [BrokerConnection.Incoming] = []
    client.command = { commands.append($0) }
    #expect(try stage.wait { commands.count == 1 })
    #expect(commands.first?.isRetained == true && commands.first?.payload == Array("old".utf8))
    try stage.send("all/command", "new")
    #expect(try stage.wait { commands.count == 2 })
    #expect(commands.last == BrokerConnection.Incoming(topic: "all/command", payload: Array("new".utf8), isRetained: false))
    try stage.send("k/command", String(repeating: "x", count: 70_000))
    #expect(try stage.wait { stage.complaints == ["1 commands of the broker were dropped: too many, or too long"] })
    try stage.collect(["k/answer"])
    #expect(try stage.wait { FileManager.default.fileExists(atPath: stage.file("collected").path) })
    client.answer(message("k/answer", "yes", isRetained: true))
    #expect(try stage.wait { stage.collected == ["k/answer yes"] })
    client.close()
  }

  /// How often the broker is killed; the issue's figure takes minutes.
  private static let kills = ProcessInfo.processInfo.environment["CONTACTOR_BROKER_KILLS"].flatMap(Int.init) ?? 3

  @Test("A broker that is killed and started again and again gets every message, in the order of each topic")
  func killed() throws {
    let stage = try BrokerStage()
    try stage.startBroker()
    try stage.collect(["k/#"])
    let client = try stage.client()
    #expect(try stage.wait { client.figures.isConnected && !stage.collected.isEmpty })
    let count = 500 * Self.kills
    var sent = 0
    for round in 0..<Self.kills {
      // The collector is there again: mosquitto confirms before it saves, so that its death loses what it has not handed on yet.
      try stage.send("k/round", "\(round)")
      #expect(try stage.wait { stage.collected.contains("k/round \(round)") })
      for _ in 0..<500 {
        sent += 1
        #expect(client.publish(message("k/emit/\(sent % 3)", "\(sent)")))
        if sent % 25 == 0 { try stage.loop.runOnce(timeout: .milliseconds(1)) }
      }
      // In the middle of the sending, which takes longer than to hand the messages over.
      stage.endBroker(round % 2 == 0 ? SIGKILL : SIGTERM)
      #expect(try stage.wait { !client.figures.isConnected })
      try stage.startBroker()
      #expect(try stage.wait { client.figures.isConnected })
    }
    #expect(try stage.wait { client.figures.waiting == 0 }, "\(client.figures)")
    func numbers(_ topic: Int) -> [Int] {
      let prefix = "k/emit/\(topic) "
      return stage.collected.filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count)) }
    }
    #expect(try stage.wait { Set((0..<3).flatMap { numbers($0) }).count == count }, "\((0..<3).map { Set(numbers($0)).count })")
    for topic in 0..<3 {
      // A message that comes again is older than one that came; of the first arrivals each is newer than those before.
      var seen: Set<Int> = []
      let first = numbers(topic).filter { seen.insert($0).inserted }
      #expect(first == first.sorted())
    }
    client.close()
    #expect(client.figures.lost == 0 && client.figures.connections == Self.kills + 1)
  }

  @Test("A broker that is stopped, and takes nothing, never has the caller wait; what it took is sent when it goes on")
  func stopped() throws {
    let stage = try BrokerStage()
    try stage.startBroker()
    try stage.collectFromNow("k/emit")
    let client = try stage.client()
    #expect(try stage.wait { client.figures.isConnected })
    stage.signalBroker(SIGSTOP)
    var refused = 0
    for number in 1...3000 where !client.publish(message("k/emit", "\(number) " + String(repeating: "x", count: 1000))) { refused += 1 }
    #expect(refused == 0)
    #expect(try stage.wait { client.figures.waiting >= 2900 })
    stage.signalBroker(SIGCONT)
    #expect(try stage.wait { client.figures.waiting == 0 && stage.collected.last?.hasPrefix("k/emit 3000 ") == true })
    client.close()
  }

  @Test("A broker that does not answer at the end has the service wait a second and a half, and no longer than that")
  func endWithoutAnswer() throws {
    let stage = try BrokerStage()
    try stage.startBroker()
    let client = try stage.client()
    #expect(try stage.wait { client.figures.isConnected })
    stage.signalBroker(SIGSTOP)
    #expect(client.publish(message("k/emit", "1")))
    client.close()
    stage.signalBroker(SIGCONT)
    #expect(client.publish(message("k/emit", "2")) == false || client.figures.waiting > 0)
    // It waits for the next start.
    try stage.collectFromNow("k/emit")
    let next = try stage.client()
    #expect(try stage.wait { stage.collected.contains("k/emit 1") }, "\(stage.complaints)")
    next.close()
  }

  @Test("A wrong password is told, and the right one is read anew from its file")
  func password() throws {
    let stage = try BrokerStage([
      "allow_anonymous false", "password_file \(FileManager.default.temporaryDirectory.path)/contactor-\(getpid()).users",
    ])
    let users = FileManager.default.temporaryDirectory.appending(path: "contactor-\(getpid()).users")
    defer { try? FileManager.default.removeItem(at: users) }
    let process = try Process.run(URL(fileURLWithPath: "/usr/bin/mosquitto_passwd"), arguments: ["-b", "-c", users.path, "me", "right"])
    process.waitUntilExit()
    try stage.startBroker()
    let file = stage.file("password").path
    try "wrong\n".write(toFile: file, atomically: true, encoding: .utf8)
    chmod(file, 0o600)
    let client = try stage.client(stage.settings { ($0.user, $0.passwordFile) = ("me", file) })
    #expect(try stage.wait { stage.complaints.contains { $0.contains("not authorised") } }, "\(stage.complaints)")
    try "right\n".write(toFile: file, atomically: false, encoding: .utf8)
    #expect(try stage.wait { client.figures.isConnected }, "\(stage.complaints)")
    chmod(file, 0o644)
    stage.endBroker()
    try stage.startBroker()
    #expect(try stage.wait { stage.complaints.contains { $0.contains("'chmod 600' it") } }, "\(stage.complaints)")
    client.close()
    #expect(!stage.complaints.contains { $0.contains("right") || $0.contains("wrong") })
  }

  /// Makes a CA, a broker's certificate by it, and another CA.
  private func certificates(_ stage: BrokerStage) throws {
    let script = """
      cd '\(stage.folder.path)'
      for ca in ca other; do openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=$ca -keyout $ca.key -out $ca.pem; done
      openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout b.key -out b.csr
      printf 'subjectAltName=DNS:localhost,IP:127.0.0.1' >ext
      openssl x509 -req -in b.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile ext -out b.pem
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test("With TLS a broker of the named authority is talked to, and one of another never")
  func encrypted() throws {
    let stage = try BrokerStage(["allow_anonymous true", "certfile b.pem", "keyfile b.key"])
    try certificates(stage)
    let configuration = try String(contentsOf: stage.file("broker.conf"), encoding: .utf8)
      .replacing("file b.", with: "file \(stage.folder.path)/b.")
    try configuration.write(to: stage.file("broker.conf"), atomically: true, encoding: .utf8)
    try stage.startBroker()
    let ca = stage.file("ca.pem").path
    let client = try stage.client(stage.settings { $0.encryption = BrokerSettings.Encryption(ca: ca) })
    #expect(client.publish(message("k/emit", "1")))
    #expect(try stage.wait { client.figures.sent == 1 }, "\(stage.complaints)")
    client.close()
    let other = stage.file("other.pem").path
    let wary = try stage.client(stage.settings { $0.encryption = BrokerSettings.Encryption(ca: other) })
    #expect(wary.publish(message("k/emit", "2")))
    #expect(try stage.wait { stage.complaints.contains { $0.contains("certificate verify failed") } }, "\(stage.complaints)")
    #expect(!wary.figures.isConnected && wary.figures.sent == 0)
    wary.close()
    let missing = try stage.client(stage.settings { $0.encryption = BrokerSettings.Encryption(ca: "/nowhere/ca.pem") })
    #expect(try stage.wait { stage.complaints.count >= 2 })
    #expect(!missing.figures.isConnected)
    missing.close()
  }

  @Test("A pause grows to a minute, and comes back to a second")
  func pauses() {
    var pause = BrokerPause()
    var longest: Int64 = 0
    for _ in 0..<20 {
      pause.begin(at: .init(microseconds: 0))
      longest = max(longest, pause.remaining(at: .init(microseconds: 0)))
      #expect(longest <= 60_000)
    }
    #expect(longest > 30_000)
    pause = BrokerPause()
    pause.begin(at: .init(microseconds: 0))
    #expect((500...1000).contains(pause.remaining(at: .init(microseconds: 0))))
  }
}
