public import ContactorCore

/// A control whose value follows a finger along its width (contract 4.8).
///
/// The value is that of the point under the finger: the left edge is `minimumValue`, the right edge `maximumValue`.
open class Slider: Control {
  /// The least value; the value at the left edge.
  ///
  /// While it is above the greatest one, the value stays at it.
  public var minimumValue: Double { didSet { rangeChanged() } }
  /// The greatest value; the value at the right edge.
  public var maximumValue: Double { didSet { rangeChanged() } }
  /// The value, always between the two; setting it sends nothing.
  ///
  /// A value that is no number is ignored.
  public var value: Double {
    get { storedValue }
    set {
      guard newValue.isFinite else { return }
      storedValue = newValue
      rangeChanged()
    }
  }
  /// Whether `valueChanged` is sent while dragging; else once at the end, if the value changed.
  open var isContinuous = true

  private var storedValue: Double
  private var valueAtBegin: Double

  /// Creates a slider from 0 to 1 at 0.
  override public init(frame: Rect) {
    minimumValue = 0
    maximumValue = 1
    storedValue = 0
    valueAtBegin = 0
    super.init(frame: frame)
  }

  override open func touchesBegan(_ touches: TouchSet, with event: ContactorCore.Event?) {
    let wasTracking = isTracking
    super.touchesBegan(touches, with: event)
    guard !wasTracking, isTracking, let touch = touches.first else { return }
    valueAtBegin = value
    follow(touch, event)
  }

  override open func touchesMoved(_ touches: TouchSet, with event: ContactorCore.Event?) {
    super.touchesMoved(touches, with: event)
    if let touch = trackedTouch, touches.contains(touch) { follow(touch, event) }
  }

  override open func touchesEnded(_ touches: TouchSet, with event: ContactorCore.Event?) {
    let ending = trackedTouch.flatMap { touches.contains($0) ? $0 : nil }
    super.touchesEnded(touches, with: event)
    guard let ending else { return }
    follow(ending, event)
    if !isContinuous, value != valueAtBegin { sendActions(for: .valueChanged, with: event) }
  }

  private func follow(_ touch: Touch, _ event: ContactorCore.Event?) {
    guard bounds.size.width > 0 else { return }
    let share = (touch.location(in: self).x - bounds.minX) / bounds.size.width
    let before = value
    value = minimumValue + share * (maximumValue - minimumValue)
    if isContinuous, value != before { sendActions(for: .valueChanged, with: event) }
  }

  private func rangeChanged() {
    storedValue = min(max(storedValue, minimumValue), max(minimumValue, maximumValue))
  }
}
