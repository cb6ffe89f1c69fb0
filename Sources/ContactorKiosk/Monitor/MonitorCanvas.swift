import ContactorCore

/// A piece of terminal to draw on: lines in dots, text in cells.
///
/// With Unicode a cell is 2 × 4 dots of braille; on a plain terminal it is one dot.
struct MonitorCanvas {
  let columns: Int
  let rows: Int
  private let isPlain: Bool
  private var dots: [UInt8]
  private var letters: [Character?]

  init(columns: Int, rows: Int, isPlain: Bool) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    self.isPlain = isPlain
    dots = Array(repeating: 0, count: self.columns * self.rows)
    letters = Array(repeating: nil, count: self.columns * self.rows)
  }

  /// Draws a path; places are shares of the canvas, and what lies outside is not drawn.
  mutating func draw(_ path: [Point]) {
    guard columns > 0, rows > 0, var previous = path.first.flatMap(dot) else { return }
    set(previous)
    for place in path.dropFirst() {
      guard let next = dot(place) else { continue }
      line(from: previous, to: next)
      previous = next
    }
  }

  /// Marks a place with a sign and a text beside it: to its right, or to its left where the edge is near.
  mutating func mark(_ place: Point, _ sign: Character, _ text: String) {
    guard columns > 0, rows > 0, place.isFinite, (0...1).contains(place.x), (0...1).contains(place.y) else { return }
    let column = min(Int(place.x * Double(columns)), columns - 1)
    let row = min(Int(place.y * Double(rows)), rows - 1)
    let start = column + 1 + text.count <= columns ? column + 1 : column - text.count
    for (index, letter) in text.enumerated() { put(letter, start + index, row) }
    put(sign, column, row)
  }

  /// The rows as text, each as wide as the canvas.
  var lines: [String] {
    (0..<rows).map { row in
      String((0..<columns).map { cell(row * columns + $0) })
    }
  }

  private func cell(_ index: Int) -> Character {
    if let letter = letters[index] { return letter }
    if dots[index] == 0 { return " " }
    if isPlain { return "." }
    return UnicodeScalar(0x2800 + UInt32(dots[index])).map(Character.init) ?? "."
  }

  private mutating func put(_ letter: Character, _ column: Int, _ row: Int) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    letters[row * columns + column] = letter
  }

  // MARK: Dots

  private struct Dot {
    var x: Int
    var y: Int
  }

  private func dot(_ place: Point) -> Dot? {
    // A panel's edge, and somewhat beyond it, may be touched; far outside is a faulty panel.
    guard place.isFinite, abs(place.x) < 4, abs(place.y) < 4 else { return nil }
    let (across, down) = isPlain ? (1.0, 1.0) : (2.0, 4.0)
    return Dot(
      x: Int((place.x * Double(columns) * across).rounded(.down)),
      y: Int((place.y * Double(rows) * down).rounded(.down)))
  }

  /// Bresenham's line.
  private mutating func line(from start: Dot, to end: Dot) {
    let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
    let (stepX, stepY) = (start.x < end.x ? 1 : -1, start.y < end.y ? 1 : -1)
    var dot = start
    var error = width - height
    while dot.x != end.x || dot.y != end.y {
      set(dot)
      let doubled = 2 * error
      if doubled > -height {
        error -= height
        dot.x += stepX
      }
      if doubled < width {
        error += width
        dot.y += stepY
      }
    }
    set(end)
  }

  private mutating func set(_ dot: Dot) {
    let (across, down) = isPlain ? (1, 1) : (2, 4)
    guard dot.x >= 0, dot.y >= 0, dot.x < columns * across, dot.y < rows * down else { return }
    // The order of the bits in Unicode's braille: 1 2 3 down on the left, 4 5 6 on the right, then the bottom row.
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    dots[dot.y / down * columns + dot.x / across] |= isPlain ? 1 : bits[dot.x % 2][dot.y % 4]
  }
}
