import ContactorCore

extension Measure {
  /// Frames of ten contacts on a view with five recognizers: pan, pinch and rotation go on together, tap and long press
  /// have failed.
  static var gestures: [Measure] {
    [
      Measure("gestures10", operations: 10_000) {
        let scene = GestureScene()
        return { count in
          for _ in 0..<count { scene.step() }
          precondition(scene.isRecognizing, "pan, pinch and rotation must go on")
        }
      }
    ]
  }
}

/// Ten contacts on a circle that drifts, grows, shrinks and turns.
final class GestureScene: GestureRecognizerDelegate {
  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  private let target = GestureCounter()
  private let pan = PanGestureRecognizer()
  private let pinch = PinchGestureRecognizer()
  private let rotation = RotationGestureRecognizer()
  private var frame = TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 0), contacts: [])
  private var time: Int64 = 0
  private var turn = 0

  init() {
    let view = View(frame: window.bounds)
    view.isMultipleTouchEnabled = true
    window.addSubview(view)
    application.addWindow(window)
    for recognizer in [pan, pinch, rotation, TapGestureRecognizer(), LongPressGestureRecognizer()] {
      recognizer.delegate = self
      recognizer.addTarget(target, action: .count)
      view.addGestureRecognizer(recognizer)
    }
    place(.began)
    // Far enough that nobody takes it for a tap.
    for _ in 0..<100 { step() }
    precondition(isRecognizing, "pan, pinch and rotation must go on together")
  }

  /// Whether the three continuous gestures are under way and have just been acted on.
  var isRecognizing: Bool {
    [pan, pinch, rotation].allSatisfy { $0.state == .changed } && target.count > 0
  }

  /// Moves every contact.
  func step() {
    turn += 1
    place(.moved)
  }

  private func place(_ phase: TouchPhase) {
    time += 8_000
    frame.timestamp = Timestamp(microseconds: time)
    if frame.contacts.isEmpty {
      frame.contacts = (0..<10).map {
        Contact(trackingID: $0, slot: $0, phase: phase, location: .zero)
      }
    }
    let wave = Double(abs(turn % 64 - 32))
    for index in frame.contacts.indices {
      frame.contacts[index].phase = phase
      let direction = Self.directions[(index * 100 + Int(wave) * 2) % Self.directions.count]
      frame.contacts[index].location = Point(
        x: 400 + wave + direction.x * (120 + wave), y: 240 + direction.y * (120 + wave))
    }
    application.handle(frame)
  }

  /// A thousand directions around a circle, made by turning one step by step.
  private static let directions: [Point] = {
    var list = [Point(x: 1, y: 0)]
    // Cosine and sine of 2π / 1000.
    let (cosine, sine) = (0.999_980_260_856_137_1, 0.006_283_143_965_558_951)
    while list.count < 1_000 {
      let last = list[list.count - 1]
      list.append(Point(x: last.x * cosine - last.y * sine, y: last.x * sine + last.y * cosine))
    }
    return list
  }()

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { true }
}

/// A target that counts what recognizers send it.
final class GestureCounter: Responder {
  private(set) var count = 0

  func tally(_ sender: GestureRecognizer) { count &+= 1 }
}

extension TypedAction where Target == GestureCounter {
  static var count: Self { .init("count:", GestureCounter.tally(_:)) }
}
