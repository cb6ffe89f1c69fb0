internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// Shows a tap the events of a panel that libinput reads.
///
/// libinput hides the events, and what it makes of them cannot be turned back; so the node is opened once more, and the
/// kernel puts every event into both queues. This one is read whenever libinput's has been, so it needs no wake-up of
/// its own. While libinput's descriptor has grabbed the panel, this one is silent.
final class EventView {
  private let node: EvdevNode
  /// What the panel says of itself.
  let description: EvdevDescription
  /// What the panel was when the view was opened.
  let state: EvdevState
  private var hasLoss = false

  /// Opens the node; before libinput does, so that no event falls in between.
  convenience init?(path: String) {
    guard let node = try? EvdevNode(path), let kernel = try? LibevdevDevice(node.rawValue, node: path) else {
      return nil
    }
    let description = kernel.description
    let state = node.state(of: description)
    self.init(node, description, state)
  }

  /// Takes over a descriptor; for tests, any.
  init(_ node: consuming EvdevNode, _ description: EvdevDescription, _ state: EvdevState) {
    self.description = description
    self.state = state
    self.node = node
  }

  /// Hands on what has come.
  func read(into buffer: UnsafeMutableRawBufferPointer, of device: DeviceID, _ tap: any EventTap) {
    while true {
      let size = unsafe node.read(into: buffer)
      if size < 0, errno == EINTR { continue }
      // What is wrong with the panel, libinput tells.
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
