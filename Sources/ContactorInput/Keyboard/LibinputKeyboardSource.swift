internal import CLibinput
public import ContactorCore
internal import ContactorSystem
internal import Glibc

/// Reads keyboards through libinput (contract 7.7).
///
/// Keyboards may come and go at any time; there may be none at the start. udev names them, and each is added to libinput by its path. A
/// program that shows a keyboard to nobody else takes it for itself (`isExclusive`): otherwise the console gets the same keys. The source
/// is not `Sendable`: the thread that dispatches it calls all of its methods.
///
/// A keyboard's node tells everything that is typed; it belongs to the group `input`. `VirtualKeyboard`s are not opened: a key that
/// Contactor presses for others must not come back to it.
@safe public final class LibinputKeyboardSource {
  /// The host's settings.
  public struct Options {
    /// The identity of the first keyboard; a host with other sources keeps them apart by it.
    public var firstDeviceID: UInt32
    /// Whether keyboards are taken for this program alone (`EVIOCGRAB`); true by default.
    public var isExclusive: Bool
    /// Takes the errors that libinput logs, one line each.
    public var log: (String) -> Void
    /// Takes, once each, the keyboards that cannot be opened; they are tried again when udev reports a change of them.
    public var problem: (InputError) -> Void
    /// Whether `VirtualKeyboard`s are opened, too, as other programs do; for tests.
    package var opensVirtual = false

    /// Creates options.
    public init(
      firstDeviceID: UInt32 = 1, isExclusive: Bool = true, log: @escaping (String) -> Void = { _ in },
      problem: @escaping (InputError) -> Void = { _ in }
    ) {
      self.firstDeviceID = firstDeviceID
      self.isExclusive = isExclusive
      self.log = log
      self.problem = problem
    }
  }

  /// A keyboard that is open; libinput owns the descriptor.
  @safe private struct Keyboard {
    let device: KeyboardDevice
    let handle: OpaquePointer
    let descriptor: Int32
    let sysfsPath: String
  }

  private enum Token {
    static let libinput: UInt64 = 0
    static let monitor: UInt64 = 1
    /// A keyboard's descriptor is hung up.
    static func keyboard(_ id: DeviceID) -> UInt64 { 1 << 32 | UInt64(id.rawValue) }
  }

  private let selection: DeviceSelection
  private let options: Options
  private let udev: UdevContext
  private let monitor: UdevMonitor
  private let epoll: Epoll
  private let host: LibinputHost
  private let context: LibinputContext
  private var keyboards: [Keyboard] = []
  private var list = ProblemList()
  private var lastID: UInt32
  private var queue: [KeyboardInput] = []

  /// Opens the keyboards of a seat, now and as they come.
  ///
  /// Those that cannot be opened are `problems`.
  ///
  /// - Throws: `InputError` with the code `system` when libinput or udev cannot be used at all.
  public convenience init(seat: String = "seat0", options: Options = Options()) throws(InputError) {
    try self.init(.seat(seat), options)
    udev.forEachEventDevice { consider($0) }
  }

  /// Opens the keyboards behind some paths, each a device node or a link to one.
  ///
  /// One that goes away later is opened again when it comes back under the same path.
  ///
  /// - Throws: `InputError`, `missing`, `permission`, `notAKeyboard` or `grabbed`, for the first path that cannot be opened.
  public convenience init(paths: [String], options: Options = Options()) throws(InputError) {
    try self.init(.paths(paths), options)
    for path in paths { try open(path: path) }
  }

  private init(_ selection: DeviceSelection, _ options: Options) throws(InputError) {
    let udev = try UdevContext()
    // The monitor listens before the first look around, so that no keyboard falls in between.
    let monitor = try udev.makeMonitor()
    let host = LibinputHost(log: options.log)
    let context = try LibinputContext(host: host)
    let epoll = try InputError.wrap(Epoll())
    let (input, devices) = (context.fileDescriptor, monitor.fileDescriptor)
    try InputError.wrap { () throws(SystemError) in
      try epoll.add(input, token: Token.libinput)
      try epoll.add(devices, token: Token.monitor)
    }
    self.selection = selection
    self.options = options
    self.udev = udev
    self.monitor = monitor
    self.host = host
    self.context = context
    self.epoll = epoll
    lastID = options.firstDeviceID &- 1
  }

