public import ContactorCore

/// A rectangle of whole pixels of the screen; the right and bottom edges are outside.
public struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  /// The left edge.
  public var left: Int
  /// The top edge.
  public var top: Int
  /// The right edge, which is outside.
  public var right: Int
  /// The bottom edge, which is outside.
  public var bottom: Int

  /// The rectangle without a pixel.
  public static let empty = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
  /// Coordinates beyond this count as this: far outside of any screen, and sums of them do not overflow.
  private static let limit = 1_000_000.0

  /// Creates a rectangle from its edges.
  public init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Creates a rectangle from its corner and size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(left: x, top: y, right: x + width, bottom: y + height)
  }

  /// The pixels that a rectangle in points touches, at a point a pixel; `empty` for one that is empty or not a number.
  public init(covering rect: Rect) {
    guard !rect.isEmpty, !rect.minX.isNaN, !rect.minY.isNaN else {
      self = .empty
      return
    }
    self.init(
      left: Self.whole(rect.minX.rounded(.down)), top: Self.whole(rect.minY.rounded(.down)),
      right: Self.whole(rect.maxX.rounded(.up)), bottom: Self.whole(rect.maxY.rounded(.up)))
  }

  private static func whole(_ value: Double) -> Int { Int(min(max(value, -limit), limit)) }

  /// The nearest whole pixel to a coordinate, halves upwards: content that scrolls keeps its distances.
  public static func snapped(_ coordinate: Double) -> Int {
    coordinate.isNaN ? 0 : whole((coordinate + 0.5).rounded(.down))
  }

  /// The horizontal extent; 0 or less for an empty rectangle.
  public var width: Int { right - left }
  /// The vertical extent; 0 or less for an empty rectangle.
  public var height: Int { bottom - top }
  /// Whether there is no pixel inside.
  public var isEmpty: Bool { right <= left || bottom <= top }
  /// The number of pixels inside.
  public var area: Int { isEmpty ? 0 : width * height }
  /// The edges, such as `10,20 30×40`.
  public var description: String { "\(left),\(top) \(width)×\(height)" }

  /// The common pixels; `empty` if there are none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let common = PixelRect(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right), bottom: min(bottom, other.bottom))
    return common.isEmpty ? .empty : common
  }

  /// The smallest rectangle with the pixels of both.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom))
  }

  /// Whether there are common pixels.
  public func intersects(_ other: PixelRect) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom && !isEmpty && !other.isEmpty
  }

  /// Whether every pixel of another rectangle is inside.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }

  /// The rectangle grown by a number of pixels on each side.
  public func outset(by length: Int) -> PixelRect {
    PixelRect(left: left - length, top: top - length, right: right + length, bottom: bottom + length)
  }
}

/// The pixels that must be drawn again: a few rectangles within the screen, no two of which meet.
///
/// Rectangles that meet become the rectangle around both. More than `limit` rectangles do not help: the two whose joining adds the fewest
/// pixels are joined. Nothing is allocated after the creation.
public struct Damage: Sendable {
  /// The greatest number of rectangles.
  public static let limit = 8

  /// The screen: what is added outside of it is left out.
  public let screen: PixelRect
  /// The rectangles, in no order.
  public private(set) var rects: ContiguousArray<PixelRect> = []

  /// Creates damage without a pixel.
  public init(screen: PixelRect) {
    self.screen = screen
    rects.reserveCapacity(Self.limit + 1)
  }

  /// Whether nothing needs drawing.
  public var isEmpty: Bool { rects.isEmpty }
  /// The number of pixels.
  public var area: Int { rects.reduce(0) { $0 + $1.area } }

  /// Adds the pixels of a rectangle that are on the screen.
  public mutating func add(_ rect: PixelRect) {
    var added = rect.intersection(screen)
    guard !added.isEmpty else { return }
    for known in rects where known.contains(added) { return }
    join(&added)
    rects.append(added)
    while rects.count > Self.limit { joinNearest() }
  }

  /// Forgets the rectangles, which have been drawn.
  public mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

  /// Takes the rectangles that a rectangle meets out of the list and into the rectangle, until it meets none.
  private mutating func join(_ rect: inout PixelRect) {
    var index = 0
    while index < rects.count {
      guard rects[index].intersects(rect) else {
        index += 1
        continue
      }
      rect = rect.union(rects[index])
      rects.swapAt(index, rects.count - 1)
      rects.removeLast()
      // The larger rectangle may meet one that the smaller did not.
      index = 0
    }
  }

  private mutating func joinNearest() {
    var best = (first: 0, second: 1, cost: Int.max)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let cost = rects[first].union(rects[second]).area - rects[first].area - rects[second].area
        if cost < best.cost { best = (first, second, cost) }
      }
    }
    var joined = rects[best.first].union(rects[best.second])
    rects.swapAt(best.second, rects.count - 1)
    rects.removeLast()
    rects.swapAt(best.first, rects.count - 1)
    rects.removeLast()
    join(&joined)
    rects.append(joined)
  }
}
