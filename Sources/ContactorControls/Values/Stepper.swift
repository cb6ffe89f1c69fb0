public import ContactorCore

/// A control whose left half counts down and whose right half counts up (contract 4.8).
///
/// A stepper taller than wide counts up in its upper half. A tap steps once, when the finger is lifted inside. A finger that stays
/// down steps after `Tuning.repeatDelay` and then every `Tuning.repeatInterval` of event time until it is lifted; repeating pauses
/// while the finger is outside. The half is decided where the finger touches down.
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
  /// Whether `valueChanged` is sent for each step; otherwise it is sent once when the finger is lifted, if the value changed.
  open var isContinuous = true

  /// The time before a finger that stays down repeats the step; `nil` for `Tuning.repeatDelay`.
  open var repeatDelay: Duration?
  /// The time between repeated steps; `nil` for `Tuning.repeatInterval`.
  open var repeatInterval: Duration?

  private var range = ValueRange(minimum: 0, maximum: 100) {
    didSet { if range != oldValue { changed(.value) } }
  }
  private var step = 1.0
  private var direction = 1.0
  private var hasRepeated = false
  private var valueAtBegin = 0.0
  private var timer: TimerToken?

  /// The actions that a stepper takes by name, in addition to those of every control.
  override open class var actions: [Action] {
    super.actions + [Action("increase:", increase(_:)), Action("decrease:", decrease(_:))]
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

  override open func touchUpInside(_ touch: Touch, with event: Event?) {
    if !hasRepeated { return step(by: direction, event) }
    if !isContinuous, value != valueAtBegin { sendActions(for: .valueChanged, with: event) }
  }

  private func direction(at point: Point) -> Double {
    if bounds.size.height > bounds.size.width { return point.y < bounds.center.y ? 1 : -1 }
    return point.x < bounds.center.x ? -1 : 1
  }

  // MARK: Steps

  private func repeatSteps() {
    guard let application else { return }
    let tuning = application.tuning
    timer = application.schedule(
      after: repeatDelay ?? tuning.repeatDelay, every: repeatInterval ?? tuning.repeatInterval
    ) { [weak self] in
      self?.stepAgain()
    }
  }

  private func stepAgain() {
    guard isTracking, let application else { return stopRepeating() }
    guard isTouchInside else { return }
    hasRepeated = true
    step(by: direction, isContinuous ? application.event : nil, isSent: isContinuous)
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
    let next = value + direction * stepValue
    if wraps, next > maximumValue {
      value = minimumValue
    } else if wraps, next < minimumValue {
      value = maximumValue
    } else {
      range.add(direction * stepValue)
    }
  }
}
