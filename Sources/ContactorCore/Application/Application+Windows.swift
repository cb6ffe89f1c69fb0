extension Application {
  /// The windows, back to front.
  public var windows: ContiguousArray<Window> { windowList }

  /// Adds a window in front of the others; the first window becomes the key window.
  ///
  /// A window that is in this application already comes to the front and nothing else changes.
  public func addWindow(_ window: Window) {
    takeFromOther(window)
    changing(window, isComing: true) { join(window) }
  }

  /// Removes a window from another application, where its views disappear before they appear here.
  private func takeFromOther(_ window: Window) {
    if !window.ownerLink.leads(to: self) { window.owner?.removeWindow(window) }
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
    // A controller that appears may have added the window elsewhere.
    takeFromOther(window)
    guard window.ownerLink.isEmpty || window.ownerLink.leads(to: self) else { return }
    windowList.append(window)
    window.owner = self
    // A dialog makes room for a keyboard that comes.
    windowsChanged()
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
    defer {
      window.isLeaving = false
      windowsChanged()
    }
    // Windows presented over this one go with it, and before it: none of them becomes the key window on the way.
    removeWindows(over: window)
    revokeTouches(in: window)
    // The heir of the key window depends on its screen, which is known only now.
    settleKeyWindow()
    revokeTouches(in: window)
    guard window.ownerLink.leads(to: self), let index = windowList.firstIndex(where: { $0 === window }) else { return }
    let (oldRoutes, oldPresented) = (routes, presented)
    routes = oldRoutes.filter { $0.value !== window }
    if routes.count < oldRoutes.count { strayDevices.formUnion(oldRoutes.keys.filter { routes[$0] == nil }) }
    presented = oldPresented.filter { $0 !== window }
    let removed = windowList.remove(at: index)
    if modalWindow === window { modalWindow = presented.last }
    if mainWindow === window { mainWindow = nil }
    // The observers of these changes may have added the window again.
    if !windowList.contains(where: { $0 === window }), window.ownerLink.leads(to: self) {
      window.owner = nil
      window.unlinkPresenter()
      window.didMoveToApplication()
    }
    withExtendedLifetime((oldRoutes, oldPresented, removed)) {}
    guard window.ownerLink.isEmpty else { return }
    // An observer may have presented others meanwhile.
    removeWindows(over: window)
    window.endPresentation()
  }

  /// Cancels the touches of a window that leaves; whoever is notified may have handled frames that begin others there.
  private func revokeTouches(in window: Window) {
    for _ in 0..<8 {
      revokeTouches(isLast: true) { $0.window === window }
      guard event.touches.contains(where: { $0.window === window && $0.isDown && !$0.isRevoked }) else { break }
    }
  }

  private func removeWindows(over window: Window) {
    let windows = presented
    for other in windows where other.presentingWindow === window { removeWindow(other) }
  }

  /// Shows a window in front of all others; those of its screen get no new touches until it is dismissed (contract 3.6).
  ///
  /// The window becomes the key window, and the former one that again when it is dismissed. Its `touchBeganOutside(_:with:)` is called
  /// for touches elsewhere on its screen. It belongs to the screen of the window that was the key window, unless a device is routed to it:
  /// devices that are routed to that window touch this one at its place on the screen.
  public func present(_ window: Window) {
    takeFromOther(window)
    changing(window, isComing: true) { _ = join(window, makesKey: true) }
  }

  /// Shows a modal window that covers another one.
  ///
  /// The window takes the covered one's place, size and scale, and the touches of devices that are routed to it. It is removed together
  /// with the covered window.
  ///
  /// With `makesKey` the window becomes the key window, and the former one that again when it is dismissed. A modal window gets the keys of
  /// its screen in any case; without `makesKey` it leaves the key window, and the search for the targets of actions, as they are, as a
  /// menu does.
  ///
  /// - Returns: false if the covered window is not in this application.
  @discardableResult
  public func present(_ window: Window, over covered: Window, makesKey: Bool = true) -> Bool {
    present(window, over: covered, for: nil, makesKey: makesKey)
  }

  /// Shows a modal window for a view of the covered window; it is removed, too, when the view leaves that window.
  package final func present(_ window: Window, over covered: Window, for view: View?, makesKey: Bool) -> Bool {
    guard covered !== window, covered.ownerLink.leads(to: self) else { return false }
    takeFromOther(window)
    window.cover(covered, for: view)
    return changing(window, isComing: true) {
      // A controller that appears may have removed the window below.
      covered.ownerLink.leads(to: self) && join(window, makesKey: makesKey)
    }
  }

  /// Adds a window as a modal one; false if it is not in this application.
  private func join(_ window: Window, makesKey: Bool) -> Bool {
    window.leavesKey = !makesKey
    join(window)
    guard window.ownerLink.leads(to: self) else { return false }
    if window.presentingWindow == nil { window.noteHost(keyWindow.map(root)) }
    let old = presented
    presented = old.filter { $0 !== window } + [window]
    modalWindow = window
    if makesKey { keyWindow = window }
    windowsChanged()
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
  /// `nil` removes the mapping. The window is retained until it is removed. From then on the device touches no window of another device,
  /// until it is mapped again or its mapping is removed (contract 3.6).
  public func route(_ device: DeviceID, to window: Window?) {
    let old = routes
    if let window { routes[device] = window } else { routes = old.filter { $0.key != device } }
    strayDevices.remove(device)
    windowsChanged()
    withExtendedLifetime(old) {}
  }

  // MARK: The key window

  /// Makes a window the key window, or in its place the modal window that blocks it.
  ///
  /// A window that is hidden or being removed does not become it.
  final func makeKey(_ window: Window?) {
    guard let window else { return currentKeyWindow = nil }
    guard windowList.contains(where: { $0 === window }), !window.isLeaving else { return }
    window.leavesKey = false
    // A window that is hidden or blocked is the former key window when the present one goes.
    keyChanges += 1
    window.keyOrder = keyChanges
    if canBeKey(window) { currentKeyWindow = keyWindow(inPlaceOf: window) }
  }

  /// Has another window take the key window's place if that has gone, or is hidden or blocked, and lays out the keyboards.
  final func windowsChanged() {
    firstResponderChanged()
    settleKeyWindow()
  }

  /// Has another window take the key window's place if that has gone, or is hidden or blocked.
  final func settleKeyWindow() {
    let old = currentKeyWindow
    let new: Window?
    if let old, canBeKey(old), windowList.contains(where: { $0 === old }) {
      new = keyWindow(inPlaceOf: old)
    } else {
      new = keyHeir(of: old)
    }
    if new !== old { currentKeyWindow = new }
  }

  /// The presented window that blocks a window, or else the window itself: a menu blocks none.
  private func keyWindow(inPlaceOf window: Window) -> Window {
    presented.last { canBeKey($0) && sharesScreen($0, window) } ?? window
  }

  /// Whether a window can be the key window unless a presented one blocks it: it is shown, and stays.
  private func canBeKey(_ window: Window) -> Bool {
    guard !window.isHidden, !window.leavesKey, !window.isLeaving else { return false }
    return !windowList.contains { $0.isLeaving && covers(window, $0) }
  }

  /// The window that was the key window last, of those that can be it now; without any the front one, of the same screen if there is one.
  private func keyHeir(of old: Window?) -> Window? {
    let heirs = windowList.filter { canBeKey($0) && keyWindow(inPlaceOf: $0) === $0 }
    let former = heirs.max { $0.keyOrder < $1.keyOrder }
    if let former, former.keyOrder > 0 { return former }
    return heirs.last { window in old.map { sharesScreen(window, $0) } ?? true } ?? heirs.last
  }

  // MARK: The first responder

  /// The views that are laid out again when the first responder changes, those of windows in the back first.
  final var firstResponderFollowers: [View] { windowList.flatMap(\.presentFollowers) }

  /// Requests the layout of the views that follow the first responder, as there is another one or it wants something else.
  package final func firstResponderChanged() {
    for follower in firstResponderFollowers { follower.setNeedsLayout() }
  }
}
