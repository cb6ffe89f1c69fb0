import ContactorCore
import ContactorInput
import ContactorLayout
import ContactorTrace
import Glibc

/// One thing that `contactor doctor` looked at.
public struct DoctorCheck: Hashable, Sendable {
  /// How it is.
  public enum Verdict: String, Hashable, Sendable {
    /// Nothing to do.
    case ok
    /// It works, or is not needed, but is probably not meant so.
    case warning
    /// It does not work.
    case failed
  }

  /// The subject, such as `permissions`.
  public let area: String
  /// How it is.
  public let verdict: Verdict
  /// The finding.
  public let found: String
  /// The way out: a command or a line to add; empty if nothing is wrong.
  public let advice: String
  /// Whether a permission is missing, or the device: the exit status is another.
  public let isAccess: Bool

  init(_ area: String, _ verdict: Verdict, _ found: String, advice: String = "", isAccess: Bool = false) {
    (self.area, self.verdict, self.found) = (area, verdict, found)
    (self.advice, self.isAccess) = (advice, isAccess)
  }
}

/// Tells from the facts what is wrong, and what to do.
public struct Doctor {
  let facts: DoctorFacts

  /// Below so many free bytes a disk counts as full: what a log of a few days needs.
  static let littleSpace: Int64 = 64 << 20

  /// Prepares checks of facts.
  public init(_ facts: DoctorFacts) { self.facts = facts }

  /// All checks, from the kernel upwards.
  public var checks: [DoctorCheck] {
    kernel + devices + udev + seats + grabs + display + compositors + service + layout
  }

  var layoutFile: Layout? { facts.layout?.layout }

  // MARK: The kernel

  private var kernel: [DoctorCheck] {
    let events =
      facts.hasEventNodes
      ? DoctorCheck("kernel", .ok, "input devices have nodes in /dev/input")
      : DoctorCheck(
        "kernel", .failed, "there is no node in /dev/input", advice: "sudo modprobe evdev; in a container, give it /dev/input",
        isAccess: true)
    return [events] + uinput
  }

  /// The device that makes panels and keyboards; needed if a layout forwards or presses keys.
  private var uinput: [DoctorCheck] {
    let reasons = [
      (layoutFile?.isForwarding ?? false, "forwarding"), (!(layoutFile?.keyActions.isEmpty ?? true), "'key' actions"),
    ].filter(\.0).map(\.1)
    let use = reasons.isEmpty ? "needed for forwarding and 'key' actions only" : "needed for \(reasons.joined(separator: " and "))"
    let verdict: DoctorCheck.Verdict = reasons.isEmpty ? .ok : .failed
    if !facts.uinput.isThere {
      return [
        DoctorCheck(
          "kernel", verdict, "/dev/uinput is not there; \(use)",
          advice: reasons.isEmpty ? "" : "sudo modprobe uinput; echo uinput | sudo tee /etc/modules-load.d/uinput.conf")
      ]
    }
    guard !facts.uinput.isWritable else { return [DoctorCheck("kernel", .ok, "/dev/uinput can be written")] }
    return [
      DoctorCheck(
        "kernel", verdict, "the user '\(facts.user)' may not write to /dev/uinput; \(use)",
        advice: reasons.isEmpty ? "" : "install udev/71-contactor-forward.rules to /etc/udev/rules.d, then \(Self.trigger)", isAccess: true)
    ]
  }

  private static let trigger =
    "sudo udevadm control --reload; sudo udevadm trigger --subsystem-match=input --subsystem-match=misc --action=change"

  // MARK: Touchscreens

  private var devices: [DoctorCheck] {
    guard facts.listingFailure.isEmpty else {
      return [DoctorCheck("panels", .failed, facts.listingFailure, advice: "free memory or descriptors, then look again")]
    }
    guard !facts.panels.isEmpty else {
      guard let pointer = facts.pointers.first else {
        return [
          DoctorCheck(
            "panels", .failed, "there is no touchscreen",
            advice: "plug one in; 'sudo dmesg | grep -i input' says whether the kernel has a driver for it", isAccess: true)
        ]
      }
      return [
        DoctorCheck(
          "panels", .warning, "there is no touchscreen, but \(pointer.node) (\(pointer.name)) may be a panel in mouse mode",
          advice: "if it is, use it by the layout's devices: [{match: {name: \(YAMLText.quoted(pointer.name))}, as: touchscreen}]")
      ]
    }
    return facts.panels.map { panel in
      let device = panel.listing.device
      guard let problem = panel.listing.problem else {
        return DoctorCheck("permissions", .ok, "\(device.node) (\(device.name)) can be read by '\(facts.user)'")
      }
      // The kernel's device cgroup says EPERM, permissions of the node EACCES.
      let isCgroup = problem.code == .permission && problem.errno == EPERM
      let (found, advice) =
        isCgroup
        ? ("the unit or container keeps it away", "let it have the device: DeviceAllow=char-input rw in the unit") : Self.split(problem)
      return DoctorCheck(
        "permissions", .failed, "\(device.node) (\(device.name)): \(found)", advice: advice,
        isAccess: problem.code == .permission)
    }
  }

