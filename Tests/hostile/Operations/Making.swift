import ContactorControls
import ContactorCore

extension Domain {
  /// Whether an object's class is the engine's own, or a subclass that calls out of its overrides.
  static func flavor(_ base: String) -> Domain { Domain(ValueList([(false, base), (true, "@" + base)])) }

  static let view = Domain([.view])
  static let window = Domain([.window])
  static let application = Domain([.application])
  static let controller = Domain([.controller])
  static let delegate = Domain([.delegate])
  static let observer = Domain([.observer])
  static let target = Domain([.target])
  static let closure = Domain(new: .closure)
  static let touches = Domain([.touches])
  /// A view, a control, a list or a window.
  static let anyView = Domain([.view, .control, .window, .list])
  static let anyViewOrNil = Domain([.view, .control, .window, .list], orNil: true)
  static let windowOrNil = Domain([.window], orNil: true)
  static let controllerOrNil = Domain([.controller], orNil: true)
  static let delegateOrNil = Domain([.delegate], orNil: true)
  static let observerOrNil = Domain([.observer], orNil: true)
  /// A target of odd number is a responder.
  static let responder = Domain([.view, .control, .window, .controller, .target, .application]) {
    $0.kind != .target || $0.number % 2 == 1
  }
  static let anyTarget = Domain([.target, .view, .control, .window, .application, .controller])
  static let anyTargetOrNil = Domain([.target, .view, .control, .window, .application, .controller], orNil: true)

  static let number = Domain(.numbers)
  static let coordinate = Domain(.coordinates)
  static let length = Domain(.lengths)
  static let count = Domain(.counts)
  static let flag = Domain(.flags)
  static let events = Domain(.events)
  static let name = Domain(.names)
  static let word = Domain(.words)
  static let key = Domain(.keys)
  static let distance = Domain(.distances)
  static let duration = Domain(.durations)
  static let moment = Domain(steps: .steps)

  static let rect: [Domain] = [.coordinate, .coordinate, .length, .length]

  /// A control, or a view of one of some classes, see `World.controlClasses`.
  static func control(_ names: String...) -> Domain {
    Domain([.control]) { names.isEmpty ? World.controlClass($0).isControl : names.contains(World.controlClass($0).name) }
  }

  /// A recognizer of one class, see `World.recognizerClasses`.
  static func recognizer(_ index: Int? = nil, orNil: Bool = false) -> Domain {
    Domain([.recognizer], orNil: orNil) { index == nil || $0.number % World.recognizerClasses.count == index }
  }
}

extension Operation {
  private static let frame = "Rect(x: $2, y: $3, width: $4, height: $5)"

  /// Makes objects.
  static let making: [Operation] = [
    Operation("makeApplication", "$0 = $1()", [Domain(new: .application), .flavor("Application")], weight: 0, inside: 1) {
      $0.make(ScriptedApplication(), or: Application())
    },
    Operation("makeWindow", "$0 = $1(frame: \(frame))", [Domain(new: .window), .flavor("Window")] + Domain.rect, weight: 1) {
      $0.make(ScriptedWindow(frame: $0.rect(2)), or: Window(frame: $0.rect(2)))
    },
    Operation("makeView", "$0 = $1(frame: \(frame))", [Domain(new: .view), .flavor("View")] + Domain.rect) {
      $0.make(ScriptedView(frame: $0.rect(2)), or: View(frame: $0.rect(2)))
    },
    Operation("makeControl", "$0 = $1(frame: \(frame))", [Domain(new: .control), .flavor("CONTROL")] + Domain.rect) {
      $0.world.put($0.world.makeControl($0.name(0), isScripted: $0.flag(1), $0.rect(2)), at: $0.name(0))
    },
    Operation("makeRecognizer", "$0 = $1()", [Domain(new: .recognizer), .flavor("RECOGNIZER")]) {
      $0.world.put($0.world.makeRecognizer($0.name(0), isScripted: $0.flag(1)), at: $0.name(0))
    },
    Operation("makeController", "$0 = $1()", [Domain(new: .controller), .flavor("ViewController")]) {
      $0.make(ScriptedController(), or: ViewController())
    },
    Operation("makeTarget", "$0 = @Target()", [Domain(new: .target)]) {
      $0.make($0.name(0).number % 2 == 0 ? ScriptedTarget() : ScriptedResponder())
    },
    Operation("makeDelegate", "$0 = @Delegate()", [Domain(new: .delegate)]) {
      $0.make(ScriptedDelegate())
    },
    Operation("makeObserver", "$0 = @Observer()", [Domain(new: .observer)]) {
      $0.make(ScriptedObserver())
    },
    Operation(
      "crowd", "for place in 0..<$1 { $0?.addSubview(View(frame: Rect(x: Double(place * 10), y: $2, width: $3, height: 40))) }",
      [.anyView, Domain(.crowds), .coordinate, .length], weight: 1
    ) {
      for place in 0..<$0.value(1, .crowds) {
        let frame = Rect(x: Double(place * 10), y: $0.value(2, .coordinates), width: $0.value(3, .lengths), height: 40)
        $0.maybe(0, View.self)?.addSubview(View(frame: frame))
      }
    },
    Operation("drop", "$0 = nil", [Domain(Kind.allCases.filter { $0 != .closure && $0 != .type })], weight: 3, inside: 10) {
      $0.world.put(nil, at: $0.name(0))
    },
    Operation("keepTouches", "if let touchesNow { $0 = KeptTouches(touchesNow, eventNow) }", [Domain(new: .touches)], weight: 0, inside: 2)
    {
      guard let touches = $0.world.touches else { return }
      $0.world.put(TouchHolder(touches, $0.world.event), at: $0.name(0))
    },
    // For tests: a failure that any engine has.
    Operation("trap", "fatalError(\"planted\")", weight: 0) { if $0.world.isInCallout { fatalError("planted") } },
  ]
}

extension Arguments {
  /// Makes the first operand's object, which calls out.
  fileprivate func make(_ scripted: @autoclosure () -> AnyObject) { world.put(Script(world, name(0)).making(scripted), at: name(0)) }

  /// Makes the first operand's object, of the subclass that calls out or, as the second operand says, of the engine's own class.
  func make(_ scripted: @autoclosure () -> AnyObject, or plain: @autoclosure () -> AnyObject) {
    if flag(1) { make(scripted()) } else { world.put(plain(), at: name(0)) }
  }
}
