import CContactorAPI
import ContactorCore

extension GestureRecognizer {
  static func commonField(_ property: contactor_property) -> Field<GestureRecognizer>? {
    switch property {
    case CONTACTOR_ENABLED: .flag(\.isEnabled)
    case CONTACTOR_CANCELS_TOUCHES: .flag(\.cancelsTouchesInView)
    case CONTACTOR_DELAYS_BEGAN: .flag(\.delaysTouchesBegan)
    case CONTACTOR_DELAYS_ENDED: .flag(\.delaysTouchesEnded)
    case CONTACTOR_GESTURE_STATE: .read { Double($0.state.number) }
    case CONTACTOR_NUMBER_OF_TOUCHES: .read { Double($0.numberOfTouches) }
    default: nil
    }
  }

  /// A number of fingers or taps: at least 1.
  static func count(_ number: Double) throws -> Int { max(1, try number.whole()) }
}

extension TapGestureRecognizer {
  static func field(_ property: contactor_property) -> Field<TapGestureRecognizer>? {
    switch property {
    case CONTACTOR_TOUCHES: .both({ Double($0.numberOfTouchesRequired) }, { $0.numberOfTouchesRequired = try count($1) })
    case CONTACTOR_TAPS: .both({ Double($0.numberOfTapsRequired) }, { $0.numberOfTapsRequired = try count($1) })
    case CONTACTOR_DURATION: .seconds(\.maximumDuration)
    case CONTACTOR_INTERVAL: .seconds(\.maximumInterval)
    case CONTACTOR_MOVEMENT: .points(\.maximumMovement)
    default: nil
    }
  }
}

extension LongPressGestureRecognizer {
  static func field(_ property: contactor_property) -> Field<LongPressGestureRecognizer>? {
    switch property {
    case CONTACTOR_TOUCHES: .both({ Double($0.numberOfTouchesRequired) }, { $0.numberOfTouchesRequired = try count($1) })
    case CONTACTOR_TAPS: .both({ Double($0.numberOfTapsRequired) }, { $0.numberOfTapsRequired = max(0, try $1.whole()) })
    case CONTACTOR_DURATION: .seconds(\.minimumPressDuration)
    case CONTACTOR_INTERVAL: .seconds(\.maximumInterval)
    case CONTACTOR_MOVEMENT: .points(\.allowableMovement)
    default: nil
    }
  }
}

extension MultiFingerHoldGestureRecognizer {
  static func field(_ property: contactor_property) -> Field<MultiFingerHoldGestureRecognizer>? {
    switch property {
    case CONTACTOR_TOUCHES: .both({ Double($0.numberOfTouchesRequired) }, { $0.numberOfTouchesRequired = try count($1) })
    case CONTACTOR_DURATION: .seconds(\.hold)
    case CONTACTOR_MOVEMENT: .points(\.allowableMovement)
    default: nil
    }
  }
}

extension PanGestureRecognizer {
  static func field(_ property: contactor_property) -> Field<PanGestureRecognizer>? {
    switch property {
    case CONTACTOR_TOUCHES: .both({ Double($0.minimumNumberOfTouches) }, { $0.minimumNumberOfTouches = try count($1) })
    case CONTACTOR_MAXIMUM_TOUCHES: .both({ Double($0.maximumNumberOfTouches) }, { $0.maximumNumberOfTouches = try count($1) })
    case CONTACTOR_MOVEMENT: .points(\.hysteresis)
    default: nil
    }
  }
}

extension ScreenEdgePanGestureRecognizer {
  static func edgeField(_ property: contactor_property) -> Field<ScreenEdgePanGestureRecognizer>? {
    switch property {
    case CONTACTOR_EDGES: .both({ Double($0.edges.rawValue) }, { $0.edges = Edges(rawValue: UInt8(clamping: try $1.whole()) & 15) })
    case CONTACTOR_EDGE_WIDTH: .points(\.edgeWidth)
    default: nil
    }
  }
}

