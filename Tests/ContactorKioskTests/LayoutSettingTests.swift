import ContactorControls
import ContactorCore
import ContactorTrace
import Testing

@testable import ContactorLayout

/// `set` puts a control's value, text or state, and sends nothing.
@Suite struct LayoutSettingTests {
  private static let views = """
    screen: {size: [400, 400]}
    log: {touch: false, control: false, value: true}
    views:
      - {id: a, kind: button, frame: [0, 0, 40, 40], on: {touchDown: ACTION}}
      - {id: volume, kind: slider, frame: [0, 40, 400, 20], value: {min: 0, max: 100, at: 5}, on: {valueChanged: {emit: told}}}
      - {id: turn, kind: knob, frame: [0, 60, 40, 40], value: {min: 0, max: 10, at: 5, step: 1}}
      - {id: count, kind: stepper, frame: [40, 60, 80, 40], value: {min: 0, max: 10, at: 5}, on: {valueChanged: {emit: told}}}
      - {id: lamp, kind: switch, frame: [120, 60, 80, 40], on: {valueChanged: {emit: told}}}
      - {id: scene, kind: segments, frame: [200, 60, 200, 40], value: {titles: [Day, Night, Film]}, on: {valueChanged: {emit: told}}}
      - {id: page, kind: pages, frame: [0, 100, 40, 20], value: {count: 4}}
      - {id: floor, kind: popUp, frame: [40, 100, 40, 20], value: {titles: [Low, High], at: 0}}
      - {id: note, kind: textField, frame: [80, 100, 40, 20], on: {editingChanged: {emit: told}}}
      - {id: page2, kind: textView, frame: [120, 100, 40, 20]}
      - {id: wake, kind: picker, frame: [160, 100, 40, 20], value: {wheels: [[6, 7, 8], [00, 30]]}}
      - {id: keys, kind: matrix, frame: [200, 100, 40, 20], value: {titles: [[a, b], [c, d]], at: [0, 0]}}
      - {id: done, kind: progress, frame: [240, 100, 40, 20]}
      - {id: dial, kind: dialPad, frame: [0, 120, 100, 100]}
      - {id: pin, kind: pinField, frame: [100, 120, 100, 40], on: {valueChanged: {emit: told}}}
      - {id: people, kind: table, frame: [200, 120, 100, 100], rows: [Ada, Ben, {title: Ben, id: b2}], search: note, on: {valueChanged: {emit: told}}}
      - {id: box, kind: view, frame: [0, 300, 40, 40]}
    """

  private static func text(_ action: String) -> String { views.replacing("ACTION", with: action) }

  /// The column of the action in its line.
  private static let column = "  - {id: a, kind: button, frame: [0, 0, 40, 40], on: {touchDown: ".count + 1

  private static func stage(_ action: String) throws -> SessionStage {
    let stage = try SessionStage(text(action))
    stage.tap(10, 10)
    return stage
  }

  /// What `set` made of a control, as `{value}` gives it; empty where the action was not handled.
  private func value(_ action: String, of id: String) throws -> String {
    let stage = try Self.stage(action)
    guard stage.lines.contains(where: { $0.contains("\"action\":\"set\"") && $0.contains("\"handled\":true") }) else {
      return "not handled"
    }
    let view = stage.session.responders[id]
    if let table = view as? LayoutTableView { return table.selectedIDs.joined(separator: " ") }
    if let progress = view as? ProgressView { return "\(progress.progress)" }
    return (view as? Control)?.placeholderValue?.text ?? "none"
  }

