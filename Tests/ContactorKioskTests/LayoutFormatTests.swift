import Foundation
import Testing

@testable import ContactorLayout

/// `contactor fmt` changes the form of a layout and nothing else.
@Suite struct LayoutFormatTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The layouts of the repository.
  private static let examples: [String] = {
    let folder = repository.appending(path: "Examples").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "Examples/\($0)" } + ["packaging/etc/kiosk.yaml"]
  }()

  private func formatted(_ text: String) throws -> String {
    String(decoding: try LayoutFormat.formatted(Array(text.utf8), file: "k.yaml"), as: UTF8.self)
  }

  /// All that a layout says, without its places.
  private func content(_ bytes: [UInt8], _ path: String) throws -> [Substring] {
    var text = ""
    dump(try Layout.parse(bytes, file: path), to: &text)
    var place: Int?
    return text.split(separator: "\n").filter { line in
      let depth = line.prefix { $0 == " " }.count
      // What is deeper is a part of the place.
      if let outer = place, depth > outer { return false }
      place = line.wholeMatch(of: /.*\b[a-zA-Z]*[mM]ark: .*/) == nil ? nil : depth
      return place == nil
    }
  }

  @Test(arguments: examples) func `each layout of the repository has the form`(_ name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.repository.appending(path: name)))
    #expect(String(decoding: try LayoutFormat.formatted(bytes, file: name), as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: examples.filter { !$0.contains("hotel-parts") })
  func `a layout that lost its form gets it back and says the same`(_ name: String) throws {
    let path = Self.repository.appending(path: name).path
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    // Braces on lines of their own, other blanks, and the line ends of another system.
    var bent = text.replacing(": {", with: ":   {").replacing(", ", with: " ,").replacing(/\n(?!\n)/, with: "  \r\n")
    bent = bent.replacing(": [", with: ": [ ")
    let result = try LayoutFormat.formatted(Array(bent.utf8), file: path)
    #expect(try content(result, path) == content(Array(bent.utf8), path))
    if !text.contains("\"") {
      #expect(String(decoding: result, as: UTF8.self).split(separator: "\n").count == text.split(separator: "\n").count)
    }
  }

  private static let cases: [(source: String, result: String)] = [
    ("a:   1\nb :   [ 1,2 , 3 ]\nc: { d : e,f: {} }", "a: 1\nb: [1, 2, 3]\nc: {d: e, f: {}}\n"),
    ("a:\n- b\n-    c: 1\n     d: 2\n", "a:\n  - b\n  - c: 1\n    d: 2\n"),
    ("a:\n    b:\n        - - 1\n          - 2\n        -\n          - 3\n", "a:\n  b:\n    - - 1\n      - 2\n    - - 3\n"),
    ("\n\na: 1\n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"),
    ("a:\n\n  b: 1\n\n  c: 2\nd: 3", "a:\n  b: 1\n\n  c: 2\nd: 3\n"),
    // Comments in every place.
    (
      "# one\n\n\n# two\na: 1 # three\n# four\nb: # five\n # six\n  c: 2\n  # seven\n# eight\n",
      "# one\n\n# two\na: 1  # three\n# four\nb:  # five\n  # six\n  c: 2\n  # seven\n# eight\n"
    ),
    ("a: [1, # one\n  2] # two\n", "a:  # two\n  - 1  # one\n  - 2\n"),
    ("a: {b: 1,\n  # why\n  c: 2}\n", "a:\n  b: 1\n  # why\n  c: 2\n"),
    ("a: # one\n  # two\n  1 # three\n", "a:  # one\n  # two\n  1  # three\n"),
    (
      "- # one\n  a: 1\n-\n  # two\n  b: 2\n- {c: 1,\n   d: 2, # three\n   e: 3} # four\n",
      "-  # one\n  a: 1\n-\n  # two\n  b: 2\n# four\n- c: 1\n  d: 2  # three\n  e: 3\n"
    ),
    ("a: [ # none\n]\n", "# none\na: []\n"),
    ("a: 1 # x\nbbb: 2 # y\nc: 3\n\nd: 4 # z\n", "a: 1    # x\nbbb: 2  # y\nc: 3\n\nd: 4  # z\n"),
    // Block scalars keep what they hold.
    (
      "a: |\n     one\n\n       two\n     # text\n\n# comment\nb: >-   # why\n    three\n    four\n",
      "a: |\n  one\n\n    two\n  # text\n\n# comment\nb: >-  # why\n  three\n  four\n"
    ),
    ("a: |4\n        indented\n      less\nb: |+\n      end\n\n\nc: 1\n", "a: |2\n      indented\n    less\nb: |+\n  end\n\n\nc: 1\n"),
    // Texts of several lines keep their breaks.
    (
      "a: one\n      two\n\n      three\nb: \"x \\\n        y  \n        z\"\nc: 'it''s\n   so'\n",
      "a: one\n  two\n\n  three\nb: \"x \\\n  y\n  z\"\nc: 'it''s\n  so'\n"
    ),
    // Anchors, aliases, merge keys.
    (
      "a: &one   {b: 1}\nc:\n  <<: *one\n  d: &two\n      e: [*one ,  *two2, &x y, *x ]\n".replacing("*two2", with: "*one"),
      "a: &one {b: 1}\nc:\n  <<: *one\n  d: &two\n    e: [*one, *one, &x y, *x]\n"
    ),
    ("&k key: 1\nb: {*k : 2}\n? long\n: 3\n", "&k key: 1\nb: {*k : 2}\nlong: 3\n"),
    ("a:\nb: ~\nc: {d, e: }\nf: [g: 1, ]\n-1: -\u{78}\n", "a:\nb: ~\nc: {d, e}\nf: [{g: 1}]\n-1: -x\n"),
    // Other line ends, a byte order mark, tabs, other scripts.
    ("\u{FEFF}a: 1\r\nb:\t[1,\t2]\t# c\r\nc: é日😀 # ü\rd: 4", "a: 1\nb: [1, 2]  # c\nc: é日😀     # ü\nd: 4\n"),
    ("%YAML 1.1\n---   # start\na: 1\n...\n# end\n", "%YAML 1.1\n---  # start\na: 1\n# end\n...\n"),
    // JSON stays JSON.
    ("{\"contactor\":1,\"log\":{\"touch\":true}}", "{\"contactor\": 1, \"log\": {\"touch\": true}}\n"),
  ]

  @Test(arguments: cases) func `odd files get the form`(_ source: String, _ result: String) throws {
    #expect(try formatted(source) == result)
    #expect(try formatted(result) == result)
  }

  @Test func `what is in braces and too long becomes lines, a long list of short elements is filled`() throws {
    let word = String(repeating: "w", count: 50)
    #expect(try formatted("a: {b: \(word), c: \(word)}") == "a: {b: \(word), c: \(word)}\n")
    #expect(try formatted("a: {b: \(word), c: \(word), d: 1234567}") == "a:\n  b: \(word)\n  c: \(word)\n  d: 1234567\n")
    #expect(try formatted("a: [\(word), \(word), 1234567890123]") == "a:\n  - \(word)\n  - \(word)\n  - 1234567890123\n")
    let numbers = (1000..<1040).map(String.init).joined(separator: ", ")
    let filled = try formatted("a: [\(numbers)]").split(separator: "\n")
    #expect(filled.count == 3 && filled.allSatisfy { $0.count <= 120 } && filled[1].hasPrefix("  10"), "\(filled)")
    #expect(try formatted("{\"a\": \"\(word)\", \"b\": [\"\(word)\", 1]}") == "{\n  \"a\": \"\(word)\",\n  \"b\": [\"\(word)\", 1]\n}\n")
  }

  @Test(arguments: [
    "", "# only\n", "a: 1\n---\nb: 2\n", "a:\n\t- b\n", "a: !!str 5\nb: !x 1\n", "\"open", "a: *none\n", "? [a]\n: b\n", "a: 1\na: 2\n",
    "a: {b: [1}\n", "a\u{0}b: 1\n", "- a\nb: 1\n",
  ])
  func `a file that is no YAML for layouts has the mistakes that check finds`(_ source: String) throws {
    let error = try #require(throws: LayoutError.self) { try formatted(source) }
    let found = LayoutCheck.diagnostics(of: Array(source.utf8), file: "k.yaml")
    #expect(!error.diagnostics.isEmpty && error.diagnostics.allSatisfy(found.contains), "\(error) \(found)")
  }

  @Test func `a layout that cannot be written in another form stays as it is`() throws {
    let error = try #require(throws: LayoutError.self) { try formatted("? |\n  a\n  b\n: 1\n") }
    #expect(error.description.contains("another form would change what the file says, so it stays as it is"))
  }

  // MARK: Random files

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    }
  }

  private static let spice = [
    "{", "}", "[", "]", ": ", ", ", "- ", "? ", "&a ", "*a ", "!", "|\n", ">-\n ", "'", "\"", "%", " # c\n", "\n# c\n", "\n    # e\n", "~",
    " ", "\t", "\n", "\n\n\n", "\r\n", "x", "\u{85}", "\u{2028}", "---\n", "...\n", "<<: ", "\\\n",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<8) func `damaged files say the same in the form, which is the same the second time`(seed: UInt64) throws {
    var generator = Generator(state: seed)
    let sources = Self.cases.map { Array($0.source.utf8) } + [Array(goodLayout.utf8)]
    var count = 0
    for round in 0..<400 {
      var bytes = sources.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...8, using: &generator)))
        case 1: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 30)], at: place)
        default: bytes.insert(contentsOf: Self.spice.randomElement(using: &generator) ?? [], at: place)
        }
      }
      guard let result = try? LayoutFormat.formatted(bytes, file: "k.yaml") else { continue }
      count += 1
      #expect(try LayoutFormat.formatted(result, file: "k.yaml") == result, "seed \(seed), round \(round)")
      #expect(try tree(result) == tree(bytes), "seed \(seed), round \(round)")
      #expect(!result.isEmpty && result.last == 0x0A)
    }
    #expect(count > 30)
  }

  /// The values of a file without their places.
  private func tree(_ bytes: [UInt8]) throws -> LayoutNode? {
    var reader = LayoutReader(try LayoutBytes.text(bytes, file: "k.yaml"), file: "k.yaml")
    return try reader.document().map(withoutPlaces)
  }

  private func withoutPlaces(_ node: LayoutNode) -> LayoutNode {
    var node = node
    node.mark = .start
    switch node.content {
    case .sequence(let elements): node.content = .sequence(elements.map(withoutPlaces))
    case .mapping(let entries):
      node.content = .mapping(entries.map { LayoutEntry(key: $0.key, mark: .start, value: withoutPlaces($0.value)) })
    case .scalar, .invalid: break
    }
    return node
  }

  // MARK: Files

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contactor-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func `a file is replaced with its permissions, and not touched where it has the form`() throws {
    try withFolder { folder in
      let file = folder.appending(path: "k.yaml")
      try Data("a:   1\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      #expect(try LayoutFormat.rewrite(path: file.path))
      #expect(try Data(contentsOf: file) == Data("a: 1\n".utf8))
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      #expect(try !LayoutFormat.rewrite(path: file.path))
      #expect(
        try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int == attributes[.systemFileNumber] as? Int)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["k.yaml"])
    }
  }

  @Test func `a link, and a file with a mistake, stay as they are`() throws {
    try withFolder { folder in
      let file = folder.appending(path: "k.yaml")
      let link = folder.appending(path: "link.yaml")
      try Data("a:   1\n".utf8).write(to: file)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      let error = try #require(throws: LayoutError.self) { try LayoutFormat.rewrite(path: link.path) }
      #expect(error.description == "\(link.path): error: this is a link; expected the file itself, \(file.path)")
      #expect(try Data(contentsOf: file) == Data("a:   1\n".utf8))
      try Data("a:   [1\n".utf8).write(to: file)
      #expect(throws: LayoutError.self) { try LayoutFormat.rewrite(path: file.path) }
      #expect(try Data(contentsOf: file) == Data("a:   [1\n".utf8))
      #expect(throws: LayoutError.self) { try LayoutFormat.rewrite(path: folder.path) }
      #expect(throws: LayoutError.self) { try LayoutFormat.rewrite(path: folder.appending(path: "none").path) }
    }
  }

  @Test func `the group of a file stays`() throws {
    guard geteuid() == 0 else { return }
    try withFolder { folder in
      let file = folder.appending(path: "k.yaml").path
      try Data("a:   1\n".utf8).write(to: URL(filePath: file))
      try #require(chown(file, 0, 12) == 0 && chmod(file, 0o640) == 0)
      #expect(try LayoutFormat.rewrite(path: file))
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.groupOwnerAccountID] as? Int == 12 && attributes[.posixPermissions] as? Int == 0o640)
    }
  }
}
