import ContactorKiosk
import ContactorLayout
import Testing

/// Random damage to a good layout never crashes the reader and never makes it point outside the file.
@Suite struct LayoutMutationTests {
  /// A small generator with a seed, so that a failure can be repeated.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test(arguments: 0..<10)
  func `damaged layouts parse or throw places inside the file`(seed: UInt64) {
    let good = Array(goodLayout.utf8)
    let spice = Array("{}[]:,-?&*!|>'\"%@`#~ \t\n\r0.x\u{0}\u{FF}\u{85}".utf8) + [0xC2, 0xFF, 0xFE, 0x80]
    var generator = Generator(state: seed)
    for round in 0..<1000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&bytes, spice, &generator) }
      do throws(LayoutError) {
        let layout = try Layout.parse(bytes, file: "k.yaml")
        _ = LayoutCheck.warnings(in: layout)
      } catch {
        let widths = lineWidths(bytes)
        #expect(error.diagnostics == error.diagnostics.sorted { $0.mark < $1.mark })
        for found in error.diagnostics {
          let isInside =
            (1...widths.count).contains(found.line) && (1...widths[found.line - 1] + 1).contains(found.column)
          #expect(isInside, "seed \(seed), round \(round): \(found)")
          #expect(!found.description.contains("\n"), "seed \(seed), round \(round)")
        }
      }
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ spice: [UInt8], _ generator: inout Generator) {
    let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
    guard place < bytes.count else { return }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[place] = spice.randomElement(using: &generator) ?? 0
    case 2: bytes.insert(spice.randomElement(using: &generator) ?? 0, at: place)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...30, using: &generator)))
    case 4: bytes.removeSubrange(place...)
    default:
      let end = min(bytes.count, place + Int.random(in: 1...60, using: &generator))
      bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
    }
  }

  /// The characters on each line; YAML 1.1 also breaks lines at U+0085, U+2028 and U+2029.
  private func lineWidths(_ bytes: [UInt8]) -> [Int] {
    var widths = [0]
    var previous: UnicodeScalar = " "
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": widths.append(0)
      default: widths[widths.count - 1] += 1
      }
      previous = scalar
    }
    return widths
  }
}
