import ContactorCore
import PanelDrawing
import Testing

/// Numbers that are the same for a seed, on every machine.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

@Suite("Damage")
struct DamageTests {
  private let screen = PixelRect(x: 0, y: 0, width: 60, height: 40)

  /// The pixels of rectangles, as numbers.
  private func pixels(_ rects: some Sequence<PixelRect>) -> Set<Int> {
    var all: Set<Int> = []
    for rect in rects where !rect.isEmpty {
      for y in rect.top..<rect.bottom { for x in rect.left..<rect.right { all.insert(y * 1_000 + x) } }
    }
    return all
  }

  @Test(
    "has every pixel that was added on the screen, none outside, in few rectangles that do not meet",
    arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) {
    var dice = Dice(seed: seed)
    var damage = Damage(screen: screen)
    var added: [PixelRect] = []
    for _ in 0..<Int.random(in: 1...30, using: &dice) {
      let rect = PixelRect(
        x: .random(in: -10...65, using: &dice), y: .random(in: -10...45, using: &dice), width: .random(in: -2...20, using: &dice),
        height: .random(in: -2...15, using: &dice))
      damage.add(rect)
      added.append(rect.intersection(screen))
      #expect(damage.rects.count <= Damage.limit, "seed \(seed)")
      #expect(pixels(damage.rects).isSuperset(of: pixels(added)), "seed \(seed): \(added)")
      #expect(damage.rects.allSatisfy { screen.contains($0) && !$0.isEmpty }, "seed \(seed)")
      for (index, one) in damage.rects.enumerated() {
        for other in damage.rects.dropFirst(index + 1) { #expect(!one.intersects(other), "seed \(seed): \(one) meets \(other)") }
      }
      #expect(damage.area == pixels(damage.rects).count, "seed \(seed)")
    }
  }

  @Test("keeps two rectangles apart that do not meet, and joins two that do")
  func joining() {
    var damage = Damage(screen: screen)
    damage.add(PixelRect(x: 0, y: 0, width: 10, height: 10))
    damage.add(PixelRect(x: 10, y: 0, width: 5, height: 5))
    #expect(damage.rects.count == 2)
    damage.add(PixelRect(x: 9, y: 4, width: 3, height: 3))
    #expect(Array(damage.rects) == [PixelRect(x: 0, y: 0, width: 15, height: 10)])
    damage.add(PixelRect(x: 2, y: 2, width: 3, height: 3))
    #expect(damage.rects.count == 1)
    damage.removeAll()
    #expect(damage.isEmpty)
  }

  @Test("leaves out what lies outside of the screen")
  func outside() {
    var damage = Damage(screen: screen)
    damage.add(PixelRect(x: 60, y: 0, width: 10, height: 10))
    damage.add(PixelRect(x: 0, y: -10, width: 10, height: 10))
    damage.add(.empty)
    #expect(damage.isEmpty)
    damage.add(PixelRect(x: -1_000, y: -1_000, width: 10_000, height: 10_000))
    #expect(Array(damage.rects) == [screen])
  }
}

@Suite("Pixels")
struct PixelRectTests {
  @Test("a rectangle in points covers the pixels that it touches")
  func covering() {
    #expect(
      PixelRect(covering: Rect(x: 1.2, y: -0.5, width: 2, height: 1)) == PixelRect(left: 1, top: -1, right: 4, bottom: 1))
    #expect(PixelRect(covering: Rect(x: 3, y: 4, width: 5, height: 6)) == PixelRect(x: 3, y: 4, width: 5, height: 6))
    #expect(PixelRect(covering: Rect(x: 3, y: 4, width: 0, height: 6)).isEmpty)
  }

  @Test(
    "numbers that are none, and those beyond any screen, do no harm",
    arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
  func hostile(number: Double) {
    for rect in [
      Rect(x: number, y: 0, width: 1, height: 1), Rect(x: 0, y: number, width: 1, height: 1), Rect(x: 0, y: 0, width: number, height: 1),
      Rect(x: 0, y: 0, width: 1, height: number), Rect(x: number, y: number, width: number, height: number),
    ] {
      let covered = PixelRect(covering: rect)
      #expect(covered.area >= 0 && covered.union(PixelRect(x: 0, y: 0, width: 1, height: 1)).area >= 1)
    }
    _ = PixelRect.snapped(number)
  }

  @Test("halves are snapped upwards, so that what scrolls keeps its distances")
  func snapping() {
    #expect([-1.5, -0.5, 0.49, 0.5, 1.5, 2.2].map(PixelRect.snapped) == [-1, 0, 0, 1, 2, 2])
    // Rows 56 points apart are 56 pixels apart at every offset.
    for step in 0..<100 {
      let offset = Double(step) * 0.37
      #expect(PixelRect.snapped(112 - offset) - PixelRect.snapped(56 - offset) == 56)
    }
  }
}
