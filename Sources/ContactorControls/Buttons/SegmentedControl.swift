public import ContactorCore

/// A row of segments that selects one segment or, on demand, any number of them (contract 4.8).
///
/// Lifting a finger selects the segment under it; `valueChanged` is sent only if the selection changes.
open class SegmentedControl: TouchUpControl {
  /// How a touch on a segment changes the selection.
  public enum SwitchTracking: Hashable, Sendable {
    /// The segment becomes the only selected one.
    case selectOne
    /// The segment's selection is toggled; the other segments stay as they are.
    case selectAny
    /// The segment is selected while `valueChanged` is sent, at each touch up inside, and no segment is afterwards.
    case momentary
  }

  /// The value of `selectedSegmentIndex` while no segment is selected: −1.
  public static let noSegment = -1
  /// The greatest number of segments in a control: 1,000, far more than fit on a screen.
  public static let maximumNumberOfSegments = 1000

  private struct Segment {
    var title: String?
    var isEnabled = true
    var isSelected = false
    /// In points; 0 for an equal share of the width that the others leave.
    var width = 0.0
    var tag = 0
  }

  /// A part of a segmented control.
  public enum Part: Hashable, Sendable {
    /// A segment, from 0 at the left.
    case segment(Int)
  }

  /// How a touch on a segment changes the selection.
  open var trackingMode = SwitchTracking.selectOne

  private var segments: [Segment] = []
  private var latest = SegmentedControl.noSegment

  /// Creates a control without segments.
  override public init(frame: Rect) {
    super.init(frame: frame)
  }

  /// Creates a control whose segments have no titles and are not selected.
  public init(frame: Rect, numberOfSegments: Int) {
    super.init(frame: frame)
    self.numberOfSegments = numberOfSegments
  }

