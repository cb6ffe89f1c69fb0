import ContactorCore

/// The terms of a udev rule that match a panel, and its copy by a forwarding Contactor too.
///
/// `ATTRS` of one rule must all belong to one parent device; these are those of the input device. A copy has no serial number and no
/// `ID_PATH`, so neither is matched.
enum UdevMatch {
  /// The terms, in the form `ATTRS{name}=="…"`.
  static func terms(of device: TouchDevice) -> [String] {
    var terms = [
      "ATTRS{id/vendor}==\"\(CalibrationNumber.hexadecimal(device.vendor))\"",
      "ATTRS{id/product}==\"\(CalibrationNumber.hexadecimal(device.product))\"",
    ]
    if !device.name.isEmpty { terms.append("ATTRS{name}==\"\(pattern(device.name))\"") }
    if !device.physicalPath.isEmpty { terms.append("ATTRS{phys}==\"\(pattern(device.physicalPath))\"") }
    return terms
  }

  /// A pattern that a text fits, without a character that means something to udev in quotes or in patterns.
  ///
  /// Such a character becomes `?`, which fits any: versions of udev differ in how they take escapes. What is no UTF-8, which Swift shows as
  /// U+FFFD, becomes `*`.
  static func pattern(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{FFFD}": result += result.hasSuffix("*") ? "" : "*"
      case "\"", "\\", "*", "?", "[", "]", "|", "$", "%": result += "?"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += "?"
      // Bytes, not characters, are what udev compares: one `?` would not fit all bytes of a character.
      case _ where isHidden(scalar): result += result.hasSuffix("*") ? "" : "*"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate, .privateUse: true
    default: false
    }
  }
}

/// Texts in double quotes, as YAML and JSON read them.
enum YAMLText {
  /// A text in double quotes, in which everything but printable ASCII is escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(Character(scalar))
      case _ where (0x20...0x7E).contains(scalar.value): result.unicodeScalars.append(scalar)
      case _ where scalar.value > 0xFFFF: result += "\\U" + digits(scalar, 8)
      default: result += "\\u" + digits(scalar, 4)
      }
    }
    return result + "\""
  }

  private static func digits(_ scalar: Unicode.Scalar, _ count: Int) -> String {
    let digits = String(scalar.value, radix: 16)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }
}

/// Words of a command line, as a shell reads them.
enum ShellText {
  /// A word, in quotes where it has anything but letters, digits and `/._-`.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
    return isPlain ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