  deinit {
    for keyboard in keyboards { unsafe libinput_device_unref(keyboard.handle) }
  }

  /// Readable while `dispatch(_:)` has something to do, but for the keyboards of the start: call `dispatch(_:)` once for these.
  public var fileDescriptor: Int32 { epoll.rawValue }

  /// The keyboards that are open, in the order in which they came.
  public var devices: [KeyboardDevice] { keyboards.map(\.device) }

  /// The keyboards that cannot be opened at present, and why.
  public var problems: [InputError] { list.problems }

  /// Yields what has happened since the last call, without waiting.
  ///
  /// - Throws: `InputError` with the code `system` if reading is broken for good; a keyboard that goes away is no error.
  public func dispatch(_ handle: (KeyboardInput) -> Void) throws(InputError) {
    var tokens = Epoll.Tokens(repeating: 0)
    let count: Int
    do throws(SystemError) { count = try epoll.wait(&tokens, milliseconds: 0) } catch { throw InputError(error) }
    try context.dispatch()
    takeKeys()
    for index in 0..<count { serve(tokens[index]) }
    let batch = queue
    queue = []
    for input in batch { handle(input) }
  }

  /// Sets the lights of a keyboard; does nothing for an unknown one.
  public func setLights(_ lights: KeyboardLights, of id: DeviceID) {
    guard let keyboard = keyboards.first(where: { $0.device.id == id }) else { return }
    unsafe libinput_device_led_update(keyboard.handle, libinput_led(rawValue: lights.rawValue))
  }

  // MARK: Events

  /// Moves libinput's events to the queue.
  private func takeKeys() {
    while let event = unsafe libinput_get_event(context.pointer) {
      defer { unsafe libinput_event_destroy(event) }
      guard unsafe libinput_event_get_type(event) == LIBINPUT_EVENT_KEYBOARD_KEY,
        let device = unsafe libinput_event_get_device(event), let key = unsafe libinput_event_get_keyboard_event(event)
      else { continue }
      let number = UInt32(truncatingIfNeeded: UInt(bitPattern: unsafe libinput_device_get_user_data(device)))
      let isDown = unsafe libinput_event_keyboard_get_key_state(key) == LIBINPUT_KEY_STATE_PRESSED
      let time = Int64(truncatingIfNeeded: unsafe libinput_event_keyboard_get_time_usec(key))
      queue.append(
        .key(
          DeviceID(rawValue: number), code: UInt16(truncatingIfNeeded: unsafe libinput_event_keyboard_get_key(key)),
          isDown: isDown, at: Timestamp(microseconds: time)))
    }
  }

  private func serve(_ token: UInt64) {
    if token == Token.monitor { return receiveDevices() }
    if let index = keyboards.firstIndex(where: { Token.keyboard($0.device.id) == token }) { close(at: index) }
  }

  private func receiveDevices() {
    while true {
      switch monitor.receive() {
      case .device(let device): receive(device)
      case .overflow: udev.forEachEventDevice { consider($0) }
      case .none: return
      }
    }
  }

  private func receive(_ device: borrowing UdevDevice) {
    guard device.isEventDevice else { return }
    guard device.action == "remove" else { return consider(device) }
    let path = device.sysfsPath
    if let index = keyboards.firstIndex(where: { $0.sysfsPath == path }) { close(at: index) }
    if let node = device.node { list.forget(node) }
  }

  // MARK: Devices

  /// Opens the device if it is a keyboard of the selection; a failure is a problem, not an end.
  private func consider(_ device: borrowing UdevDevice) {
    guard let node = device.node, device.isKeyboard, selection.matches(device), !isExcluded(device) else { return }
    let path = device.sysfsPath
    if let index = keyboards.firstIndex(where: { $0.device.node == node }) {
      if keyboards[index].sysfsPath == path { return }
      // The node has been given to another keyboard before the old one's hang-up was seen.
      close(at: index)
    }
    do throws(InputError) {
      try open(device, at: node)
      list.forget(node)
    } catch {
      if error.code != .missing, error.code != .deviceGone, list.note(error) { options.problem(error) }
    }
  }

