@testable import ContactorKiosk
@testable import ContactorLayout
import Testing

/// Broken layouts and the whole lines that they print.
@Suite struct LayoutDiagnosticTests {
  @Test(arguments: [
    ("", ["k.yaml:1:1: error: the file is empty; expected a layout that starts with 'contactor: 1'"]),
    (
      "# nothing\n",
      ["k.yaml:1:1: error: the file is empty; expected a layout that starts with 'contactor: 1'"]
    ),
    ("---\n", ["k.yaml:1:1: error: the file is empty; expected a layout that starts with 'contactor: 1'"]),
    (
      "hello",
      ["k.yaml:1:1: error: the layout is 'hello'; expected keys and values that start with 'contactor: 1'"]
    ),
    (
      "[1, 2]",
      ["k.yaml:1:1: error: the layout is a list; expected keys and values that start with 'contactor: 1'"]
    ),
    (
      "contactor: 2\nscren: 1\n",
      ["k.yaml:1:12: error: version 2 of the format is not supported by this version; expected 1"]
    ),
    (
      "contactor: one\nscreen: {size: [1, 1]}",
      ["k.yaml:1:12: error: 'contactor' is 'one'; expected the format's version, 1"]
    ),
    (
      "contactor: 1.0\nscreen: {size: [1, 1]}",
      ["k.yaml:1:12: error: 'contactor' is '1.0'; expected the format's version, 1"]
    ),
    (
      "views: []\n",
      [
        "k.yaml:1:1: error: a layout needs the key 'contactor'; expected 'contactor: 1'",
        "k.yaml:1:1: error: a layout needs the key 'screen'; expected 'screen: {size: [width, height]}'",
      ]
    ),
    ("contactor: 1\nscreen:\n", ["k.yaml:2:8: error: 'screen' is empty; expected a mapping with size, mm"]),
    (
      "contactor: 1\nscreen: {size: [800]}\n",
      ["k.yaml:2:16: error: 'size' has 1 number; expected 2, [width, height]"]
    ),
    (
      "contactor: 1\nscreen: {size: [0, -4], mm: [.nan, .inf]}\n",
      [
        "k.yaml:2:17: error: width of 'size' is '0'; expected points over 0, at most 1000000",
        "k.yaml:2:20: error: height of 'size' is '-4'; expected points over 0, at most 1000000",
        "k.yaml:2:30: error: width of 'mm' is '.nan'; expected millimetres over 0, at most 1000000",
        "k.yaml:2:36: error: height of 'mm' is '.inf'; expected millimetres over 0, at most 1000000",
      ]
    ),
    (
      "contactor: 1\nscreen: {size: [1e999, \"480\"]}\n",
      [
        "k.yaml:2:17: error: width of 'size' is '1e999'; expected points over 0, at most 1000000",
        "k.yaml:2:24: error: height of 'size' is the text '480'; expected points over 0, at most 1000000, without quotes",
      ]
    ),
    (
      "contactor: 1\nscreen: {size: 800x480}\nviews: {id: a}\n",
      [
        "k.yaml:2:16: error: 'size' is '800x480'; expected a list of 2 numbers, [width, height]",
        "k.yaml:3:8: error: 'views' is a mapping; expected a list",
      ]
    ),
    (
      "contactor: 1\nscreen: {size: [1, 1]}\nlog: {touch: 1, gestures: true}\ntuning: 5\n",
      [
        "k.yaml:3:14: error: 'touch' is '1'; did you mean 'true'?",
        "k.yaml:3:17: error: unknown key 'gestures'; did you mean 'gesture'?",
        "k.yaml:4:9: error: 'tuning' is '5'; expected a mapping with \(TuningKey.all.map(\.name).joined(separator: ", "))",
      ]
    ),
    (
      "contactor: 1\nscreen: {size: [1, 1]}\ntuning: {tapDistanse: 5, tapInterval: 90000, tapDuration: 5 mm, trackingOutset: -1 mm, visibleAlpha: 2}\n",
      [
        "k.yaml:3:10: error: unknown key 'tapDistanse'; did you mean 'tapDistance'?",
        "k.yaml:3:39: error: 'tapInterval' is '90000'; expected seconds from 0 to 86400, or a time such as 350 ms",
        "k.yaml:3:59: error: 'tapDuration' is '5 mm'; expected seconds from 0 to 86400, or a time such as 350 ms",
        "k.yaml:3:81: error: 'trackingOutset' is '-1 mm'; expected points from 0 to 1000000, or a length such as 5 mm",
        "k.yaml:3:102: error: 'visibleAlpha' is '2'; expected a number from 0 to 1",
      ]
    ),
    (
      "contactor: 1\nscreen: {size: [1, 1]}\nscreen: {size: [2, 2]}\n",
      ["k.yaml:3:1: error: the key 'screen' is here twice; the first is at 2:1"]
    ),
  ])
  func `the file as a whole`(text: String, expected: [String]) {
    #expect(lines(text) == expected)
  }

