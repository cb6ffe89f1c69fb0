import ContactorControls
package import ContactorCore

extension Layout {
  /// The ids of the views whose touches are recorded without their places.
  package var secureIDs: Set<String> { Set(allViews.filter(\.isSecure).map(\.id)) }

  /// The ids of the secure views and of all views in them.
  package var secureScope: Set<String> { Set(allViews.filter(\.isSecure).flatMap(\.withSubviews).map(\.id)) }
}

/// Knows which views and touches are secure (contract 14.1): those that begin in a view with `secure: true`, or in one
/// inside it.
package struct SecureTouches {
  /// The ids of the views.
  private var views: Set<String> = []
  /// The numbers of the touches, of those that have ended too: a gesture may be recognized long after them.
  private var touches: Set<Int> = []
  private var greatest = 0
  /// How many numbers before the greatest are remembered; no gesture has that many touches.
  private static let memory = 4096

  /// - Parameter layout: `nil` if nothing is secure.
  package init(_ layout: Layout? = nil) { views = layout?.secureScope ?? [] }

  /// Takes another layout's views; touches that were secure stay so.
  mutating func show(_ layout: Layout) { views = layout.secureScope }

  /// Whether nothing is secure.
  package var isEmpty: Bool { views.isEmpty && touches.isEmpty }

  /// Whether a touch is secure; its number is remembered as it begins.
  package mutating func admit(_ touch: Touch) -> Bool {
    if touch.phase == .began, !views.isEmpty, let view = touch.view, contains(view) { add(touch.id) }
    return contains(touch.id)
  }

  /// Whether a view is secure: itself, or one that it is a part of, as a row is of a table and an open menu of its button.
  package func contains(_ view: View) -> Bool {
    var next: View? = view
    while let current = next {
      if covers(current) { return true }
      // A menu that is open is in a window of its own.
      next = (current as? MenuView)?.buttonOfMenu ?? current.superview
    }
    return false
  }

  /// Adds the number of a secure touch.
  mutating func add(_ id: TouchID) {
    touches.insert(id.rawValue)
    greatest = max(greatest, id.rawValue)
    if touches.count > Self.memory * 2 { touches = touches.filter { $0 > greatest - Self.memory } }
  }

  /// Whether a touch is secure.
  package func contains(_ id: TouchID) -> Bool { !touches.isEmpty && touches.contains(id.rawValue) }

  /// Whether one of the touches is secure.
  package func containsAny(_ ids: [TouchID]) -> Bool { !touches.isEmpty && ids.contains { touches.contains($0.rawValue) } }

  /// Whether a view is secure, by its id.
  package func covers(_ view: String) -> Bool { !views.isEmpty && views.contains(view) }

  /// Whether a view itself is secure; no window is, also not one that has a secure view's id as its name in the log.
  package func covers(_ view: View) -> Bool { !views.isEmpty && !(view is Window) && views.contains(view.identifier) }

  /// Whether a gesture is secure: it is a secure view's, or has a secure touch.
  package func covers(_ recognizer: GestureRecognizer) -> Bool {
    !isEmpty && (recognizer.view.map { covers($0) } ?? false || containsAny(recognizer.touchIDs))
  }
}

/// Contacts whose recording lacks their places; the engine never sees them.
struct PlacelessTouches {
  private struct Key: Hashable {
    let device: DeviceID
    let trackingID: Int32
  }

  private var numbers: [Key: TouchID] = [:]
  /// The largest number of contacts at a time, as a hostile recording may have any number.
  private static let limit = 1024

  var isEmpty: Bool { numbers.isEmpty }

  /// Notes a contact that began; `false` if there are too many.
  mutating func begin(_ id: TouchID, _ contact: Contact, of device: DeviceID) -> Bool {
    guard numbers.count < Self.limit else { return false }
    numbers[Key(device: device, trackingID: contact.trackingID)] = id
    return true
  }

  /// The number of a contact that goes on or ends; `nil` for any other.
  mutating func take(_ contact: Contact, of device: DeviceID) -> TouchID? {
    let key = Key(device: device, trackingID: contact.trackingID)
    guard contact.phase != .began, let id = numbers[key] else { return nil }
    if contact.phase == .ended || contact.phase == .cancelled { numbers[key] = nil }
    return id
  }

  /// Forgets the contacts of a panel that is gone.
  mutating func remove(_ device: DeviceID) { numbers = numbers.filter { $0.key.device != device } }

  /// The contacts that are down, as they are cancelled, by their panels.
  var cancelled: [DeviceID: [Contact]] {
    var contacts: [DeviceID: [Contact]] = [:]
    for key in numbers.keys.sorted(by: { $0.trackingID < $1.trackingID }) {
      contacts[key.device, default: []].append(
        Contact(trackingID: key.trackingID, slot: key.trackingID, phase: .cancelled, location: Point(x: .nan, y: .nan)))
    }
    return contacts
  }
}

extension MenuView {
  /// The view that opened the menu that this view shows.
  fileprivate var buttonOfMenu: View? {
    var outer = menu
    while let around = outer?.supermenu { outer = around }
    return outer?.view === self ? nil : outer?.view
  }
}

extension LayoutSession {
  /// Whether a control, or a touch on it, is secret; the log must have seen the touch.
  package func isSecure(_ control: Control, _ touch: Touch?) -> Bool { log.isSecure(control, touch) }

  /// Whether a touch that begins at a point of a panel's window is in one of these views, or in a view inside them.
  package func isSecure(_ point: Point, of panel: TouchDevice, _ ids: Set<String>) -> Bool {
    guard let index = layout.windowIndex(for: panel), index < application.windows.count else { return false }
    let window = application.windows[index]
    // An open menu covers its screen, and its items are the button's.
    if application.modalWindow(onScreenOf: window) != nil, ids.contains(where: { hasOpenMenu(inside: $0, in: window) }) { return true }
    var view: View? = window.hitTest(point, with: nil)
    while let present = view {
      if !(present is Window), ids.contains(present.identifier) { return true }
      view = present.superview
    }
    return false
  }

  private func hasOpenMenu(inside id: String, in window: Window) -> Bool {
    func hasOpenMenu(_ view: View) -> Bool { (view as? PopUpButton)?.menu.isOpen == true || view.subviews.contains(where: hasOpenMenu) }
    guard let view = responders[id] as? View, let other = view.window else { return false }
    return application.sharesScreen(other, window) && hasOpenMenu(view)
  }
}
