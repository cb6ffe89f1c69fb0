internal import CLibudev
internal import ContactorCore
import ContactorEvdev
internal import Glibc

/// Owns a udev context; `udev_new()`, `udev_unref()`.
@safe struct UdevContext: ~Copyable {
  private let pointer: OpaquePointer

  /// Creates a context.
  init() throws(InputError) {
    guard let pointer = unsafe udev_new() else { throw InputError.system(ENOMEM, in: "udev_new") }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    unsafe udev_unref(pointer)
  }

  /// Whether a udev daemon runs; without one no device gets its properties and no hot-plug is reported.
  static var isRunning: Bool {
    unsafe access("/run/udev/control", F_OK) == 0
  }

  /// Starts to listen for devices that come and go.
  func makeMonitor() throws(InputError) -> UdevMonitor {
    try unsafe UdevMonitor(udev_monitor_new_from_netlink(pointer, "udev"))
  }

  /// The device behind a character device's number; `nil` if there is none.
  func device(number: dev_t) -> UdevDevice? {
    unsafe UdevDevice(udev_device_new_from_devnum(pointer, CChar(UInt8(ascii: "c")), number))
  }

  /// Calls `body` for each evdev node of the machine, in the order of sysfs.
  func forEachEventDevice(_ body: (borrowing UdevDevice) -> Void) {
    guard let enumeration = unsafe udev_enumerate_new(pointer) else { return }
    defer { unsafe udev_enumerate_unref(enumeration) }
    unsafe udev_enumerate_add_match_subsystem(enumeration, "input")
    unsafe udev_enumerate_add_match_sysname(enumeration, "event*")
    unsafe udev_enumerate_scan_devices(enumeration)
    var entry = unsafe udev_enumerate_get_list_entry(enumeration)
    while let current = unsafe entry {
      if let device = unsafe UdevDevice(
        udev_device_new_from_syspath(pointer, udev_list_entry_get_name(current)))
      {
        body(device)
      }
      unsafe entry = unsafe udev_list_entry_get_next(current)
    }
  }
}

/// Owns a connection that reports devices; `udev_monitor_new_from_netlink()`, `udev_monitor_unref()`.
@safe struct UdevMonitor: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes over a monitor and makes it listen for input devices.
  init(_ pointer: OpaquePointer?) throws(InputError) {
    guard let pointer = unsafe pointer else {
      throw InputError.system(errno, in: "udev_monitor_new_from_netlink")
    }
    unsafe udev_monitor_filter_add_match_subsystem_devtype(pointer, "input", nil)
    let result = unsafe udev_monitor_enable_receiving(pointer)
    guard result >= 0 else {
      unsafe udev_monitor_unref(pointer)
      throw InputError.system(-result, in: "udev_monitor_enable_receiving")
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    unsafe udev_monitor_unref(pointer)
  }

  /// Readable while `receive()` has something.
  var fileDescriptor: Int32 { unsafe udev_monitor_get_fd(pointer) }

  /// The descriptor, as a method: a computed property of an optional noncopyable value cannot be read without a copy.
  func descriptor() -> Int32 { fileDescriptor }

  /// The result of `receive()`.
  enum Message: ~Copyable {
    /// A device that came, changed or went.
    case device(UdevDevice)
    /// The socket's buffer was full and the kernel has dropped messages: all devices must be looked at.
    case overflow
    /// Nothing, for now.
    case none
  }

  /// Takes the next message; `udev_monitor_receive_device()`.
  func receive() -> Message {
    errno = 0
    if let device = unsafe UdevDevice(udev_monitor_receive_device(pointer)) { return .device(device) }
    // netlink reports the loss once, in place of a message, and goes on with the messages that are left.
    return errno == ENOBUFS ? .overflow : .none
  }

  /// Discards the messages that wait.
  func drain() {
    while true {
      if case .none = receive() { return }
    }
  }
}

