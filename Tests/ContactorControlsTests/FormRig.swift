import ContactorControls
import ContactorCore
import ContactorStage

/// A form of three entries in the key window, and keys for it: the base of suites.
class FormRig {
  let stage = Stage()
  let target = CellTarget()
  let form: Form

  init() {
    form = stage.add(Form(frame: Rect(x: 0, y: 0, width: 400, height: 400)), "f")
    stage.window.makeKey()
    for title in ["Name", "Street", "PIN"] { form.addEntry(title) }
  }

  @discardableResult
  func type(_ characters: String, _ modifiers: KeyEvent.Modifiers = []) -> Bool {
    stage.application.sendKey(KeyEvent(characters, modifiers: modifiers, timestamp: stage.application.now))
  }
}
