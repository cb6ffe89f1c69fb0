internal import CContactor
public import ContactorCore
public import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// Reads touchscreens through libinput.
///
/// Touchscreens may come and go at any time; there may be none at the start. Nothing but touchscreens is ever
/// opened: udev names them, and each is added to libinput by its path. (libinput's own udev back end would open every keyboard
/// and mouse of the seat, could not try again when a permission changes, and notices an unplugged panel only when udev
/// says so.) The source is not `Sendable`: the thread that dispatches it calls all of its methods.
///
/// The kernel's hang-up of the descriptor removes a panel, and its contacts are cancelled. So are the lifts that are
/// read together with the hang-up, and the lift that the kernel makes up for a panel without slots as it goes
/// (`LiftWatch`): a button must not fire because the panel was unplugged. A lift that was delivered before is a lift.
@safe public final class LibinputSource: LiveTouchSource {
  let selection: DeviceSelection
  let host: LibinputHost
  let context: LibinputContext
  let udev: UdevContext
  let monitor: UdevMonitor
  /// All but libinput: devices that come and go.
  let epoll: Epoll
  /// Both, for hosts that wait for one descriptor; empty until one is asked for, for the kernel keeps it up to date with
  /// each event.
  private let combined: Epoll
  private var isCombined = false
  var options: Options
  @safe @exclusivity(unchecked) var gatherer = FrameGatherer()
  @safe @exclusivity(unchecked) var panels: [OpenPanel] = []
  /// The devices that libinput removed of its own accord, as it does when it is the first to find one revoked; it has closed
  /// their descriptors, so that epoll tells of none of them.
  @safe @exclusivity(unchecked) var abandoned: [DeviceID] = []
  var permissions: InotifyWatch?
  /// Attempts to take panels that other programs hold.
  var retryTimer: RetryTimer
  var lastID: UInt32
  var start: FileDescriptor?
  private(set) var isSuspended = false
  /// How many times in a row only touches were delivered.
  @safe @exclusivity(unchecked) private var busyTurns = 0
  private static let busyTurnLimit = 16
  /// Holds what one read of early contacts gives.
  let buffer: UnsafeMutableRawBufferPointer

  var list = ProblemList()

  /// The touchscreens that cannot be opened at present, and why.
  public var problems: [InputError] { list.problems }

  /// Opens the touchscreens of a seat, now and as they come.
  ///
  /// Those that cannot be opened are `problems`; they are opened as soon as their permissions allow it. Having no
  /// touchscreen at all is not an error.
  ///
  /// - Throws: `InputError` with the code `system` when libinput or udev cannot be used at all.
  public convenience init(seat: String = "seat0", options: Options) throws(InputError) {
    try self.init(.seat(seat), options)
    if !UdevContext.isRunning { report(.noDaemon) }
    scan()
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
        try open(path: path)
      } catch {
        // Only udev's daemon tells when the path comes.
        guard options.waitsForMissing, error.code == .missing, UdevContext.isRunning else { throw error }
      }
    }
  }

  private init(_ selection: DeviceSelection, _ options: Options) throws(InputError) {
    let host = LibinputHost(log: options.log)
    let context = try LibinputContext(host: host)
    let udev = try UdevContext()
    // The monitor listens before the first look around, so that no device falls in between.
    let monitor = try udev.makeMonitor()
    let epoll = try InputError.wrap { () throws(SystemError) in try Epoll() }
    let combined = try InputError.wrap { () throws(SystemError) in try Epoll() }
    let retryTimer = try InputError.wrap { () throws(SystemError) in try RetryTimer() }
    // Makes `fileDescriptor` readable for the first dispatch, which tells of the devices that are open already.
    let start = try InputError.wrap { () throws(SystemError) in try FileDescriptor.makeReady() }
    try InputError.wrap { () throws(SystemError) in
      try epoll.add(monitor.fileDescriptor, token: Token.monitor)
      try epoll.add(retryTimer.fileDescriptor, token: Token.retry)
      try epoll.add(start.rawValue, token: Token.start)
    }
    self.selection = selection
    self.options = options
    self.host = host
    self.context = context
    self.udev = udev
    self.monitor = monitor
    self.epoll = epoll
    self.combined = combined
    self.retryTimer = retryTimer
    lastID = options.firstDeviceID &- 1
    self.start = consume start
    unsafe buffer = .allocate(byteCount: 64 * MemoryLayout<EvdevEvent>.stride, alignment: 16)
    host.replaced = { [unowned self] name in noteReplacement(on: name) }
  }

  deinit {
    unsafe buffer.deallocate()
    // libinput's devices must be let go before its context.
    panels.removeAll()
  }

  /// Readable while `dispatch(_:)` has something to do.
  public var fileDescriptor: Int32 {
    if !isCombined {
      isCombined = true
      for descriptor in fileDescriptors { try? combined.add(descriptor, token: 0) }
    }
    return combined.rawValue
  }

  /// libinput's descriptor, and one for devices that come and go.
  public var fileDescriptors: [Int32] { [context.fileDescriptor, epoll.rawValue] }

  /// The touchscreens that are open, in the order in which they came.
  public var devices: [TouchDevice] { panels.map(\.device) }

  /// The paths of `init(paths:options:)` that lead to no device at this moment.
  public var missingPaths: [String] { selection.missingPaths }

  /// Yields what has happened since the last call.
  ///
  /// - Throws: `InputError` with the code `system` if reading is broken for good.
  public func dispatch(_ handle: (InputEvent) -> Void) throws(InputError) {
    // What was touched comes before what came or went. As long as there is some, nothing else is asked for: what is
    // ready then stays so, and this is called again. But a panel that never rests must not keep the others out.
    if try drain(), busyTurns < Self.busyTurnLimit {
      busyTurns += 1
      return deliver(handle)
    }
    busyTurns = 0
    var tokens = Epoll.Tokens(repeating: 0)
    let count = try InputError.wrap { () throws(SystemError) in try epoll.wait(&tokens, milliseconds: 0) }
    for index in 0..<count {
      serve(tokens[index])
    }
    deliver(handle)
  }

  /// Closes all devices: contacts that are down are cancelled, then the devices are removed.
  ///
  /// What was touched before is delivered as it was. Devices that come while suspended wait for `resume(_:)`.
  public func suspend(_ handle: (InputEvent) -> Void) {
    guard !isSuspended else { return }
    isSuspended = true
    _ = try? drain()
    deliver(handle)
    while let panel = panels.first {
      close(panel, isLost: false)
    }
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
    scan()
    scheduleRetry()
    deliver(handle)
    if case .paths = selection, let problem = problems.first { throw problem }
  }

  /// Maps the open devices anew, after what `mapping` decides by has changed; contacts that are down follow.
  public func remap(_ mapping: @escaping (TouchDevice) -> PositionPipeline) {
    options.mapping = mapping
    for panel in panels {
      let pipeline = mapping(panel.device)
      gatherer.setPipeline(pipeline, of: panel.device.id)
      panel.early?.setPipeline(pipeline)
      options.tap?.panel(
        panel.device.id, isMappedBy: panel.normalization.concatenating(pipeline.transform))
    }
  }
}
