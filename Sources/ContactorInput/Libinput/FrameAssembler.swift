internal import ContactorCore
internal import ContactorEvdev

/// Assembles libinput's events to touch frames; a state machine that does no input or output.
///
/// The frames stand in `queue` until `takeQueue()`. One drain of libinput is one batch, which makes an unplugged panel
/// safe: the kernel may lift a contact as the device goes, which looks like the user's finger leaving a button. So `ended` contacts of a batch stay revocable until the batch is taken: when
/// the device turns out to be gone, they become `cancelled`. The price: a real lift that is read in the same batch
/// that the device is found gone in (unplugged within a millisecond or so) is cancelled too, which is the safe side.
///
/// | sample | contact down | contact not down |
/// | --- | --- | --- |
/// | down | anomaly `beganTwice`, then as motion | begins |
/// | motion | moves | anomaly `unknownContact` |
/// | up | ends, at its last place | anomaly `unknownContact` |
/// | cancel | is cancelled, at its last place | anomaly `unknownContact` |
/// | frame | the device's changed contacts are queued, if there are any | – |
struct FrameAssembler {
  /// The frames and other events that are ready to be delivered.
  private var batch = EventQueue()
  /// The devices, in the order of their arrival; they are few, so a linear search is fastest.
  private(set) var devices: [DeviceContacts] = []

  /// All that happened since the queue was last taken, in order.
  var queue: [InputEvent] { batch.events }

  /// Adds a device.
  ///
  /// - Parameters:
  ///   - pipeline: maps the device's contacts to the window.
  ///   - axes: reads the axes of contacts that libinput hides.
  mutating func add(
    _ device: TouchDevice, pipeline: PositionPipeline, axes: SlotAxes? = nil, at time: Timestamp
  ) {
    devices.append(DeviceContacts(device: device, pipeline: pipeline, axes: axes))
    batch.append(.deviceAdded(device, at: time))
  }

  /// Takes in one sample; samples of unknown devices are ignored, as a removed device may still have some queued.
  mutating func handle(_ sample: TouchSample) {
    guard let index = devices.firstIndex(where: { $0.device.id == sample.device }) else { return }
    let anomaly: Anomaly.Kind?
    switch sample.kind {
    case .down, .motion:
      anomaly = devices[index].place(sample)
    case .up, .cancel:
      let phase: TouchPhase = sample.kind == .up ? .ended : .cancelled
      if devices[index].beganInThisFrame(sample.slot) {
        // A contact never begins and ends in one frame: hosts may rely on having seen it down.
        flushFrame(of: index, at: sample.time)
      }
      anomaly = devices[index].finish(sample.slot, as: phase)
    case .frame:
      flushFrame(of: index, at: sample.time)
      anomaly = nil
    case .added, .removed, .pointer, .press, .release, .other:
      anomaly = nil
    }
    if let anomaly {
      batch.append(.anomaly(Anomaly(anomaly, device: sample.device, at: sample.time)))
    }
  }

  /// Whether a contact of the device was lifted in this batch.
  func hasEnds(of device: DeviceID) -> Bool {
    batch.hasFinished(of: device, as: .ended)
  }

  /// Turns the lifts of this batch into cancellations, because the device is going; its other contacts stay down.
  mutating func lose(_ device: DeviceID, at time: Timestamp) {
    note(Anomaly(.deviceLost, device: device, at: time))
    revokeEnds(of: device)
  }

  /// Cancels the device's contacts after the kernel has released its keys: the device is about to go, or it sleeps.
  ///
  /// libinput goes on with the same contacts; their samples are ignored until the fingers are lifted.
  mutating func cancelContacts(of device: DeviceID, at time: Timestamp) {
    guard let index = devices.firstIndex(where: { $0.device.id == device }) else { return }
    guard !devices[index].down.isEmpty || hasEnds(of: device) else { return }
    lose(device, at: time)
    flushFrame(of: index, at: time)
    devices[index].cancelAll(ignoringFingers: true)
    flushFrame(of: index, at: time)
  }

  /// Cancels the device's contacts, in a frame of its own, and lets the device go (contract 1.5).
  ///
  /// A device that `isLost` went by itself; that is an anomaly if contacts were down.
  mutating func remove(_ device: DeviceID, isLost: Bool = false, at time: Timestamp) {
    guard let index = devices.firstIndex(where: { $0.device.id == device }) else { return }
    let hadContacts =
      !devices[index].down.isEmpty || batch.hasFinished(of: device, as: .ended)
      || batch.hasFinished(of: device, as: .cancelled)
    revokeEnds(of: device)
    flushFrame(of: index, at: time)
    if isLost, hadContacts {
      note(Anomaly(.deviceLost, device: device, at: time))
    }
    devices[index].cancelAll()
    flushFrame(of: index, at: time)
    devices.remove(at: index)
    batch.append(.deviceRemoved(device, at: time))
  }

  /// Takes in that a contact of the device was replaced in its slot within the present frame.
  ///
  /// The frame is queued with the device's next sample, or by `finishFrames(at:)`: libinput may say nothing more of it.
  mutating func replaceContact(of device: DeviceID) -> Bool {
    guard let index = devices.firstIndex(where: { $0.device.id == device }) else { return false }
    return devices[index].replaceContact()
  }

  /// Queues the unfinished frames, because libinput has no events left.
  mutating func finishFrames(at time: Timestamp) {
    for index in devices.indices { flushFrame(of: index, at: max(time, devices[index].lastTime)) }
  }

  /// Adds a frame of `MissedContacts`, in its place by time.
  mutating func insert(_ frame: TouchFrame) {
    batch.insert(frame)
  }

  /// Maps a device's contacts anew, from their next change on.
  mutating func setPipeline(_ pipeline: PositionPipeline, of device: DeviceID) {
    guard let index = devices.firstIndex(where: { $0.device.id == device }) else { return }
    devices[index].pipeline = pipeline
  }

  /// Adds an anomaly that the source noticed.
  ///
  /// One device is lost once in a batch, however often that is noticed.
  mutating func note(_ anomaly: Anomaly) {
    if anomaly.kind == .deviceLost, batch.hasLost(anomaly.device) { return }
    batch.append(.anomaly(anomaly))
  }

  /// Hands the batch out; `giveBack(_:)` takes its memory back.
  mutating func takeQueue() -> [InputEvent] {
    batch.take()
  }

  /// Takes a delivered batch back, to use its memory again.
  mutating func giveBack(_ delivered: consuming [InputEvent]) {
    batch.giveBack(delivered)
  }

  private mutating func revokeEnds(of device: DeviceID) {
    batch.revokeEnds(of: device)
    guard let index = devices.firstIndex(where: { $0.device.id == device }) else { return }
    for contact in devices[index].changed.indices where devices[index].changed[contact].phase == .ended {
      devices[index].changed[contact].phase = .cancelled
    }
  }

  /// Queues the changed contacts of a device as a frame; nothing if there are none.
  private mutating func flushFrame(of index: Int, at time: Timestamp) {
    devices[index].lastTime = time
    guard !devices[index].changed.isEmpty else { return }
    devices[index].complete()
    var contacts = batch.takeSpare()
    devices[index].exchangeChanged(for: &contacts)
    batch.append(.frame(TouchFrame(device: devices[index].device.id, timestamp: time, contacts: contacts)))
  }
}
