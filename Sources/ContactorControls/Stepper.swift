public import ContactorCore

/// A control with two halves that count a value down and up (contract 4.8).
///
/// The left half counts down and the right one up; a stepper that is higher than wide counts up in its upper half. The value
/// steps when a finger comes down, and again and again while it stays in its half and `autorepeat` is on.
open class Stepper: Control {
  /// The least value.
  ///
  /// While it is above the greatest one, the value stays at it.
  public var minimumValue = 0.0 { didSet { keepInRange() } }
  /// The greatest value.
  public var maximumValue = 100.0 { didSet { keepInRange() } }
  /// By how much the value steps.
  public var stepValue = 1.0
  /// The value, always between the two; setting it sends nothing.
  ///
  /// A value that is no number is ignored.
  public var value: Double {
    get { storedValue }
    set {
      guard newValue.isFinite else { return }
      storedValue = newValue
      keepInRange()
    }
  }
  /// Whether a step beyond one end goes to the other.
  open var wraps = false
  /// Whether the value goes on stepping while a finger stays, after `Tuning.repeatDelay`, every `Tuning.repeatInterval`.
  open var autorepeat = true
  /// Whether `valueChanged` is sent with each step; else once when the finger is lifted, if the value changed.
  open var isContinuous = true

  private var storedValue = 0.0
  private var valueAtBegin = 0.0
  /// The direction of the half that the finger came down in: −1 or 1.
  private var direction = 1.0
  private var timer: TimerToken?

  override open func touchesBegan(_ touches: TouchSet, with event: ContactorCore.Event?) {
    let wasTracking = isTracking
    super.touchesBegan(touches, with: event)
    guard !wasTracking, let touch = trackedTouch else { return }
    valueAtBegin = value
    direction = direction(at: touch)
    step(event)
    scheduleRepeat(after: \.repeatDelay)
  }

  override open func endTracking(_ touch: Touch?, with event: ContactorCore.Event?) {
    super.endTracking(touch, with: event)
    stopRepeating()
  }

  override open func cancelTracking(with event: ContactorCore.Event?) {
    super.cancelTracking(with: event)
    stopRepeating()
  }

  override open func touchesEnded(_ touches: TouchSet, with event: ContactorCore.Event?) {
    let ends = trackedTouch.map { touches.contains($0) } ?? false
    super.touchesEnded(touches, with: event)
    if ends, !isContinuous, value != valueAtBegin { sendActions(for: .valueChanged, with: event) }
  }

  // MARK: Stepping

  private func direction(at touch: Touch) -> Double {
    let place = touch.location(in: self)
    let middle = bounds.center
    if bounds.size.height > bounds.size.width { return place.y < middle.y ? 1 : -1 }
    return place.x < middle.x ? -1 : 1
  }

  private func step(_ event: ContactorCore.Event?) {
    let before = value
    let next = before + direction * stepValue
    if next > maximumValue {
      value = wraps ? minimumValue : maximumValue
    } else if next < minimumValue {
      value = wraps ? maximumValue : minimumValue
    } else {
      value = next
    }
    if isContinuous, value != before { sendActions(for: .valueChanged, with: event) }
  }

  private func scheduleRepeat(after delay: KeyPath<Tuning, Microseconds>) {
    guard autorepeat, isTracking, let application else { return }
    let deadline = application.now + application.tuning[keyPath: delay]
    timer = application.schedule(at: deadline) { [weak self] in self?.repeatStep() }
  }

  private func repeatStep() {
    timer = nil
    guard let touch = trackedTouch else { return }
    if bounds.contains(touch.location(in: self)), direction(at: touch) == direction { step(application?.event) }
    scheduleRepeat(after: \.repeatInterval)
  }

  private func stopRepeating() {
    if let timer { application?.cancel(timer) }
    timer = nil
  }

  private func keepInRange() {
    storedValue = max(min(storedValue, maximumValue), minimumValue)
  }
}
