internal import ContactorControls
public import ContactorCore
internal import Glibc

/// The panel that every host shows: a button and a slider in a window of 400 by 240 points, and a long press anywhere.
///
/// It belongs to no actor: a host uses it where its engine runs.
public final class Panel {
  /// The size of the window.
  public static let size = Size(width: 400, height: 240)
  /// The engine.
  public let application = Application()

  /// Creates the views; their actions print a line each.
  public init() {
    let window = Window(frame: Rect(x: 0, y: 0, width: Self.size.width, height: Self.size.height))
    let button = Button(frame: Rect(x: 40, y: 40, width: 120, height: 60))
    let slider = Slider(frame: Rect(x: 40, y: 140, width: 320, height: 44))
    let press = LongPressGestureRecognizer()
    button.on(.touchUpInside) { _ in show("button pressed") }
    slider.on(.valueChanged) { slider in show("slider \(Int((slider.value * 100).rounded())) %") }
    press.on { press in if press.state == .began { show("long press") } }
    window.addSubview(button)
    window.addSubview(slider)
    window.addGestureRecognizer(press)
    application.addWindow(window)
  }

  /// Gives the engine what a source has read.
  public func handle(_ event: InputEvent) {
    switch event {
    case .frame(let frame): application.handle(frame)
    case .deviceRemoved(let device, _): application.cancelTouches(of: device)
    case .deviceAdded, .anomaly: break
    }
  }
}

/// Prints a line at once, also into a pipe.
public func show(_ line: String) {
  print(line)
  fflush(nil)
}
