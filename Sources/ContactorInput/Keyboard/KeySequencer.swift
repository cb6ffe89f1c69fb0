public import ContactorCore

/// A key that goes down or up.
public struct KeyChange: Hashable, Sendable {
  /// The kernel's code of the key.
  public var code: UInt16
  /// Whether it goes down.
  public var isDown: Bool

  /// Creates a change.
  public init(_ code: UInt16, isDown: Bool) {
    self.code = code
    self.isDown = isDown
  }
}

/// Which keys of a keyboard are down, and which holders keep each of them down.
///
/// | call                     | key that is up | modifier that is down | other key that is down                             |
/// | ------------------------ | -------------- | --------------------- | -------------------------------------------------- |
/// | `press`                  | down           | none                  | up, down: each press of a key is seen               |
/// | `release`, last holder   | none           | up                    | up                                                 |
/// | `release`, not the last  | none           | none                  | none                                               |
/// | `stroke`, key of it      | down, up       | none                  | up, down                                           |
/// | `stroke`, key not of it  | none           | up before, down after | none                                               |
/// | `releaseAll`             | none           | up                    | up                                                 |
///
/// So held chords and taps add up, as those of two hands on one keyboard do: `a` while another finger holds shift is `A`. A stroke, which
/// types a character of a text, is exact: held modifiers that are not its own are lifted meanwhile.
public struct PressedKeys: Sendable {
  private struct Held: Sendable {
    let holder: String
    let chord: KeyChord
  }

  /// The codes of modifiers.
  private let modifiers: Set<UInt16>
  private var held: [Held] = []
  /// The keys that are down, in the order in which they went down, once for each holder's chord.
  private var down: [UInt16] = []
  /// The changes that follow from the calls, in order.
  public private(set) var changes: [KeyChange] = []

  /// Creates the state of a keyboard with no key down.
  ///
  /// - Parameter modifiers: the codes of the keys that are modifiers.
  public init(modifiers: Set<UInt16>) {
    self.modifiers = modifiers
  }

  /// The codes of the keys that are down, in ascending order.
  public var codes: [UInt16] { Set(down).sorted() }

  /// Whether a holder holds a chord.
  public func isHolding(_ holder: String) -> Bool { held.contains { $0.holder == holder } }

  /// Forgets the changes that were written.
  public mutating func clearChanges() { changes.removeAll(keepingCapacity: true) }

  /// Presses the keys of a chord; nothing happens if the holder holds this chord already.
  public mutating func press(_ chord: KeyChord, by holder: String) {
    guard !held.contains(where: { $0.holder == holder && $0.chord == chord }) else { return }
    held.append(Held(holder: holder, chord: chord))
    for code in chord.codes {
      pressAnew(code)
      down.append(code)
    }
  }

  /// Releases all chords of a holder, the last one first; nothing happens if it holds none.
  public mutating func release(by holder: String) {
    for index in held.indices.reversed() where held[index].holder == holder {
      for code in held.remove(at: index).chord.codes.reversed() {
        if let place = down.lastIndex(of: code) { down.remove(at: place) }
        if !down.contains(code) { changes.append(KeyChange(code, isDown: false)) }
      }
    }
  }

  /// Presses and releases the keys of a chord with no other modifier down.
  public mutating func stroke(_ chord: KeyChord) {
    let others = codes.filter { modifiers.contains($0) && !chord.codes.contains($0) }
    for code in others { changes.append(KeyChange(code, isDown: false)) }
    for code in chord.codes { pressAnew(code) }
    for code in chord.codes.reversed() where !down.contains(code) { changes.append(KeyChange(code, isDown: false)) }
    for code in others { changes.append(KeyChange(code, isDown: true)) }
  }

  /// Releases every key, the last one first.
  public mutating func releaseAll() {
    held.removeAll(keepingCapacity: true)
    while let code = down.popLast() {
      if !down.contains(code) { changes.append(KeyChange(code, isDown: false)) }
    }
  }

