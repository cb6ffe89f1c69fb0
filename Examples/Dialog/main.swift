// A dialog that keeps what lies below from being touched, and answers once. Run it: swift run Dialog
import ContactorControls
import ContactorCore

/// A window with two buttons; a touch beside it dismisses it without an answer.
final class Dialog: Window {
  private var answer: ((Bool?) -> Void)?

  init(on screen: Rect, _ answer: @escaping (Bool?) -> Void) {
    self.answer = answer
    super.init(frame: screen.insetBy(dx: 200, dy: 140))
    for (index, isYes) in [true, false].enumerated() {
      let button = Button(frame: Rect(x: 40 + Double(index) * 180, y: 100, width: 140, height: 60))
      button.identifier = isYes ? "yes" : "no"
      button.on(.touchUpInside) { [unowned self] _ in close(with: isYes) }
      addSubview(button)
    }
  }

  override func touchBeganOutside(_ touch: Touch, with event: Event?) {
    close(with: nil)
  }

  /// Answers once: what comes later finds no answer to give.
  private func close(with result: Bool?) {
    let answer = self.answer
    self.answer = nil
    application?.dismiss(self)
    answer?(result)
  }
}

let application = Application()
let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
application.addWindow(window)
let erase = Button(frame: Rect(x: 20, y: 20, width: 100, height: 60))
window.addSubview(erase)
var questions = 0
erase.on(.touchUpInside) { _ in
  questions += 1
  application.present(
    Dialog(on: window.bounds) { answer in
      print(answer.map { $0 ? "erased" : "kept" } ?? "dismissed")
    })
}

var time = 0
@MainActor func tap(_ x: Double, _ y: Double) {
  var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
  feed.down(at: Point(x: x, y: y))
  application.handle(feed.frame(at: time))
  feed.up()
  application.handle(feed.frame(at: time + 50))
  time += 1_000
}

tap(50, 50)  // asks
tap(260, 270)  // yes
tap(50, 50)  // asks
tap(440, 270)  // no
tap(50, 50)  // asks
tap(50, 50)  // beside the dialog: it goes, and the button below does not ask again
print("asked \(questions) times, \(application.windows.count) window left")
