import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Modal dialogs: one answer, once.
@Suite("Alerts")
struct AlertTests {
  private final class Judge: Responder, AlertDelegate {
    var answers: [Alert.Answer] = []
    var told: [Alert.Answer] = []

    override class var actions: [Action] { super.actions + [Action("alertDidEnd:", alertDidEnd(_:)), Action("press:", press(_:))] }

    func alertDidEnd(_ alert: Alert) { if let answer = alert.answer { answers.append(answer) } }
    func press(_ sender: Control) {}
    func alertDidEnd(_ alert: Alert, answer: Alert.Answer) { told.append(answer) }
  }

  private let stage = Stage()
  private let alert = Alert(title: "Delete?", message: "It cannot be taken back.")
  private let judge = Judge()

  init() {
    alert.addButton("Delete", style: .destructive)
    alert.addButton("Cancel", style: .cancel)
    alert.delegate = judge
  }

  private func begin() {
    let isShown = alert.begin(on: stage.window) { [judge] in judge.answers.append($0) }
    #expect(isShown)
  }

  /// The middle of a button on the screen.
  private func place(_ index: Int) -> Point {
    alert.buttons[index].convert(alert.buttons[index].bounds.center, to: nil)
  }

  private func tap(_ index: Int, finger: Int32 = 1, at time: Int64) {
    let point = place(index)
    stage.tap(finger, point.x, point.y, at: time)
  }

  private func key(_ characters: String, isRepeat: Bool = false) {
    stage.application.sendKey(KeyEvent(characters, isRepeat: isRepeat, timestamp: stage.application.now))
  }

  @Test("8.4 A dialog is answered by a tap on a button, once, after it has left the screen")
  func tap() {
    begin()
    #expect(stage.application.windows.count == 2)
    #expect(alert.isShown)
    let point = place(0)
    tap(0, at: 0)
    stage.tap(1, point.x, point.y, at: 100)
    stage.tap(2, point.x, point.y, at: 110)
    #expect(judge.answers == [.button(0)])
    #expect(judge.told == [.button(0)])
    #expect(alert.answer == .button(0))
    #expect(alert.isShown == false)
    #expect(stage.application.windows.count == 1)
    #expect(stage.application.keyWindow === stage.window)
    begin()
    tap(1, at: 1_000)
    #expect(judge.answers == [.button(0), .cancel])
  }

  @Test("8.4 Two fingers that let go of two buttons in one frame give one answer")
  func twoFingers() {
    begin()
    let (first, second) = (place(0), place(1))
    stage.contact(1, .began, first.x, first.y)
    stage.contact(2, .began, second.x, second.y)
    stage.frame(at: 0)
    stage.contact(1, .ended, first.x, first.y)
    stage.contact(2, .ended, second.x, second.y)
    stage.frame(at: 10)
    #expect(judge.answers.count == 1)
    #expect(judge.told == judge.answers)
  }

  @Test("8.4 Return chooses the default button, escape the cancel button; a key that is held does not")
  func keys() {
    begin()
    key(KeyEvent.carriageReturn)
    #expect(judge.answers.isEmpty)
    key(KeyEvent.escape)
    alert.addButton("Keep")
    begin()
    key(KeyEvent.carriageReturn, isRepeat: true)
    #expect(alert.isShown)
    key(KeyEvent.carriageReturn)
    alert.defaultButtonIndex = 0
    begin()
    key(KeyEvent.enter)
    alert.buttons[1].isEnabled = false
    begin()
    key(KeyEvent.escape)
    #expect(judge.answers == [.cancel, .button(2), .button(0)])
    let only = Alert(title: "Done")
    var answers: [Alert.Answer] = []
    for character in [KeyEvent.escape, KeyEvent.carriageReturn] {
      only.begin(on: stage.application) { answers.append($0) }
      key(character)
    }
    #expect(answers == [.button(0), .button(0)])
    #expect(only.buttons.map(\.label) == ["OK"])
  }

  @Test("3.6 While a dialog is shown the window below gets no touches and no keys, also from a device routed to it")
  func modal() {
    _ = stage.button("below", 0, 0)
    stage.application.route(DeviceID(rawValue: 1), to: stage.window)
    begin()
    stage.tap(1, 20, 20, at: 0)
    #expect(stage.taken().isEmpty)
    #expect(alert.isShown)
    tap(1, at: 100)
    #expect(judge.answers == [.cancel])
    stage.tap(1, 20, 20, at: 500)
    #expect(stage.taken().contains("below touchDown"))
  }

  @Test(
    "8.4 A dialog whose window is taken away is aborted, once", arguments: ["dismiss", "close", "remove", "covered", "end"])
  func aborted(way: String) {
    begin()
    switch way {
    case "dismiss": stage.application.dismiss()
    case "close": stage.application.modalWindow?.close()
    case "remove": stage.application.modalWindow.map { stage.application.removeWindow($0) }
    case "covered": stage.application.removeWindow(stage.window)
    default: alert.end()
    }
    alert.end(.button(0))
    alert.buttons[0].performClick()
    #expect(judge.answers == [.aborted])
    #expect(judge.told == [.aborted])
  }

