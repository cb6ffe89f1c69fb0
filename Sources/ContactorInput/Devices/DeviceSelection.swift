internal import Glibc

/// Which touchscreens a source uses.
enum DeviceSelection {
  /// All of a seat.
  case seat(String)
  /// Those behind some paths, which may be links such as `/dev/input/by-path/…`.
  case paths([String])

  /// Whether the device belongs to the selection at this moment.
  func matches(_ device: borrowing UdevDevice) -> Bool {
    switch self {
    case .seat(let seat):
      return device.seat == seat
    case .paths(let paths):
      let number = device.number
      return paths.contains { Self.number(of: $0) == number }
    }
  }

  /// The paths that lead to no device at this moment; none for a seat.
  var missingPaths: [String] {
    guard case .paths(let paths) = self else { return [] }
    return paths.filter { Self.number(of: $0) == nil }
  }

  /// The device number behind a path; `nil` if there is no character device.
  static func number(of path: String) -> dev_t? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    return status.st_rdev
  }
}
