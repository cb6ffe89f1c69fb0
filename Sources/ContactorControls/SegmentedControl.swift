public import ContactorCore

/// A row of segments of which one, or in a mode of its own any number, is selected (contract 4.8).
///
/// The segment under the finger when it is lifted is selected; `valueChanged` is sent only if that changes the selection.
open class SegmentedControl: LiftControl {
  /// What `selectedSegmentIndex` is while no segment is selected: −1.
  public static let noSegment = -1

  /// What a touch lifted in a segment does.
  public enum TrackingMode: Hashable, Sendable {
    /// It selects the segment and no other.
    case selectOne
    /// It turns the segment's selection over.
    case selectAny
    /// It selects the segment for as long as the actions of `valueChanged` run, each time.
    case momentary
  }

  private struct Segment {
    var title: String
    var isEnabled = true
    var isSelected = false
    /// In points; 0 for an even share of what the others leave.
    var width = 0.0
  }

  /// What a touch lifted in a segment does.
  open var trackingMode = TrackingMode.selectOne
  /// Whether the mode is `momentary`; setting it to false makes it `selectOne`.
  public var isMomentary: Bool {
    get { trackingMode == .momentary }
    set { trackingMode = newValue ? .momentary : .selectOne }
  }

  private var latest = SegmentedControl.noSegment

  /// The segment that was selected last, from 0 at the left, or `noSegment`; setting it sends nothing.
  ///
  /// One that is not there selects none. With `selectAny` the others stay as they are.
  public var selectedSegmentIndex: Int {
    get { latest }
    set {
      if segments.indices.contains(newValue) {
        setSelected(true, forSegmentAt: newValue)
      } else {
        for index in segments.indices { segments[index].isSelected = false }
        latest = Self.noSegment
      }
    }
  }

  private var segments: [Segment] = []

  /// What can be sent to segments by name, beside what can be sent to every control.
  override open class var actions: [Action] {
    super.actions + [Action("selectNext:", selectNext(_:)), Action("selectPrevious:", selectPrevious(_:))]
  }

  // MARK: Segments

  /// Creates a control with segments that have no titles.
  public convenience init(frame: Rect, numberOfSegments: Int) {
    self.init(frame: frame)
    self.numberOfSegments = numberOfSegments
  }

  /// How many segments there are; setting it adds or removes some at the right end.
  public var numberOfSegments: Int {
    get { segments.count }
    set {
      while segments.count > max(newValue, 0) { removeSegment(at: segments.count - 1) }
      while segments.count < newValue { insertSegment(withTitle: "", at: segments.count) }
    }
  }

  /// Whether a segment is selected; false where there is no such segment.
  public func isSelectedForSegment(at index: Int) -> Bool { segment(index)?.isSelected ?? false }

  /// Selects a segment or takes its selection back; nothing is sent, and nothing happens where there is none.
  ///
  /// Without `selectAny` no other stays selected.
  public func setSelected(_ isSelected: Bool, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    if isSelected, trackingMode != .selectAny {
      for other in segments.indices { segments[other].isSelected = false }
    }
    segments[index].isSelected = isSelected
    if isSelected {
      latest = index
    } else if latest == index {
      latest = segments.lastIndex(where: \.isSelected) ?? Self.noSegment
    }
  }

  /// Adds a segment at a place, or at the right end for a place beyond it; the selection stays on its segment.
  public func insertSegment(withTitle title: String, at index: Int) {
    let place = min(max(index, 0), segments.count)
    segments.insert(Segment(title: title), at: place)
    if latest >= place { latest += 1 }
  }

  /// Removes a segment; the selection goes with its segment.
  ///
  /// Nothing happens where there is none.
  public func removeSegment(at index: Int) {
    guard segments.indices.contains(index) else { return }
    segments.remove(at: index)
    if latest > index {
      latest -= 1
    } else if latest == index {
      latest = segments.lastIndex(where: \.isSelected) ?? Self.noSegment
    }
  }

  /// Removes all segments.
  public func removeAllSegments() {
    segments = []
    latest = Self.noSegment
  }

  /// A segment's title; `nil` where there is no such segment.
  public func titleForSegment(at index: Int) -> String? { segment(index)?.title }

  /// Sets a segment's title; nothing happens where there is none.
  public func setTitle(_ title: String, forSegmentAt index: Int) {
    if segments.indices.contains(index) { segments[index].title = title }
  }

  /// Whether a segment can be selected by a touch; false where there is no such segment.
  public func isEnabledForSegment(at index: Int) -> Bool { segment(index)?.isEnabled ?? false }

  /// Lets touches select a segment, or not; nothing happens where there is none.
  public func setEnabled(_ isEnabled: Bool, forSegmentAt index: Int) {
    if segments.indices.contains(index) { segments[index].isEnabled = isEnabled }
  }

  /// A segment's width in points; 0 for an even share of what the others leave.
  public func widthForSegment(at index: Int) -> Double { segment(index)?.width ?? 0 }

  /// Sets a segment's width in points, or 0 for an even share; nothing happens where there is none.
  public func setWidth(_ width: Double, forSegmentAt index: Int) {
    if segments.indices.contains(index) { segments[index].width = max(0, width) }
  }

  private func segment(_ index: Int) -> Segment? { segments.indices.contains(index) ? segments[index] : nil }

  /// The segment at a place in the control's own space; beside the row, the one at that end.
  ///
  /// It is `noSegment` without segments.
  public func segmentIndex(at point: Point) -> Int {
    let given = segments.reduce(0) { $0 + $1.width }
    let even = segments.count { $0.width == 0 }
    let share = even > 0 ? max(0, bounds.size.width - given) / Double(even) : 0
    var edge = bounds.minX
    for (index, segment) in segments.enumerated() {
      edge += segment.width > 0 ? segment.width : share
      if point.x < edge { return index }
    }
    return segments.count - 1
  }

  // MARK: Selecting

  override open func lifted(_ touch: Touch, with event: ContactorCore.Event?) {
    select(segmentIndex(at: touch.location(in: self)), event)
  }

  /// Selects the next segment that is enabled, if there is one, and sends `valueChanged`.
  public func selectNext(_ sender: AnyObject) {
    if let next = segments.indices.first(where: { $0 > selectedSegmentIndex && segments[$0].isEnabled }) { select(next, nil) }
  }

  /// Selects the previous segment that is enabled, if there is one, and sends `valueChanged`.
  public func selectPrevious(_ sender: AnyObject) {
    if let next = segments.indices.last(where: { $0 < selectedSegmentIndex && segments[$0].isEnabled }) { select(next, nil) }
  }

  private func select(_ index: Int, _ event: ContactorCore.Event?) {
    guard isEnabledForSegment(at: index) else { return }
    let isAny = trackingMode == .selectAny
    guard isAny || isMomentary || index != latest else { return }
    setSelected(!isAny || !isSelectedForSegment(at: index), forSegmentAt: index)
    sendActions(for: .valueChanged, with: event)
    if isMomentary { selectedSegmentIndex = Self.noSegment }
  }
}
