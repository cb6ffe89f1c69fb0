public import ContactorSystem
internal import Glibc

/// Why input could not be read; a code, the errno if there was one, and the place.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The device node does not exist.
    public static let missing = Code(description: "missing")
    /// The device node may not be opened by this user.
    public static let permission = Code(description: "permission")
    /// The node is not a touchscreen.
    public static let notATouchscreen = Code(description: "notATouchscreen")
    /// The device went away.
    public static let deviceGone = Code(description: "deviceGone")
    /// Another program holds the device exclusively (`EVIOCGRAB`).
    public static let grabbed = Code(description: "grabbed")
    /// The device is the copy of a touchscreen that a forwarding Contactor has made.
    public static let copy = Code(description: "copy")
    /// A pen and a touch panel share one node, so that its touches cannot be forwarded.
    public static let penPanel = Code(description: "penPanel")
    /// A system call failed.
    public static let system = Code(description: "system")
  }

  /// The kind of failure.
  public var code: Code
  /// The system's error number; 0 if there was none.
  public var errno: Int32
  /// The device node or the call, for example `/dev/input/event1`.
  public var place: String
  /// One sentence for a person: what happened and the way out.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, errno: Int32 = 0, place: String, message: String) {
    self.code = code
    self.errno = errno
    self.place = place
    self.message = message
  }

  /// The place and the sentence.
  public var description: String { "\(place): \(message)" }
}

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

  /// The node belongs to a device of another kind.
  static func notATouchscreen(_ node: String, because reason: String? = nil) -> InputError {
    let detail = reason.map { " (\($0))" } ?? ""
    return InputError(
      .notATouchscreen, place: node,
      message: "this is not a touchscreen\(detail); `contactor devices` lists those that are there")
  }

  /// The node belongs to the copy of a touchscreen, which carries what a Contactor lets through.
  ///
  /// - Parameter panel: the touchscreen's node, if it is known.
  static func copy(_ node: String, of panel: String? = nil) -> InputError {
    InputError(
      .copy, place: node,
      message: "this is the copy of a touchscreen\(panel.map { ", \($0)," } ?? "") that a forwarding Contactor has made for other "
        + "programs; use the touchscreen itself, or `contactor monitor` to look at the copy")
  }

  /// The node belongs to a pen and a touch panel at once, which cannot be copied as a touchscreen.
  static func penPanel(_ node: String) -> InputError {
    InputError(
      .penPanel, place: node,
      message: "a pen and a touch panel on one node, which desktops read as a tablet; it is left alone and not forwarded")
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

  /// The process or the machine has no descriptors left.
  static func noDescriptors(_ place: String, errno number: Int32) -> InputError {
    let way = number == ENFILE ? "close programs that have many" : "raise the limit: `ulimit -n`, or LimitNOFILE= of a service"
    return InputError(.system, errno: number, place: place, message: "\(SystemError.text(of: number)), so no device can be opened; \(way)")
  }

  /// Another program holds the device for itself.
  ///
  /// - Parameter isRetried: whether the source tries again to take the device.
  static func grabbed(_ node: String, isRetried: Bool = false) -> InputError {
    let outlook = isRetried ? "; this is tried again, at least every \(RetryDelay.longest.components.seconds) seconds" : ""
    return InputError(
      .grabbed, errno: EBUSY, place: node,
      message:
        "another program has grabbed this device, so no touch reaches us; `sudo fuser -v \(node)` names those that "
        + "have it open: end the one, or have it let go\(outlook)")
  }

  /// udev has no record of the device, which libinput needs.
  static func noUdev(_ node: String) -> InputError {
    InputError(
      .system, place: node,
      message:
        "udev does not know this device; start systemd-udevd, then `udevadm trigger --subsystem-match=input`")
  }

  /// No udev daemon runs, which would find touchscreens and report new ones.
  static var noDaemon: InputError {
    InputError(
      .system, place: "/run/udev/control",
      message: "no udev daemon is running, so no touchscreen can be found; start systemd-udevd")
  }
}

/// The permissions of a device node and the user who wants to open it, for the message that says what to do.
struct NodePermissions {
  /// The group that the udev rule of this project gives the touchscreens to.
  static let ownGroup = "contactor"

  /// The group that the node belongs to; empty if it is unknown.
  var nodeGroup: String
  /// Whether the group lets its members read the node.
  var groupMayRead: Bool
  /// The user who wants to open it.
  var user: String
  /// Whether the system has the group `contactor`.
  var hasOwnGroup: Bool

  /// Describes access from its parts, for tests.
  init(nodeGroup: String, groupMayRead: Bool, user: String, hasOwnGroup: Bool) {
    self.nodeGroup = nodeGroup
    self.groupMayRead = groupMayRead
    self.user = user
    self.hasOwnGroup = hasOwnGroup
  }

  /// Reads a node's permissions.
  init(of node: String) {
    var status = stat()
    let isThere = unsafe stat(node, &status) == 0
    let group = isThere ? Self.groupName(status.st_gid) : ""
    self.init(
      nodeGroup: group, groupMayRead: isThere && status.st_mode & S_IRGRP != 0,
      user: Self.userName(geteuid()),
      hasOwnGroup: unsafe getgrnam(Self.ownGroup) != nil)
  }

  /// One sentence: the permission that is missing, and what to do.
  var advice: String {
    let owner = nodeGroup.isEmpty ? "" : "; the node belongs to the group '\(nodeGroup)'"
    let join = "sudo usermod -aG \(Self.ownGroup) \(user)"
    let rule = "the rule udev/70-contactor.rules to /etc/udev/rules.d"
    if groupMayRead, nodeGroup == Self.ownGroup {
      return "permission denied\(owner) by the rule 70-contactor.rules, and the user '\(user)' is not in it: "
        + "\(join), then log in again"
    }
    let create = hasOwnGroup ? "" : "sudo groupadd --system \(Self.ownGroup); "
    let alternative =
      groupMayRead && nodeGroup == "input" ? " (or join the group 'input', which sees every keyboard)" : ""
    return "permission denied\(owner): install \(rule), then \(create)\(join), "
      + "sudo udevadm control --reload, sudo udevadm trigger --subsystem-match=input, and log in again\(alternative)"
  }

  private static func groupName(_ id: gid_t) -> String {
    guard let entry = unsafe getgrgid(id) else { return "\(id)" }
    return unsafe String(cString: entry.pointee.gr_name)
  }

  private static func userName(_ id: uid_t) -> String {
    guard let entry = unsafe getpwuid(id) else { return "\(id)" }
    return unsafe String(cString: entry.pointee.pw_name)
  }
}
