import ContactorCore
import Testing

@testable import ContactorLayout

/// Layouts of several files.
@Suite struct LayoutIncludeTests {
  @Test func `the lists of included files stand before the layout's own, and its own values count`() throws {
    let layout = try shortLayout(
      withScreen(
        """
        include: [parts/a.yaml, parts/b.yaml]
        views: [{id: own, kind: button, height: 9}]
        devices: [{match: {name: own}}]
        tuning: {tapDistance: 20}
        modes: {day: {timeout: 5}, night: {}}
        forward: {fingers: 3}
        log: {touch: false}
        """),
      [
        "parts/a.yaml":
          "screen: {size: [1, 1]}\nviews: [{id: a, kind: view, height: 9}]\ndevices: [{}]\ntuning: {tapDistance: 5, panHysteresis: 6}\n"
          + "forward: {fingers: 1, rate: 100}\nmodes: {kiosk: {}, day: {}}\nobjects: [{id: o}]\n",
        "parts/b.yaml":
          "contactor: 1\ninclude: sub/c.yaml\ngestures: [{id: g, kind: pan}]\nviews: [{id: b, kind: view, height: 9}]\nlog: {touch: true, action: false}\n",
        "parts/sub/c.yaml": "views: [{id: c, kind: view, height: 9}]\n",
      ])
    #expect(layout.screen.size == Size(width: 400, height: 200))
    #expect(layout.views.map(\.id) == ["a", "c", "b", "own"])
    #expect(layout.devices.map { $0.match.name != nil } == [true, false])
    #expect(layout.gestures.map(\.id) == ["g"] && layout.objects.map(\.id) == ["o"])
    #expect(layout.modes.map(\.id) == ["kiosk", "day", "night"] && layout.modes[1].timeout == .seconds(5))
    #expect(layout.tuning.entries.map(\.name) == ["tapDistance", "panHysteresis"] && layout.tuning.distance("tapDistance") == .points(20))
    #expect(layout.forward?.fingers == 3 && layout.log.touch == false && layout.log.action == false)
    #expect(layout.includedFiles == ["parts/a.yaml", "parts/b.yaml", "parts/sub/c.yaml"])
  }

  @Test func `an included file has templates, each file is read once, and its templates need no use`() throws {
    let layout = try shortLayout(
      withScreen("include: [a.yaml, b.yaml]\nviews: [{use: key, with: {id: x}}]\n"),
      [
        "a.yaml": "include: b.yaml\n",
        "b.yaml": "templates:\n  key: {id: $(id), kind: button, height: 9}\n  other: {id: o}\nviews: [{id: once, kind: view, height: 9}]\n",
      ])
    #expect(layout.views.map(\.id) == ["once", "x"] && layout.warnings.isEmpty)
  }

