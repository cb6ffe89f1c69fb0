/// The treatment of an action that is requested while the one before still runs or waits (contract 13.2).
public enum ActionOverlap: String, Hashable, Sendable, CaseIterable {
  /// The newest waits, and takes the place of the same action that waits already, which is dropped.
  case latest
  /// It waits behind those before, 4,096 of a control at most; what comes then is dropped.
  case queue
  /// It is dropped while the same action runs or waits.
  case skip
  /// It does not wait for what was asked for before, only for the actions before it in its own list.
  case parallel

  /// Returns the default for an event: only the newest action if a value changes, otherwise all in order.
  static func standard(for event: String) -> ActionOverlap {
    ["valueChanged", "editingChanged", "changed"].contains(event) ? .latest : .queue
  }
}

/// The timing of an action that is requested often, and the modes that allow it (contract 12.3, 13.2).
public struct ActionTiming: Hashable, Sendable {
  /// The least time between two of them: what comes sooner waits, and only the newest is done; `nil` for none.
  public var every: Duration?
  /// The steps of a pan that trigger it, each once; `nil` to do it whenever the event is sent.
  public var steps: PanSteps?
  /// The time without another before it is done, the newest alone; `nil` to do it at once.
  public var after: Duration?
  /// The treatment of a request while the one before still runs; `nil` for the event's default: `latest` if a value changes, else `queue`.
  public var overlap: ActionOverlap?
  /// The modes that allow it, checked when it is requested; empty for all.
  public var modes: [String] = []

  /// The timing of an action that is done at once, in all modes.
  public init() {}

  /// Whether it may have to wait.
  var isLimited: Bool { every != nil || after != nil }
}

/// An action with its timing.
public struct ActionStep: Hashable, Sendable {
  /// The action.
  public var action: LayoutAction
  /// When it is done.
  public var timing: ActionTiming

  /// Creates a step.
  public init(_ action: LayoutAction, _ timing: ActionTiming = ActionTiming()) {
    self.action = action
    self.timing = timing
  }
}

extension LayoutDecoder {
  /// When an action is done: `every`, `after`, `overlap` and `if`.
  mutating func timing(_ fields: LayoutFields, of verb: String) -> ActionTiming {
    var timing = ActionTiming()
    timing.steps = panSteps(fields)
    if timing.steps == nil { timing.every = fields["every"].map { limit($0, "'every'") } }
    timing.after = fields["after"].map { limit($0, "'after'") }
    if timing.every != nil || timing.steps != nil, timing.after != nil, let entry = fields.entries["after"] {
      report(entry.mark, "an action has both 'every' and 'after'", expected: "one of them")
    }
    timing.overlap = fields["overlap"].flatMap { choice($0, "'overlap'", of: LayoutSchema.overlaps) }.flatMap(ActionOverlap.init)
    if let node = fields["if"], let condition = self.fields(of: node, "'if'", in: LayoutSchema.condition) {
      timing.modes = modeNames(condition["mode"], "'mode'")
    }
    checkHold(fields, timing, verb)
    return timing
  }

  /// A time above 0: controls that set each other off with none between would take all of the processor.
  private mutating func limit(_ node: LayoutNode, _ name: String) -> Duration {
    let before = mistakes
    let time = time(node, name)
    if mistakes == before, time < .milliseconds(1) { reject(node, name, expected: "1 ms or more") }
    return time
  }

  /// Reports keys to hold that would have to wait: they are down as long as the finger is.
  private mutating func checkHold(_ fields: LayoutFields, _ timing: ActionTiming, _ verb: String) {
    guard verb == "key", fields["hold"] != nil else { return }
    for key in ["every", "after", "overlap"] {
      guard let entry = fields.entries[key] else { continue }
      report(entry.mark, "'\(key)' means nothing to keys that are held", expected: "'hold' or '\(key)'")
    }
  }
}

extension LayoutSchema {
  static let overlaps = ActionOverlap.allCases.map(\.rawValue)
  static let condition = LayoutTable(owner: "'if'", keys: [.required("mode", "a mode's name, or a list of them")])
}
