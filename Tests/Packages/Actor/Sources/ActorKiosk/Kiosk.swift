import ContactorControls
import ContactorCore

/// An engine of its own: every view, control and target lives in this actor and never leaves it.
actor Kiosk {
  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 100))
  private let knob = Knob(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let button = Button(frame: Rect(x: 200, y: 0, width: 100, height: 100))
  private let panel = Panel()
  private var touched = 0

  /// Puts the parts together.
  ///
  /// The initializer cannot do it, as no closure may refer to the actor there.
  func start() {
    application.addWindow(window)
    window.addSubview(knob)
    window.addSubview(button)
    knob.addTarget(panel, action: .turn, for: .touchUpInside)
    button.addTarget(panel, action: .submit, for: .touchUpInside)
    for control in [knob, button] {
      // What the engine calls runs in the actor; weak, as the actor owns the control, which owns the closure.
      control.addAction("count", for: .touchDown) { [weak self] _, _ in self?.assumeIsolated { $0.touched += 1 } }
    }
  }

  /// Gives a frame to the engine.
  ///
  /// Frames are `Sendable`, so they come from anywhere.
  func handle(_ frame: TouchFrame) { application.handle(frame) }

  /// What happened, as values.
  var report: [String] { panel.lines + ["touched \(touched) times"] }
}
