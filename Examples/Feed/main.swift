// Touches from a host's own callbacks, as SDL, Wayland or LVGL have them. Run it: swift run Feed
import ContactorControls
import ContactorCore

/// What a host does: it hands on its callbacks, one call each, and looks when it is to be called back.
final class Host {
  let application = Application()
  private var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)

  // Three calls: down, moved, up; the host's id is a number of 64 bits, its clock 32 bits of milliseconds.
  func fingerDown(_ id: Int64, _ x: Double, _ y: Double, at time: UInt32) {
    feed.down(id, at: Point(x: x, y: y))
    application.handle(feed.frame(at: time))
  }

  func fingerMotion(_ id: Int64, _ x: Double, _ y: Double, at time: UInt32) {
    feed.moved(id, at: Point(x: x, y: y))
    application.handle(feed.frame(at: time))
  }

  func fingerUp(_ id: Int64, at time: UInt32) {
    feed.up(id)
    application.handle(feed.frame(at: time))
  }

  /// Called when the host's timer goes off: what time alone decides.
  func timer() {
    if let deadline = application.nextDeadline { application.advance(to: deadline) }
  }
}

let host = Host()
let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
host.application.addWindow(window)

let slider = Slider(frame: Rect(x: 100, y: 100, width: 400, height: 60))
slider.on(.valueChanged) { slider in print("slider at \(Int(slider.value * 100)) %") }
window.addSubview(slider)

let press = LongPressGestureRecognizer()
press.on { press in print("press \(press.state)") }
window.addGestureRecognizer(press)

// The clock of 32 bits wraps after 49.7 days: here, in the middle of a drag.
host.fingerDown(0x7FFF_FFFF_0001, 200, 130, at: .max - 8)
host.fingerMotion(0x7FFF_FFFF_0001, 300, 130, at: .max)
host.fingerMotion(0x7FFF_FFFF_0001, 400, 130, at: 8)
host.fingerUp(0x7FFF_FFFF_0001, at: 16)

host.fingerDown(0x7FFF_FFFF_0002, 700, 400, at: 1_000)
host.timer()
host.fingerUp(0x7FFF_FFFF_0002, at: 1_600)
