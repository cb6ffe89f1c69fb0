public import ContactorCore

/// A row of segments of which one or, on demand, any number is selected (contract 4.8).
///
/// The segment under the finger when it is lifted is selected; `valueChanged` is sent only if that changes the selection.
open class SegmentedControl: LiftControl {
  /// What a touch on a segment does.
  public enum SwitchTracking: Hashable, Sendable {
    /// It selects the segment and no other.
    case selectOne
    /// It selects the segment, or no longer.
    case selectAny
    /// It selects the segment for as long as `valueChanged` is sent; each touch up inside sends it.
    case momentary
  }

  /// What `selectedSegmentIndex` is while no segment is selected: −1.
  public static let noSegment = -1
  /// How many segments a control has at most: 1,000, far more than fit on a screen.
  public static let maximumNumberOfSegments = 1000

  private struct Segment {
    var title: String?
    var isEnabled = true
    var isSelected = false
    /// In points; 0 for an even share of what the others leave.
    var width = 0.0
  }

  /// What a touch on a segment does.
  open var trackingMode = SwitchTracking.selectOne

  private var segments: [Segment] = []
  private var latest = SegmentedControl.noSegment

  /// Creates a control without segments.
  override public init(frame: Rect) {
    super.init(frame: frame)
  }

  /// Creates a control of segments without titles, none of which is selected.
  public init(frame: Rect, numberOfSegments: Int) {
    super.init(frame: frame)
    self.numberOfSegments = numberOfSegments
  }

  /// What can be sent to segments by name, beside what can be sent to every control.
  override open class var actions: [Action] {
    super.actions + [Action("selectNext:", selectNext(_:)), Action("selectPrevious:", selectPrevious(_:))]
  }

  // MARK: Segments

  /// How many segments there are, 0 … `maximumNumberOfSegments`; a number outside counts as the nearest.
  ///
  /// Segments that are added have no title, those that are taken away lose their selection.
  public var numberOfSegments: Int {
    get { segments.count }
    set {
      let count = min(max(newValue, 0), Self.maximumNumberOfSegments)
      guard count != segments.count else { return }
      segments = Array(segments.prefix(count))
      while segments.count < count { segments.append(Segment()) }
      if latest >= count { latest = lastSelected }
      changed([.text, .selection])
    }
  }

  /// Adds a segment at a place, or at the nearest end for a place outside; the selection stays on its segments.
  ///
  /// Nothing happens where there are `maximumNumberOfSegments`.
  public func insertSegment(withTitle title: String?, at index: Int) {
    guard segments.count < Self.maximumNumberOfSegments else { return }
    let place = min(max(index, 0), segments.count)
    segments.insert(Segment(title: title), at: place)
    if latest >= place { latest += 1 }
    changed([.text, .selection])
  }

  /// Removes a segment, its selection with it; nothing happens where there is none.
  public func removeSegment(at index: Int) {
    guard segments.indices.contains(index) else { return }
    segments.remove(at: index)
    latest = latest == index ? lastSelected : latest > index ? latest - 1 : latest
    changed([.text, .selection])
  }

  /// Removes all segments, the selection with them.
  public func removeAllSegments() { numberOfSegments = 0 }

  /// A segment's title; `nil` where none was set, and where there is no such segment.
  public func titleForSegment(at index: Int) -> String? { segment(index)?.title }

  /// Sets a segment's title, or takes it away for `nil`; nothing happens where there is no such segment.
  public func setTitle(_ title: String?, forSegmentAt index: Int) {
    guard segments.indices.contains(index), segments[index].title != title else { return }
    segments[index].title = title
    changed(.text)
  }

  /// Whether a segment can be selected; false where there is no such segment.
  public func isEnabledForSegment(at index: Int) -> Bool { segment(index)?.isEnabled ?? false }

  /// Says whether a segment can be selected; nothing happens where there is none.
  public func setEnabled(_ isEnabled: Bool, forSegmentAt index: Int) {
    guard segments.indices.contains(index), segments[index].isEnabled != isEnabled else { return }
    segments[index].isEnabled = isEnabled
    changed(.state)
  }

  /// A segment's width in points as it was set; 0 for an even share, and where there is no such segment.
  public func widthForSegment(at index: Int) -> Double { segment(index)?.width ?? 0 }

  /// Sets a segment's width in points, or 0 for an even share of what the others leave; nothing happens where there is none.
  ///
  /// A width that is negative, infinite or NaN counts as 0.
  public func setWidth(_ width: Double, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    segments[index].width = width > 0 && width < .infinity ? width : 0
    changed(.frame)
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

  // MARK: The selection

  /// The segment that was selected last, from 0 at the left, or `noSegment`; setting it sends nothing.
  ///
  /// Setting `noSegment`, or a segment that is not there, selects none. With `selectAny` the others stay as they are.
  public var selectedSegmentIndex: Int {
    get { latest }
    set {
      if segments.indices.contains(newValue) { return setSelected(true, forSegment: newValue) }
      let hadSelection = latest != Self.noSegment
      for index in segments.indices { segments[index].isSelected = false }
      latest = Self.noSegment
      if hadSelection { changed(.selection) }
    }
  }

  /// Whether a segment is selected; false where there is none.
  public func isSelected(forSegment index: Int) -> Bool { segment(index)?.isSelected ?? false }

  /// Selects a segment or takes its selection back; a disabled one stays as it is, and nothing is sent.
  public func setSelected(_ isSelected: Bool, forSegment index: Int) {
    guard isEnabledForSegment(at: index) else { return }
    let before = (segments[index].isSelected, latest)
    if isSelected, trackingMode != .selectAny {
      for other in segments.indices { segments[other].isSelected = false }
    }
    segments[index].isSelected = isSelected
    latest = isSelected ? index : latest == index ? lastSelected : latest
    if before != (isSelected, latest) { changed(.selection) }
  }

  private var lastSelected: Int { segments.lastIndex { $0.isSelected } ?? Self.noSegment }

  override open func lifted(_ touch: Touch, with event: Event?) {
    select(segmentIndex(at: liftPlace), event)
  }

  /// Selects the next segment that is enabled, if there is one, and sends `valueChanged`.
  public func selectNext(_ sender: AnyObject) {
    if let next = segments.indices.first(where: { $0 > latest && segments[$0].isEnabled }) { select(next, nil) }
  }

  /// Selects the previous segment that is enabled, if there is one, and sends `valueChanged`.
  public func selectPrevious(_ sender: AnyObject) {
    if let next = segments.indices.last(where: { $0 < latest && segments[$0].isEnabled }) { select(next, nil) }
  }

  private func select(_ index: Int, _ event: Event?) {
    let turnsOn = trackingMode != .selectAny || !isSelected(forSegment: index)
    guard isEnabledForSegment(at: index), isSelected(forSegment: index) != turnsOn else { return }
    setSelected(turnsOn, forSegment: index)
    sendActions(for: .valueChanged, with: event)
    if trackingMode == .momentary { selectedSegmentIndex = Self.noSegment }
  }
}
