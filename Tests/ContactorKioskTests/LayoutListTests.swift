import ContactorControls
import ContactorCore
@testable import ContactorLayout
import Testing

/// Lists of a layout: where their rows come from, sections, search, and what the log tells of them.
@Suite("Lists in layouts")
struct LayoutListTests {
  private static func layout(_ list: String, more: String = "") -> String {
    """
    screen: {size: [300, 400]}
    views:
      - {id: query, kind: textField, frame: [0, 0, 300, 40]}
      - {id: list, kind: table, frame: [0, 40, 300, 320], rowHeight: 40, \(list)}
      - {id: again, kind: button, frame: [0, 360, 300, 40], on: {touchUpInside: {send: "reloadRows:", to: list}}}
    \(more)
    """
  }

  private func rows(_ text: String) throws(LayoutError) -> [String] {
    try LayoutRows.parse(Array(text.utf8), file: "rows").map { "\($0.title)/\($0.detail)/\($0.section ?? "-")/\($0.id)" }
  }

  private func table(_ stage: SessionStage) throws -> LayoutTableView { try #require(stage.session.responders["list"] as? LayoutTableView) }

  private func texts(_ stage: SessionStage) throws -> [String] {
    let table = try table(stage)
    return (0..<table.numberOfSections).flatMap { section in
      (0..<table.numberOfRows(inSection: section)).map { row in
        table.dataSource?.tableView(table, cellForRowAt: IndexPath(row: row, section: section))?.text ?? "nil"
      }
    }
  }

  @Test(
    "Rows are read from YAML, from JSON, or one a line with the detail after a tab",
    arguments: [
      ("- Anna\n- {title: Bert, detail: \"7\", section: B, id: bert}\n", ["Anna//-/Anna", "Bert/7/B/bert"]),
      ("[\"Anna\", {\"title\": \"Bert\"}]", ["Anna//-/Anna", "Bert//-/Bert"]),
      ("Anna\t12\r\n\nBert\n", ["Anna/12/-/Anna", "Bert//-/Bert"]), ("", []), ("  \n", []), ("Anna: x\n", ["Anna: x//-/Anna: x"]),
    ])
  func forms(_ text: String, _ expected: [String]) throws {
    #expect(try rows(text) == expected)
  }

  @Test(
    "Rows that cannot be read are refused with their place",
    arguments: [
      ("- {titel: Anna}", "rows:1:4: error: unknown key 'titel'"), ("- [a]", "rows:1:3: error: a row is a list"),
      ("- {detail: x}", "needs the key 'title'"), ("[a", "rows:"), ("- \u{0}", "NUL"),
    ])
  func mistakes(_ text: String, _ message: String) {
    do {
      _ = try rows(text)
      Issue.record("read")
    } catch {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test("A list has 50,000 rows at most")
  func limit() throws {
    let line = "x\n"
    #expect(try rows(String(repeating: line, count: 50_000)).count == 50_000)
    #expect(throws: LayoutError.self) { try rows(String(repeating: line, count: 50_001)) }
  }

  @Test("A tap on a row selects it, sends the layout's actions with its id, and is logged")
  func selection() throws {
    let stage = try SessionStage(
      Self.layout(
        "rows: [Anna, {title: Bert, id: b7}], on: {valueChanged: {emit: \"chose {value}\"}, primaryActionTriggered: {emit: tapped}}"))
    stage.tap(100, 40 + 60)
    stage.wait(500_000)
    #expect(try table(stage).selectedIDs == ["b7"])
    let lines = stage.lines.filter { $0.contains("\"kind\":\"value\"") || $0.contains("\"kind\":\"emit\"") }.map { line in
      line.drop { $0 != "k" }.description
    }
    #expect(
      lines.sorted() == [
        "kind\":\"emit\",\"emit\":\"chose b7\",\"control\":\"list\",\"event\":\"valueChanged\",\"value\":\"b7\"}",
        "kind\":\"emit\",\"emit\":\"tapped\",\"control\":\"list\",\"event\":\"primaryActionTriggered\",\"value\":\"b7\"}",
        "kind\":\"value\",\"control\":\"list\",\"value\":\"b7\"}",
      ])
  }

  @Test("The search shows the rows that have the text, in whatever case, and keeps the selection")
  func search() throws {
    let stage = try SessionStage(Self.layout("rows: [Anna, Bert, Hanna, Émile], search: query"))
    stage.tap(100, 40 + 20)
    stage.wait(500_000)
    let field = try #require(stage.session.responders["query"] as? TextField)
    field.insertText("NNA")
    #expect(try texts(stage) == ["Anna", "Hanna"])
    #expect(try table(stage).selectedIDs == ["Anna"])
    field.clear(field)
    field.insertText("é")
    #expect(try texts(stage) == ["Émile"])
    field.clear(field)
    #expect(try texts(stage).count == 4)
  }

  @Test("Rows of one section stand together; initials make the sections and the strip at the edge")
  func sections() throws {
    let stage = try SessionStage(Self.layout("rows: [{title: a, section: X}, {title: b, section: Y}, {title: c, section: X}]"))
    #expect(try texts(stage) == ["a", "c", "b"])
    let initials = try SessionStage(Self.layout("rows: [anna, Adam, bert], sections: initials, index: true"))
    let list = try table(initials)
    #expect(list.numberOfSections == 2)
    #expect(list.dataSource?.sectionIndexTitles(for: list) == ["A", "B"])
  }

  @Test("A program's rows are asked for when the layout is shown and by reloadRows:, and selected ids stay")
  func program() throws {
    let stage = try SessionStage(Self.layout("rows: {from: [departures, \"{control}\"], timeout: 5}"))
    var requests: [RowsRequest] = []
    stage.session.onRowsWanted = { requests.append($0) }
    #expect(requests.map(\.argv) == [["departures", "list"]])
    try stage.session.setRows(Array("Rome\nOslo\n".utf8), named: "departures", forView: "list")
    stage.tap(100, 40 + 60)
    stage.wait(500_000)
    #expect(try table(stage).selectedIDs == ["Oslo"])
    stage.tap(100, 380)
    #expect(requests.count == 2)
    try stage.session.setRows(Array("[Kiel, Oslo]".utf8), named: "departures", forView: "list")
    #expect(try texts(stage) == ["Kiel", "Oslo"])
    #expect(try table(stage).selectedIDs == ["Oslo"])
    #expect(
      stage.lines.filter { $0.contains("\"kind\":\"rows\"") }.map { $0.replacing(/.*"kind":"rows",|"digest":"\w{16}",/, with: "") } == [
        #""view":"list","count":2,"rows":["Rome","Oslo"]}"#, #""view":"list","count":2,"at":0,"removed":1,"rows":["Kiel"]}"#,
      ])
    #expect(throws: LayoutError.self) { try stage.session.setRows(Array("[".utf8), named: "departures", forView: "list") }
    #expect(try texts(stage) == ["Kiel", "Oslo"])
    try stage.session.setRows([], named: "departures", forView: "nobody")
  }

  @Test(
    "Mistakes in the keys of the kinds are found with their places",
    arguments: [
      ("kind: table, rows: {file: a, from: [b]}", "'rows' has both 'file' and 'from'"),
      ("kind: table, rows: {}", "says neither 'file' nor 'from'"), ("kind: table, rows: x", "expected a list"),
      ("kind: table, rows: {file: nowhere.txt}", "'nowhere.txt' cannot be read"),
      ("kind: table, selection: singel", "did you mean"), ("kind: table, search: nobody", "no view has the id 'nobody'"),
      ("kind: scroll, zoom: {min: 3, max: 2}", "'min' above its 'max'"),
      ("kind: button, rows: []", "a button has no 'rows', only a table or grid has"),
      ("kind: picker, value: {wheels: []}", "a list of lists"), ("kind: picker, value: {wheels: [[a, b]], at: [2]}", "from 0 to 1"),
      ("kind: matrix, value: {titles: [[a, b], [c]]}", "of different lengths"),
      ("kind: matrix, value: {titles: [[a]], mode: rodio}", "did you mean"), ("kind: keyboard, type: letter", "letters"),
      ("kind: pinField, digits: 0", "from 1 to 64"), ("kind: progress, value: {at: 2}", "'at'"),
    ])
  func keys(_ keys: String, _ message: String) {
    let text = "contactor: 1\nscreen: {size: [300, 400]}\nviews:\n  - {id: v, frame: [0, 0, 100, 100], \(keys)}\n"
    let found = LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml").map(\.description)
    #expect(found.contains { $0.contains(message) && $0.hasPrefix("k.yaml:4:") }, "\(found)")
  }

  @Test("Values of the larger kinds are logged; those of the older ones only if the layout says so, and none of a PIN")
  func values() throws {
    let views = """
      screen: {size: [300, 400]}
      LOG
      views:
        - {id: knob, kind: knob, frame: [0, 0, 100, 100]}
        - {id: slider, kind: slider, frame: [0, 100, 100, 50]}
        - {id: pin, kind: pinField, frame: [0, 150, 100, 50], digits: 1}
      """
    for (log, expected) in [("", ["knob"]), ("log: {value: true}", ["knob", "slider"]), ("log: {value: false}", [])] {
      let stage = try SessionStage(views.replacing("LOG", with: log))
      (stage.session.responders["knob"] as? Knob)?.increase(stage.session.application)
      (stage.session.responders["slider"] as? Slider)?.increase(stage.session.application)
      (stage.session.responders["pin"] as? PINField)?.insertText("7")
      stage.wait(1)
      let logged = stage.lines.filter { $0.contains("\"kind\":\"value\"") }
      #expect(logged.map { $0.split(separator: "\"")[9].description } == expected, "\(stage.lines)")
      #expect(!stage.lines.contains { $0.contains("pin") })
    }
  }
}
