import ContactorCore
@testable import ContactorInput
@testable import ContactorKiosk
@testable import ContactorLayout
import ContactorSystem
import Glibc
import Testing

@Suite struct DoctorTests {
  /// A machine with one touchscreen on which all is well.
  private static func well() -> DoctorFacts {
    var facts = DoctorFacts()
    facts.user = "kiosk"
    facts.panels = [panel("/dev/input/event3")]
    facts.rules = ["/lib/udev/rules.d/70-contactor.rules"]
    facts.connectors = [.init(name: "card0-HDMI-A-1", isOn: true)]
    (facts.service.hasManager, facts.service.isInstalled, facts.service.isActive, facts.service.answers) = (true, true, true, true)
    return facts
  }

  private static func panel(_ node: String, _ problem: InputError? = nil) -> DoctorFacts.Panel {
    var device = TouchDevice(id: DeviceID(rawValue: 1), node: node, name: "Pad")
    (device.seat, device.vendor) = ("seat0", 0xeef)
    var panel = DoctorFacts.Panel(DeviceListing(device: device, problem: problem))
    panel.isGrabbed = problem == nil ? false : nil
    return panel
  }

  /// The checks that are not ok, as `area verdict found -> advice`.
  private func troubles(_ change: (inout DoctorFacts) throws -> Void) rethrows -> [String] {
    var facts = Self.well()
    try change(&facts)
    return Doctor(facts).checks.filter { $0.verdict != .ok }.map { "\($0.area) \($0.verdict.rawValue): \($0.found) -> \($0.advice)" }
  }

  private func status(_ change: (inout DoctorFacts) -> Void) -> Int32 {
    var facts = Self.well()
    change(&facts)
    return DoctorReport(Doctor(facts).checks).status
  }

  private func layout(_ text: String) throws -> DoctorFacts.LayoutFile {
    var file = DoctorFacts.LayoutFile(path: "k.yaml")
    file.layout = try SessionStage.parse("screen: {size: [8, 8]}\n" + text)
    return file
  }

  @Test func `where all is well every check is ok, says what it found and has nothing to do`() {
    let checks = Doctor(Self.well()).checks
    #expect(checks.allSatisfy { $0.verdict == .ok && $0.advice.isEmpty && !$0.found.isEmpty }, "\(checks)")
    #expect(Set(checks.map(\.area)) == ["kernel", "permissions", "udev", "seat", "grab", "display", "service", "socket"])
    #expect(status { _ in } == 0)
  }

  // MARK: The kernel and permissions

