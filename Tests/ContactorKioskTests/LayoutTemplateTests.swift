import ContactorCore
import Testing

@testable import ContactorLayout

/// Templates, repetitions, and YAML's own aliases.
@Suite struct LayoutTemplateTests {
  /// What each action emits, by its sender.
  private func emitted(_ layout: Layout) -> [String] {
    let owners = layout.allViews.map { ($0.id, $0.bindings) } + layout.gestures.map { ($0.id, $0.bindings) }
    return owners.flatMap { id, bindings in
      bindings.flatMap { binding in
        binding.actions.map { action in
          if case .emit(let text) = action { return "\(id) \(binding.event): \(text.description)" }
          return "\(id) \(binding.event): other"
        }
      }
    }
  }

  @Test func `a template stands for a view, and the keys beside its use replace its own`() throws {
    let layout = try shortLayout(
      withScreen(
        """
        templates:
          key: {id: $(id), kind: slider, frame: [0, 0, 50, 50], value: {min: 0, max: 9}, on: {touchDown: {emit: "$(id) $(what) {value}"}}}
        views:
          - {use: key, with: {id: a, what: on}}
          - {use: key, with: {id: b, what: off}, frame: [50, 0, 9, 9], value: {at: 5}, on: {touchCancel: {emit: gone}}}
        """))
    #expect(frames(layout) == ["a: 0 0 50 50", "b: 50 0 9 9"])
    #expect(emitted(layout) == ["a touchDown: a on {value}", "b touchDown: b off {value}", "b touchCancel: gone"])
    #expect(layout.views[1].value == .range(minimum: 0, maximum: 9, at: 5))
  }

