// Cards that come to the front when they are touched, and are dragged. Run it: swift run Cards
import ContactorCore

/// A view that follows a finger and lies above its siblings from the moment it is touched.
final class Card: View {
  init(_ name: String, at place: Point) {
    super.init(frame: Rect(x: place.x, y: place.y, width: 120, height: 160))
    identifier = name
    // Corners are small targets: the card is touched two millimetres outside of them, too.
    hitOutset = .millimetres(2)
    let pan = PanGestureRecognizer()
    pan.on { [unowned self] pan in
      center += pan.translation(in: superview)
      pan.setTranslation(.zero, in: superview)
    }
    addGestureRecognizer(pan)
  }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) {
    superview?.bringSubviewToFront(self)
  }
}

let application = Application()
let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
let table = View(frame: window.bounds)
application.addWindow(window)
window.addSubview(table)
for index in 0..<4 { table.addSubview(Card("card \(index)", at: Point(x: 40 + Double(index) * 60, y: 100))) }

var damage: [String] = []
window.onChange = { view, change in
  if change.contains(.order) { damage.append("\(view.identifier) to the front") }
}

/// Drags from one place to another in ten frames.
@MainActor func drag(from start: Point, to end: Point, at time: Int) {
  var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
  feed.down(at: start)
  application.handle(feed.frame(at: time))
  for step in 1...10 {
    feed.moved(at: start + (end - start) * (Double(step) / 10))
    application.handle(feed.frame(at: time + step * 10))
  }
  feed.up()
  application.handle(feed.frame(at: time + 110))
}

@MainActor func order() -> String { table.subviews.map(\.identifier).joined(separator: ", ") }

print(order())
drag(from: Point(x: 45, y: 110), to: Point(x: 545, y: 210), at: 0)
print(order())
drag(from: Point(x: 110, y: 110), to: Point(x: 110, y: 310), at: 1_000)
print(order())
for card in table.subviews { print("\(card.identifier) at \(Int(card.frame.minX)), \(Int(card.frame.minY))") }
for line in damage { print(line) }
