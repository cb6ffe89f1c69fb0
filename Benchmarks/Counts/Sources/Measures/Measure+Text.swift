import ContactorControls
import ContactorCore

extension Measure {
  /// Keys typed into a long text.
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
      }
    ]
  }
}
