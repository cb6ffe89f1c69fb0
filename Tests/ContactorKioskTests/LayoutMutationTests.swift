import ContactorKiosk
import Testing

@testable import ContactorLayout

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

  /// A layout with every key that makes layouts short.
  private let shortLayout = """
    contactor: 1
    include: [part.yaml]
    screen: {size: [800, 480], mm: [154, 86]}
    templates:
      key: {id: $(id), kind: button, on: {touchUpInside: {use: tell, with: {what: $(id)}}}}
      tell: [{emit: "$(what) $$(x)"}, {emit: &name two}]
      row: {id: $(name), kind: stack, share: 2, gap: 1 mm, repeat: {over: $(keys)}, views: [{use: key, with: {id: $(name)-$(item)}}]}
    views:
      - id: all
        kind: stack
        vertical: true
        frame: {left: 5%, right: 20, top: 10 mm, height: 50%}
        padding: [1, 2%]
        views:
          - {repeat: {over: [{id: a, n: [1, 2]}, {id: b, n: [3]}]}, use: row, with: {name: $(id), keys: $(n)}}
          - {id: g, kind: grid, columns: 3, rows: 2, gap: [1, 2], repeat: {over: {from: 1, to: 4}}, views: [{id: g$(number), kind: view, span: [1, 1]}]}
      - &last {id: last, kind: slider, frame: [10%, 50%, "20 mm", 30 pt], value: {min: 0, max: 9}}
      - {<<: [*last], id: again, on: {touchDown: {emit: *name}}}
    gestures: [{repeat: {over: [x, y]}, id: $(item), kind: tap, on: {recognized: {use: tell, with: {what: $(index)}}}}]

    """

  private let part = "views: [{use: key, with: {id: part}, right: 0, bottom: 0, width: 9, height: 9}]\nlog: {touch: true}\n"

  @Test(arguments: 0..<10)
  func `damaged short layouts parse or throw places inside their file`(seed: UInt64) {
    let spice = Array("{}[]:,-?&*!|>'\"%@`#~ $()<\t\n\r0.x\u{0}\u{FF}\u{85}".utf8) + [0xC2, 0xFF, 0xFE, 0x80]
    var generator = Generator(state: seed &+ 100)
    for round in 0..<500 {
      var files = ["k.yaml": Array(shortLayout.utf8), "part.yaml": Array(part.utf8)]
      let name = round.isMultiple(of: 4) ? "part.yaml" : "k.yaml"
      for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&files[name, default: []], spice, &generator) }
      let read = LayoutFiles { [files] (path) throws(LayoutDiagnostic) in
        guard let bytes = files[path] else { throw LayoutDiagnostic(file: path, mark: .file, message: "there is no such file") }
        return LayoutFile(bytes: bytes, identity: path)
      }
      do throws(LayoutError) {
        let layout = try Layout.parse(files["k.yaml"] ?? [], file: "k.yaml", files: read)
        _ = LayoutCheck.warnings(in: layout)
      } catch {
        #expect(error.diagnostics == error.diagnostics.sorted { $0.mark < $1.mark })
        for found in error.diagnostics {
          for (file, mark) in [(found.file, found.mark)] + found.uses.map({ ($0.file, $0.mark) }) {
            let widths = lineWidths(files[file] ?? [])
            let isInside = (1...widths.count).contains(mark.line) && (1...widths[mark.line - 1] + 1).contains(mark.column)
            #expect(isInside, "seed \(seed), round \(round): \(found)")
          }
          #expect(!found.description.contains("\n"), "seed \(seed), round \(round)")
        }
      }
    }
  }

  @Test func `the short layout that is damaged is right`() throws {
    let layout = try Layout.parse(Array(shortLayout.utf8), file: "k.yaml", files: .memory(["part.yaml": part]))
    #expect(layout.allViews.count == 14 && layout.gestures.count == 2)
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