  @Test(arguments: [
    (
      "{id: a, kind: button, fram: [0, 0, 1, 1]}",
      ["k.yaml:4:27: error: unknown key 'fram'; did you mean 'frame'?"]
    ),
    (
      "{id: a, kind: button, fram: [0, 0, 1]}",
      [
        "k.yaml:4:27: error: unknown key 'fram'; did you mean 'frame'?",
        "k.yaml:4:33: error: 'frame' has 3 numbers; expected 4, [x, y, width, height]",
      ]
    ),
    (
      "{id: a, kind: button, frame: [0, 0, 1, 1], label: OK}",
      [
        "k.yaml:4:48: error: unknown key 'label'; expected one of id, kind, frame, title, hint, enabled, hidden, alpha, multipleTouch, exclusiveTouch, secure, forwards, debounce, modes, trackingOutset, on, tuning, outlets, left, top, right, bottom, width, height, span, share, use, with, repeat"
      ]
    ),
    (
      "{Id: a, KIND: button, frmae: [0, 0, 1, 1]}",
      [
        "k.yaml:4:6: error: unknown key 'Id'; did you mean 'id'?",
        "k.yaml:4:13: error: unknown key 'KIND'; did you mean 'kind'?",
        "k.yaml:4:27: error: unknown key 'frmae'; did you mean 'frame'?",
      ]
    ),
    (
      "{}",
      [
        "k.yaml:4:5: error: a view needs the key 'id'; expected 'id: a name'",
        "k.yaml:4:5: error: a view needs the key 'kind'; expected 'kind: view, button, switch, slider, stepper, segments, pages, textField, textView, knob, progress, picker, popUp, matrix, scroll, table, keyboard, dialPad, pinField, grid, stack'",
        "k.yaml:4:5: error: a view needs the key 'frame'; expected 'frame: [x, y, width, height]'",
      ]
    ),
    (
      "text",
      [
        "k.yaml:4:5: error: a view is 'text'; expected a mapping with id, kind, frame, title, hint, enabled, hidden, alpha, multipleTouch, exclusiveTouch, secure, forwards, debounce, modes, value, continuous, wraps, autorepeat, momentary, ticks, vertical, endless, content, paging, zoom, rows, rowHeight, selection, sections, index, search, layouts, type, digits, trackingOutset, on, tuning, outlets, views, columns, gap, padding, left, top, right, bottom, width, height, span, share, use, with, repeat"
      ]
    ),
    (
      "{id: a, kind: view, frame: [1, 2, 3]}",
      ["k.yaml:4:32: error: 'frame' has 3 numbers; expected 4, [x, y, width, height]"]
    ),
    (
      "{id: a, kind: view, frame: [1, 2, 3, 4, 5]}",
      ["k.yaml:4:32: error: 'frame' has 5 numbers; expected 4, [x, y, width, height]"]
    ),
    (
      "{id: a, kind: view, frame: [x, 0, -1, 0]}",
      [
        "k.yaml:4:33: error: x of 'frame' is 'x'; expected points from -1000000 to 1000000",
        "k.yaml:4:39: error: width of 'frame' is '-1'; expected points over 0, at most 1000000",
        "k.yaml:4:43: error: height of 'frame' is '0'; expected points over 0, at most 1000000",
      ]
    ),
    (
      "{id: a, kind: view, frame: [0, 0, 010, 1_000]}",
      [
        "k.yaml:4:39: error: width of 'frame' is '010'; did you mean '10'?",
        "k.yaml:4:44: error: height of 'frame' is '1_000'; expected points over 0, at most 1000000",
      ]
    ),
    (
      "{id: a, kind: view, frame: {x: 1}}",
      ["k.yaml:4:33: error: unknown key 'x'; expected one of left, top, right, bottom, width, height"]
    ),
    (
      "{id: , kind: , frame: [0, 0, 1, 1]}",
      [
        "k.yaml:4:10: error: 'id' is empty; expected a name",
        "k.yaml:4:18: error: 'kind' is empty; expected one of view, button, switch, slider, stepper, segments, pages, textField, textView, knob, progress, picker, popUp, matrix, scroll, table, keyboard, dialPad, pinField, grid, stack",
      ]
    ),
    (
      "{id: \"\", kind: scroll, frame: [0, 0, 1, 1]}",
      [
        "k.yaml:4:10: error: 'id' is empty; expected a name"
      ]
    ),
    (
      "{id: \"a\\nb\", kind: buton, frame: [0, 0, 1, 1]}",
      [
        "k.yaml:4:10: error: 'id' is the text 'a\\nb'; expected a name without control characters",
        "k.yaml:4:24: error: unknown kind 'buton'; did you mean 'button'?",
      ]
    ),
    (
      "{id: a, kind: lamp, frame: [0, 0, 1, 1]}",
      [
        "k.yaml:4:19: error: unknown kind 'lamp'; expected one of view, button, switch, slider, stepper, segments, pages, textField, textView, knob, progress, picker, popUp, matrix, scroll, table, keyboard, dialPad, pinField, grid, stack"
      ]
    ),
    (
      "{id: a, kind: view, frame: [0, 0, 1, 1], enabled: yes, hidden: \"false\", alpha: 1.5}",
      [
        "k.yaml:4:55: error: 'enabled' is 'yes'; did you mean 'true'?",
        "k.yaml:4:68: error: 'hidden' is the text 'false'; expected false without quotes",
        "k.yaml:4:84: error: 'alpha' is '1.5'; expected a number from 0 to 1",
      ]
    ),
    (
      "{id: a, kind: button, frame: [0, 0, 1, 1], value: {on: true}, continuous: true}",
      [
        "k.yaml:4:48: error: a button has no 'value', only a switch, slider, stepper, segmented control, page control, text field, text view, knob, progress view, picker, pop-up button or matrix has",
        "k.yaml:4:67: error: a button has no 'continuous', only a slider, stepper or knob has",
      ]
    ),
    (
      "{id: a, kind: view, frame: [0, 0, 1, 1], on: {touchDown: {emit: x}}}",
      [
        "k.yaml:4:46: error: a view has no 'on', only a button, switch, slider, stepper, segmented control, page control, text field, text view, knob, picker, pop-up button, matrix, table, keyboard, dial pad or PIN field has"
      ]
    ),
    (
      "{id: a, kind: button, frame: [0, 0, 1, 1], views: []}",
      ["k.yaml:4:48: error: a button has no 'views', only a view, scroll view, grid or stack has"]
    ),
    (
      "{id: a, kind: slider, frame: [0, 0, 1, 1], value: {min: 5, max: 1}}",
      ["k.yaml:4:61: error: the range 5 to 1 is empty; expected 'min' below 'max'"]
    ),
    (
      "{id: a, kind: slider, frame: [0, 0, 1, 1], value: {min: 0, max: 10, at: 11}}",
      ["k.yaml:4:77: error: 'at' is 11; expected a number from 0 to 10"]
    ),
    (
      "{id: a, kind: slider, frame: [0, 0, 1, 1], value: 30}",
      ["k.yaml:4:55: error: 'value' is '30'; expected a mapping with min, max, at"]
    ),
    (
      "{id: a, kind: switch, frame: [0, 0, 1, 1], value: {on: 1}}",
      ["k.yaml:4:60: error: 'on' is '1'; did you mean 'true'?"]
    ),
    (
      "{id: a, kind: stepper, frame: [0, 0, 1, 1], value: {min: 0, max: 5, at: 6, step: 0}, wraps: 1, momentary: true}",
      [
        "k.yaml:4:77: error: 'at' is 6; expected a number from 0 to 5",
        "k.yaml:4:86: error: 'step' is '0'; expected a number over 0",
        "k.yaml:4:97: error: 'wraps' is '1'; did you mean 'true'?",
        "k.yaml:4:100: error: a stepper has no 'momentary', only a segmented control has",
      ]
    ),
    (
      "{id: a, kind: segments, frame: [0, 0, 1, 1], value: {titles: [a, b], at: 2}}",
      ["k.yaml:4:78: error: 'at' is '2'; expected a whole number from 0 to 1"]
    ),
    (
      "{id: a, kind: segments, frame: [0, 0, 1, 1], value: {titles: []}}",
      ["k.yaml:4:66: error: 'titles' is a list; expected a list of at least one title"]
    ),
    (
      "{id: a, kind: pages, frame: [0, 0, 1, 1], value: {count: 0, at: 3}}",
      ["k.yaml:4:62: error: 'count' is '0'; expected a whole number from 1 to 10000"]
    ),
    (
      "{id: a, kind: textField, frame: [0, 0, 1, 1], value: {txt: x}, on: {valueChanged: {emit: x}}}",
      [
        "k.yaml:4:59: error: unknown key 'txt'; did you mean 'text'?",
        "k.yaml:4:73: error: a text field never sends 'valueChanged'; expected one of touchDown, touchDownRepeat, touchDragInside, touchDragOutside, touchDragEnter, touchDragExit, touchUpInside, touchUpOutside, touchCancel, primaryActionTriggered, editingDidBegin, editingChanged, editingDidEnd, editingDidEndOnExit",
      ]
    ),
    (
      "{id: a, kind: button, frame: [0, 0, 1, 1], trackingOutset: -1}",
      ["k.yaml:4:64: error: 'trackingOutset' is '-1'; expected points from 0 to 1000000, or a length such as 5 mm"]
    ),
    (
      "{id: a, kind: view, frame: [0, 0, 1, 1], id: b}",
      ["k.yaml:4:46: error: the key 'id' is here twice; the first is at 4:6"]
    ),
    (
      "{id: a, kind: view, frame: [0, 0, 1, 1], views: [{id: a, kind: view, frame: [0, 0, 1, 1]}]}",
      ["k.yaml:4:59: error: the id 'a' is taken; the first is at 4:10"]
    ),
  ])
  func `a view`(view: String, expected: [String]) {
    #expect(lines(withView(view)) == expected)
  }

