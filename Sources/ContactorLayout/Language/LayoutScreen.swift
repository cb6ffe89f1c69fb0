public import ContactorCore

/// The screen of a layout.
public struct LayoutScreen: Hashable, Sendable {
  /// The size in points.
  public var size: Size
  /// The size in millimetres, if the layout states it.
  public var millimetres: Size?

  /// Creates a screen.
  public init(size: Size, millimetres: Size? = nil) {
    self.size = size
    self.millimetres = millimetres
  }
}
