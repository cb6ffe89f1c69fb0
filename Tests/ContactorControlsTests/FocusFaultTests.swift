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
}
