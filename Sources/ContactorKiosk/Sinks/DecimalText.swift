/// Numbers as programs read them: up to 3 decimals, no exponent, no trailing zeros, a point in every locale.
public enum DecimalText {
  /// The number's text; empty for NaN and the infinities, which have none.
  public static func of(_ number: Double) -> String {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the number's text to a line; nothing for NaN and the infinities.
  static func append(_ number: Double, to bytes: inout [UInt8]) {
    guard number.isFinite else { return }
    let thousandths = (number.magnitude * 1000).rounded()
    guard thousandths < 9e15 else {
      bytes += ((number < 0 ? "-" : "") + whole(number.magnitude)).utf8
      return
    }
    let units = Int64(thousandths)
    if number < 0, units != 0 { bytes.append(UInt8(ascii: "-")) }
    append(units / 1000, to: &bytes)
    appendFraction(Int(units % 1000), to: &bytes)
  }

  /// Adds a whole number in decimal.
  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, place) = (number.magnitude, 20)
      repeat {
        place -= 1
        digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[place...]))
    }
  }

  /// Adds thousandths after a point, without trailing zeros; nothing where there are none.
  private static func appendFraction(_ thousandths: Int, to bytes: inout [UInt8]) {
    guard thousandths > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var (rest, unit) = (thousandths, 100)
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
      (rest, unit) = (rest % unit, unit / 10)
    }
  }

  /// A magnitude so large that its fraction no longer counts, digit by digit.
  private static func whole(_ magnitude: Double) -> String {
    var rest = magnitude.rounded()
    var digits: [Character] = []
    while rest >= 1 {
      let digit = rest.truncatingRemainder(dividingBy: 10)
      digits.append(Character(UnicodeScalar(UInt8(ascii: "0") + UInt8(digit))))
      rest = ((rest - digit) / 10).rounded()
    }
    return String(digits.reversed())
  }
}