  private mutating func pressAnew(_ code: UInt16) {
    let isDown = down.contains(code)
    if isDown, modifiers.contains(code) { return }
    if isDown { changes.append(KeyChange(code, isDown: false)) }
    changes.append(KeyChange(code, isDown: true))
  }
}

/// Spreads presses, releases and texts over time, in the order in which they were asked for.
///
/// Changes that follow each other at once would be lost: the kernel keeps 64 events for each program that reads a keyboard. And a key
/// that goes down and up in the same microsecond is not seen by programs that look from time to time. So the steps come at least
/// `spacing` apart; the first one comes at once. A step is a press of a chord, a release, or a whole character of a text.
public struct KeySequencer: Sendable {
  private enum Step: Sendable {
    case press(KeyChord, String)
    case release(String)
    case stroke(KeyChord)
  }

  /// The time between two steps: 10 ms, so that 100 characters a second are typed.
  public static let spacing = Duration.milliseconds(10)
  /// How many steps may wait: 2000, the characters of 20 seconds.
  public static let limit = 2000

  /// The holder of a chord that is tapped.
  private static let tapper = ""

  /// The keys that are down.
  public private(set) var keys: PressedKeys
  private var steps: [Step] = []
  /// The index of the step that comes next.
  private var next = 0
  /// When the next step may come.
  private var earliest = Timestamp(microseconds: .min)

  /// Creates the state of a keyboard with no key down.
  ///
  /// - Parameter modifiers: the codes of the keys that are modifiers.
  public init(modifiers: Set<UInt16>) {
    keys = PressedKeys(modifiers: modifiers)
  }

  /// When `advance(to:)` has something to do; `nil` for never.
  public var nextDeadline: Timestamp? { next < steps.count ? earliest : nil }

  /// The changes that are due, in order.
  public var changes: [KeyChange] { keys.changes }

  /// Forgets the changes that were written.
  public mutating func clearChanges() { keys.clearChanges() }

  /// Presses a chord and releases it a step later.
  ///
  /// - Returns: false, with nothing done, if more steps wait than `limit`.
  public mutating func tap(_ chord: KeyChord) -> Bool {
    guard steps.count - next < Self.limit else { return false }
    steps.append(.press(chord, Self.tapper))
    steps.append(.release(Self.tapper))
    return true
  }

  /// Presses a chord until `release(by:)`.
  ///
  /// - Parameter holder: tells holders apart; not empty.
  /// - Returns: false, with nothing done, if more steps wait than `limit`.
  public mutating func press(_ chord: KeyChord, by holder: String) -> Bool {
    guard steps.count - next < Self.limit else { return false }
    steps.append(.press(chord, holder))
    return true
  }

  /// Releases what a holder pressed, after all that was asked for before.
  public mutating func release(by holder: String) {
    var holds = keys.isHolding(holder)
    for step in steps[next...] {
      switch step {
      case .press(_, holder): holds = true
      case .release(holder): holds = false
      default: break
      }
    }
    if holds { steps.append(.release(holder)) }
  }

  /// Types a text whose chords are `KeyTable.chords(typing:)`.
  ///
  /// - Returns: false, with nothing done, if more steps would wait than `limit`.
  public mutating func type(_ chords: [KeyChord]) -> Bool {
    guard chords.count <= Self.limit - (steps.count - next) else { return false }
    for chord in chords { steps.append(.stroke(chord)) }
    return true
  }

  /// Releases every key now, and drops what waits.
  public mutating func releaseAll() {
    steps.removeAll(keepingCapacity: true)
    next = 0
    keys.releaseAll()
  }

  /// Takes the steps that are due.
  public mutating func advance(to time: Timestamp) {
    while next < steps.count, earliest <= time {
      let count = keys.changes.count
      switch steps[next] {
      case .press(let chord, let holder): keys.press(chord, by: holder)
      case .release(let holder): keys.release(by: holder)
      case .stroke(let chord): keys.stroke(chord)
      }
      next += 1
      if keys.changes.count > count { earliest = time + Self.spacing }
    }
    guard next == steps.count || next >= Self.limit else { return }
    steps.removeFirst(next)
    next = 0
  }
}
