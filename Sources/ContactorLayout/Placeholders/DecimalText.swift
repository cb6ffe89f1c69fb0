internal import ContactorTrace

/// Numbers as programs read them: up to 3 decimals, no exponent, no trailing zeros, a point in every locale.
public enum DecimalText {
  /// The number's text; empty for NaN and the infinities, which have none.
  public static func of(_ number: Double) -> String {
    var text = TextBuffer(capacity: 32)
    text.append(rounded: number)
    return text.string
  }
}
