internal import CContactor
internal import CLibevdev
internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// Owns an open evdev node: its events and its present state.
struct EvdevNode: ~Copyable {
  /// The node's path.
  let path: String
  private let descriptor: FileDescriptor
  private let layout: KernelEventLayout
  private let calls: SystemCalls

  /// Whether events may be written into the node, which gives them to all of its readers as if the device had sent them.
  let allowsWriting: Bool

  /// Opens a node for reading, without waiting for events; their times are those of `CLOCK_MONOTONIC`.
  ///
  /// - Parameter writes: whether it is opened for writing, too, where this user may do that.
  init(_ path: String, writes: Bool = false) throws(InputError) {
    let descriptor = try Self.open(path, writes: writes)
    let failure = cct_use_monotonic_clock(descriptor.rawValue)
    if failure == ENOTTY || failure == EINVAL { throw InputError.notATouchscreen(path) }
    if failure != 0 { throw InputError.opening(path, errno: failure) }
    let allowsWriting = fcntl(descriptor.rawValue, F_GETFL) & O_ACCMODE == O_RDWR
    self.init(path, taking: descriptor, allowsWriting: allowsWriting)
  }

  /// Takes over a descriptor that reads events; a test may give any, and calls that fail.
  init(
    _ path: String, taking descriptor: consuming FileDescriptor, allowsWriting: Bool = false,
    layout: KernelEventLayout = .current, calls: SystemCalls = .kernel
  ) {
    self.path = path
    self.allowsWriting = allowsWriting
    self.descriptor = descriptor
    self.layout = layout
    self.calls = calls
  }

  /// Opens a node for reading, without waiting for events.
  ///
  /// - Parameter writes: whether it is opened for writing, too, where this user may do that.
  static func open(_ path: String, writes: Bool = false) throws(InputError) -> FileDescriptor {
    let writable = writes ? SystemCalls.kernel.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC, 0) : -1
    if writable >= 0 { return FileDescriptor(owning: writable) }
    let number = SystemCalls.kernel.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
    guard number >= 0 else { throw InputError.opening(path, errno: -number) }
    return FileDescriptor(owning: number)
  }

  /// The descriptor.
  var rawValue: Int32 { descriptor.rawValue }

  /// Reads events; see `KernelEventLayout.read(_:into:_:)`.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe layout.read(rawValue, into: buffer, calls)
  }

  /// Whether the kernel has closed the device: it was unplugged, or the session manager has revoked it.
  var isHungUp: Bool { descriptor.isHungUp }

  /// Writes events for all readers of the device, or for the one that has grabbed it; a failure means that the device is gone.
  func write(_ events: [EvdevEvent]) {
    _ = unsafe events.withUnsafeBufferPointer { unsafe layout.write($0, to: rawValue, calls) }
  }

  /// Takes the device for this program alone; see `grab(_:_:)`.
  func grab() throws(InputError) { try Self.grab(rawValue, path) }

  /// Gives the device back to all of its readers.
  func ungrab() { _ = cct_grab(rawValue, false) }

  /// Whether another program holds the device for itself; see `isGrabbed(_:)`.
  var isGrabbed: Bool { Self.isGrabbed(rawValue) }

  /// Takes the device behind a descriptor for this program alone; `EVIOCGRAB`.
  ///
  /// - Throws: `InputError` with the code `grabbed` if another program has done so.
  static func grab(_ descriptor: Int32, _ path: String) throws(InputError) {
    let failure = cct_grab(descriptor, true)
    if failure == EBUSY { throw InputError.grabbed(path) }
    if failure != 0 { throw InputError.opening(path, errno: failure) }
  }

  /// Whether another program holds the device behind a descriptor for itself, so that no event will come.
  ///
  /// The kernel says so only by refusing a grab, so this grabs the device for a moment.
  static func isGrabbed(_ descriptor: Int32) -> Bool {
    let failure = cct_grab(descriptor, true)
    if failure == 0 { _ = cct_grab(descriptor, false) }
    return failure == EBUSY
  }

  /// The present values of the panel's axes and buttons.
  func state(of description: EvdevDescription) -> EvdevState {
    var state = EvdevState()
    for code in [EvdevCode.touch, EvdevCode.leftButton]
    where description.hasKey(code) && cct_key_down(rawValue, UInt32(code)) == 1 {
      state.keys.insert(code)
    }
    switch description.contactProtocol {
    case .lists: break
    case .single:
      for code in [EvdevCode.x, EvdevCode.y, EvdevCode.pressure] where description.axes[code] != nil {
        state.axes[code] = value(of: code)
      }
    case .slots:
      state.currentSlot = value(of: EvdevCode.slot) ?? 0
      let count = description.slotCount
      for code in description.axes.keys where code > EvdevCode.slot && code <= EvdevCode.lastContactAxis {
        state.slots[code] = slotValues(of: code, count: count)
      }
    }
    return state
  }

  /// The value of an axis in each slot; `nil` if the kernel does not say.
  func slotValues(of code: UInt16, count: Int) -> [Int32]? {
    var values = [Int32](repeating: 0, count: count)
    guard unsafe cct_slot_values(rawValue, UInt32(code), &values, UInt32(count)) == 0 else { return nil }
    return values
  }

  /// The value of an axis; `nil` if the kernel does not say.
  func value(of code: UInt16) -> Int32? {
    var value: Int32 = 0
    return unsafe cct_abs_value(rawValue, UInt32(code), &value) == 0 ? value : nil
  }
}

