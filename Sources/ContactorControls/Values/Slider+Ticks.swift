import ContactorCore

/// Steps, tick marks, and where the parts of a slider are.
extension Slider {
  // MARK: Tick marks

  /// The value of a tick mark, from 0 at the minimum; an index outside gives the nearest one.
  ///
  /// A single tick mark stands in the middle. Without tick marks, and with an infinite end, it is `value`.
  public func tickMarkValue(at index: Int) -> Double {
    let value = range.value(at: tickShare(at: index))
    return numberOfTickMarks > 0 && value.isFinite ? value : self.value
  }

  /// The value of the tick mark that is nearest to a value; halves go down, as in AppKit.
  ///
  /// The value itself without tick marks, with an infinite end, and for NaN.
  public func closestTickMarkValue(to value: Double) -> Double {
    let count = numberOfTickMarks
    guard count > 0, !value.isNaN, minimumValue.isFinite, maximumValue.isFinite else { return value }
    var place = range
    place.set(min(max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude))
    let index = (place.share * Double(count - 1) - 0.5).rounded(.up)
    return tickMarkValue(at: Int(max(index, 0)))
  }

  /// The position of a tick mark, 0 … 1.
  final func tickShare(at index: Int) -> Double {
    let last = numberOfTickMarks - 1
    return last > 0 ? Double(min(max(index, 0), last)) / Double(last) : 0.5
  }

  // MARK: Steps

  /// Whether a finger chooses certain values only.
  final var snaps: Bool { snapsToSteps || allowsTickMarkValuesOnly }

  /// The value that a finger chooses near a value.
  final func snapped(_ value: Double) -> Double {
    if allowsTickMarkValuesOnly, numberOfTickMarks > 0 { return closestTickMarkValue(to: value) }
    guard snapsToSteps, let stepValue else { return value }
    return range.nearest(to: value, step: stepValue)
  }

  /// `stepValue`, or the distance of the tick marks, or a tenth of the range; 0 if an end is infinite.
  final var step: Double {
    if allowsTickMarkValuesOnly, numberOfTickMarks > 1 { return part(Double(numberOfTickMarks - 1)) }
    if let stepValue, stepValue > 0 { return stepValue }
    return part(10)
  }

  private func part(_ count: Double) -> Double {
    let part = range.length.isFinite ? range.length / count : maximumValue / count - minimumValue / count
    return part.isFinite ? part : 0
  }

  // MARK: Frames

  /// The thickness of the track and of a tick mark, in points.
  ///
  /// 4 pt, about the track of UIKit's slider; ours for the marks.
  static let lineThickness = 4.0

  /// The frames of a straight slider's parts.
  final func linearFrame(for part: Part) -> Rect {
    switch part {
    case .track: band(from: 0, to: 1)
    case .filled: band(from: 0, to: range.share)
    case .knob: crossbar(at: range.share, length: knobLengthInPoints)
    case .tick(let index):
      index >= 0 && index < numberOfTickMarks ? crossbar(at: tickShare(at: index), length: Self.lineThickness) : .null
    }
  }

  /// The square in which the knob is grabbed: its frame, or more if that is small.
  final var knobTouchFrame: Rect {
    let knob = contentFrame(for: .knob)
    let (width, height) = (max(knob.width, Self.leastTouchLength), max(knob.height, Self.leastTouchLength))
    return Rect(x: knob.midX - width / 2, y: knob.midY - height / 2, width: width, height: height)
  }

  private var knobLengthInPoints: Double {
    if let knobLength, knobLength > 0 { return knobLength }
    return min(bounds.size.width, bounds.size.height)
  }

  /// A stretch of the track.
  private func band(from start: Double, to end: Double) -> Rect {
    let (width, height) = (bounds.size.width, bounds.size.height)
    if isVertical {
      let thickness = min(Self.lineThickness, width)
      return Rect(x: bounds.midX - thickness / 2, y: bounds.maxY - end * height, width: thickness, height: (end - start) * height)
    }
    let thickness = min(Self.lineThickness, height)
    return Rect(x: bounds.minX + start * width, y: bounds.midY - thickness / 2, width: (end - start) * width, height: thickness)
  }

  /// A rectangle across the track, about a share of its length and inside the bounds.
  private func crossbar(at share: Double, length: Double) -> Rect {
    let (width, height) = (bounds.size.width, bounds.size.height)
    let extent = min(length, isVertical ? height : width)
    if isVertical {
      let top = min(max((1 - share) * height - extent / 2, 0), height - extent)
      return Rect(x: bounds.minX, y: bounds.minY + top, width: width, height: extent)
    }
    let left = min(max(share * width - extent / 2, 0), width - extent)
    return Rect(x: bounds.minX + left, y: bounds.minY, width: extent, height: height)
  }

  // MARK: Words

  /// The value as it is said: a percentage of the range, or the number while an end is infinite or the ends leave no room.
  final var shownValue: String { range.percentage ?? ControlValue.number(value).stringValue }
}

extension ValueRange {
  /// Where the value lies in whole percent, such as `30 %`; `nil` if the ends are infinite or leave no room.
  var percentage: String? {
    guard maximum > minimum, minimum.isFinite, maximum.isFinite else { return nil }
    return "\(Int((share * 100).rounded())) %"
  }
}
