internal import ContactorCore
import ContactorEvdev
internal import ContactorSystem
internal import Glibc

extension EvdevSource {
  /// What the source's epoll instance tells apart; panels have their identity instead, above `panels`.
  enum Token {
    static let start: UInt64 = 0
    static let monitor: UInt64 = 1
    static let nodes: UInt64 = 2
    static let grace: UInt64 = 3
    static let retry: UInt64 = 4
    static let panels: UInt64 = 1 << 32

    /// The token of a panel's descriptor.
    static func panel(_ id: DeviceID) -> UInt64 { panels | UInt64(id.rawValue) }
  }

  /// Where the kernel's device nodes are.
  static let directory = "/dev/input"
  /// How long a node that has just come may be without permission or udev's data: udev is at work.
  static let graceTime = Duration.seconds(5)

  /// What a look at a node follows.
  enum Moment {
    /// The source is being opened: what is not allowed is an error; what udev does not know yet will come.
    case start
    /// Something came or changed, and udev, where it runs, has done its work.
    case ready
    /// A node came or changed, and udev has its work still to do; its records may be those of a former device.
    case node
    /// There is nothing left to wait for.
    case final

    /// The moment at which a source that is opened looks around.
    static var opening: Moment { UdevContext.isRunning ? .start : .final }
  }

  /// Watches the directories in which nodes of the selection may appear.
  func watchDirectories() {
    watch.addNearest(Self.directory, .nodes)
    guard case .paths(let paths) = selection else { return }
    for path in paths { watch.addNearest(OutputPath.folder(of: path), .nodes) }
  }

  /// Opens every touchscreen of the selection that is there and not open yet; a failure is a problem, not an end.
  func scan(_ moment: Moment) {
    list.keep { DeviceSelection.number(of: $0) != nil }
    let paths =
      switch selection {
      case .paths(let paths): paths
      case .seat: Self.nodes()
      }
    for path in paths { tryOpening(path, moment) }
  }

  /// Takes the nodes that were not ready as they are now.
  func endGrace() {
    grace.acknowledge()
    let paths = unsettled
    unsettled = []
    for path in paths { tryOpening(path, .final) }
  }

  /// Tries again to take the panels that other programs held.
  func retryGrabbed() {
    retry.acknowledge()
    list.keep { DeviceSelection.number(of: $0) != nil }
    let held = list.problems.filter { $0.code == .grabbed }.map(\.place)
    switch selection {
    case .seat: for node in held { tryOpening(node, .final) }
    case .paths(let paths):
      let numbers = held.map { DeviceSelection.number(of: $0) }
      for path in paths where numbers.contains(DeviceSelection.number(of: path)) { tryOpening(path, .final) }
    }
    scheduleRetry()
  }

  /// Has the next attempt made, if there is a panel to take.
  func scheduleRetry() {
    retry.arm(ifNeeded: list.hasGrabbed && !isSuspended)
  }

  private func tryOpening(_ path: String, _ moment: Moment) {
    do throws(InputError) {
      try consider(path, moment)
    } catch var error {
      switch error.code {
      case .missing, .deviceGone: return
      case .notATouchscreen: if case .seat = selection { return }
      case .grabbed: error = .grabbed(error.place, isRetried: true)
      default: break
      }
      guard list.note(error) else { return }
      if error.code == .grabbed {
        retry.restart()
        scheduleRetry()
      }
      options.problem(error)
    }
  }

  /// Opens what is behind a path, unless it is open or, before the grace has ended, not ready.
  func consider(_ path: String, _ moment: Moment) throws(InputError) {
    guard !isSuspended else { return }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw InputError.opening(path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFCHR else { throw InputError.notATouchscreen(path) }
    if let panel = panels.first(where: { $0.number == status.st_rdev }) {
      guard panel.node.isHungUp else { return }
      // The node has been given to another device before the old one's hang-up was served.
      read(panel)
      if panels.contains(where: { $0 === panel }) { close(panel, isLost: true) }
    }
    guard let device = udev.device(number: status.st_rdev) else {
      // Without sysfs the node itself must tell.
      try open(path, number: status.st_rdev, seat: "", calibration: .identity, serial: "", output: "")
      return list.forget(path)
    }
    // udev may keep no record of other devices, and never will.
    guard device.isEventDevice else { throw InputError.notATouchscreen(path) }
    if UdevContext.isRunning, moment != .final {
      let isRetry = list.problems.contains { $0.place == path }
      if !device.isInitialized || (moment == .node && !isRetry) { return postpone(path) }
    }
    // Of a device that was named, its bits decide: udev takes old panels with a mouse's button for mice.
    let isWanted = if case .paths = selection { true } else { device.isTouchscreen }
    guard isWanted else {
      throw InputError.notATouchscreen(path, because: device.attribute("name"))
    }
    if case .seat(let seat) = selection, device.seat != seat { return }
    do throws(InputError) {
      try open(
        device.node ?? path, number: status.st_rdev, seat: device.seat, calibration: device.calibration,
        serial: device.property("ID_SERIAL_SHORT") ?? "", output: device.property("WL_OUTPUT") ?? "")
    } catch {
      // The permissions of a node that has just come are on their way.
      guard error.code == .permission, moment == .ready || moment == .node else { throw error }
      return postpone(path)
    }
    list.forget(path)
    if let node = device.node { list.forget(node) }
    unsettled.removeAll { $0 == path }
  }

  private func postpone(_ path: String) {
    guard !unsettled.contains(path) else { return }
    if unsettled.isEmpty { grace.arm(MonotonicClock.now + Self.graceTime) }
    unsettled.append(path)
  }

  private func open(
    _ path: String, number: dev_t, seat: String, calibration: AffineTransform, serial: String, output: String
  ) throws(InputError) {
    let node = try EvdevNode(path)
    let kernel = try LibevdevDevice(node.rawValue, node: path)
    let description = kernel.description
    guard description.isTouchscreen else {
      throw InputError.notATouchscreen(path, because: description.name)
    }
    let id = DeviceID(rawValue: lastID &+ 1)
    var device = description.touchDevice(id: id, node: path)
    device.physicalPath = kernel.physicalPath
    device.serial = kernel.serial.isEmpty ? serial : kernel.serial
    device.seat = seat
    device.output = output
    if options.isExclusive {
      try node.grab()
    } else if node.isGrabbed {
      options.problem(.grabbed(path))
    }
    try poll(node.rawValue, Token.panel(id))
    lastID = id.rawValue
    let state = node.state(of: description)
    let panel = EvdevPanel(
      device: device, number: number, node: node, description: description, state: state,
      calibration: calibration, pipeline: options.mapping(device))
    panel.tap = options.tap
    panel.announce(state)
    panels.append(panel)
    queue.append(.deviceAdded(device, at: MonotonicClock.now))
  }

  /// Closes a device; its contacts are cancelled, and with those of a lost one the lifts not delivered yet.
  func close(_ panel: EvdevPanel, isLost: Bool) {
    let id = panel.device.id
    epoll.remove(panel.node.rawValue)
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

  func poll(
    _ descriptor: Int32, _ token: UInt64
  ) throws(InputError) {
    try InputError.wrap { () throws(SystemError) in
      try epoll.add(descriptor, token: token)
    }
  }
}
