@testable import ContactorKiosk
import ContactorCore
@testable import ContactorSystem
import Glibc
import Testing

@Suite struct ServiceEnvironmentTests {
  private func environment(_ variables: [String: String]) -> ServiceEnvironment {
    ServiceEnvironment(process: 42) { variables[$0] }
  }

  @Test func `without a manager nothing is asked for`() {
    #expect(environment([:]) == ServiceEnvironment())
    #expect(environment(["NOTIFY_SOCKET": "", "WATCHDOG_USEC": "", "STATE_DIRECTORY": ""]) == ServiceEnvironment())
  }

  @Test func `what a manager says is taken`() {
    let told = environment([
      "NOTIFY_SOCKET": "/run/systemd/notify", "WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "42", "STATE_DIRECTORY": "/var/lib/a:/var/lib/b",
    ])
    #expect(told.notifySocket == "/run/systemd/notify" && told.watchdog == .seconds(10) && told.stateDirectory == "/var/lib/a")
    #expect(told.isManaged && told.problems.isEmpty)
    #expect(environment(["SYSTEMD_EXEC_PID": "42"]).isManaged)
  }

  @Test func `what was meant for another process is not taken`() {
    #expect(environment(["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "41"]).watchdog == nil)
    // A shell in a service, and what a person starts in it.
    #expect(!environment(["SYSTEMD_EXEC_PID": "41", "INVOCATION_ID": "x", "JOURNAL_STREAM": "8:1"]).isManaged)
  }

  @Test(arguments: ["abc", "0", "-1", "1.5", "1e6", "18446744073709551616", " 5", "5\n"])
  func `a limit of the watchdog that makes no sense is told and counts as none`(text: String) {
    let told = environment(["NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": text])
    #expect(told.watchdog == nil && told.notifySocket == "@x")
    #expect(told.problems.count == 1 && told.problems[0].hasPrefix("WATCHDOG_USEC: '"), "\(told.problems)")
  }

  @Test func `the greatest limit is none, and one below it is far away`() {
    #expect(environment(["WATCHDOG_USEC": "18446744073709551615"]).watchdog == nil)
    let huge = environment(["WATCHDOG_USEC": "18446744073709551614"]).watchdog
    #expect(huge.map { ServiceNotifier.interval(for: $0) } == ServiceNotifier.longestInterval)
    #expect(ServiceNotifier.interval(for: .microseconds(1)) == ServiceNotifier.shortestInterval)
    #expect(ServiceNotifier.interval(for: .seconds(10)) == .seconds(5))
  }

  @Test(arguments: ["x", "0", "-5", "99999999999"])
  func `a process that is none is told, and nothing is guessed`(text: String) {
    let told = environment(["WATCHDOG_USEC": "1000", "WATCHDOG_PID": text])
    #expect(told.watchdog == nil && told.problems.count == 1)
  }

  @Test func `a folder that is no path from the root is not used`() {
    let told = environment(["STATE_DIRECTORY": "lib"])
    #expect(told.stateDirectory == nil && told.problems == ["STATE_DIRECTORY: 'lib' is no path from /; it is not used"])
  }
}

@Suite struct ServiceNotifierTests {
  private let loop: EventLoop
  private let stage: RecordingStage

  init() throws {
    loop = try EventLoop()
    stage = try RecordingStage()
  }

  private func makeNotifier(_ address: String, watchdog: Duration? = nil) -> (ServiceNotifier, [String]) {
    var environment = ServiceEnvironment()
    environment.notifySocket = address
    environment.watchdog = watchdog
    var complaints: [String] = []
    let notifier = ServiceNotifier(environment, loop) { complaints.append($0) }
    return (notifier, complaints)
  }

  @Test(arguments: [true, false])
  func `the manager hears each phase once, and a status when it changes`(isAbstract: Bool) throws {
    let receiver = try DatagramReceiver(isAbstract ? "@contactor-test-\(getpid())-\(stage.folder.suffix(6))" : stage.path("notify"))
    let (notifier, complaints) = makeNotifier(receiver.address)
    notifier.tell(status: "none yet")
    notifier.reloading()
    #expect(receiver.all() == [], "nothing before it is ready")
    notifier.ready()
    notifier.tell(status: "none yet")
    notifier.tell(status: "one\npanel\r\nmore")
    #expect(receiver.all() == ["READY=1\nSTATUS=none yet\n", "READY=1\nSTATUS=one panel more\n"])
    notifier.reloading()
    let reloading = try #require(receiver.next())
    let match = try #require(reloading.wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=(\d+)\nSTATUS=one panel more\n/))
    #expect(Int64(match.1).map { $0 > 0 && $0 <= loop.now.microseconds } == true)
    notifier.ready()
    #expect(receiver.all() == ["READY=1\nSTATUS=one panel more\n"])
    notifier.stopping()
    notifier.stopping()
    notifier.ready()
    notifier.reloading()
    #expect(receiver.all() == ["STOPPING=1\nSTATUS=one panel more\n"] && complaints == [])
  }

