public import ContactorSystem
internal import Glibc

extension InputError {
  /// A system call failed.
  static func system(_ number: Int32, in call: String) -> InputError {
    InputError(SystemError(errno: number, place: call))
  }

  /// A system call failed.
  public init(_ error: SystemError) {
    self.init(.system, errno: error.errno, place: error.place, message: error.message)
  }

  /// Evaluates a system call, and throws its failure as an input error.
  package static func wrap<Value: ~Copyable>(
    _ value: @autoclosure () throws(SystemError) -> Value
  ) throws(InputError) -> Value {
    do throws(SystemError) { return try value() } catch { throw InputError(error) }
  }

  /// Calls a body of several system calls, and throws their failure as an input error.
  package static func wrap<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(InputError) -> Value {
    do throws(SystemError) { return try body() } catch { throw InputError(error) }
  }

  /// The device node is not there.
  static func missing(_ node: String) -> InputError {
    InputError(
      .missing, errno: ENOENT, place: node,
      message: "there is no such device; `contactor devices` lists the touchscreens that are there")
  }

  /// The node is something else.
  static func notATouchscreen(_ node: String, because reason: String? = nil) -> InputError {
    let detail = reason.map { " (\($0))" } ?? ""
    return InputError(
      .notATouchscreen, place: node,
      message: "this is not a touchscreen\(detail); `contactor devices` lists those that are there")
  }

  /// The node's permissions do not allow this user to open it.
  static func permission(_ node: String, errno number: Int32 = EACCES, access: NodePermissions) -> InputError {
    InputError(.permission, errno: number, place: node, message: access.advice)
  }

  /// Opening the node failed.
  static func opening(_ node: String, errno number: Int32) -> InputError {
    switch number {
    case ENOENT: .missing(node)
    case EACCES, EPERM: .permission(node, errno: number, access: NodePermissions(of: node))
    case ENODEV, ENXIO:
      InputError(
        .deviceGone, errno: number, place: node, message: "the device went away; plug it in again")
    default:
      InputError(.system, errno: number, place: node, message: "cannot be opened: \(SystemError.text(of: number))")
    }
  }

  /// Another program holds the device for itself.
  ///
  /// - Parameter isRetried: whether a source goes on to try to have it for this program alone.
  static func grabbed(_ node: String, isRetried: Bool = false) -> InputError {
    let outlook = isRetried ? "; this is tried again, at least every \(RetryDelay.longest.components.seconds) seconds" : ""
    return InputError(
      .grabbed, errno: EBUSY, place: node,
      message:
        "another program has grabbed this device, so no touch reaches us; `sudo fuser -v \(node)` names those that "
        + "have it open: end the one, or have it let go\(outlook)")
  }

  /// Nobody fills udev's database, which libinput needs.
  static func noUdev(_ node: String) -> InputError {
    InputError(
      .system, place: node,
      message:
        "udev does not know this device; start systemd-udevd, then `udevadm trigger --subsystem-match=input`")
  }

  /// Nobody tells which devices are touchscreens, and when they come.
  static var noDaemon: InputError {
    InputError(
      .system, place: "/run/udev/control",
      message: "no udev daemon is running, so no touchscreen can be found; start systemd-udevd")
  }
}
