import ContactorCore

extension LayoutGesture {
  /// A new recognizer with these settings; thresholds that are not set stay the engine's.
  ///
  /// - Parameter lateness: how much later than the fingers the ends of its touches come (contract 11.9); its times still count from the
  ///   moments at which the fingers were lifted.
  func makeRecognizer(_ tuning: LayoutTuning, lateness: Duration = .zero) -> GestureRecognizer {
    let recognizer: GestureRecognizer =
      switch kind {
      case .tap: makeTap(tuning)
      case .longPress: makeLongPress(tuning)
      case .pan: makePan(tuning)
      case .swipe: makeSwipe(tuning)
      case .pinch: makePinch(tuning)
      case .rotation: makeRotation(tuning)
      case .edgePan: makeEdgePan(tuning)
      case .corners: makeCorners(tuning)
      case .hold: makeHold(tuning)
      case .stroke: makeStroke()
      }
    recognizer.name = id
    recognizer.isEnabled = isEnabled
    recognizer.cancelsTouchesInView = cancelsTouches
    recognizer.delaysTouchesBegan = delaysTouches
    recognizer.failsIfTooFewMove = delaysTouches
    if lateness > .zero { recognizer.expectEnds(laterBy: lateness) }
    return recognizer
  }

  private func makeTap(_ tuning: LayoutTuning) -> GestureRecognizer {
    let tap = TapGestureRecognizer()
    setTaps(of: tap, otherwise: 1, tuning)
    tap.hold = hold
    set(&tap.maximumMovement, tuning.distance("tapDistance"))
    set(&tap.maximumDuration, tuning.time("tapDuration"))
    return tap
  }

  private func makeLongPress(_ tuning: LayoutTuning) -> GestureRecognizer {
    let press = LongPressGestureRecognizer()
    setTaps(of: press, otherwise: 0, tuning)
    set(&press.minimumPressDuration, hold ?? tuning.time("longPressDuration"))
    set(&press.allowableMovement, tuning.distance("longPressMovement"))
    set(&press.maximumTapDuration, tuning.time("tapDuration"))
    return press
  }

  /// Sets how many taps of how many touches a recognizer counts, and how far and long after each other they may come.
  private func setTaps(of recognizer: some TapCounting, otherwise count: Int, _ tuning: LayoutTuning) {
    recognizer.numberOfTapsRequired = taps ?? count
    recognizer.numberOfTouchesRequired = touches?.lowerBound ?? 1
    set(&recognizer.maximumTapDistance, tuning.distance("tapDistance"))
    set(&recognizer.maximumInterval, tuning.time("tapInterval"))
  }

  private func makePan(_ tuning: LayoutTuning) -> GestureRecognizer {
    let pan = PanGestureRecognizer()
    setUp(pan, tuning)
    return pan
  }

  private func setUp(_ pan: PanGestureRecognizer, _ tuning: LayoutTuning) {
    if let touches {
      pan.minimumNumberOfTouches = touches.lowerBound
      pan.maximumNumberOfTouches = touches.upperBound
    }
    set(&pan.hysteresis, tuning.distance("panHysteresis"))
  }

  private func makeSwipe(_ tuning: LayoutTuning) -> GestureRecognizer {
    let swipe = SwipeGestureRecognizer()
    let known = SwipeGestureRecognizer.Direction.names.filter { directions.contains($0.name) }
    swipe.direction = directions.isEmpty ? [.left, .right, .up, .down] : known.reduce(into: []) { $0.formUnion($1.direction) }
    swipe.numberOfTouchesRequired = touches?.lowerBound ?? 1
    set(&swipe.minimumDistance, tuning.distance("swipeDistance"))
    swipe.maximumDistance = maximumDistance.map(Distance.init)
    set(&swipe.maximumDuration, maximumDuration ?? tuning.time("swipeDuration"))
    set(&swipe.maximumDeviation, tuning.number("swipeDeviation"))
    set(&swipe.onsetDistance, tuning.distance("swipeOnset"))
    return swipe
  }

  private func makePinch(_ tuning: LayoutTuning) -> GestureRecognizer {
    let pinch = PinchGestureRecognizer()
    let known: [String: PinchGestureRecognizer.Direction] = ["in": .inward, "out": .outward]
    if !directions.isEmpty { pinch.direction = directions.reduce(into: []) { $0.formUnion(known[$1] ?? []) } }
    if let touches {
      pinch.minimumNumberOfTouches = touches.lowerBound
      pinch.maximumNumberOfTouches = touches.upperBound
    }
    set(&pinch.hysteresis, tuning.distance("pinchHysteresis"))
    return pinch
  }

