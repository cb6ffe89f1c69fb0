import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Touches that are cancelled while others are being announced, and a window that leaves within that.
@Suite("Cancels within cancels")
struct NestedCancelTests {
  /// An act from within the announcement of a touch.
  enum Act: CaseIterable {
    case nothing, removeFirst, removeSecond, cancelAll, close, reorderWindow
  }

  /// A view that counts the beginnings and the ends of its touches.
  private final class Counter: View {
    var open: Set<TouchID> = []
    var mistakes: [String] = []
    weak var announcer: Announcer?

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
      for touch in touches where !open.insert(touch.id).inserted { mistakes.append("began twice") }
      announcer?.call()
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event?) { close(touches, "ended") }
    override func touchesCancelled(_ touches: TouchSet, with event: Event?) { close(touches, "cancelled") }

    private func close(_ touches: TouchSet, _ word: String) {
      for touch in touches where open.remove(touch.id) == nil { mistakes.append("touch \(touch.id.rawValue) \(word) without a beginning") }
      announcer?.call()
    }
  }

  private final class Announcer: EngineObserver {
    var count = 0
    var called: ((Int) -> Void)?

    func touchChanged(_ touch: Touch) { call() }

    func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) { call() }

    func call() {
      count += 1
      called?(count)
    }
  }

  private final class Rig {
    let stage = Stage()
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    let views = [Counter(frame: Rect(x: 0, y: 0, width: 100, height: 400)), Counter(frame: Rect(x: 200, y: 0, width: 100, height: 400))]
    let announcer = Announcer()
    let recognizers: [GestureRecognizer]

    /// - Parameter cancels: whether the gesture that is recognized first takes the touch from its view.
    init(cancels: Bool) {
      let press = LongPressGestureRecognizer()
      press.cancelsTouchesInView = cancels
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = 2
      recognizers = [press, tap, PanGestureRecognizer(), SwipeGestureRecognizer()]
      for recognizer in recognizers { window.addGestureRecognizer(recognizer) }
      for view in views {
        view.announcer = announcer
        window.addSubview(view)
      }
      stage.application.addWindow(window)
      stage.application.addObserver(announcer)
    }

    func perform(_ act: Act) {
      switch act {
      case .nothing: break
      case .removeFirst: views[0].removeFromSuperview()
      case .removeSecond: views[1].removeFromSuperview()
      case .cancelAll: stage.application.cancelTouches()
      case .close: window.close()
      case .reorderWindow:
        stage.application.removeWindow(window)
        stage.application.addWindow(window)
      }
    }
  }

  @Test(
    "3.6 A window that leaves while a touch in it is cancelled, as others are announced, leaves no gesture and no view with one of them",
    arguments: Act.allCases, Act.allCases)
  func nested(first: Act, second: Act) {
    for place in 1...20 {
      for cancels in [true, false] {
        for pause in [20, 800] as [Int64] {
          let rig = Rig(cancels: cancels)
          rig.stage.down(1, 50, 60, at: 10)
          rig.announcer.called = { [unowned rig] count in
            if count == place { rig.perform(first) }
            if count == place + 1 { rig.perform(second) }
          }
          rig.announcer.count = 0
          rig.stage.contact(1, .ended, 50, 60)
          rig.stage.contact(2, .began, 250, 160)
          rig.stage.contact(3, .began, 60, 160)
          rig.stage.frame(at: 10 + pause)
          rig.stage.up(2, 250, 160, at: 20 + pause)
          rig.stage.up(3, 60, 160, at: 30 + pause)
          rig.stage.pass(to: 4000)
          let text = "\(rig.views.flatMap(\.mistakes)) place \(place), cancels \(cancels), pause \(pause)"
          #expect(rig.stage.violations.isEmpty, "\(text)")
          #expect(rig.recognizers.allSatisfy { $0.state == .possible && $0.numberOfTouches == 0 }, "\(text)")
          #expect(rig.views.flatMap(\.mistakes) == [] && rig.views.map(\.open) == [[], []], "\(text)")
          #expect(rig.stage.application.event.allTouches.isEmpty, "\(text)")
        }
      }
    }
  }
}
