internal import CLibudev
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

  /// Whether a udev daemon is there; without one no device gets its properties and no hot-plug is told.
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