/// Owns udev's record of one device, with its attributes in sysfs; `udev_device_unref()`.
@safe struct UdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes over a reference; `nil` for a null pointer.
  init?(_ pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    unsafe udev_device_unref(pointer)
  }

  /// The device's directory in sysfs; no two devices since boot have the same.
  var sysfsPath: String { unsafe Self.string(udev_device_get_syspath(pointer)) ?? "" }
  /// The device node, for example `/dev/input/event1`; `nil` if there is none.
  var node: String? { unsafe Self.string(udev_device_get_devnode(pointer)) }
  /// The node's number.
  var number: dev_t { unsafe udev_device_get_devnum(pointer) }
  /// The event of the device, `add`, `remove` or `change` among others, if a monitor reported it.
  var action: String { unsafe Self.string(udev_device_get_action(pointer)) ?? "" }
  /// Whether udev's rules have run for the device.
  var isInitialized: Bool { unsafe udev_device_get_is_initialized(pointer) == 1 }
  /// Whether the device is an evdev node.
  var isEventDevice: Bool {
    unsafe Self.string(udev_device_get_subsystem(pointer)) == "input"
      && Self.string(udev_device_get_sysname(pointer))?.hasPrefix("event") == true
  }
  /// The seat that the device is assigned to.
  var seat: String { property("ID_SEAT") ?? "seat0" }

  /// Whether the device is a touchscreen: by udev's record or, without one, by the kernel's bits.
  var isTouchscreen: Bool { kind == .touchscreen }

  /// The kind of the device: a touchscreen if udev says so or has no record, else what the kernel's bits make it.
  var kind: DeviceClass {
    if isInitialized, property("ID_INPUT_TOUCHSCREEN") == "1" { return .touchscreen }
    let axes = KernelBits(attribute("capabilities/abs"))
    let keys = KernelBits(attribute("capabilities/key"))
    let kind = DeviceClass(
      hasContacts: axes.contains(KernelBits.multitouchX) && axes.contains(KernelBits.multitouchY),
      hasPointer: axes.contains(KernelBits.x) && axes.contains(KernelBits.y),
      isDirect: KernelBits(attribute("properties")).contains(KernelBits.direct), hasKey: { keys.contains(Int($0)) })
    return isInitialized && kind == .touchscreen ? .other : kind
  }

  /// Whether the device has axes of contacts, beside those of a pointer.
  var hasContactAxes: Bool {
    let axes = KernelBits(attribute("capabilities/abs"))
    return axes.contains(KernelBits.multitouchX) && axes.contains(KernelBits.multitouchY)
  }

  /// Whether the device is the copy of a panel that a forwarding Contactor has made.
  var isForwardedCopy: Bool { KernelBits(attribute("capabilities/msc")).contains(Int(EvdevCode.copyMark)) }

  /// Whether the device is a pen and a touch panel on one node, which udev and libinput take for a tablet.
  var isPenPanel: Bool {
    let axes = KernelBits(attribute("capabilities/abs"))
    return KernelBits(attribute("capabilities/key")).contains(KernelBits.pen) && axes.contains(KernelBits.multitouchX)
      && axes.contains(KernelBits.multitouchY) && KernelBits(attribute("properties")).contains(KernelBits.direct)
  }

  /// `LIBINPUT_CALIBRATION_MATRIX`, with which libinput, too, corrects positions 0 … 1; no change if there is none.
  var calibration: AffineTransform {
    AffineTransform(property: property("LIBINPUT_CALIBRATION_MATRIX"))
  }

  /// The fuzz of an axis as the driver stated it, which libinput's udev rule notes (`LIBINPUT_FUZZ_35`, by the code in hexadecimal)
  /// before it sets it to 0 in the kernel; `nil` if it has noted none.
  func notedFuzz(of code: UInt16) -> Int32? {
    let hexadecimal = String(code, radix: 16)
    return property("LIBINPUT_FUZZ_" + (code < 16 ? "0" : "") + hexadecimal).flatMap { Int32($0) }
  }

  /// A property that a udev rule has set.
  func property(_ name: String) -> String? {
    unsafe Self.string(udev_device_get_property_value(pointer, name))
  }

  /// A file of the input device's directory in sysfs; empty if there is none.
  func attribute(_ name: String) -> String {
    guard let parent = unsafe udev_device_get_parent_with_subsystem_devtype(pointer, "input", nil) else {
      return ""
    }
    return unsafe Self.string(udev_device_get_sysattr_value(parent, name)) ?? ""
  }

  /// The device as hosts know it, without the size and, on panels with slots, their number: those need an open node.
  func touchDevice(id: DeviceID) -> TouchDevice {
    var device = TouchDevice(id: id, node: node ?? "", name: attribute("name"))
    device.vendor = UInt16(attribute("id/vendor"), radix: 16) ?? 0
    device.product = UInt16(attribute("id/product"), radix: 16) ?? 0
    device.physicalPath = attribute("phys")
    let unique = attribute("uniq")
    device.serial = unique.isEmpty ? property("ID_SERIAL_SHORT") ?? "" : unique
    let axes = KernelBits(attribute("capabilities/abs"))
    if axes.contains(KernelBits.slot) {
      device.contactProtocol = .slots
    } else if axes.contains(KernelBits.multitouchX) {
      device.contactProtocol = .lists
    } else {
      device.contactProtocol = .single
      device.contactCount = 1
    }
    device.seat = seat
    device.output = property("WL_OUTPUT") ?? ""
    return device
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe String(cString: text)
  }
}
