// An own control: a knob that follows the finger around its middle. Run it: swift run Knob
import ContactorCore

/// A control whose value, 0 … 1, follows a finger that turns about its middle; a whole turn goes from end to end.
final class Knob: Control {
  var value = 0.0 {
    didSet {
      value = min(max(value, 0), 1)
      if value != oldValue { changed(.value) }
    }
  }
  private var last = Point.zero

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    last = touch.location(in: self) - bounds.center
    return true
  }

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    let place = touch.location(in: self) - bounds.center
    // The sine of the angle between both directions; for the small steps of a finger it is the angle.
    let lengths = last.distance(to: .zero) * place.distance(to: .zero)
    let turn = lengths > 0 ? (last.x * place.y - last.y * place.x) / lengths : 0
    last = place
    let before = value
    value += turn / (2 * .pi)
    if value != before { sendActions(for: .valueChanged, with: event) }
    return true
  }
}

let application = Application()
let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
let knob = Knob(frame: Rect(x: 100, y: 100, width: 200, height: 200))
application.addWindow(window)
window.addSubview(knob)

var damaged = 0
window.onChange = { _, change in if change.contains(.value) { damaged += 1 } }
var told = 0
knob.on(.valueChanged) { knob in
  let tenths = Int(knob.value * 10 + 0.001)
  if tenths != told { print("\(tenths * 10) %") }
  told = tenths
}

// A finger that turns half around, in steps of one degree.
var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
let center = knob.center
var hand = Point(x: 80, y: 0)
let step = AffineTransform(rotationAngle: .pi / 180)
feed.down(at: center + hand)
application.handle(feed.frame(at: 0))
for degree in 1...180 {
  hand = step.apply(to: hand)
  feed.moved(at: center + hand)
  application.handle(feed.frame(at: degree * 8))
}
feed.up()
application.handle(feed.frame(at: 1_500))
print("drawn again \(damaged) times")
