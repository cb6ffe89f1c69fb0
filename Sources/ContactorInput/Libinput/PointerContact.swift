internal import ContactorCore
internal import ContactorEvdev

/// Makes a contact of the events of a panel in mouse mode: its left button is the finger, at the pointer's place.
///
/// libinput reports the pointer only as it moves, and the button on its own, so that the place must be kept.
struct PointerContact {
  private var position: Point
  private var millimetres: Point
  private var isDown = false

  /// - Parameters:
  ///   - position: the pointer's place as the panel was opened, 0 … 1 of the panel, calibrated.
  ///   - size: the panel's size in millimetres.
  init(at position: Point, of size: Size?) {
    self.position = position
    millimetres = size.map { Point(x: position.x * $0.width, y: position.y * $0.height) } ?? .zero
  }

  /// Takes a sample of the pointer or its button.
  ///
  /// - Returns: the sample of the finger, a frame of its own; `nil` while no finger is down, and for other samples.
  mutating func take(_ sample: TouchSample) -> TouchSample? {
    switch sample.kind {
    case .pointer:
      (position, millimetres) = (sample.position, sample.millimetres)
      return isDown ? contact(.motion, sample) : nil
    case .press where !isDown:
      isDown = true
      return contact(.down, sample)
    case .release where isDown:
      isDown = false
      return contact(.up, sample)
    default: return nil
    }
  }

  private func contact(_ kind: TouchSample.Kind, _ sample: TouchSample) -> TouchSample {
    TouchSample(
      kind: kind, device: sample.device, time: sample.time, position: position, millimetres: millimetres)
  }
}
