public import ContactorCore

/// A control whose value follows a finger along its length (contract 4.8, 7.7).
///
/// The value is that of the point under the finger: the left edge is `minimumValue`, the right edge `maximumValue`; of a vertical
/// slider the lower edge is `minimumValue`. With `touchMode` the finger moves the knob relative to its first position.
///
/// A finger chooses any value, or with `snapsToSteps` and `allowsTickMarkValuesOnly` certain ones; a value that code sets is taken
/// as it is. An action may change the ends and the value while a finger drags: the next movement goes on with them.
open class Slider: Control, DragFollowing {
  /// How a touch moves the knob.
  public enum TouchMode: Hashable, Sendable {
    /// The knob jumps to the finger.
    case jumps
    /// The knob moves as far as the finger, wherever the finger touched.
    case relative
    /// Like `relative`, and a touch beside the knob is refused.
    ///
    /// The knob is touched in a square of `Slider.leastTouchLength` at least.
    case grabsKnob
  }

  /// The greatest number of tick marks: 1,000, as many as there are points along a screen.
  public static let maximumNumberOfTickMarks = 1000
  /// The least side of a knob's touch square, in points.
  ///
  /// 44 pt: Apple's Human Interface Guidelines.
  public static let leastTouchLength = 44.0

  /// The least value; the value at the left edge, of a vertical slider at the lower edge.
  ///
  /// While it exceeds `maximumValue`, `value` equals it. NaN and +∞ are ignored; with −∞ a finger changes nothing.
  public var minimumValue: Double {
    get { range.minimum }
    set { range.setMinimum(newValue) }
  }
  /// The greatest value; the value at the right edge, of a vertical slider at the upper edge.
  ///
  /// NaN and −∞ are ignored; with +∞ a finger changes nothing.
  public var maximumValue: Double {
    get { range.maximum }
    set { range.setMaximum(newValue) }
  }
  /// The value, clamped to `minimumValue` … `maximumValue`; setting it sends nothing.
  ///
  /// An infinite value and NaN are ignored.
  public var value: Double {
    get { range.value }
    set { range.set(newValue) }
  }
  /// Whether `valueChanged` is sent while dragging; otherwise it is sent once when the touch is over, however it ended, if the value
  /// changed.
  @safe @exclusivity(unchecked) open var isContinuous = true
  /// The step of `increase:` and `decrease:`, and with `snapsToSteps` of a finger; `nil`, and any value not above 0, means a tenth of
  /// the range, or the distance of the tick marks with `allowsTickMarkValuesOnly`.
  @safe @exclusivity(unchecked) open var stepValue: Double?
  /// Whether a finger, `increase:` and `decrease:` choose whole steps above `minimumValue`: the nearest one, halves go down.
  ///
  /// The last step that fits is the greatest value. Needs a `stepValue`.
  public final var snapsToSteps = false {
    didSet { noteMode() }
  }
  /// Whether a finger, `increase:` and `decrease:` choose the values of tick marks only; comes before `snapsToSteps`.
  public final var allowsTickMarkValuesOnly = false {
    didSet { noteMode() }
  }
  /// Whether the value grows from the bottom to the top; false by default, whatever the shape.
  public final var isVertical = false {
    didSet {
      noteMode()
      if isVertical != oldValue { changed(.frame) }
    }
  }
  /// How a touch moves the knob.
  public final var touchMode = TouchMode.jumps
  /// The number of tick marks, from end to end, 0 … `maximumNumberOfTickMarks`; a number outside that range is clamped.
  public final var numberOfTickMarks = 0 {
    didSet {
      numberOfTickMarks = min(max(numberOfTickMarks, 0), Self.maximumNumberOfTickMarks)
      if numberOfTickMarks != oldValue { changed(.frame) }
    }
  }
  /// The knob's extent along the slider, in points; `nil`, and any length not above 0, means the slider's smaller side.
  ///
  /// It sets the area for drawing and grabbing the knob; the edges still stand for the values at the ends.
  public final var knobLength: Double? {
    didSet { if knobLength != oldValue { changed(.frame) } }
  }

