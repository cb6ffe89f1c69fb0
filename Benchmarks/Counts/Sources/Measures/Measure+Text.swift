import ContactorControls
import ContactorCore

extension Measure {
  /// Keys typed into a long text: those of a real keyboard, and those of one on the screen.
  static var texts: [Measure] {
    [
      Measure("key-text10000", operations: 20_000) {
        let application = Application()
        let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
        let field = TextField(frame: Rect(x: 0, y: 0, width: 400, height: 50))
        application.addWindow(window)
        window.addSubview(field)
        field.text = String(repeating: "0123456789", count: 1000)
        field.becomeFirstResponder()
        field.selectedRange = 5000..<5000
        let event = KeyEvent("x", keyCode: 45, timestamp: application.now)
        return { count in
          for _ in 0..<count { _ = application.sendKey(event) }
          precondition(field.selectedRange.lowerBound >= 5000 + count, "the keys must be inserted")
          // The next round begins with 10,000 characters again.
          field.selectedRange = 5000..<field.selectedRange.lowerBound
          field.doCommand(by: "delete:")
        }
      },
      tapped("keyboard-field-end", 10_000) { TextField(frame: $0) },
      tapped("keyboard-field-middle", 5_000) { TextField(frame: $0) },
      tapped("keyboard-view-end", 10_000) { TextView(frame: $0) },
      tapped("keyboard-view-middle", 5_000) { TextView(frame: $0) },
      tapped("keyboard-view-paragraph", 5_000, KeyboardScene.paragraph) { TextView(frame: $0) },
    ]
  }

  /// A key on the screen that types at a place of 10,000 characters; both frames of the tap are one unit.
  ///
  /// What is allocated: the touch and the two key events, which users may keep; two small arrays; for each long press, a timer.
  private static func tapped(
    _ name: String, _ place: Int, _ text: String = KeyboardScene.lines, _ make: @escaping (Rect) -> TextControl
  ) -> Measure {
    Measure(name, operations: 2_000, counted: 200) {
      let scene = KeyboardScene(make(KeyboardScene.textFrame), text, place)
      return { count in scene.type(count) }
    }
  }
}

/// A keyboard on the screen below a text of 10,000 characters, and a finger that taps one of its letters.
final class KeyboardScene {
  /// The rectangle of the text in the window.
  static let textFrame = Rect(x: 0, y: 0, width: 400, height: 200)

  /// Lines of 50 characters in a text view; a field has one line.
  static let lines = String(repeating: String(repeating: "0123456789", count: 5).dropLast() + "\n", count: 200)

  /// One paragraph of 10,000 characters: words of 1 to 9 letters in no order.
  static let paragraph = String(
    (0..<2000).map { String(repeating: "w", count: 1 + $0 * $0 / 7 % 9) + " " }.joined().prefix(10_000))

  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  private let keyboard = Keyboard(frame: Rect(x: 0, y: 200, width: 800, height: 280))
  private let text: TextControl
  private let place: Int
  private var time: Int64 = 0
  private var began = KeyboardScene.frame(.began)
  private var ended = KeyboardScene.frame(.ended)

  /// Puts the caret at a place of the text.
  init(_ text: TextControl, _ content: String, _ place: Int) {
    (self.text, self.place) = (text, place)
    application.addWindow(window)
    window.addSubview(text)
    window.addSubview(keyboard)
    text.text = content
    text.becomeFirstResponder()
    text.selectedRange = place..<place
    type(100)
  }

  /// Types a number of letters; after each 40, they are removed, so that the text stays as long as it was.
  func type(_ count: Int) {
    var left = count
    while left > 0 {
      let letters = min(left, 40)
      for _ in 0..<letters { tap() }
      precondition(text.selectedRange == place + letters..<place + letters, "the keys must be inserted")
      text.selectedRange = place..<place + letters
      text.doCommand(by: "delete:")
      left -= letters
    }
  }

  private func tap() {
    // 60 ms down and 60 ms up, as fast as two thumbs type.
    time += 60_000
    began.timestamp = Timestamp(microseconds: time)
    application.handle(began)
    time += 60_000
    ended.timestamp = Timestamp(microseconds: time)
    application.handle(ended)
  }

  private static func frame(_ phase: TouchPhase) -> TouchFrame {
    TouchFrame(
      device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 0),
      contacts: [Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: 300, y: 300))])
  }
}
