import ContactorControls
import ContactorCore
import Glibc
import Testing

@testable import PanelDrawing
@testable import PanelHeating

private let fontPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
private var fontProblem: Comment? { access(fontPath, R_OK) == 0 ? nil : "\(fontPath) is not there; install fonts-dejavu-core" }

/// The panel with a finger, on a canvas.
private final class Hand {
  let application = Application()
  let window: Window
  let panel: HeatingPanel
  let painter: Painter
  private let reference: Canvas
  private var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
  private(set) var time = 0

  init(width: Int = 800, height: Int = 480) throws {
    let size = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    (window, panel) = (Window(frame: size), HeatingPanel(frame: size))
    application.addWindow(window)
    window.addSubview(panel)
    application.advance(to: Timestamp(microseconds: 0))
    painter = Painter(application, Look(font: try Font(path: fontPath)), on: try Canvas(width: width, height: height))
    reference = try Canvas(width: width, height: height)
  }

  func touch(after milliseconds: Int = 16, _ body: (inout ContactFeed) -> Void) {
    time += milliseconds
    body(&feed)
    application.handle(feed.frame(at: time))
    painter.noteWindows()
  }

  func tap(_ x: Double, _ y: Double) {
    touch(after: 400) { $0.down(at: Point(x: x, y: y)) }
    touch(after: 60) { $0.up() }
  }

  func tap(_ view: View) { tap(view.convert(view.bounds.center, to: nil).x, view.convert(view.bounds.center, to: nil).y) }

  func wait(_ milliseconds: Int) {
    time += milliseconds
    application.advance(to: feed.clock.timestamp(at: time))
    painter.noteWindows()
  }

  /// Draws what is damaged; whether the picture is the one that drawing everything gives.
  func isPictureWhole() -> Bool {
    painter.paint { _, _ in }
    painter.draw(reference.bounds, on: reference)
    return painter.canvas.isSame(as: reference)
  }
}

@Suite("The panel", .enabled(if: fontProblem == nil, fontProblem))
struct PanelTests {
  @Test("random fingers leave a picture that is the same as if everything were drawn again", arguments: 0..<40 as Range<UInt64>)
  func randomFingers(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ range: ClosedRange<Int>) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return range.lowerBound + Int(state % UInt64(range.count))
    }
    let hand = try Hand()
    hand.panel.show(HeatingPanel.Place.allCases[random(0...3)])
    for step in 0..<120 {
      let start = Point(x: Double(random(0...799)), y: Double(random(0...479)))
      hand.touch(after: random(5...500)) { $0.down(at: start) }
      for number in 0..<random(0...8) {
        let way = Double(number * random(-20...20))
        hand.touch { $0.moved(at: Point(x: start.x + way, y: start.y - way * 2)) }
        if random(0...2) == 0 { #expect(hand.isPictureWhole(), "seed \(seed), step \(step), while a finger moves from \(start)") }
      }
      hand.touch { random(0...9) == 0 ? $0.cancelled() : $0.up() }
      if random(0...1) == 0 { hand.wait(random(1...700)) }
      #expect(hand.isPictureWhole(), "seed \(seed), step \(step), after a finger at \(start)")
    }
  }

  @Test("a slider under a finger damages itself and its temperature, and sets the room's")
  func slider() throws {
    let hand = try Hand()
    #expect(hand.isPictureWhole())
    let slider = hand.panel.rooms.cards[0].slider
    let start = slider.convert(slider.bounds.center, to: nil)
    hand.touch { $0.down(at: start) }
    hand.touch { $0.moved(at: Point(x: start.x + 40, y: start.y)) }
    let room = hand.painter.place(of: hand.panel.rooms.cards[0])
    #expect(hand.painter.damage.rects.allSatisfy { room.contains($0) } && hand.painter.damage.area < room.area / 2)
    hand.touch { $0.up() }
    #expect(hand.panel.heating.rooms[0].wanted > Temperature(tenths: 200))
    #expect(hand.panel.rooms.cards[0].wanted.text == hand.panel.heating.rooms[0].wanted.description)
    #expect(hand.isPictureWhole())
  }

  @Test("another page damages the page and its two buttons")
  func pages() throws {
    let hand = try Hand()
    #expect(hand.isPictureWhole())
    hand.tap(hand.panel.tabs[1])
    #expect(hand.panel.place == .boiler)
    #expect(!hand.painter.damage.rects.contains(hand.painter.canvas.bounds))
    #expect(hand.painter.damage.area < 800 * 480 * 9 / 10)
    #expect(hand.isPictureWhole())
  }

  @Test("the code unlocks the installer's page, another one does not, and leaving locks it")
  func code() throws {
    let hand = try Hand()
    hand.panel.show(.installer)
    let page = hand.panel.installer
    func type(_ digits: String) {
      for digit in digits {
        guard let key = (0..<page.pad.numberOfKeys).first(where: { page.pad.label(forKeyAt: $0) == String(digit) }) else { continue }
        let place = page.pad.convert(page.pad.contentFrame(for: .key(key)).center, to: nil)
        hand.tap(place.x, place.y)
      }
    }
    type("1234")
    #expect(page.lock.superview?.isHidden == true)
    type("2468")
    #expect(page.lock.superview?.isHidden == false)
    hand.tap(hand.panel.tabs[0])
    hand.tap(hand.panel.tabs[3])
    #expect(page.lock.superview?.isHidden == true && page.code.digits.isEmpty)
  }

  @Test("a boiler that is off disables what it does not take")
  func off() throws {
    let hand = try Hand()
    hand.tap(hand.panel.tabs[1])
    hand.tap(hand.panel.boiler.power)
    #expect(!hand.panel.heating.isBoilerOn && !hand.panel.boiler.knob.isEnabled && !hand.panel.boiler.sweep.isEnabled)
    #expect(hand.isPictureWhole())
  }

  @Test("a room is renamed by the sheet")
  func rename() throws {
    let hand = try Hand()
    hand.tap(hand.panel.rooms.cards[1].name)
    #expect(!hand.panel.sheet.isHidden && hand.panel.sheet.field.isEditing)
    hand.panel.sheet.field.text = "Pantry"
    hand.tap(hand.panel.sheet.done)
    #expect(hand.panel.heating.rooms[1].name == "Pantry" && hand.panel.rooms.cards[1].name.title == "Pantry")
    #expect(hand.isPictureWhole())
  }

  @Test(
    "on every size of screen the controls lie on the screen and none over another",
    arguments: [(800, 480), (1024, 600), (480, 800), (1920, 1080), (720, 480)])
  func sizes(width: Int, height: Int) throws {
    let hand = try Hand(width: width, height: height)
    for place in HeatingPanel.Place.allCases {
      hand.panel.show(place)
      hand.wait(1)
      let controls = shownControls(in: hand.panel)
      let frames = controls.map { PixelRect(covering: $0.convert($0.bounds, to: nil)) }
      for (index, frame) in frames.enumerated() {
        #expect(hand.painter.canvas.bounds.contains(frame) && frame.height >= 36, "\(place): \(controls[index].identifier) at \(frame)")
        for other in frames.indices where other > index {
          #expect(!frame.intersects(frames[other]), "\(place): \(controls[index].identifier) over \(controls[other].identifier)")
        }
      }
    }
  }

  private func shownControls(in view: View) -> [Control] {
    guard !view.isHidden else { return [] }
    if let control = view as? Control { return [control] }
    return view.subviews.flatMap { shownControls(in: $0) }
  }
}
