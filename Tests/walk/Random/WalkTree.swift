import ContactorCore

/// The views of a random walk, in two windows, and what can be done to them.
final class WalkTree {
  private static let mostViews = 100

  private let windows = [
    Window(frame: Rect(x: 0, y: 0, width: 800, height: 480)),
    Window(frame: Rect(x: 0, y: 0, width: 800, height: 480)),
  ]
  /// Every view in the windows but these.
  private(set) var views: [View] = []

  /// Adds the windows; the second device touches the second one.
  func addWindows(to application: Application) {
    for window in windows {
      window.isMultipleTouchEnabled = true
      application.addWindow(window)
    }
    application.route(DeviceID(rawValue: 1), to: windows[0])
    application.route(DeviceID(rawValue: 2), to: windows[1])
  }

  /// One of the views; `nil` where there is none.
  func someView(_ random: Chance) -> View? {
    views.isEmpty ? nil : views[random.below(views.count)]
  }

  /// Adds a view somewhere, as long as there are not too many.
  func add(_ random: Chance, _ make: (Rect) -> View) {
    guard views.count < Self.mostViews else { return }
    let parent = someParent(random)
    let view = make(Self.frame(in: parent, random))
    views.append(view)
    parent.insertSubview(view, at: random.below(parent.subviews.count + 1))
  }

  /// Takes a view and all in it away.
  func removeSome(_ random: Chance) {
    guard let view = someView(random) else { return }
    views.removeAll { $0.isDescendant(of: view) }
    view.removeFromSuperview()
  }

  /// Takes every view away.
  func removeAll() {
    for view in views { view.removeFromSuperview() }
    views = []
  }

  /// Puts a view elsewhere, with all in it.
  func moveToOtherParent(_ random: Chance) {
    guard let view = someView(random) else { return }
    let parent = someParent(random)
    guard !parent.isDescendant(of: view) else { return }
    parent.insertSubview(view, at: random.below(parent.subviews.count + 1))
  }

  /// Changes a property of a view.
  func changeSome(_ random: Chance) {
    guard let view = someView(random) else { return }
    switch random.below(10) {
    case 0: view.isHidden = !view.isHidden && random.once(in: 4)
    case 1: view.isMultipleTouchEnabled.toggle()
    case 2: view.isExclusiveTouch = !view.isExclusiveTouch && random.once(in: 2)
    case 3: view.isUserInteractionEnabled = !view.isUserInteractionEnabled || !random.once(in: 4)
    case 4: view.alpha = view.alpha == 1 && random.once(in: 4) ? 0 : 1
    case 5: view.transform = Self.transform(random)
    case 6: view.bounds.origin = Point(x: random.number(-30, 30), y: random.number(-30, 30))
    case 7: view.center.x += random.number(-50, 50)
    case 8: (view as? Control)?.isEnabled = !random.once(in: 4)
    default:
      guard let parent = view.superview else { return }
      view.frame = Self.frame(in: parent, random)
    }
  }

  private func someParent(_ random: Chance) -> View {
    let window = windows[random.below(2)]
    return random.once(in: 2) ? window : someView(random) ?? window
  }

  private static func frame(in parent: View, _ random: Chance) -> Rect {
    let size = parent.bounds.size
    let (width, height) = (random.number(10, max(20, size.width)), random.number(10, max(20, size.height)))
    return Rect(
      x: random.number(-20, max(0, size.width - width)), y: random.number(-20, max(0, size.height - height)),
      width: width, height: height)
  }

  private static func transform(_ random: Chance) -> AffineTransform {
    switch random.below(4) {
    case 0: .identity
    case 1: AffineTransform(scaleX: random.number(0.5, 2), y: random.number(0.5, 2))
    case 2: AffineTransform(cosine: 0.8, sine: random.once(in: 2) ? 0.6 : -0.6)
    default: AffineTransform(scaleX: 0, y: 1)
    }
  }
}
