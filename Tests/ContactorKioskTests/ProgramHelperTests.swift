import ContactorCore
@testable import ContactorKiosk
import ContactorLayout
@testable import ContactorSystem
import Glibc
import Testing

/// Programs that a helper starts for a service (contract 13.4, 13.5).
@Suite(.serialized) struct ProgramHelperTests {
  private let stage: ProgramStage

  init() throws { stage = try ProgramStage() }

  @Test func `outcomes come back as from this process itself`() throws {
    try stage.serve()
    let client = stage.client()
    #expect(try stage.outcome(of: ProgramRequest(argv: ["true"]), by: client) == .exited(0))
    #expect(try stage.outcome(of: .script("exit 7"), by: client) == .exited(7))
    #expect(try stage.outcome(of: .script("kill -9 $$"), by: client) == .signalled(SIGKILL))
    #expect(
      try stage.outcome(of: ProgramRequest(argv: ["/x/y"]), by: client)
        == .failedToStart(errno: ENOENT, message: "/x/y: No such file or directory"))
    #expect(try stage.outcome(of: ProgramRequest(argv: ["sleep", "1000"], timeout: .milliseconds(50)), by: client) == .timedOut)
    let request = ProgramRequest(
      argv: ["sh", "-c", "pwd > out; echo \"$A\" >> out; ulimit -n >> out"], directory: stage.folder, environment: ["A": "é b"])
    #expect(try stage.outcome(of: request, by: client) == .exited(0))
    #expect(stage.text(of: "out").hasPrefix("\(stage.folder)\né b\n"))
    #expect(client.childCount == 0 && stage.server?.serviceCount == 1 && stage.lines == [])
  }

  @Test func `limits and users go with the request`() throws {
    try stage.serve()
    let client = stage.client()
    try client.prepare(users: ["no-such-user-1", "root"])
    var request = ProgramRequest.script("ulimit -n")
    request.limits.files = 37
    #expect(try stage.output(of: request, by: client) == "37\n")
    request.user = "no-such-user-1"
    #expect(
      try stage.outcome(of: request, by: client) == .failedToStart(errno: ENOENT, message: "there is no user 'no-such-user-1'"))
  }

  @Test func `the output of a program comes back, up to the limit`() throws {
    try stage.serve()
    let client = stage.client()
    #expect(try stage.output(of: ProgramRequest(argv: ["echo", "one"]), by: client) == "one\n")
    #expect(try stage.output(of: .script("head -c 300000 /dev/zero | tr '\\0' x; exit 3"), by: client).utf8.count == 300_000)
    let much = try stage.output(of: .script("head -c 9000000 /dev/zero | tr '\\0' x"), by: client)
    #expect(much.utf8.count == ProcessRunner.outputLimit)
    #expect(try stage.output(of: ProgramRequest(argv: ["/nowhere/at/all"]), by: client) == "")
  }

  @Test func `a thousand actions in a burst are all done, in their order`() throws {
    try stage.serve()
    let text = """
      contactor: 1
      screen: {size: [100, 100]}
      views:
        - {id: b, kind: button, frame: [0, 0, 100, 100], on: {touchDown: {run: [sh, -c, "echo $1 >> \(stage.folder)/out", sh, "{x}"]}}}
      """
    let layout = try Layout.parse(Array(text.utf8), file: "k.yaml")
    var problems: [String] = []
    let executor = Executor(stage.loop, programs: stage.socket) { problems.append($0) }
    executor.prepare(layout)
    let session = LayoutSession(layout: layout, log: nil) { executor.execute($0, $1, $2, file: "k.yaml", $3) }
    let panel = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event1", name: "pad")
    session.handle(.deviceAdded(panel, at: Timestamp(microseconds: 0)))
    for number in 0..<1000 {
      for (phase, time) in [(TouchPhase.began, 0), (TouchPhase.ended, 1)] {
        let contact = Contact(trackingID: Int32(number), slot: 0, phase: phase, location: Point(x: Double(number) / 10, y: 50))
        let moment = Timestamp(microseconds: Int64(number * 2 + time))
        session.handle(.frame(TouchFrame(device: DeviceID(rawValue: 1), timestamp: moment, contacts: [contact])))
      }
    }
    try stage.wait { !session.isActing }
    let numbers = stage.text(of: "out").split(separator: "\n").compactMap { Double($0) }
    #expect(numbers.count == 1000 && numbers == numbers.sorted() && problems == [])
  }

  @Test func `a program is refused while the helper is not there, and started once it is`() throws {
    let client = stage.client()
    #expect(throws: SystemError(errno: ENOENT, place: stage.socket)) { try client.prepare(users: []) }
    let refusal = ProcessOutcome.refused("the programs' helper cannot be reached: \(stage.socket): No such file or directory")
    // At once: the action's line says that it was not handled.
    var outcome: ProcessOutcome?
    client.run(ProgramRequest(argv: ["true"])) { outcome = $0 }
    #expect(outcome == refusal && client.childCount == 0)
    client.capture(ProgramRequest(argv: ["true"])) { outcome = $1.isEmpty ? $0 : nil }
    #expect(outcome == refusal)
    try stage.serve()
    #expect(try stage.outcome(of: ProgramRequest(argv: ["true"]), by: client) == .exited(0))
  }

  @Test func `a helper that goes in the middle loses what runs, and the next action finds the new one`() throws {
    let server = try stage.serve()
    let client = stage.client()
    var outcomes: [ProcessOutcome] = []
    for _ in 0..<3 { client.run(ProgramRequest(argv: ["sleep", "1000"], timeout: .seconds(900))) { outcomes.append($0) } }
    #expect(try stage.outcome(of: ProgramRequest(argv: ["true"]), by: client) == .exited(0))
    server.shutdown()
    // The helper is gone, which the client has not heard of yet.
    try stage.serve()
    #expect(try stage.outcome(of: ProgramRequest(argv: ["true"]), by: client) == .exited(0))
    let reason = "the programs' helper at \(stage.socket) is gone; how the program ended is not known"
    #expect(outcomes == [.unknown(reason), .unknown(reason), .unknown(reason)])
    stage.server?.shutdown()
    try stage.wait { stage.server?.serviceCount == 0 }
    guard case .refused = try stage.outcome(of: ProgramRequest(argv: ["true"]), by: client) else {
      Issue.record("there was a helper")
      return
    }
  }

  @Test func `a helper that does not answer is left, and nothing waits for it`() throws {
    let silent = try MessageSocket.listen(at: stage.socket, mode: 0o600)
    let client = stage.client(answerTime: .milliseconds(50))
    var outcomes: [Int: ProcessOutcome] = [:]
    var order: [Int] = []
    // More than the socket takes: the rest waits in the queue.
    let long = String(repeating: "x", count: 100_000)
    for number in 0..<ProcessRunner.defaultLimit {
      client.run(ProgramRequest(argv: ["echo", long])) {
        outcomes[number] = $0
        order.append(number)
      }
    }
    #expect(outcomes.isEmpty && client.childCount == ProcessRunner.defaultLimit)
    try stage.wait { outcomes.count == ProcessRunner.defaultLimit }
    let reason = "the programs' helper at \(stage.socket) does not answer; how the program ended is not known"
    #expect(outcomes.values.allSatisfy { $0 == .unknown(reason) } && order == order.sorted())
    // It lives until here.
    _ = consume silent
  }

  @Test func `arguments that no message holds are told`() throws {
    try stage.serve()
    let client = stage.client()
    let request = ProgramRequest(argv: ["echo", String(repeating: "x", count: ProgramMessage.limit)])
    #expect(
      try stage.outcome(of: request, by: client) == .failedToStart(errno: E2BIG, message: "echo: its arguments are longer than 256 kB"))
    let fits = ProgramRequest(argv: ["true", String(repeating: "x", count: 100_000), String(repeating: "y", count: 100_000)])
    #expect(try stage.outcome(of: fits, by: client) == .exited(0))
  }

  @Test func `when a service goes, its programs with a timeout end and the others run on`() throws {
    try stage.serve()
    let client = stage.client()
    #expect(mkfifo(stage.folder + "/gate", 0o600) == 0)
    let script = "trap 'echo term > $0; exit' TERM; touch $0.up; cat gate & wait; echo done > $0"
    var calls = 0
    client.run(ProgramRequest(argv: ["sh", "-c", script, "timed"], directory: stage.folder, timeout: .seconds(900))) { _ in calls += 1 }
    client.run(ProgramRequest(argv: ["sh", "-c", script, "free"], directory: stage.folder)) { _ in calls += 1 }
    try stage.wait { access(stage.folder + "/timed.up", F_OK) == 0 && access(stage.folder + "/free.up", F_OK) == 0 }
    client.shutdown()
    try stage.wait { stage.text(of: "timed") != "" }
    let other = stage.client()
    #expect(try stage.outcome(of: .script(": > gate", in: stage.folder), by: other) == .exited(0))
    try stage.wait { stage.text(of: "free") != "" }
    #expect(stage.text(of: "timed") == "term\n" && stage.text(of: "free") == "done\n" && calls == 0)
    #expect(try stage.outcome(of: ProgramRequest(argv: ["true"]), by: client) == .refused("no program is started any more"))
  }

  @Test func `more programs than the limit are refused`() throws {
    try stage.serve()
    let client = ProgramClient(path: stage.socket, loop: stage.loop, limit: 2)
    var outcomes: [ProcessOutcome] = []
    #expect(mkfifo(stage.folder + "/gate", 0o600) == 0)
    // Held open at both ends, so that nobody waits for another to open it; a byte ends one program.
    let gate = open(stage.folder + "/gate", O_RDWR | O_CLOEXEC)
    defer { close(gate) }
    for _ in 0..<4 { client.run(.script("dd bs=1 count=1 if=gate of=/dev/null status=none", in: stage.folder)) { outcomes.append($0) } }
    let refusal = ProcessOutcome.refused("2 programs are running already")
    #expect(outcomes == [refusal, refusal])
    #expect(write(gate, "ab", 2) == 2)
    try stage.wait { outcomes.count == 4 }
    #expect(outcomes.suffix(2) == [.exited(0), .exited(0)])
  }
}

