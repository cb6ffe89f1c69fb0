public import ContactorCore
public import ContactorEvdev

extension Layout {
  /// The index of the window that a panel feeds, by its `devices` entry, else 0; `nil` for a panel that is not used, or
  /// that waits to be paired.
  public func windowIndex(for panel: TouchDevice) -> Int? {
    guard let device = device(for: panel) else { return isUnpaired(panel) ? nil : 0 }
    if device.isIgnored { return nil }
    guard let name = device.window else { return 0 }
    return windows.firstIndex { $0.id == name } ?? 0
  }

  /// Whether a pointer with absolute places is used as a touchscreen: its entry has `as: touchscreen`.
  ///
  /// The mouse of a virtual machine is such a pointer, too: an entry without `match` takes that as well.
  public func usesPointer(_ panel: TouchDevice) -> Bool {
    guard let index = devices.firstIndex(for: panel) else { return false }
    return devices[index].usesPointers && !devices[index].isIgnored
  }

  /// The matches of the entries that use pointers; another list may use others.
  package var pointerMatches: [LayoutDeviceMatch] { devices.filter(\.usesPointers).map(\.match) }

  /// Whether a panel waits to be paired with its entry.
  public func isUnpaired(_ panel: TouchDevice) -> Bool { pairing[panel.id] == nil && !pairNames(for: panel).isEmpty }

  /// The `pair` of the entries that a panel can be paired with, in the order of the layout; empty if it needs no pair.
  public func pairNames(for panel: TouchDevice) -> [String] { devices.paired(with: panel).compactMap { devices[$0].pair } }

  /// The layout without what has happened since it was loaded: pairings and turns.
  package var asWritten: Layout {
    var layout = self
    (layout.pairing, layout.turns) = ([:], [:])
    return layout
  }

  /// The mapping of a panel's contacts to its window (contract 1.8).
  public func pipeline(for panel: TouchDevice) -> PositionPipeline {
    pipeline(device(for: panel), windows[windowIndex(for: panel) ?? 0])
  }

  /// The number of points in a millimetre of a window (contract 1.9).
  ///
  /// From the panels that feed it: the first whose size is known, from the panel or from its `devices` entry; else from
  /// the millimetres that the window states; else what the tuning assumes. Where the two directions differ, it is the
  /// mean.
  func pointsPerMillimetre(inWindow index: Int, panels: [TouchDevice], _ tuning: Tuning) -> Double {
    knownPointsPerMillimetre(inWindow: index, panels: panels) ?? tuning.pointsPerMillimetre
  }

  /// The number of points in a millimetre of a window, as far as the layout states it: panels may state another size.
  func statedPointsPerMillimetre(inWindow index: Int) -> Double {
    var tuning = Tuning()
    if let density = self.tuning.number("pointsPerMillimetre") { tuning.pointsPerMillimetre = density }
    return pointsPerMillimetre(inWindow: index, panels: [], tuning)
  }

  /// The number of points in a millimetre; `nil` where neither a panel nor the layout states millimetres.
  func knownPointsPerMillimetre(inWindow index: Int, panels: [TouchDevice]) -> Double? {
    let window = windows[index]
    for panel in panels where windowIndex(for: panel) == index {
      let entry = device(for: panel)
      if let size = panel.size ?? entry?.millimetres { return density(entry, window, size) }
    }
    // In a replay no panel is there, but the layout knows it.
    if panels.isEmpty {
      for entry in devices where !entry.isIgnored && (entry.window ?? windows[0].id) == window.id {
        if let size = entry.millimetres { return density(entry, window, size) }
      }
    }
    guard let size = window.screen.millimetres else { return nil }
    return (window.screen.size.width / size.width + window.screen.size.height / size.height) / 2
  }

  /// The mean length in points of a millimetre along the panel's two axes; so a rotation needs no case of its own.
  private func density(_ entry: LayoutDevice?, _ window: LayoutWindow, _ size: Size) -> Double {
    let map = pipeline(entry, window).transform
    let horizontal = (map.a * map.a + map.b * map.b).squareRoot() / size.width
    let vertical = (map.c * map.c + map.d * map.d).squareRoot() / size.height
    return (horizontal + vertical) / 2
  }

  private func pipeline(_ entry: LayoutDevice?, _ window: LayoutWindow) -> PositionPipeline {
    var calibration = AffineTransform.identity
    if let m = entry?.calibration, m.count == 6 {
      calibration = AffineTransform(matrix: m[0], m[1], m[2], m[3], m[4], m[5])
    }
    let degrees = ((entry?.rotation ?? 0) + (turns[window.id] ?? 0)) % 360
    return PositionPipeline(
      target: entry?.frame ?? Rect(origin: .zero, size: window.screen.size), calibration: calibration,
      rotation: QuarterTurn(rawValue: degrees) ?? .none)
  }
}

/// Keeps the contacts of panels that a layout does not use away from the engine.
///
/// A later layout may use the panel. Fingers that are down at that moment stay ignored until they are lifted, as the engine has
/// not seen their beginning.
struct IgnoredPanels {
  private struct Key: Hashable {
    let device: DeviceID
    let trackingID: Int32
  }

  private var panels: Set<DeviceID> = []
  private var down: Set<Key> = []

  /// Sets whether a panel is ignored.
  mutating func set(_ device: DeviceID, isIgnored: Bool) {
    if isIgnored { panels.insert(device) } else { panels.remove(device) }
  }

  /// Forgets a panel that is gone.
  mutating func remove(_ device: DeviceID) {
    panels.remove(device)
    if !down.isEmpty { down = down.filter { $0.device != device } }
  }

  /// The part of a frame that the engine gets; `nil` for none.
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
