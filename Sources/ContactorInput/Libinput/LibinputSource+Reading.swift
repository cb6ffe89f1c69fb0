internal import ContactorCore
internal import ContactorSystem

extension LibinputSource {
  /// What the source's epoll instance tells apart; panels have their identity instead, above `panels`.
  enum Token {
    static let monitor: UInt64 = 1
    static let start: UInt64 = 2
    static let permissions: UInt64 = 3
    /// Early contacts are read with every drain.
    static let early: UInt64 = 4
    static let retry: UInt64 = 5
    static let panels: UInt64 = 1 << 32
    private static let lifts: UInt64 = 1 << 33

    /// The token of a panel's descriptor.
    static func panel(_ id: DeviceID) -> UInt64 { panels | UInt64(id.rawValue) }

    /// The token of a panel's `LiftWatch`.
    static func lifts(_ id: DeviceID) -> UInt64 { lifts | UInt64(id.rawValue) }
  }

  /// Empties libinput's queue into the gatherer.
  ///
  /// Gives whether there is something to deliver.
  @discardableResult
  func drain() throws(InputError) -> Bool {
    let time = MonotonicClock.now
    try context.dispatch()
    takeSamples()
    gatherer.finishFrames(at: time)
    for panel in panels where panel.early != nil { readEarlyContacts(of: panel) }
    noteOverflows()
    showEvents()
    while let id = abandoned.popLast() {
      if let panel = panels.first(where: { $0.device.id == id }) { close(panel, isLost: true) }
    }
    for panel in panels where gatherer.hasEnds(of: panel.device.id) {
      if panel.isHungUp {
        close(panel, isLost: true)
      } else if panel.takeKernelLift() {
        gatherer.lose(panel.device.id, at: MonotonicClock.now)
      }
    }
    return !gatherer.queue.isEmpty
  }

  /// Moves what libinput has read to the gatherer, which ignores devices that it does not know.
  func takeSamples() {
    var hasEarly = panels.contains { $0.early != nil }
    while let sample = context.next() {
      if sample.kind == .cancel {
        expectContactAfterPalm(sample)
        hasEarly = true
      }
      // What was removed because it could not be opened for good has no panel, and its number is used again.
      if sample.kind == .removed, panels.contains(where: { $0.device.id == sample.device }) {
        abandoned.append(sample.device)
      }
      if hasEarly, let early = panels.first(where: { $0.device.id == sample.device })?.early, early.claims(sample) {
        continue
      }
      gatherer.handle(sample)
    }
  }

  /// libinput overlooks the contact that comes next in a palm's slot, so we look ourselves.
  private func expectContactAfterPalm(_ sample: TouchSample) {
    guard let panel = panels.first(where: { $0.device.id == sample.device }) else { return }
    if let early = panel.early { return early.expectContact(in: sample.slot) }
    guard let pipeline = gatherer.devices.first(where: { $0.device.id == sample.device })?.pipeline,
      let early = SecondView(node: panel.device.node)?.contactAfterPalm(
        in: sample.slot, of: panel.device, calibration: panel.calibration, pipeline: pipeline)
    else { return }
    panel.early = early
    try? epoll.add(early.fileDescriptor, token: Token.early)
  }

  /// Does what one ready descriptor asks for.
  func serve(_ token: UInt64) {
    switch token {
    case Token.early: break
    case Token.monitor: receiveDevices()
    case Token.start: start = nil
    case Token.permissions: retryForbidden()
    case Token.retry: retryGrabbed()
    default:
      if let panel = panels.first(where: { Token.panel($0.device.id) == token }) {
        close(panel, isLost: true)
      } else if let panel = panels.first(where: { Token.lifts($0.device.id) == token }) {
        if panel.takeKernelLift() { gatherer.cancelContacts(of: panel.device.id, at: MonotonicClock.now) }
        // A watch that is of no use any more would be ready for ever.
        if let lifts = panel.lifts?.fileDescriptor(), FileDescriptor.isHungUp(lifts) { epoll.remove(lifts) }
      }
    }
  }

  /// Hands out what was gathered.
  func deliver(_ handle: (InputEvent) -> Void) {
    let batch = gatherer.takeQueue()
    for event in batch {
      handle(event)
    }
    gatherer.giveBack(consume batch)
  }

  /// Finds out which contact was replaced in its slot; called by libinput amidst its reading.
  func noteReplacement(on name: String) {
    guard let panel = panels.first(where: { $0.device.shortName == name }) else { return }
    // What libinput read before comes first.
    takeSamples()
    _ = gatherer.replaceContact(of: panel.device.id)
  }

  private func showEvents() {
    guard let tap = options.tap else { return }
    for panel in panels { unsafe panel.view?.read(into: buffer, of: panel.device.id, tap) }
  }

  private func readEarlyContacts(of panel: OpenPanel) {
    guard let early = panel.early else { return }
    unsafe early.read(into: buffer) { gatherer.insert($0) }
    guard early.isEmpty else { return }
    epoll.remove(early.fileDescriptor)
    panel.early = nil
  }

  private func noteOverflows() {
    guard !host.overflows.isEmpty else { return }
    for name in host.overflows {
      guard let panel = panels.first(where: { $0.device.shortName == name }) else { continue }
      gatherer.note(Anomaly(.synDropped, device: panel.device.id, at: MonotonicClock.now))
    }
    host.overflows.removeAll()
  }
}
