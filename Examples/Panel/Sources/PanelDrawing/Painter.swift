internal import ContactorControls
public import ContactorCore

/// Keeps a picture of an application's windows: notes what changes, and draws that again and nothing else.
///
/// The engine tells each change of a view by `onChange` (contract 3.9). A change of what a view shows damages the view's own place; a change of
/// where a view is, or whether it is shown, damages the place where it was drawn, too, and those of its subviews. A view inside a list
/// damages the list, whose content moves as a whole. Windows come and go without a change of a view: `noteWindows()` looks for these.
public final class Painter {
  /// A window that is on the screen, and where its views were when they were last heard of.
  private final class Shown {
    let window: Window
    var places: [ObjectIdentifier: PixelRect] = [:]

    init(_ window: Window) {
      self.window = window
    }
  }

  /// The picture.
  public let canvas: Canvas
  /// What was changed since the last `paint()`.
  public private(set) var damage: Damage
  private let application: Application
  private let look: Look
  private var shown: ContiguousArray<Shown> = []

  /// The changes of what a view shows and not of where it is.
  private static let ofContent: View.Change = [.value, .state, .text, .selection]

  /// Creates a painter of the windows that there are, with the whole picture to be drawn.
  public init(_ application: Application, _ look: Look, on canvas: Canvas) {
    (self.application, self.look, self.canvas) = (application, look, canvas)
    damage = Damage(screen: canvas.bounds)
    noteWindows()
    damage.add(canvas.bounds)
  }

  deinit {
    for known in shown { known.window.onChange = nil }
  }

  // MARK: Changes

  /// Damages the places of windows that came or went since the last call; call it after each frame and advance.
  public func noteWindows() {
    let windows = application.windows
    var index = 0
    while index < shown.count {
      let known = shown[index]
      guard !windows.contains(where: { $0 === known.window }) else {
        index += 1
        continue
      }
      shown.remove(at: index)
      known.window.onChange = nil
      for place in known.places.values { damage.add(place) }
    }
    guard shown.count < windows.count else { return }
    for window in windows where !shown.contains(where: { $0.window === window }) {
      let entry = Shown(window)
      shown.append(entry)
      window.onChange = { [unowned self, unowned entry] view, change in note(change, of: view, in: entry) }
      for view in window.subviews { move(view, in: entry) }
    }
  }

  private func note(_ change: View.Change, of view: View, in entry: Shown) {
    if change.isSubset(of: Self.ofContent) {
      damage.add(place(of: view))
    } else if let list = scroller(around: view) {
      damage.add(place(of: list))
    } else if view === entry.window {
      for view in view.subviews { move(view, in: entry) }
    } else {
      move(view, in: entry)
    }
  }

  /// Damages where a view and its subviews were and are.
  private func move(_ view: View, in entry: Shown) {
    look.prepare(view)
    let place = place(of: view)
    let old = entry.places.updateValue(place, forKey: ObjectIdentifier(view))
    if let old { damage.add(old) }
    damage.add(place)
    if view is ScrollView { return }
    for view in view.subviews { move(view, in: entry) }
  }

  private func scroller(around view: View) -> ScrollView? {
    var parent = view.superview
    while let view = parent {
      if let scroller = view as? ScrollView { return scroller }
      parent = view.superview
    }
    return nil
  }

  // MARK: Places

  /// The pixels of a view on the screen, with what it draws beyond its bounds; `empty` for one that is hidden or scrolled away.
  func place(of view: View) -> PixelRect {
    var corner = Point.zero
    var clip = damage.screen
    var current = view
    while let parent = current.superview {
      if current.isHidden { return .empty }
      if let scroller = parent as? ScrollView { clip = clip.intersection(place(of: scroller)) }
      corner = corner + current.frame.origin - parent.bounds.origin
      current = parent
    }
    guard let window = current as? Window, !window.isHidden else { return .empty }
    return Self.pixels(of: view, at: corner + window.frame.origin).outset(by: look.outset(of: view)).intersection(clip)
  }

  /// The pixels of a view whose corner is at a point of the screen: the corner is moved to the nearest pixel.
  static func pixels(of view: View, at corner: Point) -> PixelRect {
    let size = PixelRect(covering: Rect(origin: .zero, size: view.bounds.size))
    return PixelRect(
      x: PixelRect.snapped(corner.x), y: PixelRect.snapped(corner.y), width: max(0, size.width), height: max(0, size.height))
  }

  // MARK: Drawing

  /// Draws what is damaged and calls the body with the rectangles, which are then whole again.
  ///
  /// The body copies them to a screen. Nothing happens without damage.
  public func paint(_ show: (Canvas, borrowing Damage) -> Void) {
    guard !damage.isEmpty else { return }
    for index in damage.rects.indices { draw(damage.rects[index], on: canvas) }
    show(canvas, damage)
    damage.removeAll()
  }

  /// Draws a rectangle of the screen, whether it is damaged or not.
  func draw(_ rect: PixelRect, on canvas: Canvas) {
    canvas.clip(to: rect)
    canvas.origin = .zero
    canvas.fill(Rect(x: Double(rect.left), y: Double(rect.top), width: Double(rect.width), height: Double(rect.height)), Palette.rail)
    for entry in shown { draw(entry.window.subviews, in: entry.window, at: entry.window.frame.origin, rect, canvas) }
  }

  /// Damages everything: after another program has drawn on the screen.
  public func damageAll() { damage.add(damage.screen) }

  private func draw(_ views: ContiguousArray<View>, in parent: View, at corner: Point, _ clip: PixelRect, _ canvas: Canvas) {
    for view in views where !view.isHidden {
      draw(view, at: corner + view.frame.origin - parent.bounds.origin, clip, canvas)
    }
  }

  private func draw(_ view: View, at corner: Point, _ clip: PixelRect, _ canvas: Canvas) {
    let place = Self.pixels(of: view, at: corner)
    let isSeen = place.outset(by: look.outset(of: view)).intersects(clip)
    if isSeen {
      canvas.origin = Point(x: Double(place.left), y: Double(place.top))
      look.draw(view, on: canvas)
    }
    // Subviews may lie outside of their view, unless it scrolls them.
    guard view is ScrollView else { return draw(view.subviews, in: view, at: corner, clip, canvas) }
    let inner = clip.intersection(place)
    guard !inner.isEmpty else { return }
    canvas.clip(to: inner)
    draw(view.subviews, in: view, at: corner, inner, canvas)
    canvas.origin = Point(x: Double(place.left), y: Double(place.top))
    look.drawOver(view, on: canvas)
    canvas.clip(to: clip)
  }
}