  /// The actions that a segmented control takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + valueActions + [Action("selectNext:", selectNext(_:)), Action("selectPrevious:", selectPrevious(_:))]
  }

  // MARK: Segments

  /// The number of segments, 0 … `maximumNumberOfSegments`; a number outside that range is clamped.
  ///
  /// Added segments have no title; removed segments lose their selection.
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

  /// Inserts a segment at an index, clamped to the valid ones; selected segments stay selected.
  ///
  /// Does nothing if there are `maximumNumberOfSegments` already.
  public func insertSegment(withTitle title: String?, at index: Int) {
    guard segments.count < Self.maximumNumberOfSegments else { return }
    let place = min(max(index, 0), segments.count)
    segments.insert(Segment(title: title), at: place)
    if latest >= place { latest += 1 }
    changed([.text, .selection])
  }

  /// Removes a segment and its selection; does nothing for an invalid index.
  public func removeSegment(at index: Int) {
    guard segments.indices.contains(index) else { return }
    segments.remove(at: index)
    latest = latest == index ? lastSelected : latest > index ? latest - 1 : latest
    changed([.text, .selection])
  }

  /// Removes all segments and the selection.
  public func removeAllSegments() { numberOfSegments = 0 }

  /// A segment's title; `nil` if none was set, and for an invalid index.
  public func titleForSegment(at index: Int) -> String? { segment(index)?.title }

  /// Sets a segment's title, or removes it for `nil`; does nothing for an invalid index.
  public func setTitle(_ title: String?, forSegmentAt index: Int) {
    guard segments.indices.contains(index), segments[index].title != title else { return }
    segments[index].title = title
    changed(.text)
  }

  /// Whether a segment can be selected; false for an invalid index.
  public func isEnabledForSegment(at index: Int) -> Bool { segment(index)?.isEnabled ?? false }

  /// Sets whether a segment can be selected; does nothing for an invalid index.
  public func setEnabled(_ isEnabled: Bool, forSegmentAt index: Int) {
    guard segments.indices.contains(index), segments[index].isEnabled != isEnabled else { return }
    segments[index].isEnabled = isEnabled
    changed(.state)
  }

  /// A segment's width in points as it was set; 0 for an equal share, and for an invalid index.
  public func widthForSegment(at index: Int) -> Double { segment(index)?.width ?? 0 }

  /// Sets a segment's width in points, or 0 for an equal share of what the others leave; does nothing for an invalid index.
  ///
  /// A width that is negative, infinite or NaN counts as 0.
  public func setWidth(_ width: Double, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    segments[index].width = width > 0 && width < .infinity ? width : 0
    changed(.frame)
  }

  private func segment(_ index: Int) -> Segment? { segments.indices.contains(index) ? segments[index] : nil }

  /// A segment's tag; 0 if none was set, and for an invalid index.
  public func tag(forSegment index: Int) -> Int { segment(index)?.tag ?? 0 }

  /// Sets a number that identifies a segment at any position; does nothing for an invalid index.
  public func setTag(_ tag: Int, forSegment index: Int) {
    if segments.indices.contains(index) { segments[index].tag = tag }
  }

  /// The tag of the segment selected last; while `valueChanged` of a momentary control is sent, of the one that was touched.
  ///
  /// 0 without a selection.
  public var selectedTag: Int { tag(forSegment: latest) }

  /// Selects the first segment with a tag; returns whether there is one that is enabled.
  ///
  /// It sends nothing.
  @discardableResult
  public func selectSegment(withTag tag: Int) -> Bool {
    guard let index = segments.firstIndex(where: { $0.tag == tag && $0.isEnabled }) else { return false }
    setSelected(true, forSegment: index)
    return true
  }

  // MARK: Places

  /// The index of the segment at a point of the control's own space; a point beside the row gives the segment at that end.
  ///
  /// `noSegment` if there are no segments.
  public func segmentIndex(at point: Point) -> Int {
    let share = equalShare
    var edge = bounds.minX
    for (index, segment) in segments.enumerated() {
      edge += segment.width > 0 ? segment.width : share
      if point.x < edge { return index }
    }
    return segments.count - 1
  }

  /// A segment's rectangle in the control's own space; null for an invalid index.
  ///
  /// - Complexity: O(segments).
  public func contentFrame(for part: Part) -> Rect {
    guard case .segment(let index) = part, let segment = segment(index) else { return .null }
    let share = equalShare
    let before = segments[..<index].reduce(0) { $0 + ($1.width > 0 ? $1.width : share) }
    return Rect(
      x: bounds.minX + before, y: bounds.minY, width: segment.width > 0 ? segment.width : share, height: bounds.size.height)
  }

  /// The width of a segment without a width of its own.
  private var equalShare: Double {
    let given = segments.reduce(0) { $0 + $1.width }
    let even = segments.count { $0.width == 0 }
    return even > 0 ? max(0, bounds.size.width - given) / Double(even) : 0
  }

  // MARK: The selection

  /// The index of the segment selected last, from 0 at the left, or `noSegment`; setting it sends nothing.
  ///
  /// Setting `noSegment` or an invalid index clears the selection. With `selectAny`, setting an index leaves the other segments as
  /// they are.
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

  /// Whether a segment is selected; false for an invalid index.
  public func isSelected(forSegment index: Int) -> Bool { segment(index)?.isSelected ?? false }

  /// Selects or deselects a segment; does nothing for a disabled segment or an invalid index, and sends nothing.
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

  override func changeValue(for touch: Touch) -> Bool { choose(segmentIndex(at: touchUpLocation)) }

  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    if isChangedByTouch { report(event) }
  }

  /// Selects the next enabled segment, if there is one, and sends `valueChanged`.
  public func selectNext(_ sender: AnyObject) {
    if let next = segments.indices.first(where: { $0 > latest && segments[$0].isEnabled }) { select(next, nil) }
  }

  /// Selects the previous enabled segment, if there is one, and sends `valueChanged`.
  public func selectPrevious(_ sender: AnyObject) {
    if let next = segments.indices.last(where: { $0 < latest && segments[$0].isEnabled }) { select(next, nil) }
  }

  private func select(_ index: Int, _ event: Event?) {
    if choose(index) { report(event) }
  }

  /// Selects a segment, or deselects it if any number can be selected; returns whether the selection changed.
  private func choose(_ index: Int) -> Bool {
    let turnsOn = trackingMode != .selectAny || !isSelected(forSegment: index)
    guard isEnabledForSegment(at: index), isSelected(forSegment: index) != turnsOn else { return false }
    setSelected(turnsOn, forSegment: index)
    return true
  }

  /// Sends `valueChanged`, and lets go of a segment that is selected for a moment only.
  private func report(_ event: Event?) {
    sendActions(for: .valueChanged, with: event)
    if trackingMode == .momentary { selectedSegmentIndex = Self.noSegment }
  }

  // MARK: Accessibility

  override open var standardAccessibility: Accessibility {
    Accessibility(.tab, value: segment(latest)?.title, isEnabled: isEnabled, isAdjustable: true)
  }

  override open var accessibilityElementCount: Int { segments.count }

  override open func accessibilityElement(at index: Int) -> AccessibilityElement? {
    guard let segment = segment(index) else { return nil }
    return AccessibilityElement(
      Accessibility(
        .segment, label: segment.title, isSelected: segment.isSelected, isEnabled: isEnabled && segment.isEnabled),
      frame: contentFrame(for: .segment(index)))
  }

  /// Selects the segment at the index for `activate`, the next or previous one for `increment` and `decrement`.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard action == .activate else { return adjust(action, at: index) { $0 > 0 ? selectNext(self) : selectPrevious(self) } }
    guard let index, isEnabled, !isHidden, isEnabledForSegment(at: index) else { return false }
    select(index, nil)
    return true
  }

  override open var contentParts: [ContentPart] {
    segments.indices.map { index in
      var state = state.subtracting(.selected)
      if segments[index].isSelected { state.insert(.selected) }
      if !segments[index].isEnabled { state.insert(.disabled) }
      return ContentPart("segment", frame: contentFrame(for: .segment(index)), text: segments[index].title, state: state)
    }
  }
}

extension SegmentedControl: ValueHolding {
  /// The index of the segment selected last, `noSegment` without one; `nil` clears the selection.
  public var objectValue: ControlValue? {
    get { .integer(selectedSegmentIndex) }
    set { selectedSegmentIndex = newValue?.intValue ?? Self.noSegment }
  }
}
