// A layout at work without a device: a finger made by hand touches each view. Run it: swift run Keypad [LAYOUT]
import ContactorCore
import ContactorLayout
import ContactorSystem

let keypad = """
  contactor: 1
  screen: {size: [300, 200]}
  views:
    - {id: code, kind: textField, frame: [0, 0, 300, 50], on: {editingChanged: {emit: "code {value}"}}}
    - {id: one, kind: button, frame: [0, 50, 100, 150], on: {touchUpInside: {type: "1", to: code}}}
    - {id: two, kind: button, frame: [100, 50, 100, 150], on: {touchUpInside: {type: "2", to: code}}}
    - {id: open, kind: button, frame: [200, 50, 100, 150], on: {touchUpInside: [{emit: "open at {x}, {y}"}, {run: [unlock, door]}]}}
  """

do throws(LayoutError) {
  let path = CommandLine.arguments.dropFirst().first
  let layout = if let path { try Layout.load(path: path) } else { try Layout.parse(Array(keypad.utf8), file: "keypad") }
  let session = LayoutSession(layout: layout) { _, arguments, _, ended in
    print("runs \(arguments)")
    ended(.exited(0), Timestamp(microseconds: 0))
  }
  session.onAction = { print("\($0.sender) \($0.event): \($0.name) \($0.target)\($0.isHandled ? "" : ", which nothing does")") }
  var hand = ContactFeed(device: DeviceID(rawValue: 1), clock: .milliseconds32)
  for (index, view) in layout.views.enumerated() {
    hand.down(at: view.frame.center)
    session.handle(.frame(hand.frame(at: index * 1000)))
    hand.up()
    session.handle(.frame(hand.frame(at: index * 1000 + 80)))
  }
} catch {
  print(error)
}
