public import ContactorCore

/// A bar that shows how much of something is done (contract 7.7); it takes no touches.
///
/// A control's action `takeDoubleValueFrom:` makes it show that control's value.
open class ProgressView: View {
  /// How much is done, clamped to 0 … 1; NaN is ignored.
  public var progress: Double {
    get { range.value }
    set { range.set(newValue.isNaN ? newValue : min(max(newValue, 0), 1)) }
  }
  /// Whether it is unknown how much is done; `progress` is kept.
  open var isIndeterminate = false {
    didSet { if isIndeterminate != oldValue { changed(.state) } }
  }

  private var range = ValueRange(minimum: 0, maximum: 1) {
    didSet { if range != oldValue { changed(.value) } }
  }

  /// Creates a bar at 0 through which touches pass to what is behind it.
  override public init(frame: Rect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// The actions that a progress view takes by name: visibility and values.
  override open class var actions: [Action] { super.actions + visibilityActions + valueActions }

  /// A part of a progress view.
  public enum Part: Hashable, Sendable {
    /// The whole bar.
    case track
    /// What is done, from the left; of a view taller than wide from the bottom; nothing while that is unknown.
    case filled
  }

  /// A part's rectangle in the view's own space.
  public func contentFrame(for part: Part) -> Rect {
    guard part == .filled else { return bounds }
    let share = isIndeterminate ? 0 : progress
    let (width, height) = (bounds.size.width, bounds.size.height)
    if height > width { return Rect(x: bounds.minX, y: bounds.maxY - share * height, width: width, height: share * height) }
    return Rect(origin: bounds.origin, size: Size(width: share * width, height: height))
  }

  override open var contentParts: [ContentPart] {
    [ContentPart("track", frame: contentFrame(for: .track)), ContentPart("filled", frame: contentFrame(for: .filled), text: shownValue)]
  }

  override open var standardAccessibility: Accessibility { Accessibility(.progress, value: shownValue) }

  private var shownValue: String? { isIndeterminate ? nil : range.percentage }
}

extension ProgressView: ValueHolding {
  /// How much is done; `nil` if that is unknown, and a number makes it known.
  public var objectValue: ControlValue? {
    get { isIndeterminate ? nil : .number(progress) }
    set {
      isIndeterminate = newValue == nil
      if let newValue { progress = newValue.doubleValue }
    }
  }
}
