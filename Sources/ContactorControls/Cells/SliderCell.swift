public import ContactorCore

/// A cell whose value follows a finger from its left edge to its right, or from its bottom to its top if it is vertical.
///
/// The value lies between `minimumValue` and `maximumValue`; what is no number counts as the minimum. It is continuous by default.
open class SliderCell: ActionCell {
  private final var range = ValueRange(minimum: 0, maximum: 1)

  /// Creates a cell from 0 to 1 at 0.
  public required init() {
    super.init()
    isContinuous = true
  }

  /// The least value; NaN and +∞ are ignored.
  public final var minimumValue: Double {
    get { range.minimum }
    set { change { $0.setMinimum(newValue) } }
  }

  /// The greatest value; NaN and −∞ are ignored.
  public final var maximumValue: Double {
    get { range.maximum }
    set { change { $0.setMaximum(newValue) } }
  }

  /// The value, clamped to its ends; NaN and infinite values are ignored.
  public final var value: Double {
    get { range.value }
    set { change { $0.set(newValue) } }
  }

  /// Whether the value grows upward; false by default.
  public final var isVertical: Bool {
    get { has(.vertical) }
    set { set(.vertical, newValue) }
  }

  /// The value; no value, NaN and a text that does not begin with a number set the minimum.
  override open var objectValue: ControlValue? {
    get { .number(range.value) }
    set {
      let number = newValue.flatMap { $0.isNumeric ? $0.doubleValue : nil } ?? minimumValue
      value = number.isNaN ? minimumValue : min(max(number, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }
  }

  private final func change(_ body: (inout ValueRange) -> Void) {
    let before = range
    body(&range)
    if range != before { changed(.value) }
  }

  override open func startTracking(at point: Point, in frame: Rect) -> Bool {
    follow(point, frame)
    return true
  }

  override open func continueTracking(at point: Point, in frame: Rect) { follow(point, frame) }

  private final func follow(_ point: Point, _ frame: Rect) {
    let (length, place) = isVertical ? (frame.height, frame.maxY - point.y) : (frame.width, point.x - frame.minX)
    if length > 0 { value = range.value(at: place / length) }
  }

  /// The cell has no state that a click changes.
  override open func click() {}

  override open func copyValues(to cell: Cell) {
    super.copyValues(to: cell)
    guard let cell = cell as? SliderCell else { return }
    cell.range = range
  }

  /// Adds or takes away a tenth of the range; nothing if an end is infinite.
  override open func step(by direction: Int) -> Bool {
    guard isEnabled, range.length.isFinite else { return false }
    value += Double(direction.signum()) * range.length / 10
    return true
  }

  override open var accessibility: Accessibility {
    let text = objectValue?.stringValue
    return Accessibility(.slider, label: title.isEmpty ? nil : title, value: text, isEnabled: isEnabled, isAdjustable: true)
  }

  override open var contentKind: String { "slider" }
}

extension ControlValue {
  /// Whether the value is a number, or a text that begins with one after blanks.
  var isNumeric: Bool {
    guard case .text(let text) = self else { return true }
    var rest = text.drop { $0.isWhitespace }
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    if rest.first == "." { rest = rest.dropFirst() }
    return rest.first.map { ("0"..."9").contains($0) } ?? false
  }
}
