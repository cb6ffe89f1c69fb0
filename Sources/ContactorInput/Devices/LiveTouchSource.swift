public import ContactorCore
public import ContactorEvdev
public import ContactorSystem

/// Touchscreens that are read as they are touched.
///
/// The host waits until `fileDescriptor` is readable and then calls `dispatch(_:)`; `EventLoop.watch(_:_:)` does the
/// waiting for programs that have no loop of their own.
public protocol LiveTouchSource: AnyObject {
  /// Readable while `dispatch(_:)` has something to do, from the start on if devices are open already.
  var fileDescriptor: Int32 { get }
  /// The descriptors that a host may wait for in place of `fileDescriptor`: one of them is readable while `dispatch(_:)` has
  /// something to do. They never change, and save the kernel one level of epoll.
  var fileDescriptors: [Int32] { get }
  /// The touchscreens that are open, in the order of their opening.
  var devices: [TouchDevice] { get }

  /// The named paths that lead to no device at this moment; each device is opened when its path comes.
  var missingPaths: [String] { get }

  /// Yields what has happened, without waiting.
  ///
  /// - Throws: `InputError` with the code `system` if reading is broken for good; a device that goes away is no error.
  func dispatch(_ handle: (InputEvent) -> Void) throws(InputError)

  /// Closes all devices: contacts that are down are cancelled, then the devices are removed.
  func suspend(_ handle: (InputEvent) -> Void)

  /// Opens the devices again, which get new identities.
  ///
  /// - Throws: `InputError` for a named device that cannot be opened. An absent device is no error: it is opened when it
  ///   comes.
  func resume(_ handle: (InputEvent) -> Void) throws(InputError)

  /// Maps the open devices anew, after what `mapping` decides by has changed; contacts that are down follow.
  func remap(_ mapping: @escaping (TouchDevice) -> PositionPipeline)
}

extension LiveTouchSource {
  /// The one descriptor, for sources that have no others.
  public var fileDescriptors: [Int32] { [fileDescriptor] }

  /// No path, for sources whose touchscreens have none.
  public var missingPaths: [String] { [] }
}

extension LiveTouchSource {
  /// The open touchscreen that a path leads to, which may be a link such as `/dev/input/by-path/…`; `nil` if there is none.
  ///
  /// ```swift
  /// if let panel = source.device(at: "/dev/input/by-path/pci-0000:00:14.0-usb-0:1:1.0-event") {
  ///   application.route(panel.id, to: window)
  /// }
  /// ```
  ///
  /// A touchscreen that is plugged in again has a new identity. A program that runs for long asks `TouchDevice.isReached(by:)` when a
  /// touchscreen is added.
  public func device(at path: String) -> TouchDevice? { devices.first { $0.isReached(by: path) } }

  /// The open touchscreens of a name that the kernel gives, in the order of their opening; two of one model have one name.
  public func devices(named name: String) -> [TouchDevice] { devices.filter { $0.name == name } }
}

extension TouchDevice {
  /// Whether a path leads to this touchscreen: its node, or a link to that, such as those of `/dev/input/by-path` and `by-id`.
  ///
  /// ```swift
  /// case .deviceAdded(let panel, _):
  ///   if panel.isReached(by: "/dev/input/by-path/pci-0000:00:14.0-usb-0:1:1.0-event") { application.route(panel.id, to: window) }
  /// ```
  ///
  /// The kernel says which device is behind a path. Other nodes, such as those of a recording, are reached by their own text
  /// alone.
  public func isReached(by path: String) -> Bool {
    if path == node { return true }
    guard let number = DeviceSelection.number(of: path) else { return false }
    return DeviceSelection.number(of: node) == number
  }
}

extension EventLoop {
  /// Calls `handler`, which dispatches the source, whenever the source has something to do.
  ///
  /// - Throws: `SystemError` when the machine is out of memory.
  public func watch(_ source: any LiveTouchSource, _ handler: @escaping () -> Void) throws(SystemError) {
    for descriptor in source.fileDescriptors { try watch(descriptor, handler) }
  }
}

