import ContactorCore
import ContactorInput
import ContactorKiosk
import ContactorSystem
import Glibc
import Testing

/// Real programs, started, timed and reaped through a real event loop.
@Suite(.serialized) struct SinksProcessTests {
  private let loop: EventLoop
  private let runner: ProcessRunner

  init() throws {
    loop = try EventLoop()
    runner = ProcessRunner(loop: loop)
  }

  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  /// Runs a program to its end; `nil` if that takes more than 20 s.
  private func outcome(
    _ argv: [String], directory: String? = nil, environment: [String: String] = [:],
    timeout: Duration? = nil
  ) throws -> ProcessOutcome? {
    let result = Box<ProcessOutcome?>(nil)
    runner.run(ProgramRequest(argv: argv, directory: directory, environment: environment, timeout: timeout)) {
      #expect(result.value == nil, "the completion was called twice")
      result.value = $0
    }
    try wait { result.value != nil }
    return result.value
  }

  /// Runs a program to its end and gives what it wrote.
  private func captured(_ argv: [String], timeout: Duration? = nil) throws -> (outcome: ProcessOutcome, text: String)? {
    let result = Box<(ProcessOutcome, [UInt8])?>(nil)
    runner.capture(ProgramRequest(argv: argv, timeout: timeout)) { result.value = ($0, $1) }
    try wait { result.value != nil }
    return result.value.map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }
  }

  @Test("The output of a program is kept, however much it is, up to the limit")
  func output() throws {
    #expect(try captured(["echo", "one", "two"])?.text == "one two\n")
    let long = try captured(["sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x; exit 3"])
    #expect(long?.text.count == 300_000 && long?.outcome == .exited(3))
    let most = try captured(["sh", "-c", "head -c 9000000 /dev/zero | tr '\\0' x"])
    #expect(most?.text.utf8.count == ProcessRunner.outputLimit && most?.outcome == .exited(0))
    #expect(try captured(["/nowhere/at/all"])?.text == "")
  }

  @Test("A program that ends while one it started holds the pipe, or that writes for ever, is not waited for")
  func endlessOutput() throws {
    // Not our standard error, too: whoever reads that of the tests would wait for it.
    let left = try captured(["sh", "-c", "sleep 60 2>/dev/null & echo done"])
    #expect(left?.text == "done\n" && left?.outcome == .exited(0))
    #expect(try captured(["yes"], timeout: .milliseconds(300))?.outcome == .timedOut)
  }

  private func wait(_ condition: () -> Bool) throws {
    let end = loop.now + .seconds(300)
    while !condition(), loop.now < end { try loop.runOnce(timeout: .milliseconds(100)) }
  }

  /// A new directory, removed by the caller.
  private func scratch() throws -> String {
    var name = Array("/tmp/contactor-XXXXXX".utf8CString)
    let path = try #require(mkdtemp(&name))
    return String(cString: path)
  }

  private func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }

  /// How many pidfds this process has open; other tests open other descriptors meanwhile.
  private func processDescriptors() -> Int {
    (0..<1024).count { descriptor in
      guard let target = realTarget(of: descriptor) else { return false }
      return target.contains("pidfd")
    }
  }

  private func realTarget(of descriptor: Int) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink("/proc/self/fd/\(descriptor)", start, 63)
      guard count > 0 else { return nil }
      start[count] = 0
      return String(cString: start)
    }
  }

  @Test func `the exit status comes back`() throws {
    #expect(try outcome(["/bin/true"]) == .exited(0))
    #expect(try outcome(["sh", "-c", "exit 7"]) == .exited(7))
    #expect(try outcome(["sh", "-c", "kill -9 $$"]) == .signalled(SIGKILL))
    #expect(runner.childCount == 0)
  }

  @Test func `arguments arrive as they are, with no shell between`() throws {
    let folder = try scratch()
    defer { _ = try? outcome(["rm", "-r", folder]) }
    let odd = ["", "a b", "$HOME", "`id`", "*", "é\n\"'", "; true", "-n"]
    let script = #"for a in "$@"; do printf '<%s>' "$a"; done > out"#
    #expect(try outcome(["sh", "-c", script, "sh"] + odd, directory: folder) == .exited(0))
    #expect(text(of: folder + "/out") == odd.map { "<\($0)>" }.joined())
  }

  @Test func `variables are added to the environment or replace it`() throws {
    let folder = try scratch()
    defer { _ = try? outcome(["rm", "-r", folder]) }
    setenv("CONTACTOR_KEPT", "kept", 1)
    setenv("CONTACTOR_CHANGED", "before", 1)
    let status = try outcome(
      ["sh", "-c", "env > out"], directory: folder,
      environment: ["CONTACTOR_CHANGED": "a=b", "CONTACTOR_NEW": ""])
    #expect(status == .exited(0))
    let ours = text(of: folder + "/out").split(separator: "\n").filter { line in
      ["CONTACTOR_KEPT", "CONTACTOR_CHANGED", "CONTACTOR_NEW"].contains { line.hasPrefix($0 + "=") }
    }
    #expect(ours.sorted() == ["CONTACTOR_CHANGED=a=b", "CONTACTOR_KEPT=kept", "CONTACTOR_NEW="])
  }

  @Test func `a child has a clean slate`() throws {
    let folder = try scratch()
    defer { _ = try? outcome(["rm", "-r", folder]) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTERM)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    let leak = fcntl(2, F_DUPFD, 200)  // not close-on-exec, as a careless library would
    defer {
      close(leak)
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    let script = """
      ls -l /proc/self/fd > fds; readlink /proc/self/fd/0 > in; cut -d ' ' -f 1,5 /proc/$$/stat > group
      exec 8>&1 9>&2; readlink /proc/self/fd/8 > stdout; readlink /proc/self/fd/9 > stderr
      exec grep -E '^Sig(Blk|Ign)' /proc/self/status > signals
      """
    #expect(try outcome(["sh", "-c", script], directory: folder) == .exited(0))
    #expect(text(of: folder + "/in") == "/dev/null\n")
    // The C library itself leaves its signals 32 and 33 ignored.
    let signals = text(of: folder + "/signals").replacing("180000000", with: "000000000")
    #expect(signals == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n")
    #expect(!text(of: folder + "/fds").contains(" \(leak) ->"))
    #expect(text(of: folder + "/stdout") == text(of: folder + "/stderr"))
    let group = text(of: folder + "/group").split { $0 == " " || $0 == "\n" }
    #expect(group.count == 2 && group.first == group.last)
  }

  @Test func `a program that cannot be started says why`() throws {
    let folder = try scratch()
    defer { _ = try? outcome(["rm", "-r", folder]) }
    func failure(_ argv: [String], directory: String? = nil) throws -> String {
      guard case .failedToStart(_, let message) = try outcome(argv, directory: directory) else {
        return "started"
      }
      return message
    }
    #expect(try failure(["/x/y"]) == "/x/y: No such file or directory")
    #expect(try failure(["/etc/passwd"]) == "/etc/passwd: Permission denied")
    #expect(try failure(["/tmp"]) == "/tmp: Permission denied")
    #expect(try failure(["no-such-program-1"]).hasPrefix("no-such-program-1: not found in PATH (/"))
    #expect(try failure(["true"], directory: "/x") == "/x: No such file or directory")
    #expect(try failure([]) == "there is no program to start")
    #expect(try failure(["true", "a\0b"]) == "'true': an argument holds a NUL character")
    let script = "printf '#!/no/interpreter\\n' > a; printf 'x' > b; chmod +x a b"
    #expect(try outcome(["sh", "-c", script], directory: folder) == .exited(0))
    #expect(
      try failure(["./a"], directory: folder)
        == "./a: the interpreter that its first line names does not exist")
    #expect(try failure(["./b"], directory: folder) == "./b: Exec format error")
    #expect(runner.childCount == 0)
  }

  @Test func `the loop goes on while a program runs`() throws {
    let folder = try scratch()
    defer { _ = try? outcome(["rm", "-r", folder]) }
    #expect(mkfifo(folder + "/gate", 0o600) == 0)
    let slow = Box<ProcessOutcome?>(nil)
    runner.run(ProgramRequest(argv: ["cat", "gate"], directory: folder)) { slow.value = $0 }
    #expect(try outcome(["true"]) == .exited(0))
    #expect(slow.value == nil)
    #expect(try outcome(["sh", "-c", ": > gate"], directory: folder) == .exited(0))
    try wait { slow.value != nil }
    #expect(slow.value == .exited(0))
  }

  /// Lets a script time out in a folder, once it has written the file `ready`: a busy machine needs more time for that.
  private func timeOut(_ script: String, in folder: String) throws -> Duration {
    var timeout = Duration.milliseconds(200)
    while true {
      let start = loop.now
      #expect(try outcome(["sh", "-c", script], directory: folder, timeout: timeout) == .timedOut)
      let passed = loop.now - start
      #expect(passed >= timeout)
      guard text(of: folder + "/ready").isEmpty, timeout < .seconds(60) else { return passed - timeout }
      timeout *= 4
    }
  }

  @Test func `a timeout ends the whole group`() throws {
    let folder = try scratch()
    defer { _ = try? outcome(["rm", "-r", folder]) }
    _ = try timeOut("sleep 1000 & echo $! > ready; sleep 1000", in: folder)
    let pid = try #require(pid_t(text(of: folder + "/ready").dropLast()))
    try wait { hasEnded(pid) }
    #expect(hasEnded(pid))
  }

  @Test func `a program that ignores SIGTERM is killed two seconds later`() throws {
    let folder = try scratch()
    defer { _ = try? outcome(["rm", "-r", folder]) }
    let passed = try timeOut("trap '' TERM; echo > ready; sleep 1000 & wait; sleep 1000", in: folder)
    #expect(passed >= ProcessRunner.killDelay)
  }

  /// Whether a process is gone, or dead and for someone else to reap.
  private func hasEnded(_ pid: pid_t) -> Bool {
    let fields = text(of: "/proc/\(pid)/stat").split(separator: " ")
    return fields.count < 3 || fields[2] == "Z"
  }

  @Test func `a timeout that does not pass leaves no timer`() throws {
    #expect(try outcome(["true"], timeout: .seconds(60)) == .exited(0))
    let start = loop.now
    try loop.runOnce(timeout: .milliseconds(200))
    #expect(loop.now - start >= .milliseconds(190))
  }

  @Test func `more programs than the limit are refused`() throws {
    let few = ProcessRunner(loop: loop, limit: 2)
    let outcomes = Box<[ProcessOutcome]>([])
    for _ in 0..<4 { few.run(ProgramRequest(argv: ["sleep", "0.3"])) { outcomes.value.append($0) } }
    #expect(
      outcomes.value == [
        .refused("2 programs are running already"), .refused("2 programs are running already"),
      ])
    try wait { outcomes.value.count == 4 }
    #expect(outcomes.value.suffix(2) == [.exited(0), .exited(0)])
    few.run(ProgramRequest(argv: ["true"])) { outcomes.value.append($0) }
    try wait { outcomes.value.count == 5 }
    #expect(outcomes.value.last == .exited(0))
  }

  @Test func `a completion may start the next program`() throws {
    let count = Box(0)
    func next() {
      runner.run(ProgramRequest(argv: ["true"])) { outcome in
        #expect(outcome == .exited(0))
        count.value += 1
        if count.value < 5 { next() }
      }
    }
    next()
    try wait { count.value == 5 }
    #expect(count.value == 5)
  }

  @Test func `a thousand programs leave neither descriptors nor zombies`() throws {
    #expect(try outcome(["true"]) == .exited(0))
    let before = processDescriptors()
    let ended = Box(0)
    var started = 0
    while ended.value < 1000 {
      while started < 1000, runner.childCount < 20 {
        started += 1
        runner.run(ProgramRequest(argv: ["/bin/true"], timeout: .seconds(60))) { outcome in
          #expect(outcome == .exited(0))
          ended.value += 1
        }
      }
      try loop.runOnce(timeout: .seconds(1))
    }
    #expect(runner.childCount == 0)
    // Other tests have programs of their own meanwhile.
    let isTidy = { [self] in
      processDescriptors() <= before && !children().contains { text(of: "/proc/\($0)/stat").contains("(true) Z") }
    }
    try wait(isTidy)
    #expect(isTidy())
  }

  /// The process ids of this process's children, whichever thread started them.
  private func children() -> [pid_t] {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var result: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      result += text(of: "/proc/self/task/\(name)/children").split(separator: " ").compactMap { pid_t($0) }
    }
    return result
  }

  @Test func `shutting down ends those with a timeout and leaves the others`() throws {
    let folder = try scratch()
    defer { _ = try? outcome(["rm", "-r", folder]) }
    let stopping = ProcessRunner(loop: loop)
    let calls = Box(0)
    #expect(mkfifo(folder + "/gate", 0o600) == 0)
    let script = "trap 'echo term > $0; exit' TERM; touch $0.up; cat gate & wait; echo done > $0"
    stopping.run(ProgramRequest(argv: ["sh", "-c", script, "timed"], directory: folder, timeout: .seconds(50))) { _ in
      calls.value += 1
    }
    stopping.run(ProgramRequest(argv: ["sh", "-c", script, "free"], directory: folder)) { _ in calls.value += 1 }
    try wait { access(folder + "/timed.up", F_OK) == 0 && access(folder + "/free.up", F_OK) == 0 }
    stopping.shutdown()
    #expect(stopping.childCount == 0)
    try wait { text(of: folder + "/timed") != "" }
    #expect(try outcome(["sh", "-c", ": > gate"], directory: folder) == .exited(0))
    try wait { text(of: folder + "/free") != "" }
    #expect(text(of: folder + "/timed") == "term\n")
    #expect(text(of: folder + "/free") == "done\n")
    #expect(calls.value == 0)
    let late = Box<ProcessOutcome?>(nil)
    stopping.run(ProgramRequest(argv: ["true"])) { late.value = $0 }
    #expect(late.value == .refused("no program is started any more"))
  }
}
