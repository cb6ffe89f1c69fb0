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
/// (`KernelLiftDetector`): a button must not fire because the panel was unplugged. A lift that was delivered before is a lift.
@safe public final class LibinputSource: LiveTouchSource {
  /// Finds the devices; its epoll instance wakes for all but libinput.
  let discovery: DeviceDiscovery
  let host: LibinputHost
  let context: LibinputContext
  let monitor: UdevMonitor
  /// libinput's descriptor and that of `discovery`, for hosts that wait for one; empty until it is asked for, because the kernel
  /// updates it with each event.
  private let combined: Epoll
  private var isCombined = false
  @safe @exclusivity(unchecked) var assembler = FrameAssembler()
  @safe @exclusivity(unchecked) var panels: [LibinputPanel] = []
  /// The devices that libinput removed by itself, as it does with revoked ones; it has closed their descriptors, so that epoll
  /// does not report them.
  @safe @exclusivity(unchecked) var abandoned: [DeviceID] = []
  /// Watches for changes of permissions while a device may not be opened.
  var permissions: InotifyWatch?
  /// How many times in a row only touches were delivered.
  @safe @exclusivity(unchecked) private var busyTurns = 0
  private static let busyTurnLimit = 16
  /// Takes the events of one read of `MissedContacts` or of a `TapReader`.
  let buffer: UnsafeMutableRawBufferPointer

  /// The touchscreens that cannot be opened at present, and why.
  public var problems: [InputError] { discovery.problems }

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
    // Only udev's daemon reports that a path has come.
    try discovery.open(paths, noticesPaths: UdevContext.isRunning) { path throws(InputError) in try open(path: path) }
  }

  private init(_ selection: DeviceSelection, _ options: Options) throws(InputError) {
    let host = LibinputHost(log: options.log)
    let context = try LibinputContext(host: host)
    let discovery = try DeviceDiscovery(selection, options)
    // The monitor listens before the first look around, so that no device falls in between.
    let monitor = try discovery.udev.makeMonitor()
    combined = try InputError.wrap(Epoll())
    try discovery.watch(monitor.fileDescriptor, WakeToken.monitor)
    self.discovery = discovery
    self.host = host
    self.context = context
    self.monitor = monitor
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
  public var fileDescriptors: [Int32] { [context.fileDescriptor, discovery.epoll.rawValue] }

  /// The touchscreens that are open, in the order in which they came.
  public var devices: [TouchDevice] { panels.map(\.device) }

  /// The paths of `init(paths:options:)` that lead to no device at this moment.
  public var missingPaths: [String] { discovery.selection.missingPaths }

  /// Yields what has happened since the last call.
  ///
  /// - Throws: `InputError` with the code `system` if reading is broken for good.
  public func dispatch(_ handle: (InputEvent) -> Void) throws(InputError) {
    // Touches come before devices that were added or removed. While there are touches, epoll is not asked: a descriptor
    // that is ready stays so, and the host calls again. The limit lets other devices in beside a panel that never rests.
    if try drain(), busyTurns < Self.busyTurnLimit {
      busyTurns += 1
      return deliver(handle)
    }
    busyTurns = 0
    var tokens = Epoll.Tokens(repeating: 0)
    let count = try discovery.wait(&tokens)
    for index in 0..<count {
      serve(tokens[index])
    }
    deliver(handle)
  }

  /// Closes all devices: contacts that are down are cancelled, then the devices are removed.
  ///
  /// What was touched before is delivered as it was. Devices that come while suspended wait for `resume(_:)`.
  public func suspend(_ handle: (InputEvent) -> Void) {
    guard discovery.suspend() else { return }
    _ = try? drain()
    deliver(handle)
    while let panel = panels.first {
      close(panel, isLost: false)
    }
    discovery.scheduleRetry()
    deliver(handle)
  }

  /// Opens the devices again, which get new identities.
  ///
  /// - Throws: `InputError` for the first path of `init(paths:options:)` that is there and cannot be opened; the others
  ///   are open all the same.
  public func resume(_ handle: (InputEvent) -> Void) throws(InputError) {
    guard discovery.resume() else { return }
    scan()
    discovery.scheduleRetry()
    deliver(handle)
    try discovery.checkNamed()
  }

  /// Maps the open devices anew, after what `mapping` decides by has changed; contacts that are down follow.
  public func remap(_ mapping: @escaping (TouchDevice) -> PositionPipeline) {
    discovery.options.mapping = mapping
    for panel in panels {
      let pipeline = mapping(panel.device)
      assembler.setPipeline(pipeline, of: panel.device.id)
      panel.missed?.setPipeline(pipeline)
      discovery.options.tap?.panel(
        panel.device.id, isMappedBy: panel.normalization.concatenating(pipeline.transform))
    }
  }
}
