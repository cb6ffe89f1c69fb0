// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorCore

extension contactor_gesture_kind {
  /// A new recognizer of the kind; `nil` for a number that is none.
  func makeRecognizer() -> GestureRecognizer? {
    switch self {
    case CONTACTOR_TAP: TapGestureRecognizer()
    case CONTACTOR_LONG_PRESS: LongPressGestureRecognizer()
    case CONTACTOR_PAN: PanGestureRecognizer()
    case CONTACTOR_EDGE_PAN: ScreenEdgePanGestureRecognizer()
    case CONTACTOR_SWIPE: SwipeGestureRecognizer()
    case CONTACTOR_PINCH: PinchGestureRecognizer()
    case CONTACTOR_ROTATE: RotationGestureRecognizer()
    case CONTACTOR_HOLD: MultiFingerHoldGestureRecognizer()
    case CONTACTOR_CORNERS: CornerSequenceGestureRecognizer()
    case CONTACTOR_STROKE: StrokeGestureRecognizer()
    default: nil
    }
  }
}

extension GestureRecognizer.State {
  /// The state's number in C, which is UIKit's.
  var number: Int32 {
    switch self {
    case .possible: 0
    case .began: 1
    case .changed: 2
    case .ended: 3
    case .cancelled: 4
    case .failed: 5
    }
  }
}

/// Answers a recognizer's questions by a C function.
@safe final class HostGestureDelegate: GestureRecognizerDelegate {
  private let function: contactor_gesture_answer
  private let data: UserData
  private unowned let engine: Engine

  init(_ function: @escaping contactor_gesture_answer, _ data: UserData, _ engine: Engine) {
    unsafe self.function = function
    self.data = data
    self.engine = engine
  }

  private func ask(_ recognizer: GestureRecognizer, _ question: contactor_gesture_question, _ other: GestureRecognizer?) -> Bool {
    unsafe function(data.user, engine.handleOrNull(of: recognizer), question, engine.handleOrNull(of: other), nil) != 0
  }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { ask(recognizer, CONTACTOR_GESTURE_SHOULD_BEGIN, nil) }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    var result = unsafe engine.touch(touch, in: recognizer.view)
    return unsafe function(data.user, engine.handleOrNull(of: recognizer), CONTACTOR_GESTURE_SHOULD_RECEIVE, nil, &result) != 0
  }

  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer) -> Bool {
    ask(recognizer, CONTACTOR_GESTURE_TOGETHER, other)
  }
}

@c @implementation
public func contactor_gesture_create(
  _ view: OpaquePointer?, _ kind: contactor_gesture_kind, _ gesture: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    guard let gesture = unsafe gesture else { throw Failure.null("gesture") }
    guard let recognizer = kind.makeRecognizer() else { throw Failure.value("no gesture has the kind \(kind.rawValue)") }
    _ = unsafe try engine.handle(of: view)
    view.addGestureRecognizer(recognizer)
    unsafe gesture.pointee = try engine.handle(of: recognizer)
  }
}

@c @implementation
public func contactor_gesture_destroy(_ gesture: OpaquePointer?) -> contactor_result {
  unsafe perform(gesture, GestureRecognizer.self) { engine, recognizer in
    recognizer.view?.removeGestureRecognizer(recognizer)
    engine.drop(recognizer)
  }
}

@c @implementation
public func contactor_gesture_on(
  _ gesture: OpaquePointer?, _ callback: contactor_gesture_callback?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe perform(gesture, GestureRecognizer.self) { engine, recognizer in
    guard let callback = unsafe callback else { throw Failure.null("callback") }
    let handle = unsafe try engine.handle(of: recognizer)
    recognizer.on { unsafe callback(data.user, handle, $0.state.number) }
  }
}

@c @implementation
public func contactor_gesture_add_action(_ gesture: OpaquePointer?, _ action: UnsafePointer<CChar>?) -> contactor_result {
  unsafe perform(gesture, GestureRecognizer.self) { _, recognizer in unsafe try recognizer.addTarget(nil, action: try actionName(action)) }
}

@c @implementation
public func contactor_gesture_require_failure(_ gesture: OpaquePointer?, _ other: OpaquePointer?) -> contactor_result {
  unsafe perform(gesture, GestureRecognizer.self) { engine, recognizer in
    unsafe recognizer.require(toFail: try engine.needed(other, GestureRecognizer.self))
  }
}

@c @implementation
public func contactor_gesture_set_delegate(
  _ gesture: OpaquePointer?, _ callback: contactor_gesture_answer?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe perform(gesture, GestureRecognizer.self) { engine, recognizer in
    let delegate = unsafe callback.map { unsafe HostGestureDelegate($0, data, engine) }
    recognizer.delegate = delegate
    let old = engine.gestureDelegates.updateValue(delegate, forKey: ObjectIdentifier(recognizer))
    withExtendedLifetime(old) {}
  }
}

@c @implementation
public func contactor_gesture_location(
  _ gesture: OpaquePointer?, _ view: OpaquePointer?, _ location: UnsafeMutablePointer<contactor_point>?
) -> contactor_result {
  unsafe perform(gesture, GestureRecognizer.self) { engine, recognizer in
    guard let location = unsafe location else { throw Failure.null("location") }
    unsafe location.pointee = contactor_point(recognizer.location(in: try engine.other(view, View.self) ?? recognizer.view))
  }
}

/// Finds a pan.
private func pan(_ handle: Handle?, _ body: (PanGestureRecognizer) throws -> Void) -> contactor_result {
  unsafe perform(handle, GestureRecognizer.self) { _, recognizer in
    guard let pan = recognizer as? PanGestureRecognizer else { throw Failure.kind("pan") }
    try body(pan)
  }
}

@c @implementation
public func contactor_gesture_translation(
  _ gesture: OpaquePointer?, _ translation: UnsafeMutablePointer<contactor_point>?
) -> contactor_result {
  unsafe pan(gesture) { pan in
    guard let translation = unsafe translation else { throw Failure.null("translation") }
    unsafe translation.pointee = contactor_point(pan.translation(in: pan.view))
  }
}

@c @implementation
public func contactor_gesture_velocity(_ gesture: OpaquePointer?, _ velocity: UnsafeMutablePointer<contactor_point>?) -> contactor_result {
  unsafe pan(gesture) { pan in
    guard let velocity = unsafe velocity else { throw Failure.null("velocity") }
    unsafe velocity.pointee = contactor_point(pan.velocity(in: pan.view))
  }
}

@c @implementation
public func contactor_gesture_add_template(
  _ gesture: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ points: UnsafePointer<contactor_point>?, _ count: Int
) -> contactor_result {
  unsafe perform(gesture, GestureRecognizer.self) { _, recognizer in
    guard let stroke = recognizer as? StrokeGestureRecognizer else { throw Failure.kind("stroke") }
    let name = unsafe try text(name, "name")
    guard let points = unsafe points else { throw Failure.null("points") }
    guard count > 0, count <= 100_000 else { throw Failure.value("a figure has 2 to 100000 points") }
    let figure = try (0..<count).map { unsafe try points[$0].checked() }
    guard let template = StrokeTemplate(name, strokes: [figure]) else { throw Failure.value("a figure needs two different points") }
    stroke.templates.append(template)
  }
}
