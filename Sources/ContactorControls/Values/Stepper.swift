public import ContactorCore

/// A control whose left half counts down and whose right half counts up (contract 4.8).
///
/// A stepper taller than wide counts up in its upper half. A tap steps once, when the finger is lifted inside. A finger that stays
/// down steps after `Tuning.repeatDelay` and then every `Tuning.repeatInterval` of event time until it is lifted, faster and faster as
/// `accelerations` says; repeating pauses while the finger is outside, and ends if the stepper is hidden or takes no touches. The half is
/// decided where the finger touches down.
open class Stepper: TouchUpControl {
  /// The least value; 0 by default.
  ///
  /// While it exceeds `maximumValue`, `value` equals it. −∞ means no limit; NaN and +∞ are ignored.
  public var minimumValue: Double {
    get { range.minimum }
    set { range.setMinimum(newValue) }
  }
  /// The greatest value; 100 by default.
  ///
  /// +∞ means no limit; NaN and −∞ are ignored.
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
  /// The step; 1 by default.
  ///
  /// A step that is not above 0 is ignored, NaN included.
  public var stepValue: Double {
    get { step }
    set { if newValue > 0 { step = newValue } }
  }
  /// Whether a step beyond one end continues at the other end.
  open var wraps = false
  /// Whether a finger that stays down repeats the step.
  open var autorepeat = true
  /// Whether `valueChanged` is sent for each step; otherwise it is sent once when the touch is over, however it ended, if the value
  /// changed.
  open var isContinuous = true

  /// The time before a finger that stays down repeats the step; `nil` for `Tuning.repeatDelay`.
  open var repeatDelay: Duration?
  /// The time between repeated steps; `nil` for `Tuning.repeatInterval`.
  open var repeatInterval: Duration?

  /// How repeated steps speed up from a time after the finger touched (contract 7.7).
  public struct Acceleration: Hashable, Sendable {
    /// The time from the touch until the other values take effect.
    public var start: Duration
    /// The number of steps in `repeatInterval`; a number not above 0 counts as 1.
    public var rate: Double
    /// The number of `stepValue`s in a step; a number not above 0 counts as 1.
    public var multiple: Double

    /// Creates an acceleration.
    public init(after start: Duration, rate: Double, multiple: Double = 1) {
      self.start = start
      self.rate = rate
      self.multiple = multiple
    }
  }

  /// Twice as fast from 2 s on, and steps five times as large from 4 s on.
  ///
  /// From 2 s, 15 steps after the first, a hand can no longer stop at a number that it has seen and comes back by taps: ours; no source
  /// gives UIKit's.
  public static let standardAccelerations = [
    Acceleration(after: .seconds(2), rate: 2), Acceleration(after: .seconds(4), rate: 2, multiple: 5),
  ]

  /// The longest time after which an acceleration can start: a thousand days.
  private static let longestHold = Duration.seconds(86_400_000)

  /// How repeated steps speed up, the last one that has started holds; empty for steps that stay the same.
  open var accelerations = Stepper.standardAccelerations

  private var range = ValueRange(minimum: 0, maximum: 100) {
    didSet { if range != oldValue { changed(.value) } }
  }
  private var step = 1.0
  private var direction = 1.0
  private var hasRepeated = false
  private var valueAtBegin = 0.0
  private var timer: TimerToken?
  /// The time that the finger has stayed, as far as its beats were met: a host that comes late holds nothing (contract 1.10).
  private var held = Duration.zero
  /// The time from the last beat to the next.
  private var beat = Duration.zero
  /// The acceleration with which `timer` repeats; `nil` before the first one.
  private var acceleration: Acceleration?