  /// The finding and the way out of an input error, whose message has both.
  private static func split(_ problem: InputError) -> (finding: String, advice: String) {
    let mark = problem.code == .permission ? ": " : "; "
    guard let range = problem.message.firstRange(of: mark) else { return (problem.message, "see what 'sudo dmesg | tail' says of it") }
    return (String(problem.message[..<range.lowerBound]), String(problem.message[range.upperBound...]))
  }

  private var udev: [DoctorCheck] {
    var checks: [DoctorCheck] = []
    if facts.udevIsRunning {
      checks.append(DoctorCheck("udev", .ok, "a udev daemon runs"))
    } else {
      checks.append(
        DoctorCheck(
          "udev", .failed, "no udev daemon runs, so that new touchscreens are not found",
          advice: "sudo systemctl start systemd-udevd; or 'contactor run --source evdev', which needs none"))
    }
    checks.append(rules)
    for panel in facts.panels { checks += records(of: panel.listing) }
    return checks
  }

  private var rules: DoctorCheck {
    guard facts.rules.isEmpty else {
      return DoctorCheck("udev", .ok, "the rules are installed: \(facts.rules.joined(separator: ", "))")
    }
    // Root, and members of the group input, read touchscreens without it.
    let isNeeded = facts.panels.contains { $0.listing.problem?.code == .permission }
    return DoctorCheck(
      "udev", isNeeded ? .failed : facts.isRoot ? .ok : .warning, "no rule gives touchscreens to the group 'contactor'",
      advice: facts.isRoot && !isNeeded ? "" : "sudo cp udev/70-contactor.rules /etc/udev/rules.d/; \(Self.trigger)", isAccess: isNeeded)
  }

  private func records(of listing: DeviceListing) -> [DoctorCheck] {
    let node = listing.device.node
    guard listing.udev.isThere else {
      return [
        DoctorCheck(
          "udev", .failed, "\(node): udev has no record of it, which libinput needs",
          advice: "sudo udevadm trigger --subsystem-match=input --action=add")
      ]
    }
    var checks: [DoctorCheck] = []
    if listing.udev.isIgnored {
      checks.append(
        DoctorCheck(
          "udev", .failed, "\(node): a rule sets LIBINPUT_IGNORE_DEVICE, so that libinput does not use it",
          advice: "grep -r LIBINPUT_IGNORE_DEVICE /etc/udev/rules.d, take the line out, then \(Self.trigger); or 'contactor run "
            + "--source evdev'"))
    }
    guard let calibration = listing.udev.calibration else { return checks }
    let numbers = calibration.split(separator: " ").compactMap { Double($0) }
    if numbers.count == 6, numbers.allSatisfy(\.isFinite) {
      checks.append(DoctorCheck("udev", .ok, "\(node): calibrated by LIBINPUT_CALIBRATION_MATRIX=\(calibration)"))
    } else {
      checks.append(
        DoctorCheck(
          "udev", .failed, "\(node): LIBINPUT_CALIBRATION_MATRIX is '\(calibration)'",
          advice: "give it six numbers in the rule, such as ENV{LIBINPUT_CALIBRATION_MATRIX}=\"1 0 0 0 1 0\", then \(Self.trigger)"))
    }
    return checks
  }

  // MARK: Seats and grabs

  /// The seat whose touchscreens are used if none are named.
  private static let usualSeat = "seat0"