  @Test("8.4 A dialog that is dropped with its application is aborted, once")
  func dropped() {
    var answers: [Alert.Answer] = []
    do {
      let application = Application()
      let window = Window(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      application.addWindow(window)
      Alert(title: "Gone").begin(on: application) { answers.append($0) }
      #expect(answers.isEmpty)
    }
    #expect(answers == [.aborted])
    let shown = [
      Alert().begin(on: Application()) { answers.append($0) }, Alert().begin(on: Window(frame: .zero)) { answers.append($0) },
    ]
    #expect(shown == [false, false])
    #expect(answers == [.aborted, .aborted, .aborted])
  }

  @Test("8.4 A second begin is refused with an answer of its own; a callback may begin the dialog again")
  func again() {
    var answers: [Alert.Answer] = []
    begin()
    let isShown = alert.begin(on: stage.window) { answers.append($0) }
    #expect(isShown == false)
    #expect(answers == [.aborted])
    tap(1, at: 0)
    #expect(judge.answers == [.cancel])
    alert.begin(on: stage.window) { answer in
      answers.append(answer)
      alert.end(.button(0))
      alert.begin(on: stage.window) { answers.append($0) }
      alert.end(.button(1))
    }
    tap(0, at: 1_000)
    #expect(answers == [.aborted, .button(0), .button(1)])
    #expect(alert.isShown == false)
    let token = stage.application.notifications.observe(Window.DidResignKey.self) { _ in alert.end(.cancel) }
    let isShownAgain = alert.begin(on: stage.window) { answers.append($0) }
    token.cancel()
    #expect(isShownAgain == false)
    #expect(answers == [.aborted, .button(0), .button(1), .cancel])
    #expect(stage.application.windows.count == 1)
  }

  @Test("8.4 A modal delegate gets the answer by its action; an action that does not fit is an error at once")
  func modalDelegate() throws {
    let isShown = try alert.begin(on: stage.window, modalDelegate: judge, didEnd: "alertDidEnd:")
    #expect(isShown)
    tap(0, at: 0)
    #expect(judge.answers == [.button(0)])
    #expect(throws: ActionError.self) { try alert.begin(on: stage.window, modalDelegate: judge, didEnd: "nothing:") }
    let error = #expect(throws: ActionError.self) { try alert.begin(on: stage.window, modalDelegate: judge, didEnd: "press:") }
    #expect(error?.code == .foreignSender)
    #expect(alert.isShown == false)
  }

  @Test("A dialog's text is edited at once, return answers it, and the text can be read afterwards")
  func textField() {
    alert.addButton("Rename")
    let field = alert.addTextField(text: "a")
    #expect(alert.addTextField() === field)
    begin()
    #expect(field.isEditing)
    field.insertText("b")
    field.insertNewline(field)
    #expect(judge.answers == [.button(2)])
    #expect(alert.textField?.text == "ab")
    #expect(field.isEditing == false)
    begin()
    #expect(field.isEditing)
    key(KeyEvent.escape)
    begin()
    key(KeyEvent.carriageReturn)
    #expect(judge.answers == [.button(2), .cancel, .button(2)])
  }

  private final class Refusing: TextFieldDelegate {
    var asked = 0
    var lets = false
    var onAsk: (() -> Void)?

    func textFieldShouldReturn(_ textField: TextField) -> Bool {
      asked += 1
      onAsk?()
      return lets
    }
  }

  @Test(
    "8.4 The delegate of a dialog's text is asked about return, by a key and by an action, and not from within", arguments: [false, true])
  func shouldReturn(byKey: Bool) {
    alert.addButton("Rename")
    let field = alert.addTextField(text: "a")
    let refusing = Refusing()
    field.delegate = refusing
    begin()
    func press() { if byKey { key(KeyEvent.carriageReturn) } else { field.insertText("\n") } }
    refusing.onAsk = press
    press()
    #expect(refusing.asked == 1)
    #expect(field.isEditing)
    #expect(judge.answers.isEmpty)
    refusing.lets = true
    press()
    #expect(refusing.asked == 2)
    #expect(judge.answers == [.button(2)])
  }

  @Test("8.4 A button that is hidden, or disabled, is not chosen by return or escape, and the text is edited on")
  func hiddenButtons() {
    alert.addButton("Rename")
    let field = alert.addTextField(text: "a")
    begin()
    for button in alert.buttons { button.isHidden = true }
    for character in [KeyEvent.carriageReturn, KeyEvent.escape] { key(character) }
    for button in alert.buttons { (button.isHidden, button.isEnabled) = (false, false) }
    for character in [KeyEvent.carriageReturn, KeyEvent.escape] { key(character) }
    #expect(judge.answers.isEmpty)
    #expect(field.isEditing)
  }

  @Test("Buttons lie within the window: side by side, below one another where it is narrow, lower where it is low")
  func layout() throws {
    begin()
    let panel = try #require(alert.buttons[0].superview as? AlertView)
    #expect(alert.buttons.map(\.frame.minX) == [135, 0])
    #expect(panel.frame.center == stage.window.bounds.center)
    #expect(panel.contentParts.map(\.text) == [nil, "Delete?", "It cannot be taken back."])
    #expect(alert.buttons[0].contentParts.first?.kind == "destructiveButton")
    for count in 2..<40 { alert.addButton("Button \(count)") }
    #expect(alert.buttons.count == Alert.maximumNumberOfButtons)
    for size in [Size(width: 800, height: 480), Size(width: 90, height: 2_000), Size(width: 5, height: 5), Size(width: -1, height: .nan)] {
      stage.application.modalWindow?.bounds.size = size
      stage.application.modalWindow?.layoutIfNeeded()
      for button in alert.buttons where size.height > 0 {
        #expect(panel.bounds.outset(by: 1e-6).contains(button.frame))
        #expect(button.frame.minX == 0)
      }
      guard size.height > 10 else { continue }
      #expect(stage.application.modalWindow?.bounds.contains(panel.frame) == true)
      #expect(alert.buttons[1].frame.maxY == alert.buttons.map(\.frame.maxY).max())
    }
  }
}
