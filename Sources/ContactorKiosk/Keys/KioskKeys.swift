import ContactorCore
import ContactorInput
import ContactorLayout
import ContactorSystem

/// Presses the keys that a layout's `key` actions ask for, on a virtual keyboard (contract 13.5).
///
/// There is one only while the layout has such actions, or forwards touches. Keys that are held are released when their gesture is over, when another layout is
/// shown, and at the end.
final class KioskKeys {
  private let table: KeyTable
  private let keyboard: VirtualKeyboard
  private let loop: EventLoop
  private let complain: (String) -> Void
  private var plan: KeyPlan
  private var timer: TimerID?
  /// Whether the keyboard has failed.
  private(set) var isOver = false

  /// Makes the keyboard, and complains of the names that the keymap does not have.
  ///
  /// - Throws: `InputError` without a keymap, or where this user may not make input devices.
  init(_ layout: Layout, _ loop: EventLoop, complain: @escaping (String) -> Void) throws(InputError) {
    let table = try KeyTable(Keymap())
    let keyboard = try VirtualKeyboard(table)
    self.table = table
    self.keyboard = keyboard
    self.loop = loop
    self.complain = complain
    plan = KeyPlan(layout, table)
    for warning in plan.warnings { complain(warning.description) }
  }

  /// Takes another layout; all keys are released.
  func show(_ layout: Layout) {
    attempt { () throws(InputError) in try keyboard.releaseAll() }
    plan = KeyPlan(layout, table)
    for warning in plan.warnings { complain(warning.description) }
  }

  /// Does a `key` action: `text` is the text to type, filled in.
  ///
  /// Returns whether it could be done. The gesture and the place of the action in the file distinguish holders.
  func perform(_ action: KeyAction, _ text: String, _ phase: KeyAction.Phase) -> Bool {
    guard !isOver else { return false }
    defer { arm() }
    if phase == .release {
      attempt { () throws(InputError) in try keyboard.release(by: Self.holder(of: action), at: loop.now) }
      return true
    }
    if action.text != nil { return type(text, of: action) }
    guard let chord = plan.chords[action.keys] else { return false }
    return attempt { () throws(InputError) in
      phase == .hold
        ? try keyboard.press(chord, by: Self.holder(of: action), at: loop.now) : try keyboard.tap(chord, at: loop.now)
    }
  }

  /// Presses a key, so that the display's owner knows of the user; does nothing if the keymap has no such key.
  func wake(_ wake: LayoutForward.Wake) {
    guard !isOver, wake != .none else { return }
    defer { arm() }
    guard let chord = try? table.chord([wake == .shift ? "shift" : "XF86WakeUp"]) else { return }
    _ = attempt { () throws(InputError) in try keyboard.tap(chord, at: loop.now) }
  }

  /// Two gestures hold keys for themselves, whatever action both have.
  private static func holder(of action: KeyAction) -> String { "\(action.holder) \(action.mark)" }

  private func type(_ text: String, of action: KeyAction) -> Bool {
    let chords: [KeyChord]
    do throws(KeyError) {
      chords = try table.chords(typing: text)
    } catch {
      // The values of placeholders may be secret; the layout's own text was reported when it was read.
      if action.text?.placeholders.isEmpty == false {
        complain("\(action.mark): key: the text has a character that the keyboard layout '\(error.layout)' has no key for")
      }
      return false
    }
    return attempt { () throws(InputError) in try keyboard.type(chords, at: loop.now) }
  }

  /// Calls the keyboard; a failed one is reported once, and left alone.
  @discardableResult
  private func attempt(_ body: () throws(InputError) -> Bool) -> Bool {
    do throws(InputError) {
      return try body()
    } catch {
      isOver = true
      complain("keys are not pressed any more: \(error)")
      return false
    }
  }

  private func attempt(_ body: () throws(InputError) -> Void) {
    _ = attempt { () throws(InputError) in
      try body()
      return true
    }
  }

  /// Has the loop call at the keyboard's next deadline.
  private func arm() {
    if let timer { loop.cancel(timer) }
    timer =
      isOver
      ? nil
      : keyboard.nextDeadline.map { deadline in
        loop.schedule(at: deadline) { [unowned self] in
          timer = nil
          attempt { () throws(InputError) in try keyboard.advance(to: loop.now) }
          arm()
        }
      }
  }

  /// Releases all keys, and drops what waits to be typed.
  func releaseAll() {
    if !isOver { attempt { () throws(InputError) in try keyboard.releaseAll() } }
    arm()
  }

  /// Releases all keys; must be called before the value is dropped.
  func close() {
    if let timer { loop.cancel(timer) }
    timer = nil
    if !isOver { attempt { () throws(InputError) in try keyboard.releaseAll() } }
    isOver = true
  }
}

extension KioskService {
  /// Makes the virtual keyboard or ends it, as the layout says, and has it press the keys of the layout.
  func followKeys() {
    let layout = session.layout
    guard !layout.keyActions.isEmpty || layout.wakesDisplay else {
      keys?.close()
      keys = nil
      return
    }
    if let keys, !keys.isOver { return keys.show(layout) }
    do throws(InputError) {
      // After an error, a layout that is shown anew tries again.
      keys = try KioskKeys(layout, loop, complain: complain)
    } catch {
      keys = nil
      let trouble =
        layout.keyActions.isEmpty
        ? "touches that applications do not get wake no display ('wake: none' needs no keys)" : "the layout's keys are not pressed"
      complain("\(trouble): \(error)")
    }
  }
}
