import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Tracking, line by line (contract 4.2 to 4.7, 4.9)")
struct TrackingLineTests {
  let stage = Stage()

  private func watched() -> Watched {
    stage.add(Watched(frame: Rect(x: 300, y: 200, width: 100, height: 50)), "c")
  }

  @Test("4.2 the hooks are called with the touch, and the state tells tracking, inside and highlighted")
  func hooksAndState() {
    let control = watched()
    #expect(control.flags == "- - -" && control.isEnabled && !control.isSelected)
    stage.down(1, 350, 225, at: 0)
    #expect(control.flags == "tracking inside highlighted")
    stage.move(1, 600, 225, at: 10)
    #expect(control.flags == "tracking - -")
    stage.move(1, 350, 225, at: 20)
    #expect(control.flags == "tracking inside highlighted")
    stage.up(1, 350, 225, at: 30)
    #expect(control.flags == "- - -")
    #expect(
      control.hooks == [
        "begin tracking inside -", "continue tracking - highlighted", "continue tracking inside -",
        "end tracking inside highlighted",
      ])
    #expect(control.touches.count == 4 && Set(control.touches).count == 1)
  }

  @Test("4.2 cancelTracking is called where tracking is broken off, and endTracking is not")
  func cancelHook() {
    let control = watched()
    stage.down(1, 350, 225, at: 0)
    stage.cancel(1, at: 10)
    #expect(control.hooks.map { $0.prefix { $0 != " " } } == ["begin", "cancel"])
    #expect(control.flags == "- - -")
  }

  @Test("An application that ends with a finger on a control, or on a view in it, leaves nothing behind", arguments: [0, 1])
  func endsWhileTracking(depth: Int) {
    weak var gone: Button?
    do {
      let stage = Stage()
      let button = stage.button("ok", 0, 0)
      if depth > 0 { stage.add(View(frame: button.bounds), "label", to: button) }
      gone = button
      stage.down(1, 10, 10, at: 0)
      #expect(button.isTracking)
    }
    #expect(gone == nil)
  }

  @Test("4.2 only the tracked touch counts: a second finger changes nothing")
  func secondFinger() {
    let control = watched()
    control.isMultipleTouchEnabled = true
    stage.down(1, 350, 225, at: 0)
    stage.down(2, 360, 225, at: 10)
    stage.move(2, 700, 225, at: 20)
    stage.up(2, 700, 225, at: 30)
    #expect(stage.taken() == ["c touchDown"] && control.isTracking)
    stage.up(1, 350, 225, at: 40)
    #expect(stage.taken() == ["c touchUpInside"])
  }

  @Test("4.3 a control disabled by its own beginTracking sends nothing")
  func disabledInHook() {
    let control = watched()
    control.onBegin = { $0.isEnabled = false }
    stage.down(1, 350, 225, at: 0)
    stage.up(1, 350, 225, at: 10)
    #expect(!stage.taken().contains { $0.contains("touchDown") || $0.contains("Up") })
    #expect(control.flags == "- - -" && stage.violations.isEmpty)
  }

  @Test("4.5 entering again uses the same region as leaving: 60 pt out is in again, 80 pt is not")
  func sameRegion() {
    _ = watched()
    stage.down(1, 350, 225, at: 0)
    for (step, x) in [480.0, 475, 460, 480].enumerated() { stage.move(1, x, 225, at: Int64(step) * 10 + 10) }
    #expect(
      stage.taken() == [
        "c touchDown", "c touchDragOutside|touchDragExit", "c touchDragOutside", "c touchDragInside|touchDragEnter",
        "c touchDragOutside|touchDragExit",
      ])
  }

  @Test("4.5 the tolerance is 70 pt on each side, in the control's own points")
  func ownPoints() {
    #expect(Tuning().trackingOutset == 70)
    let control = watched()
    // Half as large on the screen: 70 of its points are 35 of the window's.
    control.transform = AffineTransform(scaleX: 0.5, y: 0.5)
    stage.down(1, 350, 225, at: 0)
    stage.move(1, 375 + 32, 225, at: 10)
    #expect(control.isTouchInside)
    stage.move(1, 375 + 38, 225, at: 20)
    #expect(!control.isTouchInside)
    stage.application.tuning.trackingOutset = 100
    stage.move(1, 375 + 39, 225, at: 30)
    #expect(control.isTouchInside, "the tuning's, where the control has none of its own")
  }

  @Test("4.6 only button-like controls send primaryActionTriggered, and only after touchUpInside")
  func primary() {
    _ = watched()
    _ = stage.button("ok", 0, 0)
    stage.tap(1, 350, 225, at: 0)
    #expect(stage.taken() == ["c touchDown", "c touchUpInside"])
    stage.down(2, 10, 10, at: 1000)
    stage.up(2, 600, 400, at: 1010)
    #expect(stage.taken() == ["ok touchDown", "ok touchUpOutside"])
  }

  @Test("4.6 where the finger is lifted decides, even if it moved there in the same frame")
  func liftedElsewhere() {
    _ = watched()
    stage.down(1, 350, 225, at: 0)
    stage.up(1, 600, 225, at: 10)
    #expect(stage.taken() == ["c touchDown", "c touchUpOutside"])
  }

  @Test("4.6 a window or parent that is removed while its control tracks cancels it", arguments: [true, false])
  func removedAbove(window: Bool) {
    let parent = stage.add(View(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "parent")
    let button = stage.add(Button(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "ok", to: parent)
    stage.down(1, 10, 10, at: 0)
    if window { stage.application.removeWindow(stage.window) } else { parent.removeFromSuperview() }
    #expect(stage.taken() == ["ok touchDown", "ok touchCancel"])
    #expect(!button.isTracking && stage.violations.isEmpty)
  }

  @Test("4.7 a disabled control's touch methods are not called, and it shuts nobody out")
  func disabledGetsNothing() {
    let raw = stage.add(RawControl(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "raw")
    _ = stage.button("ok", 200, 0)
    raw.isEnabled = false
    raw.isExclusiveTouch = true
    stage.down(1, 10, 10, at: 0)
    stage.tap(2, 210, 10, at: 10)
    stage.up(1, 10, 10, at: 100)
    #expect(raw.count == 0)
    #expect(stage.taken() == ["ok touchDown", "ok touchUpInside", "ok primaryActionTriggered"])
    #expect(stage.application.event.touches(for: raw).isEmpty)
  }

  @Test("4.2 after continueTracking said no, the next touch is tracked from its beginning")
  func tracksAgain() {
    let control = watched()
    control.continues = false
    stage.down(1, 350, 225, at: 0)
    stage.move(1, 360, 225, at: 10)
    stage.up(1, 360, 225, at: 20)
    #expect(stage.taken() == ["c touchDown"])
    stage.tap(2, 350, 225, at: 1000)
    #expect(stage.taken() == ["c touchDown", "c touchUpInside"])
  }

  @Test("4.7 a touch that began on a disabled control stays without effect when it is enabled")
  func enabledLater() {
    let control = watched()
    control.isEnabled = false
    stage.down(1, 350, 225, at: 0)
    control.isEnabled = true
    stage.move(1, 351, 225, at: 10)
    stage.up(1, 351, 225, at: 20)
    #expect(stage.taken().isEmpty && control.hooks.isEmpty)
    stage.tap(2, 350, 225, at: 1000)
    #expect(stage.taken() == ["c touchDown", "c touchUpInside"])
  }

  @Test("4.9 sendActions is one delivery for all its events, and works without an application")
  func sendActions() {
    let control = Control(frame: .zero)
    let panel = Panel()
    control.addTarget(panel, action: .goSenderForEvent, for: [.valueChanged, .editingChanged])
    control.addTarget(panel, action: .go, for: .touchDown)
    control.sendActions(for: [.valueChanged, .editingChanged])
    #expect(panel.calls == ["go:forEvent:  nil"])
    control.sendActions(for: .touchCancel)
    #expect(panel.calls.count == 1)
  }

  @Test("4.9 a button is pressed without a finger; a disabled one is not")
  func performClick() {
    let button = stage.button("ok", 0, 0)
    button.performClick()
    #expect(stage.taken() == ["ok touchUpInside", "ok primaryActionTriggered"])
    button.isEnabled = false
    button.performClick()
    #expect(stage.taken().isEmpty)
  }
}

/// A control that writes its hooks down with its state.
private final class Watched: Control, TouchKeeper {
  private(set) var hooks: [String] = []
  private(set) var touches: [Touch] = []
  var continues = true
  var onBegin: (Watched) -> Void = { _ in }

  var flags: String {
    [isTracking ? "tracking" : "-", isTouchInside ? "inside" : "-", isHighlighted ? "highlighted" : "-"]
      .joined(separator: " ")
  }

  func letGo() { touches = [] }

  private func note(_ hook: String, _ touch: Touch?) {
    hooks.append("\(hook) \(flags)")
    if let touch { touches.append(touch) }
  }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    note("begin", touch)
    onBegin(self)
    return true
  }

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    note("continue", touch)
    return continues
  }

  override func endTracking(_ touch: Touch?, with event: Event?) { note("end", touch) }
  override func cancelTracking(with event: Event?) { note("cancel", nil) }
}

/// A control that counts its touches by itself.
private final class RawControl: Control {
  private(set) var count = 0
  override func touchesBegan(_ touches: TouchSet, with event: Event?) { count += touches.count }
}
