import ContactorCore
import ContactorInput
import ContactorLayout
import ContactorSystem
import ContactorTrace

/// The pairing of alike panels: requests are reported, and the result is kept.
extension KioskService {
  /// Takes the pairings from before, and follows new ones; before the first panel comes.
  func beginPairing() {
    if let path = options.pairing {
      do throws(SystemError) {
        session.knownPairings = try PairingFile.load(path).pairings
      } catch {
        complain("\(error); alike panels are paired again")
      }
    }
    session.onPairing = { [unowned self] in follow($0, at: $1) }
  }

  private func follow(_ changes: [PanelPairing.Change], at time: Timestamp) {
    for change in changes {
      switch change {
      case .paired(let id, let entry, let cause):
        // A replay finds the others itself, and a known one is noted before its panel.
        if cause != .known { note(paired: id, entry, cause, at: time) }
        mappingHasChanged = true
      case .asks(let entry):
        let device = session.layout.devices[entry]
        let window = device.window.map { ", of the window \(quoted($0))" } ?? ""
        note("touch the panel that shows \(quoted(device.pair ?? ""))\(window), and lift the finger: alike panels wait to be paired")
      case .spare(let id):
        let name = source?.devices.first { $0.id == id }?.shortName ?? "a panel"
        complain("\(name): is not used, as other panels have all entries with its match; add an entry with 'pair', or 'contactor ctl pair'")
      }
    }
    keepPairings()
  }

  private func note(paired id: DeviceID, _ entry: Int, _ cause: PanelPairing.Cause, at time: Timestamp) {
    let name = session.layout.devices[entry].pair ?? ""
    guard let panel = session.panels.first(where: { $0.id == id }) else { return }
    recorder?.note(TracePairing(device: panel.shortName, name: name, cause: cause.rawValue).note, at: time)
    note("\(panel.shortName) is \(quoted(name))")
  }

  /// Has the pairings written if they changed.
  private func keepPairings() {
    let pairings = session.knownPairings
    guard let path = options.pairing, pairings != keptPairings else { return }
    keptPairings = pairings
    do throws(SystemError) {
      if pairingKeeper == nil { pairingKeeper = try makeKeeper(path) }
      try pairingKeeper?.write(PairingFile(pairings))
    } catch {
      complain("\(path): the pairing is not kept: \(error)")
    }
  }

  private func makeKeeper(_ path: String) throws(SystemError) -> NewestWriter<PairingFile> {
    try NewestWriter(loop) { (file: PairingFile) throws(SystemError) in
      try file.save(to: path)
    } finished: { [complain] error in
      if let error { complain("\(error); the pairing is not kept for a later start") }
    }
  }

  /// Maps panels by the entries that they got, and as they are turned; not while events are being read.
  func followMapping() {
    guard mappingHasChanged || followedTurns != session.turnNumber else { return }
    (mappingHasChanged, followedTurns) = (false, session.turnNumber)
    source?.remap { [unowned self] in session.pipeline(for: $0) }
    followForwarding()
  }

  /// Tells the recorder of a panel that is known, before its record.
  func recordPairing(of panel: TouchDevice, at time: Timestamp) {
    if let pairing = session.knownPairing(of: panel) { recorder?.note(pairing.note, at: time) }
  }

  /// Pairs all alike panels again.
  func restartPairing(_ asker: String, at time: Timestamp) -> String? {
    guard session.layout.devices.contains(where: { $0.pair != nil }) else {
      return "the layout pairs no panels; give 'devices' with the same match a 'pair' each"
    }
    recorder?.note(TracePairing.restart, at: time)
    note("alike panels are paired again, as \(asker) asked")
    session.restartPairing(at: time)
    keepPairings()
    mappingHasChanged = true
    followMapping()
    return nil
  }
}
