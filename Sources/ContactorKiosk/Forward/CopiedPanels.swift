public import ContactorCore
public import ContactorEvdev
import ContactorInput
import ContactorSystem

/// The copies of the panels that a source has taken over, and what is written to them (contract 11.1, 11.7).
///
/// A copy that cannot be made or written never leaves a dead screen: the panel is given back to everyone, and the host is told.
public final class CopiedPanels {
  private var copies: [DeviceID: PanelCopy] = [:]
  private var nodes: [DeviceID: String] = [:]
  private let guardProgram: [String]
  private var guardProcess: GuardProcess?
  private let complain: (String) -> Void
  private let note: (String) -> Void
  /// Gives a panel back whose copy has failed, as `EvdevSource.giveBack(_:)` does.
  public var failed: (DeviceID) -> Void = { _ in }

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - guardProgram: the program, with its arguments, that gives the panels back should this process be killed, as `contactor guard`
  ///     does; empty for none.
  ///   - complain: gets each problem as one line without prefix.
  ///   - note: gets the node of each copy that is made, one line.
  public init(
    guardProgram: [String] = [], complain: @escaping (String) -> Void, note: @escaping (String) -> Void
  ) {
    self.guardProgram = guardProgram
    self.complain = complain
    self.note = note
  }

  /// Makes the copy of a panel; for `TouchSourceOptions.opened`.
  ///
  /// - Parameter description: the panel's description.
  /// - Returns: `false` where the copy cannot be made, which `complain` was told; the source then gives the panel back.
  public func add(_ device: TouchDevice, _ description: EvdevDescription) -> Bool {
    do throws(InputError) {
      let copy = try PanelCopy(Forwarder.copy(of: description), of: device)
      copies[device.id] = copy
      nodes[device.id] = device.node
      startGuard()
      guardProcess?.add(device.node)
      note("\(device.node): forwarded to \(copy.node) (\(device.name))")
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
  /// A failure ends the copy, gives the panel back, and is told.
  public func write(_ events: [EvdevEvent], to id: DeviceID) {
    guard !events.isEmpty, let copy = copies[id] else { return }
    do throws(InputError) {
      try unsafe events.withUnsafeBufferPointer { buffer throws(InputError) in try unsafe copy.write(buffer) }
    } catch {
      complain("\(nodes[id] ?? copy.node): not forwarded any more, and given back to everyone: \(error)")
      remove(id)
      failed(id)
    }
  }

  /// Removes the copy of a panel; lift its contacts first, else they are cancelled.
  public func remove(_ id: DeviceID) {
    copies.removeValue(forKey: id)?.close()
    if let node = nodes.removeValue(forKey: id) { guardProcess?.remove(node) }
  }

  /// Removes all copies.
  public func closeAll() {
    for id in Array(copies.keys) { remove(id) }
    guardProcess = nil
  }

  /// Starts the guard with the first copy.
  private func startGuard() {
    guard guardProcess == nil, !guardProgram.isEmpty else { return }
    do throws(SystemError) {
      guardProcess = try GuardProcess(program: guardProgram)
    } catch {
      complain("panels are not guarded: should this program be killed, their readers hear wrong places at first: \(error)")
    }
  }
}
