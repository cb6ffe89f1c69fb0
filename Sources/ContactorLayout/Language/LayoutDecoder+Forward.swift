import ContactorCore
import ContactorEvdev
import ContactorSystem

extension LayoutDecoder {
  /// A `forward`: `true`, or its rules.
  ///
  /// - Parameter canBeOff: whether `false` is allowed.
  mutating func forward(_ node: LayoutNode, canBeOff: Bool = false) -> LayoutForward {
    var forward = LayoutForward()
    if case .scalar(_, isPlain: true) = node.content, !node.isNull {
      forward.isOn = bool(node, "'forward'")
      if !forward.isOn, !canBeOff { reject(node, "'forward'", expected: "true, or a mapping of rules") }
      return forward
    }
    guard let fields = fields(of: node, "'forward'", in: LayoutSchema.forward) else { return forward }
    forward.fingers = fields["fingers"].map { fingers($0) }
    forward.edges = fields["edges"].map { edges($0) }
    forward.deadZones = fields["deadZones"].map { deadZones($0) }
    forward.ghost = fields["ghost"].map { ghost($0) }
    forward.regions = fields["regions"].map { regions($0) }
    forward.stuckAfter = fields["stuckAfter"].map { time($0, "'stuckAfter'", .seconds) }
    forward.rate = fields["rate"].map { integer($0, "'rate'", in: 1...10_000, "a whole number from 1 to 10000") }
    forward.debounce = fields["debounce"].map { debounce($0) }
    forward.filter = fields["filter"].flatMap { filter($0) }
    forward.cancelBy = fields["cancelBy"].flatMap { cancelMethod($0) }
    forward.wake = fields["wake"].flatMap { node in
      choice(node, "'wake'", of: LayoutForward.Wake.allCases.map(\.rawValue)).flatMap(LayoutForward.Wake.init)
    }
    if forward.wake == LayoutForward.Wake.none, let mark = fields["wake"]?.mark { silentWakes.append(mark) }
    forward.name = fields["name"].flatMap { copyName($0) }
    forward.keepsCopy = fields["keepCopy"].map { bool($0, "'keepCopy'") }
    forward.isCalibrated = fields["calibrated"].map { bool($0, "'calibrated'") }
    return forward
  }

  private mutating func cancelMethod(_ node: LayoutNode) -> CancelMethod? {
    let method = choice(node, "'cancelBy'", of: CancelMethod.allCases.map(\.rawValue)).flatMap(CancelMethod.init)
    if method == .palm {
      warn(
        node.mark,
        "'palm' works with sway from 1.9, mutter, KWin and Wayfire; with others, such as weston, cage and labwc, applications keep "
          + "the finger until they are started again", suggestion: "slide")
    }
    return method
  }

  /// Warns of a display that stays dark: its owner hears nothing of the touch that is to wake it.
  mutating func checkWaking(_ layout: Layout) {
    guard let idle = layout.policies.idle, idle.swallowsWakingTouch, !idle.bindings.contains(where: { $0.event == "active" }) else {
      return
    }
    for mark in silentWakes {
      warn(
        mark,
        "with 'wake: none' nobody learns of the touch that is to wake the screen, which 'policies' swallows: a display that is off stays "
          + "off", suggestion: "key")
    }
  }

  /// The name of a copy.
  private mutating func copyName(_ node: LayoutNode) -> String? {
    guard let name = text(node, "'name'", expected: "a name") else { return nil }
    guard Forwarder.isCopyName(name) else {
      reject(node, "'name'", expected: "a name of 1 to 79 bytes without control characters")
      return nil
    }
    return name
  }

  /// One distance for all edges, or one for each side.
  private mutating func edges(_ node: LayoutNode) -> LayoutForward.Edges {
    guard case .mapping(let entries) = node.content, !entries.contains(where: { $0.key == "mm" }) else {
      return .init(distance(node, "'edges'"))
    }
    var edges = LayoutForward.Edges()
    guard let fields = fields(of: node, "'edges'", in: LayoutSchema.forwardEdges) else { return edges }
    if let node = fields["left"] { edges.left = distance(node, "'left'") }
    if let node = fields["top"] { edges.top = distance(node, "'top'") }
    if let node = fields["right"] { edges.right = distance(node, "'right'") }
    if let node = fields["bottom"] { edges.bottom = distance(node, "'bottom'") }
    return edges
  }

