import ContactorCore
import ContactorEvdev
import ContactorTrace

/// A device of a report.
struct ReportDevice {
  let device: TouchDevice
  /// The greatest orientation that it states: a quarter turn; `nil` where it is not known.
  let quarterTurn: Int32?

  init(_ device: TouchDevice, _ recorded: TraceDevice?) {
    self.device = device
    quarterTurn = recorded?.description?.axes[EvdevCode.orientation].map(\.maximum).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether it is the same device, plugged in again perhaps.
  func isSame(_ other: ReportDevice) -> Bool {
    var device = device
    device.id = other.device.id
    return device == other.device && quarterTurn == other.quarterTurn
  }

  /// What it is called, for a person.
  var name: String { device.name.isEmpty ? device.shortName : device.name }

  /// Vendor and product as `lsusb` writes them; empty where they are not known.
  var number: String {
    guard device.vendor != 0 || device.product != 0 else { return "" }
    return [device.vendor, device.product].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined(separator: ":")
  }
}
