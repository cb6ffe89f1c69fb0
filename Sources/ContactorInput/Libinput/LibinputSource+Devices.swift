internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

extension LibinputSource {
  /// Opens every touchscreen of the selection that is there and not open yet.
  func scan() {
    if panels.isEmpty, let shortage = discovery.descriptorShortage() { return report(shortage) }
    discovery.udev.forEachEventDevice { consider($0) }
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

  /// Looks at all devices, after messages were lost; panels that went are noticed by their descriptors' hang-up.
  func rescan() {
    discovery.forgetMissing()
    updatePermissionWatch()
    scan()
  }

  /// Tries again to open the devices with problems, after a permission has changed.
  func retryForbidden() {
    permissions?.acknowledge()
    for problem in problems { tryAgain(problem) }
  }

  /// Tries again to take the panels that other programs held.
  func retryGrabbed() {
    discovery.retryGrabbed { problems in
      for problem in problems { tryAgain(problem) }
    }
  }

  private func tryAgain(_ problem: InputError) {
    guard let number = DeviceSelection.number(of: problem.place), let device = discovery.udev.device(number: number) else { return }
    consider(device)
  }

  /// Opens the device if it is a touchscreen of the selection; a failure is a problem, not an end.
  func consider(_ device: borrowing UdevDevice) {
    guard !discovery.isSuspended, let node = device.node, discovery.selection.matches(device) else { return }
    if panels.contains(where: { $0.device.node == node && $0.sysfsPath == device.sysfsPath }) { return }
    if let shortage = discovery.descriptorShortage() { return report(shortage) }
    guard discovery.wants(device) else {
      // A path that was waited for leads to a device of another kind.
      if case .paths = discovery.selection, device.isInitialized {
        report(.notATouchscreen(node, because: device.attribute("name")))
      }
      return
    }
    if device.isForwardedCopy, !discovery.opensCopies {
      if case .paths = discovery.selection { report(.copy(node)) }
      return
    }
    if let panel = panels.first(where: { $0.device.node == node }) {
      // The node has been given to another device before the old one's hang-up was seen.
      close(panel, isLost: true)
    }
    do throws(InputError) {
      try open(device, at: node)
      forgetProblem(of: node)
    } catch {
      // The device has gone again; udev is about to report that.
      if error.code != .missing, error.code != .deviceGone { report(error) }
    }
  }

  /// Opens the device behind a path at the start, where every failure is an error.
  func open(path: String) throws(InputError) {
    let number = try DeviceSelection.requireNumber(of: path)
    if let shortage = discovery.descriptorShortage() { throw shortage }
    guard let device = discovery.udev.device(number: number), device.isEventDevice else {
      throw InputError.notATouchscreen(path)
    }
    guard device.isInitialized else {
      // With a daemon, its rules are about to run for the device, and its message will open it.
      if UdevContext.isRunning { return }
      throw InputError.noUdev(path)
    }
    guard discovery.wants(device) else {
      throw InputError.notATouchscreen(path, because: device.attribute("name"))
    }
    let node = device.node ?? path
    if device.isForwardedCopy, !discovery.opensCopies { throw InputError.copy(node) }
    if panels.contains(where: { $0.device.node == node }) { return }
    try open(device, at: node)
  }

  /// Has libinput open the device.
  private func open(_ device: borrowing UdevDevice, at node: String) throws(InputError) {
    let options = discovery.options
    let id = discovery.nextID
    var description = device.touchDevice(id: id)
    description.node = node
    description.isCopy = device.isForwardedCopy
    let isPointer = device.kind == .absolutePointer
    let lifts = try? KernelLiftDetector(node: node, button: isPointer ? EvdevCode.leftButton : EvdevCode.touch)
    // Opened and asked before libinput opens it, so that no contact falls in between.
    let probe = DeviceProbe(node: node)
    if options.isExclusive, probe?.isGrabbed == true { throw InputError.grabbed(node) }
    let reader = options.tap == nil ? nil : TapReader(path: node)
    host.reset()
    guard let handle = context.add(node, as: id) else {
      if host.openError != 0 { throw InputError.opening(node, errno: host.openError) }
      throw InputError.notATouchscreen(node, because: "libinput refuses it: \(host.lastLine)")
    }
    guard handle.hasTouch || isPointer && handle.hasPointer else {
      handle.remove()
      takeSamples()
      throw InputError.notATouchscreen(node, because: device.attribute("name"))
    }
    description.size = handle.size
    description.contactCount = max(handle.contactCount, description.contactCount)
    if description.output.isEmpty { description.output = handle.output }
    let calibration = device.calibration
    let panel = LibinputPanel(
      device: description, handle: handle, descriptor: host.descriptor, lifts: lifts, calibration: calibration,
      sysfsPath: device.sysfsPath)
    if isPointer { panel.pointer = PointerContact(at: probe?.pointer(calibration) ?? .zero, of: description.size) }
    do throws(InputError) {
      if options.isExclusive { try panel.grab() }
      try discovery.watch(panel.descriptor, WakeToken.panel(id), .hangUp)
      if description.contactProtocol == .slots, let lifts = panel.lifts?.fileDescriptor() {
        try discovery.watch(lifts, WakeToken.lifts(id))
      }
    } catch {
      panel.handle.remove()
      takeSamples()
      throw error
    }
    if !options.isExclusive, panel.isGrabbed { options.problem(.grabbed(node)) }
    discovery.lastID = id.rawValue
    panels.append(panel)
    let pipeline = options.mapping(description)
    panel.reader = options.isExclusive ? nil : reader
    if let reader { announce(panel, as: reader, pipeline) }
    assembler.add(
      description, pipeline: pipeline, axes: probe?.axes(of: host.descriptor, calibration: calibration),
      at: MonotonicClock.now)
    panel.missed = probe?.earlyContacts(
      of: description, calibration: calibration, pipeline: pipeline, until: host.openTime)
    if let missed = panel.missed { try? discovery.watch(missed.fileDescriptor, WakeToken.missed) }
  }

  /// Tells the tap of a panel.
  private func announce(_ panel: LibinputPanel, as reader: TapReader, _ pipeline: PositionPipeline) {
    panel.normalization = (reader.description.normalization ?? .identity).concatenating(panel.calibration)
    discovery.options.tap?.panelOpened(
      panel.device, reader.description, state: reader.state,
      transform: panel.normalization.concatenating(pipeline.transform), sendsEvents: panel.reader != nil)
  }

  /// Closes a device; its contacts are cancelled.
  func close(_ panel: LibinputPanel, isLost: Bool) {
    discovery.epoll.remove(panel.descriptor)
    if let lifts = panel.lifts?.fileDescriptor() { discovery.epoll.remove(lifts) }
    if let missed = panel.missed {
      discovery.epoll.remove(missed.fileDescriptor)
      missed.cancelAll { assembler.insert($0) }
      panel.missed = nil
    }
    assembler.remove(panel.device.id, isLost: isLost, at: MonotonicClock.now)
    panel.handle.remove()
    panels.removeAll { $0 === panel }
    // libinput lifts the device's contacts itself now; the assembler no longer knows the device and ignores that.
    takeSamples()
  }

  /// Notes a touchscreen that cannot be opened, and reports it if the host does not know that yet.
  func report(_ problem: InputError) {
    guard let news = discovery.note(problem) else { return }
    updatePermissionWatch()
    if news.code == .permission { watchPermissions(near: news.place) }
    discovery.options.problem(news)
  }

  private func forgetProblem(of node: String) {
    discovery.forgetProblem(of: node)
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
      try discovery.epoll.add(watch.fileDescriptor, token: WakeToken.permissions)
      permissions = consume watch
    } catch {
      discovery.options.log("permission changes will not be noticed: \(error)")
    }
  }
}
