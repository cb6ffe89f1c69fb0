/// A set of bits as sysfs prints them: words in hexadecimal, the most significant first, leading zeros left out.
struct KernelBits: Hashable, Sendable {
  /// `INPUT_PROP_DIRECT`: what is touched is what is shown.
  static let direct = 0x01
  /// `ABS_MT_SLOT`.
  static let slot = 0x2f
  /// `ABS_MT_POSITION_X`.
  static let multitouchX = 0x35
  /// `ABS_MT_POSITION_Y`.
  static let multitouchY = 0x36
  /// `ABS_X`.
  static let x = 0x00
  /// `ABS_Y`.
  static let y = 0x01
  /// `BTN_LEFT`.
  static let leftButton = 0x110
  /// `BTN_TOOL_FINGER`.
  static let finger = 0x145
  /// `BTN_TOUCH`.
  static let touch = 0x14a
  /// `BTN_TOOL_PEN`.
  static let pen = 0x140

  private let words: [UInt64]
  private let wordBits: Int

  /// Reads a file such as `/sys/class/input/event1/device/capabilities/abs`; what is not a number counts as 0.
  ///
  /// The kernel prints its own words, which are as wide as ours unless a 32-bit program runs on a 64-bit kernel, for
  /// which the kernel prints them in halves.
  init(_ text: String, wordBits: Int = UInt.bitWidth) {
    self.wordBits = wordBits
    words = text.split(whereSeparator: \.isWhitespace).reversed().map { UInt64($0, radix: 16) ?? 0 }
  }

  /// Whether a bit is set.
  func contains(_ bit: Int) -> Bool {
    let word = bit / wordBits
    return word < words.count && words[word] >> UInt64(bit % wordBits) & 1 == 1
  }
}