/// What strangers can do to a helper: nothing.
@Suite(.serialized) struct ProgramServerTests {
  private let stage: ProgramStage

  init() throws { stage = try ProgramStage() }

  @Test func `a user who is not allowed is refused with a line, one a second`() throws {
    let server = try stage.serve(allowed: [4242])
    server.peer = { _ in ProgramServer.Peer(uid: 12_345, pid: 99) }
    let client = stage.client()
    for _ in 0..<3 {
      guard case .unknown = try stage.outcome(of: ProgramRequest(argv: ["touch", stage.folder + "/started"]), by: client) else {
        Issue.record("it was started")
        continue
      }
    }
    #expect(stage.lines.first == "refused a connection of the user 12345, process 99" && stage.lines.count < 4)
    #expect(access(stage.folder + "/started", F_OK) != 0)
    server.peer = { _ in ProgramServer.Peer(uid: 4242, pid: 99) }
    #expect(try stage.outcome(of: ProgramRequest(argv: ["true"]), by: client) == .exited(0))
  }

  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/python3", X_OK) == 0, "connecting as another user needs root and python3"))
  func `the kernel says who connects`() throws {
    chmod(stage.folder, 0o755)
    // With someone allowed, everyone may try.
    try stage.serve(allowed: [4242])
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
      s.connect(sys.argv[1])
      sys.exit(0 if s.recv(10) == b"" else 1)
      """
    var request = ProgramRequest(argv: ["/usr/bin/python3", "-c", script, stage.socket], timeout: .seconds(200))
    request.user = "nobody"
    let runner = ProcessRunner(loop: stage.loop)
    #expect(try stage.outcome(of: request, by: runner) == .exited(0))
    let nobody = try ProgramUser("nobody")
    #expect(stage.lines.first?.hasPrefix("refused a connection of the user \(nobody.uid), process ") == true)
    // Without, the permissions keep others away.
    stage.server?.shutdown()
    try stage.serve()
    guard case .exited(1) = try stage.outcome(of: request, by: runner) else {
      Issue.record("nobody could connect")
      return
    }
    #expect(stage.lines.count == 1)
  }

  @Test func `whoever sends what is no request is left, and others are served on`() throws {
    try stage.serve()
    let client = stage.client()
    #expect(try stage.outcome(of: ProgramRequest(argv: ["true"]), by: client) == .exited(0))
    let start = ProgramMessage.start(id: 1, ProgramRequest(argv: ["true"]), hasOutput: true).bytes
    let garbage: [[UInt8]] = [
      [0], [ProgramMessage.version], [ProgramMessage.version, 9], ProgramMessage.started(id: 1).bytes, start,
      [UInt8](repeating: 0xC1, count: ProgramMessage.limit + 1), ProgramMessage.prepare(users: (0..<300).map { "u\($0)" }).bytes,
    ]
    for bytes in garbage {
      let channel = try MessageChannel(MessageSocket.connect(to: stage.socket), stage.loop)
      var hasEnded = false
      channel.onEnd = { _ in hasEnded = true }
      #expect(channel.send(bytes) == 0)
      try stage.wait { hasEnded }
    }
    #expect(stage.server?.serviceCount == 1 && stage.lines.count >= 5)
    #expect(try stage.outcome(of: ProgramRequest(argv: ["true"]), by: client) == .exited(0))
  }

  @Test func `a descriptor that nobody asked for does not stay open`() throws {
    try stage.serve()
    let output = try CapturedOutput(stage.loop)
    let channel = try MessageChannel(MessageSocket.connect(to: stage.socket), stage.loop)
    var hasEnded = false
    channel.onEnd = { _ in hasEnded = true }
    #expect(channel.send(ProgramMessage.prepare(users: []).bytes, output: output) == 0)
    #expect(channel.send([1, 2, 3]) == 0)
    try stage.wait { hasEnded }
    // Were a writing end open still, the pipe would not end.
    try stage.wait { output.isAtEnd }
  }

  @Test func `one helper listens at a path, and one that was killed leaves it to the next`() throws {
    try stage.serve()
    #expect(throws: SystemError.self) { try ProgramServer.listening(at: stage.socket, stage.loop, allowed: []) { _ in } }
    stage.server?.shutdown()
    #expect(access(stage.socket, F_OK) != 0)
    // As of a helper that was killed.
    _ = try MessageSocket.listen(at: stage.socket, mode: 0o600)
    try stage.serve()
    #expect(try stage.outcome(of: ProgramRequest(argv: ["true"]), by: stage.client()) == .exited(0))
    stage.server?.shutdown()
    let file = try #require(fopen(stage.socket, "w"))
    fclose(file)
    #expect(throws: SystemError.self) { try ProgramServer.listening(at: stage.socket, stage.loop, allowed: []) { _ in } }
    for path in ["", "/nowhere/at/all/x", String(repeating: "x", count: 200), "a\0b"] {
      #expect(throws: SystemError.self) { try ProgramServer.listening(at: path, stage.loop, allowed: []) { _ in } }
      #expect(throws: SystemError.self) { try ProgramClient(path: path, loop: stage.loop).prepare(users: []) }
    }
  }
}
