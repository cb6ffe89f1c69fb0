import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// A delegate that writes down what it is asked and told, and calls back.
private final class Editor: TextFieldDelegate {
  var log: [String] = []
  var refused: Set<String> = []
  /// Called inside the question or news of that name.
  var calls: [String: (TextField) -> Void] = [:]

  private func ask(_ name: String, _ field: TextField) -> Bool {
    log.append(name + "?")
    calls[name]?(field)
    return !refused.contains(name)
  }

  private func tell(_ name: String, _ field: TextField) {
    log.append(name)
    calls[name]?(field)
  }

  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { ask("begin", textField) }
  func textFieldDidBeginEditing(_ textField: TextField) { tell("began", textField) }
  func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool { ask("change", textField) }
  func textFieldShouldReturn(_ textField: TextField) -> Bool { ask("return", textField) }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { ask("end", textField) }
  func textFieldDidEndEditing(_ textField: TextField) { tell("ended", textField) }
}

@Suite("Text fields whose editing is broken off, and delegates that call back (contract 4.8, 5.14)")
struct TextFieldTests {
  private let stage = Stage()
  private let editor = Editor()
  private let field: TextField

  init() {
    field = stage.add(TextField(frame: Rect(x: 100, y: 100, width: 100, height: 50)), "t")
    field.delegate = editor
  }

  private func editing() {
    field.becomeFirstResponder()
    editor.log = []
    _ = stage.taken()
  }

  /// The editing events and what the delegate heard since the last call.
  private func taken() -> [String] {
    defer { editor.log = [] }
    return editor.log + stage.taken()
  }

  // MARK: Broken off

  @Test("4.8 a field that is removed while it is edited ends editing: the delegate is told, not asked, and editingDidEnd is sent once")
  func removed() {
    editing()
    editor.refused = ["end"]
    field.removeFromSuperview()
    #expect(!field.isEditing && stage.window.firstResponder === stage.window)
    #expect(taken() == ["ended", "t editingDidEnd"])
    stage.window.addSubview(field)
    field.removeFromSuperview()
    #expect(taken() == [])
  }

