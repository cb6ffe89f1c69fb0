// An own control: a wheel of colours for a finger, keys or two buttons. Run it: swift run ColorWheel
import ContactorControls
import ContactorCore

/// A control whose colour is that of the point under the finger: white in the middle, the full colours on the rim, red on top.
final class ColorWheel: Control, ValueHolding {
  /// Where the mark is: the vector from the middle, in radii.
  private(set) var place = Point.zero {
    didSet { if place != oldValue { changed(.value) } }
  }

  /// The colour as red, green and blue, 0 … 255.
  var color: [Int] {
    // A channel grows towards its axis; the axes are a third of a turn apart.
    [0.0, 1, 2].map { third in
      let axis = Point(x: 0, y: -1).applying(AffineTransform(rotationAngle: third * 2 * .pi / 3))
      let share = 1 - place.distance(to: .zero) / 2 + place.x * axis.x + place.y * axis.y
      return Int((min(max(share, 0), 1) * 255).rounded())
    }
  }

  /// The colour as a text such as `#FF8000`; it cannot be set.
  var objectValue: ControlValue? {
    get { .text("#" + color.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()) }
    set {}
  }

  // The finger: two hooks. A point outside counts as the nearest one on the rim, a wheel without a size stays as it is.

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    follow(touch, event)
    return true
  }

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    follow(touch, event)
    return true
  }

  private func follow(_ touch: Touch, _ event: Event?) {
    let way = (touch.location(in: self) - bounds.center) / (bounds.size.width / 2)
    guard way.isFinite else { return }
    move(to: way / max(way.distance(to: .zero), 1), event)
  }

  private func move(to place: Point, _ event: Event?) {
    guard place != self.place else { return }
    self.place = place
    sendActions(for: .valueChanged, with: event)
  }

  // What a renderer draws, what is said, and what is done without a finger: a twelfth of a turn.

  override var contentParts: [ContentPart] {
    let mark = bounds.center + place * (bounds.size.width / 2)
    return [
      ContentPart("wheel", frame: bounds, state: state),
      ContentPart("mark", frame: Rect(x: mark.x - 5, y: mark.y - 5, width: 10, height: 10), text: stringValue),
    ]
  }

  override var standardAccessibility: Accessibility {
    Accessibility(.colorWell, value: stringValue, isEnabled: isEnabled, isAdjustable: true)
  }

  override func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard index == nil, isEnabled, action == .increment || action == .decrement else { return false }
    let turn = AffineTransform(rotationAngle: (action == .increment ? 1 : -1) * .pi / 6)
    move(to: place == .zero ? Point(x: 0, y: -1) : place.applying(turn), nil)
    return true
  }
}

let application = Application()
let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
let wheel = ColorWheel(frame: Rect(x: 100, y: 100, width: 200, height: 200))
application.addWindow(window)
window.addSubview(wheel)
wheel.on(.valueChanged) { wheel in print(wheel.stringValue) }

// A finger on the upper rim, which leaves the wheel to the right and comes back to the middle.
var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
feed.down(at: Point(x: 200, y: 100))
application.handle(feed.frame(at: 0))
for (time, point) in [(10, Point(x: 390, y: 200)), (20, Point(x: 250, y: 200)), (30, Point(x: 200, y: 200))] {
  feed.moved(at: point)
  application.handle(feed.frame(at: time))
}
feed.up()
application.handle(feed.frame(at: 40))

// The same by two buttons: step to the wheel, enter it, turn it twice, and leave it.
let focus = FocusEngine(application)
wheel.accessibilityLabel = "Lamp"
focus.onFocusChange = { if let focused = $0 { print(focused.utterance) } }
focus.step()
for _ in 0..<3 { focus.activate() }
