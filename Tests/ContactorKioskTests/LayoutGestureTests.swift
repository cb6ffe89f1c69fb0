import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
import Testing

/// Gestures of a layout at work: what they log, and what follows from them.
@Suite struct LayoutGestureTests {
  private func stage(_ gestures: String, _ views: String = "") throws -> SessionStage {
    try SessionStage("screen: {size: [800, 480], mm: [160, 96]}\nviews: [\(views)]\ngestures:\n" + gestures)
  }

  private func drag(_ stage: SessionStage, _ points: [(Double, Double)]) {
    stage.touch(.began, points[0].0, points[0].1)
    for point in points.dropFirst() { stage.touch(.moved, point.0, point.1) }
    stage.touch(.ended, points[points.count - 1].0, points[points.count - 1].1)
  }

  /// The lines that are not about touches.
  private func rest(_ stage: SessionStage) -> [String] { stage.take().filter { !$0.hasPrefix("touch") } }

  @Test func `a tap becomes the promised line, then its actions`() throws {
    let stage = try stage("  - {id: g, kind: tap, on: {recognized: {emit: \"{control} {event} {x} {y} {touches}\"}}}")
    stage.tap(10, 20)
    #expect(
      stage.lines.suffix(3) == [
        #"{"t":20000,"kind":"gesture","gesture":"g","state":"recognized","view":"root","touches":[1],"values":{"x":10,"y":20}}"#,
        #"{"t":20000,"kind":"action","control":"g","event":"recognized","action":"emit","target":"g recognized 10 20 1","handled":true}"#,
        #"{"t":20000,"kind":"emit","emit":"g recognized 10 20 1","control":"g","event":"recognized"}"#,
      ])
  }

  @Test func `a single tap waits for the double tap to fail, and time alone decides`() throws {
    let stage = try stage(
      """
        - {id: one, kind: tap, requireToFail: [two], on: {recognized: {emit: one}}}
        - {id: two, kind: tap, taps: 2, on: {recognized: {emit: two}}}
      """)
    stage.tap(10, 20)
    #expect(rest(stage) == [])
    stage.wait(400_000)
    #expect(
      rest(stage).map { String($0.prefix(36)) } == [
        "gesture,gesture:one,state:recognized", "action,control:one,event:recognized,", "emit,emit:one,control:one,event:reco",
      ])
    stage.tap(10, 20)
    stage.wait(100_000)
    stage.tap(10, 20)
    #expect(rest(stage).first == "gesture,gesture:two,state:recognized,view:root,touches:2,3,values:x:10,y:20,taps:2")
  }

  @Test func `a pan tells its way and speed, and takes the touch from the button`() throws {
    let stage = try stage(
      "  - {id: g, kind: pan, tuning: {panHysteresis: 4 mm}, on: {changed: {emit: \"{dx} {dy}\"}, ended: {emit: end}}}",
      "{id: b, kind: button, frame: [0, 0, 800, 480]}")
    drag(stage, [(100, 100), (119, 100), (121, 100), (140, 110)])
    let lines = rest(stage)
    #expect(
      lines.map { $0.split(separator: ",").prefix(3).joined(separator: ",") } == [
        "control,control:b,events:touchDown", "control,control:b,events:touchDragInside",
        "control,control:b,events:touchCancel", "gesture,gesture:g,state:began", "gesture,gesture:g,state:changed",
        "action,control:g,event:changed",
        "emit,emit:40 10,control:g", "gesture,gesture:g,state:ended", "action,control:g,event:ended", "emit,emit:end,control:g",
      ])
    #expect(lines[3].hasPrefix("gesture,gesture:g,state:began,view:root,touches:1,values:dx:21,dy:0,vx:"))
  }

  @Test func `a region, a view and a number of fingers are kept to`() throws {
    let stage = try stage(
      """
        - {id: corner, kind: tap, region: [0, 0, 100, 100], on: {recognized: {emit: x}}}
        - {id: inner, kind: tap, view: v, region: [0, 0, 50, 50], on: {recognized: {emit: x}}}
        - {id: three, kind: swipe, touches: 2, direction: right, on: {recognized: {emit: "{direction}"}}}
      """, "{id: v, kind: view, multipleTouch: true, frame: [200, 200, 100, 100]}")
    stage.tap(150, 50)
    #expect(rest(stage) == [])
    stage.wait(1_000_000)
    stage.tap(50, 50)
    stage.wait(1_000_000)
    stage.tap(220, 220)
    stage.wait(1_000_000)
    stage.tap(280, 280)
    #expect(rest(stage).filter { $0.hasPrefix("gesture") }.map { $0.split(separator: ",")[1] } == ["gesture:corner", "gesture:inner"])
    for id in [8, 9] as [Int32] { stage.touch(.began, 300, Double(id) * 20, id: id) }
    for x in [320.0, 340, 360, 380, 400] {
      for id in [8, 9] as [Int32] { stage.touch(.moved, x, Double(id) * 20, id: id) }
    }
    #expect(rest(stage).contains { $0.hasPrefix("gesture,gesture:three,state:recognized") && $0.hasSuffix("values:direction:right") })
  }

  @Test func `thresholds in millimetres follow the panel, and the nearest statement counts`() throws {
    for (tuning, isTap) in [("", true), (", tuning: {tapDistance: 5 mm}", false), (", tuning: {tapDistance: 7 mm}", true)] {
      let stage = try SessionStage(
        """
        screen: {size: [800, 480], mm: [160, 96]}
        tuning: {tapDistance: 3 mm}
        views: [{id: v, kind: view, frame: [0, 0, 800, 480], tuning: {tapDistance: 7 mm}}]
        gestures: [{id: g, kind: tap, view: v, on: {recognized: {emit: x}}\(tuning)}]
        """)
      drag(stage, [(100, 100), (130, 100)])
      #expect(stage.take().contains { $0.hasPrefix("gesture") } == isTap, "6 mm\(tuning)")
    }
  }

  @Test func `failing is told only where something is bound to it, also without a log`() throws {
    let stage = try stage(
      """
        - {id: told, kind: tap, on: {failed: {emit: no}}}
        - {id: quiet, kind: tap, simultaneous: true, on: {recognized: {emit: yes}}}
      """)
    drag(stage, [(100, 100), (200, 100)])
    #expect(rest(stage).map { $0.split(separator: ",")[1] } == ["gesture:told", "control:told", "emit:no"])
    var runs = 0
    let layout = try SessionStage.parse(
      "screen: {size: [800, 480]}\ngestures: [{id: g, kind: tap, on: {failed: {run: [x]}, recognized: {run: [y]}}}]")
    let session = LayoutSession(layout: layout, log: nil) { run, _, _, _ in runs += run.program == "x" ? 1 : 100 }
    for (time, phase, x) in [(1, .began, 0), (2, .moved, 300), (3, .ended, 300)] as [(Int64, TouchPhase, Double)] {
      let contact = Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: x, y: 9))
      session.handle(.frame(TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: time), contacts: [contact])))
    }
    #expect(runs == 1)
  }

  @Test func `a gesture can send an action up from its view, and to a control`() throws {
    let stage = try stage(
      """
        - {id: up, kind: tap, view: v, on: {recognized: {send: "hide:"}}}
        - {id: press, kind: longPress, hold: 0.3, on: {began: {send: "toggle:", to: w}}}
      """, "{id: v, kind: view, frame: [0, 0, 100, 100]}, {id: w, kind: switch, frame: [300, 0, 100, 100]}")
    stage.tap(50, 50)
    #expect(rest(stage).last == "action,control:up,event:recognized,action:hide:,target:v,handled:true")
    stage.touch(.began, 600, 300)
    stage.wait(300_000)
    #expect(
      rest(stage).suffix(2) == [
        "control,control:w,events:valueChanged,touches:", "action,control:press,event:began,action:toggle:,target:w,handled:true",
      ])
  }

  @Test func `every kind is recognized, with its values`() throws {
    let stage = try stage(
      """
        - {id: pinch, kind: pinch, simultaneous: true}
        - {id: turn, kind: rotation, simultaneous: true}
        - {id: hold, kind: hold, touches: 2, hold: 0.5, simultaneous: true}
        - {id: edge, kind: edgePan, edge: left, simultaneous: true}
        - {id: secret, kind: corners, corners: [topLeft, bottomRight], simultaneous: true}
        - {id: tick, kind: stroke, points: "0,50 30,80 100,0", simultaneous: true}
      """)
    stage.touch(.began, 300, 200, id: 1)
    stage.touch(.began, 400, 200, id: 2)
    stage.wait(500_000)
    stage.touch(.moved, 500, 200, id: 2)
    stage.touch(.moved, 500, 300, id: 2)
    stage.touch(.ended, 300, 200, id: 1)
    stage.touch(.ended, 500, 300, id: 2)
    stage.wait(2_000_000)
    stage.tap(10, 10)
    stage.tap(790, 470)
    stage.wait(2_000_000)
    drag(stage, [(2, 200), (60, 200), (90, 210)])
    stage.wait(2_000_000)
    drag(stage, [(300, 250), (330, 280), (365, 240), (400, 200)])
    stage.wait(2_000_000)
    let lines = rest(stage).filter { $0.hasPrefix("gesture") }
    for expected in [
      "gesture,gesture:hold,state:recognized,view:root,touches:1,2,values:x:350,y:200",
      "gesture,gesture:pinch,state:began,view:root,touches:1,2,values:scale:2,velocity:",
      "gesture,gesture:turn,state:began,view:root,touches:1,2,values:radians:0.4", "gesture,gesture:pinch,state:ended",
      "gesture,gesture:secret,state:recognized,view:root,touches:3,4,values:x:790,y:470",
      "gesture,gesture:edge,state:began,view:root,touches:5,values:dx:58,dy:0",
      "gesture,gesture:tick,state:recognized,view:root,touches:6,values:shape:tick,score:1",
    ] {
      #expect(lines.contains { $0.hasPrefix(expected) }, "\(expected)\n\(lines.joined(separator: "\n"))")
    }
  }
}
