internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

extension LibinputSource {
  /// Opens every touchscreen of the selection that is there and not open yet.
  func scan() {
    udev.forEachEventDevice { consider($0) }
  }

  /// Takes udev's messages; where some were lost, looks at all devices.
  func receiveDevices() {
    var hasLost = false
    while true {
      switch monitor.receive() {
      case .device(let device): receive(device)
      case .overflow: hasLost = true
      case .none:
        if hasLost { rescan() }
        return
      }
    }
  }

  private func receive(_ device: borrowing UdevDevice) {
    guard device.isEventDevice else { return }
    guard device.action == "remove" else { return consider(device) }
    if let panel = panels.first(where: { $0.sysfsPath == device.sysfsPath }) {
      close(panel, isLost: true)
    }
    if let node = device.node { forgetProblem(of: node) }
  }

  /// Finds what came and went unnoticed; panels that went are noticed by their descriptors' hang-up.
  func rescan() {
    for problem in problems where problem != .noDaemon && DeviceSelection.number(of: problem.place) == nil {
      forgetProblem(of: problem.place)
    }
    scan()
  }

  /// Tries again to open what could not be opened, for a permission has changed.
  func retryForbidden() {
    permissions?.acknowledge()
    for problem in problems { tryAgain(problem) }
  }

  /// Tries again to take the panels that other programs held.
  func retryGrabbed() {
    retryTimer.acknowledge()
    for problem in problems where problem.code == .grabbed { tryAgain(problem) }
    scheduleRetry()
  }

  /// Has the next attempt made, if there is a panel to take.
  func scheduleRetry() {
    retryTimer.arm(ifNeeded: list.hasGrabbed && !isSuspended)
  }

  private func tryAgain(_ problem: InputError) {
    guard let number = DeviceSelection.number(of: problem.place), let device = udev.device(number: number) else { return }
    consider(device)
  }

  /// Opens the device if it is a touchscreen of the selection; a failure is a problem, not an end.
  func consider(_ device: borrowing UdevDevice) {
    guard !isSuspended, let node = device.node, selection.matches(device) else { return }
    guard device.isTouchscreen else {
      // A path that was waited for leads to something else.
      if case .paths = selection, device.isInitialized {
        report(.notATouchscreen(node, because: device.attribute("name")))
      }
      return
    }
    if let panel = panels.first(where: { $0.device.node == node }) {
      if panel.sysfsPath == device.sysfsPath { return }
      // The node has been given to another device before the old one's hang-up was seen.
      close(panel, isLost: true)
    }
    do throws(InputError) {
      try open(device, at: node)
      forgetProblem(of: node)
    } catch {
      // Gone again already: its removal is on its way.
      if error.code != .missing, error.code != .deviceGone { report(error) }
    }
  }

