extension Application {
  /// The windows, back to front.
  public var windows: ContiguousArray<Window> { windowList }

  /// Adds a window in front of the others; the first window becomes the key window.
  ///
  /// A window that is in this application already comes to the front and nothing else changes.
  public func addWindow(_ window: Window) {
    changing(window, isComing: true) { join(window) }
  }

  /// Makes a change of a window and the calls about the appearance of the controllers in it, before and after.
  private func changing<Result>(_ window: Window, isComing: Bool, _ change: () -> Result) -> Result {
    let announced = isComing && window.isHidden ? [] : window.announceAppearances(isComing)
    defer {
      for controller in announced { controller.settleAppearance() }
      window.settleAppearances()
    }
    return change()
  }

  private func join(_ window: Window) {
    if window.ownerLink.leads(to: self), let index = windowList.firstIndex(where: { $0 === window }) {
      let moved = windowList.remove(at: index)
      return windowList.append(moved)
    }
    if !window.ownerLink.leads(to: self) {
      window.owner?.removeWindow(window)
      guard window.ownerLink.isEmpty else { return }
    }
    windowList.append(window)
    window.owner = self
    // A dialog makes room for a keyboard that comes.
    if !window.presentFollowers.isEmpty { firstResponderChanged() }
    if keyWindow == nil { keyWindow = window }
    window.didMoveToApplication()
  }

  /// Removes a window; touches in it are cancelled.
  public func removeWindow(_ window: Window) {
    // A window that is closed again while its touches are being cancelled is being removed already.
    guard window.ownerLink.leads(to: self), !window.isLeaving else { return }
    changing(window, isComing: false) { leave(window) }
  }

  private func leave(_ window: Window) {
    guard window.ownerLink.leads(to: self), !window.isLeaving else { return }
    window.isLeaving = true
    defer { window.isLeaving = false }
    // The objects notified of the cancellation may have handled frames that begin other touches there.
    for _ in 0..<8 {
      revokeTouches(isLast: true) { $0.window === window }
      guard event.touches.contains(where: { $0.window === window && $0.isDown && !$0.isRevoked }) else { break }
    }
    guard window.ownerLink.leads(to: self), let index = windowList.firstIndex(where: { $0 === window }) else { return }
    let heir = keyWindow === window ? keyHeir(of: window) : nil
    let (oldRoutes, oldPresented) = (routes, presented)
    routes = oldRoutes.filter { $0.value !== window }
    presented = oldPresented.filter { $0 !== window }
    let removed = windowList.remove(at: index)
    if modalWindow === window { modalWindow = presented.last }
    if mainWindow === window { mainWindow = nil }
    if keyWindow === window { keyWindow = windowList.last { $0 === heir } ?? windowList.last }
    // The observers of these changes may have added the window again.
    if !windowList.contains(where: { $0 === window }), window.ownerLink.leads(to: self) {
      window.owner = nil
      window.didMoveToApplication()
    }
    withExtendedLifetime((oldRoutes, oldPresented, removed)) {}
    guard window.ownerLink.isEmpty else { return }
    // Windows presented over this one go with it.
    let windows = presented
    for other in windows where other.presentingWindow === window { removeWindow(other) }
    window.endPresentation()
  }

  /// Shows a window in front of all others; those of its screen get no new touches until it is dismissed (contract 3.6).
  ///
  /// The window becomes the key window. Its `touchBeganOutside(_:with:)` is called for touches elsewhere on its screen. It belongs to the
  /// screen of the window that was the key window, unless a device is routed to it.
  public func present(_ window: Window) {
    changing(window, isComing: true) { _ = join(window, makesKey: true) }
  }

  /// Shows a modal window that covers another one.
  ///
  /// The window takes the covered one's place, size and scale, and the touches of devices that are routed to it. It is removed together
  /// with the covered window.
  ///
  /// With `makesKey` the window becomes the key window. A modal window gets the keys in any case; one that is not the key window leaves
  /// the search for the targets of actions as it is, as a menu does.
  ///
  /// - Returns: false if the covered window is not in this application.
  @discardableResult
  public func present(_ window: Window, over covered: Window, makesKey: Bool = true) -> Bool {
    present(window, over: covered, for: nil, makesKey: makesKey)
  }

  /// Shows a modal window for a view of the covered window; it is removed, too, when the view leaves that window.
  package final func present(_ window: Window, over covered: Window, for view: View?, makesKey: Bool) -> Bool {
    guard covered !== window, covered.ownerLink.leads(to: self) else { return false }
    window.cover(covered, for: view)
    return changing(window, isComing: true) {
      // A controller that appears may have removed the window below.
      covered.ownerLink.leads(to: self) && join(window, makesKey: makesKey)
    }
  }

  /// Adds a window as a modal one; false if it is not in this application.
  private func join(_ window: Window, makesKey: Bool) -> Bool {
    join(window)
    guard window.ownerLink.leads(to: self) else { return false }
    if window.presentingWindow == nil { window.noteHost(keyWindow) }
    let old = presented
    presented = old.filter { $0 !== window } + [window]
    modalWindow = window
    if makesKey { keyWindow = window }
    withExtendedLifetime(old) {}
    return window.ownerLink.leads(to: self)
  }

  /// Removes a presented window, or, for `nil`, the one presented last; the window presented before it is modal again.
  ///
  /// Does nothing if the window is not presented.
  public func dismiss(_ window: Window? = nil) {
    guard let window = window ?? presented.last, presented.contains(where: { $0 === window }) else { return }
    removeWindow(window)
  }

  /// Removes the presented windows whose views have left the covered windows.
  final func removeWindowsOfLostViews() {
    guard !presented.isEmpty else { return }
    let windows = presented
    for window in windows where window.hasLostView { removeWindow(window) }
  }

  /// Maps a device to a window: its touches begin only there, in the window's points.
  ///
  /// `nil` removes the mapping. The window is retained until it is removed.
  public func route(_ device: DeviceID, to window: Window?) {
    let old = routes
    if let window { routes[device] = window } else { routes = old.filter { $0.key != device } }
    withExtendedLifetime(old) {}
  }

  // MARK: The first responder

  /// The views that are laid out again when the first responder changes, those of windows in the back first.
  final var firstResponderFollowers: [View] { windowList.flatMap(\.presentFollowers) }

  /// Requests the layout of the views that follow the first responder, as there is another one or it wants something else.
  package final func firstResponderChanged() {
    for follower in firstResponderFollowers { follower.setNeedsLayout() }
  }
}
