import ContactorEvdev

extension EvdevAxis {
  /// The numbers of an axis as tools list them: `value 0, min 0, max 1619, fuzz 0, flat 0, resolution 0`, or `res 0` at the end.
  ///
  /// A missing number is 0.
  init(listed text: some StringProtocol) {
    self.init(0, 0)
    for part in text.split(separator: ",") {
      let words = part.split { $0.isWhitespace }
      guard words.count == 2, let number = Int32(words[1]) else { continue }
      switch words[0] {
      case "min": minimum = number
      case "max": maximum = number
      case "fuzz": fuzz = number
      case "flat": flat = number
      case "res", "resolution": resolution = number
      default: break
      }
    }
  }
}
