public import ContactorCore

/// A control whose value follows a finger along its width (contract 4.8).
///
/// The value is that of the point under the finger: the left edge is `minimumValue`, the right edge `maximumValue`.
open class Slider: Control {
  /// The least value; the value at the left edge.
  ///
  /// While it exceeds `maximumValue`, `value` equals it. NaN and +∞ are ignored; with −∞ a finger changes nothing.
  public var minimumValue: Double {
    get { range.minimum }
    set { range.setMinimum(newValue) }
  }
  /// The greatest value; the value at the right edge.
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
  /// Whether `valueChanged` is sent while dragging; otherwise it is sent once at the end, if the value changed.
  open var isContinuous = true
  /// The step of `increase:` and `decrease:`; `nil`, and any value not above 0, means a tenth of the range.
  open var stepValue: Double?

  private var range = ValueRange(minimum: 0, maximum: 1) {
    didSet { if range != oldValue { changed(.value) } }
  }
  private var valueAtBegin = 0.0
  private var isLifted = false

  /// Creates a slider from 0 to 1 at 0.
  override public init(frame: Rect) {
    super.init(frame: frame)
  }

  /// The actions that a slider takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + availabilityActions + [Action("increase:", increase(_:)), Action("decrease:", decrease(_:))]
  }

  /// Increases the value by a step and sends `valueChanged` if the value changed.
  public func increase(_ sender: AnyObject) { step(by: 1) }

  /// Decreases the value by a step and sends `valueChanged` if the value changed.
  public func decrease(_ sender: AnyObject) { step(by: -1) }

  private func step(by direction: Double) {
    let before = value
    range.add(direction * step)
    if value != before { sendActions(for: .valueChanged) }
  }

  /// `stepValue`, or a tenth of the range if no step is set; 0 if an end is infinite.
  private var step: Double {
    if let stepValue, stepValue > 0 { return stepValue }
    let tenth = range.length.isFinite ? range.length / 10 : maximumValue / 10 - minimumValue / 10
    return tenth.isFinite ? tenth : 0
  }

  // MARK: Touches

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    let wasTracking = isTracking
    super.touchesBegan(touches, with: event)
    // An action of `touchDown` may have disabled or removed the slider; then no touch is tracked any more.
    guard !wasTracking, let touch = trackedTouch, touches.contains(touch) else { return }
    valueAtBegin = value
    follow(touch, share(at: touch), event)
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    super.touchesMoved(touches, with: event)
    if let touch = trackedTouch, touches.contains(touch) { follow(touch, share(at: touch), event) }
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return super.touchesEnded(touches, with: event) }
    // The position at which the finger was lifted, before an action moves or removes the slider.
    let share = share(at: touch)
    isLifted = false
    super.touchesEnded(touches, with: event)
    guard isLifted else { return }
    isLifted = false
    follow(touch, share, event)
    if !isContinuous, value != valueAtBegin { sendActions(for: .valueChanged, with: event) }
  }

  /// Notes that the touch was lifted; an override calls `super`.
  override open func endTracking(_ touch: Touch?, with event: Event?) {
    super.endTracking(touch, with: event)
    isLifted = touch?.phase == .ended
  }

  /// Notes that the touch will not be lifted; an override calls `super`.
  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    isLifted = false
  }

  /// The touch's position along the slider: 0 at the left edge, 1 at the right edge; NaN if the slider has no width.
  private func share(at touch: Touch) -> Double {
    bounds.size.width > 0 ? (touch.location(in: self).x - bounds.minX) / bounds.size.width : .nan
  }

  private func follow(_ touch: Touch, _ share: Double, _ event: Event?) {
    let before = value
    value = range.value(at: share)
    if isContinuous, value != before { sendActions(for: .valueChanged, by: touch, with: event) }
  }
}

/// A finite value between a minimum and a maximum, as a slider and a stepper hold.
///
/// While the minimum exceeds the maximum, the value equals the minimum.
struct ValueRange: Equatable {
  private(set) var minimum: Double
  private(set) var maximum: Double
  private(set) var value: Double

  /// Creates a range whose value is its minimum; both ends are finite.
  init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
    value = minimum
  }

  /// Sets the minimum; NaN and +∞ are ignored, −∞ means no limit.
  mutating func setMinimum(_ minimum: Double) {
    guard minimum < .infinity else { return }
    self.minimum = minimum
    clamp()
  }

  /// Sets the maximum; NaN and −∞ are ignored, +∞ means no limit.
  mutating func setMaximum(_ maximum: Double) {
    guard maximum > -.infinity else { return }
    self.maximum = maximum
    clamp()
  }

  /// Sets the value, clamped to the ends; an infinite value and NaN are ignored.
  mutating func set(_ value: Double) {
    guard value.isFinite else { return }
    self.value = value
    clamp()
  }

  /// Adds an amount to the value and clamps the sum to the ends and to the finite numbers.
  ///
  /// NaN is ignored.
  mutating func add(_ amount: Double) {
    guard !amount.isNaN else { return }
    value = min(max(value + amount, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    clamp()
  }

  /// The difference of the ends; infinite if it overflows.
  var length: Double { maximum - minimum }

  /// The value at a fraction of the range, 0 … 1; a fraction outside gives the nearest end.
  ///
  /// Infinite or NaN if an end is infinite or the fraction is NaN.
  func value(at share: Double) -> Double {
    if share <= 0 { return minimum }
    if share >= 1 { return maximum }
    // The second form cannot overflow; the first rounds less.
    return length.isFinite ? minimum + share * length : minimum * (1 - share) + maximum * share
  }

  private mutating func clamp() {
    value = min(max(value, minimum), max(minimum, maximum))
  }
}
