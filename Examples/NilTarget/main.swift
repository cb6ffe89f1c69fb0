// A menu of dishes. A cell's button knows neither the list nor the controller: it sends an action without a target, with an
// event that carries the dish, and the responder chain finds who does it.
//
//   swift run NilTarget          touches the second cell by a script; prints "title: Cheese"
//   swift run NilTarget --live   waits for touches of the machine's touchscreens until SIGINT or SIGTERM

import Contactor
import Glibc

/// An event that says which dish was chosen; whoever passes it on need not know.
final class DishEvent: Event {
  let dish: String

  init(_ dish: String, at timestamp: Timestamp) {
    self.dish = dish
    super.init(timestamp: timestamp)
  }
}

/// A cell of the menu: a dish and a button to choose it.
final class DishCell: View {
  init(_ dish: String, frame: Rect) {
    super.init(frame: frame)
    let button = ChooseButton(dish, frame: Rect(x: frame.size.width - 120, y: 10, width: 110, height: 60))
    // No target: for the first up the chain who does it. The name has the form of a method with sender and event.
    do { try button.addTarget(nil, action: "choose:forEvent:", for: .touchUpInside) } catch { fatalError("\(error)") }
    addSubview(button)
  }
}

/// A button that sends its actions with an event that carries its dish.
final class ChooseButton: Control {
  private let dish: String

  init(_ dish: String, frame: Rect) {
    self.dish = dish
    super.init(frame: frame)
    identifier = dish
  }

  override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
    let now = event?.timestamp ?? Timestamp(microseconds: 0)
    super.sendAction(action, to: target, for: DishEvent(dish, at: now))
  }
}

/// The controller of the menu: its root view holds the cells, so it is in their responder chain.
final class MenuController: ViewController {
  private static let dishes = ["Bread", "Cheese", "Olives"]

  var title = "Menu" {
    didSet { show("title: \(title)") }
  }

  /// The actions that can be sent to a menu controller by name.
  override class var actions: [Action] { super.actions + [Action(TypedAction<MenuController>.choose)] }

  override func loadView() {
    let menu = View(frame: Rect(x: 0, y: 0, width: 800, height: 480))
    for (index, dish) in Self.dishes.enumerated() {
      menu.addSubview(DishCell(dish, frame: Rect(x: 0, y: Double(index) * 80, width: 800, height: 80)))
    }
    view = menu
  }

  func choose(_ sender: Control, forEvent event: Event?) {
    guard let event = event as? DishEvent else { return }
    title = event.dish
  }
}

extension TypedAction where Target == MenuController {
  /// Chooses the dish that the event carries.
  static var choose: Self { .init("choose:forEvent:", MenuController.choose(_:forEvent:)) }
}

/// The application: one window of 800 by 480 points with the menu in it.
func makeApplication() -> Application {
  let application = Application()
  let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
  window.rootViewController = MenuController()
  application.addWindow(window)
  return application
}

/// Prints a line at once, also into a pipe.
func show(_ line: String) {
  print(line)
  fflush(nil)
}

// MARK: By a script

/// A finger on the button of the second cell; the lines are those that `contactor run --log` writes.
let script = """
  {"t":1000000,"kind":"touch","touch":1,"phase":"began","x":740,"y":120}
  {"t":1080000,"kind":"touch","touch":1,"phase":"ended","x":742,"y":121}
  """

func playScript(in application: Application) throws {
  for step in try ScriptReader.steps(of: script, file: "script") {
    switch step {
    case .event(.frame(let frame)): application.handle(frame)
    case .advance(let moment): application.advance(to: moment)
    default: break
    }
  }
}

// MARK: Live

/// Reads the machine's touchscreens until a signal ends it.
func readTouchscreens(for application: Application) throws {
  let loop = try EventLoop()
  try loop.watchSignals([SIGINT, SIGTERM]) { _ in loop.stop() }
  let source = try LibinputSource(options: LibinputSource.Options(window: Size(width: 800, height: 480)))
  var failure: InputError?
  let read = {
    do throws(InputError) {
      try source.dispatch { event in
        switch event {
        case .deviceAdded(let device, _): show("touchscreen: \(device.name)")
        case .deviceRemoved(let device, _): application.cancelTouches(of: device)
        case .frame(let frame): application.handle(frame)
        case .anomaly: break
        }
      }
    } catch {
      failure = error
      loop.stop()
    }
  }
  try loop.watch(source.fileDescriptor, read)
  read()
  // Nothing here waits for time to pass; a program with long presses would also schedule application.nextDeadline.
  show("ready")
  try loop.run()
  if let failure { throw failure }
}

// MARK: Main

let application = makeApplication()
do {
  switch CommandLine.arguments.dropFirst().first {
  case nil: try playScript(in: application)
  case "--live": try readTouchscreens(for: application)
  default:
    print("usage: NilTarget [--live]")
    exit(2)
  }
} catch {
  show("NilTarget: \(error)")
  exit(1)
}
