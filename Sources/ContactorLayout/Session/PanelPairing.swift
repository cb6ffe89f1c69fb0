public import ContactorCore

/// What a panel is known by when it is plugged in again.
public struct PanelIdentity: Hashable, Sendable {
  /// The bus's vendor number.
  public var vendor: UInt16
  /// The bus's product number.
  public var product: UInt16
  /// The name that the kernel gives.
  public var name: String
  /// Where the panel is plugged in; empty if the kernel does not tell.
  public var path: String
  /// The serial number; empty for none.
  public var serial: String

  /// Creates an identity from its parts.
  public init(vendor: UInt16, product: UInt16, name: String, path: String, serial: String) {
    (self.vendor, self.product, self.name, self.path, self.serial) = (vendor, product, name, path, serial)
  }

  /// The identity of a panel that is there.
  public init(_ panel: TouchDevice) {
    self.init(
      vendor: panel.vendor, product: panel.product, name: panel.name, path: panel.physicalPath, serial: panel.serial)
  }
}

/// Decides which of several alike panels takes which `devices` entry: the one that is touched when the kiosk asks for it.
///
/// Entries with `pair` and the same `match` are a group. A panel whose first fitting entry is of a group waits until it has an entry
/// of its own, and is not used meanwhile:
///
/// | event | what happens |
/// | --- | --- |
/// | a panel comes whose pairing is known, and its entry is free | it takes that entry |
/// | another panel comes | it waits; the first free entry of the group is asked for |
/// | a waiting panel is touched, and all fingers are lifted from all waiting panels of the group | it takes the entry that is asked for; where one panel and one entry are left then, they belong together |
/// | two waiting panels are touched at once, or the touch is cancelled | nothing; the entry is asked for still |
/// | a panel comes, and no entry is free | it is spare: it waits, and nothing is asked for |
/// | a panel goes | its entry is free again; its pairing stays known |
///
/// A finger that was down before the panel waited does not count. A panel with the identity of another that is there cannot be known
/// again, so that its pairing lasts until it is unplugged.
public struct PanelPairing {
  /// Why a panel takes an entry.
  public enum Cause: String, Hashable, Sendable {
    /// It took the entry before.
    case known
    /// It was touched.
    case touch
    /// The others were touched.
    case rest
  }

  /// Something to tell.
  public enum Change: Hashable, Sendable {
    /// The panel takes the entry of this index.
    case paired(DeviceID, entry: Int, Cause)
    /// The panel that shows the entry of this index must be touched.
    case asks(entry: Int)
    /// The panel has no entry, as others have them all.
    case spare(DeviceID)
  }

  private struct Panel {
    let device: TouchDevice
    /// The first entry of its group.
    let group: Int
    var entry: Int?
    /// The contacts that began while it waited.
    var down: Set<Int32> = []
    var isToldSpare = false
  }

  private struct Group {
    /// The entry that is asked for.
    var asked: Int?
    /// The waiting panel that is touched alone.
    var touched: DeviceID?
    /// Whether the touch counts no more.
    var isSpoiled = false
  }

  private var entries: [LayoutDevice] = []
  private var panels: [Panel] = []
  private var groups: [Int: Group] = [:]
  /// The pairings that a recording tells before its panels come, by the panel's short name.
  private var announced: [String: (name: String, cause: Cause)] = [:]
  /// The panel of each `pair`, from now and before.
  public private(set) var known: [String: PanelIdentity] = [:]
  /// Whether a panel waits; nothing needs to be done for frames otherwise.
  public private(set) var isWaiting = false

  /// Creates a pairing without panels.
  public init(known: [String: PanelIdentity] = [:]) { self.known = known }

  /// The entry of each panel that has one.
  public var assignments: [DeviceID: Int] {
    Dictionary(uniqueKeysWithValues: panels.compactMap { panel in panel.entry.map { (panel.device.id, $0) } })
  }

  /// The `pair` of the entry that is asked for while a panel waits; `nil` where it does not wait, empty where it is spare.
  public func asked(for id: DeviceID) -> String? {
    guard let panel = panels.first(where: { $0.device.id == id }), panel.entry == nil else { return nil }
    return groups[panel.group]?.asked.flatMap { entries[$0].pair } ?? ""
  }

  // MARK: Events

  /// Takes a layout: panels keep the entries whose `pair` they have, as far as these are there.
  public mutating func show(_ layout: Layout) -> [Change] {
    let before = panels.map { panel in (panel.device, panel.entry.flatMap { entries[$0].pair }) }
    entries = layout.devices
    (panels, groups) = ([], [:])
    isWaiting = false
    // Those with an entry first, so that none of it is given to another.
    let paired = before.filter { $0.1 != nil } + before.filter { $0.1 == nil }
    return paired.flatMap { add($0.0, as: $0.1.map { ($0, .known) }) }
  }

  /// Takes a panel that was plugged in.
  public mutating func add(_ panel: TouchDevice) -> [Change] {
    add(panel, as: announced.removeValue(forKey: panel.shortName))
  }

  /// The pairing by which a panel would be known; `nil` where it would wait, or is not of a group.
  public func knownName(of panel: TouchDevice) -> String? {
    guard let group = group(of: panel) else { return nil }
    let identity = PanelIdentity(panel)
    return free(in: group).first { known[entries[$0].pair ?? ""] == identity }.flatMap { entries[$0].pair }
  }

