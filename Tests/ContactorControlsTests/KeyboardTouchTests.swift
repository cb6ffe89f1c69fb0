import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Fingers on the keyboard: several at a time, long, sliding, cancelled.
@Suite("Keyboard touches")
struct KeyboardTouchTests {
  private let on = KeyboardStage()

  @Test("7.7 Roll-over: the second finger types the first one's key before that is lifted")
  func rollOver() {
    on.down("a", finger: 1, at: 0)
    on.down("b", finger: 2, at: 40)
    #expect(on.receiver.taken() == "a")
    on.up("a", finger: 1, at: 60)
    on.down("c", finger: 3, at: 80)
    on.up("c", finger: 3, at: 120)
    on.up("b", finger: 2, at: 200)
    #expect(on.receiver.taken() == "bc")
  }

  @Test("7.7 Two fingers that touch down in one frame type both keys, in their order")
  func together() {
    let (a, b) = (on.place("a"), on.place("b"))
    on.stage.contact(1, .began, a.x, a.y)
    on.stage.contact(2, .began, b.x, b.y)
    on.stage.frame(at: 0)
    on.stage.contact(2, .ended, b.x, b.y)
    on.stage.contact(1, .ended, a.x, a.y)
    on.stage.frame(at: 50)
    #expect(on.receiver.taken() == "ab")
  }

  @Test("7.7 Shift that one finger holds makes capitals until it is lifted")
  func heldShift() {
    on.down("shift", finger: 1, at: 0)
    on.down("a", finger: 2, at: 100)
    on.up("a", finger: 2, at: 200)
    on.down("b", finger: 2, at: 300)
    on.up("b", finger: 2, at: 400)
    on.up("shift", finger: 1, at: 500)
    #expect(on.keyboard.shift == .off)
    on.tap("c", from: 1_000)
    #expect(on.receiver.taken() == "ABc")
  }

  @Test("7.7 A finger that slides from shift, or from a plane's key, types one key of what that shows")
  func slideFromModifiers() {
    on.down("shift", at: 0)
    on.move("g", at: 50)
    on.up("g", at: 100)
    #expect(on.keyboard.shift == .off)
    on.down("digits", at: 1_000)
    #expect(on.keyboard.planeIndex == 1)
    on.move("5", at: 1_050)
    on.up("5", at: 1_100)
    #expect(on.keyboard.planeIndex == 0)
    #expect(on.receiver.taken() == "G5")
  }

  @Test("7.7 A plane's key that one finger holds shows its keys to others until it is lifted")
  func heldPlane() {
    let home = on.place("digits")
    on.stage.down(1, home.x, home.y, at: 0)
    on.down("7", finger: 2, at: 100)
    on.up("7", finger: 2, at: 150)
    #expect(on.keyboard.planeIndex == 1)
    on.stage.up(1, home.x, home.y, at: 300)
    #expect(on.keyboard.planeIndex == 0)
    #expect(on.receiver.taken() == "7")
  }

  @Test("7.7 The key under the finger when it is lifted is typed; beside the keyboard none")
  func slide() {
    on.down("a", at: 0)
    on.move("s", at: 50)
    on.move("d", at: 100)
    #expect(on.keyboard.previewText == "d")
    on.up("d", at: 150)
    on.down("f", at: 300)
    on.stage.move(1, 100, 10, at: 350)
    #expect(on.keyboard.previewText == nil)
    on.stage.up(1, 100, 10, at: 400)
    #expect(on.receiver.taken() == "d")
  }

  @Test("7.7 A finger between keys types the nearest")
  func between() {
    let frame = on.keyboard.contentFrame(for: .key(0))
    // To the right of the first key, inside its half of the room between the keys; and at the keyboard's very corner.
    on.stage.tap(1, frame.maxX + 1, 240 + frame.midY, at: 0)
    on.stage.tap(1, 0.5, 240.5, at: 500)
    // In front of `a`, whose row begins half a key from the edge.
    on.stage.tap(1, 1, on.place("a").y, at: 1_000)
    #expect(on.receiver.taken() == "qqa")
  }

