internal import ContactorCore

// Frames of whole points, so that every edge falls on a pixel.

extension Rect {
  /// The rectangle without a margin on each side; of no size where there is no room.
  func inner(_ margin: Double) -> Rect {
    Rect(x: minX + margin, y: minY + margin, width: max(0, width - 2 * margin), height: max(0, height - 2 * margin))
  }

  /// The cells of a grid with gaps between them, row by row.
  func cells(columns: Int, rows: Int, gap: Double) -> [Rect] {
    guard columns > 0, rows > 0 else { return [] }
    let width = max(0, ((self.width - gap * Double(columns - 1)) / Double(columns)).rounded(.down))
    let height = max(0, ((self.height - gap * Double(rows - 1)) / Double(rows)).rounded(.down))
    return (0..<columns * rows).map { index in
      let (row, column) = (index / columns, index % columns)
      return Rect(x: minX + Double(column) * (width + gap), y: minY + Double(row) * (height + gap), width: width, height: height)
    }
  }

  /// A strip at the top, and takes it, with a gap below, off this rectangle.
  mutating func takeTop(_ wanted: Double, gap: Double = 0) -> Rect {
    let height = min(wanted, self.height)
    let strip = Rect(x: minX, y: minY, width: width, height: height)
    let rest = min(height + gap, self.height)
    self = Rect(x: minX, y: minY + rest, width: width, height: self.height - rest)
    return strip
  }

  /// A strip at the bottom, and takes it, with a gap above, off this rectangle.
  mutating func takeBottom(_ wanted: Double, gap: Double = 0) -> Rect {
    let height = min(wanted, self.height)
    let strip = Rect(x: minX, y: maxY - height, width: width, height: height)
    self = Rect(x: minX, y: minY, width: width, height: max(0, self.height - height - gap))
    return strip
  }

  /// A strip at the left, and takes it, with a gap beside it, off this rectangle.
  mutating func takeLeft(_ wanted: Double, gap: Double = 0) -> Rect {
    let width = min(wanted, self.width)
    let strip = Rect(x: minX, y: minY, width: width, height: height)
    let rest = min(width + gap, self.width)
    self = Rect(x: minX + rest, y: minY, width: self.width - rest, height: height)
    return strip
  }

  /// A strip at the right, and takes it, with a gap beside it, off this rectangle.
  mutating func takeRight(_ wanted: Double, gap: Double = 0) -> Rect {
    let width = min(wanted, self.width)
    let strip = Rect(x: maxX - width, y: minY, width: width, height: height)
    self = Rect(x: minX, y: minY, width: max(0, self.width - width - gap), height: height)
    return strip
  }

  /// A rectangle of at most a size in the middle of this one.
  func centered(width wanted: Double, height tall: Double) -> Rect {
    let (width, height) = (min(wanted, self.width), min(tall, self.height))
    return Rect(
      x: (minX + (self.width - width) / 2).rounded(), y: (minY + (self.height - height) / 2).rounded(), width: width, height: height)
  }
}
