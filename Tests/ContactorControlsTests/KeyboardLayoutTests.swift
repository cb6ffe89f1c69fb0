import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Layouts as data.
@Suite("Keyboard layouts")
struct KeyboardLayoutTests {
  private static let all = KeyboardLayout.languages + [.digits, .pin, .decimal, .phone, .dial]

  private func keyboard(_ layout: KeyboardLayout, _ frame: Rect = Rect(x: 0, y: 0, width: 800, height: 240)) -> Keyboard {
    let keyboard = Keyboard(frame: frame)
    keyboard.layout = layout
    return keyboard
  }

  @Test("7.7 Keys do not overlap, lie within the keyboard, and each is hit at its centre", arguments: all)
  func geometry(layout: KeyboardLayout) {
    let keyboard = keyboard(layout)
    #expect(!layout.planes.isEmpty)
    for plane in layout.planes.indices {
      keyboard.planeIndex = plane
      let frames = (0..<keyboard.numberOfKeys).map { keyboard.contentFrame(for: .key($0)) }
      #expect(!frames.isEmpty)
      for (index, frame) in frames.enumerated() {
        #expect(!frame.isEmpty)
        #expect(keyboard.bounds.contains(frame))
        #expect(keyboard.keyIndex(at: frame.center) == index)
        #expect(!frames[..<index].contains { $0.intersects(frame) })
      }
    }
  }

