internal import CContactor
internal import ContactorCore
internal import ContactorEvdev

/// Reads the axes of contacts that libinput hides from the kernel, by slot (`EVIOCGMTSLOTS`).
///
/// The kernel gives the present values, libinput the position at the end of the frame: where a host lags behind, the
/// values are younger than the position. libinput does not report a frame in which only such an axis changed; the change
/// is seen with the contact's next move.
@safe final class SlotAxes {
  /// Reads one axis in all slots; `false` if the kernel does not give it.
  typealias Reader = (_ axis: UInt16, _ values: UnsafeMutableBufferPointer<Int32>) -> Bool

  /// An axis that the panel has, and its values by slot.
  @safe private struct Column {
    let axis: UInt16
    let values: UnsafeMutableBufferPointer<Int32>
  }

  private static let extras = [
    EvdevCode.touchMajor, EvdevCode.touchMinor, EvdevCode.orientation, EvdevCode.toolType,
    EvdevCode.contactPressure, EvdevCode.distance,
  ]

  private let read: Reader
  private let extras: [Column]
  private let ids: Column
  private let x: Column
  private let y: Column
  private let normalization: AffineTransform
  private let horizontal: EvdevAxis
  private let vertical: EvdevAxis
  private let pressure: EvdevAxis?
  private var transform = AffineTransform.identity
  private var scale = 1.0

  /// Prepares to read; `nil` for a panel without slots, which the kernel cannot be asked for.
  ///
  /// - Parameter calibration: udev's calibration of positions 0 … 1.
  init?(_ description: EvdevDescription, calibration: AffineTransform, read: @escaping Reader) {
    let count = description.slotCount
    guard count > 0, let horizontal = description.horizontal, let vertical = description.vertical else { return nil }
    unsafe self.read = unsafe read
    self.horizontal = horizontal
    self.vertical = vertical
    pressure = description.axes[EvdevCode.contactPressure]
    normalization = (description.normalization ?? .identity).concatenating(calibration)
    let column = { (axis: UInt16) in
      let values = UnsafeMutableBufferPointer<Int32>.allocate(capacity: count)
      unsafe values.initialize(repeating: -1)
      return unsafe Column(axis: axis, values: values)
    }
    extras = Self.extras.filter { description.axes[$0] != nil }.map(column)
    ids = column(EvdevCode.trackingID)
    x = column(EvdevCode.positionX)
    y = column(EvdevCode.positionY)
  }

  deinit {
    for column in extras + [ids, x, y] { unsafe column.values.deallocate() }
  }

  /// Whether the panel reports more of a contact than its position.
  var hasExtras: Bool { !extras.isEmpty }

  /// Maps sizes and positions anew.
  func setPipeline(_ pipeline: PositionPipeline) {
    transform = normalization.concatenating(pipeline.transform)
    scale = transform.determinant.magnitude.squareRoot()
  }

  /// Reads the ids; `false` if the kernel does not give them.
  func refreshIDs() -> Bool { refresh(ids) }

  /// Reads the axes that libinput hides; no request for a panel that has none.
  func refreshExtras() {
    for column in extras { _ = refresh(column) }
  }

  /// The id in a slot; −1 for none.
  func id(in slot: Int32) -> Int32 { value(of: ids, in: slot) ?? -1 }

  /// Sets a contact's axes to the values that were read last.
  func complete(_ contact: inout Contact) {
    for column in extras {
      guard let value = value(of: column, in: contact.slot) else { continue }
      switch column.axis {
      case EvdevCode.touchMajor: contact.touchMajor = Double(value) * scale
      case EvdevCode.touchMinor: contact.touchMinor = Double(value) * scale
      case EvdevCode.orientation: contact.orientation = Double(value)
      case EvdevCode.distance: contact.distance = Double(value)
      case EvdevCode.contactPressure: contact.pressure = fraction(ofPressure: value)
      default: contact.tool = value == 1 ? .pen : .finger
      }
    }
  }

  /// Reads a contact's position; `false` if the kernel does not give it.
  func place(_ contact: inout Contact) -> Bool {
    guard refresh(x), refresh(y), let x = value(of: x, in: contact.slot), let y = value(of: y, in: contact.slot)
    else { return false }
    contact.location = transform.apply(to: Point(x: Double(x), y: Double(y)))
    if horizontal.millimetres != nil, vertical.millimetres != nil {
      contact.millimetres = Point(
        x: (Double(x) - Double(horizontal.minimum)) / Double(horizontal.resolution),
        y: (Double(y) - Double(vertical.minimum)) / Double(vertical.resolution))
    }
    return true
  }

  private func refresh(_ column: Column) -> Bool {
    unsafe read(column.axis, column.values)
  }

  private func value(of column: Column, in slot: Int32) -> Int32? {
    let values = unsafe column.values
    return values.indices.contains(Int(slot)) ? unsafe values[Int(slot)] : nil
  }

  private func fraction(ofPressure value: Int32) -> Double? {
    guard let pressure, pressure.maximum > pressure.minimum else { return nil }
    let range = Double(pressure.maximum) - Double(pressure.minimum)
    return min(max((Double(value) - Double(pressure.minimum)) / range, 0), 1)
  }
}
