import ContactorControls
import ContactorCore

/// What ties an object to its program.
final class Script {
  let world: World
  let name: ObjectName
  /// What the object answers where it is asked for yes or no.
  var answers: [Callout: Bool] = [:]
  /// What it answers where it is asked for a number of things, an index, a length, a text: each time anew, so it may lie.
  var counts: [Callout: () -> Int] = [:]
  var lengths: [Callout: () -> Double] = [:]
  var texts: [Callout: () -> String] = [:]
  /// The view that hit-testing finds instead of the object.
  weak var hit: View?
  /// The responder that follows the object instead of the usual one.
  weak var next: Responder?

  init(_ world: World, _ name: ObjectName) {
    self.world = world
    self.name = name
  }

  /// The script that the object takes which is being made.
  nonisolated(unsafe) private static var waiting: Script?

  /// Makes the object of the script.
  func making<Object>(_ make: () -> Object) -> Object {
    Self.waiting = self
    defer { Self.waiting = nil }
    return make()
  }

  /// The script of an object that is being made; what the engine makes itself, copies of a cell, has that of the last cell.
  static func next() -> Script {
    if let script = waiting {
      waiting = nil
      return script
    }
    guard let world = World.current else { fatalError("hostile: an object outside of a program") }
    return Script(world, ObjectName(kind: .cell, number: Kind.cell.count - 1))
  }

  func play(_ callout: Callout) { world.play(name, callout) }

  /// A callout of an override, which passes on to `super`.
  func play<Result>(_ callout: Callout, then usual: () -> Result) -> Result {
    play(callout)
    return usual()
  }

  /// A callout of an override with touches, which the calls in it may keep.
  func play(_ callout: Callout, _ touches: TouchSet, _ event: Event?, then usual: () -> Void = {}) {
    world.play(name, callout, touches, event)
    usual()
  }

  func play(_ callout: Callout, _ key: KeyEvent) { world.play(name, callout, key) }

  /// A callout of an override with a key, which passes on to `super`.
  func play<Result>(_ callout: Callout, _ key: KeyEvent, then usual: () -> Result) -> Result {
    play(callout, key)
    return usual()
  }

  /// A callout that is a question.
  func ask(_ callout: Callout, _ usual: () -> Bool) -> Bool {
    play(callout)
    return answers[callout] ?? usual()
  }

  /// A callout with a key that is a question.
  func ask(_ callout: Callout, _ key: KeyEvent, _ usual: () -> Bool) -> Bool {
    play(callout, key)
    return answers[callout] ?? usual()
  }

  /// The callout of hit-testing.
  func find(_ usual: () -> View?) -> View? {
    play(.hitTest)
    return hit ?? usual()
  }

  /// The callout of the responder chain.
  func follow(_ usual: () -> Responder?) -> Responder? {
    play(.next)
    return next ?? usual()
  }

  /// A callout that is a question for a number of things or an index.
  func count(_ callout: Callout, _ usual: () -> Int) -> Int {
    play(callout)
    return counts[callout]?() ?? usual()
  }

  /// The view of a number, what may be in use elsewhere, and what may hold the one that asks; `nil` for a number below 0.
  func view(_ number: Int) -> View? {
    number < 0 ? nil : world.object(Kind.view.base + number % Kind.view.count) as? View
  }

  /// A callout that is a question for a length.
  func length(_ callout: Callout, _ usual: () -> Double) -> Double {
    play(callout)
    return lengths[callout]?() ?? usual()
  }

  /// A callout that is a question for a text.
  func text(_ callout: Callout, _ usual: () -> String) -> String {
    play(callout)
    return texts[callout]?() ?? usual()
  }
}

/// An object of a program.
protocol Scripted: AnyObject {
  var script: Script { get }
}

/// An object of a program whose class lists the actions that programs send.
protocol Acting: Scripted, SendableMetatype {}

extension Acting {
  static var listed: [Action] {
    [
      Action("act", Self.plain), Action("act:", Self.take(_:)), Action("act:forEvent:", Self.take(_:forEvent:)),
      Action("press:", Self.press(_:)),
    ]
  }

  func plain() { script.play(.plain) }
  func take(_ sender: AnyObject) { script.play(.take) }
  func take(_ sender: AnyObject, forEvent event: Event?) { script.play(.takeForEvent) }
  func press(_ sender: Button) { script.play(.press) }
}
