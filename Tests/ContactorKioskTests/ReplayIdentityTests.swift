import Testing

@testable import ContactorKiosk

/// Any log replays to itself, byte for byte.
@Suite struct ReplayIdentityTests {
  private static let everything = """
    screen: {size: [800, 480], mm: [160, 96]}
    tuning: {tapDistance: 6 mm}
    views:
      - {id: b, kind: button, frame: [0, 0, 200, 100], on: {touchDown: {send: "toggleEnabled:", to: s}, touchUpInside: {emit: "{x} {y}"}}}
      - {id: w, kind: switch, frame: [200, 0, 200, 100], on: {valueChanged: [{send: "toggleHidden:", to: v}, {emit: "{value}"}]}}
      - {id: l, kind: slider, frame: [400, 0, 400, 100], value: {max: 7}, on: {valueChanged: {emit: "{value}"}}}
      - {id: s, kind: stepper, frame: [0, 100, 200, 100], wraps: true, value: {max: 4}, on: {valueChanged: {emit: "{value}"}}}
      - {id: g, kind: segments, frame: [200, 100, 300, 100], value: {titles: [a, b, c]}, on: {valueChanged: {emit: "{value}"}}}
      - {id: p, kind: pages, frame: [500, 100, 300, 100], value: {count: 4}, on: {valueChanged: {type: "{value}"}}}
      - {id: t, kind: textField, frame: [0, 200, 400, 100], on: {editingDidBegin: {emit: began}, editingChanged: {emit: "{value}"}}}
      - id: v
        kind: view
        multipleTouch: true
        frame: [400, 200, 400, 280]
        views:
          - {id: x, kind: button, exclusiveTouch: true, frame: [0, 0, 200, 280], on: {touchCancel: {send: nobody}}}
    gestures:
      - {id: tap, kind: tap, requireToFail: [double], on: {recognized: {emit: "{x} {y}"}, failed: {emit: no}}}
      - {id: double, kind: tap, taps: 2, on: {recognized: {emit: "{taps}"}}}
      - {id: press, kind: longPress, simultaneous: true, on: {began: {send: "toggleHidden:", to: v}, ended: {emit: "{x}"}}}
      - {id: pan, kind: pan, touches: {min: 1, max: 2}, view: v, on: {changed: {emit: "{dx} {vx}"}, cancelled: {emit: no}}}
      - {id: swipe, kind: swipe, on: {recognized: {emit: "{direction}"}}}
      - {id: pinch, kind: pinch, simultaneous: [turn], on: {changed: {emit: "{scale} {velocity}"}}}
      - {id: turn, kind: rotation, on: {changed: {emit: "{radians}"}}}
      - {id: edge, kind: edgePan, edge: [left, top], tuning: {edgeWidth: 20 mm}, on: {began: {emit: in}}}
      - {id: hold, kind: hold, touches: 2, hold: 0.6, on: {recognized: {emit: "{touches}"}}}
      - {id: secret, kind: corners, corners: [topLeft, bottomRight], on: {recognized: {emit: open}}}
      - {id: tick, kind: stroke, points: "0,50 30,80 100,0", score: 0.3, on: {recognized: {emit: "{shape}"}}}

    """

  private static let twoPanels = """
    windows:
      - {id: left, size: [400, 480], views: [{id: a, kind: slider, frame: [0, 0, 400, 480], on: {valueChanged: {emit: "{value}"}}}]}
      - {id: right, size: [800, 480], views: [{id: b, kind: stepper, frame: [0, 0, 800, 480], trackingOutset: 3 mm}]}
    devices:
      - {match: {path: usb-1}, window: left}
      - {match: {serial: "A*"}, window: right}

    """

  /// A small generator of its own: the seed tells the whole script.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ count: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ mixed >> 31) % UInt64(count))
    }
  }

  /// A script of fingers that come, move and go at random, with time passing and things going wrong.
  private func script(seed: Int, panels: Int) -> String {
    var dice = Dice(state: UInt64(seed))
    var (time, last) = (1_000, 0)
    var down: [(id: Int, panel: Int)] = []
    var lines: [String] = []
    for panel in 1...panels where panels > 1 {
      let identity = panel == 1 ? #""path":"usb-1/input0""# : #""serial":"A7","mm":[200,120]"#
      lines.append(#"{"t":900,"kind":"device","event":"added","device":"event\#(panel)","name":"pad",\#(identity)}"#)
    }
    let touch = { (id: Int, panel: Int, phase: String, dice: inout Dice) in
      let place = #""x":\#(dice.roll(8_200_000) / 10_000).\#(1000 + dice.roll(8999)),"y":\#(dice.roll(480)).\#(1000 + dice.roll(8999))"#
      let device = panels > 1 ? #","device":"event\#(panel)""# : ""
      lines.append(#"{"t":\#(time),"kind":"touch","touch":\#(id),"phase":"\#(phase)",\#(place)\#(device)}"#)
    }
    for _ in 0..<150 {
      time += [0, 3_000, 8_000, 40_000, 700_000][dice.roll(5)]
      switch dice.roll(12) {
      case 0...3 where down.count < 5:
        last += 1
        down.append((last, 1 + dice.roll(panels)))
        touch(last, down[down.count - 1].panel, "began", &dice)
      case 0...6: for finger in down where dice.roll(3) > 0 { touch(finger.id, finger.panel, "moved", &dice) }
      case 7...9 where !down.isEmpty:
        let finger = down.remove(at: dice.roll(down.count))
        touch(finger.id, finger.panel, dice.roll(6) == 0 ? "cancelled" : "ended", &dice)
      case 10: lines.append(#"{"t":\#(time),"kind":"anomaly","what":"syn-dropped","device":"event1"}"#)
      default: lines.append(#"{"t":\#(time),"kind":"wait"}"#)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: 1...50) func `a random script's log replays to itself`(seed: Int) throws {
    let script = script(seed: seed, panels: 1)
    let log = try SessionStage.log(of: script, on: Self.everything)
    #expect(log.split(separator: "\n").count > 100)
    expectSame(log, try SessionStage.log(of: log, on: Self.everything), "seed \(seed)")
  }

  @Test(arguments: 1...5) func `so does the log of two panels on two windows`(seed: Int) throws {
    let log = try SessionStage.log(of: script(seed: seed, panels: 2), on: Self.twoPanels)
    #expect(log.contains(#""view":"a""#) && log.contains(#""view":"b""#))
    expectSame(log, try SessionStage.log(of: log, on: Self.twoPanels), "seed \(seed)")
  }

  /// Names the first difference: two whole logs would say nothing.
  private func expectSame(_ left: String, _ right: String, _ place: String) {
    let pairs = zip(left.split(separator: "\n"), right.split(separator: "\n"))
    let difference = pairs.enumerated().first { $0.element.0 != $0.element.1 }
    let isSame = left == right
    #expect(isSame, "\(place), line \((difference?.offset ?? 0) + 1): \(difference?.element.0 ?? "") ≠ \(difference?.element.1 ?? "")")
  }
}
