import ContactorKiosk
import Testing

/// Broken actions and the whole lines that they print.
@Suite struct LayoutActionDiagnosticTests {
  @Test(arguments: [
    (
      "{touchUpInsid: {emit: x}}",
      ["k.yaml:4:53: error: unknown event 'touchUpInsid'; did you mean 'touchUpInside'?"]
    ),
    (
      "{valueChanged: {emit: x}}",
      [
        "k.yaml:4:53: error: a button never sends 'valueChanged'; expected one of touchDown, touchDownRepeat, touchDragInside, touchDragOutside, touchDragEnter, touchDragExit, touchUpInside, touchUpOutside, touchCancel, primaryActionTriggered"
      ]
    ),
    (
      "{frobnicated: {emit: x}}",
      [
        "k.yaml:4:53: error: unknown event 'frobnicated'; expected one of touchDown, touchDownRepeat, touchDragInside, touchDragOutside, touchDragEnter, touchDragExit, touchUpInside, touchUpOutside, touchCancel, primaryActionTriggered"
      ]
    ),
    (
      "{touchDown: }",
      [
        "k.yaml:4:64: error: 'touchDown' is empty; expected an action: {run: […]}, {emit: …}, {send: …}, {type: …}, "
          + "{mode: …}, {key: …}, {set: …}, {verify: …}, {mqtt: …} or {rotate: …}"
      ]
    ),
    ("{touchDown: []}", ["k.yaml:4:64: error: 'touchDown' has an empty list; expected at least one action"]),
    (
      "{touchDown: {}}",
      ["k.yaml:4:64: error: an action does nothing; expected one of run, emit, send, type, mode, key, set, verify, mqtt, rotate"]
    ),
    (
      "{touchDown: {timeout: 3}}",
      ["k.yaml:4:64: error: an action does nothing; expected one of run, emit, send, type, mode, key, set, verify, mqtt, rotate"]
    ),
    ("{touchDown: {emitt: x}}", ["k.yaml:4:65: error: unknown key 'emitt'; did you mean 'emit'?"]),
    (
      "{touchDown: {emit: x, timeout: 3}}",
      ["k.yaml:4:74: error: 'timeout' goes with 'run' only, not with 'emit'"]
    ),
    (
      "{touchDown: {emit: x, send: go}}",
      ["k.yaml:4:74: error: an action has both 'emit' and 'send'; expected a list of two actions"]
    ),
    (
      "{touchDown: {run: systemctl restart app}}",
      [
        "k.yaml:4:70: error: 'run' is one text, and no shell takes it apart; did you mean '[systemctl, restart, app]'?"
      ]
    ),
    (
      "{touchDown: {run: 'cat a | wc'}}",
      [
        "k.yaml:4:70: error: 'run' is one text, and no shell takes it apart; expected a list, [program, argument, …]"
      ]
    ),
    (
      "{touchDown: {run: []}}",
      ["k.yaml:4:70: error: 'run' has an empty list; expected [program, argument, …]"]
    ),
    (
      "{touchDown: {run: [\"{control}\", a]}}",
      [
        "k.yaml:4:71: error: the program of 'run' is the text '{control}'; expected a path or a name without placeholders"
      ]
    ),
    (
      "{touchDown: {run: [prog, ~, [x], \"a\\0b\"]}}",
      [
        "k.yaml:4:77: error: an argument of 'run' is empty; expected text",
        "k.yaml:4:80: error: an argument of 'run' is a list; expected text",
        "k.yaml:4:85: error: an argument of 'run' holds a NUL character; expected text",
      ]
    ),
    (
      "{touchDown: {run: [prog, \"{vlaue}\", \"{x\", \"{size}\", \"{value}\"]}}",
      [
        "k.yaml:4:77: error: unknown placeholder '{vlaue}'; did you mean '{value}'?",
        "k.yaml:4:88: error: a '{' in an argument of 'run' has no '}'; expected one of {x}, {y}, {control}, {event}, or '{{' for a brace",
        "k.yaml:4:94: error: unknown placeholder '{size}'; expected one of {x}, {y}, {control}, {event}, or '{{' for a brace",
        "k.yaml:4:104: error: a button has no value for {value}; expected one of {x}, {y}, {control}, {event}",
      ]
    ),
    (
      "{touchDown: {run: [a], timeout: 0, cwd: , env: {A=B: x, C: }}}",
      [
        "k.yaml:4:84: error: 'timeout' is '0'; expected seconds from 0.001 to 31536000, or a time such as 350 ms",
        "k.yaml:4:92: error: 'cwd' is empty; expected a directory",
        "k.yaml:4:100: error: 'A=B' cannot name a variable; expected a name without '='",
        "k.yaml:4:111: error: 'C' is empty; expected text",
      ]
    ),
    (
      "{touchDown: {run: [a], timeout: soon, env: [A]}}",
      [
        "k.yaml:4:84: error: 'timeout' is 'soon'; expected seconds from 0.001 to 31536000, or a time such as 350 ms",
        "k.yaml:4:95: error: 'env' is a list; expected a mapping of names to texts, {NAME: text}",
      ]
    ),
    (
      "{touchDown: {run: [prog, {value}]}}",
      ["k.yaml:4:77: error: an argument of 'run' is a mapping; did you mean '\"{value}\"'?"]
    ),
    (
      "{touchDown: {emit: \"{value\"}}",
      [
        "k.yaml:4:71: error: a '{' in 'emit' has no '}'; expected one of {x}, {y}, {control}, {event}, or '{{' for a brace"
      ]
    ),
    (
      "{touchDown: {send: \"go:now\"}}",
      [
        "k.yaml:4:71: error: 'send' is the text 'go:now'; expected an action's name in one of the forms 'go', 'go:', 'go:forEvent:'"
      ]
    ),
    (
      "{touchDown: {emit: x, to: b}}",
      ["k.yaml:4:74: error: 'to' goes with 'send' and 'type' only, not with 'emit'"]
    ),
    (
      "{touchDown: {emit: '{scale}'}}",
      ["k.yaml:4:71: error: a button has no {scale} to fill in; expected one of {x}, {y}, {control}, {event}"]
    ),
    ("{touchDown: {type: }}", ["k.yaml:4:71: error: 'type' is empty; expected a text"]),
    ("{touchDown: {send: go, to: c}}", ["k.yaml:4:79: error: no view has the id 'c'; did you mean 'b'?"]),
    (
      "{touchDown: [{emit: x}, stop]}",
      [
        "k.yaml:4:76: error: 'touchDown' is 'stop'; expected an action: {run: […]}, {emit: …}, {send: …}, {type: …}, "
          + "{mode: …}, {key: …}, {set: …}, {verify: …}, {mqtt: …} or {rotate: …}"
      ]
    ),
    (
      "[touchDown]",
      [
        "k.yaml:4:52: error: 'on' is a list; expected a mapping of events to actions, such as touchUpInside: {emit: pressed}"
      ]
    ),
  ])
  func `an action`(on: String, expected: [String]) {
    #expect(lines(withAction(on)) == expected)
  }
}
