import ContactorCore

/// Keeps the contacts of panels that a layout does not use away from the engine.
///
/// A layout that comes later may use the panel: the fingers that are down then are kept away until they are lifted, for
/// the engine has not seen them begin.
struct IgnoredPanels {
  private struct Key: Hashable {
    let device: DeviceID
    let trackingID: Int32
  }

  private var panels: Set<DeviceID> = []
  private var down: Set<Key> = []

  /// Ignores a panel, or no longer.
  mutating func set(_ device: DeviceID, isIgnored: Bool) {
    if isIgnored { panels.insert(device) } else { panels.remove(device) }
  }

  /// Forgets a panel that is gone.
  mutating func remove(_ device: DeviceID) {
    panels.remove(device)
    if !down.isEmpty { down = down.filter { $0.device != device } }
  }

  /// What of a frame the engine gets; `nil` for nothing.
  mutating func admit(_ frame: TouchFrame) -> TouchFrame? {
    if panels.isEmpty, down.isEmpty { return frame }
    let isIgnored = panels.contains(frame.device)
    var rest = frame
    rest.contacts.removeAll { contact in
      let key = Key(device: frame.device, trackingID: contact.trackingID)
      switch contact.phase {
      case .began:
        if isIgnored { down.insert(key) } else { down.remove(key) }
        return isIgnored
      case .ended, .cancelled: return down.remove(key) != nil || isIgnored
      default: return isIgnored || down.contains(key)
      }
    }
    return rest.contacts.isEmpty ? nil : rest
  }
}
