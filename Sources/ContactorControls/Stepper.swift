public import ContactorCore

/// A control whose left half counts down and whose right half counts up (contract 4.8).
///
/// One that is higher than wide counts up in its upper half.
/// A tap steps once, when the finger is lifted inside. A finger that stays steps after `Tuning.repeatDelay` and then every
/// `Tuning.repeatInterval` of event time until it is lifted; while it is outside, the repeating pauses. Which half it is is
/// decided where the finger came down.
open class Stepper: LiftControl {
  /// The least value; 0 at first.
  ///
  /// While it is above the greatest one, the value stays at it. −∞ is no limit; NaN and +∞ are ignored.
  public var minimumValue: Double {
    get { range.minimum }
    set { range.setMinimum(newValue) }
  }
  /// The greatest value; 100 at first.
  ///
  /// +∞ is no limit; NaN and −∞ are ignored.
  public var maximumValue: Double {
    get { range.maximum }
    set { range.setMaximum(newValue) }
  }
  /// The value, always between the two; setting it sends nothing.
  ///
  /// One that is infinite or NaN is ignored.
  public var value: Double {
    get { range.value }
    set { range.set(newValue) }
  }
  /// How far a step goes; 1 at first.
  ///
  /// Whatever is not above 0 is ignored, NaN included.
  public var stepValue: Double {
    get { step }
    set { if newValue > 0 { step = newValue } }
  }
  /// Whether a step beyond an end leads to the other end.
  open var wraps = false
  /// Whether a finger that stays goes on stepping.
  open var autorepeat = true
  /// Whether `valueChanged` is sent for each step; else once when the finger leaves, if the value changed.
  open var isContinuous = true

  /// How long a finger stays before it steps again; `nil` for the tuning's.
  open var repeatDelay: Duration?
  /// The time between the steps of a finger that stays; `nil` for the tuning's.
  open var repeatInterval: Duration?

  private var range = ValueRange(minimum: 0, maximum: 100) {
    didSet { if range != oldValue { changed(.value) } }
  }
  private var step = 1.0
  private var direction = 1.0
  private var hasRepeated = false
  private var valueAtBegin = 0.0
  private var timer: TimerToken?

  /// What can be sent to a stepper by name, beside what can be sent to every control.
  override open class var actions: [Action] {
    super.actions + [Action("increase:", increase(_:)), Action("decrease:", decrease(_:))]
  }

  /// Goes a step up and sends `valueChanged` if the value changed.
  public func increase(_ sender: AnyObject) { step(by: 1, nil) }

  /// Goes a step down and sends `valueChanged` if the value changed.
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

  override open func lifted(_ touch: Touch, with event: Event?) {
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
