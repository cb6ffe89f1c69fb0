// refused: sending 'control' risks causing data races
// A control of an actor's engine leaves it.
import ContactorCore

actor Kiosk {
  let window = Window(frame: .zero)

  func makeControl() -> sending Control {
    let control = Control(frame: .zero)
    window.addSubview(control)
    return control
  }
}
