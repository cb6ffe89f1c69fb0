public import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// A panel with fingers on it that is taken over once they are up, because its node may not be written.
final class WaitingPanel {
  let node: EvdevNode
  /// The node's device number.
  let number: dev_t
  private let description: EvdevDescription

  init(_ node: consuming EvdevNode, _ number: dev_t, _ description: EvdevDescription) {
    self.node = node
    self.number = number
    self.description = description
  }

  /// Reads what waits; whether no finger is on the panel now, or the panel is gone.
  func isOver() -> Bool {
    node.drain()
    return node.isHungUp || !node.state(of: description).hasContacts(description)
  }
}

extension EvdevSource {
  /// Gives a panel back that was taken over, as after its copy has failed: others hear its touches again, and it is read on.
  ///
  /// Its contacts are cancelled. `Options.closing` is not called. Nothing happens to other panels.
  public func giveBack(_ id: DeviceID) {
    guard let panel = panels.first(where: { $0.device.id == id && $0.isTakenOver }) else { return }
    panel.cancelAll { queue.append(copying: $0) }
    handBack(panel)
  }

  /// Ends the grab, and brings the panel's other readers up to date.
  func handBack(_ panel: EvdevPanel) {
    panel.isTakenOver = false
    panel.node.handBack(panel.description)
  }

  /// Reads a panel without yielding anything until its fingers are up.
  func wait(for panel: WaitingPanel) throws(InputError) {
    let descriptor = panel.node.rawValue
    try discovery.watch(descriptor, WakeToken.waiting(descriptor))
    waiting.append(panel)
  }

  /// Opens the panel of a token if its fingers are up.
  func serveWaiting(_ token: UInt64) {
    guard let panel = waiting.first(where: { WakeToken.waiting($0.node.rawValue) == token }), panel.isOver() else { return }
    discovery.epoll.remove(panel.node.rawValue)
    waiting.removeAll { $0 === panel }
    tryOpening(panel.node.path, .final)
  }

  /// Forgets the panels that are waited for; they are looked for when the source is resumed.
  func stopWaiting() {
    for panel in waiting { discovery.epoll.remove(panel.node.rawValue) }
    waiting = []
  }
}
