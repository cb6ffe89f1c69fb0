/// The axes along which something scrolls or is dragged.
public struct ScrollAxes: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Left and right.
  public static let horizontal = ScrollAxes(rawValue: 1)
  /// Up and down.
  public static let vertical = ScrollAxes(rawValue: 2)
  /// Both.
  public static let both: ScrollAxes = [.horizontal, .vertical]
}

/// A view that follows a finger along axes, such as a slider or a drawing (contract 9.3).
///
/// A drag along these axes is the view's. A scroll view around it does not scroll, and swipes and pans of the views around it do not
/// begin. Drags across the axes, other kinds of gestures, and gestures of more fingers than the view follows are not affected. A pan
/// from the edge of the screen begins as well, since a finger that lands at the edge asks for the edge. Recognizers of the view itself
/// and of its subviews are not affected either.
///
/// A control that is disabled, or that refused the touch in `beginTracking(_:with:)`, follows no finger.
public protocol DragFollowing {
  /// The axes along which the view follows a finger, in its own space.
  var dragAxes: ScrollAxes { get }
}

extension GestureRecognizer {
  /// The view that follows the fingers of a swipe or a pan of a view around it, along the way that they moved; `nil` if the gesture
  /// may begin.
  ///
  /// Each finger of the gesture must be followed by a view of its own: a second finger on one slider, or beside it, makes a gesture
  /// of two fingers, which no slider follows.
  package final var follower: View? {
    guard self is SwipeGestureRecognizer || self is PanGestureRecognizer, !(self is ScreenEdgePanGestureRecognizer) else { return nil }
    var first: View?
    for touch in touches where touch.isAlive || touches.count == 1 {
      guard let view = touch.follower(below: view) else { return nil }
      let isShared = touches.contains { $0 !== touch && $0.follower(below: self.view) === view }
      if isShared { return nil }
      if first == nil { first = view }
    }
    return first
  }
}

extension Touch {
  /// The nearest view around the touch that follows it along the way that it moved, below the view of a recognizer.
  fileprivate func follower(below top: View?) -> View? {
    var next = view
    while let current = next, current !== top {
      if let following = current as? any DragFollowing, follows(current), following.dragAxes.contains(axis(in: current)) { return current }
      next = current.superview
    }
    return nil
  }

  /// Whether a view with a drag of its own has the touch, or will get it once it is delivered.
  private func follows(_ view: View) -> Bool {
    guard let control = view as? Control else { return true }
    return control.isEnabled && (control.trackedTouch === self || !isDelivered && control.trackedTouch == nil)
  }

  /// The axis of a view along which the touch moved farther.
  private func axis(in view: View) -> ScrollAxes {
    let way = view.convertFromWindow(location) - view.convertFromWindow(startLocation)
    return way.x.magnitude > way.y.magnitude ? .horizontal : .vertical
  }
}