  private mutating func deadZones(_ node: LayoutNode) -> [LayoutForward.DeadZone] {
    var names: [String: LayoutMark] = [:]
    return list(node, "deadZones").compactMap { node -> LayoutForward.DeadZone? in
      guard let fields = fields(of: node, "a dead zone", in: LayoutSchema.deadZone) else { return nil }
      let name = fields["id"].flatMap { word($0, "'id'", expected: "a name") }
      if let name, let mark = fields["id"]?.mark {
        if let first = names[name] {
          report(mark, "the id \(quoted(name)) is taken; the first is at \(first)")
        } else {
          names[name] = mark
        }
      }
      let frame = fields["frame"].flatMap { rect($0, "'frame'") }
      let window = fields["window"].flatMap { windowName($0) }
      guard let name, let frame else { return nil }
      return LayoutForward.DeadZone(id: name, frame: frame, window: window)
    }
  }

  private mutating func fingers(_ node: LayoutNode) -> Int { integer(node, "'fingers'", in: 1...60, "a whole number from 1 to 60") }

  private mutating func regions(_ node: LayoutNode) -> [LayoutForward.Region] {
    list(node, "regions").compactMap { node -> LayoutForward.Region? in
      guard let fields = fields(of: node, "a region", in: LayoutSchema.forwardRegion) else { return nil }
      let frame = fields["frame"].flatMap { rect($0, "'frame'") }
      var region = LayoutForward.Region(frame: frame ?? .zero, window: fields["window"].flatMap { windowName($0) })
      region.fingers = fields["fingers"].map { fingers($0) }
      region.edges = fields["edges"].map { edges($0) }
      region.ghost = fields["ghost"].map { ghost($0) }
      if region == LayoutForward.Region(frame: region.frame, window: region.window) {
        report(node.mark, "a region has no rule of its own", expected: "'fingers', 'edges' or 'ghost'")
      }
      return frame == nil ? nil : region
    }
  }

  private mutating func ghost(_ node: LayoutNode) -> LayoutForward.Ghost {
    var ghost = LayoutForward.Ghost()
    guard let fields = fields(of: node, "'ghost'", in: LayoutSchema.ghost) else { return ghost }
    if let node = fields["shorterThan"] {
      ghost.shorterThan = time(node, "'shorterThan'", .duration)
      // Every touch waits for so long, so a second is hardly meant.
      if let bare = YAMLNumber(node)?.real, (1...86_400).contains(bare), case .scalar(let text, _) = node.content {
        warn(node.mark, "'shorterThan' is \(DecimalText.of(bare)) seconds, for which every touch waits", suggestion: "\(text) ms")
      }
    }
    ghost.smallerThan = fields["smallerThan"].map { distance($0, "'smallerThan'") }
    ghost.largerThan = fields["largerThan"].map { distance($0, "'largerThan'") }
    ghost.fasterThan = fields["fasterThan"].map { speed($0, "'fasterThan'") }
    switch (ghost.smallerThan, ghost.largerThan) {
    case (.points(let least)?, .points(let most)?) where least >= most,
      (.millimetres(let least)?, .millimetres(let most)?) where least >= most:
      report(node.mark, "no touch has a size between 'smallerThan' and 'largerThan'", expected: "'smallerThan' below 'largerThan'")
    default: break
    }
    return ghost
  }

  /// A distance in a second: as a distance, perhaps with `/s` behind it.
  private mutating func speed(_ node: LayoutNode, _ name: String) -> LayoutDistance {
    guard case .scalar(let text, isPlain: true) = node.content, text.hasSuffix("/s") else { return distance(node, name) }
    let length = LayoutNode(content: .scalar(text: String(text.dropLast(2)), isPlain: true), mark: node.mark)
    return distance(length, name)
  }

