import ContactorControls
import ContactorCore

extension Form {
  /// A button with a key equivalent, and keys that are pressed in its window.
  static let buttonKeys = Form(
    name: "buttons' key equivalents", reads: { $0.area == "key-equivalent" && !$0.given["keyEquivalent"].isNull }
  ) {
    item in
    let rig = Rig()
    let button = rig.add(Button(frame: .zero))
    button.keyEquivalent = try item.given["keyEquivalent"].text()
    button.keyEquivalentModifiers = try KeyEvent.Modifiers(names: item.given["mask"].texts())
    let fired = try item.given["keys"].list().map { key in
      rig.application.sendKey(try KeyEvent(key, at: rig.application.now))
      return !rig.taken().isEmpty
    }
    try match(fired, item.expect["fired"].flags())
  }
}

extension KeyEvent {
  /// From a case's `{"chars", "unmod", "mods"}`.
  convenience init(_ key: JSON, at time: Timestamp) throws {
    self.init(
      try key["chars"].text(), ignoringModifiers: key["unmod"].textIfAny, modifiers: try Modifiers(names: key["mods"].texts()),
      timestamp: time)
  }
}

extension KeyEvent.Modifiers {
  /// From the names that cases use.
  init(names: [String]) throws {
    self = []
    for name in names {
      switch name {
      case "shift": insert(.shift)
      case "ctrl": insert(.control)
      case "alt": insert(.option)
      case "cmd": insert(.command)
      default: throw MalformedCase(.text(name), "shift, ctrl, alt or cmd")
      }
    }
  }
}