  /// The actions that a stepper takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + valueActions + [Action("increase:", increase(_:)), Action("decrease:", decrease(_:))]
  }

  /// Increases the value by a step and sends `valueChanged` if the value changed.
  public func increase(_ sender: AnyObject) { step(by: 1, nil) }

  /// Decreases the value by a step and sends `valueChanged` if the value changed.
  public func decrease(_ sender: AnyObject) { step(by: -1, nil) }

  // MARK: Touches

  override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    direction = direction(at: touch.location(in: self))
    hasRepeated = false
    valueAtBegin = value
    stopRepeating()
    if autorepeat { repeatSteps() }
    return super.beginTracking(touch, with: event)
  }

  override open func endTracking(_ touch: Touch?, with event: Event?) {
    stopRepeating()
    super.endTracking(touch, with: event)
  }

  override open func cancelTracking(with event: Event?) {
    stopRepeating()
    super.cancelTracking(with: event)
  }

  override func changeValue(for touch: Touch) -> Bool {
    guard !hasRepeated else { return false }
    let before = value
    move(by: direction)
    return value != before
  }

  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    if isChangedByTouch { sendActions(for: .valueChanged, with: event) }
  }

  /// Sends `valueChanged` for repeated steps if it is due; an override calls `super`.
  override open func trackingDidEnd(_ touch: Touch, with event: Event?) {
    super.trackingDidEnd(touch, with: event)
    // An action may have begun another touch.
    guard trackedTouch == nil, hasRepeated, !isContinuous, value != valueAtBegin else { return }
    sendActions(for: .valueChanged, by: touch, with: event)
  }

  private func direction(at point: Point) -> Double {
    if bounds.size.height > bounds.size.width { return point.y < bounds.center.y ? 1 : -1 }
    return point.x < bounds.center.x ? -1 : 1
  }

  // MARK: Steps

  private func repeatSteps() {
    guard let application else { return }
    held = .zero
    acceleration = nil
    schedule(after: repeatDelay ?? application.tuning.repeatDelay)
  }

  private func schedule(after delay: Duration) {
    guard let application else { return }
    beat = delay
    timer = application.schedule(after: delay, every: interval(application)) { [weak self] in self?.stepAgain() }
  }

  /// The time between two steps at the present acceleration.
  private func interval(_ application: Application) -> Duration {
    let interval = repeatInterval ?? application.tuning.repeatInterval
    guard let rate = acceleration?.rate, rate > 0 else { return interval }
    // An extreme rate is as good as a day, or as no time.
    return .microseconds(Int64(min(max(Double(interval.clampedMicroseconds) / rate, 0), 86_400e6)))
  }

  private func stepAgain() {
    guard isTracking, isTouchable, let application else { return stopRepeating() }
    accelerate(application)
    guard isTouchInside else { return }
    hasRepeated = true
    let multiple = acceleration?.multiple ?? 1
    step(by: multiple > 0 ? direction * multiple : direction, isContinuous ? application.event : nil, isSent: isContinuous)
  }

  /// Repeats at another interval from now on if an acceleration has started.
  private func accelerate(_ application: Application) {
    // A sum without a limit would overflow; no acceleration starts after years.
    held = min(held + min(max(beat, .zero), Self.longestHold), Self.longestHold)
    beat = interval(application)
    guard let latest = accelerations.last(where: { $0.start <= held }), latest != acceleration else { return }
    acceleration = latest
    stopRepeating()
    schedule(after: interval(application))
  }

  private func stopRepeating() {
    guard let timer else { return }
    application?.cancel(timer)
    self.timer = nil
  }

  private func step(by direction: Double, _ event: Event?, isSent: Bool = true) {
    let before = value
    move(by: direction)
    if isSent, value != before { sendActions(for: .valueChanged, with: event) }
  }

  private func move(by direction: Double) {
    // A multiple of a large step is infinite; the value stays finite.
    let next = value + direction * stepValue
    if wraps, next > maximumValue {
      value = minimumValue
    } else if wraps, next < minimumValue {
      value = maximumValue
    } else {
      range.add(direction * stepValue)
    }
  }

  // MARK: Drawing, accessibility

  /// A part of a stepper.
  public enum Part: Hashable, Sendable {
    /// The half that counts down.
    case decrement
    /// The half that counts up.
    case increment
  }

  /// A part's rectangle in the stepper's own space.
  public func contentFrame(for part: Part) -> Rect {
    let (width, height) = (bounds.size.width, bounds.size.height)
    if height > width {
      return Rect(x: bounds.minX, y: part == .increment ? bounds.minY : bounds.midY, width: width, height: height / 2)
    }
    return Rect(x: part == .decrement ? bounds.minX : bounds.midX, y: bounds.minY, width: width / 2, height: height)
  }

  override open var contentParts: [ContentPart] {
    [part(.decrement, "decrement", 0 - stepValue), part(.increment, "increment", stepValue)]
  }

  /// A half: highlighted while it is pressed, disabled if it changes nothing.
  private func part(_ part: Part, _ kind: String, _ way: Double) -> ContentPart {
    var state = state
    if direction * way < 0 { state.remove(.highlighted) }
    if !wraps, way < 0 ? value <= minimumValue : value >= maximumValue { state.insert(.disabled) }
    return ContentPart(kind, frame: contentFrame(for: part), text: way < 0 ? "−" : "+", state: state)
  }

  override open var standardAccessibility: Accessibility {
    Accessibility(.stepper, value: stringValue, isEnabled: isEnabled, isAdjustable: true)
  }

  /// Counts up for `increment` and down for `decrement`.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    adjust(action, at: index) { $0 > 0 ? increase(self) : decrease(self) }
  }
}

extension Stepper: ValueHolding {
  /// The value as a number; `nil` sets the least one.
  public var objectValue: ControlValue? {
    get { .number(value) }
    set { value = newValue?.doubleValue ?? minimumValue }
  }
}