/// The host's settings of a source.
public struct TouchSourceOptions {
  /// Maps a panel's contacts to the window; called when a device is opened and by `remap(_:)`.
  public var mapping: (TouchDevice) -> PositionPipeline
  /// Takes the errors that libinput logs, one line each; never called by `EvdevSource`.
  public var log: (String) -> Void
  /// Takes, once each, the touchscreens that cannot be opened or are silent because another program has grabbed them;
  /// the source goes on and opens them when it can.
  public var problem: (InputError) -> Void
  /// The identity of the first device; a host with several sources keeps them apart by it.
  public var firstDeviceID: UInt32
  /// Whether devices are taken for this program alone (`EVIOCGRAB`): no other program sees their touches, the desktop
  /// included.
  ///
  /// A device that another program has taken is tried again, with pauses from 1 s to 30 s.
  public var isExclusive: Bool
  /// Whether a named path that is not there is waited for, at the start too, instead of being an error.
  ///
  /// For libinput it stays an error if no udev daemon runs, because nothing would report that the path has come.
  public var waitsForMissing = false
  /// Whether `EvdevSource` leaves out udev's `LIBINPUT_CALIBRATION_MATRIX`, so that positions are those of the panel itself.
  public var ignoresCalibration = false
  /// Whether a pointer with absolute places is used as a touchscreen: a panel in mouse mode, whose left button is the finger.
  ///
  /// A virtual machine's mouse is such a pointer, too. One that is named by its path is used without being asked for.
  public var usesPointer: (TouchDevice) -> Bool = { _ in false }
  /// Gets the kernel's events of each panel.
  public var tap: (any EventTap)?
  /// Whether the copies of touchscreens that a forwarding Contactor has made are opened too, as for a monitor.
  ///
  /// Otherwise naming one is an error, and a source of a seat leaves them out.
  public var allowsCopies = false
  /// Whether a panel is taken over for forwarding.
  ///
  /// `nil` takes none over, and `LibinputSource` never does. A panel that is taken over belongs to this program alone, as with `isExclusive`. It is taken with no finger down for its other
  /// readers: fingers are lifted for them where the node may be written, else it is opened once they are up. A pen and a touch
  /// panel on one node is left alone, and `problem` is called.
  public var takesOver: ((TouchDevice) -> Bool)?
  /// A panel was taken over; the source is about to yield its `deviceAdded`.
  ///
  /// It gets the panel's description and the map from device units to points of the window. `false` gives the panel back to
  /// everyone at once: it is read on as others are.
  public var opened: ((TouchDevice, EvdevDescription, AffineTransform) -> Bool)?
  /// The map to the window of a panel that was taken over has changed.
  public var remapped: ((DeviceID, AffineTransform) -> Void)?
  /// A panel that was taken over is about to be given back to everyone; its `deviceRemoved` follows unless it stays open.
  ///
  /// Not called for a panel that is gone.
  public var closing: ((DeviceID) -> Void)?

  /// Creates options.
  public init(
    firstDeviceID: UInt32 = 1, isExclusive: Bool = false, log: @escaping (String) -> Void = { _ in },
    problem: @escaping (InputError) -> Void = { _ in },
    mapping: @escaping (TouchDevice) -> PositionPipeline
  ) {
    self.mapping = mapping
    self.log = log
    self.problem = problem
    self.firstDeviceID = firstDeviceID
    self.isExclusive = isExclusive
  }

  /// Creates options that stretch every panel over a window of a size in points.
  public init(window size: Size) {
    self.init { _ in PositionPipeline(window: size) }
  }
}

extension LibinputSource {
  /// The host's settings of the source.
  public typealias Options = TouchSourceOptions
}

extension EvdevSource {
  /// The host's settings of the source.
  public typealias Options = TouchSourceOptions
}

/// The ways of reading touchscreens.
public enum TouchSourceKind: String, Hashable, Sendable, CaseIterable {
  /// Through libinput, with its corrections for faulty panels; needs udev.
  case libinput
  /// Straight from the kernel; needs neither libinput nor udev.
  case evdev

  /// Opens the touchscreens behind some paths, or, without paths, those of a seat.
  ///
  /// - Throws: what the source's initializer throws.
  public func open(_ paths: [String], seat: String = "seat0", options: TouchSourceOptions) throws(InputError) -> any LiveTouchSource {
    switch (self, paths.isEmpty) {
    case (.libinput, true): try LibinputSource(seat: seat, options: options)
    case (.libinput, false): try LibinputSource(paths: paths, options: options)
    case (.evdev, true): try EvdevSource(seat: seat, options: options)
    case (.evdev, false): try EvdevSource(paths: paths, options: options)
    }
  }
}

/// Gets the kernel's events of each panel before they are decoded, as for a recorder.
///
/// A source calls the tap amidst its reading, in the thread that dispatches the source; so a tap must be quick and must not
/// call the source. The decoded frames, and the end of a device, are among the source's input events.
public protocol EventTap: AnyObject {
  /// A panel was opened; the source is about to yield its `deviceAdded`, of the same time.
  ///
  /// - Parameters:
  ///   - description: the panel's axes, buttons and properties.
  ///   - state: the values of axes and buttons before the first event.
  ///   - transform: the map from device units to points of the window.
  ///   - sendsEvents: whether events will follow: not where another descriptor has grabbed the panel.
  func panelOpened(
    _ device: TouchDevice, _ description: EvdevDescription, state: EvdevState, transform: AffineTransform,
    sendsEvents: Bool)

  /// A panel sent events; the memory is only lent.
  func panel(_ device: DeviceID, sent events: UnsafeBufferPointer<EvdevEvent>)

  /// The kernel was asked for a panel's state after it had lost events (`SYN_DROPPED`); the state includes the events that
  /// were sent since then.
  func panel(_ device: DeviceID, isAt state: EvdevState, at time: Timestamp)

  /// A panel's map to the window has changed.
  func panel(_ device: DeviceID, isMappedBy transform: AffineTransform)
}
