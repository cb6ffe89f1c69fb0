internal import ContactorCore
import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// A node that is opened as it is unless udev prepares it in time.
struct PostponedNode {
  let path: String
  /// Where sysfs has the device: another one that gets the path has a time of its own.
  let device: String
  let deadline: Timestamp
}

extension EvdevSource {
  /// Where the kernel's device nodes are.
  static let directory = "/dev/input"
  /// The time that udev has to set the permissions of a new node and to record its properties.
  static let graceTime = Duration.seconds(5)

  /// The occasion on which a node is looked at.
  enum Moment {
    /// The source is being opened: a node that may not be opened is an error; one that udev does not know yet will come.
    case start
    /// A device came or changed, and udev, if it runs, has prepared its node.
    case ready
    /// A node came or changed, and udev has not prepared it yet; udev's records may be those of a former device.
    case node
    /// The time that udev has is over, or udev does not run.
    case final

    /// The moment at which a source that is opened looks around.
    static var opening: Moment { UdevContext.isRunning ? .start : .final }
  }

  /// Watches the directories that nodes of the selection may appear in.
  func watchDirectories() {
    folders.addNearest(Self.directory, .nodes)
    guard case .paths(let paths) = discovery.selection else { return }
    for path in paths { folders.addNearest(OutputPath.folder(of: path), .nodes) }
  }

  /// Opens every touchscreen of the selection that is there and not open yet; a failure is a problem, not an end.
  func scan(_ moment: Moment) {
    discovery.forgetMissing()
    if panels.isEmpty, let shortage = discovery.descriptorShortage() { return report(shortage) }
    let paths =
      switch discovery.selection {
      case .paths(let paths): paths
      case .seat: Self.nodes()
      }
    for path in paths { tryOpening(path, moment) }
  }

  /// Opens the nodes that udev has not prepared in time, as they are.
  func endGrace() {
    grace.acknowledge()
    let now = MonotonicClock.now
    let due = postponed.prefix { $0.deadline <= now }
    postponed.removeFirst(due.count)
    for node in due { tryOpening(node.path, .final) }
    if let next = postponed.first { grace.arm(next.deadline) }
  }

  /// Tries again to take the panels that other programs held.
  func retryGrabbed() {
    discovery.forgetMissing()
    discovery.retryGrabbed { problems in
      let held = problems.map(\.place)
      switch discovery.selection {
      case .seat: for node in held { tryOpening(node, .final) }
      case .paths(let paths):
        let numbers = held.map { DeviceSelection.number(of: $0) }
        for path in paths where numbers.contains(DeviceSelection.number(of: path)) { tryOpening(path, .final) }
      }
    }
  }

  func tryOpening(_ path: String, _ moment: Moment) {
    do throws(InputError) {
      try consider(path, moment)
    } catch {
      switch error.code {
      case .missing, .deviceGone: return
      case .notATouchscreen, .copy: if case .seat = discovery.selection { return }
      default: break
      }
      report(error)
    }
  }

  private func report(_ problem: InputError) {
    if let news = discovery.note(problem) { discovery.options.problem(news) }
  }

  /// Opens the device behind a path, unless it is open already or, before the grace has ended, not prepared by udev.
  func consider(_ path: String, _ moment: Moment) throws(InputError) {
    guard !discovery.isSuspended else { return }
    let number = try DeviceSelection.requireNumber(of: path)
    if let panel = panels.first(where: { $0.number == number }) {
      guard panel.node.isHungUp else { return }
      // The node has been given to another device before the old one's hang-up was served.
      read(panel)
      if panels.contains(where: { $0 === panel }) { close(panel, isLost: true) }
    }
    if waiting.contains(where: { $0.number == number && !$0.node.isHungUp }) { return }
    if let shortage = discovery.descriptorShortage() { throw shortage }
    guard let device = discovery.udev.device(number: number) else {
      // Without sysfs only the node itself describes the device.
      try open(path, number: number, seat: "", calibration: .identity, serial: "", output: "")
      return discovery.forgetProblem(of: path)
    }
    // udev never records devices of other kinds, so there is nothing to wait for.
    guard device.isEventDevice else { throw InputError.notATouchscreen(path) }
    if UdevContext.isRunning, moment != .final {
      let isRetry = discovery.problems.contains { $0.place == path }
      if !device.isInitialized || (moment == .node && !isRetry) { return postpone(path, device) }
    }
    // The kernel's bits decide about a device that was named: udev takes old panels with a mouse's button for mice.
    let isWanted = if case .paths = discovery.selection { true } else { discovery.wants(device) }
    if case .seat(let seat) = discovery.selection, device.seat != seat { return forgetPostponed(path) }
    if discovery.options.takesOver != nil, device.isPenPanel { throw InputError.penPanel(path) }
    guard isWanted else {
      forgetPostponed(path)
      throw InputError.notATouchscreen(path, because: device.attribute("name"))
    }
    do throws(InputError) {
      try open(
        device.node ?? path, number: number, seat: device.seat,
        calibration: discovery.options.ignoresCalibration ? .identity : device.calibration,
        serial: device.property("ID_SERIAL_SHORT") ?? "", output: device.property("WL_OUTPUT") ?? "")
    } catch {
      // udev has yet to set the permissions of a new node.
      guard error.code == .permission, moment == .ready || moment == .node else { throw error }
      return postpone(path, device)
    }
    discovery.forgetProblem(of: path)
    if let node = device.node { discovery.forgetProblem(of: node) }
    forgetPostponed(path)
  }