  private var seats: [DoctorCheck] {
    let strangers = facts.panels.map(\.listing.device).filter { !$0.seat.isEmpty && $0.seat != Self.usualSeat }
    var checks = strangers.map { panel in
      DoctorCheck(
        "seat", .warning, "\(panel.node) belongs to \(panel.seat), and only those of \(Self.usualSeat) are used",
        advice: "contactor run LAYOUT --device \(panel.node); or take ENV{ID_SEAT} out of the rule that sets it")
    }
    if !facts.sessionSeat.isEmpty, facts.sessionSeat != Self.usualSeat {
      checks.append(
        DoctorCheck(
          "seat", .warning,
          "this session is on \(facts.sessionSeat): what runs in it uses that seat's touchscreens, and services those of "
            + Self.usualSeat,
          advice: "name the other seat where it is meant: contactor run LAYOUT --seat \(Self.usualSeat)"))
    }
    if checks.isEmpty, !facts.panels.isEmpty { checks.append(DoctorCheck("seat", .ok, "all touchscreens are of \(Self.usualSeat)")) }
    return checks
  }

  private var grabs: [DoctorCheck] {
    facts.panels.compactMap { panel in
      let node = panel.listing.device.node
      let verb = panel.holders.count == 1 ? "has" : "have"
      let holders = panel.holders.isEmpty ? "" : ": \(panel.holders.joined(separator: ", ")) \(verb) it open"
      switch panel.isGrabbed {
      case true?:
        return DoctorCheck(
          "grab", .failed, "\(node) is held by another program, so that no touch reaches us\(holders)",
          advice: panel.holders.isEmpty
            ? "'sudo fuser -v \(node)' names those that have it open; end the one, or have it let go"
            : "end that program, or have it let go")
      case false?: return DoctorCheck("grab", .ok, "\(node) is free\(holders)")
      case nil where panel.listing.problem == nil:
        return DoctorCheck("grab", .ok, "\(node) is not tried, as a Contactor runs\(holders)")
      case nil: return nil
      }
    }
  }

  // MARK: The display

  private var display: [DoctorCheck] {
    guard !facts.connectors.isEmpty else {
      return [DoctorCheck("display", .ok, "no connector with a display in /sys/class/drm")]
    }
    var checks = facts.connectors.map { connector in
      connector.isOn
        ? DoctorCheck("display", .ok, "\(connector.name) has a display, and is on")
        : DoctorCheck(
          "display", .warning, "\(connector.name) has a display, and is off (dpms)",
          advice: "wake it, or let its first touch do so: policies: {idle: {display: auto}} in the layout")
    }
    let strays = facts.panels.map(\.listing.device).filter { $0.output.isEmpty && !isAssigned($0) }
    if facts.connectors.count > 1 {
      checks += strays.map { panel in
        DoctorCheck(
          "display", .warning, "there are \(facts.connectors.count) displays, and \(panel.node) is assigned to none",
          advice: "ENV{WL_OUTPUT}=\"\(Self.output(facts.connectors[0].name))\" in a udev rule, or 'devices:' with 'window:' in the layout")
      }
    }
    return checks
  }

  private func isAssigned(_ panel: TouchDevice) -> Bool {
    guard let entries = layoutFile?.devices, let entry = entries.firstIndex(for: panel) else { return false }
    return entries[entry].window != nil
  }

  /// The output of a connector: `HDMI-A-1` of `card0-HDMI-A-1`.
  private static func output(_ connector: String) -> Substring {
    connector.firstIndex(of: "-").map { connector[connector.index(after: $0)...] } ?? connector[...]
  }

  // MARK: The service

  private var service: [DoctorCheck] {
    let service = facts.service
    var checks: [DoctorCheck] = []
    switch (service.isInstalled, service.isActive) {
    case (true, true): checks.append(DoctorCheck("service", .ok, "contactor.service runs"))
    case (true, false):
      checks.append(
        DoctorCheck(
          "service", service.answers ? .ok : .warning, "contactor.service is installed and does not run",
          advice: service.answers ? "" : "sudo systemctl enable --now contactor; 'journalctl -u contactor -n 20' tells why it ended"))
    case (false, _):
      let reason = service.hasManager ? "contactor.service is not installed" : "systemd does not run here"
      checks.append(DoctorCheck("service", .ok, reason))
    }
    if service.answers {
      let isWell = service.failure.isEmpty
      checks.append(
        DoctorCheck(
          "socket", isWell ? .ok : .warning, isWell ? "a kiosk answers at its socket" : "a kiosk listens: \(service.failure)",
          advice: isWell ? "" : "allow 'status' in outputs: {socket: {allow: […]}} of its layout"))
    } else if service.isForbidden {
      checks.append(
        DoctorCheck(
          "socket", .warning, service.failure, advice: "sudo usermod -aG contactor \(facts.user), then log in again"))
    } else if service.isActive {
      checks.append(
        DoctorCheck(
          "socket", .warning, "the service runs, and none listens at its socket",
          advice: "outputs: {socket: {path: /run/contactor/events}} in its layout"))
    } else {
      checks.append(DoctorCheck("socket", .ok, "no kiosk runs"))
    }
    return checks
  }

