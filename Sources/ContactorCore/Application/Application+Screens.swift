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

  /// The window that a device is mapped to, or the modal window that covers it; `nil` if it is mapped to none.
  final func route(of device: DeviceID) -> Window? {
    guard !routes.isEmpty, let window = routes[device] else { return nil }
    guard let modal = modalWindow(onScreenOf: window), modal !== window, covers(modal, window) else { return window }
    return modal
  }

  /// Whether a window was presented over another one, or over one that was.
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
    if let window = route(of: device) { return destination(in: window, contact.location, isRouted: true) }
    let windows = self.windows
    if windows.count == 1 { return destination(in: windows[0], contact.location, isRouted: false) }
    for window in windows.reversed() {
      let found = destination(in: window, contact.location, isRouted: false)
      if found.view != nil || found.isOutside { return found }
    }
    return destinationBesideWindows()
  }

  /// The destination of a touch that hits no window.
  private func destinationBesideWindows() -> Touch.Destination {
    if let front = shownModalWindow {
      if routes.isEmpty { return .outside(keyWindow) }
      // The touch is on the screen of the windows without a device; another panel's menu does not hear of it.
      if let modal = screen(of: front) == nil ? front : presented.last(where: { screen(of: $0) == nil }) { return .outside(modal) }
    }
    guard let keyWindow else { return Touch.Destination(window: nil, view: nil, isRouted: false) }
    return Touch.Destination(window: keyWindow, view: nil, isRouted: false)
  }

  private func destination(in window: Window, _ location: Point, isRouted: Bool) -> Touch.Destination {
    let point = isRouted ? location : window.convertFromScreen(location)
    let view = window.hitTest(point, with: event)
    if view != nil || isRouted, let modal = modalWindow(onScreenOf: window), modal !== window { return .outside(window) }
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
    let routed = routes.isEmpty ? nil : routes[device]
    for view in firstResponderFollowers where standsInFront(view) {
      guard let window = view.window else { continue }
      if let routed, routed !== window, !covers(window, routed) { continue }
      let point = routed == nil ? window.convertFromScreen(contact.location) : contact.location
      guard let hit = window.hitTest(point, with: event), hit.isDescendant(of: view) else { continue }
      return Touch.Destination(window: window, view: hit, isRouted: routed != nil)
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

  /// A rectangle of another window in this window's space, by way of the screen.
  fileprivate final func convertFromScreen(_ frame: Rect, of other: Window) -> Rect {
    let first = convertFromScreen(other.convertToSuperview(frame.origin))
    let last = convertFromScreen(other.convertToSuperview(Point(x: frame.maxX, y: frame.maxY)))
    let (x, y) = (min(first.x, last.x), min(first.y, last.y))
    return Rect(x: x, y: y, width: abs(last.x - first.x), height: abs(last.y - first.y))
  }
}
