/// The form of a value of the layout file, for its JSON Schema.
indirect enum LayoutForm: Sendable {
  /// Any text; a number or flag without quotes is one, too.
  case text
  /// A text that a regular expression matches.
  case pattern(String)
  /// `true` or `false`.
  case bool
  /// One of some words.
  case choice([String])
  /// One of some whole numbers.
  case integers([Int])
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number.
  case number(NumberRule)
  /// A number, or one with a unit behind it.
  case measure(NumberRule, units: [String])
  /// A text with a placeholder, such as `"{value}"`.
  case placeholder
  /// A list, with the number of its elements.
  case list(LayoutForm, ClosedRange<Int>)
  /// A list with a form for each element.
  case tuple([LayoutForm])
  /// A mapping of names that are the layout's own.
  case map(LayoutForm)
  /// A definition of the schema.
  case reference(String)
  /// One of several forms.
  case either([LayoutForm])
  /// Anything.
  case anything

  /// A list of any length, perhaps empty.
  static func list(_ form: LayoutForm) -> LayoutForm { .list(form, 0...Int.max) }
  /// A list with at least one element.
  static func filled(_ form: LayoutForm) -> LayoutForm { .list(form, 1...Int.max) }
  /// One value, or a list of them.
  static func oneOrMore(_ form: LayoutForm) -> LayoutForm { .either([form, .list(form)]) }
  /// A width and a height.
  static func size(_ rule: NumberRule) -> LayoutForm { .tuple([.number(rule), .number(rule)]) }

  /// A time in seconds, or with a unit.
  static func time(_ rule: NumberRule) -> LayoutForm { .measure(rule, units: ["ms", "s", "min", "h"]) }
  /// A length in points, or with a unit.
  static func length(_ rule: NumberRule) -> LayoutForm { .measure(rule, units: ["%", "mm", "pt"]) }
  /// A distance in points, or with a unit.
  static let distance = LayoutForm.either([.measure(.distance, units: ["mm", "pt"]), .reference("distance")])
  /// A rectangle in points.
  static let rect = LayoutForm.tuple([.number(.coordinate), .number(.coordinate), .number(.length), .number(.length)])
  /// A number of bytes.
  static let bytes = LayoutForm.measure(NumberRule(range: 0...0x1p50, isOpen: false, words: "bytes"), units: ["K", "M", "G"])

  /// A number, at the beginning of a text with a unit.
  private static let numeral = "[-+]?[0-9.]+([eE][-+]?[0-9]+)?"

  /// The schema of the form.
  ///
  /// - Parameter hasParameters: whether a parameter of a template, `$(name)`, may stand in its place or in places inside.
  func schema(hasParameters: Bool) -> JSONTree {
    guard hasParameters, !takesParameters else { return ownSchema(hasParameters) }
    return ["anyOf": [ownSchema(hasParameters), ["$ref": "#/definitions/parameter"]]]
  }

  /// Whether a parameter has the form already.
  private var takesParameters: Bool {
    switch self {
    case .text, .anything: true
    case .either(let forms): forms.contains { $0.takesParameters }
    default: false
    }
  }

  private func ownSchema(_ hasParameters: Bool) -> JSONTree {
    switch self {
    case .text: return ["type": ["string", "number", "boolean"]]
    case .pattern(let pattern): return ["type": "string", "pattern": .string(pattern)]
    case .bool: return ["type": "boolean"]
    case .choice(let words): return ["enum": .strings(words)]
    case .integers(let numbers): return ["enum": .array(numbers.map { .number(Double($0)) })]
    case .integer(let range):
      return ["type": "integer", "minimum": .number(Double(range.lowerBound)), "maximum": .number(Double(range.upperBound))]
    case .number(let rule): return Self.number(rule)
    case .measure(let rule, let units):
      let unit = units.joined(separator: "|")
      return ["anyOf": [Self.number(rule), ["type": "string", "pattern": .string("^\(Self.numeral) *(\(unit))$")]]]
    case .placeholder: return ["type": "string", "pattern": "\\{"]
    case .list(let form, let count): return Self.list(form, count, hasParameters)
    case .tuple(let forms):
      return [
        "type": "array", "items": .array(forms.map { $0.schema(hasParameters: hasParameters) }),
        "minItems": .number(Double(forms.count)), "maxItems": .number(Double(forms.count)),
      ]
    case .map(let form): return ["type": "object", "additionalProperties": form.schema(hasParameters: hasParameters)]
    case .reference(let name): return ["$ref": .string("#/definitions/\(name)")]
    case .either(let forms): return ["anyOf": .array(forms.map { $0.ownSchema(hasParameters) })]
    case .anything: return [:]
    }
  }

  private static func list(_ form: LayoutForm, _ count: ClosedRange<Int>, _ hasParameters: Bool) -> JSONTree {
    var members: [(String, JSONTree)] = [("type", "array"), ("items", form.schema(hasParameters: hasParameters))]
    if count.lowerBound > 0 { members.append(("minItems", .number(Double(count.lowerBound)))) }
    if count.upperBound < .max { members.append(("maxItems", .number(Double(count.upperBound)))) }
    return .object(members)
  }

  private static func number(_ rule: NumberRule) -> JSONTree {
    let lower: (String, JSONTree) = (rule.isOpen ? "exclusiveMinimum" : "minimum", .number(rule.range.lowerBound))
    return .object([("type", "number"), lower, ("maximum", .number(rule.range.upperBound))])
  }
}

extension TuningKey {
  /// The form of the threshold's value.
  var form: LayoutForm {
    switch quantity {
    case .time: .time(.duration)
    case .distance, .length: .distance
    case .angle: .measure(.angle, units: ["deg", "°"])
    case .number(let rule, _): .number(rule)
    }
  }
}