/// Owns libevdev's description of an open device node; `libevdev_new_from_fd()`, `libevdev_free()`.
///
/// It is used only to describe the device: events are read without libevdev.
@safe struct LibevdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  /// Asks the kernel about the device behind a descriptor.
  init(_ descriptor: Int32, node: String) throws(InputError) {
    var pointer: OpaquePointer?
    let result = unsafe libevdev_new_from_fd(descriptor, &pointer)
    guard result == 0, let pointer = unsafe pointer else {
      // A node of another kind does not know evdev's requests.
      if result == -ENOTTY || result == -EINVAL { throw InputError.notATouchscreen(node) }
      throw InputError.opening(node, errno: -result)
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    unsafe libevdev_free(pointer)
  }

  /// The axes, buttons and properties.
  var description: EvdevDescription {
    var description = EvdevDescription(name: unsafe Self.string(libevdev_get_name(pointer)))
    description.bus = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_bustype(pointer))
    description.vendor = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_vendor(pointer))
    description.product = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_product(pointer))
    description.version = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_version(pointer))
    for property in 0..<UInt32(INPUT_PROP_CNT)
    where unsafe libevdev_has_property(pointer, property) != 0 {
      description.properties.insert(UInt16(property))
    }
    if unsafe libevdev_has_event_type(pointer, UInt32(EvdevCode.key)) != 0 {
      description.codes[EvdevCode.key] = codes(of: EvdevCode.key, below: UInt32(KEY_CNT))
    }
    // Of the codes without meaning for touches, only the one that marks the copies of Contactor.
    if unsafe libevdev_has_event_code(pointer, UInt32(EvdevCode.miscellaneous), UInt32(EvdevCode.copyMark)) != 0 {
      description.codes[EvdevCode.miscellaneous] = [EvdevCode.copyMark]
    }
    for code in codes(of: EvdevCode.absolute, below: UInt32(ABS_CNT)) {
      guard let axis = unsafe libevdev_get_abs_info(pointer, UInt32(code))?.pointee else { continue }
      description.axes[code] = EvdevAxis(
        axis.minimum, axis.maximum, fuzz: axis.fuzz, flat: axis.flat, resolution: axis.resolution)
    }
    return description
  }

  /// The place of the device's plug, such as `usb-…/input0`; empty if the kernel has none.
  var physicalPath: String { unsafe Self.string(libevdev_get_phys(pointer)) }
  /// The serial number; empty if there is none.
  var serial: String { unsafe Self.string(libevdev_get_uniq(pointer)) }

  private func codes(of type: UInt16, below limit: UInt32) -> Set<UInt16> {
    var codes: Set<UInt16> = []
    for code in 0..<limit where unsafe libevdev_has_event_code(pointer, UInt32(type), code) != 0 {
      codes.insert(UInt16(code))
    }
    return codes
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }
}

extension EvdevDescription {
  /// Whether the device can be read as a touchscreen: it is one by the rules of udev, or a panel in mouse mode.
  var isUsable: Bool { [.touchscreen, .absolutePointer].contains(DeviceClass(self)) }
}
