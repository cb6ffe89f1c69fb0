import ContactorCore
import ContactorLayout
import Testing

/// A layout with one view, one gesture, and more keys, which start on line 5.
private func with(_ text: String) -> String {
  """
  contactor: 1
  screen: {size: [800, 480]}
  views: [{id: pad, kind: view, frame: [0, 0, 9, 9]}]
  gestures: [{id: leave, kind: tap, on: {recognized: {emit: left}}}]
  \(text)

  """
}

/// A layout whose only gesture does an action, which starts on line 3, column 54.
private func doing(_ action: String, _ state: String = "began") -> String {
  "contactor: 1\nscreen: {size: [800, 480]}\ngestures: [{id: g, kind: pan, on: {\(state): \(action)}}]\n"
}

@Suite("Policies, modes and keys in a layout") struct LayoutPolicyLanguageTests {
  private func layout(_ text: String) throws -> Layout {
    try Layout.parse(Array(with(text).utf8), file: "k.yaml")
  }

  @Test("12.1 The idle policy is read")
  func idle() throws {
    let idle = try #require(
      try layout(
        "policies: {idle: {after: 60, on: {idle: {emit: attract}, active: {emit: awake}}, swallowWakingTouch: false, display: auto}}"
      ).policies.idle)
    #expect(idle.after == .seconds(60) && !idle.swallowsWakingTouch && idle.display == .auto)
    #expect(idle.bindings.map(\.event) == ["idle", "active"])
    #expect(try layout("policies: {idle: {}}").policies.idle == LayoutIdle())
  }

  @Test(
    "A display is named in each of its forms",
    arguments: [
      ("none", LayoutDisplay.none), ("auto", .auto), ("{dpms: card0-HDMI-A-1}", .dpms("card0-HDMI-A-1")),
      ("{backlight: 10-0045}", .backlight("10-0045")),
    ])
  func displays(_ text: String, _ display: LayoutDisplay) throws {
    #expect(try layout("policies: {idle: {display: \(text)}}").policies.idle?.display == display)
  }

  @Test("12.3 Modes are read; the first is where the layout begins, and 'locked' is always there")
  func modes() throws {
    let layout = try layout(
      "modes: {kiosk: {}, admin: {timeout: 120 s, views: [pad], gestures: leave, on: {entered: {emit: in}, left: {mode: locked}}}}")
    #expect(layout.firstMode == "kiosk" && layout.modeNames == ["kiosk", "admin", "locked"])
    #expect(layout.timeout(ofMode: "admin") == .seconds(120) && layout.timeout(ofMode: "kiosk") == nil)
    #expect(layout.timeout(ofMode: "locked") == .seconds(30))
    #expect(layout.modesByID == ["pad": ["admin"], "leave": ["admin"]])
    #expect(layout.modes[1].bindings.map(\.event) == ["entered", "left"])
  }

  @Test("A layout without modes begins in 'default', and one that only describes 'locked' does too")
  func usualMode() throws {
    #expect(try layout("").modeNames == ["default", "locked"])
    let layout = try layout("modes: {locked: {gestures: [leave], timeout: 5}}")
    #expect(layout.firstMode == "default" && layout.modeNames == ["default", "locked"])
    #expect(layout.timeout(ofMode: "locked") == .seconds(5))
  }

  @Test("Views and gestures name their modes as well as modes name them")
  func memberships() throws {
    let layout = try Layout.parse(
      Array(
        """
        contactor: 1
        screen: {size: [800, 480]}
        modes: {a: {views: [v]}, b: {}}
        views: [{id: v, kind: view, frame: [0, 0, 9, 9], modes: b}]
        gestures: [{id: g, kind: tap, modes: [a, locked]}]
        """.utf8), file: "k.yaml")
    #expect(layout.modesByID == ["v": ["a", "b"], "g": ["a", "locked"]])
  }

  @Test(
    "Wrong policies and modes are found with their places",
    arguments: [
      ("policies: []", "k.yaml:5:11: error: 'policies' is a list; expected a mapping with idle, health"),
      ("policies: {idel: {}}", "k.yaml:5:12: error: unknown key 'idel'; did you mean 'idle'?"),
      (
        "policies: {idle: {after: soon}}",
        "k.yaml:5:26: error: 'after' is 'soon'; expected seconds from 0.001 to 31536000, or a time such as 350 ms"
      ),
      ("policies: {idle: {on: {actve: {emit: x}}}}", "k.yaml:5:24: error: unknown state 'actve'; did you mean 'active'?"),
      (
        "policies: {idle: {on: {idle: {emit: \"{x}\"}}}}",
        "k.yaml:5:37: error: 'idle' has no {x} to fill in; expected one of {control}, {event}"
      ),
      ("policies: {idle: {display: of}}", "k.yaml:5:28: error: 'display' is 'of'; expected one of auto, none"),
      (
        "policies: {idle: {display: {}}}",
        "k.yaml:5:28: error: a display has no name; expected auto, none, {dpms: card0-HDMI-A-1} or {backlight: name}"
      ),
      ("policies: {idle: {display: {dpsm: a}}}", "k.yaml:5:29: error: unknown key 'dpsm'; did you mean 'dpms'?"),
      (
        "policies: {idle: {display: {dpms: ../a}}}",
        "k.yaml:5:35: error: 'dpms' is '../a'; expected a name as in /sys/class, such as card0-HDMI-A-1"
      ),
      (
        "policies: {idle: {display: {dpms: a, backlight: b}}}",
        "k.yaml:5:38: error: a display has both 'dpms' and 'backlight'; expected one of them"
      ),
      ("policies: {idle: {swallowWakingTouch: 0}}", "k.yaml:5:39: error: 'swallowWakingTouch' is '0'; did you mean 'false'?"),
      ("modes: []", "k.yaml:5:8: error: 'modes' is a list; expected a mapping of names to modes, such as kiosk: {}"),
      ("modes: {}", "k.yaml:5:8: error: 'modes' is empty; expected at least one mode"),
      ("modes: {a: 5}", "k.yaml:5:12: error: 'a' is '5'; expected a mapping with timeout, views, gestures, forward, on"),
      ("modes: {a: {view: [pad]}}", "k.yaml:5:13: error: unknown key 'view'; did you mean 'views'?"),
      ("modes: {a: {views: [pda]}}", "k.yaml:5:21: error: no view has the id 'pda'; did you mean 'pad'?"),
      ("modes: {a: {views: [leave]}}", "k.yaml:5:21: error: no view has the id 'leave'"),
      ("modes: {a: {gestures: [leaf]}}", "k.yaml:5:24: error: no gesture has the id 'leaf'; did you mean 'leave'?"),
      (
        "modes: {a: {timeout: -1}}",
        "k.yaml:5:22: error: 'timeout' is '-1'; expected seconds from 0.001 to 31536000, or a time such as 350 ms"
      ),
      ("modes: {a: {on: {enterd: {emit: x}}}}", "k.yaml:5:18: error: unknown state 'enterd'; did you mean 'entered'?"),
      ("modes: {admin: {on: {left: {mode: amdin}}}}", "k.yaml:5:35: error: no mode is named 'amdin'; did you mean 'admin'?"),
      ("modes: {a: {on: {left: {mode: default}}}}", "k.yaml:5:31: error: no mode is named 'default'; expected one of a, locked"),
    ])
  func mistakes(_ text: String, _ line: String) {
    #expect(lines(with(text)) == [line])
  }

  @Test("The first mode has no time limit")
  func firstModeTimeout() throws {
    let layout = try layout("modes: {a: {timeout: 5}, b: {timeout: 5}}")
    #expect(layout.timeout(ofMode: "a") == nil && layout.timeout(ofMode: "b") == .seconds(5))
    #expect(
      layout.warnings.map(\.description) == [
        "k.yaml:5:9: warning: 'a' is the first mode, to which time limits lead back, and has none itself"
      ])
  }

  @Test("A view and a gesture that name unknown modes are found")
  func unknownModes() {
    let text = """
      contactor: 1
      screen: {size: [800, 480]}
      modes: {kiosk: {}}
      views: [{id: v, kind: view, frame: [0, 0, 9, 9], modes: [kisok]}]
      gestures: [{id: g, kind: tap, modes: []}]
      """
    #expect(
      lines(text) == [
        "k.yaml:4:58: error: no mode is named 'kisok'; did you mean 'kiosk'?",
        "k.yaml:5:38: error: 'modes' is an empty list; expected a mode's name",
      ])
  }

  @Test(
    "13.5 Keys keep the names that they are given",
    arguments: [
      ("[alt, left]", ["alt", "left"]), ("\"ctrl+alt+t\"", ["ctrl", "alt", "t"]), ("F11", ["F11"]), ("f5", ["f5"]),
      ("[ctrl, \"-\"]", ["ctrl", "-"]), ("\"+\"", ["+"]), ("XF86AudioMute", ["XF86AudioMute"]), ("ä", ["ä"]),
      ("[ctrl, 1]", ["ctrl", "1"]),
    ])
  func keys(_ text: String, _ names: [String]) throws {
    let layout = try Layout.parse(Array(doing("{key: \(text), hold: true}").utf8), file: "k.yaml")
    guard case .key(let key) = layout.gestures[0].bindings[0].actions[0] else {
      Issue.record("no key: \(layout.gestures[0].bindings)")
      return
    }
    #expect(key.keys == names && key.isHeld && key.text == nil)
  }

  @Test("13.5 A text to type takes placeholders")
  func keyText() throws {
    let layout = try Layout.parse(Array(doing("{key: {text: \"{dx} pt\"}}").utf8), file: "k.yaml")
    guard case .key(let key) = layout.gestures[0].bindings[0].actions[0] else {
      Issue.record("no key: \(layout.gestures[0].bindings)")
      return
    }
    #expect(key.keys.isEmpty && key.text?.description == "{dx} pt" && key.label == "text")
  }

  @Test(
    "Wrong keys and modes of actions are found with their places",
    arguments: [
      ("{key: []}", "began", "k.yaml:3:49: error: 'key' has an empty list; expected keys such as [alt, left] or \"ctrl+alt+t\""),
      ("{key: ctrl++t}", "began", "k.yaml:3:49: error: 'key' is 'ctrl++t'; expected keys such as [alt, left] or \"ctrl+alt+t\""),
      ("{key: alt left}", "began", "k.yaml:3:49: error: 'key' is 'alt left'; expected keys such as [alt, left] or \"ctrl+alt+t\""),
      ("{key: [alt, t, ALT]}", "began", "k.yaml:3:49: error: 'ALT' is here twice"),
      ("{key: a+b+c+d+e+f+g+h+i}", "began", "k.yaml:3:49: error: 'key' has 9 keys; expected at most 8"),
      ("{key: {txt: a}}", "began", "k.yaml:3:50: error: unknown key 'txt'; did you mean 'text'?"),
      ("{key: {text: a}, hold: true}", "began", "k.yaml:3:60: error: a text cannot be held; expected keys such as [alt, left]"),
      ("{key: a, hold: true}", "ended", "k.yaml:3:49: error: 'hold' means nothing in 'ended'; expected 'began' of a gesture"),
      ("{emit: a, hold: true}", "began", "k.yaml:3:53: error: 'hold' goes with 'key' only, not with 'emit'"),
      ("{mode: lokced}", "began", "k.yaml:3:50: error: no mode is named 'lokced'; did you mean 'locked'?"),
      ("{mode: }", "began", "k.yaml:3:50: error: 'mode' is empty; expected a mode's name"),
    ])
  func wrongActions(_ action: String, _ state: String, _ line: String) {
    #expect(lines(doing(action, state)) == [line])
  }
}
