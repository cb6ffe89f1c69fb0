internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// The part of a source that finds its devices: which are selected, which of these cannot be opened and why, and when that is
/// tried again.
///
/// The sources open, read and close panels by themselves; they report to this class what failed. It owns the epoll instance that
/// wakes a source for all of that.
final class DeviceDiscovery {
  let selection: DeviceSelection
  let udev: UdevContext
  let epoll: Epoll
  /// The host's decisions.
  var options: TouchSourceOptions
  /// The identity of the device that was opened last.
  var lastID: UInt32
  private var list = ProblemList()
  /// Attempts to take panels that other programs hold.
  private var retry: RetryTimer
  /// Readable until the first dispatch, which reports the devices that are open already.
  private var start: FileDescriptor?
  /// Whether nothing is opened until `resume()`.
  private(set) var isSuspended = false

  /// Prepares to look for devices.
  ///
  /// - Throws: `InputError` with the code `system` when the machine is out of descriptors or memory.
  init(_ selection: DeviceSelection, _ options: TouchSourceOptions) throws(InputError) {
    let epoll = try InputError.wrap(Epoll())
    let retry = try InputError.wrap(RetryTimer())
    let start = try InputError.wrap(FileDescriptor.makeReady())
    udev = try UdevContext()
    let (retryNumber, startNumber) = (retry.fileDescriptor, start.rawValue)
    self.selection = selection
    self.options = options
    self.epoll = epoll
    self.retry = retry
    self.start = consume start
    lastID = options.firstDeviceID &- 1
    try watch(retryNumber, WakeToken.retry)
    try watch(startNumber, WakeToken.start)
  }

  /// The identity of the next device.
  var nextID: DeviceID { DeviceID(rawValue: lastID &+ 1) }

  /// The selected devices that cannot be opened, and why.
  var problems: [InputError] { list.problems }

  /// Whether the copies of panels are opened.
  var opensCopies: Bool { options.allowsCopies }

  /// Whether a device of the selection is opened: a touchscreen, or a panel in mouse mode that is named or that the host wants.
  func wants(_ device: borrowing UdevDevice) -> Bool {
    switch device.kind {
    case .touchscreen: return true
    case .absolutePointer:
      if case .paths = selection { return true }
      return options.usesPointer(device.touchDevice(id: nextID))
    case .touchpad, .pen, .other: return false
    }
  }

  /// Wakes the source when a descriptor has something to read, or only at its hang-up.
  func watch(_ descriptor: Int32, _ token: UInt64, _ interest: Epoll.Interest = .readable) throws(InputError) {
    try InputError.wrap(epoll.add(descriptor, token: token, interest: interest))
  }

  /// Finds what has woken the source, without waiting.
  func wait(_ tokens: inout Epoll.Tokens) throws(InputError) -> Int {
    do throws(SystemError) {
      return try epoll.wait(&tokens, milliseconds: 0)
    } catch {
      throw InputError(error)
    }
  }

  /// Whether too few descriptors are left for another device; libudev and libinput then find none, and do not say why.
  ///
  /// If there are enough, an earlier shortage is over: it is forgotten, so that a later one is reported anew.
  ///
  /// - Returns: the problem, which concerns all devices; `nil` if there are enough.
  func descriptorShortage() -> InputError? {
    var spare: [Int32] = []
    defer { for number in spare { close(number) } }
    while spare.count < Self.descriptorsOfDevice {
      let number = fcntl(epoll.rawValue, F_DUPFD_CLOEXEC, 0)
      guard number >= 0 else { return .noDescriptors(EvdevSource.directory, errno: errno) }
      spare.append(number)
    }
    forgetProblem(of: EvdevSource.directory)
    return nil
  }

  /// How many descriptors a device may take while it is opened: sysfs, udev's record, the node in both sources, and a copy with its guard.
  private static let descriptorsOfDevice = 8

  /// Takes note of the first dispatch.
  func acknowledgeStart() { start = nil }

  /// Opens what named paths lead to; one that leads nowhere is no error where the options have it waited for.
  ///
  /// - Parameter noticesPaths: whether the source will notice that the path has come.
  /// - Throws: `InputError` for the first path that cannot be opened.
  func open(
    _ paths: [String], noticesPaths: Bool, _ open: (String) throws(InputError) -> Void
  ) throws(InputError) {
    for path in paths {
      do throws(InputError) {
        try open(path)
      } catch {
        guard options.waitsForMissing, error.code == .missing, noticesPaths else { throw error }
      }
    }
  }

  // MARK: Problems

  /// Notes that a device cannot be opened, and has a panel that another program holds tried again.
  ///
  /// - Returns: the problem as the host is to read it; `nil` if the host knows it.
  func note(_ problem: InputError) -> InputError? {
    let isGrabbed = problem.code == .grabbed
    let problem = isGrabbed ? InputError.grabbed(problem.place, isRetried: true) : problem
    guard list.note(problem) else { return nil }
    if isGrabbed {
      retry.restart()
      scheduleRetry()
    }
    return problem
  }

  /// Forgets the problem of a device that was opened or is gone.
  func forgetProblem(of place: String) { list.forget(place) }

  /// Forgets the problems of nodes that are gone.
  func forgetMissing() {
    list.keep { $0 == .noDaemon || $0.place == EvdevSource.directory || DeviceSelection.number(of: $0.place) != nil }
  }

  /// Has the panels that other programs hold opened again, and schedules the next attempt.
  func retryGrabbed(_ attempt: ([InputError]) -> Void) {
    retry.acknowledge()
    attempt(problems.filter { $0.code == .grabbed })
    scheduleRetry()
  }

  /// Arms the timer of the next attempt, if a panel is held by another program.
  func scheduleRetry() {
    retry.arm(ifNeeded: list.hasGrabbed && !isSuspended)
  }

