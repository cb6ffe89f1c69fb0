extension SwiftText {
  /// The subclasses, delegates and targets.
  var classes: String {
    objects.filter(\.isScripted).map { object in
      let members = members(of: object.name, object.base).map { "  " + $0.split(separator: "\n").joined(separator: "\n  ") }
      let base = object.base == "DELEGATE" ? delegateProtocols : object.base
      return "final class \(Self.className(object.name)): \(base) {\n\(members.joined(separator: "\n"))\n}"
    }.joined(separator: "\n\n")
  }

  private func members(of name: ObjectName, _ base: String) -> [String] {
    var members: [String] = []
    for type in Callout.Answer.allCases where mentions("\(name).\(type.property)[") {
      members.append("var \(type.property): [String: \(type == .flag ? "Bool" : "() -> \(type.rawValue)")] = [:]")
    }
    if mentions("\(name).hit = ") { members.append("weak var hit: View?") }
    if mentions("\(name).other = ") { members.append("weak var other: Responder?") }
    if let actions = actions(of: name) { members.append(actions) }
    let isPlain = name.kind == .target && name.number % 2 == 0
    let own = Self.methods.map(\.callout) + [.ended] + (performsKeys(name) ? [.keyEquivalent] : [])
    for callout in Callout.allCases
    where Callout.of(name).contains(callout) && isPlayed(callout, name) && (!isPlain || own.contains(callout)) {
      if let text = text(of: callout, name) { members.append(text) }
    }
    if name.kind == .observer {
      members.append("func violation(_ violation: StreamVerifier.Violation) { print(violation) }")
    }
    return members
  }

  private static let methods: [(callout: Callout, action: String, reference: String)] = [
    (.plain, "act", "plain"), (.take, "act:", "take(_:)"), (.takeForEvent, "act:forEvent:", "take(_:forEvent:)"),
    (.press, "press:", "press(_:)"),
  ]

  private func isPlayed(_ callout: Callout, _ name: ObjectName) -> Bool {
    // Whether a view overrides what is not played may matter; a delegate's methods are called in any case.
    if name.kind == .delegate || name.kind == .observer || name.kind == .target {
      if calls.contains(where: { $0.place.hasPrefix("\(name).\(callout) ") }) { return true }
      if name.kind == .delegate, usedSources.contains(where: { $0.required.contains(callout) }) { return true }
    } else if callouts.contains("\(name).\(callout)") {
      return true
    }
    if callout == .keyEquivalent, performsKeys(name) { return true }
    if callout == .hitTest, mentions("\(name).hit = ") { return true }
    if callout == .next, mentions("\(name).other = ") { return true }
    if let answer = callout.answer, mentions("\(name).\(answer.property)[\"\(callout)\"]") { return true }
    guard let method = Self.methods.first(where: { $0.callout == callout }) else { return false }
    return name.kind == .target && mentions("\(Self.className(name)).\(method.reference)") || mentions("\"\(method.action)\"")
  }

  /// The list of actions, where the object does any.
  private func actions(of name: ObjectName) -> String? {
    let listed = Self.methods.filter { isPlayed($0.callout, name) && Callout.of(name).contains($0.callout) }
    let isPlain = name.kind == .target && name.number % 2 == 0
    guard isPlain || !listed.isEmpty else { return nil }
    let type = name.kind == .view ? 0 : name.kind == .control ? 1 : isPlain ? 2 : nil
    let play = type.flatMap { callouts.contains("type\($0).actions") ? "  play(\"type\($0).actions\")\n" : nil } ?? ""
    let list = listed.map { "Action(\"\($0.action)\", \($0.reference))" }.joined(separator: ", ")
    let text = isPlain ? "return [\(list)]" : "return super.actions + [\(list)]"
    return "\(isPlain ? "static" : "override class") var actions: [Action] {\n\(play)  \(text)\n}"
  }

  private static let discardable: [Callout] = [.becomeFirstResponder, .resignFirstResponder, .sendAction]

  private func text(of callout: Callout, _ name: ObjectName) -> String? {
    guard let member = callout.member(of: name.kind) else { return nil }
    let play = "play(\"\(name).\(callout)\")"
    let isOwn = Self.methods.contains { $0.callout == callout } || callout == .ended
    let overrides = !isOwn && ![.delegate, .observer].contains(name.kind) && !(name.kind == .target && name.number % 2 == 0)
    let isDiscardable = overrides && Self.discardable.contains(callout) && member.signature.hasSuffix("-> Bool")
    let signature = (isDiscardable ? "@discardableResult\n" : "") + (overrides ? "override " : "") + member.signature
    switch callout {
    case .isHidden, .isExclusiveTouch:
      return "\(signature) {\n  get {\n    \(play)\n    return super.\(callout)\n  }\n  set { super.\(callout) = newValue }\n}"
    case .isHighlighted, .isEnabled: return "\(signature) { didSet { \(play) } }"
    default: break
    }
    if callout == .keyEquivalent, performsKeys(name) { return "\(member.signature) {\n  \(play)\n  return false\n}" }
    var lines = [play]
    if mentions("touchesNow"), member.signature.contains("touches: TouchSet") {
      lines = ["(touchesNow, eventNow) = (touches, event)", play, "(touchesNow, eventNow) = (nil, nil)"]
    }
    if mentions("keyNow"), member.signature.contains("event: KeyEvent") { lines = ["keyNow = event", play, "keyNow = nil"] }
    if callout == .hitTest, mentions("\(name).hit = ") { lines.append("if let hit { return hit }") }
    if callout == .next, mentions("\(name).other = ") { lines.append("if let other { return other }") }
    let usual = member.rest.split(separator: "{", maxSplits: 1)
    if let start = usual.last?.firstIndex(of: "}"), usual.count == 2 {
      let answer = usual[1][..<start]
      let property = callout.answer.map(\.property) ?? "answers"
      let isChanged = mentions("\(name).\(property)[")
      let asked = isChanged ? "(\(property)[\"\(callout)\"]\(property == "answers" ? "" : "?()") ?? \(answer))" : "\(answer)"
      // What nothing changes is not assigned to itself.
      guard isChanged || usual[0] != "\(answer) = " else { return "\(signature) {\n  \(play)\n}" }
      lines.append(usual[0] + asked + usual[1][usual[1].index(after: start)...])
    } else if !member.rest.isEmpty {
      lines.append(member.rest)
    }
    return "\(signature) {\n\(lines.map { "  " + $0 }.joined(separator: "\n"))\n}"
  }
}

extension Callout {
  /// The member of an object of a kind: what a kind declares differently.
  fileprivate func member(of kind: Kind) -> (signature: String, rest: String)? {
    if self == .sendAction, kind == .application {
      return (
        "func sendAction(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for event: Event?) -> Bool",
        "return super.sendAction(action, to: target, from: sender, for: event)"
      )
    }
    guard var member else { return nil }
    if kind == .recognizer {
      member.signature = member.signature.split(separator: "Event?").joined(separator: "Event")
    }
    return member
  }
}
