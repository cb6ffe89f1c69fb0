/// The first look at a layout's bytes, before YAML: size, encoding and characters that no text has.
enum LayoutBytes {
  /// The largest file that is read: 4 MiB.
  static let limit = 4 << 20

  /// The bytes without a byte order mark, if they are UTF-8 text of a size that a layout can have.
  static func text(_ bytes: [UInt8], file: String) throws(LayoutDiagnostic) -> ArraySlice<UInt8> {
    guard bytes.count <= limit else {
      throw LayoutDiagnostic(
        file: file, mark: .start, message: "the file has more than \(limit) bytes",
        expected: "a layout of at most 4 MiB")
    }
    if let encoding = wideEncoding(bytes) {
      throw LayoutDiagnostic(
        file: file, mark: .start, message: "the file is \(encoding)", expected: "UTF-8; save it as such")
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if let offset = firstInvalidByte(text) {
      throw LayoutDiagnostic(
        file: file, mark: mark(of: offset, in: text), message: "the byte \(hex(text[offset])) is not UTF-8",
        expected: "a file in UTF-8")
    }
    if let offset = text.firstIndex(where: isForbidden) {
      throw LayoutDiagnostic(
        file: file, mark: mark(of: offset, in: text),
        message: text[offset] == 0
          ? "a NUL byte is not text" : "the control character \(hex(text[offset])) is not text",
        expected: "a text file")
    }
    return text
  }

  /// The place of the byte at `offset`; what comes before it is valid UTF-8.
  ///
  /// Lines end where libyaml ends them, also at U+0085, U+2028 and U+2029.
  static func mark(of offset: Int, in text: ArraySlice<UInt8>) -> LayoutMark {
    var mark = LayoutMark.start
    var previous: UnicodeScalar = " "
    for scalar in String(decoding: text[..<offset], as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": mark = LayoutMark(line: mark.line + 1, column: 1)
      default: mark.column += 1
      }
      previous = scalar
    }
    return mark
  }

  private static func wideEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // Without a mark: a text that starts with an ASCII character has a zero beside it.
    guard bytes.count >= 2, bytes.count.isMultiple(of: 2), (bytes[0] == 0) != (bytes[1] == 0) else {
      return nil
    }
    return "UTF-16"
  }

  /// Tab and line ends are the only control characters that YAML takes.
  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte == 0x7F || byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
  }

  private static func firstInvalidByte(_ text: ArraySlice<UInt8>) -> Int? {
    unsafe text.withUnsafeBufferPointer { buffer in
      do throws(UTF8.ValidationError) {
        _ = unsafe try UTF8Span(validating: buffer.span)
        return nil
      } catch {
        return text.startIndex + error.byteOffsets.lowerBound
      }
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.count < 2 ? "0" : "") + digits
  }
}
