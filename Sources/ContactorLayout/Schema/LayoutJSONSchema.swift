/// The JSON Schema of layout files, draft 7: what their tables say, in the form that editors read.
///
/// A view, a gesture or an action takes only the keys of its kind. Whatever depends on other parts of a layout, such as ids, is for
/// `LayoutCheck`.
public enum LayoutJSONSchema {
  /// The schema as JSON.
  public static var text: String { tree.text }

  private static var tree: JSONTree {
    let root = object(SchemaTable.root)
    let head: [(String, JSONTree)] = [
      ("$schema", "http://json-schema.org/draft-07/schema#"), ("title", "Contactor layout"),
      ("description", "What is touched where, and what it does; 'contactor check' finds what a schema cannot."),
    ]
    // A file that others include has no version.
    let rule: [(String, JSONTree)] = [
      ("if", ["required": ["contactor"]]), ("then", anyOf(["screen", "windows", "include"])), ("minProperties", .number(1)),
    ]
    guard case .object(let members) = root else { return root }
    let own = members.filter { $0.0 != "required" }
    return .object(head + own + rule + [("definitions", .object(definitions))])
  }

  private static var definitions: [(String, JSONTree)] {
    var result: [(String, JSONTree)] = [
      ("parameter", ["type": "string", "pattern": "\\$\\("]),
      ("tuning", tuning(TuningKey.all)), ("viewTuning", tuning(TuningKey.ofViews)),
      ("modeEvents", events(LayoutMode.states)), ("idleEvents", events(LayoutIdle.states)),
      ("healthEvents", events(LayoutHealth.states)),
    ]
    result += SchemaTable.plain.map { ($0.name, object($0)) } + SchemaTable.values.map { ($0.table.name, object($0.table)) }
    result += views + gestures + actions
    let elements = ["view", "gesture", "action"].map { reference($0) }
    let element: JSONTree = ["anyOf": .array(elements)]
    let list: JSONTree = ["type": "array", "items": ["anyOf": .array(elements + [reference("parameter")])]]
    result.append(("template", ["anyOf": [element, list]]))
    return result
  }

  // MARK: Views

  private static var views: [(String, JSONTree)] {
    let view = SchemaTable.view
    let common = view.table.keys.filter { $0.owners == nil }.map(\.name)
    var result = [
      ("views", elements(of: view)), ("view", byKind(view, common, LayoutSchema.kinds)),
      ("view.any", object(view, isWhole: false, other: ["on": .reference("events")])), ("events", events(ControlEventName.all)),
    ]
    for kind in LayoutKind.allCases {
      var keys = view.table.names(of: kind.noun)
      var other = SchemaTable.rows(of: kind)
      let outlets = kind.outletNames
      if outlets.isEmpty { keys.removeAll { $0 == "outlets" } }
      other["outlets"] = .reference("outlets.\(kind.rawValue)")
      result.append(("view.\(kind.rawValue)", object(view, keys: keys, isWhole: false, other: other, in: "view.any")))
      if keys.contains("on") { result.append(("events.\(kind.rawValue)", events(kind.events))) }
      guard !outlets.isEmpty else { continue }
      let text = LayoutForm.text.schema(hasParameters: true)
      result.append(("outlets.\(kind.rawValue)", closed(outlets.map { ($0, text) }, hasParameters: true)))
    }
    for arrangement in LayoutArrangement.allCases {
      let keys = view.table.names(of: arrangement.rawValue).filter { $0 != "outlets" || !LayoutKind.view.outletNames.isEmpty }
      let needed: [(String, JSONTree)] = arrangement == .grid ? [("anyOf", required(["columns", "rows", "use"]))] : []
      let schema = object(view, keys: keys, isWhole: false, other: SchemaTable.rows(of: arrangement), in: "view.any")
      result.append(("view.\(arrangement.rawValue)", schema.adding(needed)))
    }
    return result
  }

  /// The elements of a list of views or gestures: each has all needed keys, or a template with them.
  private static func elements(of table: SchemaTable) -> JSONTree {
    let needed = table.table.keys.filter { $0.presence == .required }.map(\.name)
    let whole: JSONTree = [
      "allOf": [reference(table.name), ["anyOf": [["required": .strings(needed)], ["required": ["use"]]]]]
    ]
    return ["type": "array", "items": ["anyOf": [whole, reference("parameter")]]]
  }

  /// An object whose kind says which definition it has; the keys are those that all kinds have, for completion.
  private static func byKind(_ table: SchemaTable, _ keys: [String], _ kinds: [String]) -> JSONTree {
    var cases = kinds.map { kind -> JSONTree in
      ["if": named(["const": .string(kind)]), "then": reference("\(table.name).\(kind)")]
    }
    cases.append(["if": named(["enum": .strings(kinds)]), "else": reference("\(table.name).any")])
    return ["type": "object", "properties": .object(properties(table, keys: keys, in: "\(table.name).any")), "allOf": .array(cases)]
  }

  /// The condition that the kind is there and has a value.
  private static func named(_ value: JSONTree) -> JSONTree { ["properties": ["kind": value], "required": ["kind"]] }

  // MARK: Gestures

