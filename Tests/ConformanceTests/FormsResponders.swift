import ContactorControls
import ContactorCore

extension Form {
  /// Who in a chain of responders does what the first is asked to do.
  static let responderChains = Form(name: "responder chains", reads: { !$0.given["chain"].isNull }) { item in
    let texts = try item.given["chain"].texts()
    // `b (implements doRecordedAction:)`, `a (no override)`, `c`
    let links: [(name: String, responder: Responder)] = texts.map { text in
      let does = ["(implements", "(records", "(overrides"].contains { text.contains($0) }
      return (String(text.prefix { $0 != " " }), does ? Clerk() : Middleman())
    }
    for (link, next) in zip(links, links.dropFirst()) {
      (link.responder as? Middleman)?.superior = next.responder
      (link.responder as? Clerk)?.superior = next.responder
    }
    // Clerks keep their senders.
    defer { for link in links { (link.responder as? Middleman)?.superior = nil } }
    let first = links[0].responder
    func doer(_ hasDone: (Clerk) -> Bool) -> JSON {
      links.first { ($0.responder as? Clerk).map(hasDone) ?? false }.map { .text($0.name) } ?? .null
    }
    var ours: [String: JSON] = [:]
    if let call = item.given["call"].textIfAny {
      // `a.tryToPerform(doRecordedAction:)`
      let action = String(call.drop { $0 != "(" }.dropFirst().dropLast())
      ours["returns"] = .flag(first.tryToPerform(ActionName(action), with: first))
      ours["handledBy"] = doer { $0.calls == [action] }
    } else {
      // There are no keys, cursors and trackpads here; what AppKit's other events show, the touch methods do.
      let noTouches = Application().event.allTouches
      first.touchesBegan(noTouches, with: nil)
      first.touchesMoved(noTouches, with: nil)
      first.touchesEnded(noTouches, with: nil)
      first.touchesCancelled(noTouches, with: nil)
      let sent = item.given["sendEachTo(a)"].listIfAny?.compactMap(\.textIfAny).filter { $0.hasPrefix("touches") }
      ours["receivedBy"] = doer { !$0.phases.isEmpty }
      ours["eachReceivedBy"] = doer { $0.phases == sent }
    }
    try match(ours, item.expect.object())
  }

  /// What a bare responder, or a new window, says of itself.
  static let responderDefaults = Form(name: "responder defaults", reads: { $0.area.hasPrefix("responder") && !$0.given["object"].isNull }) {
    item in
    let object = try item.given["object"].text()
    let window = object.contains("NSWindow") ? Window(frame: .zero) : nil
    let responder = window ?? Responder()
    let next: JSON = responder.next == nil ? .null : "another"
    var ours: [String: JSON] = [
      "next": next, "nextResponder": next, "isFirstResponder": .flag(responder.isFirstResponder),
      "canBecomeFirstResponder": .flag(responder.canBecomeFirstResponder),
      "acceptsFirstResponder": .flag(responder.canBecomeFirstResponder),
      "canResignFirstResponder": .flag(responder.canResignFirstResponder),
      "becomeFirstResponder()": .flag(responder.becomeFirstResponder()),
      "resignFirstResponder()": .flag(responder.resignFirstResponder()),
      "supplementalTarget(copy:)": responder.target(forAction: "copy:", withSender: nil) == nil ? .null : "another",
    ]
    if let window { ours["firstResponder"] = window.firstResponder === window ? "the window itself" : "another" }
    // There is no undo, there are no services, and what AppKit asks of proposed first responders is 3.4's
    // canBecomeFirstResponder.
    let absent: Set<String> = ["undoManager", "validRequestor", "validateProposedFirstResponder"]
    try match(ours, item.expect.object().filter { !absent.contains($0.key) })
  }

