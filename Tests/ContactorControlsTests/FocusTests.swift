import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// The focus: where it stops and in which order, and what becomes of it while views change.
@Suite("The focus")
final class FocusTests: FocusRig {
  // MARK: Order

  @Test("7.8 the focus goes row by row from the top, and around at the end")
  func readingOrder() {
    _ = (stage.button("d", 0, 200), stage.button("b", 200, 4), stage.button("a", 0, 0), stage.button("c", 400, -8))
    #expect(walk(.next, .next, .next, .next, .next) == ["a", "b", "c", "d", "a"])
    #expect(walk(.previous, .previous) == ["d", "c"])
    focus.isRightToLeft = true
    #expect(walk(.next) == ["b"])
    focus.removeFocus()
    #expect(place == "-" && walk(.previous) == ["d"])
  }

  @Test("7.8 it passes over what is hidden, disabled, transparent, takes no touches or has no role, and what is in such a view")
  func passedOver() {
    let views = (0..<7).map { stage.button("b\($0)", 0, Double($0) * 60) }
    let group = stage.add(View(frame: Rect(x: 0, y: 420, width: 100, height: 50)), "group")
    stage.add(Button(frame: Rect(x: 0, y: 0, width: 50, height: 50)), "inner", to: group)
    views[1].isHidden = true
    views[2].isEnabled = false
    views[3].alpha = 0.001
    views[4].isUserInteractionEnabled = false
    views[5].accessibilityRole = Accessibility.Role.none
    #expect(walk(.next, .next, .next, .next) == ["b0", "b6", "inner", "b0"])
    group.isUserInteractionEnabled = false
    #expect(walk(.previous) == ["b6"])
    #expect(!focus.focus(on: views[1]) && !focus.focus(on: views[2]) && !focus.focus(on: group) && place == "b6")
    let bar = stage.add(ProgressView(frame: Rect(x: 0, y: 470, width: 50, height: 5)), "bar")
    #expect(walk(.next) == ["bar"], "it is read, though it takes no touches")
    #expect(!focus.activate() && bar.progress == 0)
  }

  @Test("7.8 nextKeyView names the next item, and the way back; past one that cannot have the focus it goes on")
  func links() {
    let buttons = (0..<5).map { stage.button("b\($0)", 0, Double($0) * 60) }
    buttons[0].nextKeyView = buttons[3]
    buttons[3].nextKeyView = buttons[1]
    #expect(walk(.next, .next, .next, .next) == ["b0", "b3", "b1", "b2"])
    focus.focus(on: buttons[1])
    #expect(walk(.previous, .previous) == ["b3", "b0"])
    buttons[3].isEnabled = false
    #expect(walk(.next) == ["b1"])
    buttons[1].nextKeyView = buttons[0]
    buttons[0].nextKeyView = buttons[1]
    #expect(buttons[3].nextKeyView == nil && walk(.next, .next) == ["b0", "b1"])
    (buttons[0].isEnabled, buttons[1].isEnabled) = (false, false)
    #expect(place == "b2" && walk(.next) == ["b4"], "a ring of disabled views ends the search")
    (buttons[2].isEnabled, buttons[2].nextKeyView) = (true, buttons[0])
    #expect(walk(.previous, .next) == ["b2", "b4"])
  }

  @Test("7.8 up, down, left and right go to the nearest item there, elements included")
  func directions() {
    for row in 0..<3 {
      for column in 0..<3 { _ = stage.button("\(row)\(column)", Double(column) * 120, Double(row) * 60) }
    }
    #expect(walk(.down, .down, .right, .right, .up, .left, .up) == ["00", "10", "11", "12", "02", "01", "stays"])
    let picker = stage.add(PickerView(frame: Rect(x: 0, y: 200, width: 360, height: 100)), "p")
    picker.titles = Array(repeating: ["x", "y"], count: 3)
    #expect(walk(.down, .down, .down, .right, .up) == ["11", "21", "p 1", "p 2", "22"])
    #expect(walk(.left, .left, .left) == ["21", "20", "stays"])
  }

  /// A table of a million rows that counts how many of them it is asked for.
  private final class Table: View {
    var asked = 0
    var count = 1_000_000

    override var standardAccessibility: Accessibility { Accessibility(.table) }
    override var accessibilityElementCount: Int { count }

    override func accessibilityElement(at index: Int) -> AccessibilityElement? {
      asked += 1
      return AccessibilityElement(
        Accessibility(.row, label: "row \(index)"), frame: Rect(x: 0, y: Double(index) * 40, width: 300, height: 40))
    }
  }

  @Test("7.8 a table of a million rows is not counted through")
  func table() {
    let table = stage.add(Table(frame: Rect(x: 0, y: 100, width: 300, height: 300)), "t")
    table.bounds.origin.y = 20_000_000
    _ = (stage.button("top", 0, 0), stage.button("side", 400, 200))
    #expect(walk(.next, .next, .next, .previous, .previous, .previous) == ["top", "t 0", "t 1", "t 0", "top", "side"])
    #expect(table.asked < 100)
    #expect(walk(.left) == ["t 500003"], "the row beside the button")
    #expect(walk(.down, .up, .right) == ["t 500004", "t 500003", "side"])
    #expect(table.asked < 20_000)
    focus.focus(on: table, element: 999_999)
    #expect(walk(.next) == ["side"])
    focus.focus(on: table, element: 999_999)
    table.count = 10
    #expect(place == "t 9")
    for count in [0, -5, .min] {
      table.count = count
      #expect(walk(.next).count == 1 && focus.focusedElement == nil)
    }
    table.count = .max
    focus.focus(on: table, element: .max - 1)
    #expect(walk(.down, .up, .next).count == 3)
  }

