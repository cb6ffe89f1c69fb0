public import ContactorCore

/// The state of zooming between events.
struct ZoomState {
  /// The scale of the zoomed view, and its limits.
  var scale = 1.0
  var minimum = 1.0
  var maximum = 1.0
  /// The view that is being zoomed.
  weak var view: View?
  /// Whether fingers zoom it.
  var isPinching = false
  /// Whether the delegate was called for the beginning of a zoom by fingers, and not yet for its end.
  var hasBegun = false
  /// Whether fingers have zoomed, and the scale has not been brought back within its limits.
  var needsSettling = false
  /// The scale at which the pinch counts as 1.
  var base = 1.0
  /// The point between the fingers, in the zoomed view's own space.
  var anchor = Point.zero
  /// The fingers' place in the view, from its top left corner.
  var fingers = Point.zero
  /// An animated change of the scale and the offset.
  var way: Way?

  /// An animated change; both go together in a straight line, so that one point of the content keeps its place.
  struct Way {
    var fromScale: Double
    var toScale: Double
    var fromOffset: Point
    var toOffset: Point
    var start: Timestamp
  }

  /// The least and the greatest scale that can be set: the ratio of a city map to a page of it.
  static let limits = 1e-4...1e4

  /// The scale within its limits.
  func clamp(_ scale: Double) -> Double { min(max(scale, minimum), max(minimum, maximum)) }

  /// The scale that fingers show: beyond a limit, a rubber band of the ratio to it, which at most doubles or halves it.
  func banded(_ scale: Double) -> Double {
    let end = clamp(scale)
    guard scale != end, scale > 0, end > 0 else { return end }
    let excess = (scale > end ? scale / end : end / scale) - 1
    let shown = 2 - 1 / (excess * ScrollMachine.rubberBandCoefficient + 1)
    return scale > end ? end * shown : end / shown
  }
}

// MARK: - Settings

extension ScrollView {
  /// The least scale; 1 by default.
  ///
  /// NaN and numbers outside of 0.0001 … 10,000 count as the nearest, or not at all.
  public var minimumZoomScale: Double {
    get { zoom.minimum }
    set { setZoomLimit(\.minimum, newValue) }
  }

  /// The greatest scale; 1 by default.
  ///
  /// While it is below the least scale, that counts. NaN and numbers outside of 0.0001 … 10,000 count as the nearest, or not at all.
  public var maximumZoomScale: Double {
    get { zoom.maximum }
    set { setZoomLimit(\.maximum, newValue) }
  }

  private func setZoomLimit(_ limit: WritableKeyPath<ZoomState, Double>, _ scale: Double) {
    guard !scale.isNaN else { return }
    zoom[keyPath: limit] = min(max(scale, ZoomState.limits.lowerBound), ZoomState.limits.upperBound)
    pinchGestureRecognizer.isEnabled = zoom.maximum > zoom.minimum
    if !zoom.isPinching, zoomScale != zoom.clamp(zoomScale) { zoomScale = zoom.clamp(zoomScale) }
  }

  /// The scale of the view that the delegate names, 1 by default, within its limits; setting it zooms about the centre.
  ///
  /// NaN is ignored; without such a view nothing changes.
  public var zoomScale: Double {
    get { zoom.scale }
    set { setZoomScale(newValue, animated: false) }
  }

  /// Whether fingers zoom.
  public var isZooming: Bool { zoom.isPinching }

  /// Whether the scale returns to its limits, or changes animated.
  public var isZoomBouncing: Bool { motion == .zooming }

  var isPinching: Bool { zoom.isPinching }

  // MARK: Code that zooms

  /// Sets the scale, within its limits, at once or in 0.3 s, about the centre of the view; ignores NaN.
  public func setZoomScale(_ scale: Double, animated: Bool) {
    guard !scale.isNaN, let view = viewToZoom() else { return }
    let middle = bounds.center
    let part = contentPoint(view.convert(middle, from: self), of: view)
    go(to: zoom.clamp(scale), of: view, showing: part, at: middle - bounds.origin, animated: animated)
  }

