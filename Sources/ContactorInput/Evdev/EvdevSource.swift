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
/// lifts that the kernel makes as it releases the device's keys.
@safe public final class EvdevSource: LiveTouchSource {
  let discovery: DeviceDiscovery
  /// Watches the directories of nodes.
  let folders: InotifyWatch
  /// Ends the time that udev has for new nodes.
  let grace: TimerDescriptor
  private let monitor: UdevMonitor?
  @safe @exclusivity(unchecked) var panels: [EvdevPanel] = []
  @safe @exclusivity(unchecked) var queue = EventQueue()
  /// The panels that are taken over once no finger is on them.
  var waiting: [WaitingPanel] = []
  /// The nodes that udev has not prepared yet, until the grace of each ends; the first ends first.
  var postponed: [PostponedNode] = []
  /// How many turns in a row the only panel is read without a look at what else has happened.
  private static let turnsAhead = 7
  private var turnsAhead = 0
  /// Takes the events of one read.
  private let buffer: UnsafeMutableRawBufferPointer

  /// The touchscreens that cannot be opened at present, and why.
  public var problems: [InputError] { discovery.problems }

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
    try discovery.open(paths, noticesPaths: true) { path throws(InputError) in try consider(path, .opening) }
  }

  private init(_ selection: DeviceSelection, _ options: Options) throws(InputError) {
    let folders = try InputError.wrap(InotifyWatch())
    let grace = try InputError.wrap(TimerDescriptor())
    discovery = try DeviceDiscovery(selection, options)
    // Both listen before the first look around, so that no device falls in between.
    let monitor = UdevContext.isRunning ? try? discovery.udev.makeMonitor() : nil
    let numbers = (folders.fileDescriptor, grace.rawValue, monitor?.descriptor() ?? -1)
    self.folders = folders
    self.grace = grace
    self.monitor = monitor
    unsafe buffer = .allocate(byteCount: 512 * MemoryLayout<EvdevEvent>.stride, alignment: 16)
    try discovery.watch(numbers.0, WakeToken.nodes)
    try discovery.watch(numbers.1, WakeToken.grace)
    if numbers.2 >= 0 { try discovery.watch(numbers.2, WakeToken.monitor) }
    watchDirectories()
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// Readable while `dispatch(_:)` has something to do.
  public var fileDescriptor: Int32 { discovery.epoll.rawValue }

  /// The touchscreens that are open, in the order in which they came.
  public var devices: [TouchDevice] { panels.map(\.device) }

  /// The paths of `init(paths:options:)` that lead to no device at this moment.
  public var missingPaths: [String] { discovery.selection.missingPaths }

  /// Yields what has happened since the last call.
  ///
  /// - Throws: `InputError` with the code `system` if reading is broken for good.
  public func dispatch(_ handle: (InputEvent) -> Void) throws(InputError) {
    if readsAhead() { return deliver(handle) }
    var tokens = Epoll.Tokens(repeating: 0)
    let count = try discovery.wait(&tokens)
    // Touches come before the devices that were added.
    for index in 0..<count where tokens[index] >= WakeToken.panels { serve(tokens[index]) }
    for index in 0..<count where tokens[index] < WakeToken.panels { serve(tokens[index]) }
    deliver(handle)
  }

  /// Reads the only panel, which is nearly always what has woken the host; `false` if it has sent nothing.
  ///
  /// That saves a system call a frame. What else has happened keeps `fileDescriptor` readable, and has its turn soon.
  private func readsAhead() -> Bool {
    guard panels.count == 1, turnsAhead < Self.turnsAhead, read(panels[0]) else {
      turnsAhead = 0
      return false
    }
    turnsAhead += 1
    return true
  }

  /// Closes all devices: contacts that are down are cancelled, then the devices are removed.
  ///
  /// What was touched before is delivered as it was. Devices that come while suspended wait for `resume(_:)`.
  public func suspend(_ handle: (InputEvent) -> Void) {
    guard discovery.suspend() else { return }
    for panel in panels { read(panel) }
    deliver(handle)
    while let panel = panels.first { close(panel, isLost: false) }
    stopWaiting()
    discovery.scheduleRetry()
    deliver(handle)
  }

  /// Opens the devices again, which get new identities.
  ///
  /// - Throws: `InputError` for the first path of `init(paths:options:)` that is there and cannot be opened; the others
  ///   are open all the same.
  public func resume(_ handle: (InputEvent) -> Void) throws(InputError) {
    guard discovery.resume() else { return }
    scan(.opening)
    discovery.scheduleRetry()
    deliver(handle)
    try discovery.checkNamed()
  }

  /// Maps the open devices anew, after what `mapping` decides by has changed; contacts that are down follow.
  public func remap(_ mapping: @escaping (TouchDevice) -> PositionPipeline) {
    discovery.options.mapping = mapping
    for panel in panels {
      panel.setPipeline(mapping(panel.device))
      if panel.isTakenOver { discovery.options.remapped?(panel.device.id, panel.transform) }
    }
  }

  /// Reads a device; one that is gone or cannot be read is closed.
  ///
  /// Returns whether there was anything to read.
  @discardableResult
  func read(_ panel: EvdevPanel) -> Bool {
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
    return panel.hasRead
  }

  private func serve(_ token: UInt64) {
    switch token {
    case WakeToken.start: discovery.acknowledgeStart()
    case WakeToken.monitor:
      // Each message, and a loss of messages, has the same effect: the nodes are looked through.
      monitor?.drain()
      scan(.ready)
    case WakeToken.nodes:
      folders.acknowledge()
      watchDirectories()
      scan(.node)
    case WakeToken.grace: endGrace()
    case WakeToken.retry: retryGrabbed()
    case WakeToken.waiting...: serveWaiting(token)
    default:
      if let panel = panels.first(where: { WakeToken.panel($0.device.id) == token }) { read(panel) }
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
