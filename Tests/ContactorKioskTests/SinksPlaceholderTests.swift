import ContactorKiosk
import ContactorLayout
import Testing

@Suite struct SinksPlaceholderTests {
  private let values = PlaceholderValues(control: "ok", event: "touchDown", value: 2.5, x: 10, y: -0.25)

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("{value}%", "2.5%"), ("{x},{y}", "10,-0.25"),
    ("{control}:{event}", "ok:touchDown"), ("{{value}", "{value}"), ("{{{value}}", "{2.5}"), ("a}b", "a}b"),
    (#"{{"v":{value}}"#, #"{"v":2.5}"#), ("{{{{", "{{"), ("é{x}ü", "é10ü"),
    ("e\u{301}{x}\u{301}", "e\u{301}10\u{301}"),
  ])
  func `placeholders are filled in`(text: String, expected: String) throws {
    let template = try PlaceholderTemplate(text)
    #expect(template.filled(with: values) == expected)
    #expect(template.description == text)
  }

  @Test(arguments: [
    ("{", PlaceholderError.open), ("a{value", .open), ("{{{", .open), ("{}", .unknown("")),
    ("{Value}", .unknown("Value")), ("{ value }", .unknown(" value ")), ("{x{y}}", .unknown("x{y")),
  ])
  func `broken placeholders are errors`(text: String, expected: PlaceholderError) {
    #expect(throws: expected) { try PlaceholderTemplate(text) }
  }

  @Test func `what is not there leaves nothing`() throws {
    let none = PlaceholderValues(control: "c", event: "e")
    #expect(try PlaceholderTemplate("<{value}{x}{y}>").filled(with: none) == "<>")
  }

  @Test func `a template knows its placeholders`() throws {
    #expect(try PlaceholderTemplate("{x}{{y}{event}").placeholders == [.x, .event])
    #expect(PlaceholderTemplate(literal: "{x}").placeholders.isEmpty)
    #expect(PlaceholderTemplate(literal: "{x}").filled(with: values) == "{x}")
  }

  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (0.0005, "0.001"), (0.0004, "0"),
    (-0.0004, "0"),
    (1.0 / 3, "0.333"), (2.0 / 3, "0.667"), (0.9996, "1"), (100, "100"), (0.05, "0.05"), (-12.34, "-12.34"),
    (234.375, "234.375"), (1e6, "1000000"), (1e15, "1000000000000000"), (1e18, "1000000000000000000"),
    (-1e20, "-100000000000000000000"), (.nan, ""), (.infinity, ""),
  ])
  func `numbers have up to three decimals and no exponent`(number: Double, text: String) {
    #expect(DecimalText.of(number) == text)
  }

  @Test func `the largest number has digits only`() {
    let text = DecimalText.of(.greatestFiniteMagnitude)
    #expect(text.count == 309)
    #expect(!text.contains { !$0.isNumber })
  }
}
