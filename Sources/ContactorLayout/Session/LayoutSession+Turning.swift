public import ContactorCore
internal import ContactorEvdev

/// Panels that are turned while the layout runs, because the screen was: `{rotate: 90}` and the host (contract 1.8).
extension LayoutSession {
  /// Turns the panels of a window for the host; the fingers that are on them are cancelled.
  ///
  /// The turn is an input, as touches are: logs and recordings have it, and a replay makes it again.
  ///
  /// ```swift
  /// session.turnPanels(by: 90, ofWindow: nil, at: MonotonicClock.now)  // the screen was turned clockwise
  /// ```
  ///
  /// - Parameters:
  ///   - degrees: degrees clockwise, beside the `rotation` of the layout: 0, 90, 180 or 270. Others change nothing.
  ///   - window: the window's name; `nil` for all windows.
  ///   - time: when the host was asked to; time passes to it first. `nil` for the engine's time.
  public func turnPanels(by degrees: Int, ofWindow window: String?, at time: Timestamp? = nil) {
    guard QuarterTurn(rawValue: degrees) != nil, isWindow(window) else { return }
    lanes.enter()
    if let time { meet(max(time, application.now)) }
    onTurned?(degrees, window, application.now)
    log.turned(degrees, window)
    turn(by: degrees, ofWindow: window)
    leaveLanes()
    log.flush()
  }

  /// Turns the panels of a window, or of all; nothing happens if they are turned so already.
  func turn(by degrees: Int, ofWindow window: String?) {
    let before = layout.turns
    for id in layout.windows.map(\.id) where window == nil || id == window { layout.turns[id] = degrees == 0 ? nil : degrees }
    guard layout.turns != before else { return }
    for panel in panels {
      guard let index = layout.windowIndex(for: panel), window == nil || layout.windows[index].id == window else { continue }
      application.cancelTouches(of: panel.id)
    }
    measure()
    refreshForwarding()
    turnNumber += 1
  }

  private func isWindow(_ name: String?) -> Bool { name == nil || layout.windows.contains { $0.id == name } }
}
