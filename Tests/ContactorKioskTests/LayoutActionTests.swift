import ContactorControls
import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
import Glibc
import Testing

/// What a layout's actions do to its own controls, and the settings that stand at the top.
@Suite struct LayoutActionTests {
  private let form = """
    screen: {size: [800, 480]}
    views:
      - {id: more, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {send: "increase:", to: amount}}}
      - id: amount
        kind: stepper
        frame: [100, 0, 100, 100]
        value: {max: 3, at: 1}
        on: {valueChanged: {emit: "amount {value}"}}
      - {id: name, kind: textField, frame: [200, 0, 100, 100], on: {editingChanged: {emit: "name {value}"}}}
      - {id: key, kind: button, frame: [300, 0, 100, 100], on: {touchUpInside: {type: "{control}!"}}}
      - {id: lost, kind: button, frame: [400, 0, 100, 100], on: {touchUpInside: {send: "submit:"}}}
      - {id: wrong, kind: button, frame: [500, 0, 100, 100], on: {touchUpInside: {send: "fly:", to: amount}}}
      - {id: lift, kind: button, frame: [600, 0, 100, 100], on: {touchUpInside: {send: "hide:", to: pane}}}
      - {id: pane, kind: view, frame: [0, 100, 800, 380], views: [{id: in, kind: button, frame: [0, 0, 800, 380]}]}

    """

  @Test func `send reaches the view with that id, whose own events follow`() throws {
    let stage = try SessionStage(form)
    stage.tap(50, 50)
    #expect(
      stage.take().dropFirst(4).map { $0 } == [
        "control,control:amount,events:valueChanged,touches:",
        "action,control:amount,event:valueChanged,action:emit,target:amount 2,handled:true",
        "emit,emit:amount 2,control:amount,event:valueChanged,value:2",
        "action,control:more,event:touchUpInside,action:increase:,target:amount,handled:true",
        "control,control:more,events:primaryActionTriggered,touches:1",
      ])
  }

  @Test func `an action that nobody does is logged as such, with those who were asked`() throws {
    let stage = try SessionStage(form)
    stage.tap(450, 50)
    stage.tap(550, 50)
    #expect(
      stage.take().filter { $0.hasPrefix("action") || $0.hasPrefix("unhandled") } == [
        "unhandled,action:submit:,control:lost,asked:lost,root,Application",
        "action,control:lost,event:touchUpInside,action:submit:,target:,handled:false",
        "action,control:wrong,event:touchUpInside,action:fly:,target:amount,handled:false",
        "unhandled,action:fly:,control:wrong,asked:amount",
      ])
  }

  @Test func `typed text reaches the field that is being edited, and nobody without one`() throws {
    let stage = try SessionStage(form)
    stage.tap(350, 50)
    #expect(stage.take().contains("action,control:key,event:touchUpInside,action:insertText:forEvent:,target:,handled:false"))
    stage.tap(250, 50)
    stage.tap(350, 50)
    stage.tap(350, 50)
    let lines = stage.take()
    #expect(lines.contains("action,control:key,event:touchUpInside,action:insertText:forEvent:,target:name,handled:true"))
    #expect(
      lines.filter { $0.hasPrefix("emit") } == [
        "emit,emit:name key!,control:name,event:editingChanged,value:key!",
        "emit,emit:name key!key!,control:name,event:editingChanged,value:key!key!",
      ])
  }

  @Test func `a hidden view is left out, with all that is inside`() throws {
    let stage = try SessionStage(form)
    stage.tap(650, 50)
    _ = stage.take()
    stage.tap(400, 300)
    #expect(stage.take().allSatisfy { $0.contains("view:root") })
  }

  @Test func `controls that set each other off come to an end`() throws {
    let stage = try SessionStage(
      """
      screen: {size: [800, 480]}
      views:
        - {id: a, kind: switch, frame: [0, 0, 100, 100], on: {valueChanged: {send: "toggle:", to: b}}}
        - {id: b, kind: switch, frame: [200, 0, 100, 100], on: {valueChanged: {send: "toggle:", to: a}}}
      """)
    stage.tap(50, 50)
    #expect(stage.take().filter { $0.hasSuffix("handled:false") }.count == 1)
  }

  @Test func `a log has the lines that the layout wants`() throws {
    for (kind, line) in [("touch", "touch"), ("control", "control"), ("action", "action")] {
      let stage = try SessionStage("log: {\(kind): false}\n" + form)
      stage.tap(50, 50)
      stage.tap(450, 50)
      let kinds = Set(stage.take().map { String($0.prefix { $0 != "," }) })
      let all: Set = ["touch", "control", "action", "emit", "unhandled"]
      #expect(kinds == all.subtracting(kind == "action" ? ["action", "unhandled"] : [line]))
    }
  }

  // MARK: Tuning

  @Test func `every threshold of the engine has its key, and no other`() throws {
    let file = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = try readAll("/\(file)/Sources/ContactorCore/Tuning.swift")
    let names = text.matches(of: /\n  public var (\w+)/).map { String($0.1) }
    #expect(names.count > 5 && names == TuningKey.all.map(\.name))
  }

  private func readAll(_ path: String) throws -> String {
    let file = try #require(fopen(path, "r"), "\(path)")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test func `each threshold that is stated changes its own, and no other`() {
    for key in TuningKey.all {
      var (tuning, settings) = (Tuning(), LayoutTuning())
      let value: LayoutTuning.Value =
        switch key.quantity {
        case .time: .time(.microseconds(77))
        case .distance: .distance(.points(77))
        case .length: .distance(.millimetres(77))
        case .angle: .angle(0.77)
        case .number: .number(0.77)
        }
      settings.entries = [.init(name: key.name, value: value)]
      settings.apply(to: &tuning, pointsPerMillimetre: 5)
      let changed = zip(Mirror(reflecting: tuning).children, Mirror(reflecting: Tuning()).children)
        .filter { "\($0.value)" != "\($1.value)" }.compactMap(\.0.label)
      #expect(changed == [key.name])
    }
  }

  @Test func `times are seconds, distances points, or have their unit behind them`() throws {
    let stage = try SessionStage(
      """
      screen: {size: [800, 480], mm: [160, 96]}
      tuning: {tapInterval: 0.5, tapDuration: 900 ms, repeatDelay: 1.5 s, tapDistance: 6 mm, trackingOutset: {mm: 10}}
      """)
    let tuning = stage.session.application.tuning
    #expect(tuning.tapInterval == .milliseconds(500) && tuning.tapDuration == .milliseconds(900))
    #expect(tuning.repeatDelay == .milliseconds(1500))
    #expect(tuning.tapDistance == 30 && tuning.trackingOutset == 50)
    #expect(tuning.visibleAlpha == Tuning().visibleAlpha)
  }
}
