internal import CContactor
public import ContactorCore
public import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// Reads touchscreens straight from the kernel: without libinput, and where there is no udev, without that too.
///
/// Whole buffers are read and decoded in place (`EvdevDecoder`), so contacts carry everything that the panel reports.
/// Touchscreens may come and go at any time. Where udev runs, it is waited for, so that its permissions, its seat and its
/// `LIBINPUT_CALIBRATION_MATRIX` count as they do in `LibinputSource`; where it does not, the directory of the nodes is
/// watched (inotify). The source is not `Sendable`: the thread that dispatches it calls all of its methods.
///
/// Contacts that are down when a device is opened begin at the first frame that reports them. When a device goes, is
/// revoked or cannot be read, its contacts are cancelled; so are lifts that are read together with the hang-up, and
/// those that the kernel makes up.
@safe public final class EvdevSource: LiveTouchSource {
  let selection: DeviceSelection
  let epoll: Epoll
  let watch: InotifyWatch
  let grace: TimerDescriptor
  /// Attempts to take panels that other programs hold.
  var retry: RetryTimer
  let udev: UdevContext
  let monitor: UdevMonitor?
  var options: Options
  @safe @exclusivity(unchecked) var panels: [EvdevPanel] = []
  @safe @exclusivity(unchecked) var queue = EventQueue()
  var list = ProblemList()
  /// Nodes that are there but not ready, until the grace ends.
  var unsettled: [String] = []
  var lastID: UInt32
  private var start: FileDescriptor?
  private(set) var isSuspended = false
  /// Holds what one read gives.
  private let buffer: UnsafeMutableRawBufferPointer

  /// The touchscreens that cannot be opened at present, and why.
  public var problems: [InputError] { list.problems }

  /// Opens the touchscreens of a seat, now and as they come; without udev, all there are.
  ///
  /// Those that cannot be opened are `problems`; they are opened as soon as their permissions allow it. Having no
  /// touchscreen at all is not an error.
  ///
  /// - Throws: `InputError` with the code `system` when the machine is out of descriptors or memory.
  public convenience init(seat: String = "seat0", options: Options) throws(InputError) {
    try self.init(.seat(seat), options)
    scan(.opening)
  }

  /// Opens the touchscreens behind some paths, each a device node or a link to one.
  ///
  /// One that goes away later is opened again when it comes back under the same path.
  ///
  /// - Throws: `InputError`, `missing` (unless the options have that waited for), `permission`, `notATouchscreen` or
  ///   `grabbed`, for the first path that cannot be opened.
  public convenience init(paths: [String], options: Options) throws(InputError) {
    try self.init(.paths(paths), options)
    for path in paths {
      do throws(InputError) {
        try consider(path, .opening)
      } catch {
        guard options.waitsForMissing, error.code == .missing else { throw error }
      }
    }
  }

