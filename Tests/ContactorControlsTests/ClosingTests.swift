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

  /// A delegate that touches the window as it resigns being the key window.
  private final class Toucher: WindowDelegate {
    func windowDidResignKey(_ window: Window) {
      window.application?.handle(Self.frame(1_000, .began))
    }

    static func frame(_ time: Int64, _ phase: TouchPhase) -> TouchFrame {
      let contact = Contact(trackingID: 5, slot: 5, phase: phase, location: Point(x: 10, y: 10))
      return TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: time), contacts: [contact])
    }
  }

  @Test("3.6 A touch that begins in a window as it leaves is cancelled with it, and leaves no recognizer stuck")
  func touchedWhileLeaving() {
    let (application, witness, delegate) = (Application(), Witness(), Toucher())
    application.addObserver(witness)
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    window.delegate = delegate
    let press = LongPressGestureRecognizer()
    window.addGestureRecognizer(press)
    application.addWindow(window)
    window.makeKey()
    application.removeWindow(window)
    #expect(application.event.allTouches.allSatisfy { $0.phase == .cancelled || $0.window !== window })
    application.handle(Toucher.frame(110_000, .ended))
    application.advance(to: Timestamp(microseconds: 2_000_000))
    #expect(witness.violations.isEmpty && press.state == .possible)
    #expect(application.event.allTouches.count == 0)
  }
}
