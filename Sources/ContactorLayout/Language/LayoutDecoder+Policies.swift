import ContactorCore
import ContactorSystem

extension LayoutDecoder {
  /// The `modes`, in the order of the file.
  mutating func modes(_ node: LayoutNode) -> [LayoutMode] {
    guard case .mapping(let entries) = node.content else {
      reject(node, "'modes'", expected: "a mapping of names to modes, such as kiosk: {}")
      return []
    }
    if entries.isEmpty { report(node.mark, "'modes' is empty", expected: "at least one mode") }
    return entries.map { mode($0) }
  }

  private mutating func mode(_ entry: LayoutEntry) -> LayoutMode {
    var mode = LayoutMode(id: entry.key, mark: entry.mark)
    if entry.key.isEmpty { report(entry.mark, "a mode has no name", expected: "a name") }
    guard let fields = fields(of: entry.value, quoted(entry.key), in: LayoutSchema.mode) else { return mode }
    mode.timeout = fields["timeout"].map { time($0, "'timeout'", .seconds) }
    mode.views = idList(fields["views"], "'views'", "a view's id")
    mode.gestures = idList(fields["gestures"], "'gestures'", "a gesture's id")
    gestureTargets += marks(of: fields["gestures"])
    modeViews += marks(of: fields["views"])
    if let entry = fields.entries["forward"] {
      mode.forward = forward(entry.value, canBeOff: true)
      modeForwards.append(entry.mark)
    }
    if let node = fields["on"] {
      mode.bindings = bindings(
        node, of: BindingOwner(name: "a mode", events: LayoutMode.states), known: LayoutMode.states, example: "entered")
    }
    return mode
  }

  /// The `modes` of a view or a gesture; the names are looked up when all modes are known.
  mutating func modeNames(_ node: LayoutNode?, _ key: String = "'modes'") -> [String] {
    modeTargets += marks(of: node)
    return idList(node, key, "a mode's name")
  }

  /// A name, or a list of names.
  private mutating func idList(_ node: LayoutNode?, _ key: String, _ expected: String) -> [String] {
    guard let node else { return [] }
    let nodes = elements(of: node)
    if nodes.isEmpty, expected == "a mode's name" { report(node.mark, "\(key) is an empty list", expected: expected) }
    return nodes.compactMap { word($0, key, expected: expected) }
  }

  private func elements(of node: LayoutNode) -> [LayoutNode] {
    if case .sequence(let elements) = node.content { elements } else { [node] }
  }

  /// The texts of a list with their places; those that are no names are reported as the list is read.
  private func marks(of node: LayoutNode?) -> [(id: String, mark: LayoutMark)] {
    guard let node else { return [] }
    return elements(of: node).compactMap { node in
      guard case .scalar(let text, _) = node.content, !text.isEmpty, !node.isNull else { return nil }
      return (text, node.mark)
    }
  }

  /// Reports modes, and views of modes, that do not exist.
  mutating func checkModes(_ layout: Layout) {
    report(modeTargets.filter { !layout.modeNames.contains($0.id) }, named: layout.modeNames)
    let views = Set(layout.allViews.map(\.id))
    report(modeViews.filter { !views.contains($0.id) }, of: "view", known: views)
    if let first = layout.modes.first(where: { $0.id == layout.firstMode }), first.timeout != nil {
      warn(first.mark, "\(quoted(first.id)) is the first mode, to which time limits lead back, and has none itself")
    }
    guard !layout.isForwarding else { return }
    for mark in modeForwards {
      report(mark, "a mode changes what is forwarded, and nothing is", expected: "'forward: true' at the top")
    }
  }

  private mutating func report(_ missing: [(id: String, mark: LayoutMark)], named names: [String]) {
    let index = NameIndex(names)
    for target in missing where !isFull {
      let nearest = index.nearest(to: target.id, steps: &suggestionSteps)
      report(target.mark, "no mode is named \(quoted(target.id))", expected: "one of \(shortList(names))", suggestion: nearest)
    }
  }

  /// The `policies`.
  mutating func policies(_ node: LayoutNode) -> LayoutPolicies {
    var policies = LayoutPolicies()
    guard let fields = fields(of: node, "'policies'", in: LayoutSchema.policies) else { return policies }
    policies.idle = fields["idle"].flatMap { idle($0) }
    policies.health = fields["health"].flatMap { health($0) }
    return policies
  }

  private mutating func idle(_ node: LayoutNode) -> LayoutIdle? {
    guard let fields = fields(of: node, "'idle'", in: LayoutSchema.idle) else { return nil }
    var idle = LayoutIdle()
    idle.after = fields["after"].map { time($0, "'after'", .seconds) }
    if let node = fields["on"] {
      idle.bindings = bindings(
        node, of: BindingOwner(name: "'idle'", events: LayoutIdle.states), known: LayoutIdle.states, example: "idle")
    }
    if let node = fields["swallowWakingTouch"] { idle.swallowsWakingTouch = bool(node, "'swallowWakingTouch'") }
    if let node = fields["display"] { idle.display = display(node) }
    return idle
  }

  private mutating func display(_ node: LayoutNode) -> LayoutDisplay {
    guard case .mapping = node.content else {
      return choice(node, "'display'", of: ["auto", "none"]) == "auto" ? .auto : .none
    }
    guard let fields = fields(of: node, "'display'", in: LayoutSchema.display) else { return .none }
    if let entry = fields.entries["backlight"], fields["dpms"] != nil {
      report(entry.mark, "a display has both 'dpms' and 'backlight'", expected: "one of them")
    }
    if let node = fields["dpms"] { return deviceName(node, "'dpms'").map(LayoutDisplay.dpms) ?? .none }
    if let node = fields["backlight"] { return deviceName(node, "'backlight'").map(LayoutDisplay.backlight) ?? .none }
    report(node.mark, "a display has no name", expected: LayoutSchema.displayShape)
    return .none
  }

  /// The name of a folder, without a path.
  private mutating func deviceName(_ node: LayoutNode, _ key: String) -> String? {
    let expected = "a name as in /sys/class, such as card0-HDMI-A-1"
    guard let name = word(node, key, expected: expected) else { return nil }
    guard !name.contains("/"), !name.hasPrefix(".") else {
      reject(node, key, expected: expected)
      return nil
    }
    return name
  }
}

extension LayoutSchema {
  static let mode = LayoutTable(
    owner: "a mode",
    keys: [
      .optional("timeout", "seconds"), .optional("views", "[id, …]"), .optional("gestures", "[id, …]"),
      .optional("forward", "a mapping of rules"), .optional("on", "{entered: action, left: action}"),
    ])

  static let policies = LayoutTable(
    owner: "'policies'",
    keys: [
      .optional("idle", "{after: 60, on: {idle: …, active: …}}"),
      .optional("health", "{silentAfter: 12 h, stuckAfter: 30 s, failures: 3, on: {silent: …}}"),
    ])

  static let idle = LayoutTable(
    owner: "'idle'",
    keys: [
      .optional("after", "seconds"), .optional("on", "{idle: action, active: action}"),
      .optional("swallowWakingTouch", "true or false"), .optional("display", displayShape),
    ])

  /// The form of a display, for messages.
  static let displayShape = "auto, none, {dpms: card0-HDMI-A-1} or {backlight: name}"

  static let display = LayoutTable(
    owner: "a display", keys: [.optional("dpms", "a connector's name"), .optional("backlight", "a backlight's name")])
}
