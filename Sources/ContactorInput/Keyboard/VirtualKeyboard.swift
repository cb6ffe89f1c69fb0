public import ContactorCore
internal import ContactorEvdev

/// A keyboard made by the kernel's uinput driver, which presses keys for any application (contract 13.5).
///
/// ```swift
/// let table = try KeyTable(Keymap())
/// let keyboard = try VirtualKeyboard(table)
/// _ = try keyboard.tap(table.chord(["ctrl", "t"]), at: loop.now)
/// // At keyboard.nextDeadline:
/// try keyboard.advance(to: loop.now)
/// ```
///
/// It is made before its first key is pressed, because compositors need about 50 ms to take up a keyboard. It declares the keys of the
/// keymap and nothing else. It does not repeat (`EV_REP`): whoever gets the keys repeats those that are held, as with any keyboard, and
/// the kernel's own repeat would add to that. No keyboard source of Contactor opens it.
///
/// All keys are released when it goes; when the process is killed, the kernel removes the device and releases them. Writing never waits:
/// uinput hands the events on at once.
public final class VirtualKeyboard {
  /// The name that other programs see.
  public static let name = "Contactor keyboard"
  /// Where the keyboard is plugged in, by which Contactor's keyboard sources know it.
  public static let physicalPath = "contactor/keyboard"

  private let device: UinputDevice
  private var sequencer: KeySequencer
  private var events: [UinputEvent] = []

  /// Makes the keyboard.
  ///
  /// - Throws: `InputError`: `missing` without the kernel's uinput module, `permission` for users who may not make devices.
  public init(_ table: KeyTable) throws(InputError) {
    var description = EvdevDescription(name: Self.name)
    // BUS_VIRTUAL of linux/input.h.
    (description.bus, description.version) = (6, 1)
    description.codes[EvdevCode.key] = table.codes
    sequencer = KeySequencer(modifiers: table.modifiers)
    device = try UinputDevice(description, physicalPath: Self.physicalPath)
  }

  deinit { try? releaseAll() }

  /// The keyboard's node, such as `/dev/input/event5`.
  public var node: String { device.node }

  /// The codes of the keys that are down.
  public var pressedKeys: [UInt16] { sequencer.keys.codes }

  /// When `advance(to:)` has something to do; `nil` for never.
  public var nextDeadline: Timestamp? { sequencer.nextDeadline }

  /// Presses a chord and releases it, `KeySequencer.spacing` later.
  ///
  /// - Returns: false, with nothing done, if too much waits to be typed.
  /// - Throws: `InputError` if the device does not take the events.
  public func tap(_ chord: KeyChord, at time: Timestamp) throws(InputError) -> Bool {
    guard sequencer.tap(chord) else { return false }
    try advance(to: time)
    return true
  }

  /// Presses a chord until `release(by:at:)`, `releaseAll()`, or the end of the keyboard.
  ///
  /// - Parameter holder: tells holders apart, of which each key has any number; not empty.
  /// - Returns: false, with nothing done, if too much waits to be typed.
  /// - Throws: `InputError` if the device does not take the events.
  public func press(_ chord: KeyChord, by holder: String, at time: Timestamp) throws(InputError) -> Bool {
    guard sequencer.press(chord, by: holder) else { return false }
    try advance(to: time)
    return true
  }

  /// Releases what a holder pressed; nothing happens if it holds nothing.
  ///
  /// - Throws: `InputError` if the device does not take the events.
  public func release(by holder: String, at time: Timestamp) throws(InputError) {
    sequencer.release(by: holder)
    try advance(to: time)
  }

  /// Types a text whose chords are `KeyTable.chords(typing:)`.
  ///
  /// - Returns: false, with nothing done, if too much waits to be typed.
  /// - Throws: `InputError` if the device does not take the events.
  public func type(_ chords: [KeyChord], at time: Timestamp) throws(InputError) -> Bool {
    guard sequencer.type(chords) else { return false }
    try advance(to: time)
    return true
  }

  /// Releases every key now, and drops what waits to be typed.
  ///
  /// - Throws: `InputError` if the device does not take the events.
  public func releaseAll() throws(InputError) {
    sequencer.releaseAll()
    try write()
  }

  /// Writes what is due.
  ///
  /// - Throws: `InputError` if the device does not take the events.
  public func advance(to time: Timestamp) throws(InputError) {
    sequencer.advance(to: time)
    try write()
  }

  /// Writes the changes, each as a frame of its own: within a frame keys have no order.
  private func write() throws(InputError) {
    guard !sequencer.changes.isEmpty else { return }
    for change in sequencer.changes {
      events.append(UinputEvent(type: EvdevCode.key, code: change.code, value: change.isDown ? 1 : 0))
      events.append(.report)
    }
    sequencer.clearChanges()
    defer { events.removeAll(keepingCapacity: true) }
    try device.emit(events)
  }
}

extension UdevDevice {
  /// Whether the device is a keyboard that Contactor made.
  var isVirtualKeyboard: Bool { attribute("phys") == VirtualKeyboard.physicalPath }
}