  private func postpone(_ path: String, _ device: borrowing UdevDevice) {
    let folder = device.sysfsPath
    if postponed.contains(where: { $0.path == path && $0.device == folder }) { return }
    forgetPostponed(path)
    let deadline = MonotonicClock.now + Self.graceTime
    if postponed.isEmpty { grace.arm(deadline) }
    postponed.append(PostponedNode(path: path, device: folder, deadline: deadline))
  }

  /// Forgets a node that is opened, or that udev knows to be none of the source's.
  private func forgetPostponed(_ path: String) { postponed.removeAll { $0.path == path } }

  private func open(
    _ path: String, number: dev_t, seat: String, calibration: AffineTransform, serial: String, output: String
  ) throws(InputError) {
    let options = discovery.options
    let node = try EvdevNode(path, writes: options.takesOver != nil)
    let kernel = try LibevdevDevice(node.rawValue, node: path)
    let description = kernel.description
    guard description.isUsable else {
      throw InputError.notATouchscreen(path, because: description.name)
    }
    if description.isForwardedCopy, !discovery.opensCopies { throw InputError.copy(path) }
    let id = discovery.nextID
    var device = description.touchDevice(id: id, node: path)
    device.physicalPath = kernel.physicalPath
    device.serial = kernel.serial.isEmpty ? serial : kernel.serial
    device.seat = seat
    device.output = output
    device.isCopy = description.isForwardedCopy
    let isTaken = options.takesOver?(device) ?? false
    if isTaken {
      // The panel is opened anew once its fingers are up.
      guard try node.takeOver(description) != nil else { return try wait(for: WaitingPanel(node, number, description)) }
    } else if options.isExclusive {
      try node.grab()
    } else if node.isGrabbed {
      options.problem(.grabbed(path))
    }
    try discovery.watch(node.rawValue, WakeToken.panel(id))
    discovery.lastID = id.rawValue
    let state = node.state(of: description)
    let panel = EvdevPanel(
      device: device, number: number, node: node, description: description, state: state,
      calibration: calibration, pipeline: options.mapping(device))
    panel.tap = options.tap
    panel.announce(state)
    panels.append(panel)
    panel.isTakenOver = isTaken
    if isTaken, options.opened?(device, description, panel.transform) == false { handBack(panel) }
    queue.append(.deviceAdded(device, at: MonotonicClock.now))
  }

  /// Closes a device and cancels its contacts; if the device `isLost`, its lifts that are not delivered yet are cancelled too.
  func close(_ panel: EvdevPanel, isLost: Bool) {
    let id = panel.device.id
    discovery.epoll.remove(panel.node.rawValue)
    if panel.isTakenOver, !isLost {
      discovery.options.closing?(id)
      handBack(panel)
    }
    panels.removeAll { $0 === panel }
    let time = MonotonicClock.now
    var hadContacts = queue.hasFinished(of: id, as: .ended) || queue.hasFinished(of: id, as: .cancelled)
    if isLost { queue.revokeEnds(of: id) }
    var last: TouchFrame?
    panel.cancelAll(at: time) { last = $0 }
    if last != nil { hadContacts = true }
    if isLost, hadContacts { queue.append(.anomaly(Anomaly(.deviceLost, device: id, at: time))) }
    if let last { queue.append(copying: last) }
    queue.append(.deviceRemoved(id, at: time))
  }

  /// The event nodes, in the order of their numbers.
  private static func nodes() -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var numbers: [Int] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.hasPrefix("event"), let number = Int(name.dropFirst(5)) { numbers.append(number) }
    }
    return numbers.sorted().map { "\(directory)/event\($0)" }
  }
}
