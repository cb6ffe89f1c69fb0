/// A text's characters in chunks, so that an edit moves the characters of one chunk and not the whole text.
///
/// A position is a number of characters; Swift's `String` would walk to it from the beginning. Each character takes 16 bytes, and a block
/// of memory of its own if it has more than 15 UTF-8 bytes.
///
/// | operation                    | complexity                                     |
/// | ---------------------------- | ---------------------------------------------- |
/// | a character                  | O(chunks): 2,000 at most in 1,000,000 characters |
/// | replacing *r* by *n*         | O(chunks + `chunkLimit` + r + n)               |
/// | scanning *n* characters      | O(chunks + n)                                  |
package struct CharacterStorage: Sendable {
  /// The greatest number of characters in a chunk: 16 KiB, so that the shift inside one costs a few hundred instructions.
  static let chunkLimit = 1024

  private var chunks: ContiguousArray<ContiguousArray<Character>> = []
  /// The number of characters.
  package private(set) var count = 0

  /// A position as the number of a chunk and an offset in it.
  private struct Place {
    var chunk: Int
    var offset: Int
  }

  /// Creates a storage of a text's characters.
  package init(_ text: String = "") {
    replace(0..<0, with: ContiguousArray(text))
  }

  /// The place of a position, 0 … `count`; a position between two chunks is the end of the first.
  private func place(of position: Int) -> Place {
    var place = Place(chunk: 0, offset: position)
    while place.chunk < chunks.count {
      let length = chunks[place.chunk].count
      if place.offset <= length { break }
      place.offset -= length
      place.chunk += 1
    }
    return place
  }

  /// The character after a position; `nil` outside 0 ..< `count`.
  package func character(at position: Int) -> Character? {
    guard position >= 0, position < count else { return nil }
    var place = place(of: position)
    if place.offset == chunks[place.chunk].count { place = Place(chunk: place.chunk + 1, offset: 0) }
    return chunks[place.chunk][place.offset]
  }

  /// The range within 0 … `count`.
  package func clamped(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<count) }

  // MARK: Reading

  /// Calls the body with each character of a range in order, until it returns false; returns the position after the last accepted one.
  @inline(__always)
  package func scan(_ range: Range<Int>, while accepts: (Character) -> Bool) -> Int {
    let range = clamped(range)
    var (place, position) = (place(of: range.lowerBound), range.lowerBound)
    while position < range.upperBound {
      let chunk = chunks[place.chunk]
      let end = min(chunk.count, place.offset + range.upperBound - position)
      for offset in place.offset..<end {
        guard accepts(chunk[offset]) else { return position + offset - place.offset }
      }
      position += end - place.offset
      place = Place(chunk: place.chunk + 1, offset: 0)
    }
    return position
  }

  /// Calls the body with each character before a position, from the last to the first, until it returns false; returns the position
  /// before the last accepted one.
  @inline(__always)
  package func scanBackward(from position: Int, while accepts: (Character) -> Bool) -> Int {
    var position = min(max(position, 0), count)
    var place = place(of: position)
    while position > 0 {
      if place.offset == 0 { place = Place(chunk: place.chunk - 1, offset: chunks[place.chunk - 1].count) }
      let chunk = chunks[place.chunk]
      for offset in (0..<place.offset).reversed() {
        guard accepts(chunk[offset]) else { return position }
        position -= 1
      }
      place.offset = 0
    }
    return 0
  }

  /// The characters of a range, which is clamped.
  package func characters(in range: Range<Int>) -> ContiguousArray<Character> {
    var result: ContiguousArray<Character> = []
    result.reserveCapacity(clamped(range).count)
    _ = scan(range) {
      result.append($0)
      return true
    }
    return result
  }

  /// The text of a range, which is clamped, byte for byte as it was stored.
  package func string(in range: Range<Int>) -> String {
    var result = ""
    result.reserveCapacity(clamped(range).count)
    _ = scan(range) {
      result.append($0)
      return true
    }
    return result
  }

  // MARK: Replacing

  /// Replaces a range, which is clamped, by characters.
  package mutating func replace(_ range: Range<Int>, with characters: ContiguousArray<Character>) {
    let range = clamped(range)
    if range.isEmpty, characters.isEmpty { return }
    let (start, end) = (place(of: range.lowerBound), place(of: range.upperBound))
    count += characters.count - range.count
    if start.chunk == end.chunk, start.chunk < chunks.count {
      let length = chunks[start.chunk].count - range.count + characters.count
      if length <= Self.chunkLimit, length >= Self.chunkLimit / 4 || chunks.count == 1 {
        return chunks[start.chunk].replaceSubrange(start.offset..<end.offset, with: characters)
      }
    }
    rebuild(from: start, to: end, with: characters)
  }

  /// Replaces the chunks between two places, and the chunk after them, by chunks of half the limit.
  private mutating func rebuild(from start: Place, to end: Place, with characters: ContiguousArray<Character>) {
    var merged: ContiguousArray<Character> = []
    if start.chunk < chunks.count { merged += chunks[start.chunk][..<start.offset] }
    merged += characters
    var last = end.chunk
    if last < chunks.count { merged += chunks[last][end.offset...] }
    if last + 1 < chunks.count, merged.count < Self.chunkLimit / 2 {
      last += 1
      merged += chunks[last]
    }
    var pieces: ContiguousArray<ContiguousArray<Character>> = []
    var from = 0
    while from < merged.count {
      let to = min(from + Self.chunkLimit / 2, merged.count)
      pieces.append(ContiguousArray(merged[from..<to]))
      from = to
    }
    chunks.replaceSubrange(min(start.chunk, chunks.count)..<min(last + 1, chunks.count), with: pieces)
  }
}
