import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Keys: their way, and standard actions by name.
@Suite("Keys")
struct KeyTests {
  /// A view that takes keys, and acts for one as its equivalent.
  private final class KeyView: View {
    var keys: [String] = []
    var handles = true
    var equivalent = ""

    override class var actions: [Action] { super.actions + [Action("moveLeft:", moveLeft(_:))] }

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(with event: KeyEvent) -> Bool {
      keys.append("down " + event.characters)
      return handles || super.keyDown(with: event)
    }

    override func keyUp(with event: KeyEvent) -> Bool {
      keys.append("up " + event.characters)
      return handles
    }

    override func performKeyEquivalent(with event: KeyEvent) -> Bool {
      guard !equivalent.isEmpty, event.charactersIgnoringModifiers == equivalent else { return super.performKeyEquivalent(with: event) }
      keys.append("equivalent " + equivalent)
      return true
    }

    func moveLeft(_ sender: AnyObject) { keys.append("moveLeft by \((sender as? KeyView)?.identifier ?? "-")") }
  }

  private let stage = Stage()
  private let outer: KeyView
  private let inner: KeyView

  init() {
    outer = stage.add(KeyView(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "outer")
    inner = stage.add(KeyView(frame: Rect(x: 0, y: 0, width: 50, height: 50)), "inner", to: outer)
    stage.window.makeKey()
    inner.becomeFirstResponder()
  }

  private func send(_ characters: String, _ modifiers: KeyEvent.Modifiers = [], phase: KeyEvent.Phase = .down) -> Bool {
    stage.application.sendKey(
      KeyEvent(characters, phase: phase, modifiers: modifiers, timestamp: Timestamp(microseconds: 5_000)))
  }

  @Test("A key goes to the first responder, and on up the chain while nobody handles it")
  func firstResponder() {
    #expect(send("a"))
    inner.handles = false
    #expect(send("b"))
    #expect(inner.keys == ["down a", "down b"])
    #expect(outer.keys == ["down b"])
    #expect(send("b", phase: .up) == false)
    outer.handles = false
    #expect(send("c") == false)
    #expect(stage.application.now == Timestamp(microseconds: 5_000))
  }

  @Test("With command or control, equivalents come first; else last, and once")
  func equivalents() {
    let other = stage.add(KeyView(frame: Rect(x: 100, y: 0, width: 50, height: 50)), "other")
    other.equivalent = "s"
    #expect(send("s", .command))
    #expect(send("s"))
    #expect(inner.keys == ["down s"])
    #expect(other.keys == ["equivalent s"])
    (inner.handles, outer.handles) = (false, false)
    #expect(send("s"))
    #expect(other.keys == ["equivalent s", "equivalent s"])
    other.isHidden = true
    #expect(send("s", .command) == false)
  }

  @Test("A standard action is performed by the first responder of the chain that lists it, with itself as the sender")
  func commands() {
    #expect(inner.doCommand(by: "moveLeft:"))
    #expect(inner.keys == ["moveLeft by inner"])
    #expect(inner.doCommand(by: "moveRight:") == false)
    let leaf = stage.add(View(frame: .zero), "leaf", to: inner)
    #expect(leaf.doCommand(by: "moveLeft:"))
    #expect(inner.keys.count == 2)
  }

  @Test("3.4 tab and back tab go through the views of a window that take keys, in reading order, without an object for unhandled keys")
  func tabs() {
    let stage = Stage()
    let texts = [(3, 200.0), (1, 0.0), (2, 100.0)].map { number, y in
      stage.add(TextField(frame: Rect(x: 0, y: y, width: 100, height: 40)), "field \(number)")
    }
    let table = stage.add(TableView(frame: Rect(x: 0, y: 300, width: 100, height: 100)), "table")
    stage.window.makeKey()
    func tab(_ modifiers: KeyEvent.Modifiers = [], _ characters: String = KeyEvent.tab) -> String {
      let isHandled = stage.application.sendKey(KeyEvent(characters, modifiers: modifiers, timestamp: stage.application.now))
      return isHandled ? (stage.window.firstResponder as? View)?.identifier ?? "-" : "unhandled"
    }
    #expect(tab() == "unhandled", "no view takes keys")
    texts[1].becomeFirstResponder()
    #expect([tab(), tab(), tab(), tab()] == ["field 2", "field 3", "table", "field 1"])
    #expect([tab(.shift), tab([], KeyEvent.backTab)] == ["table", "field 3"])
    #expect(tab(.command) == "unhandled")
    texts[2].isEnabled = false
    #expect(tab(.shift) == "field 1")
    texts[0].isHidden = true
    #expect(tab() == "table")
    texts[1].nextKeyView = texts[0]
    texts[0].nextKeyView = texts[1]
    table.nextKeyView = texts[2]
    #expect(tab() == "field 1", "the chain leads to a disabled one, and on in reading order")
    (texts[2].isEnabled, texts[0].isHidden) = (true, false)
    #expect([tab(), tab()] == ["field 3", "field 1"], "the chain counts")
    for view in [texts[0], texts[2], table] { view.removeFromSuperview() }
    #expect(tab() == "unhandled" && texts[1].isFirstResponder)
    #expect(!stage.window.selectNextKeyView() && texts[1].resignFirstResponder() && stage.window.selectPreviousKeyView())
    #expect(texts[1].isFirstResponder)
  }

  @Test("3.4 tab stays in a text of several lines, control-tab leaves it; a field that may not end editing keeps the keys")
  func tabsInTexts() {
    final class Stubborn: TextField {
      override var canResignFirstResponder: Bool { false }
    }
    let stage = Stage()
    let text = stage.add(TextView(frame: Rect(x: 0, y: 0, width: 100, height: 80)), "text")
    let field = stage.add(Stubborn(frame: Rect(x: 0, y: 100, width: 100, height: 40)), "field")
    stage.window.makeKey()
    text.becomeFirstResponder()
    func key(_ modifiers: KeyEvent.Modifiers = []) -> Bool {
      stage.application.sendKey(KeyEvent(KeyEvent.tab, modifiers: modifiers, timestamp: stage.application.now))
    }
    #expect(key() && text.text == "\t" && text.isFirstResponder)
    #expect(key(.control) && field.isFirstResponder)
    #expect(!key() && field.isFirstResponder)
  }

  /// A window with three fields in a scroll view in a scroll view, and a form far below in it.
  private func pages(_ stage: Stage) -> (outer: ScrollView, inner: ScrollView, fields: [TextField], form: Form) {
    let outer = stage.add(ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 300)), "outer")
    outer.contentSize = Size(width: 400, height: 3000)
    let inner = stage.add(ScrollView(frame: Rect(x: 0, y: 400, width: 400, height: 100)), "inner", to: outer)
    inner.contentSize = Size(width: 400, height: 1000)
    let fields = [(0.0, outer), (20, inner), (700, inner)].map { y, parent in
      stage.add(TextField(frame: Rect(x: 0, y: y, width: 100, height: 40)), "field", to: parent)
    }
    let form = stage.add(Form(frame: Rect(x: 0, y: 1000, width: 400, height: 1000)), "form", to: outer)
    for number in 0..<40 { form.addEntry("entry \(number)") }
    stage.window.makeKey()
    stage.pass(to: 1)
    return (outer, inner, fields, form)
  }

  @Test("3.4 the scroll views around a view that tab or back tab leads to scroll as far as is needed to show it")
  func tabsScroll() {
    let stage = Stage()
    let (outer, inner, fields, form) = pages(stage)
    func tab(_ modifiers: KeyEvent.Modifiers = []) -> [Double] {
      stage.application.sendKey(KeyEvent(KeyEvent.tab, modifiers: modifiers, timestamp: stage.application.now))
      return [outer.contentOffset.y, inner.contentOffset.y]
    }
    fields[0].becomeFirstResponder()
    #expect(tab() == [160, 0] && fields[1].isEditing)
    #expect(tab() == [200, 640] && fields[2].isEditing)
    outer.contentOffset = .zero
    #expect(tab(.shift) == [140, 20] && fields[1].isEditing)
    #expect(stage.window.selectPreviousKeyView() && outer.contentOffset.y == 0)
    fields[2].nextKeyView = fields[0]
    fields[2].becomeFirstResponder()
    outer.contentOffset.y = 1500
    #expect(stage.window.selectNextKeyView() && fields[0].isEditing && outer.contentOffset.y == 0)
    fields[0].nextKeyView = fields[0]
    #expect(!stage.window.selectNextKeyView() || !fields[0].isEditing)
    form.becomeFirstResponder()
    outer.contentOffset = .zero
    #expect(stage.window.selectPreviousKeyView() && fields[2].isEditing && inner.contentOffset.y == 640)
  }

  @Test("3.4 tab and arrows scroll the cell of a matrix that they lead to into sight, by the views around it")
  func tabsInForms() {
    let stage = Stage()
    let (outer, _, _, form) = pages(stage)
    form.selectText(at: 0)
    for _ in 0..<30 { stage.application.sendKey(KeyEvent(KeyEvent.tab, timestamp: stage.application.now)) }
    let frame = form.convert(form.contentFrame(for: .text, at: 30), to: outer)
    #expect(form.currentEditor?.isEditing == true && outer.contentOffset.y > 0 && outer.bounds.contains(frame.center))
    #expect(frame.maxY == outer.bounds.maxY, "as far as is needed")
    let matrix = stage.add(
      Matrix(
        frame: Rect(x: 0, y: 2050, width: 400, height: 900), mode: .radio, cellClass: ButtonCell.self, numberOfRows: 20, numberOfColumns: 1),
      "matrix", to: outer)
    matrix.becomeFirstResponder()
    for _ in 0..<21 { stage.application.sendKey(KeyEvent(KeyEvent.downArrow, timestamp: stage.application.now)) }
    #expect(outer.bounds.contains(matrix.convert(matrix.cellFrame(atRow: 19, column: 0).center, to: outer)))
  }

  @Test("A modal window gets the keys; without any window the menu does")
  func modal() {
    let dialog = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let view = stage.add(KeyView(frame: .zero), "dialog", to: dialog)
    stage.application.present(dialog)
    view.becomeFirstResponder()
    #expect(send("a"))
    #expect(view.keys == ["down a"])
    let menu = KeyView(frame: .zero)
    menu.equivalent = "q"
    let empty = Application()
    #expect(empty.sendKey(KeyEvent("q", timestamp: empty.now)) == false)
    empty.mainMenu = menu
    #expect(empty.sendKey(KeyEvent("q", timestamp: empty.now)))
  }
}