  // MARK: Suspension

  /// Stops opening devices; `false` if that is so already.
  func suspend() -> Bool {
    guard !isSuspended else { return false }
    isSuspended = true
    return true
  }

  /// Allows devices to be opened again; `false` if they were allowed.
  func resume() -> Bool {
    guard isSuspended else { return false }
    isSuspended = false
    return true
  }

  /// Throws the first problem of devices that were named by their paths.
  func checkNamed() throws(InputError) {
    if case .paths = selection, let problem = problems.first { throw problem }
  }
}

/// The cause that has woken a source, as a token of its epoll instance.
enum WakeToken {
  /// The first dispatch.
  static let start: UInt64 = 0
  /// A message of udev.
  static let monitor: UInt64 = 1
  /// `RetryTimer`.
  static let retry: UInt64 = 2
  /// `EvdevSource`: a node came or changed.
  static let nodes: UInt64 = 3
  /// `EvdevSource`: the time that udev has for new nodes is over.
  static let grace: UInt64 = 4
  /// `LibinputSource`: permissions changed.
  static let permissions: UInt64 = 5
  /// `LibinputSource`: events of `MissedContacts`, which are read with every drain.
  static let missed: UInt64 = 6
  /// The lowest token of a panel.
  static let panels: UInt64 = 1 << 32
  private static let lifts: UInt64 = 1 << 33
  /// The lowest token of a panel that is taken over once its fingers are up.
  static let waiting: UInt64 = 1 << 34

  /// A panel's descriptor.
  static func panel(_ id: DeviceID) -> UInt64 { panels | UInt64(id.rawValue) }

  /// A panel that is taken over once its fingers are up, by its descriptor.
  static func waiting(_ descriptor: Int32) -> UInt64 { waiting | UInt64(UInt32(bitPattern: descriptor)) }

  /// A panel's `KernelLiftDetector`.
  static func lifts(_ id: DeviceID) -> UInt64 { lifts | UInt64(id.rawValue) }
}

/// The touchscreens that a source uses.
enum DeviceSelection {
  /// All of a seat.
  case seat(String)
  /// Those behind some paths, which may be links such as `/dev/input/by-path/…`.
  case paths([String])

  /// Whether the device belongs to the selection at this moment.
  func matches(_ device: borrowing UdevDevice) -> Bool {
    switch self {
    case .seat(let seat):
      return device.seat == seat
    case .paths(let paths):
      let number = device.number
      return paths.contains { Self.number(of: $0) == number }
    }
  }

  /// The paths that lead to no device at this moment; none for a seat.
  var missingPaths: [String] {
    guard case .paths(let paths) = self else { return [] }
    return paths.filter { Self.number(of: $0) == nil }
  }

  /// The device number behind a path; `nil` without a character device.
  static func number(of path: String) -> dev_t? {
    try? requireNumber(of: path)
  }

  /// The device number behind a path.
  ///
  /// - Throws: `InputError`: `missing`, `permission`, or `notATouchscreen` for anything but a character device.
  static func requireNumber(of path: String) throws(InputError) -> dev_t {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw InputError.opening(path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFCHR else { throw InputError.notATouchscreen(path) }
    return status.st_rdev
  }
}

/// The devices that cannot be opened at present, and why; each is reported once.
struct ProblemList {
  /// The problems, the latest last.
  private(set) var problems: [InputError] = []

  /// Notes a problem in place of an earlier one of the same device; `false` if it is known already.
  mutating func note(_ problem: InputError) -> Bool {
    guard !problems.contains(problem) else { return false }
    forget(problem.place)
    problems.append(problem)
    return true
  }

  /// Whether a device is held by another program; only another attempt finds out that it no longer is.
  var hasGrabbed: Bool { problems.contains { $0.code == .grabbed } }

  /// Forgets the problem of a device that was opened or is gone.
  mutating func forget(_ place: String) {
    problems.removeAll { $0.place == place }
  }

  /// Keeps the problems that pass a test.
  mutating func keep(_ isKept: (InputError) -> Bool) {
    problems.removeAll { !isKept($0) }
  }
}

/// The pauses between attempts to take a panel that another program holds: 1 s, then twice as long each time, at most 30 s.
///
/// The kernel does not report the end of a grab, so that only another attempt can find out.
struct RetryDelay: Hashable, Sendable {
  /// The first pause.
  static let shortest = Duration.seconds(1)
  /// No pause is longer.
  static let longest = Duration.seconds(30)

  private var following = shortest

  /// The pause before the next attempt.
  mutating func next() -> Duration {
    defer { following = min(following * 2, Self.longest) }
    return following
  }
}

/// Wakes a source for its next attempt to take the panels that other programs hold, and never while there is none.
struct RetryTimer: ~Copyable {
  private let timer: TimerDescriptor
  private var delay = RetryDelay()
  private var isArmed = false

  /// Creates a timer that is not armed.
  init() throws(SystemError) {
    timer = try TimerDescriptor()
  }

  /// Readable when an attempt is due.
  var fileDescriptor: Int32 { timer.rawValue }

  /// Waits for the next attempt if one is needed.
  mutating func arm(ifNeeded isNeeded: Bool) {
    guard isNeeded else { return disarm() }
    guard !isArmed else { return }
    isArmed = true
    timer.arm(MonotonicClock.now + delay.next())
  }

  /// Begins with short pauses again, for another panel is held.
  mutating func restart() {
    disarm()
  }

  /// Takes note of the expiry: an attempt is made now.
  mutating func acknowledge() {
    timer.acknowledge()
    isArmed = false
  }

  private mutating func disarm() {
    delay = RetryDelay()
    guard isArmed else { return }
    isArmed = false
    timer.arm(nil)
  }
}
