extension Application {
  /// The windows, back to front.
  public var windows: ContiguousArray<Window> { windowList }

  /// Adds a window in front of the others; the first window becomes the key window.
  ///
  /// A window that is in this application already comes to the front and nothing else changes.
  public func addWindow(_ window: Window) {
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
    if keyWindow == nil { keyWindow = window }
    window.didMoveToApplication()
  }

  /// Removes a window; touches in it are cancelled.
  public func removeWindow(_ window: Window) {
    // A window that is closed again while its touches are being cancelled is being removed already.
    guard window.ownerLink.leads(to: self), !window.isLeaving else { return }
    window.isLeaving = true
    defer { window.isLeaving = false }
    // The objects notified of the cancellation may have handled frames in which other touches begin there.
    for _ in 0..<8 {
      revokeTouches(isLast: true) { $0.window === window }
      guard event.touches.contains(where: { $0.window === window && $0.isDown && !$0.isRevoked }) else { break }
    }
    guard window.ownerLink.leads(to: self), let index = windowList.firstIndex(where: { $0 === window }) else { return }
    let (oldRoutes, oldPresented) = (routes, presented)
    routes = oldRoutes.filter { $0.value !== window }
    presented = oldPresented.filter { $0 !== window }
    let removed = windowList.remove(at: index)
    if modalWindow === window { modalWindow = presented.last }
    if mainWindow === window { mainWindow = nil }
    if keyWindow === window { keyWindow = windowList.last { $0 === window.presentingWindow } ?? windowList.last }
    // The observers of these changes may have added the window again.
    if !windowList.contains(where: { $0 === window }), window.ownerLink.leads(to: self) {
      window.owner = nil
      window.didMoveToApplication()
    }
    withExtendedLifetime((oldRoutes, oldPresented, removed)) {}
    guard window.ownerLink.isEmpty else { return }
    // What lies over the window goes with it.
    let windows = presented
    for other in windows where other.presentingWindow === window { removeWindow(other) }
  }

  /// Shows a window in front of all others, which get no new touches until it is dismissed (contract 3.6).
  ///
  /// The window becomes the key window. Its `touchBeganOutside(_:with:)` is called for touches elsewhere.
  public func present(_ window: Window) {
    present(window, makesKey: true)
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
    present(window, makesKey: makesKey)
    return window.ownerLink.leads(to: self)
  }

  private func present(_ window: Window, makesKey: Bool) {
    addWindow(window)
    guard window.ownerLink.leads(to: self) else { return }
    let old = presented
    presented = old.filter { $0 !== window } + [window]
    modalWindow = window
    if makesKey { keyWindow = window }
    withExtendedLifetime(old) {}
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

  /// The window that a device is mapped to; `nil` if it is mapped to none.
  final func route(of device: DeviceID) -> Window? {
    guard !routes.isEmpty, let window = routes[device] else { return nil }
    guard let modal = shownModalWindow, modal !== window, modal.covers(window) else { return window }
    return modal
  }

  // MARK: The first responder

  /// Lays a view out again whenever the first responder of a window changes, or the key window: for a keyboard on the screen.
  ///
  /// The change itself calls no object, as it may be made in the middle of another; the view follows by the end of the frame. The view
  /// is held weakly.
  package final func layOutWithFirstResponder(_ view: View) {
    firstResponderFollowers.removeAll { $0.object == nil || $0.refers(to: view) }
    firstResponderFollowers.append(Weak(view))
  }

  /// Requests the layout of the views that follow the first responder.
  final func firstResponderChanged() {
    for follower in firstResponderFollowers { follower.object?.setNeedsLayout() }
  }

  // MARK: Destinations of contacts

  /// The destination of a new touch: its device's window, else the front-most window that it hits, else the key window; and the view
  /// that it hits there (contract 3.6).
  final func destination(of contact: Contact, _ device: DeviceID) -> Touch.Destination {
    if isLayoutDue { layOut() }
    if let window = route(of: device) { return destination(in: window, contact.location, isRouted: true) }
    let windows = self.windows
    if windows.count == 1 { return destination(in: windows[0], contact.location, isRouted: false) }
    for window in windows.reversed() {
      let found = destination(in: window, contact.location, isRouted: false)
      if found.view != nil || found.isOutside { return found }
    }
    if shownModalWindow != nil { return .outside(keyWindow) }
    guard let keyWindow else { return Touch.Destination(window: nil, view: nil, isRouted: false) }
    return Touch.Destination(window: keyWindow, view: nil, isRouted: false)
  }

  /// The modal window, if it belongs to this application.
  final var shownModalWindow: Window? {
    guard let modalWindow, modalWindow.ownerLink.leads(to: self) else { return nil }
    return modalWindow
  }

  private func destination(in window: Window, _ location: Point, isRouted: Bool) -> Touch.Destination {
    let point = isRouted ? location : window.convertFromScreen(location)
    let view = window.hitTest(point, with: event)
    if let modal = shownModalWindow, modal !== window, view != nil || isRouted { return .outside(window) }
    return Touch.Destination(window: window, view: view, isRouted: isRouted)
  }
}

extension Window {
  /// A point of the screen in the window's space.
  @inline(__always) final func convertFromScreen(_ point: Point) -> Point {
    convertFromSuperview(point) ?? bounds.center
  }
}
