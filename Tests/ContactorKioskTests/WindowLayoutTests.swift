import ContactorCore
import ContactorEvdev
import ContactorInput
@testable import ContactorKiosk
@testable import ContactorLayout
import Testing

/// Several windows, the panels that feed them, and millimetres (contract 1.8, 1.9).
@Suite struct WindowLayoutTests {
  private func parse(_ text: String) throws(LayoutError) -> Layout {
    try Layout.parse(Array(text.utf8), file: "k.yaml")
  }

  private let two = """
    contactor: 1
    windows:
      - {id: left, size: [800, 480], mm: [160, 96], views: [{id: a, kind: button, frame: [0, 0, 9, 9]}]}
      - {id: right, size: [400, 300]}

    """

  private func panel(_ number: UInt32 = 1, path: String = "", size: Size? = nil) -> TouchDevice {
    var panel = TouchDevice(id: DeviceID(rawValue: number), node: "/dev/input/event\(number)", name: "pad")
    panel.physicalPath = path
    panel.size = size
    return panel
  }

  @Test func `windows are read in order and devices choose one`() throws {
    let layout = try parse(
      two + """
        devices:
          - {match: {path: "usb-1.1"}, window: right}
          - {match: {output: "DP-*"}, ignore: true}
          - {match: {path: "usb-1.3"}}
        """)
    #expect(layout.windows.map(\.id) == ["left", "right"])
    #expect(layout.windows[0].views.map(\.id) == ["a"])
    #expect(layout.windowIndex(for: panel(path: "usb-1.1/input0")) == 1)
    #expect(layout.windowIndex(for: panel(path: "usb-1.3/input0")) == 0)
    #expect(layout.windowIndex(for: panel(path: "usb-1.2/input0")) == 0, "one that nobody names")
    var ignored = panel(path: "usb-1.2")
    ignored.output = "DP-1"
    #expect(layout.windowIndex(for: ignored) == nil)
    let end = Point(x: 1, y: 1)
    #expect(layout.pipeline(for: panel(path: "usb-1.1/input0")).map(end) == Point(x: 400, y: 300))
    #expect(layout.pipeline(for: panel()).map(end) == Point(x: 800, y: 480))
  }

  @Test func `the screen is the window main, and further ones stand beside it`() throws {
    let layout = try parse(
      "contactor: 1\nscreen: {size: [10, 20]}\nwindows: [{id: side, size: [1, 2]}]\n"
        + "devices: [{match: {name: x}, window: main}, {window: side}]\n")
    #expect(layout.windows.map(\.id) == ["main", "side"])
    #expect(layout.screen.size == Size(width: 10, height: 20))
    #expect(layout.windowIndex(for: panel()) == 1)
  }

  @Test(arguments: [
    ("devices: [{window: lefd}]", "4:20: error: no window is named 'lefd'; did you mean 'left'?"),
    ("devices: [{window: top}]", "4:20: error: no window is named 'top'; expected one of left, right"),
    ("devices: [{ignore: maybe}]", "4:20: error: 'ignore' is 'maybe'; expected true or false"),
    ("devices: [{frame: [0, 0, 1]}]", "4:19: error: 'frame' has 3 numbers; expected 4, [x, y, width, height]"),
    ("views: []", "4:1: error: 'views' stand on a 'screen', which is not there; expected the views in their windows"),
  ])
  func `mistakes have their place`(line: String, expected: String) {
    let windows = "contactor: 1\nwindows: [{id: left, size: [1, 1]},\n  {id: right, size: [1, 1]}]\n"
    #expect(lines(windows + line + "\n") == ["k.yaml:" + expected])
  }

  @Test func `a layout needs a screen or a window, and each name once`() {
    #expect(
      lines("contactor: 1\nviews: []\n") == [
        "k.yaml:1:1: error: a layout needs the key 'screen'; expected 'screen: {size: [width, height]}'"
      ])
    #expect(
      lines("contactor: 1\nwindows: []\n") == [
        "k.yaml:2:10: error: 'windows' is an empty list; expected at least one window"
      ])
    #expect(
      lines("contactor: 1\nwindows: [{id: a, size: [1, 1]}, {id: a, size: [1, 1]}]\n") == [
        "k.yaml:2:39: error: the id 'a' is taken; the first is at 2:16"
      ])
    #expect(
      lines("contactor: 1\nscreen: {size: [1, 1]}\nwindows: [{id: main, size: [1, 1]}]\n").first?.hasPrefix(
        "k.yaml:3:16: error: the id 'main' is taken") == true)
  }

  @Test func `a frame maps a panel to a part of its window, after calibration and rotation`() throws {
    let layout = try parse(
      "contactor: 1\nscreen: {size: [800, 400]}\n"
        + "devices: [{frame: [400, 0, 400, 400], rotation: 90, calibration: [1, 0, 0.5, 0, 1, 0]}]\n")
    // Shifted by half to the right edge, turned clockwise to the bottom, in the right half.
    #expect(layout.pipeline(for: panel()).map(Point(x: 0.5, y: 0.25)) == Point(x: 700, y: 400))
  }

  @Test(arguments: [
    // The panel's own size goes before the layout's, the device's before the screen's.
    ("screen: {size: [800, 480], mm: [100, 60]}\ndevices: [{mm: [400, 240]}]", Size(width: 160, height: 96), 5.0),
    ("screen: {size: [800, 480], mm: [100, 60]}\ndevices: [{mm: [400, 240]}]", nil, 2.0),
    ("screen: {size: [800, 480], mm: [100, 60]}", nil, 8.0),
    ("screen: {size: [800, 480]}", nil, 163 / 25.4),
    // A panel on its side: its height lies along the window's width.
    ("screen: {size: [800, 480]}\ndevices: [{rotation: 90}]", Size(width: 96, height: 160), 5.0),
    ("screen: {size: [800, 480]}\ndevices: [{rotation: 270}]", Size(width: 96, height: 160), 5.0),
    // One that covers a half of the window.
    ("screen: {size: [800, 480]}\ndevices: [{frame: [0, 0, 400, 480]}]", Size(width: 80, height: 96), 5.0),
  ])
  func `points in a millimetre`(text: String, size: Size?, expected: Double) throws {
    let layout = try parse("contactor: 1\n" + text + "\n")
    let found = layout.pointsPerMillimetre(inWindow: 0, panels: [panel(size: size)], Tuning())
    #expect(abs(found - expected) < 1e-9, "\(found)")
  }

  @Test func `in a replay the layout's own millimetres count`() throws {
    let layout = try parse("contactor: 1\nscreen: {size: [800, 480]}\ndevices: [{mm: [80, 48], rotation: 180}]\n")
    #expect(abs(layout.pointsPerMillimetre(inWindow: 0, panels: [], Tuning()) - 10) < 1e-9)
  }
}
