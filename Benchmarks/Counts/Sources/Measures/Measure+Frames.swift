import ContactorControls
import ContactorCore

extension Measure {
  /// Frames in which contacts move over as many tracked controls: plain ones, sliders with a closure each, and both as
  /// programs have them, observed or with methods overridden.
  static var frames: [Measure] {
    [10, 1].flatMap { count in
      FrameScene.Kind.allCases.map { kind in
        Measure("frame\(count)" + (kind == .plain ? "" : "-\(kind.rawValue)"), operations: 100_000 / count) {
          let scene = FrameScene(contacts: count, kind)
          return { count in
            for _ in 0..<count { scene.step() }
          }
        }
      }
    } + [moves]
  }

  /// One coordinate of a view's frame, changed as programs write it.
  private static var moves: Measure {
    Measure("frame-origin", operations: 100_000) {
      let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
      let view = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      window.addSubview(view)
      return { count in
        for index in 0..<count { view.frame.origin.x = Double(index % 700) }
        withExtendedLifetime(window) {}
      }
    }
  }
}

/// Contacts that are down on a control each and move to and fro.
final class FrameScene {
  /// What the contacts are on, and what stands beside it.
  enum Kind: String, CaseIterable {
    /// Controls with a target for another event.
    case plain
    /// The same with an observer.
    case observed
    /// Controls whose class overrides `sendAction`.
    case sending
    /// Controls whose class overrides `point(inside:)`.
    case pointing
    /// Sliders with a closure for `valueChanged`.
    case sliders
    /// The same with an observer.
    case slidersObserved = "sliders-observed"
    /// Sliders whose class overrides `sendAction`.
    case slidersSending = "sliders-sending"
  }

  let application = Application()
  let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  let target = Counter()
  private let observer = Watcher()
  private var ahead: TouchFrame
  private var back: TouchFrame
  private var there = false
  private var time: Int64 = 8_000

  init(contacts: Int, _ kind: Kind) {
    application.addWindow(window)
    if kind == .observed || kind == .slidersObserved { application.addObserver(observer) }
    for index in 0..<contacts {
      window.addSubview(Self.control(kind, target, Rect(x: Double(index) * 80, y: 40, width: 70, height: 400)))
    }
    ahead = Self.frame(contacts, .moved, offset: 5)
    back = Self.frame(contacts, .moved, offset: -5)
    application.handle(Self.frame(contacts, .began, offset: 0))
  }

  private static func control(_ kind: Kind, _ target: Counter, _ frame: Rect) -> Control {
    let control: Control
    switch kind {
    case .plain, .observed: control = Control(frame: frame)
    case .sending: control = SendingControl(frame: frame)
    case .pointing: control = PointingControl(frame: frame)
    case .sliders, .slidersObserved, .slidersSending:
      let slider = kind == .slidersSending ? SendingSlider(frame: frame) : Slider(frame: frame)
      slider.on(.valueChanged) { [unowned target] slider in target.hit(slider) }
      return slider
    }
    control.addTarget(target, action: .hit, for: .touchUpInside)
    return control
  }

  /// Moves every contact.
  func step() {
    time += 8_000
    there.toggle()
    if there {
      ahead.timestamp = Timestamp(microseconds: time)
      application.handle(ahead)
    } else {
      back.timestamp = Timestamp(microseconds: time)
      application.handle(back)
    }
  }

  private static func frame(_ contacts: Int, _ phase: TouchPhase, offset: Double) -> TouchFrame {
    let list = (0..<contacts).map { index in
      Contact(
        trackingID: Int32(index), slot: Int32(index), phase: phase,
        location: Point(x: Double(index) * 80 + 35 + offset, y: 240 + offset))
    }
    return TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 0), contacts: list)
  }
}

/// Sees everything and does nothing but count.
private final class Watcher: EngineObserver {
  var count = 0

  func touchChanged(_ touch: Touch) { count += 1 }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) { count += 1 }
}

private final class SendingControl: Control {
  var sent = 0

  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    sent += 1
    super.sendAction(action, to: target, for: event)
  }
}

private final class SendingSlider: Slider {
  var sent = 0

  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    sent += 1
    super.sendAction(action, to: target, for: event)
  }
}

private final class PointingControl: Control {
  override func point(inside point: Point, with event: Event?) -> Bool {
    bounds.outset(by: 5).contains(point)
  }
}