  private static var gestures: [(String, JSONTree)] {
    let gesture = SchemaTable.gesture
    let common = gesture.table.keys.filter { $0.owners == nil }.map(\.name)
    let kinds = LayoutGestureKind.allCases
    var result = [
      ("gestures", elements(of: gesture)), ("gesture", byKind(gesture, common, kinds.map(\.rawValue))),
      ("gesture.any", object(gesture, isWhole: false, other: ["on": .reference("states")])), ("states", events(GestureStateName.all)),
    ]
    for kind in kinds {
      let keys = gesture.table.names(of: kind.noun)
      let needed = LayoutSchema.neededGestureKeys.filter { $0.kind == kind }.map(\.keys)
      let rule: [(String, JSONTree)] = needed.map { ("anyOf", required($0 + ["use"])) }
      let schema = object(gesture, keys: keys, isWhole: false, other: SchemaTable.rows(of: kind), in: "gesture.any")
      result.append(("gesture.\(kind.rawValue)", schema.adding(rule)))
      result.append(("states.\(kind.rawValue)", events(kind.states)))
      result.append(("tuning.\(kind.rawValue)", tuning(kind.tuningKeys)))
    }
    return result
  }

  private static func tuning(_ keys: [TuningKey]) -> JSONTree {
    closed(
      keys.map { key in (key.name, key.form.schema(hasParameters: true).adding([("description", .string(key.shape))])) },
      hasParameters: true)
  }

  // MARK: Actions

  /// The keys that all actions have.
  static var timingKeys: [String] {
    let others = Set(LayoutSchema.actionOptions.flatMap { [$0.verb] + $0.options })
    return LayoutSchema.action.names.filter { !others.contains($0) }
  }

  private static var actions: [(String, JSONTree)] {
    let action = SchemaTable.action
    let verbs = LayoutSchema.actionOptions.map(\.verb)
    let use: [(String, JSONTree)] = [("use", row(SchemaTable.useRow)), ("with", row(SchemaTable.withRow))]
    var cases = verbs.map { verb -> JSONTree in
      ["if": ["required": [.string(verb)], "not": ["required": ["use"]]], "then": reference("action.\(verb)")]
    }
    cases.append(["if": ["required": ["use"]], "then": reference("action.use")])
    let properties = use + properties(action, keys: verbs + timingKeys, in: "action.use")
    var result: [(String, JSONTree)] = [
      ("action", ["type": "object", "properties": .object(properties), "allOf": .array(cases), "anyOf": required(verbs + ["use"])]),
      ("action.use", closed(use + self.properties(action, keys: action.table.names), hasParameters: true)),
    ]
    for (verb, options) in LayoutSchema.actionOptions {
      let needed = (SchemaTable.neededOptions[verb] ?? []).map { keys -> JSONTree in ["anyOf": required(keys)] }
      let keys = [verb] + options + timingKeys
      let schema = closed(self.properties(action, keys: keys, in: "action.use"), hasParameters: true)
      result.append(("action.\(verb)", needed.isEmpty ? schema : schema.adding([("allOf", .array(needed))])))
    }
    let list: JSONTree = ["type": "array", "minItems": .number(1), "items": ["anyOf": [reference("action"), reference("parameter")]]]
    result.append(("actions", ["anyOf": [reference("action"), list, reference("parameter")]]))
    return result
  }

  /// A mapping of events to actions.
  private static func events(_ names: [String]) -> JSONTree {
    closed(names.map { ($0, reference("actions")) }, hasParameters: true)
  }

  // MARK: Objects

  /// An object with the keys of a table, or some of them, and no others.
  ///
  /// - Parameter isWhole: whether the keys that the table needs must be there.
  private static func object(
    _ table: SchemaTable, keys: [String]? = nil, isWhole: Bool = true, other: [String: LayoutForm] = [:], in whole: String? = nil
  ) -> JSONTree {
    let names = keys ?? table.table.keys.filter { $0.presence != .later }.map(\.name)
    let schema = closed(properties(table, keys: names, other: other, in: whole), hasParameters: table.hasParameters)
    guard isWhole else { return schema }
    let needed = table.table.keys.filter { $0.presence == .required }.map(\.name)
    var rules: [(String, JSONTree)] = needed.isEmpty ? [] : [("required", .strings(needed))]
    if !table.one.isEmpty { rules.append(("oneOf", required(table.one))) }
    return schema.adding(rules)
  }

  /// The schemas of some keys of a table.
  ///
  /// - Parameter whole: the definition that has those of all keys; what is the same there is referred to.
  private static func properties(
    _ table: SchemaTable, keys: [String], other: [String: LayoutForm] = [:], in whole: String? = nil
  ) -> [(String, JSONTree)] {
    keys.compactMap { name in
      guard let row = table.rows[name], let key = table.table[name] else { return nil }
      if let whole, other[name] == nil { return (name, reference("\(whole)/properties/\(name)")) }
      let form = other[name] ?? row.form
      let description = key.shape.isEmpty ? row.meaning : "\(row.meaning): \(key.shape)"
      // Beside a reference, draft 7 ignores everything else.
      var schema = form.schema(hasParameters: table.hasParameters)
      if case .reference = form, !table.hasParameters { schema = ["allOf": [schema]] }
      return (name, schema.adding([("description", .string(description))]))
    }
  }

  private static func row(_ row: SchemaTable.Row) -> JSONTree {
    row.form.schema(hasParameters: true).adding([("description", .string(row.meaning))])
  }

  /// An object with these properties and no others but a merge key, and keys with parameters if there can be some.
  private static func closed(_ properties: [(String, JSONTree)], hasParameters: Bool) -> JSONTree {
    [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "patternProperties": hasParameters ? ["^<<$": [:], "\\$\\(": [:]] : ["^<<$": [:]],
    ]
  }

  private static func reference(_ name: String) -> JSONTree { ["$ref": .string("#/definitions/\(name)")] }

  /// The conditions that one key or another is there.
  private static func required(_ names: [String]) -> JSONTree { .array(names.map { ["required": [.string($0)]] }) }

  private static func anyOf(_ names: [String]) -> JSONTree { ["anyOf": required(names)] }
}
