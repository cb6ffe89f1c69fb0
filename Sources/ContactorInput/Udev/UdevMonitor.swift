internal import CLibudev
internal import Glibc

/// Owns a connection that tells of devices; `udev_monitor_new_from_netlink()`, `udev_monitor_unref()`.
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

  /// The descriptor, for a monitor that may not be there: a property of such a one cannot be had without a copy.
  func descriptor() -> Int32 { fileDescriptor }

  /// What `receive()` found.
  enum Message: ~Copyable {
    /// A device that came, changed or went.
    case device(UdevDevice)
    /// The socket's buffer was full, and the kernel has thrown messages away: what is there must be looked up.
    case overflow
    /// Nothing, for now.
    case none
  }

  /// Takes the next message; `udev_monitor_receive_device()`.
  func receive() -> Message {
    errno = 0
    if let device = unsafe UdevDevice(udev_monitor_receive_device(pointer)) { return .device(device) }
    // netlink reports the loss once, in place of a message, and then goes on with what is left.
    return errno == ENOBUFS ? .overflow : .none
  }

  /// Takes every message that waits, whatever it says.
  func drain() {
    while true {
      if case .none = receive() { return }
    }
  }
}