  /// The factor of `Zoom In` without a finger: 1.5, ours; four steps for a scale of 5.
  private static let zoomStep = 1.5

  /// The changes of the scale that are possible without a finger.
  var zoomActions: [String] {
    guard !isHidden, zoom.maximum > zoom.minimum else { return [] }
    return (zoom.scale < zoom.maximum ? ["Zoom In"] : []) + (zoom.scale > zoom.minimum ? ["Zoom Out"] : [])
  }

  /// Zooms for one of `zoomActions`; returns whether the scale changed.
  func zoom(byAction name: String) -> Bool {
    guard zoomActions.contains(name) else { return false }
    let before = zoomScale
    setZoomScale(before * (name == "Zoom In" ? Self.zoomStep : 1 / Self.zoomStep), animated: false)
    return zoomScale != before
  }

  /// Zooms so that a rectangle of the zoomed view, in that view's own space, fills the view as far as the limits permit.
  ///
  /// Does nothing for a rectangle that is empty or not finite.
  public func zoom(to rect: Rect, animated: Bool) {
    guard rect.isFinite, !rect.isEmpty, let view = viewToZoom() else { return }
    let scale = min(bounds.width / rect.width, bounds.height / rect.height)
    go(
      to: zoom.clamp(scale), of: view, showing: contentPoint(rect.center, of: view), at: bounds.center - bounds.origin,
      animated: animated)
  }

  /// The view that the delegate lets zoom, if it is inside this one.
  private func viewToZoom() -> View? {
    guard let view = delegate?.viewForZooming(in: self), view !== self, view.isDescendant(of: self) else { return nil }
    zoom.view = view
    return view
  }

  /// A point of the zoomed view in the content as it is at scale 1.
  private func contentPoint(_ point: Point, of view: View) -> Point { view.frame.origin / zoom.scale + point - view.bounds.origin }

  private func go(to scale: Double, of view: View, showing part: Point, at spot: Point, animated: Bool) {
    let offset = clamped(part * scale - spot, at: scale)
    guard offset.x.magnitude <= Self.maximumLength, offset.y.magnitude <= Self.maximumLength else { return }
    stopMotion()
    if animated, let application, !isDragging, scale != zoom.scale || offset != contentOffset {
      return animateZoom(to: scale, offset, in: application)
    }
    applyZoom(scale)
    place(offset)
  }

  private func clamped(_ offset: Point, at scale: Double) -> Point {
    let content = Size(width: unscaledSize.width * scale, height: unscaledSize.height * scale)
    return Point(x: horizontalLimits(of: content).clamp(offset.x), y: verticalLimits(of: content).clamp(offset.y))
  }

  /// Sets the offset for the scale, whether the content is dragged or not.
  private func place(_ offset: Point) {
    if isDragging {
      horizontal.setLimits(horizontalLimits)
      vertical.setLimits(verticalLimits)
      horizontal.moveDrag(to: offset.x)
      vertical.moveDrag(to: offset.y)
    } else {
      horizontal.place(offset.x)
      vertical.place(offset.y)
    }
    show(offset)
  }

  /// Scales the zoomed view, and the content with it; the view's corner stays at its place in the content.
  private func applyZoom(_ scale: Double) {
    guard scale != zoom.scale, scale > 0, scale < .infinity else { return }
    let ratio = scale / zoom.scale
    zoom.scale = scale
    if let view = zoom.view, view.isDescendant(of: self) {
      let corner = view.frame.origin * ratio
      view.transform = AffineTransform(scaleX: scale, y: scale)
      let size = view.frame.size
      view.center = Point(x: corner.x + size.width / 2, y: corner.y + size.height / 2)
    }
    delegate?.scrollViewDidZoom(self)
  }
}

// MARK: - Fingers

