import ContactorKiosk
import ContactorLayout
import Testing

/// Warnings: layouts that can be used and probably are not meant so.
@Suite struct LayoutCheckTests {
  private func warnings(_ text: String) throws -> [String] {
    LayoutCheck.warnings(in: try Layout.parse(Array(text.utf8), file: "k.yaml")).map(\.description)
  }

  @Test(arguments: [
    ("[/bin/true]", []),
    ("[sh, -c, x]", []),
    ("[/x/y]", ["k.yaml:4:71: warning: /x/y: No such file or directory"]),
    ("[/etc/passwd]", ["k.yaml:4:71: warning: /etc/passwd: Permission denied"]),
    ("[/tmp]", ["k.yaml:4:71: warning: /tmp: Permission denied"]),
    ("[./true], cwd: /bin", []),
    ("[./nothing], cwd: /bin", ["k.yaml:4:71: warning: ./nothing: No such file or directory"]),
    ("[/bin/true], cwd: /x", ["k.yaml:4:88: warning: /x: No such file or directory"]),
    ("[/bin/true], cwd: /etc/passwd", ["k.yaml:4:88: warning: /etc/passwd: Not a directory"]),
  ])
  func `a program that cannot run`(run: String, expected: [String]) throws {
    #expect(try warnings(withAction("{touchDown: {run: \(run)}}")) == expected)
  }

  @Test(arguments: [
    ("{send: \"togle:\", to: w}", "k.yaml:5:87: warning: a switch does not do 'togle:'; did you mean 'toggle:'?"),
    ("{send: \"toggle:\", to: w}", nil), ("{send: \"performClick:\"}", nil), ("{send: \"endEditing:\"}", nil),
    (
      "{send: \"submit:\"}",
      "k.yaml:5:87: warning: nothing around the sender does 'submit:', and no 'to' names a view that does"
    ),
  ])
  func `an action that nobody does`(action: String, expected: String?) throws {
    let text = """
      contactor: 1
      screen: {size: [800, 480]}
      views:
        - {id: w, kind: switch, frame: [0, 0, 9, 9]}
        - {id: b, kind: button, frame: [9, 0, 9, 9], on: {touchUpInside: [{emit: x}, \(action)]}}
      """
    #expect(try warnings(text) == (expected.map { [$0] } ?? []))
  }

  @Test func `a program that is not in PATH`() throws {
    let found = try warnings(withAction("{touchDown: {run: [no-such-program-1]}}"))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("k.yaml:4:71: warning: no-such-program-1: not found in PATH (/") == true)
  }

  @Test(arguments: [
    ("[0, 0, 800, 480]", []),
    ("[800, 0, 10, 10]", ["k.yaml:4:5: warning: 'v' lies outside the screen and can never be touched"]),
    ("[-10, 0, 10, 10]", ["k.yaml:4:5: warning: 'v' lies outside the screen and can never be touched"]),
    ("[0, -1, 10, 10]", ["k.yaml:4:5: warning: 'v' reaches beyond the screen and gets no touches there"]),
    ("[0, 0, 800.5, 480]", ["k.yaml:4:5: warning: 'v' reaches beyond the screen and gets no touches there"]),
  ])
  func `a view out of reach`(frame: String, expected: [String]) throws {
    #expect(try warnings(withView("{id: v, kind: view, frame: \(frame)}")) == expected)
  }

  @Test func `a view outside the view that holds it`() throws {
    let inner = "{id: w, kind: view, frame: [300, 0, 10, 10]}"
    #expect(
      try warnings(withView("{id: v, kind: view, frame: [0, 0, 300, 300], views: [\(inner)]}"))
        == ["k.yaml:4:58: warning: 'w' lies outside the view 'v' and can never be touched"])
  }

  @Test func `gestures that nothing follows from, and regions out of reach`() throws {
    let text = """
      contactor: 1
      screen: {size: [800, 480]}
      gestures:
        - {id: a, kind: tap}
        - {id: b, kind: tap, taps: 2}
        - {id: c, kind: tap, requireToFail: b, region: [800, 0, 9, 9], on: {recognized: [{emit: x}, {send: "fly:"}]}}
      """
    #expect(
      try warnings(text) == [
        "k.yaml:4:5: warning: nothing is bound to 'a', and no other gesture waits for it",
        "k.yaml:6:5: warning: the region of 'c' lies outside the screen and can never be touched",
        "k.yaml:6:102: warning: nothing around the sender does 'fly:', and no 'to' names a view that does",
      ])
  }
}
