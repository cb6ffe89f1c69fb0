// Ten contacts over ten sliders, as Tests/C/bench_sliders.c has them in C: tools/bench-c compares the instructions of both.
import ContactorControls
import ContactorCore

final class Total {
  var sum = 0.0
  var calls = 0
}

func x(_ contact: Int, _ frame: Int) -> Double {
  let place = (7 * frame + 37 * contact) % 800
  return Double(100 + (place < 400 ? place : 800 - place))
}

func y(_ contact: Int) -> Double { Double(40 + 44 * contact) }

let frames = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
let total = Total()
let application = Application()
let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
for index in 0..<10 {
  let slider = Slider(frame: Rect(x: 100, y: Double(20 + 44 * index), width: 400, height: 40))
  window.addSubview(slider)
  slider.on(.valueChanged) { slider in
    total.sum += slider.value
    total.calls += 1
  }
}
application.addWindow(window)

var feed = ContactFeed(device: DeviceID(rawValue: 1), clock: .microseconds64)
for contact in 0..<10 { feed.down(contact, at: Point(x: x(contact, 0), y: y(contact))) }
application.handle(feed.frame(at: 1_000_000))
for frame in 1..<(frames + 1) {
  for contact in 0..<10 { feed.moved(contact, at: Point(x: x(contact, frame), y: y(contact))) }
  application.handle(feed.frame(at: 1_000_000 + 8_000 * frame))
}
for contact in 0..<10 { feed.up(contact) }
application.handle(feed.frame(at: 1_000_000 + 8_000 * (frames + 1)))
print("frames \(frames) calls \(total.calls) sum \(total.sum)")
