public import ContactorCore

// What a renderer draws of a scroll view, and scrolling without a finger.
extension ScrollView {
  /// The parts of a scroll view.
  public enum Part: Hashable, Sendable, CaseIterable {
    /// The bar at the right edge.
    case verticalIndicator
    /// The bar at the bottom edge.
    case horizontalIndicator
  }

  /// The width of an indicator, in points.
  ///
  /// 3: ours; 0.5 mm at 163 points per inch.
  public static let indicatorWidth = 3.0
  /// The distance of an indicator from the view's edges, in points.
  ///
  /// 3: ours, the width of the indicator.
  public static let indicatorMargin = 3.0
  /// The least length of an indicator, in points; beyond the content's end it shrinks further, to its width.
  ///
  /// 36: ours, 5.6 mm at 163 points per inch.
  public static let minimumIndicatorLength = 36.0

  /// The rectangle of a part in the view's own space, so that it moves with the offset; empty where nothing is shown.
  ///
  /// An indicator's length and place show which part of the content is visible. Allocates nothing.
  public func contentFrame(for part: Part) -> Rect {
    switch part {
    case .verticalIndicator:
      guard showsVerticalScrollIndicator, bounds.isFinite else { return .zero }
      let (start, length) = Self.indicator(bounds.minY, verticalLimits)
      let x = bounds.maxX - Self.indicatorMargin - Self.indicatorWidth
      return length > 0 ? Rect(x: x, y: bounds.minY + start, width: Self.indicatorWidth, height: length) : .zero
    case .horizontalIndicator:
      guard showsHorizontalScrollIndicator, bounds.isFinite else { return .zero }
      let (start, length) = Self.indicator(bounds.minX, horizontalLimits)
      let y = bounds.maxY - Self.indicatorMargin - Self.indicatorWidth
      return length > 0 ? Rect(x: bounds.minX + start, y: y, width: length, height: Self.indicatorWidth) : .zero
    }
  }

  /// The place and length of an indicator along its edge; a length of 0 where all of the content is visible.
  private static func indicator(_ offset: Double, _ limits: ScrollLimits) -> (Double, Double) {
    let track = limits.extent - 2 * indicatorMargin
    let range = limits.upper - limits.lower
    guard range > 0, track > minimumIndicatorLength else { return (0, 0) }
    let beyond = (offset - limits.clamp(offset)).magnitude
    let full = max(track * limits.extent / (range + limits.extent), minimumIndicatorLength)
    let length = max(full - beyond, indicatorWidth)
    let share = (limits.clamp(offset) - limits.lower) / range
    return (indicatorMargin + (track - length) * share, length)
  }

  /// Scrolls by a view's length along the axis that has more to show, as `scrollForward` and `scrollBackward` do.
  func scrollPage(by direction: Double) -> Bool {
    let isVertical = verticalLimits.upper > verticalLimits.lower
    guard isScrollEnabled, !isDragging, bounds.isFinite else { return false }
    // A second step while the first is under way goes on from where that leads.
    let start = motion == .animating ? Point(x: horizontal.target, y: vertical.target) : contentOffset
    let way = isVertical ? Point(x: 0, y: direction * bounds.height) : Point(x: direction * bounds.width, y: 0)
    let target = clamped(start + way)
    guard target != clamped(start) else { return false }
    setContentOffset(target, animated: true)
    return true
  }
}