extension SwipeGestureRecognizer {
  static func field(_ property: contactor_property) -> Field<SwipeGestureRecognizer>? {
    switch property {
    case CONTACTOR_TOUCHES: .both({ Double($0.numberOfTouchesRequired) }, { $0.numberOfTouchesRequired = try count($1) })
    case CONTACTOR_DIRECTION:
      .both({ Double($0.direction.rawValue) }, { $0.direction = Direction(rawValue: UInt8(clamping: try $1.whole()) & 15) })
    case CONTACTOR_DURATION: .seconds(\.maximumDuration)
    case CONTACTOR_MOVEMENT: .points(\.minimumDistance)
    default: nil
    }
  }
}

extension PinchGestureRecognizer {
  static func field(_ property: contactor_property) -> Field<PinchGestureRecognizer>? {
    switch property {
    case CONTACTOR_TOUCHES: .both({ Double($0.minimumNumberOfTouches) }, { $0.minimumNumberOfTouches = try count($1) })
    case CONTACTOR_MAXIMUM_TOUCHES: .both({ Double($0.maximumNumberOfTouches) }, { $0.maximumNumberOfTouches = try count($1) })
    case CONTACTOR_MOVEMENT: .points(\.hysteresis)
    case CONTACTOR_SCALE: .number(\.scale)
    case CONTACTOR_SPEED: .read { $0.velocity }
    default: nil
    }
  }
}

extension RotationGestureRecognizer {
  static func field(_ property: contactor_property) -> Field<RotationGestureRecognizer>? {
    switch property {
    case CONTACTOR_TOUCHES: .both({ Double($0.minimumNumberOfTouches) }, { $0.minimumNumberOfTouches = try count($1) })
    case CONTACTOR_MAXIMUM_TOUCHES: .both({ Double($0.maximumNumberOfTouches) }, { $0.maximumNumberOfTouches = try count($1) })
    case CONTACTOR_MOVEMENT: .number(\.hysteresis)
    case CONTACTOR_ROTATION: .number(\.rotation)
    case CONTACTOR_SPEED: .read { $0.velocity }
    default: nil
    }
  }
}

extension CornerSequenceGestureRecognizer {
  static func field(_ property: contactor_property) -> Field<CornerSequenceGestureRecognizer>? {
    switch property {
    case CONTACTOR_EDGE_WIDTH: .points(\.cornerSize)
    case CONTACTOR_DURATION: .seconds(\.maximumDuration)
    case CONTACTOR_INTERVAL: .seconds(\.maximumInterval)
    case CONTACTOR_MOVEMENT: .points(\.maximumMovement)
    default: nil
    }
  }
}

extension StrokeGestureRecognizer {
  static func field(_ property: contactor_property) -> Field<StrokeGestureRecognizer>? {
    switch property {
    case CONTACTOR_THRESHOLD: .both({ $0.threshold }, { $0.threshold = min(max($1, 0), 1) })
    case CONTACTOR_SCORE: .read { $0.match?.score ?? 0 }
    case CONTACTOR_DIRECTION: .both({ $0.direction == .forward ? 1 : 0 }, { $0.direction = try $1.whole() == 0 ? .any : .forward })
    case CONTACTOR_INTERVAL: .seconds(\.pauseLimit)
    default: nil
    }
  }
}

extension Engine {
  static func field(_ property: contactor_property) -> Field<Engine>? {
    switch property {
    case CONTACTOR_TUNING_TAP_INTERVAL: .seconds(\.application.tuning.tapInterval)
    case CONTACTOR_TUNING_TAP_DISTANCE: tuned(\.tapDistance)
    case CONTACTOR_TUNING_TAP_DURATION: .seconds(\.application.tuning.tapDuration)
    case CONTACTOR_TUNING_TRACKING_OUTSET: tuned(\.trackingOutset)
    case CONTACTOR_TUNING_REPEAT_DELAY: .seconds(\.application.tuning.repeatDelay)
    case CONTACTOR_TUNING_REPEAT_INTERVAL: .seconds(\.application.tuning.repeatInterval)
    case CONTACTOR_TUNING_LONG_PRESS: .seconds(\.application.tuning.longPressDuration)
    case CONTACTOR_TUNING_PAN: tuned(\.panHysteresis)
    default: nil
    }
  }

  private static func tuned(_ path: WritableKeyPath<Tuning, Double>) -> Field<Engine> {
    .both({ $0.application.tuning[keyPath: path] }, { $0.application.tuning[keyPath: path] = try $1.length() })
  }
}
