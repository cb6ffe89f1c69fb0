import ContactorControls
import ContactorCore

// Objects that are no views: targets, delegates, observers, and what closures capture.

/// A target that is no responder.
final class ScriptedTarget: ActionTarget, KeyEquivalentPerforming, Acting {
  let script = Script.next()

  deinit { script.play(.ended) }

  static var actions: [Action] {
    World.list(2)
    return listed
  }

  func performKeyEquivalent(with event: KeyEvent) -> Bool {
    script.play(.keyEquivalent, event)
    return script.answers[.keyEquivalent] ?? false
  }
}

/// A target that is a responder, and may be the delegate of an application and so the end of the chain.
final class ScriptedResponder: Responder, ApplicationDelegate, Acting {
  let script = Script.next()

  deinit { script.play(.ended) }

  override class var actions: [Action] { super.actions + listed }

  override func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool { script.ask(.canPerformAction) { true } }
  override func touchesBegan(_ touches: TouchSet, with event: Event?) { script.play(.touchesBegan, touches, event) }
  override func keyDown(with event: KeyEvent) -> Bool { script.ask(.keyDown, event) { super.keyDown(with: event) } }
  override func keyUp(with event: KeyEvent) -> Bool { script.ask(.keyUp, event) { super.keyUp(with: event) } }
  override func doCommand(by name: ActionName) -> Bool { script.play(.doCommand) { super.doCommand(by: name) } }
}

/// A delegate of windows, applications, recognizers and text fields.
final class ScriptedDelegate: Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }
}

extension ScriptedDelegate: WindowDelegate {
  var windowDelegateMethods: WindowDelegateMethods {
    script.play(.windowDelegateMethods)
    return .all
  }
  func windowShouldClose(_ window: Window) -> Bool { script.ask(.windowShouldClose) { true } }
  func windowWillClose(_ window: Window) { script.play(.windowWillClose) }
  func windowWillUseStandardFrame(_ window: Window, defaultFrame: Rect) -> Rect {
    script.play(.standardFrame)
    return defaultFrame
  }
  func windowShouldZoom(_ window: Window, toFrame frame: Rect) -> Bool { script.ask(.windowShouldZoom) { true } }
  func windowDidBecomeKey(_ window: Window) { script.play(.didBecomeKey) }
  func windowDidResignKey(_ window: Window) { script.play(.didResignKey) }
  func windowDidBecomeMain(_ window: Window) { script.play(.didBecomeMain) }
  func windowDidResignMain(_ window: Window) { script.play(.didResignMain) }
}

extension ScriptedDelegate: ApplicationDelegate {
  var applicationDelegateMethods: ApplicationDelegateMethods {
    script.play(.applicationDelegateMethods)
    return .all
  }
  func applicationShouldTerminate(_ application: Application) -> TerminationReply {
    script.ask(.shouldTerminate) { true } ? .now : .later
  }
  func applicationWillTerminate(_ application: Application) { script.play(.willTerminate) }
}

extension ScriptedDelegate: GestureRecognizerDelegate {
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { script.ask(.shouldBegin) { true } }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    script.ask(.shouldReceive) { true }
  }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { script.ask(.simultaneously) { false } }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    script.ask(.requireFailureOf) { false }
  }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
    script.ask(.requiredToFailBy) { false }
  }
}

extension ScriptedDelegate: TextFieldDelegate {
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { script.ask(.shouldBeginEditing) { true } }
  func textFieldDidBeginEditing(_ textField: TextField) { script.play(.didBeginEditing) }
  func textField(_ textField: TextField, shouldChangeTextTo text: String) -> Bool { script.ask(.shouldChangeText) { true } }
  func textField(_ textField: TextField, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool {
    script.ask(.shouldChangeRange) { true }
  }
  func textFieldShouldReturn(_ textField: TextField) -> Bool { script.ask(.shouldReturn) { true } }
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool { script.ask(.shouldEndEditing) { true } }
  func textFieldDidEndEditing(_ textField: TextField) { script.play(.didEndEditing) }
}

/// An observer, which passes on what the verifier finds.
final class ScriptedObserver: EngineObserver, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  func touchChanged(_ touch: Touch) { script.play(.touchChanged) }
  func control(_ control: Control, sends events: Control.Events, touch: Touch?) { script.play(.controlSends) }
  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) { script.play(.actionSent) }
  func unhandled(_ action: UnhandledAction) { script.play(.unhandled) }
  func anomaly(_ anomaly: Anomaly) { script.play(.anomaly) }
  func registrationRefused(_ error: ActionError, by sender: AnyObject?) { script.play(.registrationRefused) }
  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {
    script.play(.gestureChanged)
  }
  func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason) { script.play(.gestureDecided) }
  func violation(_ violation: StreamVerifier.Violation) { script.world.complain(violation) }
}

/// What a closure captures: its end calls back, as that of any captured object may.
final class Witness {
  private let script: Script

  init(_ script: Script) {
    self.script = script
    script.world.note(self, script.name)
  }

  deinit { script.play(.ended) }

  /// The closure is called.
  func call() { script.play(.called) }
}

/// Holds a timer's token among a program's objects.
final class TimerHolder {
  let token: TimerToken

  init(_ token: TimerToken) { self.token = token }
}

/// Holds the token of a closure among a program's objects.
final class ActionHolder {
  let token: ActionToken

  init(_ token: ActionToken) { self.token = token }
}

/// Holds what contacts are fed by.
final class FeedHolder {
  var feed: ContactFeed

  init(_ feed: ContactFeed) { self.feed = feed }
}

/// Holds touches that were kept, and their event.
final class TouchHolder {
  let touches: TouchSet
  let event: Event?

  init(_ touches: TouchSet, _ event: Event?) {
    self.touches = touches
    self.event = event
  }
}

/// Holds a key that was kept.
final class KeyHolder {
  let key: KeyEvent

  init(_ key: KeyEvent) { self.key = key }
}

/// What programs tell each other.
struct Ping: TypedNotification {
  let sender: Window
}
