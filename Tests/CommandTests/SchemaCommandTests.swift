import Foundation
import Testing

/// `contactor schema`, and what a validator of another project says by it.
@Suite struct SchemaCommandTests {
  private static let hasValidator = (try? CommandRunner.shell("python3 -c 'import jsonschema, yaml'"))?.status == 0
  private static let script = CommandRunner.repository.appending(path: "Tests/CommandTests/layout_schema.py").path

  /// What the validator says of layouts by their names.
  private func verdicts(_ layouts: [String: String]) throws -> [String: String] {
    let names = layouts.keys.sorted().joined(separator: " ")
    let outcome = try CommandRunner.shell(
      "contactor schema -o schema.json && python3 -B '\(Self.script)' schema.json \(names)", files: layouts)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0[1], $0[0]) })
  }

  @Test func `it is JSON, on standard output or in a file that everyone may read`() throws {
    let outcome = try CommandRunner.shell(
      "contactor schema > a && contactor schema -o b && cmp a b && stat -c %a b && contactor schema -o b && cat a")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.hasPrefix("644\n{"), "\(outcome.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.dropFirst(4).utf8)) as? [String: Any]
    #expect(json?["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
    let refused = try CommandRunner.shell("mkdir d; contactor schema -o d; contactor schema -o none/s.json")
    #expect(
      refused.status == 1 && refused.errors.contains("d: error: cannot be written") && refused.errors.contains("none/s.json: error: "))
  }

  @Test(.enabled(if: hasValidator, "python3-jsonschema or python3-yaml is not there"))
  func `every layout of the repository and of the documentation is valid`() throws {
    var layouts: [String: String] = [:]
    let folder = CommandRunner.repository.appending(path: "Examples")
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) where file.pathExtension == "yaml"
    {
      layouts[file.lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
    }
    layouts["service.yaml"] = try String(contentsOf: CommandRunner.repository.appending(path: "packaging/etc/kiosk.yaml"), encoding: .utf8)
    let page = try String(contentsOf: CommandRunner.repository.appending(path: "Documentation/Layout.md"), encoding: .utf8)
    for (index, part) in page.components(separatedBy: "```yaml\n").dropFirst().enumerated() where part.hasPrefix("contactor: 1\n") {
      layouts["page\(index).yaml"] = part.components(separatedBy: "```")[0]
    }
    #expect(layouts.count > 14)
    #expect(try verdicts(layouts).filter { $0.value != "valid" } == [:])
  }

  /// Layouts with one mistake each, from the third line on.
  private static let wrong = [
    "view: []", "contactor: 2", "views: {}", "views: [{kind: button, frame: [0, 0, 9, 9]}]", "views: [{id: a, frame: [0, 0, 9, 9]}]",
    view("kind: buton"), view("kind: button, fram: 1"), view("kind: button, value: {on: true}"), view("kind: slider, value: {on: true}"),
    view("kind: slider, vertical: yes"), view("kind: slider, ticks: 2000"), view("kind: slider, alpha: 1.5"),
    view("kind: button, views: []"),
    view("kind: view, on: {touchDown: {emit: a}}"), view("kind: button, on: {valueChanged: {emit: a}}"),
    view("kind: button, on: {touchDwn: {emit: a}}"),
    view("kind: button, on: {touchDown: {run: echo}}"), view("kind: button, on: {touchDown: {run: []}}"),
    view("kind: button, on: {touchDown: {}}"),
    view("kind: button, on: {touchDown: {emit: a, timeout: 1}}"), view("kind: button, on: {touchDown: {emit: a, send: \"b:\"}}"),
    view("kind: button, on: {touchDown: {set: a}}"), view("kind: button, on: {touchDown: {verify: a, right: {emit: b}}}"),
    view("kind: button, on: {touchDown: {set: a, state: yes}}"), view("kind: button, on: {touchDown: {emit: a, overlap: never}}"),
    view("kind: button, on: {touchDown: {run: [a], limits: {nice: 20}}}"), view("kind: pages, value: {at: 1}"),
    view("kind: grid, views: []"),
    view("kind: table, rows: {file: a, from: [b]}"), view("kind: keyboard, type: words"), view("kind: pinField, digits: 65"),
    "views: [{id: a, kind: button, frame: [0, 0, 9]}]", "views: [{id: a, kind: button, frame: [0, 0, 9, wide]}]",
    "views: [{id: a, kind: button, frame: {lft: 1}}]", gesture("kind: tapp"), gesture("kind: pinch, taps: 2"), gesture("kind: edgePan"),
    gesture("kind: swipe, direction: north"), gesture("kind: tap, touches: {min: 1, max: 2}"),
    gesture("kind: tap, tuning: {swipeDistance: 1}"),
    gesture("kind: tap, on: {began: {emit: a}}"), "forward: {fingers: 61}", "forward: {filter: {median: 4}}", "forward: {cancelBy: magic}",
    "forward: {edges: 3 miles}", "modes: {a: {timeout: soon}}", "policies: {idle: {after: 60, display: {dpms: a, backlight: b}}}",
    "outputs: {socket: {mode: 0660}}", "outputs: {socket: {path: run/x}}", "outputs: {socket: {path: /run/x, allow: [stop]}}",
    "devices: [{rotation: 45}]", "devices: [{match: {vendor: eef}}]", "devices: [{calibration: [1, 0, 0]}]", "log: {touches: true}",
    "tuning: {tapDistanc: 1}", "tuning: {tapInterval: 5 mm}", "windows: []", "objects: [{outlets: {}}]", "templates: {a: 1}",
    "keyboards: maybe",
  ]

  private static func view(_ keys: String) -> String { "views: [{id: a, \(keys), frame: [0, 0, 9, 9]}]" }
  private static func gesture(_ keys: String) -> String { "gestures: [{id: a, \(keys)}]" }

  @Test(.enabled(if: hasValidator, "python3-jsonschema or python3-yaml is not there"))
  func `what the schema finds wrong is wrong`() throws {
    var layouts: [String: String] = ["right.yaml": "contactor: 1\nscreen: {size: [80, 48]}\n"]
    for (index, text) in Self.wrong.enumerated() {
      let version = text.hasPrefix("contactor") ? "" : "contactor: 1\n"
      layouts["wrong\(index).yaml"] = "\(version)screen: {size: [80, 48]}\n\(text)\n"
    }
    let verdicts = try verdicts(layouts)
    #expect(verdicts["right.yaml"] == "valid")
    let missed = Self.wrong.indices.filter { verdicts["wrong\($0).yaml"] != "invalid" }.map { Self.wrong[$0] }
    #expect(missed == [] && Self.wrong.count > 50)
    let script = "for layout in wrong*.yaml; do contactor check $layout 2>/dev/null && echo $layout; done; true"
    #expect(try CommandRunner.shell(script, files: layouts.filter { $0.key != "right.yaml" }).output == "")
  }

  private static let right = [
    "view: &a {id: a, kind: view, frame: [0, 0, 9, 9]}".replacing("view: ", with: "views: [") + "]",
    view("kind: button, on: {touchDown: {set: a, hidden: \"{x}\"}}"), view("kind: slider, value: {min: -1.5, max: 0x10}"),
    "templates: {k: {id: $(id), kind: button, enabled: $(e), alpha: $(a)}}\nviews: [{use: k, with: {id: a, e: true, a: 1}, frame: [0, 0, 9, 9]}]",
    view("kind: button, trackingOutset: 5 mm, on: {touchDown: [{run: [a, 1, true], timeout: 350 ms, if: {mode: [kiosk]}}]}")
      + "\nmodes: {kiosk: {}}",
    "views: [{id: a, kind: grid, columns: 2, frame: {left: 10%, right: \"1 pt\", top: 0, height: 9}, repeat: {over: {to: 2}}, "
      + "views: [{id: b$(item), kind: view, span: 1}]}]",
    "forward: {edges: {left: 3}, ghost: {fasterThan: 3 mm/s}, filter: none}", "devices: [{match: {vendor: \"*\"}, rotation: 90}]",
  ]

  @Test(.enabled(if: hasValidator, "python3-jsonschema or python3-yaml is not there"), arguments: right)
  func `what check finds right is valid`(_ text: String) throws {
    let layout = "contactor: 1\nscreen: {size: [80, 48]}\n\(text)\n"
    #expect(try verdicts(["a.yaml": layout]) == ["a.yaml": "valid"])
    let outcome = try CommandRunner.shell("contactor check a.yaml", files: ["a.yaml": layout])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
