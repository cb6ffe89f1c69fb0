import ContactorCore
import ContactorKiosk
import ContactorLayout
import Testing

@Suite struct LayoutParsingTests {
  private func parse(_ text: String) throws(LayoutError) -> Layout {
    try Layout.parse(Array(text.utf8), file: "k.yaml")
  }

  @Test func `the documentation's layout is read whole`() throws {
    let layout = try parse(goodLayout)
    #expect(layout.version == 1)
    #expect(
      layout.screen
        == LayoutScreen(size: Size(width: 800, height: 480), millimetres: Size(width: 154, height: 86)))
    #expect(layout.views.map(\.id) == ["ok", "volume", "panel"])
    #expect(layout.views.map(\.kind) == [.button, .slider, .view])
    let device = try #require(layout.devices.first)
    #expect(device.match.vendor == 0x0eef)
    #expect(device.calibration == [1, 0, 0, 0, 1, 0])
    #expect(device.rotation == 90)
    #expect(device.mark == LayoutMark(line: 4, column: 5))
  }

  @Test func `a view has its properties and actions`() throws {
    let ok = try parse(goodLayout).views[0]
    #expect(ok.frame == Rect(x: 40, y: 60, width: 200, height: 80))
    #expect(ok.trackingOutset == .millimetres(10.5))
    #expect(ok.bindings.map(\.event) == ["touchUpInside", "touchDown"])
    guard case .send(let send) = ok.bindings[0].actions[0], case .run(let run) = ok.bindings[0].actions[1]
    else {
      Issue.record("wrong actions: \(ok.bindings[0].actions)")
      return
    }
    #expect(send.action.description == "submit:")
    #expect(send.target == "panel")
    #expect(run.timeout == .seconds(10))
    let values = PlaceholderValues(control: "ok", event: "touchUpInside")
    #expect(run.argv(with: values) == ["/usr/bin/systemctl", "restart", "app"])
  }

  @Test func `a slider has its range and its arguments take the value`() throws {
    let volume = try parse(goodLayout).views[1]
    #expect(volume.value == .range(minimum: 0, maximum: 100, at: 30))
    #expect(!volume.isContinuous)
    guard case .run(let run) = volume.bindings[0].actions[0] else {
      Issue.record("wrong actions: \(volume.bindings)")
      return
    }
    let values = PlaceholderValues(control: "volume", event: "valueChanged", value: 37.5)
    #expect(run.argv(with: values) == ["/usr/bin/amixer", "sset", "Master", "37.5%"])
    #expect(run.variables(with: values) == ["WHO": "volume"])
    #expect(run.directory == "/tmp")
  }

  @Test func `views hold views`() throws {
    let panel = try parse(goodLayout).views[2]
    #expect(panel.alpha == 0.5)
    #expect(panel.isMultipleTouchEnabled == true)
    let light = try #require(panel.subviews.first)
    #expect(light.value == .toggle(isOn: true))
    #expect(light.isExclusiveTouch == true)
  }

  @Test func `what is not stated has the usual value`() throws {
    let view = try parse(withView("{id: s, kind: slider, frame: [0, 0, 1, 1]}")).views[0]
    #expect(view.value == .range(minimum: 0, maximum: 1, at: 0))
    #expect(view.isEnabled && !view.isHidden && view.isContinuous && view.alpha == 1)
    #expect(view.trackingOutset == nil)
  }

  @Test func `JSON, a byte order mark, CRLF and a directive are fine`() throws {
    let json = #"{"contactor": 1, "screen": {"size": [8, 4.5e0]}, "views": []}"#
    #expect(try parse(json).screen.size == Size(width: 8, height: 4.5))
    #expect(lines([0xEF, 0xBB, 0xBF] + Array(goodLayout.utf8)) == [])
    #expect(
      lines(goodLayout.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
        == [])
    #expect(lines("%YAML 1.2\n---\n" + goodLayout + "...\n") == [])
  }

  @Test func `the key on is a word, not a boolean`() throws {
    let view = try parse(withAction("{touchDown: {emit: yes}}")).views[0]
    #expect(view.bindings[0].actions == [.emit(PlaceholderTemplate(literal: "yes"))])
  }

  @Test func `the first device entry that fits a panel counts`() throws {
    let layout = try parse(
      """
      contactor: 1
      screen: {size: [1, 1]}
      devices:
        - {match: {path: "usb-*-1.2", serial: "A*"}, rotation: 90}
        - {match: {vendor: 0xeef, product: "*"}, rotation: 180}
        - {rotation: 270}
      """)
    var panel = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event1", name: "eGalax")
    #expect(layout.device(for: panel)?.rotation == 270)
    panel.vendor = 0x0eef
    #expect(layout.device(for: panel)?.rotation == 180)
    panel.physicalPath = "usb-0000:01:00.0-1.2/input0"
    panel.serial = "A17"
    #expect(layout.device(for: panel)?.rotation == 90)
  }

  @Test(arguments: [
    ("*", "", true), ("", "", true), ("", "a", false), ("a*c", "abbc", true), ("a*c", "abcd", false),
    ("*b*b*", "abab", true), ("*b*b*", "ab", false), ("usb-*-1.2", "usb-0-1.20", false), ("?", "a", false),
    ("**a", "bba", true), ("a.c", "abc", false),
  ])
  func `a star stands for any characters`(pattern: String, text: String, fits: Bool) {
    #expect(GlobPattern(pattern).matches(text) == fits)
  }

  @Test func `files that cannot be read name the reason`() throws {
    #expect(message(of: "/nonexistent/k.yaml") == "/nonexistent/k.yaml: error: No such file or directory")
    #expect(message(of: "/tmp") == "/tmp: error: this is not a regular file")
    #expect(message(of: "/dev/zero") == "/dev/zero: error: this is not a regular file")
  }

  private func message(of path: String) -> String? {
    do throws(LayoutError) {
      _ = try Layout.load(path: path)
      return nil
    } catch {
      return error.description
    }
  }
}
