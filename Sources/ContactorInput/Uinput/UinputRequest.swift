internal import Glibc

/// A request to the kernel's uinput driver (`linux/uinput.h`) and its name for errors.
struct UinputRequest {
  let number: UInt
  let name: String

  static let create = UinputRequest(number: 0x5501, name: "UI_DEV_CREATE")
  static let setUp = UinputRequest(number: 0x405c_5503, name: "UI_DEV_SETUP")
  static let setUpAxis = UinputRequest(number: 0x401c_5504, name: "UI_ABS_SETUP")
  static let declareType = UinputRequest(number: 0x4004_5564, name: "UI_SET_EVBIT")
  static let setPhysicalPath = UinputRequest(number: 0x4008_556c, name: "UI_SET_PHYS")
  static let declareProperty = UinputRequest(number: 0x4004_556e, name: "UI_SET_PROPBIT")
  /// Fills 64 bytes.
  static let systemName = UinputRequest(number: 0x8040_552c, name: "UI_GET_SYSNAME")

  /// The request that declares a code of an event type; `nil` for types that have none (`EV_SYN`, `EV_REP`).
  static func declareCode(ofType type: UInt16) -> UinputRequest? {
    switch type {
    case 0x01: UinputRequest(number: 0x4004_5565, name: "UI_SET_KEYBIT")
    case 0x02: UinputRequest(number: 0x4004_5566, name: "UI_SET_RELBIT")
    case 0x03: UinputRequest(number: 0x4004_5567, name: "UI_SET_ABSBIT")
    case 0x04: UinputRequest(number: 0x4004_5568, name: "UI_SET_MSCBIT")
    case 0x05: UinputRequest(number: 0x4004_556d, name: "UI_SET_SWBIT")
    case 0x11: UinputRequest(number: 0x4004_5569, name: "UI_SET_LEDBIT")
    case 0x12: UinputRequest(number: 0x4004_556a, name: "UI_SET_SNDBIT")
    default: nil
    }
  }

  /// Sends the request with a number.
  ///
  /// The corresponding C function is `ioctl()`.
  func send(to descriptor: Int32, _ value: Int32 = 0) throws(InputError) {
    try check(ioctl(descriptor, number, value))
  }

  /// Sends the request with a buffer, which the kernel may fill.
  func send(to descriptor: Int32, _ bytes: inout [UInt8]) throws(InputError) {
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe ioctl(descriptor, number, buffer.baseAddress!)
    }
    try check(result)
  }

  private func check(_ result: Int32) throws(InputError) {
    if result < 0 { throw InputError.system(errno, in: name) }
  }
}