  @Test func `a template stands for several views, for actions and for gestures`() throws {
    let layout = try shortLayout(
      withScreen(
        """
        templates:
          pair: [{id: $(name)-up, kind: button, frame: [0, 0, 9, 9], on: {touchDown: {use: both}}}, {id: $(name)-down, kind: view, height: 9}]
          both: [{emit: one}, {emit: two}]
          one: {emit: "$(text)"}
          corner: {id: $(id), kind: tap, taps: 3, region: [0, 0, $(size), $(size)], on: {recognized: [{use: one, with: {text: $$(id)}}, {use: both}]}}
        modes:
          day: {on: {entered: {use: both}}}
          night: {}
        views: [{use: pair, with: {name: x}}]
        gestures: [{use: corner, with: {id: hidden, size: 50}}]
        policies: {idle: {after: 5, on: {idle: {use: one, with: {text: idle}}}}}
        """))
    #expect(layout.views.map(\.id) == ["x-up", "x-down"])
    #expect(
      emitted(layout) == [
        "x-up touchDown: one", "x-up touchDown: two", "hidden recognized: $(id)", "hidden recognized: one", "hidden recognized: two",
      ])
    #expect(layout.gestures[0].region == Rect(x: 0, y: 0, width: 50, height: 50))
    #expect(layout.modes[0].bindings[0].actions.count == 2 && layout.policies.idle?.bindings.count == 1)
  }

  @Test func `a parameter stands for a whole value, also a list of views that use templates themselves`() throws {
    let layout = try shortLayout(
      withScreen(
        """
        templates:
          box: {id: $(id), kind: stack, height: 100, views: $(inside)}
          key: {id: $(id), kind: button}
          both: {use: box, with: {id: $(id), inside: [{use: key, with: {id: $(id)-1}}, {use: key, with: {id: $(id)-2}}]}}
        views:
          - {use: box, with: {id: outer, inside: [{use: box, with: {id: inner, inside: []}, height: 50}, {use: key, with: {id: k}}]}}
          - {use: both, with: {id: x}}
        """))
    #expect(
      frames(layout) == [
        "outer: 0 0 400 100", "inner: 0 0 200 50", "k: 200 0 200 100", "x: 0 0 400 100", "x-1: 0 0 200 100", "x-2: 200 0 200 100",
      ])
  }

  @Test func `a parameter in quotes is a text, and one without is what its value is`() throws {
    let layout = try shortLayout(
      withScreen(
        """
        templates:
          field: {id: $(id), kind: textField, height: 9, enabled: $(on), value: {text: "$(number)"}}
        views: [{use: field, with: {id: 5, on: false, number: 12}}]
        """))
    #expect(layout.views[0].id == "5" && !layout.views[0].isEnabled && layout.views[0].value == .text("12"))
  }

  @Test func `a repetition makes one view for each item, in a grid or by itself`() throws {
    let layout = try shortLayout(
      withViews(
        "{id: g, kind: grid, frame: [0, 0, 40, 10], columns: 4, repeat: {over: [a, b]}, views: [{id: $(item)-$(index), kind: button}, {id: $(item)-$(number), kind: view}]}",
        "{repeat: {over: [{id: p, at: 1}, {id: q, at: 2}]}, id: $(id), kind: button, left: $(at)0, width: 10, on: {touchDown: {emit: $(id)}}}",
        "{id: s, kind: stack, height: 10, views: [{repeat: {over: {from: 3, to: 5}}, id: n$(item), kind: view}]}"))
    #expect(layout.views[0].subviews.map(\.id) == ["a-0", "a-1", "b-1", "b-2"])
    #expect(frames(layout).filter { $0.hasPrefix("p") || $0.hasPrefix("q") } == ["p: 10 0 10 200", "q: 20 0 10 200"])
    #expect(layout.views[3].subviews.map(\.id) == ["n3", "n4", "n5"])
    #expect(emitted(layout) == ["p touchDown: p", "q touchDown: q"])
  }

  @Test func `a repetition uses templates, and stands in one`() throws {
    let layout = try shortLayout(
      withScreen(
        """
        templates:
          key: {id: $(id), kind: button}
          row: {id: $(name), kind: stack, height: 10, repeat: {over: $(keys)}, views: [{use: key, with: {id: $(name)-$(item)}}]}
        views: [{repeat: {over: [x, y]}, use: row, with: {name: $(item), keys: [1, 2]}}]
        """))
    #expect(layout.allViews.map(\.id) == ["x", "x-1", "x-2", "y", "y-1", "y-2"])
  }

  @Test func `twelve keys take four lines beside the version and the screen`() throws {
    let layout = try shortLayout(
      withScreen(
        """
        views:
          - {id: keys, kind: grid, frame: [0, 0, 100%, 100%], columns: 3, gap: 2 mm, repeat: {over: [1, 2, 3, 4, 5, 6, 7, 8, 9, "*", 0, "#"]},
             views: [{id: key-$(item), kind: button, on: {touchUpInside: {emit: "key $(item)"}}}]}
        """))
    #expect(layout.allViews.count == 13 && LayoutCheck.warnings(in: layout).isEmpty)
    #expect(emitted(layout).last == "key-# touchUpInside: key #")
  }

  @Test func `aliases and merge keys stand for what they name`() throws {
    let layout = try shortLayout(
      withScreen(
        """
        views:
          - &first {id: a, kind: slider, frame: &where [0, 0, 9, 9], value: &value {min: 0, max: 9}, on: &on {touchDown: {emit: x}}}
          - {id: b, kind: button, frame: *where, on: *on}
          - {<<: *first, id: c}
          - {<<: [{id: d}, *first], value: {<<: *value, at: 2}}
          - {id: e, <<: {kind: button, id: x}, frame: *where}
        """))
    #expect(layout.views.map(\.id) == ["a", "b", "c", "d", "e"])
    #expect(layout.views.map(\.kind) == [.slider, .button, .slider, .slider, .button])
    #expect(layout.views[3].value == .range(minimum: 0, maximum: 9, at: 2))
    #expect(emitted(layout).count == 4)
  }

  @Test(arguments: [
    ("views: [{use: kye}]\ntemplates: {key: {id: a}}\n", ["3:15: error: no template is named 'kye'; did you mean 'key'?"]),
    ("views: [{use: key}]\n", ["3:15: error: no template is named 'key'; expected 'templates: {key: …}' at the top"]),
    ("views: [{use: [key]}]\n", ["3:15: error: 'use' is a list; expected a template's name"]),
    ("templates: [a]\n", ["3:12: error: 'templates' is a list; expected a mapping of names to views, gestures, actions, or lists of them"]),
    ("templates: {a: 5}\n", ["3:16: error: the template 'a' is '5'; expected a view, a gesture, an action, or a list of them"]),
    ("templates:\n  key: {id: k, kind: button, height: 9}\n", ["4:3: warning: the template 'key' is not used"]),
    (
      "templates:\n  key: {id: $(id), kind: buton, height: 9}\nviews: [{use: key, with: {id: a}}, {use: key, with: {id: b}}]\n",
      ["4:26: error: unknown kind 'buton'; did you mean 'button'? (template 'key' used at k.yaml:5:10)"]
    ),
    (
      "templates:\n  key: {id: $(id), kind: button, height: $(size)}\nviews: [{use: key, with: {id: a, size: -5}}]\n",
      [
        "5:40: error: 'height' is '-5'; expected points over 0, at most 1000000, or a length such as 20 mm or 50% (for $(size) at k.yaml:4:42, template 'key' used at k.yaml:5:10)"
      ]
    ),
    (
      "templates:\n  key: {id: $(id), kind: button, height: 9}\nviews: [{use: key}]\n",
      [
        "4:13: error: nothing is given for $(id); expected 'with: {id: …}' where the template is used, or '$$(' for '$(' (template 'key' used at k.yaml:5:10)"
      ]
    ),
    (
      "templates:\n  key: {id: $(name), kind: button, height: 9}\nviews: [{use: key, with: {nane: a}}]\n",
      ["5:27: error: the template 'key' has no parameter 'nane'; did you mean 'name'?"]
    ),
    (
      "templates:\n  key: {id: k, kind: button, height: 9}\nviews: [{use: key, with: {id: a}}]\n",
      ["5:27: error: the template 'key' has no parameter 'id'; expected a template with $(id)"]
    ),
    (
      "templates:\n  key: {id: k, kind: button, height: 9}\nviews: [{use: key, with: [a]}]\n",
      ["5:26: error: 'with' is a list; expected a mapping of parameters to values, such as {title: Start}"]
    ),
    (
      "templates:\n  key: {id: k, kind: button, height: 9}\nviews: [{use: key}, {use: key}]\n",
      ["4:13: error: the id 'k' is taken; the first is at 4:13, template 'key' used at k.yaml:5:10 (template 'key' used at k.yaml:5:22)"]
    ),
    (
      "templates:\n  key: {id: \"x$(a)\", kind: button, height: 9}\nviews: [{use: key, with: {a: [1]}}]\n",
      ["4:13: error: $(a) inside a text is a list; expected a text or a number (template 'key' used at k.yaml:5:10)"]
    ),
    (
      "templates:\n  key: {id: $(a, kind: button, height: 9}\nviews: [{use: key}]\n",
      ["4:13: error: a '$(' has no ')'; expected a parameter such as $(item), or '$$(' for '$(' (template 'key' used at k.yaml:5:10)"]
    ),
    (
      "templates:\n  a: {use: b}\n  b: {id: x, kind: view, height: 9, views: [{use: a}]}\nviews: [{use: a}]\n",
      [
        "5:46: error: the template 'a' uses itself: a, b, a; expected templates that do not use each other in a circle (template 'b' used at k.yaml:4:7, template 'a' used at k.yaml:6:10)"
      ]
    ),
    (
      "templates:\n  row: [{id: a, kind: view, height: 9}]\nviews: [{use: row, hidden: true}]\n",
      ["5:20: error: the template 'row' is a list, which has no key 'hidden'; expected 'use' and 'with' only"]
    ),
    (
      "views: [{id: a, kind: view, height: 9, with: {b: 1}}]\n",
      ["3:40: error: 'with' goes with 'use' only; expected 'use: name' beside it"]
    ),
    (
      "views: [{repeat: [1], id: $(item), kind: view, height: 9}]\n",
      ["3:18: error: 'repeat' is a list; expected {over: [item, …]} or {over: {from: 1, to: 12}}"]
    ),
    (
      "views: [{repeat: {}, id: $(item), kind: view, height: 9}]\n",
      ["3:18: error: a repetition needs the key 'over'; expected {over: [item, …]} or {over: {from: 1, to: 12}}"]
    ),
    ("views: [{repeat: {ovr: [1]}, id: $(item), kind: view, height: 9}]\n", ["3:19: error: unknown key 'ovr'; did you mean 'over'?"]),
    (
      "views: [{repeat: {over: []}, id: $(item), kind: view, height: 9}]\n",
      ["3:25: error: 'over' is an empty list; expected at least one item"]
    ),
    (
      "views: [{repeat: {over: 5}, id: $(item), kind: view, height: 9}]\n",
      ["3:25: error: 'over' is '5'; expected a list of items, or {from: 1, to: 12}"]
    ),
    (
      "views: [{repeat: {over: {from: 5, to: 4}}, id: $(item), kind: view, height: 9}]\n",
      ["3:25: error: the range of 'over' has no item; expected 'from' up to 'to', at most 10000 items"]
    ),
    (
      "views: [{repeat: {over: {to: 10001}}, id: $(item), kind: view, height: 9}]\n",
      ["3:25: error: the range of 'over' has more than 10000 items; expected 'from' up to 'to', at most 10000 items"]
    ),
    (
      "views: [{repeat: {over: {form: 5, to: 4}}, id: $(item), kind: view, height: 9}]\n",
      ["3:26: error: unknown key 'form'; did you mean 'from'?"]
    ),
    ("views: [{repeat: {over: {to: x}}, id: $(item), kind: view, height: 9}]\n", ["3:30: error: 'to' is 'x'; expected a whole number"]),
    (
      "views: [{repeat: {over: {from: 1}}, id: $(item), kind: view, height: 9}]\n",
      ["3:25: error: the range of 'over' has no end; expected {from: 1, to: 12}"]
    ),
    (
      "views: [{repeat: {over: [{name: a}]}, id: $(nam), kind: view, height: 9}]\n",
      ["3:43: error: nothing is given for $(nam); did you mean '$(name)'? (with the item at k.yaml:3:26)"]
    ),
    (
      "views: [{repeat: {over: [a, b]}, id: same, kind: view, height: 9}]\n",
      ["3:38: error: the id 'same' is taken; the first is at 3:38, with the item at k.yaml:3:26 (with the item at k.yaml:3:29)"]
    ),
    ("views: [*a]\n", ["3:9: error: nothing before it is named &a; expected the value with '&a' in front, before the alias"]),
    ("views: &list [*lst]\n", ["3:15: error: nothing before it is named &lst; expected the value with '&lst' in front, before the alias"]),
    ("views: &list [*list]\n", ["3:15: error: the alias *list stands inside what it names"]),
    (
      "log: &log {touch: true}\ntuning: {<<: [5, *lg]}\n",
      [
        "4:15: error: '<<' merges '5'; expected a mapping, such as an alias of one",
        "4:18: error: nothing before it is named &lg; did you mean '*log'?",
      ]
    ),
    (
      "views: [&v {id: a, kind: view, height: 9}, *v]\n",
      ["3:17: error: the id 'a' is taken; the first is at 3:17 (by the alias at k.yaml:3:44)"]
    ),
  ])
  func `wrong templates, repetitions and aliases`(text: String, expected: [String]) {
    #expect(shortLines(withScreen(text)) == expected.map { "k.yaml:\($0)" })
  }

  /// Each line has ten of the line before.
  private func laughs(_ first: String, _ next: (Int) -> String) -> String {
    first + (1...9).map { next($0) + "\n" }.joined()
  }

  @Test func `copies of copies end at the limit of values`() {
    let limit = "the layout has more than 200000 values"
    let aliases = laughs("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n") { level in
      "a\(level): &a\(level) [\([String](repeating: "*a\(level - 1)", count: 10).joined(separator: ", "))]"
    }
    #expect(shortLines(aliases) == ["k.yaml:6:10: error: \(limit)"])
    let merged = laughs("a0: &a0 {k0: 1}\n") {
      "a\($0): &a\($0) {<<: *a\($0 - 1), k\($0): [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1), *a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]}"
    }
    #expect(shortLines(merged).count == 1 && shortLines(merged)[0].contains(limit))
    let templates = laughs("templates:\n  t0: [{emit: x}]\n") { level in
      "  t\(level): [\([String](repeating: "{use: t\(level - 1)}", count: 10).joined(separator: ", "))]"
    }
    let used = shortLines(withScreen(templates + "views: [{id: a, kind: button, height: 9, on: {touchDown: {use: t9}}}]\n"))
    #expect(used.count == 1 && used[0].contains(limit))
    let repeated = withViews(
      "{repeat: {over: &o [1, 2, 3, 4, 5, 6, 7, 8, 9]}, "
        + "id: x, kind: view, height: 9, views: [{repeat: {over: *o}, id: x, kind: view, height: 9, views: [{repeat: {over: *o}, id: x, kind: view, height: 9, views: [{repeat: {over: *o}, id: x, kind: view, height: 9, views: [{repeat: {over: *o}, id: x, kind: view, height: 9, views: [{repeat: {over: *o}, id: x, kind: view, height: 9}]}]}]}]}]}"
    )
    #expect(shortLines(repeated).contains { $0.contains(limit) })
  }

  @Test func `texts that double end at their limit, and chains of templates and merges at theirs`() {
    let doubling =
      "templates:\n  t0: {emit: \"$(a)\"}\n" + (1...40).map { "  t\($0): {use: t\($0 - 1), with: {a: \"$(a)$(a)\"}}\n" }.joined()
    let text = shortLines(
      withScreen(doubling + "views: [{id: a, kind: button, height: 9, on: {touchDown: {use: t40, with: {a: xxxxxxxx}}}}]\n"))
    #expect(text.count == 1 && text[0].contains("the texts of templates have more than 4194304 bytes together"))
    let chain = "templates:\n  t0: {emit: x}\n" + (1...5000).map { "  t\($0): {use: t\($0 - 1)}\n" }.joined()
    let deep = shortLines(withScreen(chain + "views: [{id: a, kind: button, height: 9, on: {touchDown: {use: t5000}}}]\n"))
    #expect(deep.count == 1 && deep[0].contains("templates use each other more than 64 deep"))
    let merges = "a0: &a0 {k: 1}\n" + (1...5000).map { "a\($0): &a\($0) {<<: *a\($0 - 1)}\n" }.joined()
    #expect(shortLines("contactor: 1\n" + merges).count == 1)
    let nested =
      "templates:\n  t: {id: x, kind: view, height: 9, views: $(v)}\nviews: [" + String(repeating: "{use: t, with: {v: [", count: 40)
    #expect(!shortLines(withScreen(nested + String(repeating: "]}}", count: 40) + "]\n")).isEmpty)
  }

  @Test func `templates that pass themselves on end at the limit of depth`() {
    let text = "templates:\n  a: [{use: b, with: {x: [{use: a}]}}]\n  b: [$(x)]\nviews: [{use: a}]\n"
    let found = shortLines(withScreen(text))
    #expect(found.count == 1 && found[0].contains("more than 64 deep"), "\(found)")
  }

  @Test func `texts outside of templates and repetitions may have what looks like a parameter`() throws {
    let layout = try shortLayout(withViews("{id: $(a), kind: button, height: 9, on: {touchDown: {run: [/bin/sh, -c, echo $(date)]}}}"))
    #expect(layout.views[0].id == "$(a)")
  }

  /// Found by `tools/fuzz layout`: the numbers of rows and columns were taken for what there is to choose from.
  @Test(arguments: [
    "kind: matrix, value: {titles: [[\"$(!)\"]], at: [0, 0]}", "kind: matrix, value: {titles: [\"$(!)\", [a]], at: [0, 0]}",
    "kind: picker, value: {wheels: [\"$(!)\"], at: [0]}", "kind: segments, value: {titles: [\"$(!)\"], at: 0}",
    "kind: pages, value: {count: \"$(!)\", at: 0}",
  ])
  func `a mistake in place of titles is told, and no more than that`(_ view: String) {
    let found = shortLines(withViews("{id: m$(item), frame: [0, 0, 9, 9], repeat: {over: [a]}, \(view)}"))
    #expect(found.count == 1 && found[0].contains("error: "), "\(found)")
  }
}
