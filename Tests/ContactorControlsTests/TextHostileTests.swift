import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Calls of all kinds, made by chance from every place where text controls call out: nothing traps, hangs, or loses its selection.
private final class Chaos: TextFieldDelegate, TextViewDelegate, TextMeasuring {
  private static let commands = TextCommand.named.keys.sorted { $0.description < $1.description }
  private static let texts = [
    "", "a", "\n", "\r", "\u{301}", "🇩", "👩‍👧‍👦", "one two\nthree ", "\u{200D}", "long " + String(repeating: "word ", count: 300),
  ]

  private let stage: Stage
  private let controls: [TextControl]
  private let window: Window
  private var state: UInt64
  private var depth = 0
  private(set) var calls = 0

  init(_ seed: UInt64, _ stage: Stage) {
    self.stage = stage
    window = stage.window
    state = seed
    let field = TextField(frame: Rect(x: 0, y: 0, width: 100, height: 40))
    let view = TextView(frame: Rect(x: 0, y: 100, width: 100, height: 100))
    controls = [field, view]
    for control in controls { window.addSubview(control) }
    (field.delegate, view.delegate) = (self, self)
    for control in controls {
      control.onChange = { [weak self] _, _ in self?.maybe(20) }
      control.addAction("chaos", for: .allEditingEvents) { [weak self] _, _ in self?.maybe(3) }
    }
    stage.application.pasteboard.onChange = { [weak self] _ in self?.maybe(3) }
  }

  private func random(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(limit, 1)
  }

  /// Does something in one of so many cases, unless too much is going on.
  private func maybe(_ chance: Int) {
    guard depth < 5, calls < 50_000, random(chance) == 0 else { return }
    act()
  }

  func act() {
    depth += 1
    calls += 1
    defer { depth -= 1 }
    let control = controls[random(2)]
    let text = Self.texts[random(Self.texts.count)]
    switch random(20) {
    case 0: control.text = text
    case 1: control.selectedRange = random(60) - 20..<random(60) + 41
    case 2...4: control.insertText(text)
    case 5...8: control.doCommand(by: Self.commands[random(Self.commands.count)])
    case 9: control.isSecure.toggle()
    case 10: control.measure = random(2) == 0 ? self : nil
    case 11: control.removeFromSuperview()
    case 12: window.addSubview(control)
    case 13: control.isEnabled = random(3) > 0
    case 14: control.maximumLength = random(2000)
    case 15: control.frame = Rect(x: 0, y: 0, width: Double(random(200)) - 20, height: Double(random(200)) - 20)
    case 16: _ = (control.contentParts, control.contentSize, control.accessibility, control.selectionFrames)
    case 17: _ = random(2) == 0 ? control.becomeFirstResponder() : control.resignFirstResponder()
    case 18: control.contentOffset = Point(x: Double(random(300)) - 50, y: Double(random(300)) - 50)
    default:
      _ = (control.closestPosition(to: Point(x: Double(random(300)), y: Double(random(300)))), control.caretFrame(for: random(90) - 9))
    }
  }

  /// Each control's selection is inside of its text, and its caret somewhere.
  func check() {
    for control in controls {
      let (selection, count) = (control.selectedRange, control.text.count)
      #expect(selection.lowerBound >= 0 && selection.upperBound <= count)
      #expect(control.text(in: 0..<count).utf8.elementsEqual(control.text.utf8))
      #expect(control.caretFrame(for: selection.upperBound).isFinite && control.contentOffset.isFinite)
    }
  }

  private func answer() -> Bool {
    maybe(3)
    return random(5) > 0
  }

  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { answer() }
  func textFieldDidBeginEditing(_ textField: TextField) { maybe(3) }
  func textField(_ textField: TextField, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool { answer() }
  func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool { answer() }
  func textFieldShouldReturn(_ textField: TextField) -> Bool { answer() }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { answer() }
  func textFieldDidEndEditing(_ textField: TextField) { maybe(3) }
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool { answer() }
  func textViewDidBeginEditing(_ textView: TextView) { maybe(3) }
  func textView(_ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool { answer() }
  func textViewShouldEndEditing(_ textView: TextView) -> Bool { answer() }
  func textViewDidEndEditing(_ textView: TextView) { maybe(3) }

  var lineHeight: Double {
    maybe(20)
    return 18
  }

  func advance(of character: Character, after previous: Character?) -> Double {
    maybe(500)
    return character == "i" ? 3 : 9
  }
}

@Suite("Text under calls from everywhere")
struct TextHostileTests {
  @Test("5.14, 7.7 any call from any callback of a text control leaves text, selection and layout whole", arguments: 1...40)
  func chaos(seed: UInt64) {
    let stage = Stage()
    let chaos = Chaos(seed &* 0x9E37_79B9, stage)
    for step in 0..<150 {
      chaos.act()
      if step.isMultiple(of: 5) {
        let (x, y) = (Double(step % 90), Double(step * 7 % 190))
        stage.down(1, x, y, at: Int64(step) * 1000)
        if step.isMultiple(of: 2) { stage.pass(to: Int64(step) * 1000 + 600) }
        stage.move(1, x + 20, y, at: Int64(step) * 1000 + 700)
        stage.up(1, x + 20, y, at: Int64(step) * 1000 + 750)
        stage.application.sendKey(KeyEvent(step.isMultiple(of: 3) ? "x" : KeyEvent.delete, timestamp: stage.application.now))
      }
      chaos.check()
    }
    #expect(stage.violations.isEmpty && chaos.calls >= 150)
  }
}
