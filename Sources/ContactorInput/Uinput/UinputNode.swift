internal import Glibc

/// Finds the node of a device just made, and what udev knows of it.
enum UinputNode {
  /// The node of the device that the kernel calls `inputN`.
  static func node(ofSystemName name: String) throws(InputError) -> String {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob("/sys/devices/virtual/input/\(name)/event*", 0, nil, &found) == 0,
      let first = unsafe found.gl_pathv[0]
    else {
      throw InputError(
        .missing, place: name,
        message: "the new device has no event node; run `modprobe evdev` as root")
    }
    let path = unsafe String(cString: first)
    return "/dev/input/" + (path.split(separator: "/").last ?? "")
  }

  /// The file in which udev keeps what it knows of a node; `nil` where no udev runs or the node is gone.
  static func udevRecord(of node: String) -> String? {
    var status = stat()
    guard unsafe access("/run/udev/control", F_OK) == 0, unsafe stat(node, &status) == 0 else { return nil }
    let number = UInt64(status.st_rdev)
    // The corresponding C macros are major() and minor(), for numbers below 4096 and 2^20.
    let major = (number >> 8) & 0xfff
    let minor = (number & 0xff) | ((number >> 12) & 0xfff00)
    return "/run/udev/data/c\(major):\(minor)"
  }

  /// Waits until udev knows a node, or no longer does; true at once where no udev runs.
  static func waitForUdev(knows: Bool, _ node: String, milliseconds: Int) -> Bool {
    guard let record = udevRecord(of: node) else { return true }
    return wait(milliseconds: milliseconds) { (unsafe access(record, F_OK) == 0) == knows }
  }

  /// Asks every 5 ms.
  static func wait(milliseconds: Int, for condition: () -> Bool) -> Bool {
    for _ in 0...max(0, milliseconds / 5) {
      if condition() { return true }
      usleep(5000)
    }
    return false
  }
}
