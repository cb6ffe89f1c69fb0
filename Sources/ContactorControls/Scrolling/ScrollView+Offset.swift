public import ContactorCore

// Where the content can be, and code that scrolls.
extension ScrollView {
  /// Shows another part of the content, at once or in 0.3 s; ignores an offset that is NaN or beyond `maximumLength`.
  ///
  /// A view in no application shows it at once. An animated change goes on while a finger touches elsewhere, and ends when one touches the
  /// content.
  public func setContentOffset(_ offset: Point, animated: Bool) {
    guard Self.isReachable(offset) else { return }
    if animated, !isDragging, let application, offset != contentOffset { return animate(to: offset, in: application) }
    guard isDragging else {
      epoch &+= 1
      return jump(to: offset)
    }
    horizontal.moveDrag(to: offset.x)
    vertical.moveDrag(to: offset.y)
    show(offset)
  }

  /// Shows the nearest offset within the limits at once; `epoch` counts only offsets that are set.
  func jumpWithinLimits() {
    let offset = clamped(bounds.origin)
    if offset != bounds.origin, Self.isReachable(offset) { jump(to: offset) }
  }

  private static func isReachable(_ offset: Point) -> Bool {
    offset.x.magnitude <= maximumLength && offset.y.magnitude <= maximumLength
  }

  private func jump(to offset: Point) {
    stopMotion()
    horizontal.place(offset.x)
    vertical.place(offset.y)
    show(offset)
  }

  /// Moves the offset along with content that grew above what is visible; a drag and a motion go on, without a call.
  ///
  /// Set the new size after it: before, an offset that is not yet moved would be limited.
  package func shiftContent(by distance: Double) {
    let offset = bounds.origin + Point(x: 0, y: distance)
    guard distance != 0, offset.y.magnitude <= Self.maximumLength else { return }
    syncMachines()
    vertical.shift(by: distance)
    bounds.origin = offset
  }

  /// Scrolls as little as is needed to show a rectangle of the content between the insets; does nothing for one that is not finite.
  ///
  /// Of a rectangle that is larger than the room there, the nearer part is shown.
  public func scrollRectToVisible(_ rect: Rect, animated: Bool) {
    guard rect.isFinite else { return }
    show(rect.standardized, below: 0, animated: animated)
  }

  /// Scrolls as little as is needed to show a rectangle between the insets, and below a header of a height.
  func show(_ rect: Rect, below header: Double, animated: Bool) {
    let cover = cover
    let (width, height) = (bounds.width - cover.left - cover.right, bounds.height - cover.top - cover.bottom - header)
    let origin = Point(
      x: Self.nearest(bounds.minX, max(width, 0), rect.minX - cover.left, rect.maxX - cover.left),
      y: Self.nearest(bounds.minY, max(height, 0), rect.minY - cover.top - header, rect.maxY - cover.top - header))
    setContentOffset(clamped(origin), animated: animated)
  }

  /// How much of the view the insets cover at each edge: negative ones cover nothing.
  final var cover: EdgeInsets {
    EdgeInsets(top: max(insets.top, 0), left: max(insets.left, 0), bottom: max(insets.bottom, 0), right: max(insets.right, 0))
  }

  /// The offset nearest to `start` at which a view of a length shows the range, or the range fills the view.
  private static func nearest(_ start: Double, _ length: Double, _ first: Double, _ last: Double) -> Double {
    let (low, high) = (min(first, last - length), max(first, last - length))
    return min(max(start, low), high)
  }

  /// Scrolls to the top of the content if the delegate permits it.
  public func scrollToTop(animated: Bool = true) {
    if delegate?.scrollViewShouldScrollToTop(self) == false { return }
    setContentOffset(Point(x: contentOffset.x, y: verticalLimits.lower), animated: animated)
  }

  /// The nearest offset within the content and its insets.
  public func clamped(_ offset: Point) -> Point {
    Point(x: horizontalLimits.clamp(offset.x), y: verticalLimits.clamp(offset.y))
  }

  // MARK: Limits

  /// The limits of the horizontal offset.
  var horizontalLimits: ScrollLimits { horizontalLimits(of: contentSize) }

  /// The limits of the vertical offset.
  var verticalLimits: ScrollLimits { verticalLimits(of: contentSize) }

  func horizontalLimits(of content: Size) -> ScrollLimits {
    ScrollLimits(content: content.width, before: insets.left, after: insets.right, view: Self.usable(area.width), bounces: bounces)
  }

  func verticalLimits(of content: Size) -> ScrollLimits {
    ScrollLimits(content: content.height, before: insets.top, after: insets.bottom, view: Self.usable(area.height), bounces: bounces)
  }

  private static func usable(_ length: Double) -> Double { length.magnitude <= maximumLength ? length : 0 }
}

extension ScrollView: FocusScrolling {
  /// Scrolls as little as is needed to show what got the focus.
  public func scrollToFocus(_ rect: Rect) { showFocus(rect) }
}

extension ScrollView {
  /// Scrolls by the view's height for `scrollForward` and `scrollBackward`; returns whether the offset changed.
  final func scrollPage(_ action: AccessibilityAction) -> Bool {
    let way: Double
    switch action {
    case .scrollForward: way = bounds.height
    case .scrollBackward: way = -bounds.height
    default: return false
    }
    let offset = clamped(Point(x: bounds.minX, y: bounds.minY + way))
    guard offset != bounds.origin else { return false }
    setContentOffset(offset, animated: false)
    return true
  }
}
