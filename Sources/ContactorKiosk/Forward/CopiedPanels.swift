public import ContactorCore
public import ContactorEvdev
import ContactorInput
public import ContactorSystem
import Glibc

/// The copies of the panels that a source has taken over, and what is written to them (contract 11.1, 11.7).
///
/// A copy that cannot be made or written never leaves a dead screen: the panel is given back to everyone, and the host gets a message. The
/// host calls `panelIsGone(_:)` for each panel that was removed, after it has ended the panel's contacts.
public final class CopiedPanels {
  /// The copy of a panel.
  private struct Copied {
    let copy: PanelCopy
    let identity: KeptCopies.Identity
    let node: String
    let isKept: Bool
  }

  private var copies: [DeviceID: Copied] = [:]
  /// The copies of panels that are gone and may come back.
  private var kept = KeptCopies()
  /// The copies that are removed when their readers have had their time.
  private var leaving: [PanelCopy] = []
  private let loop: EventLoop
  private let guardian: PanelGuardian
  private let complain: (String) -> Void
  private let note: (String) -> Void
  /// Gives a panel back whose copy has failed, as `EvdevSource.giveBack(_:)` does.
  public var failed: (DeviceID) -> Void = { _ in }

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - loop: waits for the guard's end.
  ///   - guardProgram: the program, with its arguments, that gives the panels back should this process be killed, as `contactor guard`
  ///     does; empty for none.
  ///   - complain: gets each problem as one line without prefix.
  ///   - note: gets the node of each copy that is made, one line.
  public init(
    _ loop: EventLoop, guardProgram: [String] = [], complain: @escaping (String) -> Void, note: @escaping (String) -> Void
  ) {
    guardian = PanelGuardian(loop, program: guardProgram, complain: complain)
    self.loop = loop
    self.complain = complain
    self.note = note
  }

  /// Makes the copy of a panel, or takes the one that was kept for it; for `TouchSourceOptions.opened`.
  ///
  /// - Parameters:
  ///   - description: the copy's description, as `Forwarder.copy(of:)` makes it.
  ///   - isKept: whether the copy stays while its panel is unplugged.
  /// - Returns: `false` if the copy cannot be made, which `complain` has reported; the source then gives the panel back.
  public func add(_ device: TouchDevice, copy description: EvdevDescription, isKept: Bool) -> Bool {
    do throws(InputError) {
      let identity = KeptCopies.Identity(device, description)
      let known = kept.take(identity)
      let copy = if let known { known } else { try PanelCopy(description, of: device) }
      copies[device.id] = Copied(copy: copy, identity: identity, node: device.node, isKept: isKept)
      guardian.add(device.node)
      note("\(device.node): forwarded to \(copy.node) (\(description.name))\(known == nil ? "" : ", which was kept for it")")
      return true
    } catch {
      complain("\(device.node): not forwarded, and left to everyone as it is: \(error)")
      return false
    }
  }

  /// Whether a panel has a copy.
  public func contains(_ id: DeviceID) -> Bool { copies[id] != nil }

  /// Writes whole frames to the copy of a panel, without waiting; does nothing for a panel without a copy.
  ///
  /// A failure ends the copy, gives the panel back, and is reported.
  public func write(_ events: [EvdevEvent], to id: DeviceID) {
    guard !events.isEmpty, let copied = copies[id] else { return }
    do throws(InputError) {
      try unsafe events.withUnsafeBufferPointer { buffer throws(InputError) in try unsafe copied.copy.write(buffer) }
    } catch {
      complain("\(copied.node): not forwarded any more, and given back to everyone: \(error)")
      remove(id)
      failed(id)
    }
  }

  /// Removes the copy of a panel that is gone, or keeps it for when the panel comes back.
  public func panelIsGone(_ id: DeviceID) {
    guard let copied = copies.removeValue(forKey: id) else { return }
    guardian.remove(copied.node)
    guard copied.isKept else { return retire(copied.copy) }
    if let oldest = kept.add(copied.copy, copied.identity) { retire(oldest) }
  }

  /// Removes the copy of a panel; lift its contacts first, else they are cancelled.
  public func remove(_ id: DeviceID) {
    guard let copied = copies.removeValue(forKey: id) else { return }
    guardian.remove(copied.node)
    retire(copied.copy)
  }

  /// How long a copy stays after the last that was written to it: 500 ms.
  ///
  /// The kernel drops what readers have not read of a device that goes, and a compositor that draws a frame meanwhile, or reads nothing while
  /// it is busy, would keep the fingers whose ends it did not get.
  private static let readingTime: Microseconds = 500_000

  /// When a copy may go; `nil` if nothing was written to it.
  private static func end(of copy: PanelCopy) -> Timestamp? { copy.lastWrite?.advanced(byMicroseconds: readingTime) }

  /// Removes a copy as soon as its readers have had their time.
  private func retire(_ copy: PanelCopy) {
    guard let end = Self.end(of: copy), end > loop.now else { return copy.close() }
    leaving.append(copy)
    // The copy stays even if this collection goes.
    loop.schedule(at: end) { [weak self] in
      copy.close()
      self?.leaving.removeAll { $0 === copy }
    }
  }

  /// Waits before contacts that have moved aside are lifted at the end, when no loop does.
  static func rest() { usleep(useconds_t(Forwarder.pause)) }

  /// Removes all copies, those of panels that are gone, too, as soon as their readers have had their time.
  public func removeAll() {
    for id in Array(copies.keys) { remove(id) }
    for copy in kept.takeAll() { retire(copy) }
    guardian.stop()
  }

  /// Removes all copies at the end, when the loop has ended: waits for half a second at most, if something has just been written.
  public func closeAll() {
    removeAll()
    if let end = leaving.compactMap({ Self.end(of: $0) }).max() {
      usleep(useconds_t(clamping: max(0, end.microseconds(since: loop.now))))
    }
    for copy in leaving { copy.close() }
    leaving = []
  }
}

/// The copies of panels that were unplugged, each for the panel when it comes back.
struct KeptCopies {
  /// More are not kept: panels that never come back would use up the descriptors.
  private static let limit = 16

  /// The facts that identify a panel that returns.
  struct Identity: Hashable {
    let description: EvdevDescription
    let serial: String
    /// The port that it is plugged into; two alike panels differ by nothing else.
    let place: String

    init(_ device: TouchDevice, _ description: EvdevDescription) {
      self.description = description
      (serial, place) = (device.serial, device.physicalPath)
    }

    /// Whether a panel may be the same in another place.
    func isAlike(_ other: Identity) -> Bool { description == other.description && serial == other.serial }
  }

  private var copies: [(identity: Identity, copy: PanelCopy)] = []

  init() {}

  /// Keeps a copy; of too many the one that was kept first is returned.
  mutating func add(_ copy: PanelCopy, _ identity: Identity) -> PanelCopy? {
    copies.append((identity, copy))
    return copies.count > Self.limit ? copies.removeFirst().copy : nil
  }

  /// Takes out the copy of a panel that comes back: in the same place, else the only one of a panel like it.
  mutating func take(_ identity: Identity) -> PanelCopy? {
    if let index = copies.firstIndex(where: { $0.identity == identity }) { return copies.remove(at: index).copy }
    let alike = copies.indices.filter { copies[$0].identity.isAlike(identity) }
    return alike.count == 1 ? copies.remove(at: alike[0]).copy : nil
  }

  /// Takes out all copies.
  mutating func takeAll() -> [PanelCopy] {
    defer { copies = [] }
    return copies.map(\.copy)
  }
}