  @Test("7.8 what is behind a modal window is left out, and the focus comes back when it is dismissed")
  func modal() {
    _ = (stage.button("a", 0, 0), stage.button("b", 0, 100))
    #expect(walk(.next, .next) == ["a", "b"])
    let dialog = Window(frame: Rect(x: 100, y: 100, width: 300, height: 200))
    stage.add(Button(frame: Rect(x: 0, y: 0, width: 50, height: 50)), "yes", to: dialog)
    stage.add(Button(frame: Rect(x: 100, y: 0, width: 50, height: 50)), "no", to: dialog)
    stage.application.present(dialog)
    #expect(place == "-" && walk(.next, .next, .next) == ["yes", "no", "yes"])
    stage.application.dismiss(dialog)
    #expect(place == "b")
  }

  /// A view that writes down what it is to show.
  private final class Scrolling: View, FocusScrolling {
    var shown: [Rect] = []

    func scrollToFocus(_ rect: Rect) { shown.append(rect) }
  }

  @Test("7.8 views that scroll are told what got the focus in them, in their own space")
  func scrolling() {
    let outer = stage.add(Scrolling(frame: Rect(x: 100, y: 100, width: 300, height: 300)), "outer")
    let inner = stage.add(Scrolling(frame: Rect(x: 10, y: 20, width: 200, height: 1000)), "inner", to: outer)
    let button = stage.add(Button(frame: Rect(x: 5, y: 700, width: 50, height: 40)), "far", to: inner)
    #expect(focus.focus(on: button))
    #expect(inner.shown == [Rect(x: 5, y: 700, width: 50, height: 40)])
    #expect(outer.shown == [Rect(x: 15, y: 720, width: 50, height: 40)])
  }

  // MARK: Changes

  @Test("7.8 when its view goes, the focus is at the nearest item after it, else before it, and on no dead view")
  func removal() {
    let group = stage.add(View(frame: Rect(x: 0, y: 100, width: 200, height: 200)), "group")
    _ = (stage.button("top", 0, 0), stage.button("end", 0, 400))
    var buttons: [Button] = (0..<3).map {
      stage.add(Button(frame: Rect(x: 0, y: Double($0) * 60, width: 100, height: 50)), "b\($0)", to: group)
    }
    focus.focus(on: buttons[1])
    buttons[1].removeFromSuperview()
    weak let gone = buttons.remove(at: 1)
    #expect(gone == nil && place == "b2")
    buttons[1].isHidden = true
    #expect(place == "b0", "the last before it in the same view")
    group.removeFromSuperview()
    #expect(place == "end")
    for view in stage.window.subviews { view.removeFromSuperview() }
    #expect(place == "-" && focus.focused == nil && !focus.moveFocus(.next) && !focus.activate() && !focus.step())
  }

  @Test("7.8 what to say is one line: label, role, value, hint; it is told when it is new")
  func words() {
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 0, width: 100, height: 40)), "volume")
    (slider.accessibilityLabel, slider.accessibilityHint, slider.value) = ("Volume", "of the lobby", 0.3)
    _ = stage.button("mute", 0, 100)
    var said: [String] = []
    focus.onFocusChange = { said.append($0?.utterance ?? "nothing") }
    focus.moveFocus(.next)
    focus.perform(.increment)
    focus.refresh()
    focus.moveFocus(.next)
    slider.value = 1
    focus.refresh()
    #expect(said == ["Volume, slider, 30 %, adjustable, of the lobby", "Volume, slider, 40 %, adjustable, of the lobby", "mute, button"])
    #expect(focus.focused?.frame == Rect(x: 0, y: 100, width: 100, height: 50))
    for view in stage.window.subviews { view.removeFromSuperview() }
    focus.refresh()
    #expect(said.last == "nothing" && said.count == 4)
  }

  // MARK: Keys

  @Test("7.8 keys that nothing else handles move the focus; with command they do not")
  func keys() {
    _ = (stage.button("a", 0, 0), stage.button("b", 200, 0), stage.button("c", 0, 100))
    var places: [String] = []
    for key in [KeyEvent.tab, KeyEvent.rightArrow, KeyEvent.rightArrow, KeyEvent.upArrow, KeyEvent.downArrow, KeyEvent.leftArrow] {
      press(key)
      places.append(place)
    }
    #expect(places == ["a", "b", "c", "a", "c", "b"])
    press(KeyEvent.backTab)
    #expect(place == "a")
    press(KeyEvent.tab, .shift)
    #expect(place == "c" && !press(KeyEvent.tab, .command) && !press("x") && place == "c")
    #expect(press(" ") && press(KeyEvent.enter) && press(KeyEvent.carriageReturn))
    #expect(stage.taken().count { $0 == "c touchUpInside" } == 3)
    #expect(!press(KeyEvent.escape))
  }

  @Test("7.8 a tab takes editing along to the next text, and ends it elsewhere; two buttons leave it where it is")
  func editing() {
    let fields = (0..<2).map { stage.add(TextField(frame: Rect(x: 0, y: Double($0) * 60, width: 100, height: 50)), "f\($0)") }
    _ = stage.button("end", 0, 200)
    for field in fields { field.accessibilityRole = .textField }
    stage.tap(1, 10, 10, at: 0)
    #expect(fields[0].isEditing && place == "-")
    press(KeyEvent.tab)
    #expect(place == "f1" && fields[1].isEditing)
    press(KeyEvent.tab)
    #expect(place == "end" && !fields[0].isEditing && !fields[1].isEditing)
    focus.focus(on: fields[0])
    focus.activate()
    focus.step()
    focus.step()
    #expect(place == "end" && fields[0].isEditing, "a keyboard on the screen is walked while a text is edited")
    press(KeyEvent.escape)
    #expect(!fields[0].isEditing)
  }
}
