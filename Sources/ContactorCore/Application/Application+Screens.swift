/// Screens: windows that block each other while one of them is modal (contract 3.6).
///
/// A window that a device is routed to, and the windows presented over it, are a screen. All other windows are one screen together.
extension Application {
  /// The window at the bottom of a stack of presented windows.
  final func root(of window: Window) -> Window {
    var current = window
    // Windows that cover each other in a circle have no bottom.
    for _ in windowList.indices {
      guard let below = current.windowBelow, below.ownerLink.leads(to: self) else { return current }
      if current.presentingWindow == nil, routes.values.contains(where: { $0 === current }) { return current }
      current = below
    }
    return current
  }

  /// The bottom window of a window's screen; `nil` for the screen of the windows without a device.
  private func screen(of window: Window) -> Window? {
    let root = root(of: window)
    return routes.values.contains { $0 === root || self.root(of: $0) === root } ? root : nil
  }

  /// Whether two windows belong to the same screen.
  ///
  /// O(1) without routed devices, else O(devices · presented windows).
  package final func sharesScreen(_ window: Window, _ other: Window) -> Bool {
    routes.isEmpty || window === other || screen(of: window) === screen(of: other)
  }

  /// The modal window that is in front of the others, if it belongs to this application: a hidden one is not modal.
  final var shownModalWindow: Window? {
    guard let modalWindow, modalWindow.ownerLink.leads(to: self) else { return nil }
    return modalWindow.isHidden ? presented.last { !$0.isHidden } : modalWindow
  }

  /// The window that gets all new touches of a window's screen; `nil` if there is none.
  package final func modalWindow(onScreenOf window: Window) -> Window? {
    guard let modal = shownModalWindow else { return nil }
    if sharesScreen(modal, window) { return modal }
    return presented.last { !$0.isHidden && sharesScreen($0, window) }
  }

  /// The window that gets the keys of a keyboard of the machine: the key window, or the modal one of its screen.
  package final var windowForKeys: Window? {
    guard let keyWindow else { return shownModalWindow }
    return modalWindow(onScreenOf: keyWindow) ?? keyWindow
  }

  /// The window whose first responder an action without a target reaches first: the key window, if the sender is on its screen.
  final func firstWindow(for sender: AnyObject?) -> Window? {
    guard windowList.count > 1 else { return keyWindow }
    if let server = sender as? any WindowServing { return server.servedWindow }
    guard !routes.isEmpty, let keyWindow, let responder = sender as? Responder,
      let window = (responder.first { $0 is View } as? View)?.window, !sharesScreen(window, keyWindow)
    else { return keyWindow }
    return modalWindow(onScreenOf: window) ?? window
  }

  // MARK: Destinations of contacts

  /// Whether a window was presented over another one, or over one that was: both have the same space.
  final func covers(_ window: Window, _ other: Window) -> Bool {
    var current = window.presentingWindow
    for _ in windowList.indices {
      guard let covered = current else { return false }
      if covered === other { return true }
      current = covered.presentingWindow
    }
    return false
  }

  /// The destination of a new touch: its device's window, else the front-most window that it hits, else the key window; and the view
  /// that it hits there (contract 3.6).
  final func destination(of contact: Contact, _ device: DeviceID) -> Touch.Destination {
    if isLayoutDue { layOut() }
    if shownModalWindow != nil, let found = servingDestination(of: contact, device) { return found }
    if !routes.isEmpty, let panel = routes[device] { return destination(on: panel, contact.location) }
    let windows = self.windows
    if windows.count == 1, strayDevices.isEmpty { return destination(in: windows[0], contact.location, isRouted: false) }
    for window in windows.reversed() where reaches(window, device) {
      let found = destination(in: window, contact.location, isRouted: false)
      if found.view != nil || found.isOutside { return found }
    }
    return destinationBesideWindows(device)
  }

  /// Whether an unrouted device can touch a window: one whose own window was removed touches none of another device.
  private func reaches(_ window: Window, _ device: DeviceID) -> Bool {
    !strayDevices.contains(device) || screen(of: window) == nil
  }

  /// The destination of a touch of a device that is mapped to a window: that window, or the modal one of its screen.
  private func destination(on panel: Window, _ location: Point) -> Touch.Destination {
    guard let modal = modalWindow(onScreenOf: panel), modal !== panel else {
      return destination(in: panel, location, isRouted: true)
    }
    if sharesSpace(modal, panel) { return destination(in: modal, location, isRouted: true) }
    let view = modal.hitTest(modal.convert(location, from: panel), with: event)
    if view == nil { return .outside(panel, isRouted: true) }
    return Touch.Destination(window: modal, view: view, isRouted: false, isFromPanel: true)
  }

  /// Whether the positions of a device that is mapped to a window are in the other window's points, too.
  private func sharesSpace(_ window: Window, _ panel: Window) -> Bool { window === panel || covers(window, panel) }

  /// The destination of a touch that hits no window.
  private func destinationBesideWindows(_ device: DeviceID) -> Touch.Destination {
    if let front = shownModalWindow {
      if routes.isEmpty { return .outside(keyWindow) }
      // The touch is on the screen of the windows without a device; another panel's menu does not hear of it.
      if let modal = screen(of: front) == nil ? front : presented.last(where: { screen(of: $0) == nil }) { return .outside(modal) }
    }
    let window = keyWindow.flatMap { reaches($0, device) ? $0 : nil }
    return Touch.Destination(window: window, view: nil, isRouted: false)
  }

