/// Numbers as programs read them: up to 3 decimals, no exponent, no trailing zeros, a point in every locale.
public enum DecimalText {
  /// The number's text; empty for NaN and the infinities, which have none.
  public static func of(_ number: Double) -> String {
    guard number.isFinite else { return "" }
    let sign = number < 0 ? "-" : ""
    let thousandths = (number.magnitude * 1000).rounded()
    guard thousandths < 9e15 else { return sign + whole(number.magnitude) }
    let units = Int64(thousandths)
    guard units != 0 else { return "0" }
    var fraction = String(units % 1000)
    fraction = String(repeating: "0", count: 3 - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return sign + String(units / 1000) + (fraction.isEmpty ? "" : "." + fraction)
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
