internal import CContactor
internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// Reads, as a panel is opened, what libinput hides of it: its axes, and the contacts that are down already.
final class DeviceProbe {
  private let description: EvdevDescription
  private var node: EvdevNode?
  private let state: EvdevState

  /// Opens the node a second time; `nil` if that fails, which libinput reports.
  init?(node path: String) {
    guard let node = try? EvdevNode(path), let kernel = try? LibevdevDevice(node.rawValue, node: path) else {
      return nil
    }
    description = kernel.description
    state = node.state(of: description)
    self.node = consume node
  }

  /// Whether another program holds the panel for itself; asked before the node is passed on.
  var isGrabbed: Bool { node?.isGrabbed ?? false }

  /// The axes that libinput hides, read through libinput's descriptor; `nil` for a panel without slots.
  func axes(of descriptor: Int32, calibration: AffineTransform) -> SlotAxes? {
    unsafe SlotAxes(description, calibration: calibration) { axis, values in
      unsafe cct_slot_values(descriptor, UInt32(axis), values.baseAddress, UInt32(values.count)) == 0
    }
  }

  /// The place of the pointer of a panel in mouse mode, 0 … 1 of the panel.
  func pointer(_ calibration: AffineTransform) -> Point {
    let place = Point(x: Double(state.axes[EvdevCode.x] ?? 0), y: Double(state.axes[EvdevCode.y] ?? 0))
    return place.applying((description.normalization ?? .identity).concatenating(calibration))
  }

  /// The contacts that came down before a moment and that libinput does not know; `nil` if there are none.
  func earlyContacts(
    of device: TouchDevice, calibration: AffineTransform, pipeline: PositionPipeline, until deadline: Timestamp
  ) -> MissedContacts? {
    // Panels without slots list all contacts in each frame, so libinput learns of those too.
    guard description.contactProtocol != .lists, let node = node.take() else { return nil }
    let ids = idsDown
    var queued = pollfd(fd: node.rawValue, events: Int16(POLLIN), revents: 0)
    let isQueued = unsafe poll(&queued, 1, 0) > 0
    guard !ids.isEmpty || isQueued else { return nil }
    let panel = EvdevPanel(
      device: device, number: 0, node: node, description: description, state: state, calibration: calibration,
      pipeline: pipeline)
    return MissedContacts(panel, ids: ids, until: deadline)
  }

  /// The slots whose last contact was a palm when the node was opened.
  var palmSlots: [Int32] {
    (state.slots[EvdevCode.toolType] ?? []).enumerated().filter { $0.element == Self.palm }.map { Int32($0.offset) }
  }
  /// `MT_TOOL_PALM`.
  private static let palm: Int32 = 2

  /// The contacts that come next in slots where palms were; `nil` for a panel that reports no palms.
  func contactsAfterPalms(
    of device: TouchDevice, calibration: AffineTransform, pipeline: PositionPipeline
  ) -> MissedContacts? {
    guard description.axes[EvdevCode.toolType] != nil, let node = node.take() else { return nil }
    let panel = EvdevPanel(
      device: device, number: 0, node: node, description: description, state: state, calibration: calibration,
      pipeline: pipeline)
    return MissedContacts(panel, ids: [], until: Timestamp(microseconds: .min))
  }

  private var idsDown: Set<Int32> {
    // The decoder gives a single-touch panel's first contact the id 0.
    if description.contactProtocol == .single { return state.keys.isEmpty ? [] : [0] }
    return Set((state.slots[EvdevCode.trackingID] ?? []).filter { $0 >= 0 })
  }
}

/// Reads the contacts that libinput misses: those that were down before it opened a panel (contract 1.5), and the next
/// contact in a slot where a palm was (contract 1.6).
///
/// libinput 1.22 looks at a slot's tool type as the new contact's id comes in, while the type is still that of the palm
/// before, and misses the contact. The panel is read a second time, without libinput, until the last missed contact is
/// lifted.
final class MissedContacts {
  private let panel: EvdevPanel
  private var ids: Set<Int32>
  /// When a palm was last in a slot: libinput misses the next contact that begins there.
  private var palms: [Int32: Timestamp] = [:]
  /// When libinput last noticed that a contact began in a slot.
  private var noticed: [Int32: Timestamp] = [:]
  /// The slots of missed contacts, with the tracking id of each.
  private var ownSlots: [Int32: Int32] = [:]
  /// The time at which libinput began to read; it misses the contacts that came down before.
  private let deadline: Timestamp

  /// Takes over a panel that was opened before libinput opened it, and the ids of the contacts that were down then.
  init(_ panel: EvdevPanel, ids: Set<Int32>, until deadline: Timestamp) {
    self.panel = panel
    self.ids = ids
    self.deadline = deadline
  }

  /// The descriptor of the second opening.
  var fileDescriptor: Int32 { panel.node.rawValue }