  @Test("7.7 Delete acts at once, and repeats after 0.5 s, every 0.1 s, then twice as fast")
  func repeats() {
    on.down("delete", at: 0)
    #expect(on.receiver.taken() == "⌫")
    on.stage.pass(to: 499)
    #expect(on.receiver.taken() == "")
    on.stage.pass(to: 1_050)
    #expect(on.receiver.taken() == "⌫⌫⌫⌫⌫⌫")
    on.stage.pass(to: 2_449)
    #expect(on.receiver.taken().count == 14)
    on.stage.pass(to: 2_951)
    #expect(on.receiver.taken().count == 11)
    on.move("p", at: 3_000)
    _ = on.receiver.taken()
    on.stage.pass(to: 4_000)
    #expect(on.receiver.taken() == "", "beside its key it pauses")
    on.move("delete", at: 4_001)
    on.stage.pass(to: 4_101)
    #expect(!on.receiver.taken().isEmpty)
    on.up("delete", at: 4_102)
    _ = on.receiver.taken()
    on.stage.pass(to: 9_000)
    #expect(on.receiver.taken() == "")
  }

  @Test("7.7 A key that repeats stops if the keyboard, or a view around it, is hidden or takes no touches", arguments: 0..<6)
  func hidden(_ way: Int) {
    let view = way == 4 ? on.stage.window : on.keyboard
    on.down("delete", at: 0)
    on.stage.pass(to: 1_000)
    #expect(on.receiver.taken().count > 4)
    switch way {
    case 0, 4: view.isHidden = true
    case 1: view.alpha = 0.005
    case 2: view.isUserInteractionEnabled = false
    case 3: on.keyboard.isEnabled = false
    default: view.removeFromSuperview()
    }
    on.stage.pass(to: 3_000)
    #expect(on.receiver.taken() == "")
    (view.isHidden, view.alpha, view.isUserInteractionEnabled) = (false, 1, true)
    on.stage.pass(to: 5_000)
    #expect(on.receiver.taken() == "", "it does not come back")
  }

  @Test("7.7 A keyboard that is hidden while a finger rests on a key shows no alternatives")
  func hiddenWhileHeld() {
    on.down("e", at: 0)
    on.keyboard.isHidden = true
    on.stage.pass(to: 1_000)
    #expect(on.keyboard.alternatives.isEmpty)
  }

  @Test("7.7 A long press shows alternatives; the finger slides to one and is lifted")
  func alternatives() {
    on.down("e", at: 0)
    on.stage.pass(to: 499)
    #expect(on.keyboard.alternatives.isEmpty)
    on.stage.pass(to: 500)
    #expect(on.keyboard.alternatives == ["e", "è", "é", "ê", "ë", "ē", "ė", "ę"])
    #expect(on.keyboard.selectedAlternative == 0)
    #expect(on.keyboard.contentFrame(for: .alternatives).maxY <= on.keyboard.contentFrame(for: .key(2)).minY + 1)
    let choice = on.keyboard.contentFrame(for: .alternative(2)).center + on.keyboard.frame.origin
    on.stage.move(1, choice.x, choice.y, at: 600)
    #expect(on.keyboard.selectedAlternative == 2)
    on.stage.up(1, choice.x, choice.y, at: 650)
    #expect(on.receiver.taken() == "é")
    #expect(on.keyboard.alternatives.isEmpty)
  }

  @Test("7.7 At the right edge alternatives go to the left; far away none is chosen")
  func alternativesAtTheEdge() {
    on.down("o", at: 0)
    on.stage.pass(to: 600)
    let frame = on.keyboard.contentFrame(for: .alternatives)
    #expect(frame.minX >= 0 && frame.maxX <= 800)
    #expect(on.keyboard.contentFrame(for: .alternative(0)).midX > on.keyboard.contentFrame(for: .alternative(1)).midX)
    on.stage.move(1, 400, 470, at: 700)
    #expect(on.keyboard.selectedAlternative == nil)
    on.stage.up(1, 400, 470, at: 710)
    #expect(on.receiver.taken() == "")
  }

