/// Numbers as programs read them: up to 3 decimals, no exponent, no trailing zeros, a point in every locale.
public enum DecimalText {
  /// The number's text; empty for NaN and the infinities, which have none.
  public static func of(_ number: Double) -> String {
    var text = TextMemory(capacity: 32)
    append(number, to: &text)
    return unsafe String(decoding: text.bytes, as: UTF8.self)
  }

  /// Adds the number's text to a line; nothing for NaN and the infinities.
  package static func append(_ number: Double, to text: inout TextMemory) {
    guard number.isFinite else { return }
    let thousandths = number.magnitude * 1000
    guard thousandths < 9e15 else {
      text.append((number < 0 ? "-" : "") + whole(number.magnitude))
      return
    }
    // Rounded away from zero at a half, as by `rounded()`, which is a call of the C library.
    var units = UInt64(thousandths)
    if thousandths - Double(units) >= 0.5 { units += 1 }
    if number < 0, units != 0 { text.append(UInt8(ascii: "-")) }
    text.append(units / 1000)
    appendFraction(units % 1000, to: &text)
  }

  /// Adds a whole number in decimal.
  package static func append(_ number: Int64, to text: inout TextMemory) {
    if number < 0 { text.append(UInt8(ascii: "-")) }
    text.append(number.magnitude)
  }

  /// Adds thousandths after a point, without trailing zeros; nothing where there are none.
  private static func appendFraction(_ thousandths: UInt64, to text: inout TextMemory) {
    guard thousandths > 0 else { return }
    text.append(UInt8(ascii: "."))
    let (tenths, rest) = thousandths.quotientAndRemainder(dividingBy: 100)
    text.append(digit: tenths)
    guard rest > 0 else { return }
    text.append(digit: rest / 10)
    if rest % 10 > 0 { text.append(digit: rest % 10) }
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
