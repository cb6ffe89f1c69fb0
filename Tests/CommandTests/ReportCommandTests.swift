import Foundation
import FoundationXML
import Testing

/// `contactor report`.
@Suite struct ReportCommandTests {
  private let layout = """
    contactor: 1
    screen: {size: [800, 480]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: "at {x}"}}}
      - {id: '<&"', kind: switch, frame: [0, 200, 100, 100]}
    """
  private let script = """
    {"t":500,"kind":"device","event":"added","device":"event1","name":"</script> \\"&' \\u0007"}
    {"t":1000,"kind":"touch","touch":1,"phase":"began","x":10,"y":10}
    {"t":2000,"kind":"touch","touch":1,"phase":"moved","x":11,"y":10}
    {"t":9000,"kind":"touch","touch":1,"phase":"ended","x":10.1234,"y":10}
    {"t":5000000,"kind":"touch","touch":2,"phase":"began","x":50,"y":250}
    {"t":5100000,"kind":"touch","touch":2,"phase":"cancelled","x":50,"y":250}

    """

  private func shell(_ script: String) throws -> CommandRunner.Outcome {
    try CommandRunner.shell(script, files: ["l.yaml": layout, "s": self.script, "bad.yaml": "contactor: 1\nscreens: {}\n"])
  }

  @Test func `the page's data is JSON that has every touch`() throws {
    let outcome = try shell("contactor report s --layout l.yaml -o r.html && ls && cat r.html")
    #expect(outcome.status == 0 && outcome.errors == "" && outcome.output.hasPrefix("bad.yaml\nl.yaml\nr.html\ns\n<!DOCTYPE html>\n"))
    let start = try #require(outcome.output.range(of: "id=\"data\">\n"))
    let end = try #require(outcome.output.range(of: "\n</script>", range: start.upperBound..<outcome.output.endIndex))
    let text = outcome.output[start.upperBound..<end.lowerBound]
    let data = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let touches = try #require(data["touches"] as? [[String: Any]])
    #expect(touches.count == 2 && touches[0]["s"] as? [Double] == [0, 10, 10, 1000, 11, 10, 7000, 10.123, 10])
    #expect((data["devices"] as? [[String: Any]])?.first?["name"] as? String == "</script> \"&' \u{7}")
    #expect((data["views"] as? [[String: Any]])?.map { $0["id"] as? String } == ["ok", "<&\""])
    #expect((data["events"] as? [[Any]])?.count == 8, "\(data["events"] ?? "")")
  }

  @Test func `the still is well-formed, with a path and a lane for each touch`() throws {
    let outcome = try shell("contactor report s --layout l.yaml -o r.svg && cat r.svg")
    #expect(outcome.status == 0 && outcome.errors == "")
    let reader = StillReader()
    let parser = XMLParser(data: Data(outcome.output.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.debugDescription)")
    #expect(reader.elements["polyline"] == 2)
    for text in ["s", "touch #1", "touch #2", "ok", "<&\"", "device", "0.000", "taken away"] {
      #expect(reader.texts.contains { $0.contains(text) }, "\(text)")
    }
  }

  @Test func `- is a page on standard output, and standard input is a recording`() throws {
    let outcome = try shell(
      "contactor report - -o - <s | head -n 1; contactor trace convert s -o t && contactor report t -o t.htm && ls t*")
    #expect(outcome == .init(status: 0, output: "<!DOCTYPE html>\nt\nt.htm\n", errors: ""))
  }

  @Test(
    "Wrong usage ends with status 2 and the way out",
    arguments: [
      ("report s", "Missing expected argument '--output <file>'"),
      ("report s -o r.png", "-o takes FILE.html for a page or FILE.svg for a still, not r.png"),
      ("report s -o s", "-o takes FILE.html"),
      ("report -o r.html", "Missing expected argument '<trace>'"),
    ])
  func usage(words: String, message: String) throws {
    let outcome = try shell("contactor \(words); status=$?; ls r.*; exit $status")
    #expect(outcome.status == 2 && outcome.output == "" && outcome.errors.hasPrefix("contactor: error: \(message)"), "\(outcome)")
  }

  @Test func `errors name the place, and leave no file behind`() throws {
    let outcome = try shell(
      """
      contactor report nowhere -o r.html; echo $?; contactor report l.yaml -o r.html; echo $?
      contactor report s --layout bad.yaml -o r.html; echo $?; contactor report s --layout none.yaml -o r.html; echo $?
      contactor report s -o /nowhere/r.html; echo $?; echo '{"t":1,"kind":"wait"}' | contactor report - -o r.html; echo $?
      mkdir d.html; contactor report s -o d.html; echo $?; ls
      """)
    #expect(outcome.output == "1\n1\n1\n1\n1\n1\n1\nbad.yaml\nd.html\nl.yaml\ns\n", "\(outcome)")
    let errors = outcome.errors
    #expect(errors.contains("contactor: error: nowhere: cannot be opened: No such file or directory\n"))
    #expect(
      errors.contains("l.yaml: this is no recording that is known here") && errors.contains("bad.yaml:2:1: ")
        && errors.contains("none.yaml"))
    #expect(errors.contains("contactor: error: /nowhere/r.html: cannot be made: No such file or directory\n"))
    #expect(errors.contains("standard input") || errors.contains("-: no touch in it"))
    #expect(errors.contains("d.html: is there and is no file"))
  }

  @Test func `a full disk is an error, and nothing is left`() throws {
    let outcome = try shell("(ulimit -f 8; contactor report s -o r.html); echo $?; ls")
    #expect(outcome.output.hasSuffix("\nbad.yaml\nl.yaml\ns\n") || outcome.output.hasPrefix("153"), "\(outcome)")
  }

  @Test func `a damaged recording is shown as far as it can be read; the status is 1`() throws {
    let outcome = try shell(
      """
      contactor trace convert s -o t; printf 'garbage' >>t
      contactor report t -o r.html; echo $?; grep -c '"damage"' r.html; contactor report l.yaml -o x.html 2>/dev/null; ls *.html
      """)
    #expect(outcome.output == "1\n1\nr.html\n", "\(outcome)")
    #expect(
      outcome.errors.contains("contactor: error: t: byte ")
        && outcome.errors.contains("contactor: error: t: 1 part could not be read; the report shows the rest"))
  }
}

/// Counts a drawing's elements and gathers its texts.
private final class StillReader: NSObject, XMLParserDelegate {
  var elements: [String: Int] = [:]
  var texts: [String] = []
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    elements[name, default: 0] += 1
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    if name == "text" || name == "title" { texts.append(text) }
  }
}
