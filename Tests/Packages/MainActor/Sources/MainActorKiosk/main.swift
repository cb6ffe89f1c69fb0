import ContactorControls
import ContactorCore

let score = Score()
let application = Application()
let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 100))
let menu = Menu(score: score, frame: window.bounds)
let player = Player(score: score)
let knob = Knob(score: score, frame: Rect(x: 0, y: 0, width: 100, height: 100))
let button = Button(frame: Rect(x: 200, y: 0, width: 100, height: 100))

application.addWindow(window)
window.addSubview(menu)
button.identifier = "button"
for control in [knob, button] { menu.addSubview(control) }

// Typed, by name, without a target, and a closure: all of them run on the main actor.
button.addTarget(player, action: .play, for: .touchUpInside)
try button.addTarget(player, action: "play:", for: .touchDown)
try button.addTarget(nil, action: "choose:forEvent:", for: .touchUpInside)
knob.addAction("turns", for: .touchUpInside) { _, _ in score.add("knob turned \(knob.turns) times") }

for (index, x) in [50.0, 250].enumerated() {
  let number = Int32(index)
  for phase in [TouchPhase.began, .ended] {
    let contact = Contact(trackingID: number, slot: 0, phase: phase, location: Point(x: x, y: 50))
    let time = Timestamp(microseconds: Int64(index) * 1_000_000 + (phase == .began ? 0 : 80_000))
    application.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: time, contacts: [contact]))
  }
}

for line in score.lines { print(line) }