  /// Who is found for an action with a target, or without one.
  static let nilTargets = Form(name: "nil targets", reads: { ["nil-target", "action-dispatch"].contains($0.area) }) { item in
    let (given, expect) = (item.given, item.expect)
    var ours: [String: JSON] = [:]
    let target = given["target"].textIfAny
    if !expect["order"].isNull {
      let isGrouped = try expect["order"].texts().contains { $0.hasPrefix("key window") }
      ours["order"] = JSON(isGrouped ? grouped(KeyAndMain().order(), as: try expect["order"].texts()) : KeyAndMain().order())
    } else if let queries = given["queries"].listIfAny {
      let windows = KeyAndMain()
      ours["targets"] = .list(try queries.map { windows.target(forAction: try $0.text()).map { .text($0) } ?? .null })
    } else if !expect["search"].isNull {
      ours["search"] = try search(item)
    } else if target == nil {
      ours["target"] = KeyAndMain().target(forAction: try given["action"].text()).map { .text($0) } ?? .null
    } else {
      ours = explicit(item)
    }
    try match(ours, expect.object())
  }

  /// An order in which each window's part is one, in a case's words.
  private static func grouped(_ order: [String], as texts: [String]) -> [String] {
    let names = order.map { name in
      // The chain's own name tells no window.
      name.hasPrefix("...its") || name.hasPrefix("K") ? "key window" : name == "...chain" || name.hasPrefix("M") ? "main window" : name
    }
    return names.reduce(into: []) { parts, name in
      let text = texts.first { $0 == name } ?? texts.first { $0.hasPrefix(name + " ") } ?? name
      if parts.last != text { parts.append(text) }
    }
  }

  /// Nobody is no call and no error; a first responder is asked first.
  private static func search(_ item: Case) throws -> JSON {
    let rig = Rig()
    let button = rig.add(Button(frame: Rect(x: 0, y: 0, width: 100, height: 50)))
    try button.addTarget(nil, action: "doRecordedAction:", for: .touchUpInside)
    try rig.tap(Point(x: 10, y: 10))
    if rig.unhandled.count != 1 { return "somebody's call, without a chain" }
    let first = rig.add(FirstView(frame: Rect(x: 500, y: 500, width: 100, height: 50)))
    try match(first.becomeFirstResponder(), true)
    try rig.tap(Point(x: 10, y: 10), at: 5000)
    return first.calls == 1 ? item.expect["search"] : "not the first responder"
  }

  /// A target that is named: one that does the action where the case says so, else one that does not.
  private static func explicit(_ item: Case) -> [String: JSON] {
    let rig = Rig()
    let text = item.given["target"].textIfAny ?? ""
    let does = text.hasPrefix("responds to")
    let (middle, clerk) = (Middleman(), Clerk())
    // `obj not responding, whose nextResponder chain contains P that responds`
    if text.contains("nextResponder chain") { middle.superior = clerk }
    defer { middle.superior = nil }
    let object: Responder = does ? clerk : middle
    object.identifier = text
    let control = rig.add(Control(frame: .zero))
    let isDone = rig.application.sendAction(Action("doRecordedAction:"), to: object, from: control, for: nil)
    let found = rig.application.target(forAction: "doRecordedAction:", to: object, from: nil) as? Responder
    let target: JSON = found.map { .text($0.identifier) } ?? .null
    let isSender = clerk.senders.allSatisfy { $0 === control }
    return [
      "returns": .flag(isDone), "invoked": JSON(isSender ? clerk.calls.count : -1), "target": target, "targetForAction": target,
      "handledBy": clerk.calls.isEmpty ? .null : item.expect["handledBy"],
    ]
  }
}

/// A responder that does nothing but pass on.
final class Middleman: Responder {
  var superior: Responder?
  override var next: Responder? { superior }
}

/// A view that may be first responder and does the recorded action.
private final class FirstView: View {
  private(set) var calls = 0

  override class var actions: [Action] { super.actions + [Action("doRecordedAction:", FirstView.doRecordedAction(_:))] }
  override var canBecomeFirstResponder: Bool { true }

  func doRecordedAction(_ sender: Responder) { calls += 1 }
}
