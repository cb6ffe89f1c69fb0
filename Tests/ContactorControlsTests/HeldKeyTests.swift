import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// A finger that rests on a key of the screen's keyboard while another responder becomes the first one.
@Suite("Keys that are held while the first responder changes")
struct HeldKeyTests {
  private let on = KeyboardStage()
  private let alert = Alert(title: "Delete all recordings?")
  private var answers: [Alert.Answer] { alert.answer.map { [$0] }?.filter { $0 != .aborted } ?? [] }

  init() {
    on.keyboard.autocapitalization = .none
    alert.addButton("Delete")
    alert.addButton("Keep", style: .cancel)
  }

  private func begin() {
    let isShown = alert.begin(on: on.stage.window) { _ in }
    #expect(isShown)
  }

  /// Something that takes the first responder's place while a finger is on a key.
  enum Change: CaseIterable {
    case dialog, dialogWithText, text, sheet
  }

  private func make(_ change: Change) -> (() -> String) {
    let field = TextField(frame: Rect(x: 400, y: 0, width: 100, height: 40))
    field.text = "abc"
    switch change {
    case .dialog: begin()
    case .dialogWithText:
      let text = alert.addTextField(text: "abc")
      begin()
      return { text.text }
    case .text:
      on.stage.window.addSubview(field)
      field.becomeFirstResponder()
    case .sheet:
      let sheet = Window(frame: on.stage.window.frame)
      sheet.addSubview(field)
      on.stage.application.present(sheet)
      field.becomeFirstResponder()
    }
    return { field.text }
  }

  @Test(
    "7.7 A finger that rests on a key types nothing into what becomes the first responder meanwhile, and answers no dialog",
    arguments: Change.allCases, [false, true])
  func held(_ change: Change, laysOut: Bool) {
    for (number, key) in ["return", "delete", "a", "space"].enumerated() {
      let (place, time) = (on.place(key), Int64(number) * 3_000)
      on.stage.down(1, place.x, place.y, at: time)
      _ = on.receiver.taken()
      let text = make(change)
      let before = text()
      if laysOut { on.stage.pass(to: time + 10) }
      on.stage.up(1, place.x, place.y, at: time + 50)
      on.stage.pass(to: time + 2_000)
      #expect(text() == before, "\(key)")
      #expect(answers.isEmpty, "\(key)")
      #expect(on.receiver.taken() == "", "\(key)")
      alert.end()
      on.stage.application.dismiss()
      on.receiver.becomeFirstResponder()
      on.stage.pass(to: time + 2_500)
      #expect(on.keyboard.window != nil)
    }
  }

  @Test(
    "7.7 A key that repeats, a second finger and a long press do not reach what becomes the first responder", arguments: Change.allCases)
  func repeats(_ change: Change) {
    let (delete, letter) = (on.place("delete"), on.place("e"))
    on.stage.down(1, delete.x, delete.y, at: 0)
    on.stage.down(2, letter.x, letter.y, at: 10)
    let text = make(change)
    let before = text()
    on.stage.down(3, letter.x, letter.y, at: 20)
    on.stage.cancel(3, at: 25)
    on.stage.pass(to: 5_000)
    #expect(text() == before)
    #expect(on.keyboard.alternatives.isEmpty)
    #expect(on.keyboard.previewText == nil)
  }

  @Test("7.7 Shift that is held stays so in the next text, where it types nothing by itself")
  func shift() {
    on.down("shift", finger: 2, at: 0)
    on.stage.pass(to: 10)
    let text = make(.text)
    on.stage.pass(to: 20)
    on.tap("A", from: 100)
    #expect(text() == "abcA")
    on.move("B", finger: 2, at: 800)
    on.up("B", finger: 2, at: 900)
    #expect(text() == "abcA")
    #expect(on.keyboard.shift == .off)
  }

  @Test("14.1 A finger on a key of a secret text is not shown once a dialog is there")
  func secret() {
    on.receiver.isSecure = true
    let place = on.place("e")
    on.stage.down(1, place.x, place.y, at: 0)
    begin()
    on.stage.pass(to: 2_000)
    #expect(on.keyboard.contentParts.allSatisfy { $0.state == .normal })
    #expect(on.keyboard.previewText == nil)
    #expect(on.keyboard.alternatives.isEmpty)
    on.stage.up(1, place.x, place.y, at: 2_100)
    #expect(on.keyboard.typedKeyName == nil)
  }

  @Test("14.1 A text that becomes secret while it is edited takes back what the keyboard shows", arguments: [false, true])
  func becomesSecret(isPIN: Bool) {
    let field = TextField(frame: Rect(x: 400, y: 0, width: 100, height: 40))
    let pin = PINField(frame: Rect(x: 400, y: 0, width: 100, height: 40))
    pin.isSecure = false
    let text: Control = isPIN ? pin : field
    on.stage.window.addSubview(text)
    text.becomeFirstResponder()
    on.keyboard.followsFirstResponder = true
    on.stage.pass(to: 10)
    on.tap(isPIN ? "1" : "x", from: 20)
    let place = on.place(isPIN ? "2" : "e")
    on.stage.down(1, place.x, place.y, at: 1_000)
    on.stage.pass(to: 1_800)
    #expect(on.keyboard.typedKeyName != nil)
    #expect(on.keyboard.alternatives.isEmpty == isPIN)
    if isPIN { pin.isSecure = true } else { field.isSecure = true }
    #expect(on.keyboard.alternatives.isEmpty)
    #expect(on.keyboard.typedKeyName == nil)
    on.stage.pass(to: 1_900)
    on.stage.up(1, place.x, place.y, at: 2_000)
    #expect(on.keyboard.typedKeyName == nil)
  }

  @Test("7.7 After a dialog the keys are those of the text that has become the first responder under it")
  func under() {
    let pin = TextField(frame: Rect(x: 400, y: 0, width: 100, height: 40))
    pin.keyboardType = .pin
    on.stage.window.addSubview(pin)
    begin()
    pin.becomeFirstResponder()
    on.stage.pass(to: 10)
    alert.end()
    on.stage.pass(to: 20)
    #expect(on.index("1") != nil)
    #expect(on.index("t") == nil)
  }

  @Test("3.6 A keyboard that takes no touches leaves a dialog's text to one that does", arguments: 0..<4)
  func untouchable(_ way: Int) {
    let front = Window(frame: on.stage.window.frame)
    let box = View(frame: front.bounds)
    let other = Keyboard(frame: on.keyboard.frame)
    front.addSubview(box)
    box.addSubview(other)
    on.stage.application.addWindow(front)
    switch way {
    case 0: other.alpha = 0
    case 1: box.isUserInteractionEnabled = false
    case 2: front.alpha = 0
    default: box.isHidden = true
    }
    on.stage.window.makeKey()
    let text = alert.addTextField()
    begin()
    on.stage.pass(to: 10)
    #expect(on.stage.application.viewsInFront.map { $0 === on.keyboard } == [true])
    on.tap("a", from: 100)
    #expect(text.text == "a")
  }
}