  @Test(arguments: [
    ("{set: volume, value: 30}", "volume", "30"), ("{set: volume, value: 130}", "volume", "100"),
    ("{set: volume, value: -5}", "volume", "0"), ("{set: turn, value: 2.5}", "turn", "2.5"), ("{set: count, value: 99}", "count", "10"),
    ("{set: volume, value: \"{x}\"}", "volume", "10"), ("{set: volume, value: \"{x:1}\"}", "volume", "10"),
    ("{set: volume, value: \"{control}\"}", "volume", "not handled"), ("{set: lamp, state: on}", "lamp", "1"),
    ("{set: lamp, state: \"{x}\"}", "lamp", "1"), ("{set: lamp, state: \"{event}\"}", "lamp", "not handled"),
    ("{set: scene, value: 2}", "scene", "2"), ("{set: scene, value: -1}", "scene", "-1"), ("{set: scene, value: \"{x}\"}", "scene", "-1"),
    ("{set: scene, text: Night}", "scene", "1"), ("{set: scene, text: \"{event}\"}", "scene", "not handled"),
    ("{set: page, value: 3}", "page", "3"), ("{set: page, value: \"{x}\"}", "page", "3"), ("{set: floor, text: High}", "floor", "High"),
    ("{set: floor, value: 1}", "floor", "High"), ("{set: note, text: \"hello {control}\"}", "note", "hello a"),
    ("{set: page2, text: \"a\\nb\"}", "page2", "a\nb"), ("{set: wake, value: [2, 1]}", "wake", "8 30"),
    ("{set: wake, value: [\"{x}\", 0]}", "wake", "8 00"), ("{set: keys, value: [1, 0]}", "keys", "c"),
    ("{set: keys, value: [\"{x}\", 0]}", "keys", "not handled"), ("{set: done, value: 0.25}", "done", "0.25"),
    ("{set: dial, text: \"+49\"}", "dial", "+49"), ("{set: pin, text: \"12\"}", "pin", "12"), ("{set: people, text: Ben}", "people", "Ben"),
    ("{set: people, text: b2}", "people", "b2"), ("[{set: people, text: Ada}, {set: people, text: \"\"}]", "people", ""),
    ("{set: volume, value: \"{x}\", enabled: \"{event}\"}", "volume", "not handled"),
  ])
  func `set puts a value as the control takes it, all of it or nothing`(_ action: String, _ id: String, _ expected: String) throws {
    #expect(try value(action, of: id) == expected)
  }