  @safe @exclusivity(unchecked) private(set) final var range = ValueRange(minimum: 0, maximum: 1) {
    didSet { if range != oldValue { changed(.value) } }
  }
  /// The value before the touch that is being followed; NaN if there is none.
  @safe @exclusivity(unchecked) private final var valueAtBegin = Double.nan
  /// The share of `valueAtBegin` if the finger moves the knob relative to it; NaN otherwise.
  private final var shareAtBegin = Double.nan
  /// The offset added to the finger's share; 0 unless the finger moves the knob relative to its first position.
  private final var grip = 0.0
  /// Whether the value is that of the point under the finger along the width: then a frame asks nothing else.
  @safe @exclusivity(unchecked) private final var isPlain = true
  /// The share at which the finger was lifted; NaN if it was not.
  private final var liftShare = Double.nan
  /// Whether the position of the lift changed the value, which `valueChanged` has not reported yet.
  private final var hasLiftChanged = false

  /// Creates a slider from 0 to 1 at 0.
  override public init(frame: Rect) {
    super.init(frame: frame)
  }

  /// The actions that a slider takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + availabilityActions + valueActions + [Action("increase:", increase(_:)), Action("decrease:", decrease(_:))]
  }

  /// Increases the value by a step and sends `valueChanged` if the value changed.
  public func increase(_ sender: AnyObject) { step(by: 1) }

  /// Decreases the value by a step and sends `valueChanged` if the value changed.
  public func decrease(_ sender: AnyObject) { step(by: -1) }

  private func step(by direction: Double) {
    let before = value
    takeStep(direction)
    if value != before { sendActions(for: .valueChanged) }
  }

  /// Changes the value by a step.
  func takeStep(_ direction: Double) {
    range.add(direction * step)
    if snaps { value = snapped(value) }
  }

  /// A drag along the slider is the slider's, also inside a scroll view; one across it scrolls.
  open var dragAxes: ScrollAxes { isVertical ? .vertical : .horizontal }

  // MARK: Touches

  /// Refuses a touch beside the knob if the knob must be grabbed; an override calls `super`.
  override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    // A scroll view may have withheld the touch while the finger moved on.
    guard touchMode != .grabsKnob || knobTouchFrame.contains(convert(touch.startLocation, from: nil)) else { return false }
    return super.beginTracking(touch, with: event)
  }

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    let wasTracking = isTracking
    if !wasTracking { (liftShare, valueAtBegin, hasLiftChanged) = (.nan, .nan, false) }
    super.touchesBegan(touches, with: event)
    // An action of `touchDown` may have disabled or removed the slider; then tracking has stopped.
    guard !wasTracking, let touch = trackedTouch, touches.contains(touch) else { return }
    valueAtBegin = value
    if beginFollowing(touch) { follow(touch, place(of: touch), event) }
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    super.touchesMoved(touches, with: event)
    if let touch = trackedTouch, touches.contains(touch) { follow(touch, place(of: touch), event) }
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    // The position at which the finger was lifted, before an action moves or removes the slider.
    if let touch = trackedTouch, touches.contains(touch) { liftShare = place(of: touch) }
    super.touchesEnded(touches, with: event)
  }

  /// Notes that the touch will not be lifted; an override calls `super`.
  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    liftShare = .nan
  }

  /// Takes the value at the position of the lift, so that actions of `touchUpInside` find it; an override calls `super`.
  override open func takeLift(of touch: Touch, with event: Event?) {
    super.takeLift(of: touch, with: event)
    guard !valueAtBegin.isNaN, !liftShare.isNaN else { return }
    let before = value
    value = chosenValue(at: liftShare)
    hasLiftChanged = value != before
  }

  /// Sends `valueChanged` if it is due; an override calls `super`.
  override open func trackingDidEnd(_ touch: Touch, with event: Event?) {
    super.trackingDidEnd(touch, with: event)
    // An action may have begun another touch.
    guard trackedTouch == nil, !valueAtBegin.isNaN else { return }
    let isDue = isContinuous ? hasLiftChanged : value != valueAtBegin
    (liftShare, valueAtBegin, hasLiftChanged) = (.nan, .nan, false)
    if isDue { sendActions(for: .valueChanged, by: touch, with: event) }
  }

  /// Notes where a finger touched; returns whether the value jumps to it.
  func beginFollowing(_ touch: Touch) -> Bool {
    anchor(at: .nan)
    guard touchMode != .jumps else { return true }
    let touched = share(at: touch)
    anchor(at: range.share)
    grip = range.share - touched
    noteMode()
    return false
  }

  /// Sets the share that restores the value at the beginning of the touch; NaN for none.
  final func anchor(at share: Double) {
    (grip, shareAtBegin) = (0, share)
    noteMode()
  }

  private func noteMode() { isPlain = followsLine && !isVertical && !snaps && grip == 0 && shareAtBegin.isNaN }

  /// Whether a finger moves the knob along a line.
  var followsLine: Bool { true }

  /// The position that a touch gives the knob: 0 at the minimum, 1 at the maximum; NaN if the slider has no length.
  func share(at touch: Touch) -> Double {
    let place = touch.location(in: self)
    if isVertical { return bounds.size.height > 0 ? (bounds.maxY - place.y) / bounds.size.height + grip : .nan }
    return bounds.size.width > 0 ? (place.x - bounds.minX) / bounds.size.width + grip : .nan
  }

  @inline(__always)
  private func place(of touch: Touch) -> Double {
    guard isPlain else { return share(at: touch) }
    return bounds.size.width > 0 ? (touch.location(in: self).x - bounds.minX) / bounds.size.width : .nan
  }

  private func follow(_ touch: Touch, _ share: Double, _ event: Event?) {
    let before = value
    value = isPlain ? range.value(at: share) : chosenValue(at: share)
    if isContinuous, value != before { sendActions(for: .valueChanged, by: touch, with: event) }
  }

  private func chosenValue(at share: Double) -> Double {
    // A finger that returns to its first position restores the value exactly.
    let value = share == shareAtBegin ? valueAtBegin : range.value(at: share)
    return snaps ? snapped(value) : value
  }

  // MARK: Drawing, accessibility

  /// A part of a slider.
  public enum Part: Hashable, Sendable {
    /// The line along which the knob moves.
    case track
    /// The track from the minimum to the value.
    case filled
    /// The part that the finger moves.
    case knob
    /// A tick mark, from 0 at the minimum.
    case tick(Int)
  }

  /// A part's rectangle in the slider's own space; null for a tick mark that there is not.
  open func contentFrame(for part: Part) -> Rect { linearFrame(for: part) }

  override open var contentParts: [ContentPart] {
    var parts = [
      ContentPart("track", frame: contentFrame(for: .track), state: state),
      ContentPart("filled", frame: contentFrame(for: .filled), state: state),
    ]
    for index in 0..<numberOfTickMarks { parts.append(ContentPart("tick", frame: contentFrame(for: .tick(index)), state: state)) }
    parts.append(ContentPart("knob", frame: contentFrame(for: .knob), text: shownValue, state: state))
    return parts
  }

  override open var standardAccessibility: Accessibility {
    Accessibility(.slider, value: shownValue, isEnabled: isEnabled, isAdjustable: true)
  }

  /// Steps the value for `increment` and `decrement`.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    adjust(action, at: index) { $0 > 0 ? increase(self) : decrease(self) }
  }
}

extension Slider: ValueHolding {
  /// The value; `nil` sets the minimum.
  public var objectValue: ControlValue? {
    get { .number(value) }
    set { value = newValue?.doubleValue ?? minimumValue }
  }
}