  private mutating func filter(_ node: LayoutNode) -> ForwardSettings.Filter? {
    guard case .mapping = node.content else {
      guard case .scalar("none", _) = node.content else {
        reject(node, "'filter'", expected: LayoutSchema.filterShape)
        return nil
      }
      return ForwardSettings.Filter.none
    }
    guard let fields = fields(of: node, "'filter'", in: LayoutSchema.filter) else { return nil }
    if let median = fields["median"] {
      if let entry = fields.entries["oneEuro"] { report(entry.mark, "a filter has both 'median' and 'oneEuro'", expected: "one of them") }
      let count = integer(median, "'median'", in: 3...9, "3, 5, 7 or 9")
      if count.isMultiple(of: 2) { reject(median, "'median'", expected: "3, 5, 7 or 9") }
      return .median(count)
    }
    guard let euro = fields["oneEuro"] else {
      report(node.mark, "a filter does nothing", expected: LayoutSchema.filterShape)
      return nil
    }
    guard let numbers = self.fields(of: euro, "'oneEuro'", in: LayoutSchema.oneEuro) else { return nil }
    return .oneEuro(
      minimumCutoff: numbers["minimumCutoff"].map { number($0, "'minimumCutoff'", .frequency) } ?? 1,
      beta: numbers["beta"].map { number($0, "'beta'", .ratio) } ?? 0.007)
  }
}

extension LayoutSchema {
  static let forward = LayoutTable(
    owner: "'forward'",
    keys: [
      .optional("fingers", "a number"),
      .optional("edges", "a distance, or {left: …, top: …, right: …, bottom: …}"),
      .optional("deadZones", "a list of {id, frame, window}"),
      .optional("ghost", "{shorterThan: …, smallerThan: …, largerThan: …, fasterThan: …}"),
      .optional("regions", "a list of {frame, window, fingers, edges, ghost}"),
      .optional("stuckAfter", "seconds"),
      .optional("rate", "touches a second"),
      .optional("debounce", "a time such as 40 ms"),
      .optional("filter", filterShape),
      .optional("cancelBy", CancelMethod.allCases.map(\.rawValue).joined(separator: ", ")),
      .optional("wake", LayoutForward.Wake.allCases.map(\.rawValue).joined(separator: ", ")),
      .optional("name", "a name of at most 79 bytes"),
      .optional("keepCopy", "true or false"),
      .optional("calibrated", "true or false"),
    ])

  /// The form of a filter, for messages.
  static let filterShape = "none, {median: 5} or {oneEuro: {minimumCutoff: 1, beta: 0.007}}"

  static let forwardEdges = LayoutTable(
    owner: "'edges'",
    keys: ["left", "top", "right", "bottom"].map { .optional($0, "a distance") })

  static let deadZone = LayoutTable(
    owner: "a dead zone",
    keys: [.required("id", "a name"), .required("frame", "[x, y, width, height]"), .optional("window", "a window's name")])

  static let forwardRegion = LayoutTable(
    owner: "a region",
    keys: [
      .required("frame", "[x, y, width, height]"), .optional("window", "a window's name"), .optional("fingers", "a number"),
      .optional("edges", "a distance, or {left: …, top: …, right: …, bottom: …}"),
      .optional("ghost", "{shorterThan: …, smallerThan: …, largerThan: …, fasterThan: …}"),
    ])

  static let ghost = LayoutTable(
    owner: "'ghost'",
    keys: [
      .optional("shorterThan", "a time"), .optional("smallerThan", "a distance"), .optional("largerThan", "a distance"),
      .optional("fasterThan", "a distance in a second"),
    ])

  static let filter = LayoutTable(
    owner: "a filter", keys: [.optional("median", "3, 5, 7 or 9"), .optional("oneEuro", "{minimumCutoff: 1, beta: 0.007}")])

  static let oneEuro = LayoutTable(
    owner: "'oneEuro'", keys: [.optional("minimumCutoff", "hertz"), .optional("beta", "hertz for each point a second")])
}
