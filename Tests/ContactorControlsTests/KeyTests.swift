import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Keys: where they go, and standard actions by name.
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
