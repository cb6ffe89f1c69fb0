import ContactorCore
import ContactorInput
import Testing

@testable import ContactorKiosk
@testable import ContactorLayout

private let keymapProblem: Comment? = (try? Keymap(KeymapNames(layout: "us"))) == nil ? "XKB's files are missing: install xkb-data" : nil

/// The keys of layouts in a keymap, and what the session asks a keyboard for.
struct KeyPlanTests {
  private static func layout(_ actions: String...) -> String {
    let views = actions.enumerated().map { index, action in
      "  - {id: b\(index), kind: button, frame: [\(index * 100), 0, 100, 100], on: {touchUpInside: \(action)}}\n"
    }
    return "screen: {size: [1000, 500]}\nviews:\n" + views.joined()
  }

  private func plan(_ layout: String, _ text: String) throws -> KeyPlan {
    try KeyPlan(SessionStage.parse(text), KeyTable(Keymap(KeymapNames(layout: layout), locale: "en_US.UTF-8")))
  }

  @Test(
    "13.5 Keys of buttons, gestures, lists of actions and modes are found in the keymap", .enabled(if: keymapProblem == nil, keymapProblem))
  func chords() throws {
    let text =
      Self.layout("{key: [ctrl, alt, t]}", "[{emit: x}, {key: \"@\"}, {key: altgr}, {key: meta}]")
      + "gestures: [{id: g, kind: pan, on: {began: {key: [shift, left], hold: true}}}]\n"
      + "modes: {first: {}, second: {on: {entered: {key: F11}}}}\n"
    let plan = try plan("de", text)
    #expect(plan.warnings.isEmpty, "\(plan.warnings)")
    #expect(Set(plan.chords.values.map(\.codes)) == [[29, 56, 20], [100, 16], [100], [125], [42, 105], [87]])
  }

  @Test("13.5 A name that is no key, one that the keymap lacks, and a text with such a sign are told of with their places")
  func warnings() throws {
    try #require(keymapProblem == nil)
    let plan = try plan(
      "us",
      Self.layout(
        "{key: [ctrl, Retrun]}", "{key: eacute}", "{key: {text: \"naïve\"}}", "{key: {text: \"plain\"}}", "{key: Zqxjkvbwm}", "{key: a}",
        "{key: [ctrl, ä]}"))
    #expect(
      plan.warnings.map(\.description) == [
        "k.yaml:4:79: warning: there is no key 'Retrun'; did you mean 'Return'?",
        "k.yaml:5:81: warning: the keyboard layout 'us' has no key for 'eacute'; XKB_DEFAULT_LAYOUT chooses another one",
        "k.yaml:6:81: warning: the keyboard layout 'us' has no key for 'ï'; XKB_DEFAULT_LAYOUT chooses another one",
        "k.yaml:8:81: warning: there is no key 'Zqxjkvbwm'; expected a name of XKB such as Return, F5 or XF86AudioMute, or one character",
        "k.yaml:10:81: warning: the keyboard layout 'us' has no key for 'ä'; XKB_DEFAULT_LAYOUT chooses another one",
      ])
    #expect(plan.chords.count == 1)
  }

  @Test(
    "13.5 A check that can look keys up finds names that no keymap has, in the order of the file",
    .enabled(if: keymapProblem == nil, keymapProblem))
  func check() throws {
    let text = "contactor: 1\n" + Self.layout("{key: [ctrl, Retrun]}", "{key: ctrl}") + "views2: []\n"
    let found = LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml", adding: KeyCheck.diagnostics).filter { $0.severity == .error }
    #expect(
      found.map(\.description) == [
        "k.yaml:4:79: error: there is no key 'Retrun'; did you mean 'Return'?",
        "k.yaml:6:1: error: unknown key 'views2'; did you mean 'views'?",
      ])
    #expect(try KeyCheck.diagnostics(of: SessionStage.parse(Self.layout("{emit: x}"))).isEmpty)
    #expect(!LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml").contains { $0.message.contains("Retrun") })
  }

  @Test("13.5 Gestures that hold the same keys hold each its own")
  func holders() throws {
    let hold = "on: {began: {key: shift, hold: true}}"
    let stage = try SessionStage(
      """
      screen: {size: [800, 480]}
      gestures:
        - {id: a, kind: longPress, region: [0, 0, 400, 480], \(hold)}
        - {id: b, kind: longPress, region: [400, 0, 400, 480], \(hold)}
      """)
    var asked: [String] = []
    stage.session.onKey = { action, _, phase in
      asked.append("\(action.holder) \(phase)")
      return true
    }
    for x in [100.0, 500] {
      stage.touch(.began, x, 100)
      stage.wait(600_000)
      stage.touch(.ended, x, 100)
    }
    #expect(asked == ["a hold", "a release", "b hold", "b release"])
    stage.session.onKey = nil
  }

  @Test("13.5 The log says whether a key action could be done; keys that are held are released with their gesture")
  func session() throws {
    let stage = try SessionStage(
      Self.layout("{key: [ctrl, a]}", "{key: {text: \"{control}!\"}}")
        + "gestures: [{id: g, kind: longPress, on: {began: {key: [shift, left], hold: true}}}]\n")
    var asked: [String] = []
    var isDone = true
    stage.session.onKey = { action, text, phase in
      asked.append("\(action.label) \(text) \(phase)")
      return isDone
    }
    stage.plug(1)
    stage.tap(50, 50)
    stage.tap(150, 50)
    isDone = false
    stage.tap(50, 50)
    isDone = true
    stage.touch(.began, 500, 400)
    stage.wait(1_000_000)
    stage.touch(.ended, 500, 400)
    #expect(
      asked == ["ctrl+a  press", "text b1! press", "ctrl+a  press", "shift+left  hold", "shift+left  release"])
    let handled = stage.lines.filter { $0.contains(#""action":"key""#) }.map { $0.contains(#""handled":true"#) }
    #expect(handled == [true, true, false, true])
    stage.session.onKey = nil
  }
}
