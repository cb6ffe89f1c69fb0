import ContactorControls
import ContactorCore
import ContactorStage

/// A keyboard at the bottom of a window, and a view that writes down the keys it gets.
final class KeyboardStage {
  /// A first responder that takes every key, or none.
  final class Receiver: View, KeyboardClient {
    var handles = true
    var events: [KeyEvent] = []
    var type = KeyboardType.letters
    var rule = Autocapitalization.none
    var isSecure = false
    var text: String?
    var onKey: ((KeyEvent) -> Void)?

    var keyboardType: KeyboardType { type }
    var autocapitalization: Autocapitalization { rule }
    var textBeforeCaret: String? { text }
    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(with event: KeyEvent) -> Bool {
      guard handles else { return super.keyDown(with: event) }
      events.append(event)
      onKey?(event)
      return true
    }

    /// What was typed since the last call: `⌫` and `⏎` for delete and return.
    func taken() -> String {
      defer { events = [] }
      return events.map { $0.characters == KeyEvent.delete ? "⌫" : $0.characters == KeyEvent.carriageReturn ? "⏎" : $0.characters }
        .joined()
    }
  }

  let stage = Stage()
  let keyboard: Keyboard
  let receiver: Receiver

  init(_ keyboard: Keyboard = Keyboard(frame: Rect(x: 0, y: 240, width: 800, height: 240)), layout: KeyboardLayout? = nil) {
    self.keyboard = stage.add(keyboard, "keyboard")
    if let layout { keyboard.layouts = [layout] }
    receiver = stage.add(Receiver(frame: Rect(x: 0, y: 0, width: 800, height: 100)), "receiver")
    stage.window.makeKey()
    receiver.becomeFirstResponder()
    stage.window.layoutIfNeeded()
  }

  /// The index of the key that is labelled so, or whose role is named so.
  func index(_ name: String) -> Int? {
    (0..<keyboard.numberOfKeys).first { keyboard.label(forKeyAt: $0) == name || keyboard.key(at: $0)?.text == name }
      ?? (0..<keyboard.numberOfKeys).first { keyboard.accessibilityElement(at: $0)?.content.label == name }
  }

  /// The centre of a key in the window.
  func place(_ name: String) -> Point {
    guard let index = index(name) else { return Point(x: .nan, y: .nan) }
    return keyboard.contentFrame(for: .key(index)).center + keyboard.frame.origin
  }

  func down(_ name: String, finger: Int32 = 1, at time: Int64) {
    let place = place(name)
    stage.down(finger, place.x, place.y, at: time)
  }

  func move(_ name: String, finger: Int32 = 1, at time: Int64) {
    let place = place(name)
    stage.move(finger, place.x, place.y, at: time)
  }

  func up(_ name: String, finger: Int32 = 1, at time: Int64) {
    let place = place(name)
    stage.up(finger, place.x, place.y, at: time)
  }

  /// Taps keys one after the other, 500 ms each, and returns the time after them.
  @discardableResult
  func tap(_ names: String..., from start: Int64) -> Int64 {
    var time = start
    for name in names {
      let place = place(name)
      stage.down(1, place.x, place.y, at: time)
      stage.up(1, place.x, place.y, at: time + 50)
      time += 500
    }
    return time
  }
}