  /// Forgets a panel that was unplugged.
  public mutating func remove(_ id: DeviceID) -> [Change] {
    guard let index = panels.firstIndex(where: { $0.device.id == id }) else { return [] }
    let group = panels.remove(at: index).group
    if groups[group]?.touched == id { groups[group]?.isSpoiled = true }
    return endTouch(in: group) + ask(group)
  }

  /// Takes the contacts of a frame before the engine does.
  public mutating func take(_ frame: TouchFrame) -> [Change] {
    guard isWaiting, let index = panels.firstIndex(where: { $0.device.id == frame.device && $0.entry == nil }) else { return [] }
    let group = panels[index].group
    for contact in frame.contacts {
      switch contact.phase {
      case .began:
        let isAlone = waiting(in: group).allSatisfy { panels[$0].down.isEmpty || $0 == index }
        if isAlone { groups[group]?.touched = frame.device } else { groups[group]?.isSpoiled = true }
        panels[index].down.insert(contact.trackingID)
      case .ended: panels[index].down.remove(contact.trackingID)
      case .cancelled:
        if panels[index].down.remove(contact.trackingID) != nil { groups[group]?.isSpoiled = true }
      default: break
      }
    }
    return endTouch(in: group)
  }

  /// Forgets all pairings of the layout's entries, and asks for the panels again.
  public mutating func restart() -> [Change] {
    for entry in entries { if let name = entry.pair { known[name] = nil } }
    let devices = panels.map(\.device)
    (panels, groups, announced) = ([], [:], [:])
    isWaiting = false
    return devices.flatMap { add($0, as: nil) }
  }

  /// Pairs a panel as a recording says, now or when it comes; nothing where it is paired.
  public mutating func pair(_ shortName: String, as name: String, _ cause: Cause) -> [Change] {
    guard let index = panels.firstIndex(where: { $0.device.shortName == shortName }) else {
      if announced.count < 1_000 { announced[shortName] = (name, cause) }
      return []
    }
    let group = panels[index].group
    guard panels[index].entry == nil, let entry = free(in: group).first(where: { entries[$0].pair == name }) else { return [] }
    return [assign(index, entry, cause)] + (cause == .touch ? assignRest(of: group) : []) + ask(group)
  }

  // MARK: Parts

  private mutating func add(_ panel: TouchDevice, as given: (name: String, cause: Cause)?) -> [Change] {
    guard let group = group(of: panel) else { return [] }
    panels.removeAll { $0.device.id == panel.id }
    panels.append(Panel(device: panel, group: group))
    if groups[group] == nil { groups[group] = Group() }
    let given = given ?? knownName(of: panel).map { ($0, .known) }
    guard let given, let entry = free(in: group).first(where: { entries[$0].pair == given.name }) else { return ask(group) }
    return [assign(panels.count - 1, entry, given.cause)] + ask(group)
  }

  /// The first entry of the panel's group; `nil` for a panel that is not paired.
  private func group(of panel: TouchDevice) -> Int? { entries.paired(with: panel).first }

  /// The entries of a group that no panel has, in the order of the layout.
  private func free(in group: Int) -> [Int] {
    entries.indices.filter { index in
      entries[index].pair != nil && entries[index].match == entries[group].match && !panels.contains { $0.entry == index }
    }
  }

  private func waiting(in group: Int) -> [Int] { panels.indices.filter { panels[$0].group == group && panels[$0].entry == nil } }

  private mutating func assign(_ index: Int, _ entry: Int, _ cause: Cause) -> Change {
    panels[index].entry = entry
    panels[index].down = []
    let identity = PanelIdentity(panels[index].device)
    known = known.filter { $0.value != identity }
    let isUnique = panels.allSatisfy { $0.device.id == panels[index].device.id || PanelIdentity($0.device) != identity }
    if let name = entries[entry].pair { known[name] = isUnique ? identity : nil }
    return .paired(panels[index].device.id, entry: entry, cause)
  }

  /// Ends a touch where no finger is on a waiting panel of the group any more.
  private mutating func endTouch(in group: Int) -> [Change] {
    let waiting = waiting(in: group)
    guard let state = groups[group], waiting.allSatisfy({ panels[$0].down.isEmpty }) else { return [] }
    groups[group]?.touched = nil
    groups[group]?.isSpoiled = false
    guard !state.isSpoiled, let entry = state.asked, let index = waiting.first(where: { panels[$0].device.id == state.touched }) else {
      return []
    }
    return [assign(index, entry, .touch)] + assignRest(of: group) + ask(group)
  }

  /// Gives the last entry to the last panel.
  private mutating func assignRest(of group: Int) -> [Change] {
    let (free, waiting) = (free(in: group), waiting(in: group))
    guard free.count == 1, waiting.count == 1 else { return [] }
    return [assign(waiting[0], free[0], .rest)]
  }

  /// Finds what to ask for after a change.
  private mutating func ask(_ group: Int) -> [Change] {
    isWaiting = panels.contains { $0.entry == nil }
    let (free, waiting) = (free(in: group), waiting(in: group))
    let asked = waiting.isEmpty ? nil : free.first
    let before = groups[group]?.asked
    groups[group]?.asked = asked
    // A finger that is down was meant for another entry.
    if asked != before, groups[group]?.touched != nil { groups[group]?.isSpoiled = true }
    if let asked {
      for index in waiting { panels[index].isToldSpare = false }
      return asked == before ? [] : [.asks(entry: asked)]
    }
    let spare = waiting.filter { !panels[$0].isToldSpare }
    for index in spare { panels[index].isToldSpare = true }
    return spare.map { .spare(panels[$0].device.id) }
  }
}
