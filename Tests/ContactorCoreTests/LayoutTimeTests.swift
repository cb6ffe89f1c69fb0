import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// When views are laid out: never in the middle of a caller's change.
@Suite("The time of layout (contract 3.7)")
struct LayoutTimeTests {
  /// A view that notes when it is laid out.
  private final class Box: View {
    var layouts = 0

    override func layoutSubviews() {
      super.layoutSubviews()
      layouts += 1
    }
  }

  /// A change outside of a frame that cancels the touch on the button.
  enum Change: CaseIterable {
    case removeView, removeParent, moveToOtherWindow, removeWindow, closeWindow, cancelTouches, disableRecognizer
    case removeRecognizer, disableControl, hide
  }

  private final class Scene {
    let stage = Stage()
    let box = Box(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    let other = Window(frame: Rect(x: 400, y: 0, width: 400, height: 400))
    let button = Button(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let press = LongPressGestureRecognizer()
    var cancelled = 0

    init() {
      stage.application.addWindow(other)
      stage.add(box, "box")
      stage.add(button, "button", to: box)
      box.addGestureRecognizer(press)
      press.cancelsTouchesInView = false
      button.on(.touchCancel) { [unowned self] _ in cancelled += 1 }
      stage.pass(to: 1)
    }

    func carryOut(_ change: Change) {
      let application = stage.application
      switch change {
      case .removeView: button.removeFromSuperview()
      case .removeParent: box.removeFromSuperview()
      case .moveToOtherWindow: other.addSubview(box)
      case .removeWindow: application.removeWindow(stage.window)
      case .closeWindow: stage.window.close()
      case .cancelTouches: application.cancelTouches()
      case .disableRecognizer: press.isEnabled = false
      case .removeRecognizer: box.removeGestureRecognizer(press)
      case .disableControl: button.isEnabled = false
      case .hide: box.isHidden = true
      }
    }
  }

  @Test("3.7 A change outside of a frame that cancels touches lays nothing out before the host's next call", arguments: Change.allCases)
  func outside(change: Change) {
    let scene = Scene()
    let application = scene.stage.application
    scene.stage.down(1, 50, 50, at: 10)
    scene.stage.pass(to: 700)
    let before = scene.box.layouts
    // The change begins with a model that the layout reads, and ends later.
    scene.box.setNeedsLayout()
    scene.carryOut(change)
    #expect(scene.box.layouts == before, "\(change)")
    for _ in 0..<4 {
      if let deadline = application.nextDeadline { application.advance(to: deadline) }
    }
    scene.stage.pass(to: 701)
    #expect(scene.box.layouts == before + (scene.box.window?.application == nil ? 0 : 1), "\(change)")
    #expect(scene.stage.violations.isEmpty)
  }

  @Test("3.7 A removed view gets touchCancel at once, and the host is asked to call for the layout that is left")
  func deadline() {
    let scene = Scene()
    let application = scene.stage.application
    scene.stage.down(1, 50, 50, at: 10)
    #expect(scene.button.isTracking)
    scene.stage.pass(to: 2000)
    #expect(application.nextDeadline == nil)
    let before = scene.box.layouts
    scene.button.removeFromSuperview()
    #expect(scene.cancelled == 1 && !scene.button.isTracking && application.event.allTouches.isEmpty)
    #expect(application.nextDeadline == application.now && scene.box.layouts == before)
    application.advance(to: application.now)
    #expect(scene.box.layouts == before + 1 && application.nextDeadline == nil)
  }

  @Test("3.7 layoutIfNeeded lays out at once what a change outside of a frame left")
  func explicit() {
    let scene = Scene()
    scene.stage.down(1, 50, 50, at: 10)
    let before = scene.box.layouts
    scene.button.removeFromSuperview()
    scene.stage.window.layoutIfNeeded()
    #expect(scene.box.layouts == before + 1)
  }

  @Test("5.14 A frame that arrives while touches are cancelled outside of a frame waits for the host's next call")
  func waiting() {
    let scene = Scene()
    let application = scene.stage.application
    let second = scene.stage.button("second", 200, 200)
    scene.stage.down(1, 50, 50, at: 10)
    scene.button.on(.touchCancel) { [stage = scene.stage] _ in
      stage.down(2, 210, 210, at: 20)
      stage.application.advance(to: Timestamp(microseconds: 30_000))
    }
    scene.button.removeFromSuperview()
    #expect(!second.isTracking && application.nextDeadline == application.now)
    application.advance(to: application.now)
    #expect(second.isTracking && application.now == Timestamp(microseconds: 30_000) && scene.stage.violations.isEmpty)
  }

  @Test("3.7 A view whose layout makes itself due again asks the host for no call")
  func neverAtRest() {
    final class Restless: View {
      override func layoutSubviews() { setNeedsLayout() }
    }
    let scene = Scene()
    scene.box.addSubview(Restless(frame: Rect(x: 0, y: 0, width: 10, height: 10)))
    scene.stage.down(1, 50, 50, at: 10)
    scene.stage.pass(to: 2000)
    scene.button.removeFromSuperview()
    scene.stage.application.advance(to: scene.stage.application.now)
    #expect(scene.stage.application.nextDeadline == nil)
  }

  @Test("3.7 In an action a removal lays nothing out before the end of the frame")
  func inside() {
    let scene = Scene()
    var layouts: [Int] = []
    scene.button.on(.touchDown) { [unowned scene] _ in
      scene.box.setNeedsLayout()
      scene.button.removeFromSuperview()
      layouts.append(scene.box.layouts)
    }
    let before = scene.box.layouts
    scene.stage.down(1, 50, 50, at: 10)
    #expect(layouts == [before] && scene.box.layouts == before + 1 && scene.cancelled == 1)
  }
}
