import Foundation

/// A picture of the virtual machine's screen, as the command `screenshot NAME.ppm` writes it.
struct ScreenPicture: Equatable {
  let width: Int
  let height: Int
  /// Red, green and blue of each pixel, row by row.
  private let bytes: [UInt8]

  struct Failure: Error {
    let text: String
  }

  /// Reads a PPM file of 8 bits a colour.
  init(_ file: URL) throws {
    let data = [UInt8](try Data(contentsOf: file))
    var words: [String] = []
    var index = 0
    while words.count < 4, index < data.count {
      let word = data[index...].prefix { $0 > 32 }
      words.append(String(decoding: word, as: UTF8.self))
      index += word.count + 1
    }
    guard words.count == 4, words[0] == "P6", words[3] == "255", let width = Int(words[1]), let height = Int(words[2]),
      data.count - index == width * height * 3
    else { throw Failure(text: "\(file.lastPathComponent) is no PPM file of 8 bits: \(words)") }
    (self.width, self.height) = (width, height)
    bytes = Array(data[index...])
  }

  /// The colour of a pixel, such as `0xF2994A`.
  subscript(x: Int, y: Int) -> UInt32 {
    let start = (y * width + x) * 3
    return UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
  }

  /// The number of pixels of a rectangle that have a colour.
  func count(of color: UInt32, x: Range<Int>, y: Range<Int>) -> Int {
    y.reduce(0) { sum, y in sum + x.count { self[$0, y] == color } }
  }

  /// A rectangle of pixels; the right and bottom edges are outside.
  struct Box: Equatable, CustomStringConvertible {
    var x: Range<Int>
    var y: Range<Int>
    var description: String { "\(x) \(y)" }

    /// Whether another rectangle is inside.
    func contains(_ other: Box) -> Bool {
      x.lowerBound <= other.x.lowerBound && x.upperBound >= other.x.upperBound && y.lowerBound <= other.y.lowerBound
        && y.upperBound >= other.y.upperBound
    }
  }

  /// The least rectangle around all pixels that differ by more than 2 of 255; `nil` if there are none.
  ///
  /// Cairo rounds the edge of a curve a little differently within another clip.
  func difference(from other: ScreenPicture) -> Box? {
    guard width == other.width, height == other.height else { return Box(x: 0..<width, y: 0..<height) }
    var box: Box?
    for index in bytes.indices where abs(Int(bytes[index]) - Int(other.bytes[index])) > 2 {
      let (x, y) = (index / 3 % width, index / 3 / width)
      let old = box ?? Box(x: x..<x + 1, y: y..<y + 1)
      box = Box(
        x: min(old.x.lowerBound, x)..<max(old.x.upperBound, x + 1), y: min(old.y.lowerBound, y)..<max(old.y.upperBound, y + 1))
    }
    return box
  }
}
