import ContactorCore

/// Which panels are to be looked at, and when: each as it comes, and again whenever it has sent nothing for a time.
///
/// Times are the host's and those of events, in the same clock. A panel with a contact down sends what it has to, so that nobody holds it;
/// it is not looked at.
///
/// | event | what follows |
/// | --- | --- |
/// | a panel comes | it is due at once |
/// | a frame | it is due one period later; an answer that is under way is void |
/// | it is due, with a contact down | it is due one period later |
/// | it is due, with none | it is asked about |
/// | the answer | it is due one period later |
struct GrabSchedule {
  private struct Panel {
    let id: DeviceID
    let node: String
    let name: String
    var due: Timestamp
    var down = 0
    /// Whether an answer is under way, and whether a frame has come since.
    var isAsked = false
    var isVoid = false
  }

  /// A panel that is to be looked at.
  struct Look: Hashable {
    let panel: DeviceID
    let node: String
  }

  /// For how long a panel must have sent nothing.
  let period: Duration
  private var panels: [Panel] = []

  init(period: Duration) { self.period = period }

  /// When something is due next; `nil` for never.
  ///
  /// It may be too early, but never too late.
  var deadline: Timestamp? { panels.lazy.filter { !$0.isAsked }.map(\.due).min() }

  /// Takes a panel that came.
  mutating func add(_ device: TouchDevice, at time: Timestamp) {
    remove(device.id)
    panels.append(Panel(id: device.id, node: device.node, name: device.shortName, due: time))
  }

  /// Forgets a panel that went.
  mutating func remove(_ id: DeviceID) { panels.removeAll { $0.id == id } }

  /// Takes a frame that a panel has sent.
  mutating func take(_ frame: TouchFrame) {
    guard let index = panels.firstIndex(where: { $0.id == frame.device }) else { return }
    for contact in frame.contacts {
      switch contact.phase {
      case .began: panels[index].down += 1
      case .ended, .cancelled: panels[index].down = max(0, panels[index].down - 1)
      case .moved, .stationary: break
      }
    }
    panels[index].due = max(panels[index].due, frame.timestamp + period)
    panels[index].isVoid = panels[index].isAsked
  }

  /// Takes the panels that are due.
  mutating func takeDue(at time: Timestamp) -> [Look] {
    var looks: [Look] = []
    for index in panels.indices where panels[index].due <= time && !panels[index].isAsked {
      panels[index].due = time + period
      guard panels[index].down == 0 else { continue }
      (panels[index].isAsked, panels[index].isVoid) = (true, false)
      looks.append(Look(panel: panels[index].id, node: panels[index].node))
    }
    return looks
  }

  /// Notes that a look has ended.
  ///
  /// - Returns: the panel's short name; `nil` where the panel is gone, or has sent something meanwhile.
  mutating func answer(_ id: DeviceID, at time: Timestamp) -> String? {
    guard let index = panels.firstIndex(where: { $0.id == id }), panels[index].isAsked else { return nil }
    panels[index].isAsked = false
    panels[index].due = max(panels[index].due, time + period)
    return panels[index].isVoid ? nil : panels[index].name
  }
}
