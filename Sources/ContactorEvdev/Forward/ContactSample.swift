internal import ContactorCore

/// A contact's values for the copy, in the copy's units; `ContactSample.unknown` for those that the panel has not reported.
typealias ContactSample = SIMD8<Int32>

extension ContactSample {
  /// A value that was never set, or whose axis the copy has not; as in `SlotTable`.
  static var unknown: Int32 { .min }
  /// A sample without values.
  static var empty: ContactSample { ContactSample(repeating: unknown) }

  static var tool: Int { 0 }
  static var x: Int { 1 }
  static var y: Int { 2 }
  static var pressure: Int { 6 }

  /// The codes of the axes, in the order of writing.
  static var codes: SIMD8<UInt16> {
    SIMD8<UInt16>(
      EvdevCode.toolType, EvdevCode.positionX, EvdevCode.positionY, EvdevCode.touchMajor, EvdevCode.touchMinor,
      EvdevCode.orientation, EvdevCode.contactPressure, EvdevCode.distance)
  }

  /// `MT_TOOL_FINGER`.
  static var finger: Int32 { 0 }
  /// `MT_TOOL_PALM`.
  static var palm: Int32 { 2 }
}

extension Int32 {
  /// The nearest integer that is a value of an axis; `ContactSample.unknown` for NaN.
  init(axisValue number: Double) {
    if number.isNaN {
      self = ContactSample.unknown
    } else {
      // Rounded half away from zero, without a call of the C library.
      let shifted = number < 0 ? number - 0.5 : number + 0.5
      self = Int32(Swift.min(Swift.max(shifted, -2_147_483_647), 2_147_483_647))
    }
  }
}

/// Turns contacts back into raw values: the reverse of `AxisMap`.
///
/// Its functions are inlined: a call would copy the map, which is large, for each contact.
struct SampleMap {
  /// From device units to points of the window.
  var transform: AffineTransform {
    didSet { setScales() }
  }
  /// From points of the window to units of the copy; `nil` to leave positions as the panel has them.
  var positions: AffineTransform? {
    didSet { setScales() }
  }
  /// Points per device unit along the panel's rows and columns.
  private(set) var unit = Point(x: 1, y: 1)
  /// The axis of the copy that is nearer to the horizontal of the screen: `ContactSample.x` or `.y`.
  private(set) var horizontalLane = ContactSample.x
  /// Points of the screen for each unit of the copy, along its rows and columns.
  private(set) var scale = SIMD2<Double>(1, 1)
  private var inverse: AffineTransform?
  private var toCopy: AffineTransform?
  /// Device units per point, for sizes; NaN if the transform has no inverse.
  private var sizeUnit = Double.nan
  /// The copy's width and height, in its units.
  private let extents: SIMD2<Double>
  private let leastPressure: Double
  private let pressureRange: Double
  /// Zeros in the places of the axes that the copy has.
  private let undeclared: SIMDMask<SIMD8<Int32>>

  init(copy: EvdevDescription, transform: AffineTransform, positions: AffineTransform?) {
    self.transform = transform
    self.positions = positions
    extents = SIMD2(copy.axes[EvdevCode.positionX]?.extent ?? 1, copy.axes[EvdevCode.positionY]?.extent ?? 1)
    let pressure = copy.axes[EvdevCode.contactPressure]
    leastPressure = Double(pressure?.minimum ?? 0)
    pressureRange = pressure.flatMap { $0.extent.map { $0 - 1 } } ?? .nan
    var missing = SIMDMask<SIMD8<Int32>>(repeating: false)
    for lane in 0..<8 { missing[lane] = copy.axes[ContactSample.codes[lane]] == nil }
    undeclared = missing
    setScales()
  }

  private mutating func setScales() {
    inverse = transform.inverse
    toCopy = positions.map { transform.concatenating($0) }
    unit = Point(
      x: (transform.a * transform.a + transform.b * transform.b).squareRoot(),
      y: (transform.c * transform.c + transform.d * transform.d).squareRoot())
    sizeUnit = 1 / transform.determinant.magnitude.squareRoot()
    // A point to the right of another, in units of the copy.
    let fromScreen = positions ?? inverse
    let (columns, rows) = (fromScreen?.a.magnitude ?? 1, fromScreen?.b.magnitude ?? 0)
    let units = fromScreen.map { SIMD2($0.a * $0.a + $0.c * $0.c, $0.b * $0.b + $0.d * $0.d).squareRoot() } ?? extents
    scale = 1 / units
    // A matrix that makes no places, or absurd ones.
    if !(scale.min() > 1e-9 && scale.max() < 1e9) { scale = SIMD2(1, 1) / extents }
    horizontalLane = columns / extents.x >= rows / extents.y ? ContactSample.x : ContactSample.y
  }

  /// Where a contact is on the panel, in device units; NaN if unknown.
  @inline(__always)
  func place(of contact: Contact) -> SIMD2<Double> {
    let place = SIMD2<Double>(contact.measures.highHalf)
    guard place.x.isNaN || place.y.isNaN else { return place }
    guard let point = inverse?.apply(to: contact.location) else { return SIMD2(repeating: .nan) }
    return SIMD2(point.x, point.y)
  }

  /// A contact's values, at a place in device units; `unknown` coordinates if that is NaN.
  @inline(__always)
  func sample(of contact: Contact, at place: SIMD2<Double>) -> ContactSample {
    var place = place
    if let toCopy {
      let point = toCopy.apply(to: Point(x: place.x, y: place.y))
      place = SIMD2(point.x, point.y)
    }
    let traits = contact.traits
    let sample = ContactSample(
      Int32(truncatingIfNeeded: traits.tool.rawValue), Int32(axisValue: place.x), Int32(axisValue: place.y),
      Int32(axisValue: Double(traits.touchMajor) * sizeUnit), Int32(axisValue: Double(traits.touchMinor) * sizeUnit),
      Int32(axisValue: Double(traits.orientation)),
      Int32(axisValue: leastPressure + Double(traits.pressure) * pressureRange), Int32(axisValue: Double(traits.distance)))
    return sample.replacing(with: ContactSample.empty, where: undeclared)
  }
}