  @Test func `set sends nothing, and the log has its action and the value where that is another`() throws {
    let stage = try Self.stage("[{set: volume, value: 30}, {set: volume, value: 30}, {set: people, text: Ben}, {set: lamp, state: on}]")
    #expect(
      stage.take() == [
        "action,control:a,event:touchDown,action:set,target:volume,handled:true", "value,control:volume,value:30",
        "action,control:a,event:touchDown,action:set,target:volume,handled:true",
        "action,control:a,event:touchDown,action:set,target:people,handled:true", "value,control:people,value:Ben",
        "action,control:a,event:touchDown,action:set,target:lamp,handled:true", "value,control:lamp,value:1",
      ])
  }

  @Test func `set shows, hides, enables and disables, and a list follows the text of its search`() throws {
    let stage = try Self.stage("[{set: box, hidden: true}, {set: lamp, enabled: false, hidden: \"{x}\"}, {set: note, text: Ada}]")
    #expect((stage.session.responders["box"] as? View)?.isHidden == true)
    let lamp = try #require(stage.session.responders["lamp"] as? Switch)
    #expect(!lamp.isEnabled && lamp.isHidden)
    let table = try #require(stage.session.responders["people"] as? LayoutTableView)
    #expect(table.numberOfRows(inSection: 0) == 1 && table.lists("Ada") && !table.lists("Ben"))
  }

  @Test func `controls that set each other end at once, and a change is told to renderers`() throws {
    let stage = try SessionStage(
      """
      screen: {size: [400, 200]}
      log: {touch: false, control: false}
      views:
        - {id: a, kind: slider, frame: [0, 0, 400, 40], value: {min: 0, max: 400}, on: {valueChanged: {set: b, value: "{value}"}}}
        - {id: b, kind: slider, frame: [0, 100, 400, 40], value: {min: 0, max: 400}, on: {valueChanged: {set: a, value: "{value}"}}}
      """)
    let other = try #require(stage.session.responders["b"] as? Slider)
    stage.touch(.began, 100, 20)
    #expect(other.value > 0)
    // Both are held, and each sets the other under its finger.
    stage.touch(.began, 300, 120, id: 2)
    for step in 0..<20 {
      stage.touch(.moved, 100 + Double(step) * 10, 20)
      stage.touch(.moved, 300 - Double(step) * 10, 120, id: 2)
    }
    stage.touch(.ended, 200, 20)
    stage.touch(.ended, 200, 120, id: 2)
    #expect(other.value == (stage.session.responders["a"] as? Slider)?.value)
    #expect(stage.lines.count < 200)
  }

  @Test func `a control that is disabled under the finger cancels, and may set again, without end`() throws {
    let stage = try SessionStage(
      """
      screen: {size: [400, 200]}
      log: {touch: false}
      views:
        - id: a
          kind: slider
          frame: [0, 0, 400, 40]
          on: {valueChanged: {set: a, value: 1, enabled: false}, touchCancel: [{set: a, enabled: true}, {set: a, value: 0, enabled: false}]}
      """)
    stage.touch(.began, 100, 20)
    for step in 0..<5 { stage.touch(.moved, 100 + Double(step) * 10, 20) }
    stage.touch(.ended, 200, 20)
    let slider = try #require(stage.session.responders["a"] as? Slider)
    #expect(!slider.isEnabled && !slider.isTracking)
    #expect(stage.lines.contains { $0.contains("touchCancel") })
  }

  @Test func `limits and modes hold for set, and a replay of the log does the same`() throws {
    let text = Self.text(
      "[{set: volume, value: \"{x}\", every: 50 ms}, {set: lamp, state: on, if: {mode: locked}}, {set: note, text: \"{y}\"}]"
    )
    .replacing("touch: false", with: "touch: true")
    let stage = try SessionStage(text)
    for step in 1...8 { stage.tap(Double(step), 10) }
    stage.wait(1_000_000)
    let log = stage.lines.joined(separator: "\n") + "\n"
    #expect(log.contains("\"dropped\"") && !log.contains("lamp"))
    #expect(try SessionStage.log(of: log, on: text) == log)
  }

  @Test func `nothing of a secure text is in the log`() throws {
    let stage = try Self.stage("[{set: pin, text: \"1234\"}, {set: pin, text: \"\"}]")
    #expect(stage.lines.count == 2 && !stage.lines.contains { $0.contains("123") || $0.contains("told") }, "\(stage.lines)")
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("{set: volum, value: 1}", "6: error: no view has the id 'volum'; did you mean 'volume'?"),
    ("{set: main, hidden: true}", "6: error: no view has the id 'main'"),
    ("{set: volume}", "6: error: 'set' sets nothing; expected one of value, text, state, enabled, hidden"),
    ("{set: volume, state: on}", "14: error: a slider has no 'state' to set; did you mean 'value'?"),
    ("{set: lamp, value: 1}", "12: error: a switch has no 'value' to set; did you mean 'state'?"),
    ("{set: note, value: 1}", "12: error: a text field has no 'value' to set; did you mean 'text'?"),
    ("{set: box, value: 1}", "11: error: a view has no 'value' to set; expected one of hidden"),
    ("{set: people, enabled: true}", "14: error: a table has no 'enabled' to set; expected one of text, hidden"),
    ("{set: volume, vlaue: 1}", "14: error: unknown key 'vlaue'; did you mean 'value'?"),
    ("{set: volume, value: loud}", "21: error: 'value' is 'loud'; expected a number"),
    ("{set: volume, value: \"30\"}", "21: error: 'value' is the text '30'; expected a number, without quotes"),
    ("{set: volume, value: {value}}", "21: error: 'value' is a mapping; did you mean '\"{value}\"'?"),
    ("{set: volume, value: \"{x}%\"}", "21: error: 'value' is the text '{x}%'; expected a number: a placeholder such as"),
    ("{set: volume, value: \"{value}\"}", "21: error: a button has no value for {value}"),
    ("{set: volume, value: []}", "21: error: 'value' is an empty list"),
    ("{set: volume, value: [1, 2]}", "21: error: 'value' has 2 numbers; expected 1"),
    ("{set: scene, value: 3}", "20: error: 'value' is 3, and 'scene' has 3 titles; expected a whole number from 0 to 2, or -1 for none"),
    ("{set: scene, value: 0.5}", "20: error: 'value' is 0.5, and 'scene' has 3 titles"),
    ("{set: scene, text: Nigt}", "19: error: no title of 'scene' is 'Nigt'; did you mean 'Night'?"),
    ("{set: wake, value: 2}", "19: error: 'value' has 1 number; expected 2, one for each wheel"),
    ("{set: wake, value: [3, 0]}", "19: error: 'value' is 3, and a wheel has 3 rows; expected a whole number from 0 to 2"),
    ("{set: keys, value: [0, 2]}", "19: error: 'value' is 2, and 'keys' has 2 columns; expected a whole number from 0 to 1"),
    ("{set: lamp, state: true}", "19: error: 'state' is 'true'; did you mean 'on'?"),
    ("{set: lamp, state: onn}", "19: error: 'state' is 'onn'; did you mean 'on'?"),
    ("{set: lamp, enabled: on}", "21: error: 'enabled' is 'on'; did you mean 'true'?"),
    ("{set: pin, text: \"12345\"}", "17: error: 'text' is '12345'; expected 4 digits at most"),
    ("{set: dial, text: \"1-2\"}", "18: error: 'text' is '1-2'; expected digits, *, # and +"),
    ("{set: note, text: \"a\\nb\"}", "18: error: 'text' has control characters"),
    ("{set: people, text: Adda}", "20: error: no row of 'people' is 'Adda'; did you mean 'Ada'?"),
    ("{set: volume, value: 1, to: a}", "24: error: 'to' goes with 'send' and 'type' only, not with 'set'"),
    ("{emit: x, value: 1}", "10: error: 'value' goes with 'set' only, not with 'emit'"),
    ("{set: volume, value: 1, emit: x}", "error: an action has both"),
    ("{set: [volume], value: 1}", "error: 'set' is a list; expected a view's id"),
  ])
  func `a mistake in set has its place and a hint`(_ action: String, _ message: String) throws {
    do {
      _ = try SessionStage.parse(Self.text(action))
      Issue.record("\(action) is taken")
    } catch {
      #expect(error.diagnostics.count == 1, "\(error)")
      let line = error.diagnostics[0].description
      // The number in front is the place within the action.
      guard let place = Int(message.prefix { $0 != ":" }) else { return #expect(line.contains(message), "\(line)") }
      #expect(line.hasPrefix("k.yaml:5:\(Self.column + place)\(message.drop { $0 != ":" })"), "\(line)")
    }
  }

  @Test func `a number that is clamped is a warning`() throws {
    let layout = try SessionStage.parse(Self.text("{set: volume, value: 300}"))
    #expect(LayoutCheck.warnings(in: layout).contains { $0.message == "'value' is 300, of which 'volume' takes 100" })
  }

  @Test func `a secret value does not go to a view that shows it`() {
    func text(_ key: String) -> String {
      """
      contactor: 1
      screen: {size: [400, 200]}
      views:
        - {id: pin, kind: pinField, frame: [0, 0, 100, 40], on: {valueChanged: {set: note, text: "{value}"}}}
        - {id: note, kind: textField, \(key)frame: [0, 100, 100, 40]}
      """
    }
    #expect(
      lines(text("")) == ["k.yaml:4:80: error: the value of 'pin' is secret, and 'note' would show it; expected a secure view"])
    #expect(lines(text("secure: true, ")) == [])
  }
}
