import ContactorCore

/// The troubles that a layout watches for, and what happens when one begins or ends (contract 12.5).
public struct LayoutHealth: Hashable, Sendable {
  /// After how long without a touch a panel is silent; `nil` for never.
  public var silentAfter: Duration?
  /// After how long in one place a contact is stuck; `nil` for as long as `forward` says, if it does.
  public var stuckAfter: Duration?
  /// After how long without an event a panel is looked at, and again each time so long has passed; `nil` for never.
  public var grabbedAfter: Duration?
  /// How many irregularities of a panel within ten minutes make it ill; `nil` for none.
  public var irregularities: Int?
  /// How often in a row the program of an action must fail.
  public var failures = 3
  /// The actions of the troubles, and of `recovered`, in the order of the file.
  public var bindings: [LayoutBinding] = []

  /// The name of the end of any trouble, as `on` writes it.
  public static let recovered = "recovered"
  /// The names of what happens, as `on` writes them.
  public static let states = HealthTrouble.Kind.allCases.map(\.rawValue) + [recovered]

  /// Creates settings that watch for what needs no time limit.
  public init() {}
}

extension Layout {
  /// After how long in one place a contact is stuck: as `health` says, else as `forward` does; `nil` for never, or without `health`.
  var stuckAfter: Duration? {
    guard let health = policies.health else { return nil }
    return health.stuckAfter ?? windows.compactMap { forward(inWindow: $0.id, mode: nil)?.stuckAfter }.min()
  }

  /// Whether a log of this layout needs to say what panels are known by.
  var tellsIdentities: Bool { !devices.isEmpty || policies.health?.irregularities != nil }

  /// The names of the panels that must be there, by the indices of their `devices` entries; each name is there once.
  package var expectedPanels: [(index: Int, name: String)] {
    var names: Set<String> = []
    return devices.indices.filter { devices[$0].isExpected }.map { index in
      let name = devices[index].pair ?? devices[index].match.label ?? "device \(index + 1)"
      return (index, names.insert(name).inserted ? name : "\(name) (device \(index + 1))")
    }
  }
}

extension LayoutDeviceMatch {
  /// What the match says, as short as it can be: the name of a panel that is not there.
  var label: String? {
    if let text = name ?? path ?? serial ?? output { return text.description }
    guard vendor != nil || product != nil else { return nil }
    return [vendor, product].map { $0.map { "0x" + String($0, radix: 16) } ?? "*" }.joined(separator: ":")
  }
}

extension LayoutDecoder {
  /// The `health` of the policies.
  mutating func health(_ node: LayoutNode) -> LayoutHealth? {
    guard let fields = fields(of: node, "'health'", in: LayoutSchema.health) else { return nil }
    var health = LayoutHealth()
    health.silentAfter = fields["silentAfter"].map { time($0, "'silentAfter'", .seconds) }
    health.stuckAfter = fields["stuckAfter"].map { time($0, "'stuckAfter'", .seconds) }
    health.grabbedAfter = fields["grabbedAfter"].map { time($0, "'grabbedAfter'", .seconds) }
    if let node = fields["failures"] { health.failures = integer(node, "'failures'", in: 1...1000, "a whole number from 1 to 1000") }
    if let node = fields["irregularities"] {
      health.irregularities = integer(node, "'irregularities'", in: 2...1000, "a whole number from 2 to 1000")
    }
    guard let node = fields["on"] else { return health }
    let owner = BindingOwner(name: "'health'", events: LayoutHealth.states, placeholders: [.control, .event, .value])
    health.bindings = bindings(node, of: owner, known: LayoutHealth.states, example: "silent")
    healthStates = marks(ofKeysOf: node)
    return health
  }

  /// The keys of a mapping with their places.
  private func marks(ofKeysOf node: LayoutNode) -> [(key: String, mark: LayoutMark)] {
    guard case .mapping(let entries) = node.content else { return [] }
    return entries.map { ($0.key, $0.mark) }
  }

  /// Warns of actions for troubles that nothing watches for.
  mutating func checkHealth(_ layout: Layout) {
    for (state, mark) in healthStates {
      switch HealthTrouble.Kind(rawValue: state) {
      case .silent where layout.policies.health?.silentAfter == nil: warn(mark, "no panel is ever silent", expected: "'silentAfter: 12 h'")
      case .stuck where layout.stuckAfter == nil: warn(mark, "no contact is ever stuck", expected: "'stuckAfter: 30 s'")
      case .muted where !layout.hasRate: warn(mark, "no panel is ever muted", expected: "'forward: {rate: 20}'")
      case .grabbed where layout.policies.health?.grabbedAfter == nil:
        warn(mark, "no panel is ever looked at", expected: "'grabbedAfter: 1 min'")
      case .ill where layout.policies.health?.irregularities == nil: warn(mark, "no panel is ever ill", expected: "'irregularities: 20'")
      case .absent where layout.expectedPanels.isEmpty: warn(mark, "no panel is expected", expected: "'expect: true' of a device")
      default: break
      }
    }
  }
}

extension Layout {
  /// Whether a panel may be muted, in any mode.
  fileprivate var hasRate: Bool {
    windows.contains { window in
      (modes.map { Optional($0.id) } + [nil]).contains { forward(inWindow: window.id, mode: $0)?.rate != nil }
    }
  }
}

extension LayoutSchema {
  static let health = LayoutTable(
    owner: "'health'",
    keys: [
      .optional("silentAfter", "a time such as 12 h"), .optional("stuckAfter", "seconds"),
      .optional("grabbedAfter", "a time such as 1 min"), .optional("irregularities", "a number"),
      .optional("failures", "a number"),
      .optional("on", "{\(LayoutHealth.states.map { $0 + ": action" }.joined(separator: ", "))}"),
    ])
}
