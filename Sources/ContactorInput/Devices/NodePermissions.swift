internal import Glibc

/// Who may open a device node and who asks, for the sentence that shows the way out.
struct NodePermissions {
  /// The group that our udev rule gives the touchscreens to.
  static let ownGroup = "contactor"

  /// The group that the node belongs to; empty if it cannot be told.
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

  /// Asks the system about a node.
  init(of node: String) {
    var status = stat()
    let isThere = unsafe stat(node, &status) == 0
    let group = isThere ? Self.groupName(status.st_gid) : ""
    self.init(
      nodeGroup: group, groupMayRead: isThere && status.st_mode & S_IRGRP != 0,
      user: Self.userName(geteuid()),
      hasOwnGroup: unsafe getgrnam(Self.ownGroup) != nil)
  }

  /// One sentence: what is not allowed, and what to do.
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