  private func destination(in window: Window, _ location: Point, isRouted: Bool) -> Touch.Destination {
    let point = isRouted ? location : window.convertFromScreen(location)
    let view = window.hitTest(point, with: event)
    if view != nil || isRouted, let modal = modalWindow(onScreenOf: window), modal !== window {
      return .outside(window, isRouted: isRouted)
    }
    return Touch.Destination(window: window, view: view, isRouted: isRouted)
  }

  // MARK: Views that serve a modal window

  /// The front-most window of a window's screen that has a view that serves the window: itself, if it has one.
  private func servingWindow(for window: Window) -> Window? {
    windowList.last { other in
      sharesScreen(other, window) && other.presentFollowers.contains { $0.serves(window) }
    }
  }

  /// The keyboard that a new touch hits while another window of its screen is modal and has a text for it.
  private func servingDestination(of contact: Contact, _ device: DeviceID) -> Touch.Destination? {
    let panel = routes.isEmpty ? nil : routes[device]
    for view in firstResponderFollowers where standsInFront(view) {
      guard let window = view.window, panel.map({ sharesScreen($0, window) }) ?? reaches(window, device) else { continue }
      let isRouted = panel.map { sharesSpace(window, $0) } ?? false
      let point = isRouted ? contact.location : window.convert(contact.location, from: panel)
      guard let hit = window.hitTest(point, with: event), hit.isDescendant(of: view) else { continue }
      return Touch.Destination(window: window, view: hit, isRouted: isRouted, isFromPanel: panel != nil && !isRouted)
    }
    return nil
  }

  /// The keyboards that stay touchable in front of modal windows, because a text there is being edited: a host that draws shows them
  /// above those windows (contract 3.6).
  ///
  /// Empty without a modal window that has a text for a keyboard.
  ///
  /// - Complexity: O(keyboards · windows).
  public var viewsInFront: [View] {
    guard shownModalWindow != nil else { return [] }
    return firstResponderFollowers.filter(standsInFront)
  }

  /// Whether a view gets touches in front of a modal window other than its own, which it serves.
  private func standsInFront(_ view: View) -> Bool {
    guard let window = view.window, let modal = modalWindow(onScreenOf: window), modal !== window else { return false }
    return view.serves(modal) && servingWindow(for: modal) === window
  }

  /// The rectangles, in a window's space, of the views that serve the window while it is modal.
  package final func framesOfServingViews(for window: Window) -> ContiguousArray<Rect> {
    guard let serving = servingWindow(for: window) else { return [] }
    var frames: ContiguousArray<Rect> = []
    for view in serving.presentFollowers where view.serves(window) {
      frames.append(convert(view.convert(view.bounds, to: serving), from: serving, to: window))
    }
    return frames
  }

  /// A rectangle of a window in the space of another one, which has the same space if it was presented over the first.
  package final func convert(_ frame: Rect, from window: Window, to other: Window) -> Rect {
    window === other || covers(other, window) ? frame : other.convertFromScreen(frame, of: window)
  }

  /// Calls `touchBeganOutside(_:with:)` of the modal windows for the touches that began outside of them in a delivery.
  final func announceOutsideTouches(of delivery: UInt64) {
    guard let front = shownModalWindow else { return }
    let touches = event.touches.filter { $0.isOutside && $0.changedIn == delivery && $0.phase == .began }
    guard !touches.isEmpty else { return }
    // All windows are found before the first one is called, which may dismiss itself.
    let modals = touches.map { touch in touch.window.map { modalWindow(onScreenOf: $0) } ?? front }
    for (touch, modal) in zip(touches, modals) { modal?.touchBeganOutside(touch, with: event) }
  }
}

/// A view that works for a window other than its own: a keyboard, which types into the modal window of its screen.
package protocol WindowServing: AnyObject {
  /// The window whose first responder the view works for; `nil` if there is none.
  var servedWindow: Window? { get }

  /// Whether the view is shown and can work for a window that is modal; it then gets touches, as the window does.
  func serves(_ window: Window) -> Bool
}

extension View {
  /// Whether the view serves a modal window.
  fileprivate func serves(_ window: Window) -> Bool { (self as? any WindowServing)?.serves(window) ?? false }
}

extension Window {
  /// A point of the screen in the window's space.
  @inline(__always) final func convertFromScreen(_ point: Point) -> Point {
    convertFromSuperview(point) ?? bounds.center
  }

  /// A point of another window, or of the screen for `nil`, in this window's space, by way of the screen.
  fileprivate final func convert(_ point: Point, from panel: Window?) -> Point {
    convertFromScreen(panel?.convertToSuperview(point) ?? point)
  }

  /// A point of the screen, or of the window that the device is mapped to, in this window's space.
  @inline(__always) final func convertReported(_ point: Point, by device: DeviceID, isFromPanel: Bool) -> Point {
    isFromPanel ? convert(point, from: owner?.routes[device]) : convertFromScreen(point)
  }

  /// A rectangle of another window in this window's space, by way of the screen.
  fileprivate final func convertFromScreen(_ frame: Rect, of other: Window) -> Rect {
    let first = convertFromScreen(other.convertToSuperview(frame.origin))
    let last = convertFromScreen(other.convertToSuperview(Point(x: frame.maxX, y: frame.maxY)))
    let (x, y) = (min(first.x, last.x), min(first.y, last.y))
    return Rect(x: x, y: y, width: abs(last.x - first.x), height: abs(last.y - first.y))
  }
}