  private init(_ selection: DeviceSelection, _ options: Options) throws(InputError) {
    let epoll = try InputError.wrap { () throws(SystemError) in try Epoll() }
    let watch = try InputError.wrap { () throws(SystemError) in try InotifyWatch() }
    let grace = try InputError.wrap { () throws(SystemError) in try TimerDescriptor() }
    let retry = try InputError.wrap { () throws(SystemError) in try RetryTimer() }
    let udev = try UdevContext()
    // Both listen before the first look around, so that no device falls in between.
    monitor = UdevContext.isRunning ? try? udev.makeMonitor() : nil
    let start = try InputError.wrap { () throws(SystemError) in try FileDescriptor.makeReady() }
    try InputError.wrap { () throws(SystemError) in
      try epoll.add(watch.fileDescriptor, token: Token.nodes)
      try epoll.add(grace.rawValue, token: Token.grace)
      try epoll.add(retry.fileDescriptor, token: Token.retry)
      try epoll.add(start.rawValue, token: Token.start)
    }
    self.selection = selection
    self.options = options
    self.epoll = epoll
    self.watch = watch
    self.grace = grace
    self.retry = retry
    self.udev = udev
    lastID = options.firstDeviceID &- 1
    unsafe buffer = .allocate(byteCount: 512 * MemoryLayout<EvdevEvent>.stride, alignment: 16)
    self.start = consume start
    let descriptor = monitor?.descriptor() ?? -1
    if descriptor >= 0 { try poll(descriptor, Token.monitor) }
    watchDirectories()
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// Readable while `dispatch(_:)` has something to do.
  public var fileDescriptor: Int32 { epoll.rawValue }

  /// The touchscreens that are open, in the order in which they came.
  public var devices: [TouchDevice] { panels.map(\.device) }

  /// The paths of `init(paths:options:)` that lead to no device at this moment.
  public var missingPaths: [String] { selection.missingPaths }

  /// Yields what has happened since the last call.
  ///
  /// - Throws: `InputError` with the code `system` if reading is broken for good.
  public func dispatch(_ handle: (InputEvent) -> Void) throws(InputError) {
    var tokens = Epoll.Tokens(repeating: 0)
    let count = try InputError.wrap { () throws(SystemError) in try epoll.wait(&tokens, milliseconds: 0) }
    // What was touched comes before what came.
    for index in 0..<count where tokens[index] >= Token.panels { serve(tokens[index]) }
    for index in 0..<count where tokens[index] < Token.panels { serve(tokens[index]) }
    deliver(handle)
  }

  /// Closes all devices: contacts that are down are cancelled, then the devices are removed.
  ///
  /// What was touched before is delivered as it was. Devices that come while suspended wait for `resume(_:)`.
  public func suspend(_ handle: (InputEvent) -> Void) {
    guard !isSuspended else { return }
    isSuspended = true
    for panel in panels { read(panel) }
    deliver(handle)
    while let panel = panels.first { close(panel, isLost: false) }
    scheduleRetry()
    deliver(handle)
  }

  /// Opens the devices again, which get new identities.
  ///
  /// - Throws: `InputError` for the first path of `init(paths:options:)` that is there and cannot be opened; the others
  ///   are open all the same.
  public func resume(_ handle: (InputEvent) -> Void) throws(InputError) {
    guard isSuspended else { return }
    isSuspended = false
    scan(.opening)
    scheduleRetry()
    deliver(handle)
    if case .paths = selection, let problem = problems.first { throw problem }
  }

  /// Maps the open devices anew, after what `mapping` decides by has changed; contacts that are down follow.
  public func remap(_ mapping: @escaping (TouchDevice) -> PositionPipeline) {
    options.mapping = mapping
    for panel in panels { panel.setPipeline(mapping(panel.device)) }
  }

  /// Reads a device; one that is gone or cannot be read is closed.
  func read(_ panel: EvdevPanel) {
    let outcome = unsafe panel.read(
      into: buffer, { queue.append(copying: $0) }, { queue.append(.anomaly($0)) })
    let id = panel.device.id
    switch outcome {
    case .done:
      if queue.hasFinished(of: id, as: .ended), panel.node.isHungUp {
        close(panel, isLost: true)
      } else if panel.takeKernelLift() {
        queue.append(.anomaly(Anomaly(.deviceLost, device: id, at: MonotonicClock.now)))
      }
    case .gone: close(panel, isLost: true)
    case .failed:
      queue.append(.anomaly(Anomaly(.readError, device: id, at: MonotonicClock.now)))
      close(panel, isLost: true)
    }
  }

  private func serve(_ token: UInt64) {
    switch token {
    case Token.start: start = nil
    case Token.monitor:
      // Each message, and a loss of messages, means the same: look at what is there.
      monitor?.drain()
      scan(.ready)
    case Token.nodes:
      watch.acknowledge()
      watchDirectories()
      scan(.node)
    case Token.grace: endGrace()
    case Token.retry: retryGrabbed()
    default:
      if let panel = panels.first(where: { Token.panel($0.device.id) == token }) { read(panel) }
    }
  }

  private func deliver(_ handle: (InputEvent) -> Void) {
    let batch = queue.take()
    for event in batch {
      handle(event)
    }
    queue.giveBack(consume batch)
  }
}
