import ContactorControls
import ContactorCore
import Testing

/// A window that is closed while the end of a touch is on its way.
struct ClosingTests {
  /// An application that closes its window before it passes on the second frame.
  private final class Closer: Application {
    var frames = 0

    override func sendEvent(_ event: Event) {
      frames += 1
      if frames == 2 { keyWindow?.close() }
      super.sendEvent(event)
    }
  }

  /// Notes what the verifier finds.
  private final class Witness: EngineObserver {
    var violations: [String] = []

    func violation(_ violation: StreamVerifier.Violation) { violations.append("\(violation)") }
  }

  @Test("5.14 A window that is closed as a touch is lifted whose beginning still waits leaves no recognizer stuck")
  func liftedWhileDelayed() {
    let application = Closer()
    let witness = Witness()
    application.addObserver(witness)
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let view = View(frame: window.bounds)
    window.addSubview(view)
    application.addWindow(window)
    application.keyWindow = window
    let pan = PanGestureRecognizer()
    pan.delaysTouchesBegan = true
    let press = LongPressGestureRecognizer()
    view.addGestureRecognizer(pan)
    view.addGestureRecognizer(press)
    for (moment, phase) in [(1_008_000, TouchPhase.began), (1_016_000, .ended)] as [(Int64, TouchPhase)] {
      let contact = Contact(trackingID: 5, slot: 5, phase: phase, location: Point(x: 10, y: 10))
      application.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: moment), contacts: [contact]))
    }
    #expect(press.state == .possible)
    application.advance(to: Timestamp(microseconds: 2_000_000))
    #expect(witness.violations.isEmpty)
    #expect(application.event.allTouches.count == 0)
  }
}
