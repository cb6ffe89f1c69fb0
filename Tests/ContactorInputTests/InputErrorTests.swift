import ContactorCore
import Glibc
import Testing

@testable import ContactorInput

@Suite struct InputErrorTests {
  static var options: LibinputSource.Options { LibinputSource.Options(window: Size(width: 100, height: 100)) }

  @Test func `a missing node`() throws {
    let error = #expect(throws: InputError.self) {
      try LibinputSource(paths: ["/nonexistent/event9"], options: Self.options)
    }
    #expect(error?.code == .missing)
    #expect(
      error?.description
        == "/nonexistent/event9: there is no such device; `contactor devices` lists the touchscreens that are there"
    )
  }

  @Test(arguments: ["/dev/null", "/etc/passwd", "/"])
  func `a node that is something else`(path: String) throws {
    let error = #expect(throws: InputError.self) { try LibinputSource(paths: [path], options: Self.options) }
    #expect(error?.code == .notATouchscreen)
    #expect(
      error?.description
        == "\(path): this is not a touchscreen; `contactor devices` lists those that are there")
  }

  @Test func `no permission, and neither group nor rule is there`() {
    let access = NodePermissions(nodeGroup: "input", groupMayRead: true, user: "kiosk", hasOwnGroup: false)
    let error = InputError.permission("/dev/input/event1", access: access)
    #expect(error.code == .permission)
    #expect(error.errno == EACCES)
    #expect(
      error.description
        == "/dev/input/event1: permission denied; the node belongs to the group 'input': install the rule "
        + "udev/70-contactor.rules to /etc/udev/rules.d, then sudo groupadd --system contactor; sudo usermod -aG "
        + "contactor kiosk, sudo udevadm control --reload, sudo udevadm trigger --subsystem-match=input, and log in "
        + "again (or join the group 'input', which sees every keyboard)")
  }

  @Test func `no permission, but the rule is there`() {
    let access = NodePermissions(nodeGroup: "contactor", groupMayRead: true, user: "kiosk", hasOwnGroup: true)
    #expect(
      InputError.permission("/dev/input/event1", access: access).description
        == "/dev/input/event1: permission denied; the node belongs to the group 'contactor' by the rule "
        + "70-contactor.rules, and the user 'kiosk' is not in it: sudo usermod -aG contactor kiosk, then log in again")
  }

  @Test func `the system is asked who may open a node`() {
    let access = NodePermissions(of: "/dev/null")
    #expect(access.nodeGroup == "root")
    #expect(access.groupMayRead)
    #expect(!access.user.isEmpty)
  }

  @Test func `other errors say what the system says`() {
    #expect(InputError.opening("/dev/input/event1", errno: ENODEV).code == .deviceGone)
    let busy = InputError.opening("/dev/input/event1", errno: EBUSY)
    #expect(busy.description == "/dev/input/event1: cannot be opened: Device or resource busy")
  }
}
