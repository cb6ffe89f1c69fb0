public import ContactorCore
import ContactorSystem

extension Layout {
  /// The indices of the `devices` entries that fit a panel as well as the one that the panel takes, and say something else.
  ///
  /// An entry that fits every panel of the taken one is not counted: it is what the others fall back to, such as a last entry that
  /// ignores all other panels of a model.
  public func conflictingDevices(for panel: TouchDevice) -> [Int] {
    guard let taken = deviceIndex(for: panel), devices[taken].pair == nil else { return [] }
    let entry = devices[taken]
    return devices.indices.filter { index in
      let other = devices[index]
      guard index > taken, other.match.fits(panel), !other.saysTheSame(as: entry) else { return false }
      return !other.match.covers(entry.match) || entry.match.covers(other.match)
    }
  }

  /// `devices[0] at FILE:LINE:COLUMN`.
  public func deviceName(_ index: Int) -> String { "devices[\(index)] at \(devices[index].mark.place(in: file))" }
}

extension LayoutDevice {
  /// Whether another entry does the same with its panels.
  fileprivate func saysTheSame(as other: LayoutDevice) -> Bool {
    var copy = other
    (copy.match, copy.mark) = (match, mark)
    return copy == self
  }
}

/// Finds panels whose `devices` entry is doubtful: two entries fit one panel, or one entry feeds its window from two identical
/// panels.
///
/// Each is told once, also when a panel is plugged in again.
public struct PanelConflicts {
  /// A doubt about a panel's entry.
  public struct Doubt: Hashable, Sendable, CustomStringConvertible {
    /// What is in doubt.
    public let finding: String
    /// What to write.
    public let advice: String

    /// Both in one line.
    public var description: String { "\(finding); \(advice)" }
  }

  private var entries: [LayoutDevice] = []
  private var panels: [TouchDevice] = []
  /// The identities of the panels that were told of: of one where entries are in doubt, of two that feed one window.
  private var told: Set<[[String]]> = []
  /// The most doubts that are told, so that a panel with a new identity at each plug does not fill the log and the memory.
  private static let limit = 1_000

  /// Creates a finder that knows no panel.
  public init() {}

  /// Takes a panel that was plugged in.
  ///
  /// - Returns: the doubts that were not told before.
  public mutating func add(_ panel: TouchDevice, to layout: Layout) -> [Doubt] {
    panels.removeAll { $0.id == panel.id }
    panels.append(panel)
    let isNew = entries != layout.devices
    (entries, told) = (layout.devices, isNew ? [] : told)
    return doubts(about: panel, layout)
  }

  /// Forgets a panel that was unplugged, but not what was told of it.
  public mutating func remove(_ id: DeviceID) { panels.removeAll { $0.id == id } }

  /// Takes another layout; what was told of the one before is told again only where the entries changed.
  public mutating func show(_ layout: Layout) -> [Doubt] {
    guard entries != layout.devices else { return [] }
    (entries, told) = (layout.devices, [])
    return panels.flatMap { doubts(about: $0, layout) }
  }

  private mutating func tell(_ identities: [[String]]) -> Bool {
    told.count < Self.limit && told.insert(identities).inserted
  }

  private mutating func doubts(about panel: TouchDevice, _ layout: Layout) -> [Doubt] {
    guard let taken = layout.deviceIndex(for: panel) else { return [] }
    var doubts: [Doubt] = []
    let others = layout.conflictingDevices(for: panel)
    if !others.isEmpty, tell([panel.identity]) {
      let names = others.map { layout.deviceName($0) }.joined(separator: " and ")
      doubts.append(
        Doubt(
          finding: "\(panel.shortName) (\(quoted(panel.name))): fits \(layout.deviceName(taken)) and \(names); the first is used",
          advice: "add \(panel.keys) to tell them apart"))
    }
    guard layout.devices[taken].window != nil, !layout.devices[taken].isIgnored else { return doubts }
    for other in panels where other.id != panel.id && other.isTwin(of: panel) && layout.deviceIndex(for: other) == taken {
      guard tell([panel.identity, other.identity].sorted { $0.lexicographicallyPrecedes($1) }) else { continue }
      doubts.append(
        Doubt(
          finding: "\(other.place) and \(panel.place) are both \(quoted(panel.name)) and take \(layout.deviceName(taken)), so that "
            + "they feed the same window", advice: panel.distinction(from: other) + "; or two with 'pair'"))
    }
    return doubts
  }
}

extension TouchDevice {
  /// Whether another panel is of the same model.
  fileprivate func isTwin(of other: TouchDevice) -> Bool {
    (vendor, product, name) == (other.vendor, other.product, other.name)
  }

  /// What stays when the panel is plugged in again at the same place.
  fileprivate var identity: [String] { ["\(vendor)", "\(product)", name, physicalPath, serial, output, seat] }

  /// `event3 (path 'usb-…', serial 'A1')`.
  fileprivate var place: String {
    let parts = [("path", physicalPath), ("serial", serial)].filter { !$0.1.isEmpty }.map { "\($0.0) \(Self.scalar($0.1))" }
    return parts.isEmpty ? shortName : "\(shortName) (\(parts.joined(separator: ", ")))"
  }

  /// The keys of `match` that tell the panel from others of its model.
  fileprivate var keys: String {
    switch (physicalPath.isEmpty, serial.isEmpty) {
    case (true, true): "'name' or 'vendor' and 'product'"
    case (false, true): "'path'"
    case (true, false): "'serial'"
    case (false, false): "'path' or 'serial'"
    }
  }

  /// What to write to tell the panel from another of its model.
  fileprivate func distinction(from other: TouchDevice) -> String {
    let members: [(key: String, own: String, other: String)] = [
      ("serial", serial, other.serial), ("path", physicalPath, other.physicalPath), ("output", output, other.output),
    ]
    guard let member = members.first(where: { $0.own != $0.other }) else {
      return "nothing tells them apart: give them outputs by a udev rule (WL_OUTPUT) and match 'output'"
    }
    let matches = [member.other, member.own].map { "match: {\(member.key): \(Self.scalar($0))}" }
    return "give each an entry: \(matches.joined(separator: " and "))"
  }

  /// A text as a layout states it, whole unless it has control characters or is very long.
  private static func scalar(_ text: String) -> String {
    let isPlain = text.utf8.count <= 256 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }
    return isPlain ? "'\(text.replacing(text: "'", with: "''"))'" : quoted(text)
  }
}
