import ContactorKiosk
import ContactorLayout
import Testing

/// What is wrong before the keys are looked at: bytes, YAML, limits.
@Suite struct LayoutSyntaxTests {
  @Test(arguments: [
    (
      "contactor: 1\nscreen: {size: [1, 1]\nviews: []\n",
      ["k.yaml:3:1: error: did not find expected ',' or '}' while parsing a flow mapping that starts at 2:9"]
    ),
    (
      "contactor: 1\n\tscreen: {size: [1, 1]}\n",
      ["k.yaml:2:1: error: a tab cannot indent in YAML; expected spaces"]
    ),
    (
      "contactor: 1\n screen: {size: [1, 1]}\n",
      ["k.yaml:2:8: error: mapping values are not allowed in this context"]
    ),
    (
      "contactor: 1\nscreen: \"size\n",
      ["k.yaml:3:1: error: found unexpected end of stream while scanning a quoted scalar that starts at 2:9"]
    ),
    (
      "contactor: 1\nscreen: {size: [1, 1]}\n---\ncontactor: 1\n",
      ["k.yaml:3:1: error: a second YAML document starts here; expected one document in a layout file"]
    ),
    (
      "contactor: 1\nscreen: {size: [*v, 1]}\n",
      ["k.yaml:2:17: error: nothing before it is named &v; expected the value with '&v' in front, before the alias"]
    ),
    (
      "contactor: !!int 1\nscreen: {size: [1, 1]}\n",
      ["k.yaml:1:12: error: YAML tags (!name) have no meaning in a layout; expected the value itself"]
    ),
    (
      "contactor: 1\nscreen: {size: [1, 1]}\n? [a]\n: 1\n",
      ["k.yaml:3:3: error: a key is a list; expected a word"]
    ),
    ("%YAML 3.0\n---\ncontactor: 1\n", ["k.yaml:1:1: error: found incompatible YAML document"]),
    ("contactor: 1\nscreen: \u{80}\n", ["k.yaml:2:9: error: control characters are not allowed"]),
    ("contactor: 1\nscreen: \u{FFFE}\n", ["k.yaml:2:9: error: control characters are not allowed"]),
    (
      "contactor: 1\r\nscreen: a\u{1}\n",
      ["k.yaml:2:10: error: the control character 0x01 is not text; expected a text file"]
    ),
    ("contactor: 1\n\tscreen: 1\n", ["k.yaml:2:1: error: a tab cannot indent in YAML; expected spaces"]),
    ("\tcontactor: 1\n", ["k.yaml:1:1: error: a tab cannot indent in YAML; expected spaces"]),
    (
      "contactor: 1\nscreen: %5\n",
      ["k.yaml:2:9: error: unquoted text cannot start with '%'; expected the text in quotes"]
    ),
    ("}", ["k.yaml:1:1: error: did not find expected node content while parsing a block node"]),
    (
      "a: *",
      ["k.yaml:1:5: error: did not find expected alphabetic or numeric character while scanning an alias"]
    ),
  ])
  func `broken text`(text: String, expected: [String]) {
    #expect(lines(text) == expected)
  }

  @Test func `other encodings are named`() {
    let utf16 = "k.yaml:1:1: error: the file is UTF-16; expected UTF-8; save it as such"
    #expect(lines([0xFF, 0xFE, 0x61, 0x00]) == [utf16])
    #expect(lines([0xFE, 0xFF, 0x00, 0x61]) == [utf16])
    #expect(lines([0x61, 0x00, 0x3A, 0x00]) == [utf16])
    #expect(
      lines([0xFF, 0xFE, 0, 0]) == ["k.yaml:1:1: error: the file is UTF-32; expected UTF-8; save it as such"])
    #expect(
      lines(Array("a: 1\nb: ".utf8) + [0xE9, 0x0A])
        == ["k.yaml:2:4: error: the byte 0xE9 is not UTF-8; expected a file in UTF-8"])
  }

  @Test func `a NUL byte is no text, and columns count characters`() {
    #expect(
      lines(Array("contactor: 1\nscréen: ".utf8) + [0])
        == ["k.yaml:2:9: error: a NUL byte is not text; expected a text file"])
  }

  @Test func `a file that is too large is refused`() {
    #expect(
      lines([UInt8](repeating: 0x61, count: 4 << 20 | 1))
        == ["k.yaml:1:1: error: the file has more than 4194304 bytes; expected a layout of at most 4 MiB"])
    #expect(lines([UInt8](repeating: 0x23, count: 4 << 20)).count == 1)
  }

  @Test func `deep nesting is refused`() {
    let place = "k.yaml:1:66: error: lists and mappings are nested more than 64 deep"
    #expect(lines(String(repeating: "[", count: 100_000)) == [place])
    #expect(lines(String(repeating: "{a: ", count: 100_000)).count == 1)
    #expect(lines(String(repeating: "- ", count: 100_000)).count == 1)
    #expect(lines(String(repeating: "? ", count: 100_000)).count == 1)
  }

  @Test func `many values and many mistakes stay within bounds`() {
    #expect(
      lines("a: [" + String(repeating: "a,", count: 1_000_000) + "]")
        == ["k.yaml:1:399999: error: the layout has more than 200000 values"])
    let keys = (0..<5000).map { "key\($0): 1\n" }.joined()
    #expect(lines("contactor: 1\n" + keys).count == 1000)
  }
}
