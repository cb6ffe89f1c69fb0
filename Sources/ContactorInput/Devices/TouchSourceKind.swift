/// Which way touchscreens are read.
public enum TouchSourceKind: String, Hashable, Sendable, CaseIterable {
  /// Through libinput, with its corrections for faulty panels; needs udev.
  case libinput
  /// Straight from the kernel; needs neither libinput nor udev.
  case evdev
}