  /// A file, what it includes, and the lines that are expected.
  static let wrong: [(text: String, files: [String: String], expected: [String])] = [
    (
      "include: a.yaml\n", [:],
      ["k.yaml:3:10: error: 'a.yaml' cannot be included: No such file or directory; expected a layout file, here a.yaml"]
    ),
    (
      "include: [p/a.yaml]\n", ["p/a.yaml": "include: b.yaml\n"],
      [
        "p/a.yaml:1:10: error: 'b.yaml' cannot be included: No such file or directory; expected a layout file, here p/b.yaml (included at k.yaml:3:11)"
      ]
    ),
    (
      "include: {a: b}\n", [:],
      ["k.yaml:3:10: error: 'include' is a mapping; expected a path, or a list of paths, from the folder of this file"]
    ),
    (
      "include: [5, [a]]\n", ["5": "views: []\n"],
      ["k.yaml:3:14: error: 'include' is a list; expected a path, or a list of paths, from the folder of this file"]
    ),
    ("include:\n", [:], ["k.yaml:3:9: error: 'include' is empty; expected a path, or a list of paths, from the folder of this file"]),
    (
      "include: a.yaml\n", ["a.yaml": "views: [{id: a, kind: buton, height: 9}]\n"],
      ["a.yaml:1:23: error: unknown kind 'buton'; did you mean 'button'? (included at k.yaml:3:10)"]
    ),
    (
      "include: a.yaml\n", ["a.yaml": "views: [\n"],
      ["a.yaml:2:1: error: did not find expected node content while parsing a flow node (included at k.yaml:3:10)"]
    ),
    (
      "include: a.yaml\n", ["a.yaml": "# nothing\n"],
      ["a.yaml:1:1: error: the file is empty; expected keys of a layout, such as 'views' (included at k.yaml:3:10)"]
    ),
    (
      "include: a.yaml\n", ["a.yaml": "[a]\n"],
      ["a.yaml:1:1: error: an included file is a list; expected keys of a layout, such as 'views' (included at k.yaml:3:10)"]
    ),
    (
      "include: a.yaml\n", ["a.yaml": "contactor: 2\n"],
      ["a.yaml:1:12: error: 'contactor' is '2'; expected the format's version, 1 (included at k.yaml:3:10)"]
    ),
    (
      "include: a.yaml\n", ["a.yaml": "veiws: []\n"],
      ["a.yaml:1:1: error: unknown key 'veiws'; did you mean 'views'? (included at k.yaml:3:10)"]
    ),
    (
      "include: a.yaml\n", ["a.yaml": "include: a.yaml\n"],
      [
        "a.yaml:1:10: error: 'a.yaml' includes itself: a.yaml, a.yaml; expected files that do not include each other in a circle (included at k.yaml:3:10)"
      ]
    ),
    (
      "include: a.yaml\n", ["a.yaml": "include: b.yaml\n", "b.yaml": "\ninclude: k.yaml\n", "k.yaml": "contactor: 1\n"],
      [
        "b.yaml:2:10: error: 'k.yaml' includes itself: k.yaml, a.yaml, b.yaml, k.yaml; expected files that do not include each other in a circle (included at a.yaml:1:10, included at k.yaml:3:10)"
      ]
    ),
    (
      "include: a.yaml\nviews: [{id: ok, kind: view, height: 9}]\n", ["a.yaml": "views: [{id: ok, kind: view, height: 9}]\n"],
      ["k.yaml:4:14: error: the id 'ok' is taken; the first is at a.yaml:1:14"]
    ),
    (
      "include: a.yaml\nviews: [{use: key}]\n", ["a.yaml": "templates:\n  key: {id: a, kind: button, height: tall}\n"],
      [
        "a.yaml:2:38: error: 'height' is 'tall'; expected points over 0, at most 1000000, or a length such as 20 mm or 50% (included at k.yaml:3:10, template 'key' used at k.yaml:4:10)"
      ]
    ),
    (
      "include: [b.yaml, a.yaml]\nviews: [{id: a, kind: view}]\n", ["a.yaml": "log: 5\n", "b.yaml": "\n\n\ntuning: 5\n"],
      [
        "k.yaml:4:9: error: a view needs the key 'frame'; expected 'frame: [x, y, width, height]'",
        "b.yaml:4:9: error: 'tuning' is '5'; expected a mapping with \(TuningKey.all.map(\.name).joined(separator: ", ")) (included at k.yaml:3:11)",
        "a.yaml:1:6: error: 'log' is '5'; expected a mapping with touch, control, action, gesture, value (included at k.yaml:3:19)",
      ]
    ),
  ]

  @Test(arguments: wrong.indices)
  func `wrong includes, and mistakes in included files`(index: Int) {
    let (text, files, expected) = Self.wrong[index]
    #expect(shortLines(withScreen(text), files) == expected)
  }

  @Test func `files are limited in depth, number and size`() {
    let chain = Dictionary(uniqueKeysWithValues: (0...40).map { ("\($0)", "include: \"\($0 + 1)\"\n") })
    #expect(
      shortLines(withScreen("include: \"0\"\n"), chain).map { String($0.prefix(61)) } == [
        "15:1:10: error: files include each other more than 16 deep (i"
      ])
    let many = Dictionary(uniqueKeysWithValues: (0...300).map { ("\($0)", "views: []\n") })
    let list = (0...300).map(String.init).joined(separator: ", ")
    let found = shortLines(withScreen("include: [\(list)]\n"), many)
    #expect(found.count == 1 && found[0].contains("a layout includes more than 256 files"))
    let large = ["a": "#" + String(repeating: "x", count: 3 << 20) + "\nviews: []\n", "b": "#" + String(repeating: "x", count: 2 << 20)]
    #expect(
      shortLines(withScreen("include: [a, b]\n"), large)
        == ["k.yaml:3:14: error: the layout has more than 4194304 bytes with 'b'; expected files of at most 4 MiB together"])
    let values = ["a": "x: [" + String(repeating: "a,", count: 150_000) + "]\n"]
    let full = shortLines(withScreen("include: [a, b]\n"), values.merging(["b": values["a"] ?? ""]) { $1 })
    #expect(full.count == 1 && full[0].hasPrefix("b:1:") && full[0].contains("the layout has more than 200000 values"))
  }

  @Test func `the files of a broken layout are known, also those that are missing`() {
    let error = #expect(throws: LayoutError.self) { try shortLayout(withScreen("include: [a.yaml, b.yaml]\n"), ["a.yaml": "views: 5\n"]) }
    #expect(error?.includedFiles == ["a.yaml", "b.yaml"])
  }
}
