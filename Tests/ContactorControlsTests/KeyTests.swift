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
