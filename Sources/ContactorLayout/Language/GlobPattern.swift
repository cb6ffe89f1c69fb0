/// Text in which `*` stands for any characters, none included; everything else stands for itself.
public struct GlobPattern: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was written.
  public let description: String

  /// Creates a pattern; every text is one.
  public init(_ text: String) {
    description = text
  }

  /// Whether the whole text fits; upper and lower case differ.
  ///
  /// - Complexity: O(pattern × text) at worst.
  public func matches(_ text: String) -> Bool {
    let pattern = Array(description.utf8)
    let text = Array(text.utf8)
    let star = UInt8(ascii: "*")
    var (at, place) = (0, 0)
    var retry: (pattern: Int, text: Int)?
    while place < text.count {
      if at < pattern.count, pattern[at] == star {
        retry = (at + 1, place)
        at += 1
      } else if at < pattern.count, pattern[at] == text[place] {
        at += 1
        place += 1
      } else if let last = retry {
        // The last star takes one byte more; earlier ones need no second look.
        retry = (last.pattern, last.text + 1)
        (at, place) = (last.pattern, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == star }
  }
}
