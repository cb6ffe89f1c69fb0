import ContactorKiosk
import Testing

/// Broken gestures and the whole lines that they print.
@Suite struct LayoutGestureDiagnosticTests {
  @Test(arguments: [
    (
      "{}",
      [
        "k.yaml:4:5: error: a gesture needs the key 'id'; expected 'id: a name'",
        "k.yaml:4:5: error: a gesture needs the key 'kind'; expected 'kind: tap, longPress, pan, swipe, pinch, rotation, edgePan, corners, hold, stroke'",
      ]
    ),
    (
      "{id: g, kind: tapp, on: {recognised: {emit: x}}}",
      [
        "k.yaml:4:19: error: unknown kind 'tapp'; did you mean 'tap'?",
        "k.yaml:4:30: error: unknown state 'recognised'; did you mean 'recognized'?",
      ]
    ),
    (
      "{id: g, kind: tap, on: {began: {emit: x}, touchDown: {emit: x}}}",
      [
        "k.yaml:4:29: error: a tap never sends 'began'; expected one of recognized, failed",
        "k.yaml:4:47: error: unknown state 'touchDown'; expected one of recognized, failed",
      ]
    ),
    (
      "{id: g, kind: tap, direction: left, edge: top, corners: [topLeft], points: '0,0 1,1', score: 1}",
      [
        "k.yaml:4:24: error: a tap has no 'direction', only a swipe, pinch, rotation or stroke has",
        "k.yaml:4:41: error: a tap has no 'edge', only an edge pan has",
        "k.yaml:4:52: error: a tap has no 'corners', only a corner sequence has",
        "k.yaml:4:72: error: a tap has no 'points', only a stroke has",
        "k.yaml:4:91: error: a tap has no 'score', only a stroke has",
      ]
    ),
    (
      "{id: g, kind: pinch, taps: 2, touches: 2, hold: 1}",
      [
        "k.yaml:4:26: error: a pinch has no 'taps', only a tap or long press has",
        "k.yaml:4:47: error: a pinch has no 'hold', only a tap, long press or hold has",
      ]
    ),
    (
      "{id: g, kind: edgePan}",
      ["k.yaml:4:5: error: an edge pan needs the key 'edge'; expected 'edge: left, right, top, bottom'"]
    ),
    ("{id: g, kind: stroke}", ["k.yaml:4:5: error: a stroke needs the key 'points' or 'shapes'; expected 'points: '0,0 50,100 100,0''"]),
    (
      "{id: g, kind: swipe, direction: [lefft, up, up], touches: 0}",
      [
        "k.yaml:4:38: error: unknown direction 'lefft'; did you mean 'left'?",
        "k.yaml:4:49: error: 'up' is here twice",
        "k.yaml:4:63: error: 'touches' is '0'; expected a whole number from 1 to 60",
      ]
    ),
    (
      "{id: g, kind: pan, touches: {min: 3, max: 2}}",
      ["k.yaml:4:33: error: 'touches' from 3 to 2 is empty; expected 'min' up to 'max'"]
    ),
    (
      "{id: g, kind: tap, touches: {min: 1, max: 2}}",
      [
        "k.yaml:4:33: error: 'touches' is a mapping; expected a whole number from 1 to 60; only a pan, a pinch, a rotation, an edge pan take {min: …, max: …}"
      ]
    ),
    (
      "{id: g, kind: stroke, points: ['0,0', '0,0 x', '5,5 5,5']}",
      [
        "k.yaml:4:36: error: 'points': all points are in the same place; expected points such as '0,0 50,100 100,0'",
        "k.yaml:4:43: error: 'points': 'x' is no point; a point is 'x,y'; expected points such as '0,0 50,100 100,0'",
        "k.yaml:4:52: error: 'points': all points are in the same place; expected points such as '0,0 50,100 100,0'",
      ]
    ),
    (
      "{id: g, kind: tap, view: nowhere, requireToFail: [h, g], simultaneous: 1.5}",
      [
        "k.yaml:4:30: error: no view has the id 'nowhere'",
        "k.yaml:4:55: error: no gesture has the id 'h'; did you mean 'g'?",
        "k.yaml:4:58: error: 'requireToFail' names the gesture itself",
        "k.yaml:4:76: error: no gesture has the id '1.5'",
      ]
    ),
    (
      "{id: g, kind: tap, tuning: {swipeDistance: 5, tapDistanse: 1}, region: [0, 0, 0, 1]}",
      [
        "k.yaml:4:33: error: 'swipeDistance' means nothing to a tap; expected one of tapInterval, tapDistance, tapDuration",
        "k.yaml:4:51: error: unknown key 'tapDistanse'; did you mean 'tapDistance'?",
        "k.yaml:4:83: error: width of 'region' is '0'; expected points over 0, at most 1000000",
      ]
    ),
    (
      "{id: g, kind: pan, on: {began: {emit: '{scale} {x}'}, changed: {emit: '{value}'}}}",
      [
        "k.yaml:4:43: error: a pan has no {scale} to fill in; expected one of {x}, {y}, {control}, {event}, {touches}, {dx}, {dy}, {vx}, {vy}",
        "k.yaml:4:75: error: a pan has no value for {value}; expected one of {x}, {y}, {control}, {event}, {touches}, {dx}, {dy}, {vx}, {vy}",
      ]
    ),
    (
      "{id: g, kind: rotation, tuning: {rotationHysteresis: 200 deg}}",
      ["k.yaml:4:58: error: 'rotationHysteresis' is '200 deg'; expected an angle from 0 to 180 deg"]
    ),
  ])
  func `a gesture`(gesture: String, expected: [String]) {
    #expect(lines("contactor: 1\nscreen: {size: [8, 4]}\ngestures:\n  - \(gesture)\n") == expected)
  }

  @Test func `gestures that wait for each other, and ids that are taken`() {
    let text = """
      contactor: 1
      screen: {size: [800, 480]}
      views: [{id: v, kind: view, frame: [0, 0, 9, 9]}]
      gestures:
        - {id: a, kind: tap, requireToFail: b}
        - {id: b, kind: tap, requireToFail: [c]}
        - {id: c, kind: tap, requireToFail: [a]}
        - {id: v, kind: tap, requireToFail: [a]}
        - {id: d, kind: tap, view: a}
      """
    #expect(
      lines(text) == [
        "k.yaml:5:5: error: 'a', 'b', 'c' wait for each other to fail; expected a 'requireToFail' that leads to a gesture that waits for none",
        "k.yaml:8:10: error: the id 'v' is taken; the first is at 3:14",
        "k.yaml:9:30: error: no view has the id 'a'",
      ])
  }
}
