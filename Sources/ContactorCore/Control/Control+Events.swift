extension Control {
  /// The kinds of control events, with UIKit's raw values (contract 4.1).
  public struct Events: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    @inlinable
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// A touch began in the control.
    public static let touchDown = Events(rawValue: 1 << 0)
    /// A touch with a tap count above 1 began; delivered together with `touchDown`.
    public static let touchDownRepeat = Events(rawValue: 1 << 1)
    /// The tracked touch moved inside.
    public static let touchDragInside = Events(rawValue: 1 << 2)
    /// The tracked touch moved outside.
    public static let touchDragOutside = Events(rawValue: 1 << 3)
    /// The tracked touch moved back in; delivered together with `touchDragInside`.
    public static let touchDragEnter = Events(rawValue: 1 << 4)
    /// The tracked touch moved out; delivered together with `touchDragOutside`.
    public static let touchDragExit = Events(rawValue: 1 << 5)
    /// The tracked touch was lifted inside.
    public static let touchUpInside = Events(rawValue: 1 << 6)
    /// The tracked touch was lifted outside.
    public static let touchUpOutside = Events(rawValue: 1 << 7)
    /// Tracking was cancelled.
    public static let touchCancel = Events(rawValue: 1 << 8)
    /// The control's value changed.
    public static let valueChanged = Events(rawValue: 1 << 12)
    /// The primary action of the control was triggered.
    public static let primaryActionTriggered = Events(rawValue: 1 << 13)
    /// The menu of the control was requested.
    public static let menuActionTriggered = Events(rawValue: 1 << 14)
    /// Editing started.
    public static let editingDidBegin = Events(rawValue: 1 << 16)
    /// The edited text changed.
    public static let editingChanged = Events(rawValue: 1 << 17)
    /// Editing ended because something else was touched.
    public static let editingDidEnd = Events(rawValue: 1 << 18)
    /// Editing ended with the return key.
    public static let editingDidEndOnExit = Events(rawValue: 1 << 19)
    /// Every event that comes from touches.
    public static let allTouchEvents = Events(rawValue: 0x0000_0FFF)
    /// Every event that comes from editing.
    public static let allEditingEvents = Events(rawValue: 0x000F_0000)
    /// Bits that applications may use for their own events.
    public static let applicationReserved = Events(rawValue: 0x0F00_0000)
    /// Bits reserved for the engine.
    public static let systemReserved = Events(rawValue: 0xF000_0000)
    /// Every event.
    public static let allEvents = Events(rawValue: 0xFFFF_FFFF)
  }
}

extension Control.Events: CustomStringConvertible {
  /// The named events with their names, in ascending bit order.
  public static let named: [(event: Control.Events, name: String)] = [
    (.touchDown, "touchDown"), (.touchDownRepeat, "touchDownRepeat"),
    (.touchDragInside, "touchDragInside"), (.touchDragOutside, "touchDragOutside"),
    (.touchDragEnter, "touchDragEnter"), (.touchDragExit, "touchDragExit"),
    (.touchUpInside, "touchUpInside"), (.touchUpOutside, "touchUpOutside"), (.touchCancel, "touchCancel"),
    (.valueChanged, "valueChanged"), (.primaryActionTriggered, "primaryActionTriggered"),
    (.menuActionTriggered, "menuActionTriggered"), (.editingDidBegin, "editingDidBegin"),
    (.editingChanged, "editingChanged"), (.editingDidEnd, "editingDidEnd"),
    (.editingDidEndOnExit, "editingDidEndOnExit"),
  ]

  /// Creates the event of a name; `nil` for an unknown name.
  public init?(name: String) {
    guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
    self = known.event
  }

  /// The names of the events in the set, in ascending bit order.
  public var names: [String] {
    Self.named.filter { contains($0.event) }.map(\.name)
  }

  /// The names joined by `|`, or the bits in hexadecimal if none has a name.
  public var description: String {
    names.isEmpty ? "0x" + String(rawValue, radix: 16) : names.joined(separator: "|")
  }
}
