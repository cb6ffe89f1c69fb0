import ContactorControls
import ContactorCore
import ContactorLayout

/// The keys that a finger typed on a keyboard on the screen, and what got them.
final class KeyboardStory: KindStory {
  /// The view that a key was typed into.
  enum Receiver: Equatable {
    /// A responder, by its id.
    case responder(String)
    /// A view whose touches and keys are secret.
    case secure
    /// The keyboard's own number, as of a dial pad.
    case itself
    /// Nothing: no responder is the first.
    case nobody
  }

  /// Keys that were typed one after the other into the same view.
  private struct Run {
    var keys: [String]
    let receiver: Receiver
    let isHandled: Bool
    var time: Timestamp
    var count = 1
  }

  let view: Keyboard
  private var runs: [Run] = []
  private let shiftBefore: Keyboard.Shift
  private var shiftAfter: Keyboard.Shift
  private var hasKey = true
  /// The largest number of runs, and of keys of one that are named: a key may repeat for hours.
  private static let limit = 20

  init(_ view: Keyboard, _ id: String, _ touch: Touch) {
    self.view = view
    shiftBefore = view.shift
    shiftAfter = shiftBefore
    super.init(id, touch)
  }

  /// Whether no key has been typed by the finger.
  var isSilent: Bool { runs.isEmpty }

  override func follow(_ touch: Touch) {
    super.follow(touch)
    hasKey = view.keyIndex(at: touch.location(in: view)) != nil
  }

  override func update() { shiftAfter = view.shift }

  /// Notes a key that was typed.
  func type(_ name: String, into receiver: Receiver, isHandled: Bool, at time: Timestamp) {
    if let last = runs.last, last.receiver == receiver, last.isHandled == isHandled {
      if last.keys.count < Self.limit { runs[runs.count - 1].keys.append(name) }
      runs[runs.count - 1].count += 1
      runs[runs.count - 1].time = time
    } else if runs.count < Self.limit {
      runs.append(Run(keys: [name], receiver: receiver, isHandled: isHandled, time: time))
    }
  }

  override func effect(after events: Control.Events, from origin: Timestamp) -> String? {
    guard runs.isEmpty else { return runs.map { text(of: $0, origin) }.joined(separator: ", ") }
    if events.contains(.editingDidEnd) { return "ended the editing" }
    if events.contains(.valueChanged) { return "shows other keys now" }
    if shiftAfter != shiftBefore {
      return shiftAfter == .off ? "shift is off now" : shiftAfter == .once ? "shift is on for one letter" : "shift is locked"
    }
    if !isLifted { return "typed nothing" }
    return hasKey ? "typed nothing" : "typed nothing, for no key was under the finger as it was lifted"
  }

  private func text(of run: Run, _ origin: Timestamp) -> String {
    let time = " at \(Measure.after(run.time - origin))"
    if run.receiver == .secure { return "typed into a secure view" + time }
    let more = run.count > run.keys.count ? " and \(run.count - run.keys.count) more" : ""
    let typed = "typed \(run.keys.joined(separator: " "))\(more)"
    switch run.receiver {
    case .responder(let id) where run.isHandled: return typed + " into \(id)" + time
    case .responder(let id): return typed + time + ", which \(id) does not take"
    case .nobody where run.isHandled: return typed + time
    case .nobody: return typed + time + ", which nothing got: no text is being edited"
    case .itself, .secure:
      let number = (view as? DialPad)?.digits ?? ""
      return typed + time + (number.isEmpty ? ": no digit is dialled" : ": \(number) is dialled")
    }
  }
}

extension Explainer: KeyboardDelegate {
  /// Notes the receiver before the key: what gets it may end its editing.
  func keyboard(_ keyboard: Keyboard, shouldType event: KeyEvent) -> Bool {
    keyReceiver = receiver(of: keyboard)
    return true
  }

  func keyboard(_ keyboard: Keyboard, didType event: KeyEvent, handled: Bool) {
    let open = kindStories.compactMap { $0 as? KeyboardStory }.filter { $0.view === keyboard }
    // A second finger types what the first one holds, and then its own key.
    guard let story = open.first(where: { !$0.isOver && $0.isSilent }) ?? open.last(where: { $0.isSilent }) ?? open.last else { return }
    story.type(
      keyboard.typedKeyName ?? "a key", into: keyboard.typedKeyName == nil ? .secure : keyReceiver, isHandled: handled,
      at: session.application.now)
  }

  private func receiver(of keyboard: Keyboard) -> KeyboardStory.Receiver {
    if let pad = keyboard as? DialPad, !pad.typesIntoFirstResponder { return .itself }
    guard let responder = keyboard.receiver, !(responder is Window),
      let view = responder as? View, let id = owner(of: view)
    else { return .nobody }
    return secure.covers(id) ? .secure : .responder(id)
  }
}
