import ContactorCore
import ContactorLayout
import Testing

@testable import ContactorKiosk

/// Layout and frames in, log lines out.
@Suite struct LayoutSessionTests {
  private let one = """
    screen: {size: [200, 100]}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: {emit: pressed}}}
    """

  private let two = """
    windows:
      - {id: left, size: [100, 100], views: [{id: a, kind: button, frame: [0, 0, 100, 100]}]}
      - {id: right, size: [100, 100], views: [{id: b, kind: button, frame: [0, 0, 100, 100]}]}
    devices:
      - {match: {path: "usb-1"}, window: left}
      - {match: {path: "usb-2"}, window: right}
      - {match: {path: "usb-3"}, ignore: true}
    """

  @Test func `a tap becomes the promised lines`() throws {
    let stage = try SessionStage(one)
    stage.plug(1)
    stage.touch(.began, 10, 20)
    stage.touch(.ended, 10, 20)
    #expect(
      stage.lines == [
        #"{"t":0,"kind":"device","event":"added","device":"event1","name":"pad"}"#,
        #"{"t":10000,"kind":"touch","touch":1,"phase":"began","x":10,"y":20,"view":"ok","taps":1}"#,
        #"{"t":10000,"kind":"control","control":"ok","events":["touchDown"],"touches":[1]}"#,
        #"{"t":20000,"kind":"touch","touch":1,"phase":"ended","x":10,"y":20,"view":"ok","taps":1}"#,
        #"{"t":20000,"kind":"control","control":"ok","events":["touchUpInside"],"touches":[1]}"#,
        #"{"t":20000,"kind":"action","control":"ok","event":"touchUpInside","action":"emit","target":"pressed","handled":true}"#,
        #"{"t":20000,"kind":"emit","emit":"pressed","control":"ok","event":"touchUpInside"}"#,
        #"{"t":20000,"kind":"control","control":"ok","events":["primaryActionTriggered"],"touches":[1]}"#,
      ])
  }

  @Test func `each panel reaches its window, at the same place and time`() throws {
    let stage = try SessionStage(two)
    stage.plug(1, path: "usb-1/input0")
    stage.plug(2, path: "usb-2/input0")
    #expect(
      stage.take() == [
        "device,event:added,device:event1,name:pad,window:left,path:usb-1/input0",
        "device,event:added,device:event2,name:pad,window:right,path:usb-2/input0",
      ])
    stage.touch(.began, 50, 50, device: 1)
    stage.touch(.began, 50, 50, device: 2)
    stage.touch(.ended, 50, 50, device: 1)
    stage.touch(.ended, 50, 50, device: 2)
    #expect(
      stage.take().filter { $0.hasPrefix("control") } == [
        "control,control:a,events:touchDown,touches:1", "control,control:b,events:touchDown,touches:2",
        "control,control:a,events:touchUpInside,touches:1", "control,control:a,events:primaryActionTriggered,touches:1",
        "control,control:b,events:touchUpInside,touches:2", "control,control:b,events:primaryActionTriggered,touches:2",
      ])
  }

  @Test func `a panel that nobody names, and frames of one that was never added, reach the first window`() throws {
    let stage = try SessionStage(two)
    stage.plug(7, path: "usb-9")
    stage.touch(.began, 5, 5, id: 1, device: 7)
    stage.touch(.began, 5, 5, id: 2, device: 99)
    let views = stage.take().filter { $0.hasPrefix("touch") }.map { $0.split(separator: ",")[5] }
    #expect(views == ["view:a", "view:a"])
  }

  @Test func `an ignored panel does nothing, and its fingers do nothing to a later layout`() throws {
    let stage = try SessionStage(two)
    stage.plug(3, path: "usb-3")
    #expect(stage.take() == ["device,event:added,device:event3,name:pad,ignored:true,path:usb-3"])
    stage.touch(.began, 5, 5, id: 1, device: 3)
    stage.touch(.began, 6, 5, id: 2, device: 3)
    stage.touch(.ended, 6, 5, id: 2, device: 3)
    stage.session.replaceLayout(try SessionStage.parse(two.replacing("ignore: true", with: "window: right")))
    stage.touch(.moved, 5, 5, id: 1, device: 3)
    stage.touch(.ended, 5, 5, id: 1, device: 3)
    #expect(stage.take() == [], "no touch, and no anomaly about an unknown contact")
    stage.touch(.began, 5, 5, id: 1, device: 3)
    #expect(stage.take().last == "control,control:b,events:touchDown,touches:1")
  }

  @Test func `a new layout cancels the fingers that are down and ignores them until they are lifted`() throws {
    let stage = try SessionStage(two)
    stage.plug(1, path: "usb-1")
    stage.touch(.began, 5, 5)
    _ = stage.take()
    stage.session.replaceLayout(try SessionStage.parse(one))
    #expect(
      stage.take() == [
        "touch,touch:1,phase:cancelled,x:5,y:5,view:a,taps:1", "control,control:a,events:touchCancel,touches:1",
      ])
    stage.touch(.moved, 6, 5)
    stage.touch(.ended, 6, 5)
    #expect(stage.take() == [])
    stage.touch(.began, 5, 5)
    #expect(stage.take().last == "control,control:ok,events:touchDown,touches:2")
  }

  @Test func `a panel that goes cancels its own fingers only`() throws {
    let stage = try SessionStage(two)
    stage.plug(1, path: "usb-1")
    stage.plug(2, path: "usb-2")
    stage.touch(.began, 5, 5, device: 1)
    stage.touch(.began, 5, 5, device: 2)
    _ = stage.take()
    stage.session.handle(.deviceRemoved(DeviceID(rawValue: 2), at: Timestamp(microseconds: 50_000)))
    #expect(
      stage.take().map { $0.prefix(28) } == [
        "touch,touch:2,phase:cancelle", "control,control:b,events:tou", "device,event:removed,device:",
      ])
    stage.touch(.ended, 5, 5, device: 1)
    #expect(stage.take().contains("control,control:a,events:touchUpInside,touches:1"))
  }

  @Test func `an outset in millimetres follows the panel that is plugged in`() throws {
    // 10 mm are 50 points on a panel of 160 mm turned upright, and 64 on one of unknown size.
    let stage = try SessionStage(
      """
      screen: {size: [800, 480]}
      devices: [{rotation: 90}]
      views: [{id: ok, kind: button, frame: [100, 100, 100, 100], trackingOutset: {mm: 10}}]
      """)
    for (size, outside, inside) in [(Size(width: 96, height: 160), 252.0, 248.0), (nil, 266, 262)] {
      stage.plug(1, size: size)
      for (x, event) in [(outside, "touchUpOutside"), (inside, "touchUpInside")] {
        stage.touch(.began, 150, 150)
        stage.touch(.moved, x, 150)
        stage.touch(.ended, x, 150)
        #expect(stage.take().contains { $0.contains("events:\(event)") }, "\(x)")
      }
      stage.session.handle(.deviceRemoved(DeviceID(rawValue: 1), at: stage.session.application.now))
    }
  }
}