  @Test func `without a node or a touchscreen it says how to get one`() {
    let found = troubles {
      $0.hasEventNodes = false
      $0.panels = []
    }
    #expect(found.count == 2 && found[0].contains("-> sudo modprobe evdev") && found[1].contains("there is no touchscreen -> plug one in"))
    #expect(status { $0.panels = [] } == 3)
    #expect(
      troubles { $0.listingFailure = "udev_new: Cannot allocate memory" }
        == ["panels failed: udev_new: Cannot allocate memory -> free memory or descriptors, then look again"])
  }

  @Test func `a touchscreen that may not be read has the command that helps`() {
    let access = NodePermissions(nodeGroup: "contactor", groupMayRead: true, user: "kiosk", hasOwnGroup: true)
    let denied = { (facts: inout DoctorFacts) in
      facts.panels = [Self.panel("/dev/input/event3", .permission("/dev/input/event3", access: access))]
    }
    #expect(
      troubles(denied) == [
        "permissions failed: /dev/input/event3 (Pad): permission denied; the node belongs to the group 'contactor' by the rule "
          + "70-contactor.rules, and the user 'kiosk' is not in it -> sudo usermod -aG contactor kiosk, then log in again"
      ])
    #expect(status(denied) == 3)
  }

  @Test func `without the rule it says to install that, and how`() {
    let access = NodePermissions(nodeGroup: "root", groupMayRead: false, user: "kiosk", hasOwnGroup: false)
    let found = troubles {
      $0.rules = []
      $0.panels = [Self.panel("/dev/input/event3", .permission("/dev/input/event3", access: access))]
    }
    #expect(found.count == 2 && found[0].contains("-> install the rule udev/70-contactor.rules") && found[0].contains("groupadd"))
    #expect(found[1].hasPrefix("udev failed: no rule gives"))
    #expect(found[1].contains("-> sudo cp udev/70-contactor.rules /etc/udev/rules.d/; sudo udevadm"))
    #expect(troubles { $0.rules = [] }.map { String($0.prefix(12)) } == ["udev warning"])
    #expect(troubles { ($0.rules, $0.isRoot) = ([], true) } == [])
  }

  @Test func `a sandbox that keeps devices away is told from permissions`() {
    let access = NodePermissions(nodeGroup: "contactor", groupMayRead: true, user: "kiosk", hasOwnGroup: true)
    let found = troubles {
      $0.panels = [Self.panel("/dev/input/event3", .permission("/dev/input/event3", errno: EPERM, access: access))]
    }
    #expect(found.count == 1 && found[0].contains("keeps it away -> ") && found[0].contains("DeviceAllow=char-input rw"))
  }

  @Test func `uinput is missed only where the layout needs it`() throws {
    let nothing = DoctorFacts.Uinput(isThere: false, isWritable: false)
    #expect(troubles { $0.uinput = nothing } == [])
    let forwarding = try troubles {
      $0.uinput = nothing
      $0.layout = try layout("forward: true")
    }
    #expect(forwarding.count == 1 && forwarding[0].contains("needed for forwarding -> sudo modprobe uinput"))
    let keys = try troubles {
      $0.uinput.isWritable = false
      $0.layout = try layout("gestures: [{id: b, kind: tap, on: {recognized: {key: [alt, left]}}}]")
    }
    #expect(keys.count == 1)
    #expect(keys[0].contains("'kiosk' may not write to /dev/uinput; needed for 'key' actions -> install udev/71-contactor"))
  }

  // MARK: udev, seats and grabs

  @Test func `what udev has wrong is told with the line to change`() {
    #expect(troubles { $0.udevIsRunning = false }.first?.contains("-> sudo systemctl start systemd-udevd") == true)
    #expect(troubles { $0.panels[0].listing.udev.isThere = false }.first?.contains("-> sudo udevadm trigger") == true)
    #expect(troubles { $0.panels[0].listing.udev.isIgnored = true }.first?.contains("-> grep -r LIBINPUT_IGNORE_DEVICE") == true)
    for matrix in ["1 0 0 0 1", "", "a b c d e f", "nan 0 0 0 1 0"] {
      let found = troubles { $0.panels[0].listing.udev.calibration = matrix }
      #expect(found.count == 1 && found[0].contains("is '\(matrix)' -> give it six numbers"), "\(found)")
    }
    #expect(troubles { $0.panels[0].listing.udev.calibration = "0 1 0 -1 0 1" } == [])
  }

  @Test func `a touchscreen of another seat is not used, and has to be named`() {
    let found = troubles { $0.panels[0].listing.device.seat = "seat1" }
    #expect(found.count == 1 && found[0].contains("belongs to seat1") && found[0].contains("--device /dev/input/event3"))
    #expect(troubles { $0.sessionSeat = "seat1" }.first?.contains("this session is on seat1") == true)
    #expect(troubles { $0.sessionSeat = "seat0" } == [])
  }

  @Test func `a touchscreen that is held names the programs, where it may`() {
    let blind = troubles { $0.panels[0].isGrabbed = true }
    #expect(blind.count == 1 && blind[0].hasPrefix("grab failed: /dev/input/event3 is held"))
    #expect(blind[0].contains("sudo fuser -v /dev/input/event3"))
    let seen = troubles { ($0.panels[0].isGrabbed, $0.panels[0].holders) = (true, ["Xorg (812)", "evtest (900)"]) }
    #expect(seen.count == 1 && seen[0].contains("Xorg (812), evtest (900) have it open -> end that program"))
    #expect(status { $0.panels[0].isGrabbed = true } == 1)
    let running = troubles { ($0.panels[0].isGrabbed, $0.panels[0].holders) = (nil, ["contactor (7)"]) }
    #expect(running == [], "a running Contactor is not disturbed")
  }

  // MARK: Forwarding

  @Test func `a compositor that runs is named with what it does with cancelled touches`() throws {
    func found(_ process: String, _ forward: String) throws -> [String] {
      try troubles { facts in
        facts.compositors = Compositor.known.filter { $0.process == process }
        facts.layout = DoctorFacts.LayoutFile(path: "k.yaml")
        facts.layout?.layout = try SessionStage.parse("screen: {size: [8, 8]}\n\(forward)")
      }.filter { $0.hasPrefix("forward") }
    }
    for process in ["weston", "labwc", "sway", "gnome-shell", "kwin_wayland", "wayfire", "Xorg"] {
      #expect(try found(process, "forward: {}") == [], "slide works with all")
    }
    for process in ["gnome-shell", "kwin_wayland", "wayfire"] { #expect(try found(process, "forward: {cancelBy: palm}") == []) }
    for process in ["weston", "labwc"] {
      #expect(try found(process, "forward: {cancelBy: palm}").first?.hasPrefix("forward failed: \(process) runs;") == true)
    }
    #expect(try found("sway", "forward: {}\nmodes: {night: {forward: {cancelBy: palm}}}").first?.contains("1.9") == true)
    #expect(try found("cage", "forward: {}").first?.contains("before 0.2 browsers get no touch") == true)
    #expect(try found("weston", "views: []") == [])
  }

  @Test func `without a touchscreen a pointer with absolute places is named`() {
    let found = troubles { facts in
      facts.panels = []
      facts.pointers = [TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event4", name: "PenMount USB")]
    }
    #expect(
      found.contains { $0.contains("event4 (PenMount USB) may be a panel in mouse mode") && $0.contains("as: touchscreen") }, "\(found)")
  }

  // MARK: The display and the service

  @Test func `of several displays each touchscreen is assigned to one`() throws {
    let two = [DoctorFacts.Connector(name: "card0-HDMI-A-1", isOn: true), .init(name: "card0-DSI-1", isOn: true)]
    let found = troubles { $0.connectors = two }
    #expect(found.count == 1 && found[0].contains("event3 is assigned to none -> ENV{WL_OUTPUT}=\"HDMI-A-1\""))
    let named = troubles { facts in
      facts.connectors = two
      facts.panels[0].listing.device.output = "DSI-1"
    }
    #expect(named == [])
    let windows = "windows: [{id: main, size: [8, 8]}]\ndevices: [{match: {vendor: 0xeef}, window: main}]"
    let file = try SessionStage.parse(windows)
    #expect(
      troubles { facts in
        facts.connectors = two
        facts.layout = DoctorFacts.LayoutFile(path: "k.yaml")
        facts.layout?.layout = file
      } == [])
    #expect(troubles { $0.connectors[0].isOn = false }.first?.contains("is off (dpms) -> wake it") == true)
  }

  @Test func `a service that does not run, or is deaf, has its command`() {
    let stopped = troubles { ($0.service.isActive, $0.service.answers) = (false, false) }
    #expect(stopped.count == 1 && stopped[0].contains("-> sudo systemctl enable --now contactor"))
    #expect(troubles { $0.service.isActive = false } == [], "a kiosk that was started otherwise answers")
    #expect(troubles { $0.service.answers = false }.first?.contains("none listens at its socket -> outputs:") == true)
    let forbidden = troubles { ($0.service.answers, $0.service.isForbidden, $0.service.failure) = (false, true, "/run/e: may not") }
    #expect(forbidden == ["socket warning: /run/e: may not -> sudo usermod -aG contactor kiosk, then log in again"])
    #expect(troubles { $0.service.failure = "not allowed" }.first?.contains("-> allow 'status'") == true)
    #expect(troubles { $0.service = DoctorFacts.Service() } == [])
  }

  // MARK: The layout

  @Test func `a layout with mistakes tells the first, and how to see all`() {
    let found = troubles { facts in
      facts.layout = DoctorFacts.LayoutFile(path: "k.yaml")
      facts.layout?.mistakes = ["k.yaml:1:1: error: a", "k.yaml:2:1: error: b"]
    }
    #expect(found == ["layout failed: k.yaml:1:1: error: a (and 1 more) -> contactor check k.yaml"])
  }

  @Test func `devices of the layout that are not there are told, an expected one as a failure`() throws {
    let devices = "devices: [{match: {vendor: 0xeef}, expect: true}, {match: {name: Other}}, {match: {name: Main}, expect: true}]"
    let found = try troubles { $0.layout = try layout(devices) }
    #expect(found.count == 2)
    #expect(found[0].hasPrefix("layout warning: k.yaml:3:51: this device fits no touchscreen"), "\(found)")
    #expect(found[1].hasPrefix("layout failed: k.yaml:3:75: the expected panel Main is not there -> plug it in"), "\(found)")
  }

  @Test func `places that cannot be written are told`() throws {
    let place = DoctorFacts.Place(name: "metrics", folder: "/a", isThere: true, isWritable: true, freeBytes: 1 << 40)
    func found(_ change: (inout DoctorFacts.Place) -> Void) throws -> [String] {
      var place = place
      change(&place)
      return try troubles { facts in
        facts.layout = try layout("")
        facts.layout?.places = [place]
      }
    }
    #expect(try found { _ in } == [])
    #expect(try found { $0.isThere = false }.first?.contains("-> sudo install -d -o contactor") == true)
    #expect(try found { $0.isWritable = false }.first?.contains("cannot be written by 'kiosk' -> run the kiosk as") == true)
    #expect(try found { $0.freeBytes = 5 << 20 }.first?.contains("has 5 MiB left -> make room") == true)
    #expect(try found { $0.freeBytes = nil } == [])
  }

  // MARK: The report

  @Test func `each check is one line, as text and as JSON`() {
    let checks = [
      DoctorCheck("udev", .ok, "a\u{1b}[2J\nb"), DoctorCheck("permissions", .failed, "no", advice: "do \"it\"", isAccess: true),
      DoctorCheck("seat", .warning, "so", advice: "x"),
    ]
    let report = DoctorReport(checks)
    #expect(
      report.text.split(separator: "\n") == [
        "ok       udev         a\u{fffd}[2J\u{fffd}b", "failed   permissions  no; do: do \"it\"", "warning  seat         so; do: x",
      ])
    #expect(report.json.split(separator: "\n").last == #"{"check":"seat","verdict":"warning","found":"so","do":"x"}"#)
    #expect(report.json.split(separator: "\n").count == 3 && report.status == 3 && report.counts == (1, 1))
    #expect(DoctorReport([DoctorCheck("grab", .failed, "x")]).status == 1 && DoctorReport([checks[2]]).status == 0)
  }

  @Test func `the programs that hold a file are found, without this one`() throws {
    let stage = try RecordingStage()
    try stage.write("x", to: "held")
    let own = open(stage.path("held"), O_RDONLY)
    #expect(own >= 0 && SystemFolder.programs(holding: stage.path("held")) == [])
    close(own)
  }
}
