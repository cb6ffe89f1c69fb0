import ContactorCore
@testable import ContactorEvdev
@testable import ContactorInput
@testable import ContactorSystem
import Glibc
import Testing

/// Tests of a source without a device; the rest needs a kernel with input devices, in the virtual machine.
@Suite struct EvdevSourceTests {
  @Test func `no touchscreen is no error, and then nothing wakes the source`() throws {
    let source = try EvdevSource(seat: "seat-of-nobody", options: .init(window: Size(width: 1, height: 1)))
    #expect(source.devices == [])
    #expect(source.problems == [])
    var request = pollfd(fd: source.fileDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 0) == 1, "the source asks for its first dispatch")
    try source.dispatch { Issue.record("\($0)") }
    #expect(poll(&request, 1, 100) == 0)
    source.suspend { Issue.record("\($0)") }
    try source.resume { Issue.record("\($0)") }
  }

  @Test(arguments: [("/no/such/node", InputError.Code.missing), ("/dev/null", .notATouchscreen), ("/tmp", .notATouchscreen)])
  func `a path that is no touchscreen is an error`(path: String, code: InputError.Code) {
    let error = #expect(throws: InputError.self) {
      try EvdevSource(paths: [path], options: .init(window: Size(width: 1, height: 1)))
    }
    #expect(error?.code == code)
    #expect(error?.place == path)
  }

  @Test(arguments: TouchSourceKind.allCases)
  func `a path that is not there is waited for if the host wants that`(kind: TouchSourceKind) throws {
    var options = TouchSourceOptions(window: Size(width: 1, height: 1))
    #expect { try kind.open(["/no/such/node"], options: options) } throws: { ($0 as? InputError)?.code == .missing }
    options.waitsForMissing = true
    if kind == .libinput, access("/run/udev/control", F_OK) != 0 {
      // No event would say that it has come.
      #expect { try kind.open(["/no/such/node"], options: options) } throws: { ($0 as? InputError)?.code == .missing }
      return
    }
    let source = try kind.open(["/no/such/node"], options: options)
    #expect(source.devices == [])
    #expect(source.missingPaths == ["/no/such/node"])
    try source.dispatch { Issue.record("\($0)") }
    // Another kind of device stays an error.
    #expect { try kind.open(["/no/such/node", "/dev/null"], options: options) } throws: {
      ($0 as? InputError)?.code == .notATouchscreen
    }
  }

  @Test func `the pauses between attempts to take a held panel double up to half a minute`() {
    var delay = RetryDelay()
    let pauses = (0..<8).map { _ in delay.next() }
    #expect(pauses == [1, 2, 4, 8, 16, 30, 30, 30].map(Duration.seconds))
  }

  @Test func `a timer for attempts wakes nobody unless there is something to try`() throws {
    var timer = try RetryTimer()
    func wakes() -> Bool {
      var request = pollfd(fd: timer.fileDescriptor, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, 10_000) == 1
    }
    timer.arm(ifNeeded: true)
    #expect(wakes())
    timer.acknowledge()
    timer.arm(ifNeeded: false)
    var request = pollfd(fd: timer.fileDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 0) == 0)
  }

  @Test func `a grabbed panel's problem says that it is tried again, and is told once`() {
    var list = ProblemList()
    let told = (0..<2).map { _ in list.note(.grabbed("a", isRetried: true)) }
    #expect(told == [true, false])
    #expect(list.hasGrabbed)
    #expect(list.problems.first?.message.hasSuffix("; this is tried again, at least every 30 seconds") == true)
    list.forget("a")
    #expect(!list.hasGrabbed)
  }

  @Test func `what cannot be opened is told once, and a held panel with the news that it is tried again`() throws {
    let discovery = try DeviceDiscovery(.paths(["/no/such/node"]), .init(window: Size(width: 1, height: 1)))
    let denied = InputError(.permission, place: "/dev/null", message: "no")
    let news = [discovery.note(denied), discovery.note(denied), discovery.note(.grabbed("/no/node")), discovery.note(.noDaemon)]
    #expect(news == [denied, nil, .grabbed("/no/node", isRetried: true), .noDaemon])
    var tried: [String] = []
    discovery.retryGrabbed { tried += $0.map(\.place) }
    #expect(tried == ["/no/node"])
    // The problems of removed nodes are forgotten; the missing daemon has no node.
    discovery.forgetMissing()
    #expect(discovery.problems == [denied, .noDaemon])
    #expect(throws: denied) { try discovery.checkNamed() }
    discovery.forgetProblem(of: "/dev/null")
    #expect(discovery.problems == [.noDaemon])
    #expect(discovery.selection.missingPaths == ["/no/such/node"])
    let changes = [discovery.resume(), discovery.suspend(), discovery.suspend(), discovery.isSuspended, discovery.resume()]
    #expect(changes == [false, true, false, true, true])
  }

  @Test func `a system call's failure becomes an input error, alone and in a body of several`() throws {
    let failed = SystemError(errno: EMFILE, place: "epoll_create1")
    func call(_ fails: Bool) throws(SystemError) -> Int {
      if fails { throw failed }
      return 7
    }
    #expect(try InputError.wrap(call(false)) == 7)
    #expect(throws: InputError(failed)) { try InputError.wrap(call(true)) }
    #expect(throws: InputError(failed)) {
      try InputError.wrap { () throws(SystemError) in
        _ = try call(false)
        _ = try call(true)
      }
    }
  }

  @Test func `a new file in a watched directory wakes, and so does a directory that comes`() throws {
    var template = Array("/tmp/contactor-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let inner = folder + "/input"
    defer {
      for path in [inner + "/event1", folder + "/noise"] { unlink(path) }
      rmdir(inner)
      rmdir(folder)
    }
    let watch = try InotifyWatch()
    watch.addNearest(inner, .nodes)
    func wakes() -> Bool {
      var request = pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0)
      defer { watch.acknowledge() }
      return poll(&request, 1, 0) == 1
    }
    #expect(!wakes())
    mkdir(inner, 0o755)
    #expect(wakes())
    watch.addNearest(inner, .nodes)
    close(open(inner + "/event1", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    #expect(wakes())
    chmod(inner + "/event1", 0o644)
    #expect(wakes())
    close(open(inner + "/event1", O_RDONLY | O_CLOEXEC))
    #expect(!wakes())
  }

  @Test func `a problem is told once, until it changes or is gone`() {
    var list = ProblemList()
    let denied = InputError(.permission, place: "a", message: "no")
    let told = [list.note(denied), list.note(denied), list.note(.grabbed("a"))]
    #expect(told == [true, false, true])
    #expect(list.problems.map(\.code) == [.grabbed])
    list.forget("a")
    #expect(list.problems.isEmpty)
    let toldAgain = list.note(denied)
    #expect(toldAgain)
  }

  @Test(arguments: [
    (nil, AffineTransform.identity), ("1 0 0 0 1", .identity), ("1 0 0 0 1 x", .identity), ("1 0 0 0 1 nan", .identity),
    ("-1 0 1 0 -1 1", QuarterTurn.half.transform),
  ])
  func `udev's matrix is taken if it is one`(text: String?, expected: AffineTransform) {
    #expect(AffineTransform(property: text) == expected)
  }

  @Test func `touchscreens are told from what else has coordinates`() {
    func kind(_ contacts: Bool, _ pointer: Bool, _ direct: Bool, _ keys: Set<UInt16>) -> DeviceClass {
      DeviceClass(hasContacts: contacts, hasPointer: pointer, isDirect: direct, hasKey: keys.contains)
    }
    #expect(kind(true, false, true, []) == .touchscreen)
    #expect(kind(false, true, false, [EvdevCode.touch]) == .touchscreen)
    #expect(kind(false, true, false, [EvdevCode.touch, EvdevCode.leftButton]) == .touchscreen)
    #expect(kind(false, false, true, [EvdevCode.touch]) == .other)
    #expect(kind(false, true, true, [EvdevCode.touch, EvdevCode.pen]) == .pen, "a tablet")
    #expect(kind(true, true, false, [EvdevCode.touch, EvdevCode.fingerTool]) == .touchpad)
    #expect(kind(false, true, false, [EvdevCode.leftButton]) == .absolutePointer, "a virtual machine's mouse")
    #expect(kind(false, true, false, []) == .other, "a joystick")
  }
}
