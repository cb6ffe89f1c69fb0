internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

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