  @Test("4.8 a removed field's targets are sent editingDidEnd, with the view that it was in")
  func removedWithParent() {
    let page = stage.add(ContainerView(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "page")
    page.addSubview(field)
    editing()
    var ends = 0
    field.addAction("ended", for: .editingDidEnd) { _, _ in ends += 1 }
    page.removeFromSuperview()
    #expect(ends == 1 && !field.isEditing && editor.log == ["ended"])
    stage.window.addSubview(page)
    field.becomeFirstResponder()
    #expect(field.isEditing && editor.log == ["ended", "begin?", "began"])
  }

  @Test("4.8 a field that is disabled while it is edited ends editing, without a question, once")
  func disabled() {
    editing()
    editor.refused = ["end"]
    field.isEnabled = false
    #expect(!field.isEditing && taken() == ["ended", "t editingDidEnd"])
    field.isEnabled = false
    field.insertText("x")
    field.insertText("\n")
    #expect(field.text == "" && taken() == [] && !field.becomeFirstResponder() && taken() == [], "its delegate is not asked either")
    field.isEnabled = true
    #expect(field.becomeFirstResponder() && taken() == ["begin?", "began", "t editingDidBegin"])
  }

  @Test("4.8 a field that may not resign and is disabled is not edited any more")
  func stubborn() {
    final class Stubborn: TextField {
      override var canResignFirstResponder: Bool { false }
    }
    let field = stage.add(Stubborn(frame: .zero), "s")
    field.becomeFirstResponder()
    _ = stage.taken()
    field.isEnabled = false
    #expect(!field.isEditing && stage.taken() == ["s editingDidEnd"])
    field.removeFromSuperview()
    #expect(stage.taken() == [] && stage.window.firstResponder === stage.window)
  }

  @Test("4.8 a field that dies while it is edited sends nothing and leaves no first responder")
  func dies() {
    do {
      let window = Window(frame: .zero)
      var field: TextField? = TextField(frame: .zero)
      field?.delegate = editor
      window.addSubview(field!)
      field?.becomeFirstResponder()
      weak let gone = field
      field = nil
      window.subviews.first?.removeFromSuperview()
      #expect(gone == nil && window.firstResponder === window)
    }
    let lone = TextField(frame: .zero)
    do {
      let window = Window(frame: .zero)
      window.addSubview(lone)
      lone.delegate = editor
      editor.log = []
      #expect(lone.becomeFirstResponder())
    }
    #expect(!lone.isEditing && editor.log == ["begin?", "began", "ended"], "its window died")
    #expect(!lone.becomeFirstResponder())
  }

  @Test("4.8 a field that an action of its own removes or disables stays at rest", arguments: [true, false])
  func actionBreaksOff(isRemoved: Bool) {
    let field = field
    let breakOff = { if isRemoved { field.removeFromSuperview() } else { field.isEnabled = false } }
    for events: Control.Events in [.touchUpInside, .editingDidBegin, .editingChanged, .editingDidEndOnExit, .editingDidEnd] {
      field.isEnabled = true
      stage.window.addSubview(field)
      field.text = ""
      field.addAction("break", for: events) { _, _ in breakOff() }
      stage.tap(1, 110, 110, at: Int64(events.rawValue))
      field.insertText("a")
      field.insertText("\n")
      field.removeAction(identifiedBy: "break")
      breakOff()
      #expect(!field.isEditing && stage.window.firstResponder === stage.window)
      let heard = taken()
      #expect(heard.count { $0 == "began" } == heard.count { $0 == "ended" }, "\(events): \(heard)")
    }
    #expect(stage.violations.isEmpty)
  }

  // MARK: Delegates that call back

  @Test("5.14 resigning while the delegate is asked about the begin changes nothing")
  func resignsInShouldBegin() {
    editor.calls["begin"] = { $0.resignFirstResponder() }
    #expect(field.becomeFirstResponder())
    #expect(taken() == ["begin?", "began", "t editingDidBegin"])
  }

  @Test("5.14 a question that is open is not asked again")
  func asksOnce() {
    editor.calls = [
      "begin": { _ = $0.becomeFirstResponder() }, "end": { _ = $0.resignFirstResponder() }, "return": { $0.insertNewline($0) },
      "change": { $0.insertText("x") },
    ]
    field.insertText("a")
    #expect(field.text == "a" && taken() == ["begin?", "began", "change?", "t editingDidBegin", "t editingChanged"])
    field.insertText("\n")
    #expect(taken() == ["return?", "end?", "ended", "t editingDidEndOnExit", "t editingDidEnd", "t primaryActionTriggered"])
    #expect(field.becomeFirstResponder() && field.resignFirstResponder())
  }

  @Test("5.14 a delegate that resigns as editing begins: what was told of the begin is told of the end")
  func resignsInDidBegin() {
    editor.calls["began"] = { $0.resignFirstResponder() }
    #expect(!field.becomeFirstResponder())
    #expect(taken() == ["begin?", "began", "end?", "ended"])
    #expect(stage.window.firstResponder === stage.window)
  }

  @Test("5.14 a delegate that removes or disables the field as editing begins: it ends, and typing goes nowhere", arguments: [true, false])
  func breaksOffInDidBegin(isRemoved: Bool) {
    editor.calls["began"] = { if isRemoved { $0.removeFromSuperview() } else { $0.isEnabled = false } }
    field.insertText("a")
    #expect(field.text == "" && !field.isEditing && taken() == ["begin?", "began", "ended"])
  }

  @Test("5.14 a delegate that removes the field while it is asked", arguments: ["begin", "change", "return", "end"])
  func removesInQuestion(_ question: String) {
    editor.calls[question] = { $0.removeFromSuperview() }
    field.insertText("a")
    field.insertText("\n")
    field.resignFirstResponder()
    let heard = editor.log
    #expect(!field.isEditing && heard.count { $0 == "began" } == heard.count { $0 == "ended" }, "\(heard)")
    #expect(field.text == (question == "begin" || question == "change" ? "" : "a"))
    #expect(stage.window.firstResponder === stage.window)
  }

  @Test("5.14 text that is set while the delegate is asked about an edit is replaced by the edit, or stays where it refuses")
  func changesInShouldChange() {
    editor.calls["change"] = { $0.text = "mine" }
    field.insertText("a")
    #expect(field.text == "a")
    editor.refused = ["change"]
    field.insertText("b")
    #expect(field.text == "mine")
    editor.calls["change"] = { $0.insertText("+") }
    _ = taken()
    field.insertText("c")
    #expect(field.text == "mine+" && taken() == ["change?"], "an edit from inside neither asks nor sends")
  }

  @Test("5.14 text that is edited by an action of editingChanged is changed once and sends nothing")
  func changesInAction() {
    var sent = 0
    field.addAction("again", for: .editingChanged) { [unowned field] _, _ in
      sent += 1
      field.insertText("!")
    }
    field.insertText("a")
    field.deleteBackward(field)
    #expect(field.text == "a!" && sent == 2)
  }

  @Test("5.14 editing that ends while the delegate is asked about an edit leaves the text as it is")
  func resignsInShouldChange() {
    editor.calls["change"] = { $0.resignFirstResponder() }
    field.insertText("a")
    #expect(field.text == "" && !field.isEditing)
    #expect(taken() == ["begin?", "began", "change?", "end?", "ended", "t editingDidBegin", "t editingDidEnd"])
  }

  @Test("5.14 a delegate that resigns when asked about return and agrees: editing ends, then it was the return key")
  func resignsInShouldReturn() {
    editing()
    editor.calls["return"] = { $0.resignFirstResponder() }
    field.insertText("\n")
    #expect(taken() == ["return?", "end?", "ended", "t editingDidEnd", "t editingDidEndOnExit", "t primaryActionTriggered"])
  }

  @Test("5.14 a delegate that begins again as editing ends: the end of the first comes before the begin of the second")
  func beginsInDidEnd() {
    editing()
    var rounds = 0
    editor.calls["ended"] = {
      rounds += 1
      if rounds == 1 { $0.becomeFirstResponder() }
    }
    #expect(field.resignFirstResponder() && field.isEditing)
    #expect(taken() == ["end?", "ended", "begin?", "began", "t editingDidEnd", "t editingDidBegin"])
  }

  @Test("5.14 actions that begin and end editing in turn come to rest")
  func turns() {
    field.addAction("end", for: .editingDidBegin) { [unowned field] _, _ in field.resignFirstResponder() }
    field.addAction("begin", for: .editingDidEnd) { [unowned field] _, _ in field.becomeFirstResponder() }
    field.becomeFirstResponder()
    let heard = taken()
    #expect(heard.count { $0 == "began" } < 20 && heard.count { $0 == "began" } == heard.count { $0 == "ended" })
    #expect(!field.isEditing)
  }

  @Test("5.14 two fields that take editing from each other come to rest, and one at most is edited")
  func rivals() {
    let rival = stage.add(TextField(frame: .zero), "r")
    let other = Editor()
    rival.delegate = other
    editor.calls["ended"] = { $0.becomeFirstResponder() }
    other.calls["ended"] = { $0.becomeFirstResponder() }
    field.becomeFirstResponder()
    rival.becomeFirstResponder()
    #expect(!(field.isEditing && rival.isEditing))
    for heard in [editor.log, other.log] {
      #expect((0...1).contains(heard.count { $0 == "began" } - heard.count { $0 == "ended" }), "\(heard)")
    }
    editor.calls = [:]
    other.calls = [:]
    #expect(field.becomeFirstResponder() && !rival.isEditing)
  }

  @Test("5.14 a delegate that is let go while it is asked")
  func delegateDies() {
    var mortal: Editor? = Editor()
    field.delegate = mortal
    mortal?.calls["begin"] = { [field] _ in
      field.delegate = nil
      mortal = nil
    }
    #expect(field.becomeFirstResponder() && mortal == nil && field.delegate == nil)
  }

  @Test("A renderer hears of text and of editing")
  func changes() {
    var heard: [View.Change] = []
    field.onChange = { _, change in heard.append(change) }
    field.insertText("a")
    field.text = "a"
    field.resignFirstResponder()
    #expect(heard.filter { $0 == .text }.count == 1 && heard.filter { $0 == .state }.count >= 2)
  }
}
