/// Writes what a program did as Swift source that does it again: only what the program used, in the order in which it did it.
///
/// It is made from a narration, not from the program: a callout's calls stand under the time at which they were made, and
/// everything has the name that it had then.
struct SwiftText {
  /// Calls in the order in which they were made, each with its place: `main 1`, `view3.touchesBegan 2`.
  private var calls: [(place: String, text: String)] = []
  /// Callouts that happened.
  private var callouts: Set<String> = []
  private let failure: String

  /// The source for a narration and what went wrong.
  static func text(of narration: String, failure: String) -> String {
    SwiftText(narration, failure).source
  }

  private init(_ narration: String, _ failure: String) {
    self.failure = failure
    for line in narration.split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      if parts.count == 3, parts[0] == "call" {
        calls.append((parts[1], parts[2].split(separator: ", .finger)", omittingEmptySubsequences: false).joined(separator: ")")))
        callouts.insert(String(parts[1].split(separator: " ")[0]))
      } else if parts.count == 2, parts[0] == "callout" {
        callouts.insert(parts[1])
      }
    }
    // What an object without overrides is told to answer changes nothing.
    let plain = objects.filter { !$0.isScripted }.flatMap { object in
      ["answers[", "counts[", "lengths[", "texts[", "hit = ", "other = "].map { "\(object.name).\($0)" }
    }
    calls.removeAll { call in plain.contains { call.text.hasPrefix($0) } }
  }

  private var source: String {
    let parts = [
      failure.split(separator: "\n").map { "// \($0)" }.joined(separator: "\n"), "import ContactorControls\nimport ContactorCore",
      variables,
      helpers, classes, program,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  // MARK: Names

  private func mentions(_ text: String) -> Bool { calls.contains { $0.text.contains(text) } }

  /// The objects that are made, in their order, each with the class that it is made of, and whether that is to be subclassed.
  private var objects: [(name: ObjectName, base: String, isScripted: Bool)] {
    var found: [(name: ObjectName, base: String, isScripted: Bool)] = []
    for call in calls {
      let words = call.text.split(separator: " ")
      guard words.count > 2, words[1] == "=", let name = ObjectName(words[0]),
        !Self.holders.contains(where: { $0.0 == name.kind }), !found.contains(where: { $0.name == name }),
        let word = words[2].split(separator: "(").first, words[2].contains("(")
      else { continue }
      found.append((name, Self.base(String(word.drop { $0 == "@" }), name), word.hasPrefix("@")))
    }
    return found
  }

  /// The class behind the word in a template.
  private static func base(_ word: String, _ name: ObjectName) -> String {
    switch word {
    case "CONTROL": World.controlClass(name).name
    case "RECOGNIZER": World.recognizerClasses[name.number % World.recognizerClasses.count]
    case "Target": name.number % 2 == 0 ? "ActionTarget" : "Responder, ApplicationDelegate"
    case "Delegate": "DELEGATE"
    case "Observer": "EngineObserver"
    case "CELL": World.cellClassName(name)
    case "closureItem", "MenuItem.separator": "MenuItem"
    case _ where word.hasSuffix(".copy"): World.cellClassName(name)
    default: word
    }
  }

  /// What a delegate conforms to for a class of views, with the methods that have no default.
  private static let sources: [(base: String, protocols: String, required: [Callout])] = [
    ("PageView", "PageViewDataSource, PageViewDelegate", [.numberOfPages, .pageAt]),
    ("PickerView", "PickerViewDataSource, PickerViewDelegate", []),
    ("TableView", "TableViewDataSource, TableViewDelegate", [.numberOfRows, .cellForRow]),
    ("CollectionView", "CollectionViewDataSource, CollectionViewDelegate", [.numberOfItems, .cellForItem]),
    ("OutlineView", "OutlineViewDataSource, OutlineViewDelegate", [.numberOfChildren, .child, .isExpandable, .cellForNode]),
    ("TextField", "TextMeasuring", [.advanceOfCharacter, .lineHeight]),
    ("TextView", "TextViewDelegate, TextMeasuring", [.advanceOfCharacter, .lineHeight]),
  ]

  private static let delegateProtocols = [
    "WindowDelegate", "ApplicationDelegate", "GestureRecognizerDelegate", "TextFieldDelegate", "ScrollViewDelegate", "KeyboardDelegate",
    "MenuDelegate", "AlertDelegate",
  ]

  /// The entries of `sources` for the views that are made.
  private var usedSources: [(base: String, protocols: String, required: [Callout])] {
    let bases = objects.map(\.base)
    return Self.sources.filter { bases.contains($0.base) }
  }

  /// What delegates conform to: no more than what is made needs.
  private var delegateProtocols: String {
    var names: [String] = []
    for name in Self.delegateProtocols + usedSources.flatMap({ $0.protocols.split(separator: ", ").map(String.init) })
    where !names.contains(name) { names.append(name) }
    return names.joined(separator: ", ")
  }

  private static func className(_ name: ObjectName) -> String {
    "\(name)".prefix(1).uppercased() + "\(name)".dropFirst()
  }

  private static let holders: [(Kind, String)] = [
    (.token, "NotificationToken"), (.timer, "TimerToken"), (.action, "ActionToken"), (.feed, "ContactFeed"), (.touches, "KeptTouches"),
    (.press, "KeyEvent"),
  ]

  private var variables: String {
    var lines = objects.map { object in
      "nonisolated(unsafe) var \(object.name): \(object.isScripted ? Self.className(object.name) : object.base)!"
    }
    for (kind, type) in Self.holders {
      for number in 0..<kind.count where mentions("\(ObjectName(kind: kind, number: number))") {
        lines.append("nonisolated(unsafe) var \(kind)\(number): \(type)!")
      }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Helpers

  private var helpers: String {
    let plays =
      mentions("Witness(") || mentions("closureItem(") || calls.contains { $0.place != "main 1" }
      || classes.split(separator: "(").contains { $0.hasSuffix("play") }
    var parts = plays ? [Self.playing] : []
    if mentions("Witness(") || mentions("closureItem(") { parts.append(Self.witness) }
    if mentions("closureItem(") { parts.append(Self.closureItem) }
    parts += numbered
    if mentions("contact(") || mentions("frame(") { parts.append(Self.frames) }
    if mentions("touchesNow") { parts.append(Self.keeping) }
    if mentions("changing(") { parts.append(Self.changing) }
    if mentions("Ping") { parts.append("struct Ping: TypedNotification { let sender: Window }") }
    return parts.joined(separator: "\n\n")
  }

  private static let playing = """
    // What happens in a callout, by its name and the time.
    nonisolated(unsafe) var scripts: [String: () -> Void] = [:]
    nonisolated(unsafe) var times: [String: Int] = [:]

    func on(_ callout: String, _ time: Int, _ body: @escaping () -> Void) { scripts["\\(callout) \\(time)"] = body }

    func play(_ callout: String) {
      times[callout, default: 0] += 1
      let body = scripts["\\(callout) \\(times[callout] ?? 0)"]
      body?()
    }
    """

  private static let witness = """
    // What a closure captures.
    final class Witness {
      let name: String
      init(_ name: String) { self.name = name }
      func call() { play("\\(name).called") }
      deinit { play("\\(name).ended") }
    }
    """

  private static let closureItem = """
    func closureItem(_ name: String, _ title: String, _ key: String) -> MenuItem {
      let witness = Witness(name)
      return MenuItem(title, keyEquivalent: key) { _ in witness.call() }
    }
    """

  /// Functions that find an object by the number that a delegate answers with.
  private var numbered: [String] {
    let classes = classes
    var parts: [String] = []
    if classes.contains("iewNumbered(") { parts.append(numbered("view", .view, "View")) }
    if classes.contains("subviewNumbered(") {
      parts.append(
        """
        func subviewNumbered(_ number: Int, _ view: View) -> View? {
          view.subviews.indices.contains(number) ? view.subviews[number] : viewNumbered(number)
        }
        """)
    }
    if classes.contains("rowNumbered(") {
      parts.append(numbered("otherRow", .row, "TableViewCell"))
      for type in ["TableView", "CollectionView"] {
        parts.append(
          """
          func rowNumbered(_ number: Int, _ view: \(type)) -> TableViewCell? {
            number == 0 ? view.dequeueReusableCell(withIdentifier: "cell") : otherRowNumbered(number)
          }
          """)
      }
    }
    if classes.contains("cellNumbered(") { parts.append(numbered("cell", .cell, "Cell")) }
    if classes.contains("countNumbered(") { parts.append("func countNumbered(_ number: Int) -> Int { max(0, min(number, 1_000)) }") }
    if classes.contains("anyNumbered(") { parts.append("func anyNumbered(_ number: Int) -> Int { number }") }
    if classes.contains("itemNumbered(") {
      parts.append("func itemNumbered(_ number: Int) -> AnyHashable? { number < 0 ? nil : AnyHashable(number) }")
    }
    if classes.contains("actionsNumbered(") { parts.append(Self.actions) }
    return parts
  }

  private static let actions = """
    func actionsNumbered(_ number: Int) -> SwipeActions? {
      number < 0 ? nil : SwipeActions((0..<min(number, 50)).map { _ in SwipeAction("Act") { _, _ in } })
    }
    """

  private func numbered(_ prefix: String, _ kind: Kind, _ type: String) -> String {
    let entries = objects.filter { $0.name.kind == kind }.map { "\($0.name.number): \($0.name) as \(type)?" }
    return """
      func \(prefix)Numbered(_ number: Int) -> \(type)? {
        let all: [Int: \(type)?] = [\(entries.isEmpty ? ":" : entries.joined(separator: ", "))]
        return number < 0 ? nil : all[number % \(kind.count)] ?? nil
      }
      """
  }

  private static let changing = """
    // Answers that change from one time to the next, in turns.
    func changing<Value>(_ values: Value...) -> () -> Value {
      var time = 0
      return {
        time += 1
        return values[time % values.count]
      }
    }
    """

  private static let frames = """
    func contact(_ id: Int32, _ phase: TouchPhase, _ x: Double, _ y: Double, _ tool: ContactTool = .finger) -> Contact {
      var contact = Contact(trackingID: id, slot: id % 10, phase: phase, location: Point(x: x, y: y))
      contact.tool = tool
      return contact
    }

    func frame(_ device: UInt32, _ time: Timestamp, _ contacts: Contact...) -> TouchFrame {
      TouchFrame(device: DeviceID(rawValue: device), timestamp: time, contacts: contacts)
    }

    func frame(_ device: UInt32, _ time: Timestamp, _ contacts: [Contact]) -> TouchFrame {
      TouchFrame(device: DeviceID(rawValue: device), timestamp: time, contacts: contacts)
    }
    """

  private static let keeping = """
    // Touches of the callout that goes on, and touches that were kept.
    nonisolated(unsafe) var touchesNow: TouchSet?
    nonisolated(unsafe) var eventNow: Event?
    final class KeptTouches {
      let touches: TouchSet
      let event: Event?
      init(_ touches: TouchSet, _ event: Event?) { (self.touches, self.event) = (touches, event) }
    }
    """

  // MARK: Classes

  private var classes: String {
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
    let own = Self.methods.map(\.callout) + [.ended]
    for callout in Callout.of(name.kind) where isPlayed(callout, name) && (!isPlain || own.contains(callout)) {
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
    if callout == .hitTest, mentions("\(name).hit = ") { return true }
    if callout == .next, mentions("\(name).other = ") { return true }
    if let answer = callout.answer, mentions("\(name).\(answer.property)[\"\(callout)\"]") { return true }
    guard let method = Self.methods.first(where: { $0.callout == callout }) else { return false }
    return name.kind == .target && mentions("\(Self.className(name)).\(method.reference)") || mentions("\"\(method.action)\"")
  }

  /// The list of actions, where the object does any.
  private func actions(of name: ObjectName) -> String? {
    let listed = Self.methods.filter { isPlayed($0.callout, name) && Callout.of(name.kind).contains($0.callout) }
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
    var lines = [play]
    if mentions("touchesNow"), member.signature.contains("touches: TouchSet") {
      lines = ["(touchesNow, eventNow) = (touches, event)", play, "(touchesNow, eventNow) = (nil, nil)"]
    }
    if callout == .hitTest, mentions("\(name).hit = ") { lines.append("if let hit { return hit }") }
    if callout == .next, mentions("\(name).other = ") { lines.append("if let other { return other }") }
    let usual = member.rest.split(separator: "{", maxSplits: 1)
    if let start = usual.last?.firstIndex(of: "}"), usual.count == 2 {
      let answer = usual[1][..<start]
      let property = callout.answer.map(\.property) ?? "answers"
      let isChanged = mentions("\(name).\(property)[")
      let asked = isChanged ? "(\(property)[\"\(callout)\"]\(property == "answers" ? "" : "?()") ?? \(answer))" : "\(answer)"
      lines.append(usual[0] + asked + usual[1][usual[1].index(after: start)...])
    } else if !member.rest.isEmpty {
      lines.append(member.rest)
    }
    return "\(signature) {\n\(lines.map { "  " + $0 }.joined(separator: "\n"))\n}"
  }

  // MARK: The program

  private var program: String {
    var places: [String] = []
    for call in calls where call.place != "main 1" && !places.contains(call.place) { places.append(call.place) }
    var lines = ["func program() {"]
    for place in places {
      let parts = place.split(separator: " ")
      lines.append("  on(\"\(parts[0])\", \(parts[1])) {")
      lines += calls.filter { $0.place == place }.map { "    " + plain($0.text) }
      lines.append("  }")
    }
    lines += calls.filter { $0.place == "main 1" }.map { "  " + plain($0.text) }
    return (lines + ["}", "", "program()"]).joined(separator: "\n")
  }

  /// The call with the class that an object is made of.
  private func plain(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 2, words[1] == "=", let name = ObjectName(words[0]), let object = objects.first(where: { $0.name == name }),
      let start = words[2].firstIndex(of: "("), !words[2][..<start].contains("."), !words[2].hasPrefix("closureItem")
    else { return text }
    let made = (object.isScripted ? Self.className(name) : object.base) + words[2][start...]
    return ([words[0], words[1], Substring(made)] + words[3...]).joined(separator: " ")
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