  @Test(arguments: [
    (
      "{match: {vendor: 0eef, product: 0x10000, nam: x}}",
      [
        "k.yaml:4:22: error: 'vendor' is '0eef'; expected a number from 0 to 0xffff, such as 0x0eef",
        "k.yaml:4:37: error: 'product' is '0x10000'; expected a number from 0 to 0xffff, such as 0x0eef",
        "k.yaml:4:46: error: unknown key 'nam'; did you mean 'name'?",
      ]
    ),
    ("{match: {vendor: 0012}}", ["k.yaml:4:22: error: 'vendor' is '0012'; did you mean '0x0012'?"]),
    (
      "{match: all, rotation: 45}",
      [
        "k.yaml:4:13: error: 'match' is 'all'; expected a mapping with vendor, product, path, name, serial, output, seat",
        "k.yaml:4:28: error: 'rotation' is '45'; expected 0, 90, 180 or 270",
      ]
    ),
    (
      "{rotation: 360, calibration: [1, 0, 0, 0, 1]}",
      [
        "k.yaml:4:16: error: 'rotation' is '360'; did you mean '0'?",
        "k.yaml:4:34: error: 'calibration' has 5 numbers; expected 6, [a, b, c, d, e, f]",
      ]
    ),
    (
      "{rotation: -90, calibration: [1, 0, 0, 1, 0, 0]}",
      [
        "k.yaml:4:16: error: 'rotation' is '-90'; did you mean '270'?",
        "k.yaml:4:34: error: 'calibration' puts all touches on one line; expected 6 numbers with a×e different from b×d",
      ]
    ),
    (
      "{mm: [0, 0], window: , matrix: 1}",
      [
        "k.yaml:4:11: error: width of 'mm' is '0'; expected millimetres over 0, at most 1000000",
        "k.yaml:4:14: error: height of 'mm' is '0'; expected millimetres over 0, at most 1000000",
        "k.yaml:4:26: error: 'window' is empty; expected a window's name",
        "k.yaml:4:28: error: unknown key 'matrix'; expected one of match, window, frame, calibration, rotation, mm, ignore, as, expect, pair",
      ]
    ),
  ])
  func `a device`(device: String, expected: [String]) {
    #expect(lines("contactor: 1\nscreen: {size: [8, 4]}\ndevices:\n  - \(device)\n") == expected)
  }

  @Test func `all mistakes of a file are told at once, in order`() {
    let text = """
      contactor: 1
      scren: {size: [800, 480]}
      views:
        - id: ok
          kind: buton
          frame: [0, 0, -1, 80]
          on: {touchUpInsid: {emit: "{who}"}}
        - id: ok
          kind: slider
      """
    #expect(
      lines(text) == [
        "k.yaml:2:1: error: unknown key 'scren'; did you mean 'screen'?",
        "k.yaml:5:11: error: unknown kind 'buton'; did you mean 'button'?",
        "k.yaml:6:19: error: width of 'frame' is '-1'; expected points over 0, at most 1000000",
        "k.yaml:7:10: error: unknown event 'touchUpInsid'; did you mean 'touchUpInside'?",
        "k.yaml:7:31: error: unknown placeholder '{who}'; expected one of {x}, {y}, {control}, {event}, or '{{' for a brace",
        "k.yaml:8:5: error: a view needs the key 'frame'; expected 'frame: [x, y, width, height]'",
        "k.yaml:8:9: error: the id 'ok' is taken; the first is at 4:9",
      ])
  }
}
