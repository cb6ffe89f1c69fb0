internal import ContactorCore
internal import ContactorEvdev
internal import Glibc

/// The contacts that libinput never tells of: those that were down before it opened a panel (contract 1.5), and the one
/// that comes next in a slot where a palm was (contract 1.6).
///
/// libinput 1.22 looks at a slot's tool type as the new contact's id comes in, while that of the palm before it is still
/// there, and overlooks the contact. The panel is read a second time, without libinput, until the last of them is
/// lifted.
final class MissedContacts {
  private let panel: EvdevPanel
  private var ids: Set<Int32>
  /// Where a palm was: what begins there next is ours.
  private var palmSlots: Set<Int32> = []
  /// Where one of ours is.
  private var ownSlots: [Int32: Int32] = [:]
  /// When libinput began to listen; what came down before is ours.
  private let deadline: Timestamp

  /// Takes over a panel that was opened before libinput's and the ids of contacts that were down then.
  init(_ panel: EvdevPanel, ids: Set<Int32>, until deadline: Timestamp) {
    self.panel = panel
    self.ids = ids
    self.deadline = deadline
  }

  /// The second descriptor.
  var fileDescriptor: Int32 { panel.node.rawValue }

  /// Whether none is left and none is waited for.
  var isEmpty: Bool { ids.isEmpty && palmSlots.isEmpty }

  /// Takes the contact that comes next in a slot where libinput saw a palm.
  func expectContact(in slot: Int32) { palmSlots.insert(slot) }

  /// Whether what libinput tells of a slot is about a contact of ours; one that it did notice first is its own.
  func claims(_ sample: TouchSample) -> Bool {
    switch sample.kind {
    case .down where ownSlots[sample.slot] == nil:
      palmSlots.remove(sample.slot)
      return false
    case .down, .motion, .up, .cancel: return ownSlots[sample.slot] != nil
    case .frame, .added, .removed, .other: return false
    }
  }

  /// Maps contacts anew, from their next change on.
  func setPipeline(_ pipeline: PositionPipeline) { panel.setPipeline(pipeline) }

  /// Reads what has come; the other contacts are left to libinput.
  func read(into buffer: UnsafeMutableRawBufferPointer, _ yield: (TouchFrame) -> Void) {
    let outcome = unsafe panel.read(into: buffer, { pass($0, yield) }, { _ in })
    if outcome != .done { cancelAll(yield) }
  }

  /// Cancels those that are left.
  func cancelAll(_ yield: (TouchFrame) -> Void) {
    panel.cancelAll { pass($0, yield) }
    ids = []
    palmSlots = []
    ownSlots = [:]
  }

  private func pass(_ frame: TouchFrame, _ yield: (TouchFrame) -> Void) {
    var contacts: [Contact] = []
    for contact in frame.contacts {
      if contact.phase == .began { take(contact, frame.timestamp) }
      guard ids.contains(contact.trackingID) else { continue }
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
    let isAfterPalm = contact.tool != .palm && palmSlots.remove(contact.slot) != nil
    guard isAfterPalm || time < deadline else { return }
    ids.insert(contact.trackingID)
    ownSlots[contact.slot] = contact.trackingID
  }
}
