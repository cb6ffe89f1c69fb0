// The standard library's functions for this are in `_StringProcessing`, which brings a parser of regular expressions: a megabyte in a
// program that is linked statically.
extension String {
  /// The first place of a text at or after an index; `nil` if it is not there, or empty.
  ///
  /// O(length · length of the text).
  package func place(ofText part: String, from start: Index) -> Range<Index>? {
    guard let first = part.utf8.first else { return nil }
    var place = start
    while let found = utf8[place...].firstIndex(of: first) {
      if utf8[found...].starts(with: part.utf8) { return found..<utf8.index(found, offsetBy: part.utf8.count) }
      place = utf8.index(after: found)
    }
    return nil
  }

  /// Whether a text, which is not empty, is part of this one.
  package func contains(text part: String) -> Bool { place(ofText: part, from: startIndex) != nil }

  /// This text with another in place of each occurrence of a part, which is not empty.
  package func replacing(text part: String, with other: String) -> String {
    var result = ""
    var rest = startIndex
    while let found = place(ofText: part, from: rest) {
      result += self[rest..<found.lowerBound]
      result += other
      rest = found.upperBound
    }
    return rest == startIndex ? self : result + self[rest...]
  }
}
