internal import ContactorCore

/// Converts raw values of axes to the properties of contacts.
struct AxisMap {
  /// From device units to points of the window.
  var transform: AffineTransform {
    didSet { setColumns() }
  }
  private var xColumn = SIMD2<Double>()
  private var yColumn = SIMD2<Double>()
  private var offset = SIMD2<Double>()
  /// Points per device unit, for sizes.
  private var scale = 0.0
  /// Millimetres per device unit, NaN where the panel states no resolution; followed by 1, 1.
  private let measureScale: SIMD4<Float>
  private let measureOffset: SIMD4<Float>
  private let leastPressure: Double
  /// The fraction of the whole range that a unit of pressure is; NaN where the range is unknown.
  private let pressureUnit: Double
  /// Beyond this distance a contact hovers.
  let hoverLimit: Int32
  /// Values of `ABS_PRESSURE` up to this are no touch, for panels without a button.
  let restPressure: Int32

  init(_ description: EvdevDescription, transform: AffineTransform) {
    self.transform = transform
    let horizontal = description.horizontal ?? EvdevAxis(0, 0)
    let vertical = description.vertical ?? EvdevAxis(0, 0)
    let hasSize = description.millimetres != nil
    let x = hasSize ? 1 / Double(horizontal.resolution) : .nan
    let y = hasSize ? 1 / Double(vertical.resolution) : .nan
    measureScale = SIMD4(Float(x), Float(y), 1, 1)
    measureOffset = SIMD4(Float(-Double(horizontal.minimum) * x), Float(-Double(vertical.minimum) * y), 0, 0)
    let isSingle = description.contactProtocol == .single
    let pressure = description.axes[isSingle ? EvdevCode.pressure : EvdevCode.contactPressure]
    leastPressure = Double(pressure?.minimum ?? 0)
    pressureUnit = pressure.flatMap { $0.extent.map { 1 / ($0 - 1) } } ?? .nan
    hoverLimit = max(description.axes[EvdevCode.distance]?.minimum ?? 0, 0)
    restPressure = max(description.axes[EvdevCode.pressure]?.minimum ?? 0, 0)
    setColumns()
  }

  private mutating func setColumns() {
    xColumn = SIMD2(transform.a, transform.b)
    yColumn = SIMD2(transform.c, transform.d)
    offset = SIMD2(transform.tx, transform.ty)
    scale = transform.determinant.magnitude.squareRoot()
  }

  /// Sets a contact's position from the known one in a row, at the index `SlotTable.x` or `SlotTable.reportedPlace`.
  @inline(__always)
  func place(
    _ contact: UnsafeMutablePointer<Contact>, from row: UnsafeMutablePointer<Int32>, at position: Int
  ) {
    let raw = unsafe UnsafeRawPointer(row + position).loadUnaligned(as: SIMD2<Int32>.self)
    let place = SIMD2<Double>(raw)
    let location = xColumn * place.x + yColumn * place.y + offset
    unsafe contact.pointee.location = Point(x: location.x, y: location.y)
    let pair = SIMD2<Float>(raw)
    unsafe contact.pointee.measures = SIMD4(lowHalf: pair, highHalf: pair) * measureScale + measureOffset
    unsafe UnsafeMutableRawPointer(row + SlotTable.reportedPlace).storeBytes(of: raw, as: SIMD2<Int32>.self)
  }

  /// The mask of the axes other than position and identity.
  static let more: Int32 = ~(1 << SlotTable.x | 1 << SlotTable.y | 1 << SlotTable.id)

  /// Sets a contact's properties other than position and identity.
  @inline(never)
  func updateMore(_ contact: inout Contact, from row: UnsafeMutablePointer<Int32>) {
    contact.traits.touchMajor = unsafe Float(Self.number(row[SlotTable.touchMajor]) * scale)
    contact.traits.touchMinor = unsafe Float(Self.number(row[SlotTable.touchMinor]) * scale)
    contact.traits.orientation = unsafe Float(Self.number(row[SlotTable.orientation]))
    contact.traits.distance = unsafe Float(Self.number(row[SlotTable.distance]))
    let pressure = unsafe (Self.number(row[SlotTable.pressure]) - leastPressure) * pressureUnit
    contact.traits.pressure = Float(pressure.isNaN ? pressure : min(max(pressure, 0), 1))
    switch unsafe row[SlotTable.tool] {
    case 1: contact.tool = .pen
    case 2: contact.tool = .palm
    default: contact.tool = .finger
    }
  }

  private static func number(_ value: Int32) -> Double {
    value == SlotTable.unknown ? .nan : Double(value)
  }
}