  /// Opens what is behind a path at the start, where every failure is an error.
  func open(path: String) throws(InputError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw InputError.opening(path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFCHR, let device = udev.device(number: status.st_rdev),
      device.isEventDevice
    else { throw InputError.notATouchscreen(path) }
    guard device.isInitialized else {
      // With a daemon, its rules are about to run for the device, and its message will open it.
      if UdevContext.isRunning { return }
      throw InputError.noUdev(path)
    }
    guard device.isTouchscreen else {
      throw InputError.notATouchscreen(path, because: device.attribute("name"))
    }
    let node = device.node ?? path
    if panels.contains(where: { $0.device.node == node }) { return }
    try open(device, at: node)
  }

  /// Has libinput open the device.
  private func open(_ device: borrowing UdevDevice, at node: String) throws(InputError) {
    let id = DeviceID(rawValue: lastID &+ 1)
    var description = device.touchDevice(id: id)
    description.node = node
    let lifts = try? LiftWatch(node: node)
    // Opened and asked before libinput opens it, so that no contact falls in between.
    let second = SecondView(node: node)
    if options.isExclusive, second?.isGrabbed == true { throw InputError.grabbed(node) }
    let view = options.tap == nil ? nil : EventView(path: node)
    host.reset()
    guard let handle = context.add(node, as: id) else {
      if host.openError != 0 { throw InputError.opening(node, errno: host.openError) }
      throw InputError.notATouchscreen(node, because: "libinput refuses it: \(host.lastLine)")
    }
    guard handle.hasTouch else {
      handle.remove()
      takeSamples()
      throw InputError.notATouchscreen(node, because: device.attribute("name"))
    }
    description.size = handle.size
    description.contactCount = max(handle.contactCount, description.contactCount)
    if description.output.isEmpty { description.output = handle.output }
    let calibration = device.calibration
    let panel = OpenPanel(
      device: description, handle: handle, descriptor: host.descriptor, lifts: lifts, calibration: calibration,
      sysfsPath: device.sysfsPath)
    do throws(InputError) {
      if options.isExclusive { try panel.grab() }
      try poll(panel.descriptor, Token.panel(id), .hangUp)
      if description.contactProtocol == .slots, let lifts = panel.lifts?.fileDescriptor() {
        try poll(lifts, Token.lifts(id))
      }
    } catch {
      panel.handle.remove()
      takeSamples()
      throw error
    }
    if !options.isExclusive, panel.isGrabbed { options.problem(.grabbed(node)) }
    lastID = id.rawValue
    panels.append(panel)
    let pipeline = options.mapping(description)
    panel.view = options.isExclusive ? nil : view
    if let view { announce(panel, as: view, pipeline) }
    gatherer.add(
      description, pipeline: pipeline, axes: second?.axes(of: host.descriptor, calibration: calibration),
      at: MonotonicClock.now)
    panel.early = second?.earlyContacts(
      of: description, calibration: calibration, pipeline: pipeline, until: host.openTime)
    if let early = panel.early { try? epoll.add(early.fileDescriptor, token: Token.early) }
  }

  /// Tells the tap of a panel.
  private func announce(_ panel: OpenPanel, as view: EventView, _ pipeline: PositionPipeline) {
    panel.normalization = (view.description.normalization ?? .identity).concatenating(panel.calibration)
    options.tap?.panelOpened(
      panel.device, view.description, state: view.state,
      transform: panel.normalization.concatenating(pipeline.transform), sendsEvents: panel.view != nil)
  }

  /// Closes a device; its contacts are cancelled.
  func close(_ panel: OpenPanel, isLost: Bool) {
    epoll.remove(panel.descriptor)
    if let lifts = panel.lifts?.fileDescriptor() { epoll.remove(lifts) }
    if let early = panel.early {
      epoll.remove(early.fileDescriptor)
      early.cancelAll { gatherer.insert($0) }
      panel.early = nil
    }
    gatherer.remove(panel.device.id, isLost: isLost, at: MonotonicClock.now)
    panel.handle.remove()
    panels.removeAll { $0 === panel }
    // libinput lifts the device's contacts itself now; the gatherer knows the device no longer and ignores that.
    takeSamples()
  }

  /// Notes a touchscreen that cannot be opened, and tells the host if this is news.
  func report(_ problem: InputError) {
    let problem = problem.code == .grabbed ? InputError.grabbed(problem.place, isRetried: true) : problem
    guard list.note(problem) else { return }
    updatePermissionWatch()
    if problem.code == .permission { watchPermissions(near: problem.place) }
    if problem.code == .grabbed {
      retryTimer.restart()
      scheduleRetry()
    }
    options.problem(problem)
  }

  private func forgetProblem(of node: String) {
    list.forget(node)
    updatePermissionWatch()
  }

  private func updatePermissionWatch() {
    if !problems.contains(where: { $0.code == .permission }) { permissions = nil }
  }

  /// Has a change of permissions near the node wake the source; without that, only a replug would.
  private func watchPermissions(near node: String) {
    guard permissions == nil, let slash = node.lastIndex(of: "/") else { return }
    do throws(SystemError) {
      let watch = try InotifyWatch()
      try watch.add(String(node[...slash]), .attributes)
      try epoll.add(watch.fileDescriptor, token: Token.permissions)
      permissions = consume watch
    } catch {
      options.log("permission changes will not be noticed: \(error)")
    }
  }

  private func poll(
    _ descriptor: Int32, _ token: UInt64, _ interest: Epoll.Interest = .readable
  ) throws(InputError) {
    try InputError.wrap { () throws(SystemError) in
      try epoll.add(descriptor, token: token, interest: interest)
    }
  }
}
