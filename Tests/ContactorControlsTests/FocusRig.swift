import ContactorControls
import ContactorCore
import ContactorStage

/// A window whose focus is moved, and where it is.
class FocusRig {
  let stage = Stage()
  let focus: FocusEngine

  init() {
    focus = FocusEngine(stage.application)
    stage.application.unhandledKeys = focus
    stage.window.makeKey()
  }

  /// The identifier of the focused view, and the element's index.
  var place: String {
    guard let view = focus.focusedView else { return "-" }
    return view.identifier + (focus.focusedElement.map { " \($0)" } ?? "")
  }

  /// The places of some movements.
  func walk(_ directions: FocusEngine.Direction...) -> [String] { directions.map { focus.moveFocus($0) ? place : "stays" } }

  /// Steps until what has the focus says a text, 200 times at most.
  @discardableResult
  func step(to text: String) -> Bool {
    for _ in 0..<200 {
      if focus.focused?.utterance.hasPrefix(text) == true { return true }
      focus.step()
    }
    return false
  }

  @discardableResult
  func press(_ key: String, _ modifiers: KeyEvent.Modifiers = []) -> Bool {
    stage.application.sendKey(KeyEvent(key, modifiers: modifiers, timestamp: stage.application.now))
  }
}