  /// Whether no missed contact is down and none is expected.
  var isEmpty: Bool { ids.isEmpty && palms.isEmpty }

  /// Expects the next contact in a slot where a palm was; one that began before that `time`, libinput knows.
  func expectContact(in slot: Int32, after time: Timestamp) { palms[slot] = max(time, palms[slot] ?? time) }

  /// Whether a sample of libinput is about a missed contact; one whose beginning libinput noticed first is not missed.
  func claims(_ sample: TouchSample) -> Bool {
    switch sample.kind {
    case .down where ownSlots[sample.slot] == nil:
      palms[sample.slot] = nil
      noticed[sample.slot] = sample.time
      return false
    case .down, .motion, .up, .cancel: return ownSlots[sample.slot] != nil
    case .frame, .added, .removed, .pointer, .press, .release, .other: return false
    }
  }

  /// Maps contacts anew, from their next change on.
  func setPipeline(_ pipeline: PositionPipeline) { panel.setPipeline(pipeline) }

  /// Reads the events that wait; the other contacts are left to libinput.
  func read(into buffer: UnsafeMutableRawBufferPointer, _ yield: (TouchFrame) -> Void) {
    let outcome = unsafe panel.read(into: buffer, { pass($0, yield) }, { _ in })
    if outcome != .done { cancelAll(yield) }
  }

  /// Cancels the missed contacts that are down.
  func cancelAll(_ yield: (TouchFrame) -> Void) {
    panel.cancelAll { pass($0, yield) }
    ids = []
    palms = [:]
    ownSlots = [:]
  }

  private func pass(_ frame: TouchFrame, _ yield: (TouchFrame) -> Void) {
    var contacts: [Contact] = []
    for contact in frame.contacts {
      if contact.phase == .began { take(contact, frame.timestamp) }
      let isOwn = ids.contains(contact.trackingID)
      // libinput reports other contacts that become palms, but not of those that begin as one.
      if contact.tool == .palm, isOwn || contact.phase == .began { palms[contact.slot] = frame.timestamp }
      guard isOwn else { continue }
      contacts.append(contact)
      if contact.phase == .ended || contact.phase == .cancelled {
        ids.remove(contact.trackingID)
        ownSlots[contact.slot] = nil
      }
    }
    guard !contacts.isEmpty else { return }
    yield(TouchFrame(device: frame.device, timestamp: frame.timestamp, contacts: contacts))
  }

  private func take(_ contact: Contact, _ time: Timestamp) {
    guard isMissed(contact, time) || time < deadline else { return }
    palms[contact.slot] = nil
    ids.insert(contact.trackingID)
    ownSlots[contact.slot] = contact.trackingID
  }

  /// Whether a contact that began in a palm's slot came after the palm, and libinput did not notice it.
  private func isMissed(_ contact: Contact, _ time: Timestamp) -> Bool {
    guard contact.tool != .palm, let palm = palms[contact.slot], palm < time else { return false }
    return noticed[contact.slot].map { $0 < time } ?? true
  }
}

/// Reads, for a tap, the events of a panel that libinput reads.
///
/// libinput hides the kernel's events, and they cannot be restored from its own. So the node is opened once more, and the
/// kernel puts every event into both queues. This queue is read whenever libinput's has been, so it needs no wake-up of
/// its own. While libinput's descriptor has grabbed the panel, no event comes here.
final class TapReader {
  private let node: EvdevNode
  /// The panel's axes, buttons and properties.
  let description: EvdevDescription
  /// The panel's state when the node was opened.
  let state: EvdevState
  private var hasLoss = false

  /// Opens the node; call it before libinput does, so that no event is missed in between.
  convenience init?(path: String) {
    guard let node = try? EvdevNode(path), let kernel = try? LibevdevDevice(node.rawValue, node: path) else {
      return nil
    }
    let description = kernel.description
    let state = node.state(of: description)
    self.init(node, description, state)
  }

  /// Takes over a node; a test may give any descriptor.
  init(_ node: consuming EvdevNode, _ description: EvdevDescription, _ state: EvdevState) {
    self.description = description
    self.state = state
    self.node = node
  }

  /// Hands the events that wait to the tap.
  func read(into buffer: UnsafeMutableRawBufferPointer, of device: DeviceID, _ tap: any EventTap) {
    while true {
      let size = unsafe node.read(into: buffer)
      // libinput reports an error of the panel.
      guard size > 0 else { break }
      unsafe UnsafeRawBufferPointer(rebasing: buffer[..<size]).withMemoryRebound(to: EvdevEvent.self) { events in
        if unsafe events.contains(where: { $0.type == EvdevCode.synchronization && $0.code == EvdevCode.dropped }) {
          hasLoss = true
        }
        unsafe tap.panel(device, sent: events)
      }
      if size < buffer.count { break }
    }
    guard hasLoss else { return }
    hasLoss = false
    tap.panel(device, isAt: node.state(of: description), at: MonotonicClock.now)
  }
}