  private func isExcluded(_ device: borrowing UdevDevice) -> Bool { device.isVirtualKeyboard && !options.opensVirtual }

  private func open(path: String) throws(InputError) {
    let number: dev_t
    do throws(InputError) {
      number = try DeviceSelection.requireNumber(of: path)
    } catch {
      throw error.code == .notATouchscreen ? .notAKeyboard(path) : error.code == .missing ? .noKeyboard(path) : error
    }
    guard let device = udev.device(number: number), device.isEventDevice, device.isKeyboard else { throw .notAKeyboard(path) }
    if isExcluded(device) { throw .notAKeyboard(path, because: "Contactor made it") }
    let node = device.node ?? path
    if keyboards.contains(where: { $0.device.node == node }) { return }
    try open(device, at: node)
  }

  private func open(_ device: borrowing UdevDevice, at node: String) throws(InputError) {
    let id = DeviceID(rawValue: lastID &+ 1)
    host.reset()
    guard let added = unsafe libinput_path_add_device(context.pointer, node) else {
      if host.openError == EACCES || host.openError == EPERM { throw .keyboardPermission(node, errno: host.openError) }
      if host.openError != 0 { throw .opening(node, errno: host.openError) }
      throw .notAKeyboard(node, because: "libinput refuses it: \(host.lastLine)")
    }
    unsafe libinput_device_set_user_data(added, UnsafeMutableRawPointer(bitPattern: UInt(id.rawValue)))
    let descriptor = host.descriptor
    do throws(InputError) {
      guard unsafe libinput_device_has_capability(added, LIBINPUT_DEVICE_CAP_KEYBOARD) != 0 else { throw .notAKeyboard(node) }
      if options.isExclusive { try EvdevNode.grab(descriptor, node) }
      try InputError.wrap(epoll.add(descriptor, token: Token.keyboard(id), interest: .hangUp))
    } catch {
      unsafe libinput_path_remove_device(added)
      takeKeys()
      throw error
    }
    lastID = id.rawValue
    var keyboard = KeyboardDevice(id: id, node: node, name: device.attribute("name"))
    keyboard.vendor = UInt16(device.attribute("id/vendor"), radix: 16) ?? 0
    keyboard.product = UInt16(device.attribute("id/product"), radix: 16) ?? 0
    unsafe keyboards.append(
      Keyboard(device: keyboard, handle: libinput_device_ref(added), descriptor: descriptor, sysfsPath: device.sysfsPath))
    queue.append(.added(keyboard, at: MonotonicClock.now))
  }

  /// Closes a keyboard; libinput releases the keys that are down.
  private func close(at index: Int) {
    let keyboard = keyboards.remove(at: index)
    epoll.remove(keyboard.descriptor)
    unsafe libinput_path_remove_device(keyboard.handle)
    takeKeys()
    unsafe libinput_device_unref(keyboard.handle)
    unsafe queue.append(.removed(keyboard.device.id, at: MonotonicClock.now))
  }
}

extension UdevDevice {
  /// Whether udev takes the device for a keyboard with letters, not for a few buttons such as those of a power supply.
  var isKeyboard: Bool { property("ID_INPUT_KEYBOARD") == "1" }
}

extension InputError {
  /// No device has the path.
  fileprivate static func noKeyboard(_ node: String) -> InputError {
    InputError(
      .missing, errno: ENOENT, place: node,
      message: "there is no such device; `libinput list-devices` and /dev/input/by-path list the keyboards that are there")
  }

  /// The node belongs to a device of another kind.
  fileprivate static func notAKeyboard(_ node: String, because reason: String? = nil) -> InputError {
    let detail = reason.map { " (\($0))" } ?? ""
    return InputError(
      .notAKeyboard, place: node,
      message: "this is not a keyboard\(detail); the links of /dev/input/by-path that end in -kbd lead to keyboards")
  }

  /// This user may not read keyboards.
  fileprivate static func keyboardPermission(_ node: String, errno number: Int32) -> InputError {
    InputError(
      .permission, errno: number, place: node,
      message: "permission denied: a keyboard may be read by the group 'input', because its node tells everything that is typed; "
        + "sudo usermod -aG input USER, then log in again, or run the program as root")
  }
}