  @Test("7.7 Each plane can be reached from the first, and left again", arguments: all)
  func planes(layout: KeyboardLayout) {
    let destinations = layout.planes.map { plane in
      plane.rows.joined().compactMap { key -> Int? in
        guard case .plane(let name) = key.role else { return nil }
        return layout.planeIndex(named: name)
      }
    }
    var reached: Set<Int> = [0]
    for _ in layout.planes { reached.formUnion(reached.flatMap { destinations[$0] }) }
    #expect(reached.count == layout.planes.count)
    for plane in layout.planes.indices where plane > 0 { #expect(destinations[plane].contains { $0 != plane }) }
  }

  @Test(
    "7.7 All letters of the language can be typed",
    arguments: [
      ("en", "abcdefghijklmnopqrstuvwxyz"), ("de", "abcdefghijklmnopqrstuvwxyzäöüß"), ("fr", "abcdefghijklmnopqrstuvwxyzéèêëàâæçùûüôœîïÿ"),
      ("he", "אבגדהוזחטיכךלמםנןסעפףצץקרשת"), ("ar", "ابتثجحخدذرزسشصضطظعغفقكلمنهويءأإآؤئىة"),
    ])
  func letters(language: String, letters: String) throws {
    let layout = try #require(KeyboardLayout.languages.first { $0.language == language })
    let keys = Array(layout.planes[0].rows.joined())
    for letter in letters {
      #expect(keys.contains { $0.text == String(letter) || $0.alternatives.contains(String(letter)) }, "\(letter)")
    }
    #expect(keys.contains { $0.role == .space } && keys.contains { $0.role == .delete } && keys.contains { $0.role == .return })
    #expect(layout.isRightToLeft == ["he", "ar"].contains(language))
    for digit in "0123456789" { #expect(layout.planes.contains { $0.rows.joined().contains { $0.text == String(digit) } }) }
  }

  @Test("7.7 No key of a plane exists twice", arguments: all)
  func unique(layout: KeyboardLayout) {
    for plane in layout.planes {
      let texts = plane.rows.joined().filter { $0.role == .text }.map(\.text)
      #expect(Set(texts).count == texts.count, "\(layout.name) \(plane.name)")
    }
  }

  @Test("7.7 Without a capital of one character a key keeps its letter; one can be given")
  func capitals() throws {
    let on = KeyboardStage(layout: try KeyboardLayout(":plane p\nß i/İ ﬁ"))
    on.keyboard.shift = .locked
    #expect((0..<3).map { on.keyboard.label(forKeyAt: $0) } == ["ß", "İ", "ﬁ"])
    on.keyboard.layouts = [.german]
    on.keyboard.shift = .locked
    #expect(on.index("ẞ") != nil)
  }

  @Test("A table gives widths, gaps, named keys, texts of several characters, and signs of its own notation")
  func table() throws {
    let layout = try KeyboardLayout(
      """
      :layout Test xx rtl
      :plane one I
      [gap]*.5 a*2 .com / * [ ] :
      [two] **1.5 //? [left]
      :plane two II
      [one]
      :alternatives
      a b c
      a d
      :captions
      a first key
      """)
    #expect((layout.name, layout.language, layout.isRightToLeft) == ("Test", "xx", true))
    let rows = layout.planes[0].rows
    #expect(rows[0].map(\.text) == ["", "a", ".com", "/", "*", "[", "]", ":"])
    #expect(rows[0].map(\.width) == [0.5, 2, 1, 1, 1, 1, 1, 1])
    #expect(rows[1].map(\.text) == ["", "*", "/", KeyEvent.leftArrow])
    #expect(rows[1][0].label == "II")
    #expect(rows[1][1].width == 1.5)
    #expect(rows[1][2].shiftedText == "?")
    #expect(rows[0][1].alternatives == ["b", "c", "d"])
    #expect(rows[0][1].caption == "first key")
  }

  @Test(
    "A mistake in a table is an error with its line and the way out",
    arguments: [
      ("", "line 1: there is no key; write ':plane letters' and rows of keys below it"),
      ("a b", "line 1: a row of keys comes before the first ':plane'"),
      (":plane", "line 1: ':plane' needs a name, such as ':plane letters ABC'"),
      (":plane a\nx\n:plane a", "line 3: there are two planes 'a'; rename one"),
      (":plane a\nx\n[b]", "line 3: '[b]' is neither a key's name nor a plane; there are the planes a"),
      (":keys", "line 1: ':keys' is unknown; there are ':layout', ':plane', ':alternatives' and ':captions'"),
    ])
  func mistakes(table: String, message: String) {
    do {
      _ = try KeyboardLayout(table)
      Issue.record("no error")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("5.14 A layout without planes, rows or keys, and widths that are no numbers, trap nowhere")
  func hostile() {
    let widths = [Double.nan, .infinity, -1, 0, 1e300, 0.001]
    let keys = widths.map { KeyboardLayout.Key("x", width: $0) }
    let layouts = [
      KeyboardLayout(name: "", planes: []), KeyboardLayout(name: "", planes: [.init("a", rows: [])]),
      KeyboardLayout(name: "", planes: [.init("a", rows: [[], []])]), KeyboardLayout(name: "", planes: [.init("a", rows: [keys, []])]),
      KeyboardLayout(name: "", planes: [.init("a", rows: [[.init("", role: .plane("none")), .init("", role: .gap)]])]),
    ]
    for layout in layouts {
      let on = KeyboardStage(layout: layout)
      for size in [240, 0, -5, Double.nan, .infinity, 1e300] {
        on.keyboard.frame = Rect(x: 0, y: 0, width: size, height: size)
        for x in [0.0, 100, .nan, .infinity] { _ = on.keyboard.keyIndex(at: Point(x: x, y: x)) }
        _ = on.keyboard.contentParts
        _ = on.keyboard.performAccessibility(.activate, at: 0)
        on.stage.tap(1, 100, 100, at: on.stage.application.now.microseconds / 1000 + 500)
      }
      on.keyboard.planeIndex = 7
      on.keyboard.languageIndex = -3
      on.keyboard.keySpacing = .nan
      on.keyboard.layouts = []
      on.keyboard.nextLanguage(on.keyboard)
      #expect(on.keyboard.numberOfKeys == 0)
    }
  }

  @Test("7.7 With 10,000 keys each one is found")
  func many() {
    let rows = (0..<100).map { row in (0..<100).map { KeyboardLayout.Key("\(row),\($0)", width: 1 + Double($0 % 3)) } }
    let keyboard = keyboard(KeyboardLayout(name: "many", planes: [.init("all", rows: rows)]))
    #expect(keyboard.numberOfKeys == 10_000)
    for index in stride(from: 0, to: 10_000, by: 37) {
      #expect(keyboard.keyIndex(at: keyboard.contentFrame(for: .key(index)).center) == index)
    }
  }

  @Test("A row of gaps alone, and room beside a short row, belong to the keys around")
  func gaps() throws {
    let keyboard = keyboard(try KeyboardLayout(":plane p\na b c d\n[gap]\n[gap] e [gap] f"))
    #expect(keyboard.numberOfKeys == 6)
    #expect(keyboard.keyIndex(at: Point(x: 10, y: 110)) == 0)
    #expect(keyboard.keyIndex(at: Point(x: 10, y: 130)) == 4)
    #expect(keyboard.keyIndex(at: Point(x: -500, y: 9_000)) == 4)
    #expect(keyboard.keyIndex(at: Point(x: 500, y: 230)) == 5)
  }
}
