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

  /// The least rectangle around all pixels that differ by more than 2 of 255, as `x,y wxh`; `nil` if there are none.
  ///
  /// Cairo rounds the edge of a curve a little differently within another clip.
  func difference(from other: ScreenPicture) -> String? {
    guard width == other.width, height == other.height else { return "the sizes differ" }
    var box: (left: Int, top: Int, right: Int, bottom: Int)?
    for index in bytes.indices where abs(Int(bytes[index]) - Int(other.bytes[index])) > 2 {
      let (x, y) = (index / 3 % width, index / 3 / width)
      box = (min(box?.left ?? x, x), min(box?.top ?? y, y), max(box?.right ?? x, x), max(box?.bottom ?? y, y))
    }
    return box.map { "\($0.left),\($0.top) \($0.right - $0.left + 1)x\($0.bottom - $0.top + 1)" }
  }
}
