internal import ContactorCore
internal import ContactorEvdev

/// The contacts of one device: those that are down and those that changed in the present frame.
struct DeviceContacts {
  /// The device.
  let device: TouchDevice
  /// Maps contacts to the window.
  var pipeline: PositionPipeline {
    didSet { axes?.setPipeline(pipeline) }
  }
  /// Reads the axes that libinput hides; `nil` for a panel without slots.
  private let axes: SlotAxes?
  /// The contacts that are down, each as it was last reported.
  private(set) var down: [Contact] = []
  /// The fingers that stayed down when their contacts were cancelled: id by slot.
  private var ignored: [Int32: Int32] = [:]
  /// The time of the last frame.
  var lastTime = Timestamp(microseconds: 0)
  /// The contacts that changed since the last frame, in order.
  var changed: [Contact] = []
  /// The number of contacts that have moved in this frame, while they move in the order of `down` and nothing else changes;
  /// `.max` once that is not so.
  ///
  /// Nearly all frames are of that form, and need no search.
  private var movedCount = 0
  /// libinput hides the kernel's tracking ids; where they cannot be asked for, contacts are counted, from 1.
  private var lastTrackingID: Int32
  /// The first made-up id where the kernel's ids are known too, which stay far below.
  private static let firstMadeUpID: Int32 = 1 << 30

  /// Creates the state of a device with nothing down.
  init(device: TouchDevice, pipeline: PositionPipeline, axes: SlotAxes? = nil) {
    self.device = device
    self.pipeline = pipeline
    self.axes = axes
    lastTrackingID = axes == nil ? 0 : Self.firstMadeUpID - 1
    axes?.setPipeline(pipeline)
    down.reserveCapacity(10)
    changed.reserveCapacity(10)
  }

  /// Begins or moves the sample's contact.
  mutating func place(_ sample: TouchSample) -> Anomaly.Kind? {
    if let index = index(of: sample.slot) {
      move(index, to: sample)
      return sample.kind == .down ? .beganTwice : nil
    }
    guard sample.kind == .down || isIgnoredNoMore(sample.slot) else {
      return ignored[sample.slot] == nil ? .unknownContact : nil
    }
    ignored[sample.slot] = nil
    var contact = Contact(
      trackingID: makeUpID(), slot: sample.slot, phase: .began, location: pipeline.map(sample.position))
    contact.millimetres = device.size == nil ? nil : sample.millimetres
    movedCount = .max
    changed.append(contact)
    contact.phase = .stationary
    down.append(contact)
    return nil
  }

  /// The place of the contact in a slot among those that are down.
  @inline(__always)
  private func index(of slot: Int32) -> Int? {
    if movedCount < down.count, down[movedCount].slot == slot { return movedCount }
    return down.firstIndex { $0.slot == slot }
  }

  /// Takes the changed contacts, in exchange for an empty array: a new frame begins.
  mutating func exchangeChanged(for contacts: inout [Contact]) {
    swap(&contacts, &changed)
    movedCount = 0
  }

  /// Whether the contact in the slot came down in the present frame.
  func beganInThisFrame(_ slot: Int32) -> Bool {
    guard let contact = down.first(where: { $0.slot == slot }) else { return false }
    return changed.contains { $0.trackingID == contact.trackingID && $0.phase == .began }
  }

  /// Ends or cancels the contact in the slot, where it was last.
  mutating func finish(_ slot: Int32, as phase: TouchPhase) -> Anomaly.Kind? {
    guard let index = down.firstIndex(where: { $0.slot == slot }) else {
      return ignored.removeValue(forKey: slot) == nil ? .unknownContact : nil
    }
    movedCount = .max
    var contact = down.remove(at: index)
    contact.phase = phase
    report(contact)
    return nil
  }

