import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// The focus under callbacks, descriptions and numbers of every kind.
@Suite("The focus in bad company")
final class FocusFaultTests: FocusRig {
  @Test("5.14 a listener, an action or an answer that removes the view, moves the focus or drops the engine")
  func callbacks() {
    let buttons = (0..<20).map { stage.button("b\($0)", 0, Double($0) * 20) }
    focus.onFocusChange = { [focus] _ in
      focus.focusedView?.removeFromSuperview()
      focus.moveFocus(.next)
    }
    focus.moveFocus(.next)
    #expect(buttons.count { $0.window == nil } < 12, "a nesting of 8")
    focus.onFocusChange = nil
    let survivor = stage.button("last", 300, 0)
    survivor.on(.touchUpInside) { [focus] button in
      button.removeFromSuperview()
      focus.perform(.activate)
      focus.escape()
    }
    focus.focus(on: survivor)
    #expect(focus.perform(.activate) && survivor.window == nil && focus.focusedView !== survivor)
    focus.onFocusChange = { [stage] _ in stage.application.unhandledKeys = nil }
    #expect(press(KeyEvent.tab) && stage.application.unhandledKeys == nil && !press(KeyEvent.tab))
  }

  /// A view whose description changes the tree.
  private final class Trap: Button {
    override var standardAccessibility: Accessibility {
      if let parent = superview, parent.subviews.count < 50 {
        parent.addSubview(Trap(frame: frame.offsetBy(dx: 0, dy: 1)))
      }
      return super.standardAccessibility
    }

    override func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
      for view in window?.subviews ?? [] { view.removeFromSuperview() }
      return true
    }
  }

  @Test("5.14 descriptions that add views and actions that remove all of them end")
  func traps() {
    stage.add(Trap(frame: Rect(x: 0, y: 0, width: 10, height: 10)), "trap")
    for direction in [FocusEngine.Direction.next, .down, .up, .left, .right, .previous] { focus.moveFocus(direction) }
    #expect(focus.focusedView != nil && focus.activate() && focus.focusedView == nil)
  }

  @Test("5.14 places that are no numbers, and an application that is gone")
  func extremes() {
    let numbers: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, 0]
    for (index, x) in numbers.enumerated() {
      for y in numbers { stage.add(Button(frame: Rect(x: x, y: y, width: y, height: x)), "b\(index)") }
    }
    for direction in [FocusEngine.Direction.next, .down, .up, .left, .right, .previous] {
      for _ in 0..<20 { focus.moveFocus(direction) }
    }
    #expect(focus.focusedView != nil)
    let orphan = FocusEngine(Application())
    #expect(orphan.application == nil && !orphan.moveFocus(.next) && !orphan.step() && !orphan.escape() && orphan.focused == nil)
  }

  /// Calls when it dies.
  private final class Dying {
    let call: () -> Void

    init(_ call: @escaping () -> Void) {
      self.call = call
    }

    deinit {
      call()
    }
  }

  @Test("5.14 a listener that is replaced, and whose death calls the engine and sets another")
  func dyingListener() {
    _ = (stage.button("a", 0, 0), stage.button("b", 0, 100))
    var calls = 0
    do {
      let dying = Dying { [focus] in
        calls += 1
        focus.moveFocus(.next)
        focus.onFocusChange = nil
        focus.refresh()
      }
      focus.onFocusChange = { _ in _ = dying }
    }
    focus.moveFocus(.next)
    focus.onFocusChange = { _ in calls += 10 }
    #expect(calls == 11 && focus.onFocusChange == nil && place == "b")
  }

  @Test("5.14 a row's action that removes rows, the table or the engine, at every place where it calls out", arguments: 0..<6)
  func rowActions(_ kind: Int) {
    let rig = TableRig(rows: 8)
    defer { rig.asked = nil }
    rig.canMove = true
    rig.leading = SwipeActions([SwipeAction("Gone") { table, _ in table.removeFromSuperview() }])
    let table = rig.table
    stage.window.addSubview(table)
    stage.pass(to: 10)
    rig.asked = { [focus, stage] what, _ in
      guard what == (kind < 3 ? "target" : "leading") else { return }
      switch kind % 3 {
      case 0:
        rig.sections = [["only"]]
        table.reloadData()
      case 1: table.removeFromSuperview()
      default:
        stage.application.unhandledKeys = nil
        focus.moveFocus(.next)
      }
    }
    for name in ["Move Down", "Move Up", "Gone", "Details", "Next Section", ""] {
      for index in [0, 3, 7, -1, .max] { _ = table.performAccessibility(.custom(name), at: index) }
      focus.focus(on: table, element: 3)
      for _ in 0..<6 { _ = (focus.activate(), focus.step(), focus.step()) }
    }
    #expect(rig.errors.isEmpty && stage.violations.isEmpty)
    #expect(table.accessibilityElementCount == rig.sections[0].count)
  }

  @Test("5.14 a control in a row that removes its row or its table, or reloads it, keeps the focus in the window", arguments: 0..<3)
  func rowControls(_ kind: Int) {
    let rig = TableRig(rows: 8)
    defer { rig.makesCell = nil }
    rig.makesCell = { [unowned rig] table, path in
      let cell = TableViewCell(reuseIdentifier: nil)
      let control = Switch(frame: Rect(x: 250, y: 0, width: 50, height: 44))
      control.on(.valueChanged) { [unowned rig, unowned table] _ in
        switch kind {
        case 0:
          rig.sections[0].removeFirst()
          table.deleteRows(at: [IndexPath(row: 0, section: 0)])
        case 1: table.removeFromSuperview()
        default: table.reloadData()
        }
      }
      cell.addSubview(control)
      return cell
    }
    stage.window.addSubview(rig.table)
    rig.table.reloadData()
    let button = stage.button("after", 0, 600)
    stage.pass(to: 10)
    for _ in 0..<40 {
      focus.moveFocus(.next)
      if focus.focusedView is Switch { focus.activate() }
      focus.moveFocus(.down)
      focus.moveFocus(.previous)
      #expect(focus.focusedView?.window === stage.window)
    }
    focus.focus(on: button)
    #expect(place == "after" && stage.violations.isEmpty)
  }

  @Test("5.14 a listener that closes menus and dialogs as they get the focus, or opens others", arguments: [false, true])
  func surroundings(opens: Bool) {
    let (menu, more) = (Menu("menu"), Menu("more", items: [MenuItem("a"), MenuItem("b")]))
    menu.addItem(MenuItem("others", submenu: more))
    let button = stage.button("b", 0, 0)
    let alert = Alert(title: "t", message: "m")
    var answers = 0
    focus.onFocusChange = { [focus] _ in
      menu.close()
      more.close()
      alert.end()
      if opens { menu.popUp(below: button.bounds, in: button) }
      focus.escape()
    }
    for _ in 0..<3 {
      focus.moveFocus(.next)
      menu.popUp(below: button.bounds, in: button)
      for key in [KeyEvent.downArrow, KeyEvent.rightArrow, KeyEvent.leftArrow, KeyEvent.carriageReturn] { press(key) }
      alert.begin(on: stage.window) { _ in answers += 1 }
      focus.activate()
      alert.end()
    }
    focus.onFocusChange = nil
    menu.close()
    #expect(answers == 3 && !alert.isShown && !menu.isOpen && !more.isOpen && stage.application.modalWindow == nil)
    focus.focus(on: button)
    #expect(place == "b")
  }
}
