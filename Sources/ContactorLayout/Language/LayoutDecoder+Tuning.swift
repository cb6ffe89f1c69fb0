import ContactorCore

extension LayoutDecoder {
  /// A `tuning`: thresholds by the names that they have in `Tuning`.
  ///
  /// - Parameter keys: the thresholds that the owner has.
  mutating func tuning(_ node: LayoutNode, keys: [TuningKey] = TuningKey.all, of owner: String = "a tuning") -> LayoutTuning {
    var tuning = LayoutTuning()
    let table = LayoutTable(owner: owner, keys: keys.map { .optional($0.name, $0.shape) })
    if case .mapping(let entries) = node.content { reportMisplaced(entries, keys, owner) }
    guard let fields = fields(of: node, "'tuning'", in: table, ignoring: TuningKey.all.map(\.name)) else { return tuning }
    for key in keys {
      guard let node = fields[key.name] else { continue }
      tuning.entries.append(.init(name: key.name, value: measure(node, key)))
    }
    return tuning
  }

  /// Reports thresholds that the owner does not have.
  private mutating func reportMisplaced(_ entries: [LayoutEntry], _ keys: [TuningKey], _ owner: String) {
    for entry in entries where !keys.contains(where: { $0.name == entry.key }) {
      guard TuningKey.all.contains(where: { $0.name == entry.key }) else { continue }
      report(
        entry.mark, "'\(entry.key)' means nothing to \(owner)",
        expected: keys.isEmpty ? nil : "one of \(keys.map(\.name).joined(separator: ", "))")
    }
  }

  private mutating func measure(_ node: LayoutNode, _ key: TuningKey) -> LayoutTuning.Value {
    switch key.quantity {
    case .time: .time(time(node, "'\(key.name)'"))
    case .angle: .angle(angle(node, "'\(key.name)'"))
    case .distance, .length: .distance(distance(node, "'\(key.name)'"))
    case .number(let rule, _): .number(number(node, "'\(key.name)'", rule))
    }
  }

  /// A distance: points, `5 mm`, `5 pt`, or `{mm: 5}`.
  mutating func distance(_ node: LayoutNode, _ name: String) -> LayoutDistance {
    if case .mapping = node.content {
      let fields = fields(of: node, name, in: LayoutSchema.outset)
      return .millimetres(fields?["mm"].map { number($0, "'mm'", .glassDistance) } ?? 0)
    }
    guard let (value, unit) = quantity(node, units: ["mm", "pt"]) else {
      return .points(number(node, name, .distance))
    }
    guard NumberRule.distance.allows(value) else {
      reject(node, name, expected: NumberRule.distance.words)
      return .points(0)
    }
    return unit == "mm" ? .millimetres(value) : .points(value)
  }

  /// The least number without a unit that probably means milliseconds rather than seconds.
  private static let doubtfulSeconds = 50.0

  /// A time of a gesture: seconds, `0.35 s` or `350 ms`.
  mutating func time(_ node: LayoutNode, _ name: String) -> Duration {
    let before = mistakes
    let time = time(node, name, .duration)
    // A time of minutes can be written with a unit.
    if mistakes == before, let bare = YAMLNumber(node)?.real, bare >= Self.doubtfulSeconds, case .scalar(let text, _) = node.content {
      warn(node.mark, "\(name) is \(DecimalText.of(bare)) seconds", suggestion: "\(text) ms")
    }
    return time
  }

  /// A `debounce`: each touch ends so much later, so it is short.
  mutating func debounce(_ node: LayoutNode) -> Duration { time(node, "'debounce'", .debounce) }

  /// A time that the rule allows, in seconds or with a unit behind it.
  mutating func time(_ node: LayoutNode, _ name: String, _ rule: NumberRule) -> Duration {
    guard let (value, unit) = quantity(node, units: ["ms", "s", "min", "h"]) else {
      return .microseconds(Int64((number(node, name, rule) * 1e6).rounded()))
    }
    let seconds =
      switch unit {
      case "ms": value / 1000
      case "min": value * 60
      case "h": value * 3600
      default: value
      }
    guard rule.allows(seconds) else {
      reject(node, name, expected: rule.words)
      return .zero
    }
    return .microseconds(Int64((seconds * 1e6).rounded()))
  }

  /// An angle in radians, or `5 deg`.
  private mutating func angle(_ node: LayoutNode, _ name: String) -> Double {
    guard let (value, _) = quantity(node, units: ["deg", "°"]) else { return number(node, name, .angle) }
    let radians = value * .pi / 180
    guard NumberRule.angle.allows(radians) else {
      reject(node, name, expected: "an angle from 0 to 180 deg")
      return 0
    }
    return radians
  }

  /// A number with one of the units behind it.
  func quantity(_ node: LayoutNode, units: [String], mayBeQuoted: Bool = false) -> (Double, String)? {
    guard case .scalar(let text, let isPlain) = node.content, isPlain || mayBeQuoted else { return nil }
    for unit in units where text.hasSuffix(unit) {
      let digits = text.dropLast(unit.count)
      let end = digits.lastIndex { $0 != " " } ?? digits.startIndex
      guard !digits.isEmpty, let number = YAMLNumber(String(digits[...end]))?.real else { continue }
      return (number, unit)
    }
    return nil
  }

  /// A `log`: the kinds of lines in the log.
  mutating func log(_ node: LayoutNode) -> LayoutLog {
    var log = LayoutLog()
    guard let fields = fields(of: node, "'log'", in: LayoutSchema.log) else { return log }
    if let node = fields["touch"] { log.touch = bool(node, "'touch'") }
    if let node = fields["control"] { log.control = bool(node, "'control'") }
    if let node = fields["action"] { log.action = bool(node, "'action'") }
    if let node = fields["gesture"] { log.gesture = bool(node, "'gesture'") }
    if let node = fields["value"] { log.value = bool(node, "'value'") }
    return log
  }
}
