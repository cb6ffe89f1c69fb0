// A photo that two fingers move, turn and scale at the same time. Run it: swift run Photo
import ContactorCore

/// Lets the three gestures of one view go on together.
final class Together: GestureRecognizerDelegate {
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { recognizer.view === other.view }
}

let application = Application()
let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
let photo = View(frame: Rect(x: 200, y: 100, width: 400, height: 280))
photo.isMultipleTouchEnabled = true
application.addWindow(window)
window.addSubview(photo)

let together = Together()
let pan = PanGestureRecognizer()
let pinch = PinchGestureRecognizer()
let rotation = RotationGestureRecognizer()
for recognizer in [pan, pinch, rotation] {
  recognizer.delegate = together
  photo.addGestureRecognizer(recognizer)
}

// Each gesture gives what was added since it was asked last, and the photo adds it to where it is.
pan.on { pan in
  let way = pan.translation(in: window)
  photo.center += way
  pan.setTranslation(.zero, in: window)
}
pinch.on { pinch in
  photo.transform = photo.transform.scaledBy(x: pinch.scale, y: pinch.scale)
  pinch.scale = 1
}
rotation.on { rotation in
  photo.transform = photo.transform.rotated(by: rotation.rotation)
  rotation.rotation = 0
}

// Two fingers 100 points apart that part to 200, turn a quarter, and go 150 points to the right.
var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
func place(_ share: Double) -> (Point, Point) {
  let half = AffineTransform(rotationAngle: share * .pi / 2).apply(to: Point(x: 50 + 50 * share, y: 0))
  let middle = Point(x: 400 + 150 * share, y: 240)
  return (middle + half, middle - half)
}
for step in 0...60 {
  let (one, other) = place(Double(step) / 60)
  if step == 0 {
    feed.down(1, at: one)
    feed.down(2, at: other)
  } else {
    feed.moved(1, at: one)
    feed.moved(2, at: other)
  }
  application.handle(feed.frame(at: step * 10))
}
feed.up(1)
feed.up(2)
application.handle(feed.frame(at: 610))

func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
let transform = photo.transform
let scale = (transform.a * transform.a + transform.b * transform.b).squareRoot()
print("middle at \(rounded(photo.center.x)), \(rounded(photo.center.y))")
print("scaled by \(rounded(scale)), turned to \(rounded(transform.a / scale)), \(rounded(transform.b / scale))")
