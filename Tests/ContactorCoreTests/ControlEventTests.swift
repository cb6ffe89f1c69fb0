import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Controls: from touches to control events (contract 4)")
struct ControlEventTests {
  let stage = Stage()

  @Test("4.1 control events have UIKit's raw values")
  func rawValues() {
    let shifts: [UInt32] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 16, 17, 18, 19]
    let values: [UInt32] = Control.Events.named.map { $0.event.rawValue }
    #expect(values == shifts.map { 1 << $0 })
    #expect(Control.Events.allTouchEvents.rawValue == 0x0FFF)
    #expect(Control.Events.allEditingEvents.rawValue == 0x000F_0000)
    #expect(Control.Events.applicationReserved.rawValue == 0x0F00_0000)
    #expect(Control.Events.systemReserved.rawValue == 0xF000_0000)
    #expect(Control.Events.allEvents.rawValue == 0xFFFF_FFFF)
    #expect(Control.Events(name: "touchUpInside") == .touchUpInside)
    #expect(Control.Events(name: "touchup") == nil)
  }

  @Test("4.3, 4.6 a tap sends touchDown, touchUpInside, then primaryActionTriggered")
  func tap() {
    _ = stage.button("ok", 100, 100)
    stage.tap(1, 110, 110, at: 0)
    #expect(stage.taken() == ["ok touchDown", "ok touchUpInside", "ok primaryActionTriggered"])
  }

  @Test("4.3 a second tap in time is a repeat, in the same delivery as touchDown")
  func repeated() {
    _ = stage.button("ok", 100, 100)
    stage.tap(1, 110, 110, at: 0)
    _ = stage.taken()
    stage.tap(2, 112, 110, at: 300)
    #expect(stage.taken().first == "ok touchDown|touchDownRepeat")
    stage.tap(3, 112, 110, at: 3000)
    #expect(stage.taken().first == "ok touchDown")
  }

  @Test("4.4 crossing the edge adds exit and enter to the drag's delivery; out and in again ends inside")
  func dragOutAndIn() {
    _ = stage.button("ok", 300, 200)
    stage.down(1, 350, 225, at: 0)
    stage.move(1, 360, 225, at: 10)
    stage.move(1, 600, 225, at: 20)
    stage.move(1, 610, 225, at: 30)
    stage.move(1, 360, 225, at: 40)
    stage.up(1, 360, 225, at: 50)
    #expect(
      stage.taken() == [
        "ok touchDown", "ok touchDragInside", "ok touchDragOutside|touchDragExit", "ok touchDragOutside",
        "ok touchDragInside|touchDragEnter", "ok touchUpInside", "ok primaryActionTriggered",
      ])
  }

  @Test("4.4 a target registered for both bits of a delivery is called once")
  func oneCallPerDelivery() {
    let button = stage.button("ok", 300, 200)
    let panel = Panel()
    button.addTarget(panel, action: .goSenderForEvent, for: [.touchDragOutside, .touchDragExit])
    stage.down(1, 350, 225, at: 0)
    stage.move(1, 600, 225, at: 20)
    #expect(panel.calls == ["go:forEvent: ok touchDragOutside|touchDragExit"])
  }

  @Test("4.5 a finger 60 pt outside is inside, one 80 pt outside is not", arguments: [(60.0, true), (80.0, false)])
  func tolerance(distance: Double, inside: Bool) {
    _ = stage.button("ok", 300, 200, 100, 50)
    for (x, y) in [(300 - distance, 225.0), (400 + distance, 225), (350, 200 - distance), (350, 250 + distance)] {
      stage.down(1, 350, 225, at: 0)
      stage.move(1, x, y, at: 10)
      stage.up(1, x, y, at: 20)
      #expect(stage.taken().contains("ok touchUpInside") == inside, "at \(x), \(y)")
    }
  }

  @Test("4.5 the tolerance is a property")
  func ownTolerance() {
    stage.button("ok", 300, 200, 100, 50).trackingOutset = .points(10)
    stage.down(1, 350, 225, at: 0)
    stage.up(1, 420, 225, at: 20)
    #expect(stage.taken() == ["ok touchDown", "ok touchUpOutside"])
  }

  @Test("4.6 a palm, a lost device, disabling and removal cancel, and no up event follows", arguments: 0..<4)
  func cancels(way: Int) {
    let button = stage.button("ok", 300, 200)
    stage.down(1, 350, 225, at: 0)
    switch way {
    case 0:
      stage.contact(1, .moved, 350, 225, tool: .palm)
      stage.frame(at: 10)
    case 1: stage.cancel(1, at: 10)
    case 2: button.isEnabled = false
    default: button.removeFromSuperview()
    }
    #expect(stage.taken() == ["ok touchDown", "ok touchCancel"])
    #expect(!button.isTracking && !button.isHighlighted && !button.isTouchInside)
    stage.up(1, 350, 225, at: 20)
    #expect(!stage.taken().contains { $0.contains("Up") })
    #expect(stage.violations.isEmpty)
  }

  @Test("4.6 removal while tracking sends touchCancel to the targets")
  func removalCancels() {
    let button = stage.button("ok", 300, 200)
    let panel = Panel()
    button.addTarget(panel, action: .goSenderForEvent, for: .allTouchEvents)
    stage.down(1, 350, 225, at: 0)
    button.removeFromSuperview()
    #expect(panel.calls.last == "go:forEvent: ok touchCancel")
  }

  @Test("1.6 after a palm the next tap works")
  func afterPalm() {
    _ = stage.button("ok", 300, 200)
    stage.down(1, 350, 225, at: 0)
    stage.contact(1, .moved, 350, 225, tool: .palm)
    stage.frame(at: 10)
    stage.up(1, 350, 225, at: 20)
    _ = stage.taken()
    stage.tap(2, 350, 225, at: 1000)
    #expect(stage.taken() == ["ok touchDown", "ok touchUpInside", "ok primaryActionTriggered"])
    #expect(stage.anomalies.isEmpty)
  }

  @Test("4.7 a disabled control gets no touches and passes none on")
  func disabled() {
    let behind = stage.button("behind", 0, 0, 800, 480)
    let button = stage.button("ok", 300, 200)
    button.isEnabled = false
    stage.tap(1, 350, 225, at: 0)
    #expect(stage.taken() == [])
    #expect(!behind.isTracking)
  }

  @Test("4.2 beginTracking false sends nothing; continueTracking false stops", arguments: [true, false])
  func hooks(begins: Bool) {
    let control = stage.add(HookedControl(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "c")
    control.begins = begins
    control.continues = false
    stage.down(1, 50, 50, at: 0)
    stage.move(1, 60, 50, at: 10)
    stage.up(1, 60, 50, at: 20)
    #expect(stage.taken() == (begins ? ["c touchDown"] : []))
    #expect(control.hooks == (begins ? ["begin", "continue", "end"] : ["begin"]))
    #expect(!control.isTracking)
  }

  @Test("4.3 the hook runs before the event is sent")
  func hookOrder() {
    let control = stage.add(HookedControl(frame: Rect(x: 0, y: 0, width: 100, height: 100)), "c")
    control.addAction("log", for: .allTouchEvents) { [unowned control] sender, event in
      control.hooks.append(event?.controlEvents.description ?? "nil")
    }
    stage.down(1, 50, 50, at: 0)
    stage.move(1, 60, 50, at: 10)
    stage.up(1, 60, 50, at: 20)
    #expect(control.hooks == ["begin", "touchDown", "continue", "touchDragInside", "end", "touchUpInside"])
  }

  @Test("4.8 a switch flips on up inside, a slider follows the finger")
  func values() {
    let toggle = stage.add(Switch(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "switch")
    stage.tap(1, 50, 25, at: 0)
    #expect(toggle.isOn)
    #expect(stage.taken() == ["switch touchDown", "switch touchUpInside", "switch valueChanged"])
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 100, width: 200, height: 50)), "slider")
    slider.maximumValue = 100
    stage.down(2, 50, 120, at: 1000)
    #expect(slider.value == 25)
    stage.move(2, 100, 120, at: 1010)
    #expect(slider.value == 50)
    stage.move(2, 300, 120, at: 1020)
    stage.move(2, 310, 120, at: 1030)
    #expect(slider.value == 100)
    #expect(stage.taken().count { $0 == "slider valueChanged" } == 3)
  }

  @Test("4.8 a slider that is not continuous sends valueChanged once at the end")
  func discreteSlider() {
    let slider = stage.add(Slider(frame: Rect(x: 0, y: 100, width: 200, height: 50)), "slider")
    slider.isContinuous = false
    stage.down(2, 50, 120, at: 0)
    stage.move(2, 100, 120, at: 10)
    #expect(!stage.taken().contains("slider valueChanged"))
    stage.up(2, 100, 120, at: 20)
    #expect(stage.taken() == ["slider touchUpInside", "slider valueChanged"])
    slider.value = .nan
    #expect(slider.value == 0.5)
  }

  @Test("4.9 sendActions fires the targets without a touch")
  func withoutTouch() {
    let button = stage.button("ok", 0, 0)
    let panel = Panel()
    button.addTarget(panel, action: .goSenderForEvent, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(panel.calls == ["go:forEvent: ok nil"])
  }
}

/// A control whose hooks answer as told and write down their calls.
private final class HookedControl: Control {
  var begins = true
  var continues = true
  var hooks: [String] = []

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    hooks.append("begin")
    return begins
  }

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    hooks.append("continue")
    return continues
  }

  override func endTracking(_ touch: Touch?, with event: Event?) { hooks.append("end") }
}
