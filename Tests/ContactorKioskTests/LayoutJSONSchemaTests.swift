import Foundation
import Testing

@testable import ContactorLayout

/// The JSON Schema has what the tables of the language have, and nothing else.
@Suite struct LayoutJSONSchemaTests {
  private typealias Members = [String: Any]

  private func schema() throws -> Members {
    try #require(try JSONSerialization.jsonObject(with: Data(LayoutJSONSchema.text.utf8)) as? Members)
  }

  private func keys(_ schema: Any?, _ place: String = "") throws -> Set<String> {
    let members = try #require(schema as? Members, "\(place)")
    return Set(try #require(members["properties"] as? Members, "\(place)").keys)
  }

  private func names(_ table: LayoutTable) -> Set<String> { Set(table.keys.filter { $0.presence != .later }.map(\.name)) }

  private static let tables = SchemaTable.plain + SchemaTable.values.map(\.table) + [.root, .view, .gesture, .action]

  @Test func `each key of each table has a form and a meaning, and no other has`() {
    for table in Self.tables {
      #expect(Set(table.rows.keys) == names(table.table), "\(table.name)")
      #expect(table.rows.values.allSatisfy { !$0.meaning.isEmpty })
      #expect(table.one.allSatisfy { table.rows[$0] != nil })
    }
    #expect(Set(Self.tables.map(\.name)).count == Self.tables.count)
  }

  @Test func `no table of the language is missing`() throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = repository.appending(path: "Sources/ContactorLayout/Language")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var owners: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      owners.formUnion(text.matches(of: /LayoutTable\(\s*owner: "([^"]+)"/).map { String($0.1) })
    }
    #expect(owners.count > 30 && owners == Set(Self.tables.map(\.table.owner)))
  }

  @Test func `each mapping has the keys of its table, and needs those that must be there`() throws {
    let schema = try schema()
    let definitions = try #require(schema["definitions"] as? Members)
    #expect(try keys(schema) == names(LayoutSchema.root))
    for table in SchemaTable.plain + SchemaTable.values.map(\.table) {
      #expect(try keys(definitions[table.name], table.name) == names(table.table), "\(table.name)")
      let needed = table.table.keys.filter { $0.presence == .required }.map(\.name)
      #expect((definitions[table.name] as? Members)?["required"] as? [String] ?? [] == needed, "\(table.name)")
    }
    #expect(Set(SchemaTable.values.map(\.kind)) == Set(LayoutSchema.values.keys))
  }

  @Test(arguments: LayoutKind.allCases) func `a kind of view has its own keys and events`(_ kind: LayoutKind) throws {
    let definitions = try #require(try schema()["definitions"] as? Members)
    var expected = Set(LayoutSchema.view.names(of: kind.noun))
    if kind.outletNames.isEmpty { expected.remove("outlets") }
    #expect(try keys(definitions["view.\(kind.rawValue)"]) == expected)
    if expected.contains("on") { #expect(try keys(definitions["events.\(kind.rawValue)"]) == Set(kind.events)) }
  }

  @Test func `grids, stacks and views of unknown kind have theirs`() throws {
    let definitions = try #require(try schema()["definitions"] as? Members)
    for arrangement in LayoutArrangement.allCases {
      let expected = Set(LayoutSchema.view.names(of: arrangement.rawValue)).subtracting(["outlets"])
      #expect(try keys(definitions["view.\(arrangement.rawValue)"]).subtracting(["outlets"]) == expected)
    }
    #expect(try keys(definitions["view.any"]) == names(LayoutSchema.view))
    #expect(try keys(definitions["gesture.any"]) == names(LayoutSchema.gesture))
  }

  @Test(arguments: LayoutGestureKind.allCases) func `a kind of gesture has its own keys, states and thresholds`(_ kind: LayoutGestureKind)
    throws
  {
    let definitions = try #require(try schema()["definitions"] as? Members)
    #expect(try keys(definitions["gesture.\(kind.rawValue)"]) == Set(LayoutSchema.gesture.names(of: kind.noun)))
    #expect(try keys(definitions["states.\(kind.rawValue)"]) == Set(kind.states))
    #expect(try keys(definitions["tuning.\(kind.rawValue)"]) == Set(kind.tuningKeys.map(\.name)))
  }

  @Test func `an action has the options of its verb, and all actions together have all keys`() throws {
    let definitions = try #require(try schema()["definitions"] as? Members)
    var all: Set<String> = []
    for (verb, options) in LayoutSchema.actionOptions {
      let found = try keys(definitions["action.\(verb)"])
      #expect(found == Set([verb] + options + LayoutJSONSchema.timingKeys), "\(verb)")
      all.formUnion(found)
    }
    #expect(all == names(LayoutSchema.action))
    #expect(LayoutJSONSchema.timingKeys == ["every", "direction", "after", "overlap", "if"])
    #expect(try keys(definitions["action.use"]) == all.union(["use", "with"]))
    #expect(try keys(definitions["tuning"]) == Set(TuningKey.all.map(\.name)))
    #expect(try keys(definitions["viewTuning"]) == Set(TuningKey.ofViews.map(\.name)))
  }

  @Test func `each reference leads to something, and each key says what it means`() throws {
    let schema = try schema()
    var references: Set<String> = []
    func collect(_ value: Any) {
      if let members = value as? Members {
        if let name = members["$ref"] as? String { references.insert(name) }
        members.values.forEach(collect)
      } else if let elements = value as? [Any] {
        elements.forEach(collect)
      }
    }
    collect(schema)
    #expect(references.count > 100)
    for reference in references {
      var place: Any? = schema
      for step in reference.split(separator: "/").dropFirst() { place = (place as? Members)?[String(step)] }
      #expect(place != nil, "\(reference)")
    }
    let definitions = try #require(schema["definitions"] as? Members)
    for name in ["view.any", "gesture.any", "action.use", "forward", "device"] {
      let properties = try #require((definitions[name] as? Members)?["properties"] as? [String: Members])
      for (key, value) in properties { #expect((value["description"] as? String)?.isEmpty == false, "\(name) \(key)") }
    }
  }
}