extension ScrollView {
  /// Follows the pinch.
  func pinchChanged(_ pinch: PinchGestureRecognizer) {
    switch pinch.state {
    case .began: beginPinch(pinch)
    case .changed: followPinch(pinch)
    case .ended, .cancelled, .failed: zoom.isPinching = false
    case .possible: break
    }
  }

  private func beginPinch(_ pinch: PinchGestureRecognizer) {
    guard let view = viewToZoom() else { return }
    stopMotion()
    // The movement before the pinch was recognized does not count.
    pinch.scale = 1
    zoom.base = zoom.scale
    zoom.anchor = pinch.location(in: view)
    zoom.isPinching = true
    zoom.needsSettling = true
    // A pinch that catches a zoom on its way back goes on with it.
    guard !zoom.hasBegun else { return }
    zoom.hasBegun = true
    delegate?.scrollViewWillBeginZooming(self, with: view)
  }

  private func followPinch(_ pinch: PinchGestureRecognizer) {
    guard zoom.isPinching, let view = zoom.view, view.isDescendant(of: self) else { return }
    let fingers = pinch.location(in: self)
    applyZoom(zoom.banded(zoom.base * pinch.scale))
    guard zoom.isPinching, view.isDescendant(of: self) else { return }
    zoom.fingers = fingers - bounds.origin
    let offset = bounds.origin + view.convert(zoom.anchor, to: self) - fingers
    if offset.x.magnitude <= Self.maximumLength, offset.y.magnitude <= Self.maximumLength { place(offset) }
  }

  /// The last finger has left: brings the scale and the offset back within their limits.
  func settleZoom() {
    guard zoom.needsSettling else { return }
    zoom.needsSettling = false
    zoom.isPinching = false
    let scale = zoom.clamp(zoom.scale)
    let target = zoom.view.map { contentPoint(zoom.anchor, of: $0) * scale - zoom.fingers }
    let offset = clamped(scale == zoom.scale ? contentOffset : target ?? contentOffset, at: scale)
    if scale == zoom.scale {
      endZoom()
      if motion == .none { settle() }
    } else if let application {
      stopMotion()
      animateZoom(to: scale, offset, in: application)
    } else {
      applyZoom(scale)
      place(offset)
      endZoom()
    }
  }

  private func endZoom() {
    zoom.hasBegun = false
    delegate?.scrollViewDidEndZooming(self, with: zoom.view, atScale: zoom.scale)
  }
}

// MARK: - Motion

extension ScrollView {
  private func animateZoom(to scale: Double, _ offset: Point, in application: Application) {
    zoom.way = ZoomState.Way(fromScale: zoom.scale, toScale: scale, fromOffset: contentOffset, toOffset: offset, start: now)
    startClock(.zooming, until: now.advanced(byMicroseconds: Int64(ScrollMachine.animationDuration * 1e6)), in: application)
  }

  func stepZoom() {
    guard let way = zoom.way else { return }
    let share = ScrollMachine.eased(Double(now.microseconds(since: way.start)) / 1e6 / ScrollMachine.animationDuration)
    applyZoom(way.fromScale + (way.toScale - way.fromScale) * share)
    guard motion == .zooming, zoom.way?.start == way.start else { return }
    place(way.fromOffset + (way.toOffset - way.fromOffset) * share)
  }

  func finishZoom() {
    guard let way = zoom.way else { return }
    zoom.way = nil
    applyZoom(way.toScale)
    // The content, its insets and the view may have changed since the zoom began.
    place(clamped(way.toOffset))
    endZoom()
  }

  /// Stops an animated change at once; a scale beyond its limits goes back when the finger that stopped it has left.
  func cancelZoom() {
    zoom.way = nil
    if isTracking {
      zoom.needsSettling = true
    } else {
      applyZoom(zoom.clamp(zoom.scale))
      if zoom.hasBegun { endZoom() }
    }
  }
}