  @Test("7.7 The long press begins anew on each key; a second finger types the chosen alternative")
  func longPressRestarts() {
    on.down("w", at: 0)
    on.move("e", at: 400)
    on.stage.pass(to: 899)
    #expect(on.keyboard.alternatives.isEmpty)
    on.stage.pass(to: 901)
    #expect(!on.keyboard.alternatives.isEmpty)
    let choice = on.keyboard.contentFrame(for: .alternative(1)).center + on.keyboard.frame.origin
    on.stage.move(1, choice.x, choice.y, at: 950)
    on.down("x", finger: 2, at: 1_000)
    #expect(on.receiver.taken() == "è")
    on.up("x", finger: 2, at: 1_050)
    on.stage.up(1, choice.x, choice.y, at: 1_100)
    #expect(on.receiver.taken() == "x")
  }

  @Test("7.7 A finger that is taken away types nothing and leaves things as they were")
  func cancelled() {
    on.down("a", at: 0)
    on.stage.cancel(at: 50)
    on.down("shift", at: 100)
    #expect(on.keyboard.shift == .once)
    on.stage.cancel(at: 150)
    #expect(on.keyboard.shift == .off)
    on.down("digits", at: 200)
    on.stage.cancel(at: 250)
    #expect(on.keyboard.planeIndex == 0)
    on.down("delete", at: 300)
    on.stage.cancel(at: 350)
    on.down("e", at: 400)
    on.stage.pass(to: 1_000)
    on.stage.cancel(at: 1_050)
    #expect(on.keyboard.alternatives.isEmpty)
    on.stage.pass(to: 5_000)
    #expect(on.receiver.taken() == "⌫")
  }

  @Test("5.14 Removed, disabled or given another layout while keys are held, the keyboard types nothing more")
  func takenAway() {
    on.down("a", at: 0)
    on.keyboard.removeFromSuperview()
    on.stage.window.addSubview(on.keyboard)
    on.stage.up(1, 10, 300, at: 50)
    on.down("delete", at: 100)
    on.keyboard.isEnabled = false
    on.stage.pass(to: 2_000)
    on.keyboard.isEnabled = true
    on.stage.up(1, 10, 300, at: 2_050)
    on.down("s", at: 2_100)
    on.keyboard.layout = KeyboardLayout(name: "none", planes: [])
    on.stage.up(1, 100, 300, at: 2_150)
    on.keyboard.keyboardType = .letters
    #expect(on.receiver.taken() == "⌫")
    on.tap("d", from: 3_000)
    #expect(on.receiver.taken() == "d")
    #expect(on.stage.violations.isEmpty)
  }

  @Test("5.14 The callbacks of a key may do anything to the keyboard")
  func callbacks() {
    let keyboard = on.keyboard
    on.receiver.onKey = { event in
      switch event.characters {
      case "a": keyboard.layout = .german
      case "b": keyboard.removeFromSuperview()
      case "c": keyboard.isEnabled = false
      default: _ = keyboard.performAccessibility(.activate, at: 0)
      }
    }
    on.down("a", finger: 1, at: 0)
    on.down("a", finger: 2, at: 10)
    on.up("a", finger: 1, at: 20)
    on.up("a", finger: 2, at: 30)
    #expect(on.receiver.taken().hasPrefix("a"))
    on.tap("c", from: 1_000)
    keyboard.isEnabled = true
    // A key that types a key in its callback ends.
    on.tap("n", from: 2_000)
    #expect(on.receiver.taken().count < 20)
    on.down("delete", finger: 2, at: 3_000)
    on.tap("b", from: 4_000)
    on.stage.pass(to: 9_000)
    #expect(keyboard.superview == nil)
  }

  @Test("1.10 The same touches type the same, in whatever steps time passes")
  func steps() {
    func typed(step: Int64) -> String {
      let on = KeyboardStage()
      on.tap("q", "delete", from: 0)
      on.down("e", at: 2_000)
      for time in stride(from: 2_000, through: 2_600, by: Int(step)) { on.stage.pass(to: Int64(time)) }
      let choice = on.keyboard.contentFrame(for: .alternative(1)).center + on.keyboard.frame.origin
      on.stage.up(1, choice.x, choice.y, at: 2_700)
      on.down("delete", at: 3_000)
      for time in stride(from: 3_000, through: 4_250, by: Int(step)) { on.stage.pass(to: Int64(time)) }
      on.up("delete", at: 4_260)
      return on.receiver.taken()
    }
    #expect(typed(step: 1) == typed(step: 100))
    #expect(typed(step: 1) == typed(step: 50))
  }
}
