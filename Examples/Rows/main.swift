// A list of ten thousand rows that is scrolled by hand, with an index over its rows. Run it: swift run Rows
import ContactorControls
import ContactorCore

/// A container that a finger moves up and down; its rows are buttons.
final class List: View {
  let rowHeight = 44.0

  init(frame: Rect, rows: Int) {
    super.init(frame: frame)
    // Ten thousand siblings: a touch asks those whose frame it hits.
    indexesSubviews = true
    for row in 0..<rows {
      let button = Button(frame: Rect(x: 0, y: Double(row) * rowHeight, width: frame.size.width, height: rowHeight))
      button.identifier = "row \(row)"
      button.tag = row
      button.on(.touchUpInside) { button in print("\(button.identifier) tapped") }
      addSubview(button)
    }
    let pan = PanGestureRecognizer()
    pan.on { [unowned self] pan in
      scroll(by: -pan.translation(in: self).y)
      pan.setTranslation(.zero, in: self)
    }
    addGestureRecognizer(pan)
  }

  /// Moves what is shown, between the first row and the last.
  func scroll(by way: Double) {
    let end = Double(subviews.count) * rowHeight - bounds.size.height
    bounds.origin.y = min(max(bounds.origin.y + way, 0), end)
  }

  /// The rows that are to be seen.
  var shownRows: ClosedRange<Int> {
    Int(bounds.minY / rowHeight)...Int((bounds.maxY - 1) / rowHeight)
  }
}

let application = Application()
let window = Window(frame: Rect(x: 0, y: 0, width: 320, height: 480))
let list = List(frame: window.bounds, rows: 10_000)
application.addWindow(window)
window.addSubview(list)

var time = 0
@MainActor func touch(_ phase: (inout ContactFeed) -> Void, _ feed: inout ContactFeed) {
  phase(&feed)
  time += 10
  application.handle(feed.frame(at: time))
}

@MainActor func drag(from start: Double, to end: Double) {
  var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
  touch({ $0.down(at: Point(x: 100, y: start)) }, &feed)
  for step in 1...20 { touch({ $0.moved(at: Point(x: 100, y: start + (end - start) * Double(step) / 20)) }, &feed) }
  touch({ $0.up() }, &feed)
}

@MainActor func tap(at y: Double) {
  var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
  touch({ $0.down(at: Point(x: 100, y: y)) }, &feed)
  touch({ $0.up() }, &feed)
}

print("rows \(list.shownRows)")
tap(at: 100)
for _ in 0..<3 { drag(from: 450, to: 10) }
print("rows \(list.shownRows)")
tap(at: 100)
list.scroll(by: .infinity)
print("rows \(list.shownRows)")
tap(at: 470)
