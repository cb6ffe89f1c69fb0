/// A key of a keyboard, real or on the screen, that was pressed or released.
///
/// `Application.sendKey(_:)` delivers it. Keys without a character of their own have one of Unicode's private use area, with AppKit's
/// numbers: `KeyEvent.upArrow` is `"\u{F700}"`.
public final class KeyEvent: Event {
  /// Whether the key is pressed or released.
  public enum Phase: Hashable, Sendable {
    /// The key is pressed, or repeats.
    case down
    /// The key is released.
    case up
  }

  /// Keys that are held while another is pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// AppKit's bits.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Caps lock is on.
    public static let capsLock = Modifiers(rawValue: 1 << 16)
    /// Shift.
    public static let shift = Modifiers(rawValue: 1 << 17)
    /// Control.
    public static let control = Modifiers(rawValue: 1 << 18)
    /// Option; Alt on a PC keyboard.
    public static let option = Modifiers(rawValue: 1 << 19)
    /// Command; the logo key of a PC keyboard.
    public static let command = Modifiers(rawValue: 1 << 20)
    /// The key belongs to the numeric keypad.
    public static let numericPad = Modifiers(rawValue: 1 << 21)
  }

  /// Whether the key is pressed or released.
  public let phase: Phase
  /// The text that the key makes with the modifiers; empty for a modifier alone.
  public let characters: String
  /// The text that the key makes without modifiers other than shift.
  public let charactersIgnoringModifiers: String
  /// The modifiers that are held.
  public let modifiers: Modifiers
  /// The kernel's code of the key, such as 30 for `KEY_A`; 0 if no device sent it.
  public let keyCode: UInt16
  /// Whether the key is held and repeats.
  public let isRepeat: Bool

  /// Whether key equivalents were asked already.
  @safe @exclusivity(unchecked) var wasOfferedAsEquivalent = false

  /// Creates an event of a key.
  ///
  /// Without `charactersIgnoringModifiers` they are the same as `characters`.
  public init(
    _ characters: String, ignoringModifiers charactersIgnoringModifiers: String? = nil, phase: Phase = .down,
    modifiers: Modifiers = [], keyCode: UInt16 = 0, isRepeat: Bool = false, timestamp: Timestamp
  ) {
    self.characters = characters
    self.charactersIgnoringModifiers = charactersIgnoringModifiers ?? characters
    self.phase = phase
    self.modifiers = modifiers
    self.keyCode = keyCode
    self.isRepeat = isRepeat
    super.init(timestamp: timestamp)
  }

  /// Whether the key equivalents of controls and menus come before the first responder: with command or control.
  final var isCommand: Bool { !modifiers.isDisjoint(with: [.command, .control]) }
}

extension KeyEvent {
  /// The return key.
  public static let carriageReturn = "\r"
  /// The enter key of the numeric keypad.
  public static let enter = "\u{3}"
  /// The tab key.
  public static let tab = "\t"
  /// The tab key with shift.
  public static let backTab = "\u{19}"
  /// The backspace key, which deletes what is before the caret.
  public static let delete = "\u{7F}"
  /// The escape key.
  public static let escape = "\u{1B}"
  /// The up arrow.
  public static let upArrow = "\u{F700}"
  /// The down arrow.
  public static let downArrow = "\u{F701}"
  /// The left arrow.
  public static let leftArrow = "\u{F702}"
  /// The right arrow.
  public static let rightArrow = "\u{F703}"
  /// The insert key.
  public static let insert = "\u{F727}"
  /// The delete key, which deletes what is after the caret.
  public static let deleteForward = "\u{F728}"
  /// The home key.
  public static let home = "\u{F729}"
  /// The end key.
  public static let end = "\u{F72B}"
  /// The page up key.
  public static let pageUp = "\u{F72C}"
  /// The page down key.
  public static let pageDown = "\u{F72D}"
  /// The menu key.
  public static let menu = "\u{F735}"

  /// The character of a function key, 1 … 35; a number outside is clamped.
  public static func function(_ number: Int) -> String {
    let scalar = Unicode.Scalar(UInt16(0xF703 + min(max(number, 1), 35)))
    return scalar.map { String(Character($0)) } ?? ""
  }
}

/// An object that acts for keys whatever the first responder is: a menu.
public protocol KeyEquivalentPerforming: AnyObject {
  /// Acts for a key that is one of the object's equivalents; returns whether it is one.
  func performKeyEquivalent(with event: KeyEvent) -> Bool
  /// Called when the object became an application's main menu, or, with `nil`, is one no longer; does nothing by default.
  func didBecomeMainMenu(of application: Application?)
}

extension KeyEquivalentPerforming {
  /// Does nothing.
  public func didBecomeMainMenu(of application: Application?) {}
}

extension View: KeyEquivalentPerforming {}

extension Application {
  /// Delivers a key; returns whether an object handled it.
  ///
  /// Event time advances to the key's timestamp first. A key pressed with command or control goes to the key equivalents of the key
  /// window's views, then to those of `mainMenu`; any other key, and one without an equivalent, to `keyDown(with:)` of the key window's
  /// first responder, up the chain; a window that it reaches tries key equivalents. A released key goes to `keyUp(with:)`. The modal
  /// window of the key window's screen gets the keys in its place. A pressed key that none of them handled goes to `unhandledKeys`, and then
  /// a tab goes on from the view that is the first responder to the next key view, see `Window.selectNextKeyView()`.
  @discardableResult
  public func sendKey(_ event: KeyEvent) -> Bool {
    sendKey(event, to: windowForKeys)
  }

  /// Delivers a key to a window in place of the key window: one from a keyboard on the screen.
  ///
  /// `unhandledKeys` gets the key only if the window is the one that gets the machine's keys: the focus is there.
  @discardableResult
  package final func sendKey(_ event: KeyEvent, to target: Window?) -> Bool {
    if event.timestamp > now { advance(to: event.timestamp) }
    if deliver(event, to: target) { return true }
    guard event.phase == .down else { return false }
    if target === windowForKeys, unhandledKeys?.performKeyEquivalent(with: event) ?? false { return true }
    return target?.selectKeyView(for: event) ?? false
  }

  private func deliver(_ event: KeyEvent, to target: Window?) -> Bool {
    if event.phase == .up { return target?.firstResponder.keyUp(with: event) ?? false }
    if event.isCommand, offerAsEquivalent(event, to: target) { return true }
    if let target { return target.firstResponder.keyDown(with: event) }
    return offerAsEquivalent(event, to: nil)
  }

  /// Asks the key equivalents of a window and the main menu, once for each event.
  final func offerAsEquivalent(_ event: KeyEvent, to window: Window?) -> Bool {
    guard !event.wasOfferedAsEquivalent else { return false }
    event.wasOfferedAsEquivalent = true
    if let window, window.performKeyEquivalent(with: event) { return true }
    return mainMenu?.performKeyEquivalent(with: event) ?? false
  }
}
