internal import ContactorCore
internal import ContactorSystem

extension LibinputSource {
  /// Empties libinput's queue into the assembler.
  ///
  /// - Returns: whether there is something to deliver.
  @discardableResult
  func drain() throws(InputError) -> Bool {
    let time = MonotonicClock.now
    try context.dispatch()
    takeSamples()
    assembler.finishFrames(at: time)
    for panel in panels where panel.missed != nil { readMissedContacts(of: panel) }
    noteOverflows()
    readForTap()
    while let id = abandoned.popLast() {
      if let panel = panels.first(where: { $0.device.id == id }) { close(panel, isLost: true) }
    }
    for panel in panels where assembler.hasEnds(of: panel.device.id) {
      if panel.isHungUp {
        close(panel, isLost: true)
      } else if panel.takeKernelLift() {
        assembler.lose(panel.device.id, at: MonotonicClock.now)
      }
      expectContactsAfterPalms(of: panel)
    }
    return !assembler.queue.isEmpty
  }

  /// Moves libinput's events to the assembler, which ignores devices that it does not know.
  func takeSamples() {
    var hasMissed = panels.contains { $0.missed != nil }
    while let reported = context.next() {
      guard let sample = contact(of: reported) else { continue }
      if sample.kind == .cancel {
        expectContactAfterPalm(sample)
        hasMissed = true
      }
      // A device that was removed amidst its opening has no panel, and its identity is used again.
      if sample.kind == .removed, panels.contains(where: { $0.device.id == sample.device }) {
        abandoned.append(sample.device)
      }
      if hasMissed, let missed = panels.first(where: { $0.device.id == sample.device })?.missed, missed.claims(sample) {
        continue
      }
      assembler.handle(sample)
      // libinput marks frames of touches only.
      if reported.kind.isOfPointer { assembler.handle(TouchSample(kind: .frame, device: sample.device, time: sample.time)) }
    }
  }

  /// The sample as one of a contact; `nil` for a pointer's without a finger down, and for those of mice.
  private func contact(of sample: TouchSample) -> TouchSample? {
    guard sample.kind.isOfPointer else { return sample }
    return panels.first { $0.device.id == sample.device }?.pointer?.take(sample)
  }

  /// Reads the panel without libinput, which overlooks the next contact in a palm's slot.
  private func expectContactAfterPalm(_ sample: TouchSample) {
    guard let panel = panels.first(where: { $0.device.id == sample.device }) else { return }
    if panel.missed == nil, let probe = DeviceProbe(node: panel.device.node) { readWithoutLibinput(panel, probe) }
    panel.missed?.expectContact(in: sample.slot, after: sample.time)
  }

  /// Does the same for palms that libinput says nothing of, because they are palms from their first frame on.
  private func expectContactsAfterPalms(of panel: LibinputPanel) {
    guard panel.takePalm() else { return }
    // Taken before the slots are looked at: libinput misses the contacts that begin in them from now on.
    let time = MonotonicClock.now
    guard let probe = DeviceProbe(node: panel.device.node), !probe.palmSlots.isEmpty else { return }
    let slots = probe.palmSlots
    if panel.missed == nil { readWithoutLibinput(panel, probe) }
    for slot in slots { panel.missed?.expectContact(in: slot, after: time) }
  }

  private func readWithoutLibinput(_ panel: LibinputPanel, _ probe: DeviceProbe) {
    guard let pipeline = assembler.devices.first(where: { $0.device.id == panel.device.id })?.pipeline else { return }
    panel.missed = probe.contactsAfterPalms(of: panel.device, calibration: panel.calibration, pipeline: pipeline)
    if let missed = panel.missed { try? discovery.watch(missed.fileDescriptor, WakeToken.missed) }
  }

  /// Serves one ready descriptor.
  func serve(_ token: UInt64) {
    switch token {
    case WakeToken.missed: break
    case WakeToken.monitor: receiveDevices()
    case WakeToken.start: discovery.acknowledgeStart()
    case WakeToken.permissions: retryForbidden()
    case WakeToken.retry: retryGrabbed()
    default:
      if let panel = panels.first(where: { WakeToken.panel($0.device.id) == token }) {
        close(panel, isLost: true)
      } else if let panel = panels.first(where: { WakeToken.lifts($0.device.id) == token }) {
        if panel.takeKernelLift() { assembler.cancelContacts(of: panel.device.id, at: MonotonicClock.now) }
        // A descriptor that is hung up would be ready always.
        if let lifts = panel.lifts?.fileDescriptor(), FileDescriptor.isHungUp(lifts) { discovery.epoll.remove(lifts) }
        expectContactsAfterPalms(of: panel)
      }
    }
  }

  /// Hands out the frames and other events of the batch.
  func deliver(_ handle: (InputEvent) -> Void) {
    let batch = assembler.takeQueue()
    for event in batch {
      handle(event)
    }
    assembler.giveBack(consume batch)
  }

  /// Finds out which contact was replaced in its slot; called by libinput amidst its reading.
  func noteReplacement(on name: String) {
    guard let panel = panels.first(where: { $0.device.shortName == name }) else { return }
    // The events that libinput read before come first.
    takeSamples()
    _ = assembler.replaceContact(of: panel.device.id)
  }

  private func readForTap() {
    guard let tap = discovery.options.tap else { return }
    for panel in panels { unsafe panel.reader?.read(into: buffer, of: panel.device.id, tap) }
  }

  private func readMissedContacts(of panel: LibinputPanel) {
    guard let missed = panel.missed else { return }
    unsafe missed.read(into: buffer) { assembler.insert($0) }
    guard missed.isEmpty else { return }
    discovery.epoll.remove(missed.fileDescriptor)
    panel.missed = nil
  }

  private func noteOverflows() {
    guard !host.overflows.isEmpty else { return }
    for name in host.overflows {
      guard let panel = panels.first(where: { $0.device.shortName == name }) else { continue }
      assembler.note(Anomaly(.synDropped, device: panel.device.id, at: MonotonicClock.now))
    }
    host.overflows.removeAll()
  }
}