  @Test func `a status is one line of limited length, whole characters`() throws {
    let receiver = try DatagramReceiver(stage.path("notify"))
    let (notifier, _) = makeNotifier(receiver.address)
    notifier.tell(status: String(repeating: "ä", count: 100_000))
    notifier.ready()
    #expect(receiver.next() == "READY=1\nSTATUS=" + String(repeating: "ä", count: ServiceNotifier.statusLimit / 2) + "\n")
  }

  @Test func `the watchdog is fed by the loop's turns alone: a loop that stands still misses it`() throws {
    let receiver = try DatagramReceiver(stage.path("notify"))
    let (notifier, _) = makeNotifier(receiver.address, watchdog: .milliseconds(2))
    #expect(receiver.all() == [])
    notifier.ready()
    #expect(receiver.all() == ["READY=1\nSTATUS=\n", "WATCHDOG=1\n"])
    // A handler that does not return: the time passes, and nothing is sent.
    let missed = loop.now + .milliseconds(5)
    while loop.now < missed {}
    #expect(receiver.all() == [])
    try loop.runOnce()
    #expect(receiver.all() == ["WATCHDOG=1\n"], "one, not one for each interval that was missed")
    try loop.runOnce()
    #expect(receiver.all() == ["WATCHDOG=1\n"])
    notifier.stopping()
    #expect(receiver.all() == ["STOPPING=1\nSTATUS=\n"])
    while loop.now < missed + .milliseconds(5) {}
    try loop.dispatch()
    #expect(receiver.all() == [])
  }

  @Test func `without a watchdog and without a manager nothing wakes the loop`() throws {
    let receiver = try DatagramReceiver(stage.path("notify"))
    let (notifier, _) = makeNotifier(receiver.address)
    notifier.ready()
    var silent = ServiceEnvironment()
    silent.watchdog = .milliseconds(1)
    let other = ServiceNotifier(silent, loop) { Issue.record("\($0)") }
    other.ready()
    try loop.runOnce(timeout: .milliseconds(3))
    #expect(receiver.all() == ["READY=1\nSTATUS=\n"])
  }

  @Test func `a full queue delays nothing, and the newest state is sent when there is room`() throws {
    let receiver = try DatagramReceiver(stage.path("notify"))
    let (notifier, _) = makeNotifier(receiver.address)
    notifier.ready()
    var count = 0
    while count < 100_000 {
      notifier.tell(status: "\(count)")
      count += 1
    }
    let heard = receiver.all()
    #expect(heard.count < count && heard.first == "READY=1\nSTATUS=\n")
    // The message that waits comes after `retryDelay` or, as here, with the next one.
    notifier.reloading()
    notifier.ready()
    #expect(receiver.all().last == "READY=1\nSTATUS=\(count - 1)\n")
  }

  @Test func `a manager that is gone costs nothing, and one that comes again hears the next message`() throws {
    let path = stage.path("notify")
    let (notifier, complaints) = makeNotifier(path)
    notifier.ready()
    do {
      let receiver = try DatagramReceiver(path)
      notifier.tell(status: "a")
      #expect(receiver.all() == ["READY=1\nSTATUS=a\n"])
    }
    notifier.tell(status: "b")
    unlink(path)
    let receiver = try DatagramReceiver(path)
    notifier.stopping()
    #expect(receiver.all() == ["STOPPING=1\nSTATUS=b\n"] && complaints == [])
  }

  @Test(arguments: ["relative", "@", "/" + String(repeating: "x", count: 107), "@" + String(repeating: "x", count: 5000), "vsock:2:1"])
  func `an address that is none is told once, and the service goes on`(address: String) {
    let (notifier, complaints) = makeNotifier(address, watchdog: .milliseconds(1))
    notifier.ready()
    notifier.reloading()
    notifier.stopping()
    #expect(complaints.count == 1 && complaints[0].hasPrefix("NOTIFY_SOCKET: '") && complaints[0].utf8.count < 300, "\(complaints)")
    #expect(complaints[0].hasSuffix("the service manager is told nothing"))
  }

  @Test func `the longest address that there is works`() throws {
    let name = "@" + String("contactor-\(getpid())-" + String(repeating: "y", count: 120)).prefix(106)
    let receiver = try DatagramReceiver(name)
    let (notifier, complaints) = makeNotifier(name)
    notifier.ready()
    #expect(receiver.all() == ["READY=1\nSTATUS=\n"] && complaints == [])
  }

  @Test func `the status names panels, mode and a trouble that lasts`() {
    #expect(ServiceSupervision.status([], mode: "", trouble: "") == "no touchscreen yet")
    #expect(ServiceSupervision.status(["event3"], mode: "kiosk", trouble: "") == "1 touchscreen (event3), mode kiosk")
    #expect(
      ServiceSupervision.status(["event3", "event5"], mode: "", trouble: "layout not reloaded: 2 mistakes")
        == "2 touchscreens (event3, event5), layout not reloaded: 2 mistakes")
  }
}
