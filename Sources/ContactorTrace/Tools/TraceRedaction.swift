public import ContactorCore
public import ContactorEvdev

/// Removes the positions of touches that enter given areas, such as PIN pads and keyboards.
///
/// A contact that begins in an area, or enters one, is recorded at the centre of the area until it is lifted, without size
/// and pressure. The times of touches remain. The contacts of a panel without slots cannot be identified, so all of them are
/// hidden until nothing touches.
public struct TraceRedaction<Output: TraceSink>: TraceSink {
  /// The receiver of the redacted recording.
  public private(set) var output: Output
  private let areas: [Rect]
  private let size: Size?
  private var groups = FrameGroups()
  private var panels: [DeviceID: any RedactingPanel] = [:]
  private var devices: [DeviceID: TraceDevice] = [:]
  private var contacts: [DeviceID: [Int32: Point]] = [:]
  /// Copies of panels, which are left out: a replay makes them anew.
  private var copies: Set<DeviceID> = []

  /// Creates a redaction.
  ///
  /// - Parameters:
  ///   - areas: rectangles in points of the window.
  ///   - size: the window's size, for recordings that lack the map of the panel: it is then assumed to fill the window.
  public init(_ output: Output, areas: [Rect], size: Size? = nil) {
    self.output = output
    self.areas = areas
    self.size = size
  }

  /// Hands on the redacted frames.
  ///
  /// - Throws: `unsupported` for a device whose map from device units to points is unknown.
  public mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from id: DeviceID) throws(TraceError) {
    if copies.contains(id) { return }
    for frame in unsafe groups.take(events, from: id) { try take(frame, id) }
  }

  private mutating func take(_ frame: [EvdevEvent], _ id: DeviceID) throws(TraceError) {
    guard panels[id] != nil else {
      throw TraceError(
        .unsupported, file: "",
        message: "the recording does not tell how device \(id.rawValue) was mapped (give its layout): "
          + "nothing of it can be kept safely")
    }
    if let device = devices[id] { look(at: frame, of: device) }
    let redacted = panels[id]?.redact(frame) ?? []
    if !redacted.isEmpty { try output.take(redacted, from: id) }
  }

  /// Hands on the record; frames are redacted, states, rows of lists and ends of programs left out.
  public mutating func take(_ record: TraceRecord) throws(TraceError) {
    switch record {
    case .device(let device, _) where device.copyOf != nil: copies.insert(device.id)
    case .deviceRemoved(let id, _) where copies.contains(id): copies.remove(id)
    case .device(var device, let time):
      devices[device.id] = device
      panels[device.id] = panel(of: device, hasSlots: device.description?.contactProtocol == .slots)
      // The state has positions, which may be in an area.
      device.state = nil
      try output.take(.device(device, at: time))
    // The rows of a list may be as secret as the touches.
    case .state, .rows: break
    // The control that ran a program reveals the position of the touch.
    case .note(TraceRecord.programsRun, _): break
    case .note(let text, _) where TraceOutcome(note: text) != nil: break
    // The entry of a secret reveals it, too.
    case .note(TraceRecord.secretsCompared, _), .note(TraceRecord.debounced, _): break
    case .note(let text, _) where TraceVerdict(note: text) != nil: break
    case .deviceRemoved(let id, _):
      for frame in groups.takeRest(of: id) { try take(frame, id) }
      (panels[id], devices[id], contacts[id]) = (nil, nil, nil)
      try output.take(record)
    case .frame(var frame):
      redact(&frame)
      try output.take(.frame(frame))
    default: try output.take(record)
    }
  }

  private func panel(of device: TraceDevice, hasSlots: Bool) -> (any RedactingPanel)? {
    guard let transform = transform(of: device) else { return nil }
    if hasSlots { return RedactedPanel(areas, transform, device.state) }
    return RedactedList(areas, transform, device.description, device.state)
  }

  /// Replaces the redaction of a panel whose events show that it has slots, or lists contacts, against its description.
  private mutating func look(at frame: [EvdevEvent], of device: TraceDevice) {
    let hasSlots = panels[device.id] is RedactedPanel
    let isOther = frame.contains { event in
      hasSlots
        ? event.type == EvdevCode.synchronization && event.code == EvdevCode.contactReport
        : event.type == EvdevCode.absolute && event.code == EvdevCode.slot
    }
    guard isOther else { return }
    panels[device.id] = panel(of: device, hasSlots: !hasSlots)
    // The redaction is replaced once only, because each replacement forgets which contacts are hidden.
    devices[device.id] = nil
  }

  private func transform(of device: TraceDevice) -> AffineTransform? {
    if let transform = device.transform { return transform }
    guard let size, let unit = device.description?.normalization else { return nil }
    return unit.concatenating(AffineTransform(scaleX: size.width, y: size.height))
  }

  private mutating func redact(_ frame: inout TouchFrame) {
    var hidden = contacts[frame.device] ?? [:]
    for index in frame.contacts.indices {
      let contact = frame.contacts[index]
      if hidden[contact.trackingID] == nil, let area = areas.first(where: { $0.contains(contact.location) }) {
        hidden[contact.trackingID] = area.center
      }
      guard let center = hidden[contact.trackingID] else { continue }
      frame.contacts[index] = Contact(
        trackingID: contact.trackingID, slot: contact.slot, phase: contact.phase, location: center)
      if contact.phase == .ended || contact.phase == .cancelled { hidden[contact.trackingID] = nil }
    }
    contacts[frame.device] = hidden
  }

  /// Ends the recording.
  public mutating func finish() throws(TraceError) {
    for (id, frame) in groups.takeRest() { try take(frame, id) }
    try output.finish()
  }
}
