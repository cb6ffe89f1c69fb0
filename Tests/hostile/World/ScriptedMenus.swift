import ContactorControls
import ContactorCore

// Menus, what shows them, and the delegates that may remove items while they are asked.

/// A menu.
final class ScriptedMenu: Menu, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override var next: Responder? { script.follow { super.next } }
  override func performKeyEquivalent(with event: KeyEvent) -> Bool {
    script.ask(.keyEquivalent, event) { super.performKeyEquivalent(with: event) }
  }
}

/// An item of a menu.
final class ScriptedMenuItem: MenuItem, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override var next: Responder? { script.follow { super.next } }
}

/// A pop-up button.
final class ScriptedPopUpButton: PopUpButton, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    script.play(.sendAction) { super.sendAction(action, to: target, for: event) }
  }
  override func willMove(toWindow window: Window?) { script.play(.willMoveToWindow) { super.willMove(toWindow: window) } }
}

/// A view that shows a menu in place.
final class ScriptedMenuView: MenuView, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    script.ask(.beginTracking) { super.beginTracking(touch, with: event) }
  }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
}

extension ScriptedDelegate: MenuDelegate {
  func menuNeedsUpdate(_ menu: Menu) { script.play(.menuNeedsUpdate) }
  func menuWillOpen(_ menu: Menu) { script.play(.menuWillOpen) }
  func menuDidClose(_ menu: Menu) { script.play(.menuDidClose) }
  func menu(_ menu: Menu, willHighlight item: MenuItem?) { script.play(.menuWillHighlight) }
}

extension ScriptedDelegate: AlertDelegate {
  func alertDidEnd(_ alert: Alert, answer: Alert.Answer) { script.play(.alertDidEnd) }
}

extension ScriptedTarget: MenuItemValidation {
  func validateMenuItem(_ item: MenuItem) -> Bool { script.ask(.validateItem) { true } }
}

extension ScriptedResponder: MenuItemValidation {
  func validateMenuItem(_ item: MenuItem) -> Bool { script.ask(.validateItem) { true } }
}
