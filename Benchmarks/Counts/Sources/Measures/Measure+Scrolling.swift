import ContactorControls
import ContactorCore

extension Measure {
  /// Frames of a finger that scrolls, and of a throw, over a hundred and over ten thousand subviews.
  static var scrolling: [Measure] {
    [("scroll100", 100), ("scroll10000", 10_000)].map { name, views in
      Measure(name, operations: 10_000) {
        let scene = ScrollScene(views: views)
        return { count in
          for _ in 0..<count { scene.step() }
          precondition(scene.hasScrolled, "the content must follow the finger")
        }
      }
    } + [
      Measure("scroll10000-thrown", operations: 5_000) {
        let scene = ScrollScene(views: 10_000)
        scene.throwContent()
        return { count in
          for _ in 0..<count { scene.pass() }
          precondition(scene.isMoving, "the content must move by itself")
        }
      }
    ]
  }
}

/// A list of buttons that a finger drags up and down.
final class ScrollScene: ScrollViewDelegate {
  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  private let list: ScrollView
  private var frame = TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 0), contacts: [])
  private var time: Int64 = 0
  private var turn = 0
  private var scrolls = 0

  init(views: Int) {
    list = ScrollView(frame: window.bounds)
    list.contentSize = Size(width: 800, height: Double(max(views * 40, 1_000_000)))
    list.indexesSubviews = true
    for row in 0..<views { list.addSubview(Button(frame: Rect(x: 0, y: Double(row) * 40, width: 800, height: 40))) }
    window.addSubview(list)
    application.addWindow(window)
    list.contentOffset.y = 500_000
    list.delegate = self
    place(.began)
    for _ in 0..<100 { step() }
    precondition(list.isDragging, "the finger must drag")
  }

  /// Whether every frame so far has scrolled.
  var hasScrolled: Bool { list.isDragging && scrolls + 8 >= turn }
  /// Whether the content moves without a finger.
  var isMoving: Bool { list.isDecelerating }

  /// Moves the finger by 5 points, up or down.
  func step() {
    turn += 1
    place(.moved)
  }

  /// Lifts the finger and throws the content so that it moves for 100 s.
  func throwContent() {
    list.decelerationRate = ScrollView.DecelerationRate(rawValue: 0.9999)
    for _ in 0..<12 { step() }
    place(.ended)
    precondition(isMoving, "the content must move by itself")
  }

  /// Lets a millisecond pass.
  func pass() {
    time += 1_000
    application.advance(to: Timestamp(microseconds: time))
  }

  private func place(_ phase: TouchPhase) {
    time += 8_000
    frame.timestamp = Timestamp(microseconds: time)
    let y = 240 + Double(abs(turn % 64 - 32)) * 5
    if frame.contacts.isEmpty {
      frame.contacts = [Contact(trackingID: 1, slot: 1, phase: phase, location: .zero)]
    }
    frame.contacts[0].phase = phase
    frame.contacts[0].location = Point(x: 400, y: y)
    application.handle(frame)
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) { scrolls &+= 1 }
}
