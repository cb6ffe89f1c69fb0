public import ContactorCore

/// A row of segments of the same width, of which one or any number is selected (contract 4.8).
///
/// A finger that is lifted in a segment selects it; `valueChanged` is sent when the selection changed, and only then.
open class SegmentedControl: Control {
  /// What a tap on a segment does.
  public enum SwitchTracking: Hashable, Sendable {
    /// It selects the segment and no other.
    case selectOne
    /// It turns the segment's selection over.
    case selectAny
    /// It selects the segment for as long as `valueChanged` is sent.
    case momentary
  }

  /// What a tap on a segment does.
  open var trackingMode = SwitchTracking.selectOne
  /// How many segments there are; those that are taken away lose their selection.
  public var numberOfSegments: Int {
    didSet {
      let count = max(numberOfSegments, 0)
      selected = Array((selected + Array(repeating: false, count: count)).prefix(count))
      disabled = Array((disabled + Array(repeating: false, count: count)).prefix(count))
      if latest >= count { latest = selected.lastIndex(of: true) ?? Self.noSegment }
    }
  }
  /// No segment, where an index is asked for: −1.
  public static let noSegment = -1

  private var selected: [Bool]
  private var disabled: [Bool]
  private var latest = noSegment

  /// Creates a control of which no segment is selected.
  public init(frame: Rect, numberOfSegments: Int) {
    self.numberOfSegments = numberOfSegments
    selected = Array(repeating: false, count: max(numberOfSegments, 0))
    disabled = selected
    super.init(frame: frame)
  }

  /// The segment that was selected last, or `noSegment`; setting it sends nothing.
  ///
  /// Setting `noSegment` selects none. With `selectAny` the other segments stay as they are.
  public var selectedSegmentIndex: Int {
    get { latest }
    set {
      if selected.indices.contains(newValue) {
        setSelected(true, forSegment: newValue)
      } else {
        selected = selected.map { _ in false }
        latest = Self.noSegment
      }
    }
  }

  /// Whether a segment is selected; false where there is none.
  public func isSelected(forSegment segment: Int) -> Bool {
    selected.indices.contains(segment) && selected[segment]
  }

  /// Selects a segment or takes its selection back; a disabled one stays as it is, and nothing is sent.
  public func setSelected(_ isSelected: Bool, forSegment segment: Int) {
    guard isEnabled(forSegment: segment) else { return }
    if isSelected, trackingMode != .selectAny { selected = selected.map { _ in false } }
    selected[segment] = isSelected
    if isSelected {
      latest = segment
    } else if latest == segment {
      latest = selected.lastIndex(of: true) ?? Self.noSegment
    }
  }

  /// Whether a segment can be selected; false where there is none.
  public func isEnabled(forSegment segment: Int) -> Bool {
    disabled.indices.contains(segment) && !disabled[segment]
  }

  /// Says whether a segment can be selected.
  public func setEnabled(_ isEnabled: Bool, forSegment segment: Int) {
    if disabled.indices.contains(segment) { disabled[segment] = !isEnabled }
  }

  /// The segment at a point of the control's own space; `nil` outside.
  public func segment(at point: Point) -> Int? {
    guard bounds.contains(point), !selected.isEmpty else { return nil }
    let share = (point.x - bounds.minX) / bounds.size.width
    return min(Int(share * Double(selected.count)), selected.count - 1)
  }

  override open func touchesEnded(_ touches: TouchSet, with event: ContactorCore.Event?) {
    let ending = trackedTouch.flatMap { touches.contains($0) ? $0 : nil }
    super.touchesEnded(touches, with: event)
    guard isEnabled, let ending, let segment = segment(at: ending.location(in: self)) else { return }
    let before = selected
    setSelected(trackingMode != .selectAny || !isSelected(forSegment: segment), forSegment: segment)
    if selected != before { sendActions(for: .valueChanged, with: event) }
    if trackingMode == .momentary { selectedSegmentIndex = Self.noSegment }
  }
}
