public import ContactorCore

/// A control whose value follows a finger along its width (contract 4.8).
///
/// The value is that of the point under the finger: the left edge is `minimumValue`, the right edge `maximumValue`.
open class Slider: Control {
  /// The least value; the value at the left edge.
  ///
  /// While it is above the greatest one, the value stays at it.
  public var minimumValue: Double {
    get { range.minimum }
    set { range.minimum = newValue }
  }
  /// The greatest value; the value at the right edge.
  public var maximumValue: Double {
    get { range.maximum }
    set { range.maximum = newValue }
  }
  /// The value, always between the two; setting it sends nothing.
  ///
  /// A value that is no number is ignored.
  public var value: Double {
    get { range.value }
    set { range.value = newValue }
  }
  /// Whether `valueChanged` is sent while dragging; else once at the end, if the value changed.
  open var isContinuous = true
  /// How far `increase:` and `decrease:` go; `nil` for a tenth of the range.
  open var stepValue: Double?

  private var range = ValueRange(minimum: 0, maximum: 1)
  private var valueAtBegin = 0.0

  /// Creates a slider from 0 to 1 at 0.
  override public init(frame: Rect) {
    super.init(frame: frame)
  }

  /// What can be sent to a slider by name, beside what can be sent to every control.
  override open class var actions: [Action] {
    super.actions + availabilityActions + [Action("increase:", increase(_:)), Action("decrease:", decrease(_:))]
  }

  /// Goes a step up and sends `valueChanged` if the value changed.
  public func increase(_ sender: AnyObject) { step(by: 1) }

  /// Goes a step down and sends `valueChanged` if the value changed.
  public func decrease(_ sender: AnyObject) { step(by: -1) }

  private func step(by direction: Double) {
    let before = value
    value += direction * (stepValue ?? (maximumValue - minimumValue) / 10)
    if value != before { sendActions(for: .valueChanged) }
  }

  override open func touchesBegan(_ touches: TouchSet, with event: Event?) {
    let wasTracking = isTracking
    super.touchesBegan(touches, with: event)
    guard !wasTracking, isTracking, let touch = touches.first else { return }
    valueAtBegin = value
    follow(touch, event)
  }

  override open func touchesMoved(_ touches: TouchSet, with event: Event?) {
    super.touchesMoved(touches, with: event)
    if let touch = trackedTouch, touches.contains(touch) { follow(touch, event) }
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    let ending = trackedTouch.flatMap { touches.contains($0) ? $0 : nil }
    super.touchesEnded(touches, with: event)
    guard let ending else { return }
    follow(ending, event)
    if !isContinuous, value != valueAtBegin { sendActions(for: .valueChanged, with: event) }
  }

  private func follow(_ touch: Touch, _ event: Event?) {
    guard bounds.size.width > 0 else { return }
    let share = (touch.location(in: self).x - bounds.minX) / bounds.size.width
    let before = value
    value = minimumValue + share * (maximumValue - minimumValue)
    if isContinuous, value != before { sendActions(for: .valueChanged, with: event) }
  }
}