  // MARK: The layout

  private var layout: [DoctorCheck] {
    guard let file = facts.layout else { return [] }
    guard let layout = file.layout else {
      let more = file.mistakes.count > 1 ? " (and \(file.mistakes.count - 1) more)" : ""
      return [
        DoctorCheck(
          "layout", .failed, (file.mistakes.first ?? "\(file.path): cannot be read") + more, advice: "contactor check \(file.path)")
      ]
    }
    let more = file.warnings > 0 ? ", and \(file.warnings) \(file.warnings == 1 ? "warning" : "warnings")" : ""
    let first = DoctorCheck(
      "layout", more.isEmpty ? .ok : .warning, "\(file.path) has no mistakes\(more)",
      advice: more.isEmpty ? "" : "contactor check \(file.path)")
    return [first] + entries(of: layout) + doubts(about: layout) + file.places.map { Self.check($0, facts.user) } + broker(of: layout)
  }

  private func broker(of layout: Layout) -> [DoctorCheck] {
    guard let broker = layout.outputs.broker else { return [] }
    let problem = facts.layout?.brokerProblem ?? ""
    let name = "the broker \(broker.host):\(broker.port)"
    if problem.isEmpty { return [DoctorCheck("broker", .ok, "\(name) takes the kiosk")] }
    return [
      DoctorCheck(
        "broker", .failed, "\(name) does not take the kiosk: \(problem)",
        advice: "see whether it runs and listens there, and outputs: {mqtt: …} of the layout: host, port, tls, user, passwordFile")
    ]
  }

  /// The `devices` entries that fit no touchscreen that is there.
  private func entries(of layout: Layout) -> [DoctorCheck] {
    let panels = facts.panels.map(\.listing.device)
    let expected = layout.expectedPanels
    return layout.devices.indices.compactMap { index in
      let entry = layout.devices[index]
      let name = expected.first { $0.index == index }?.name
      let panel = panels.first { panel in
        // Paired entries with one match share its panels.
        layout.devices.firstIndex(for: panel) == index || layout.devices.paired(with: panel).contains(index)
      }
      if let panel {
        return name.map { DoctorCheck("layout", .ok, "the expected panel \($0) is there: \(panel.node)") }
      }
      let place = entry.mark.place(in: facts.layout?.path ?? "")
      guard let name else {
        return DoctorCheck(
          "layout", .warning, "\(place): this device fits no touchscreen that is there",
          advice: "'contactor devices' says what to match: name, path, vendor, product, serial")
      }
      return DoctorCheck(
        "layout", .failed, "\(place): the expected panel \(name) is not there",
        advice: "plug it in, or match another: 'contactor devices' says what is there", isAccess: true)
    }
  }

  /// The touchscreens whose `devices` entry is doubtful.
  private func doubts(about layout: Layout) -> [DoctorCheck] {
    var conflicts = PanelConflicts()
    return facts.panels.flatMap { conflicts.add($0.listing.device, to: layout) }.map {
      DoctorCheck("layout", .warning, $0.finding, advice: $0.advice)
    }
  }

  private static func check(_ place: DoctorFacts.Place, _ user: String) -> DoctorCheck {
    let name = "the folder of the \(place.name), \(place.folder),"
    if !place.isThere {
      return DoctorCheck(
        "outputs", .failed, "\(name) is not there", advice: "sudo install -d -o contactor -g contactor -m 0750 \(place.folder)")
    }
    if !place.isWritable {
      return DoctorCheck(
        "outputs", .warning, "\(name) cannot be written by '\(user)'",
        advice: "run the kiosk as a user who may, or: sudo chgrp contactor \(place.folder); sudo chmod g+w \(place.folder)")
    }
    if let free = place.freeBytes, free < littleSpace {
      return DoctorCheck(
        "outputs", .warning, "\(name) has \(free >> 20) MiB left", advice: "make room: du -xh \(place.folder) | sort -h | tail")
    }
    return DoctorCheck("outputs", .ok, "\(name) can be written")
  }
}
