/// A distance as a layout states it, in points or in millimetres.
public enum LayoutDistance: Hashable, Sendable {
  /// A distance in points.
  case points(Double)
  /// A distance on the panel's glass (contract 1.9).
  case millimetres(Double)
}