  private func makeRotation(_ tuning: LayoutTuning) -> GestureRecognizer {
    let rotation = RotationGestureRecognizer()
    let known: [String: RotationGestureRecognizer.Direction] = ["clockwise": .clockwise, "counterclockwise": .counterclockwise]
    if !directions.isEmpty { rotation.direction = directions.reduce(into: []) { $0.formUnion(known[$1] ?? []) } }
    if let touches {
      rotation.minimumNumberOfTouches = touches.lowerBound
      rotation.maximumNumberOfTouches = touches.upperBound
    }
    set(&rotation.hysteresis, tuning.number("rotationHysteresis"))
    set(&rotation.minimumMovement, tuning.distance("rotationMovement"))
    return rotation
  }

  private func makeEdgePan(_ tuning: LayoutTuning) -> GestureRecognizer {
    let pan = ScreenEdgePanGestureRecognizer()
    let known: [String: ScreenEdgePanGestureRecognizer.Edges] = ["left": .left, "right": .right, "top": .top, "bottom": .bottom]
    pan.edges = edges.reduce(into: []) { $0.formUnion(known[$1] ?? []) }
    setUp(pan, tuning)
    set(&pan.edgeWidth, tuning.distance("edgeWidth"))
    return pan
  }

  private func makeCorners(_ tuning: LayoutTuning) -> GestureRecognizer {
    let sequence = CornerSequenceGestureRecognizer()
    let known = corners.compactMap(CornerSequenceGestureRecognizer.Corner.init)
    if !known.isEmpty { sequence.corners = known }
    set(&sequence.cornerSize, tuning.distance("cornerSize"))
    set(&sequence.maximumMovement, tuning.distance("tapDistance"))
    set(&sequence.maximumDuration, tuning.time("tapDuration"))
    set(&sequence.maximumInterval, tuning.time("cornerInterval"))
    return sequence
  }

  private func makeHold(_ tuning: LayoutTuning) -> GestureRecognizer {
    let recognizer = MultiFingerHoldGestureRecognizer()
    if let touches { recognizer.numberOfTouchesRequired = touches.lowerBound }
    set(&recognizer.hold, hold ?? tuning.time("holdDuration"))
    set(&recognizer.allowableMovement, tuning.distance("longPressMovement"))
    return recognizer
  }

  private func makeStroke() -> GestureRecognizer {
    let stroke = StrokeGestureRecognizer(templates: templates)
    stroke.direction = strokeDirection
    set(&stroke.threshold, minimumScore)
    return stroke
  }

  /// Sets a property that the layout gives a value.
  private func set<Value>(_ property: inout Value, _ value: Value?) {
    if let value { property = value }
  }
}

/// A recognizer that counts taps.
private protocol TapCounting: GestureRecognizer {
  var numberOfTapsRequired: Int { get set }
  var numberOfTouchesRequired: Int { get set }
  var maximumTapDistance: Distance { get set }
  var maximumInterval: Duration { get set }
}

extension TapGestureRecognizer: TapCounting {}
extension LongPressGestureRecognizer: TapCounting {}

extension GestureRecognizer {
  /// Makes the times count from the moments at which fingers were lifted, though the recognizer learns of them later.
  fileprivate func expectEnds(laterBy lateness: Duration) {
    func shorten(_ pause: inout Duration) { pause = max(pause - lateness, .zero) }
    switch self {
    case let tap as TapGestureRecognizer:
      tap.maximumDuration += lateness
      shorten(&tap.maximumInterval)
      shorten(&tap.minimumInterval)
    case let press as LongPressGestureRecognizer:
      press.maximumTapDuration += lateness
      shorten(&press.maximumInterval)
    case let sequence as CornerSequenceGestureRecognizer:
      sequence.maximumDuration += lateness
      shorten(&sequence.maximumInterval)
    // Without a greatest distance it is recognized before the finger is lifted.
    case let swipe as SwipeGestureRecognizer where swipe.maximumDistance != nil: swipe.maximumDuration += lateness
    case let stroke as StrokeGestureRecognizer: shorten(&stroke.pauseLimit)
    case let pan as PanGestureRecognizer: pan.velocityStopTime += lateness
    default: break
    }
  }
}
