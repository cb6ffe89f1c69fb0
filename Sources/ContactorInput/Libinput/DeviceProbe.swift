internal import CContactor
internal import ContactorCore
internal import ContactorEvdev
internal import Glibc

/// A panel seen past libinput, as it is opened: its axes, and the contacts that are down already.
final class DeviceProbe {
  private let description: EvdevDescription
  private var node: EvdevNode?
  private let state: EvdevState

  /// Opens the node a second time; `nil` if that fails, which libinput will tell of.
  init?(node path: String) {
    guard let node = try? EvdevNode(path), let kernel = try? LibevdevDevice(node.rawValue, node: path) else {
      return nil
    }
    description = kernel.description
    state = node.state(of: description)
    self.node = consume node
  }

  /// Whether another program holds the panel for itself; asked before the node is handed on.
  var isGrabbed: Bool { node?.isGrabbed ?? false }

  /// The axes that libinput hides, asked for on its own descriptor; `nil` for a panel without slots.
  func axes(of descriptor: Int32, calibration: AffineTransform) -> SlotAxes? {
    unsafe SlotAxes(description, calibration: calibration) { axis, values in
      unsafe cct_slot_values(descriptor, UInt32(axis), values.baseAddress, UInt32(values.count)) == 0
    }
  }

  /// The contacts that came down before a moment and that libinput does not know; `nil` if there are none.
  func earlyContacts(
    of device: TouchDevice, calibration: AffineTransform, pipeline: PositionPipeline, until deadline: Timestamp
  ) -> MissedContacts? {
    // Panels that list contacts list those too, in each frame.
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

  /// The contact that comes next in a slot where libinput saw a palm; `nil` for a panel that reports no palms.
  func contactAfterPalm(
    in slot: Int32, of device: TouchDevice, calibration: AffineTransform, pipeline: PositionPipeline
  ) -> MissedContacts? {
    guard description.axes[EvdevCode.toolType] != nil, let node = node.take() else { return nil }
    let panel = EvdevPanel(
      device: device, number: 0, node: node, description: description, state: state, calibration: calibration,
      pipeline: pipeline)
    let contacts = MissedContacts(panel, ids: [], until: Timestamp(microseconds: .min))
    contacts.expectContact(in: slot)
    return contacts
  }

  private var idsDown: Set<Int32> {
    // A single-touch panel's contact gets the decoder's first number.
    if description.contactProtocol == .single { return state.keys.isEmpty ? [] : [0] }
    return Set((state.slots[EvdevCode.trackingID] ?? []).filter { $0 >= 0 })
  }
}
