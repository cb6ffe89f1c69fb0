import ContactorCore

/// Where items are, and which is nearest in a direction.
extension FocusOrder {
  /// The description that an item gives of itself.
  func content(of stop: FocusStop) -> Accessibility {
    guard let index = stop.element else { return stop.view.accessibility }
    return stop.view.accessibilityElement(at: index)?.content ?? Accessibility()
  }

  /// An item's rectangle in its view's own space.
  func frame(of stop: FocusStop) -> Rect {
    guard let index = stop.element else { return stop.view.bounds }
    return stop.view.accessibilityElement(at: index)?.frame ?? stop.view.bounds
  }

  /// An item's rectangle in a window's space; the item may be in another window of the screen, as keys in front of a dialog are.
  func frame(of stop: FocusStop, in window: Window?) -> Rect {
    let frame = stop.view.convert(frame(of: stop), to: nil)
    guard let window, let home = stop.view.window, home !== window else { return frame }
    return home.application?.convert(frame, from: home, to: window) ?? frame
  }

  /// How far from an element, in indices, its neighbour in a direction is looked for.
  ///
  /// 256: more than the columns of a grid on a screen.
  private static let reach = 256

  /// The nearest item in a direction: among the elements of the same view first; `nil` if there is none.
  func nearest(_ direction: FocusEngine.Direction, from stop: FocusStop, in area: FocusArea) -> FocusStop? {
    // From a control in a row's cell it goes as from the row.
    let stop = stop.element == nil ? element(around: stop.view) ?? stop : stop
    let start = frame(of: stop, in: area.window)
    let last = max(stop.view.accessibilityElementCount, 0) - 1
    if let element = stop.element, element <= last {
      var best = Best()
      for index in max(element - Self.reach, 0)...(element + min(last - element, Self.reach)) where index != element {
        let other = FocusStop(view: stop.view, element: index)
        guard isStop(other), content(of: other).isEnabled else { continue }
        best.offer(other, FocusDistance(direction, from: start, to: frame(of: other, in: area.window)))
      }
      if let found = best.stop { return found }
    }
    var best = Best()
    for view in area.roots.flatMap({ leaves(in: $0) }) where view !== stop.view {
      guard let other = element(of: view, nearestTo: start, in: area.window) else { continue }
      best.offer(other, FocusDistance(direction, from: start, to: frame(of: other, in: area.window)))
    }
    return best.stop
  }

  private struct Best {
    private(set) var stop: FocusStop?
    private var distance = Double.infinity

    mutating func offer(_ stop: FocusStop, _ distance: FocusDistance?) {
      guard let distance, distance.total < self.distance else { return }
      (self.stop, self.distance) = (stop, distance.total)
    }
  }

  /// The views at which, or at whose elements, the focus stops, in reading order; O(views · log views).
  private func leaves(in view: View) -> [View] {
    guard let first = first(in: view) else { return [] }
    let isStop = first.view === view
    if isStop, first.element != nil || !isAlwaysArea(view) { return [view] }
    return (isStop ? [view] : []) + inReadingOrder(view.subviews).flatMap { leaves(in: $0) }
  }

  /// The view's element nearest to a rectangle of a window, `nil` for its own, or the view itself if it has no elements.
  ///
  /// Of many elements the one at the same height is looked for by bisection: they follow each other downwards.
  func element(of view: View, nearestTo frame: Rect, in window: Window? = nil) -> FocusStop? {
    let count = view.accessibilityElementCount
    guard count > 0 else { return first(in: view) }
    var (low, high) = (0, count - 1)
    while high - low > Self.reach {
      let middle = low + (high - low) / 2
      if self.frame(of: FocusStop(view: view, element: middle), in: window).maxY < frame.minY { low = middle + 1 } else { high = middle }
    }
    var (best, least): (FocusStop?, Double) = (nil, .infinity)
    for index in low...(high + min(count - 1 - high, Self.reach)) {
      let stop = FocusStop(view: view, element: index)
      guard isStop(stop), content(of: stop).isEnabled else { continue }
      let distance = self.frame(of: stop, in: window).center.distance(to: frame.center)
      if distance < least { (best, least) = (stop, distance) }
    }
    return best ?? first(in: view)
  }
}

/// The distance of a rectangle in a direction; `nil` for a rectangle that lies in another direction.
struct FocusDistance {
  /// The way along the direction, and three times that across: what is straight ahead comes first.
  ///
  /// The factor is ours; CSS Spatial Navigation weighs what is aside likewise.
  let total: Double

  init?(_ direction: FocusEngine.Direction, from start: Rect, to end: Rect) {
    let (one, other) = (Self.turned(start, direction), Self.turned(end, direction))
    // Now the direction is to the right.
    let along = other.minX - one.maxX
    let across = max(other.minY - one.maxY, one.minY - other.maxY, 0)
    guard other.midX > one.midX, along >= -1 || across == 0 else { return nil }
    let total = max(along, 0) + 3 * across + 0.01 * one.center.distance(to: other.center)
    guard total.isFinite else { return nil }
    self.total = total
  }

  /// The rectangle turned so that the direction is to the right.
  private static func turned(_ rect: Rect, _ direction: FocusEngine.Direction) -> Rect {
    let rect = rect.standardized
    switch direction {
    case .left: return Rect(x: -rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
    case .down: return Rect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width)
    case .up: return Rect(x: -rect.maxY, y: rect.minX, width: rect.height, height: rect.width)
    default: return rect
    }
  }
}
