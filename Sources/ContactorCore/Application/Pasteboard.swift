/// A text that was cut or copied, to be pasted: one for each application, in `Application.pasteboard`, or one of a control's own.
///
/// A host that has a system pasteboard copies from and to it.
public final class Pasteboard {
  /// The text; `nil` if there is none.
  ///
  /// Setting it counts as a change even if the text is the same.
  public var string: String? {
    didSet {
      changeCount += 1
      onChange?(self)
    }
  }
  /// The number of times that the text was set.
  public private(set) var changeCount = 0
  /// Called after the text was set, for a host that passes it on.
  ///
  /// Capture the owner of the pasteboard weakly.
  public var onChange: ((Pasteboard) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }

  /// Creates an empty pasteboard.
  public init() {}

  /// Whether there is a text that is not empty.
  public var hasStrings: Bool { string?.isEmpty == false }
}