  /// Whether another finger has come to a slot whose contact was cancelled; libinput takes it for the same contact.
  private func isIgnoredNoMore(_ slot: Int32) -> Bool {
    guard let id = ignored[slot], let axes, axes.refreshIDs() else { return false }
    return axes.id(in: slot) >= 0 && axes.id(in: slot) != id
  }

  /// Cancels the contacts that are down.
  ///
  /// - Parameter ignoringFingers: whether samples in their slots are ignored until the fingers are lifted.
  mutating func cancelAll(ignoringFingers: Bool = false) {
    movedCount = .max
    for contact in down {
      if ignoringFingers { ignored[contact.slot] = contact.trackingID }
      var contact = contact
      contact.phase = .cancelled
      report(contact)
    }
    down.removeAll(keepingCapacity: true)
  }

  /// Completes the frame's contacts by the ids and axes that libinput hides.
  mutating func complete() {
    guard let axes else { return }
    if changed.contains(where: { $0.phase == .began && $0.trackingID >= Self.firstMadeUpID }), axes.refreshIDs() {
      takeIDs(from: axes)
    }
    guard axes.hasExtras else { return }
    axes.refreshExtras()
    for index in changed.indices where changed[index].phase != .ended && changed[index].phase != .cancelled {
      axes.complete(&changed[index])
      let id = changed[index].trackingID
      guard let known = down.firstIndex(where: { $0.trackingID == id }) else { continue }
      let phase = down[known].phase
      down[known] = changed[index]
      down[known].phase = phase
    }
  }

  /// Ends a contact whose slot the kernel has given to another one, and begins that one (contract 1.4).
  ///
  /// libinput misses the change when both happen in one frame.
  ///
  /// - Returns: `false` if no contact was replaced.
  mutating func replaceContact() -> Bool {
    guard let axes, axes.refreshIDs() else { return false }
    let replaced = down.first { contact in
      let id = axes.id(in: contact.slot)
      return id >= 0 && id != contact.trackingID && contact.trackingID < Self.firstMadeUpID
    }
    guard let replaced else { return false }
    var contact = Contact(
      trackingID: axes.id(in: replaced.slot), slot: replaced.slot, phase: .began, location: replaced.location)
    guard axes.place(&contact) else { return false }
    _ = finish(replaced.slot, as: .ended)
    changed.append(contact)
    contact.phase = .stationary
    down.append(contact)
    return true
  }

  private mutating func takeIDs(from axes: SlotAxes) {
    for index in changed.indices where changed[index].phase == .began {
      let (old, new) = (changed[index].trackingID, axes.id(in: changed[index].slot))
      // A contact that is lifted again already has lost its id.
      guard old >= Self.firstMadeUpID, new >= 0, new < Self.firstMadeUpID,
        !down.contains(where: { $0.trackingID == new })
      else { continue }
      changed[index].trackingID = new
      if let known = down.firstIndex(where: { $0.trackingID == old }) { down[known].trackingID = new }
    }
  }

  private mutating func makeUpID() -> Int32 {
    lastTrackingID = lastTrackingID == .max ? (axes == nil ? 1 : Self.firstMadeUpID) : lastTrackingID + 1
    return lastTrackingID
  }

  private mutating func move(_ index: Int, to sample: TouchSample) {
    down[index].location = pipeline.map(sample.position)
    if device.size != nil { down[index].millimetres = sample.millimetres }
    if index == movedCount {
      movedCount &+= 1
      changed.append(down[index])
      changed[changed.count - 1].phase = .moved
      return
    }
    movedCount = .max
    var contact = down[index]
    contact.phase = .moved
    report(contact)
  }

  /// Notes a change; a contact has one entry in a frame, and a contact that begins in it keeps that phase.
  private mutating func report(_ contact: Contact) {
    guard let index = changed.firstIndex(where: { $0.trackingID == contact.trackingID }) else {
      changed.append(contact)
      return
    }
    let phase = changed[index].phase == .began ? .began : contact.phase
    changed[index] = contact
    changed[index].phase = phase
  }
}
