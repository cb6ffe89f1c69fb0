internal import ContactorCore
import ContactorEvdev

/// One device of a recording that `TracePlayer` plays.
final class PlayedPanel {
  private(set) var device: TraceDevice
  private var decoder: EvdevDecoder?
  /// The contacts that are down, for a device whose frames were recorded.
  private var down: [Contact] = []

  init(_ device: TraceDevice, mapping: AffineTransform) {
    self.device = device
    guard !device.hasFrames, let description = device.description else { return }
    decoder = EvdevDecoder(
      description, device: device.id, transform: mapping, state: device.state,
      lossPolicy: device.state == nil ? .cancelContacts : .askForState)
  }

  /// The map from device units to points; nothing for a device whose frames were recorded.
  var transform: AffineTransform {
    get { decoder?.transform ?? .identity }
    set { decoder?.transform = newValue }
  }

  /// Whether frames are decoded from raw events.
  var decodes: Bool { decoder != nil }

  /// Whether a description describes the same device as before.
  func continues(_ other: TraceDevice) -> Bool {
    other.device == device.device && other.description == device.description && other.hasFrames == device.hasFrames
  }

  /// Takes a repeated description; contacts that its state lacks are cancelled.
  func update(_ other: TraceDevice, at time: Timestamp, _ yield: (InputEvent) -> Void) {
    device = other
    guard let ids = other.state?.slots[EvdevCode.trackingID] else { return }
    let gone = down.filter { $0.trackingID >= 0 && !ids.contains($0.trackingID) && $0.slot < ids.count }
    cancel(gone, at: time, yield)
  }

  /// Decodes events.
  func take(_ events: UnsafeBufferPointer<EvdevEvent>, _ yield: (InputEvent) -> Void) {
    unsafe decoder?.decode(UnsafeRawBufferPointer(events)) { yield(.frame($0)) }
    handOutAnomalies(yield)
  }

  /// Resumes decoding after a loss of events.
  func resynchronize(with state: EvdevState, at time: Timestamp, _ yield: (InputEvent) -> Void) {
    guard decoder?.needsState == true else { return }
    decoder?.resynchronize(with: state, at: time) { yield(.frame($0)) }
    handOutAnomalies(yield)
  }

  /// Cancels all contacts.
  func cancelAll(at time: Timestamp, _ yield: (InputEvent) -> Void) {
    decoder?.cancelAll(at: time) { yield(.frame($0)) }
    cancel(down, at: time, yield)
  }

  private func cancel(_ contacts: [Contact], at time: Timestamp, _ yield: (InputEvent) -> Void) {
    guard !contacts.isEmpty else { return }
    var contacts = contacts
    for index in contacts.indices { contacts[index].phase = .cancelled }
    down.removeAll { contact in contacts.contains { $0.trackingID == contact.trackingID } }
    yield(.frame(TouchFrame(device: device.id, timestamp: time, contacts: contacts)))
  }

  private func handOutAnomalies(_ yield: (InputEvent) -> Void) {
    guard decoder?.anomalies.isEmpty == false else { return }
    for anomaly in decoder?.takeAnomalies() ?? [] { yield(.anomaly(anomaly)) }
  }

  /// Adapts a recorded frame for the engine; returns `nil` if no contact remains.
  ///
  /// A contact that was down before the recording, or its readable part, begins at its first frame with a place. One that begins without
  /// a place was recorded in secret (contract 14.1): the engine counts it, so that the touches after it have the numbers they had.
  func admit(_ frame: TouchFrame) -> TouchFrame? {
    guard !isPlain(frame) else {
      for contact in frame.contacts { note(contact) }
      return frame
    }
    var admitted = frame
    admitted.contacts = []
    for var contact in frame.contacts {
      let isKnown = down.contains { $0.trackingID == contact.trackingID }
      guard isKnown || contact.phase == .began || contact.location.isFinite else { continue }
      switch contact.phase {
      case .moved, .stationary:
        if !isKnown { contact.phase = .began }
      case .ended, .cancelled:
        if !isKnown { continue }
      case .began: break
      }
      note(contact)
      admitted.contacts.append(contact)
    }
    return admitted.contacts.isEmpty && !frame.contacts.isEmpty ? nil : admitted
  }

  /// Whether the frame needs no adaptation: each contact begins or is down.
  private func isPlain(_ frame: TouchFrame) -> Bool {
    frame.contacts.allSatisfy { contact in contact.phase == .began || down.contains { $0.trackingID == contact.trackingID } }
  }

  private func note(_ contact: Contact) {
    let place = down.firstIndex { $0.trackingID == contact.trackingID }
    switch contact.phase {
    case .ended, .cancelled: if let place { down.remove(at: place) }
    default: if let place { down[place] = contact } else { down.append(contact) }
    }
  }
}
