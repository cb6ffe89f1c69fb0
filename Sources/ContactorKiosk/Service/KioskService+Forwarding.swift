import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorLayout
import ContactorSystem

/// A kiosk between the panel and the application (contract 11): the session decides, this writes.
extension KioskService {
  /// How panels are read: straight from the kernel if they are forwarded.
  ///
  /// A grab gives a panel's events to one descriptor alone, and libinput does not say what its contacts are made of.
  var sourceKind: TouchSourceKind { session.forwards ? .evdev : options.source }

  /// Sets the source's options so that the panels that the layout forwards are taken over.
  func prepareForwarding(_ settings: inout TouchSourceOptions) {
    guard session.forwards else { return }
    if options.source == .libinput {
      note("\(options.layout): panels are forwarded, and so read straight from the kernel, as with --source evdev")
    }
    let copies = CopiedPanels(loop, guardProgram: options.guardProgram, complain: complain, note: note)
    self.copies = copies
    copies.failed = { [unowned self] in copyFailed($0) }
    settings.takesOver = { [unowned self] in session.forwards($0) }
    settings.opened = { [unowned self] in open($0, $1, $2) }
    settings.remapped = { [unowned self] in session.forward($0, isMappedBy: $1) }
    settings.closing = { [unowned self] in close($0) }
    session.onForward = { [unowned self] in forward($1, to: $0) }
    session.onForwardRest = { CopiedPanels.rest() }
  }

  /// Makes the copy of a panel; `false` gives the panel back.
  private func open(_ panel: TouchDevice, _ description: EvdevDescription, _ transform: AffineTransform) -> Bool {
    guard let copy = session.copy(of: panel, description), copies?.add(panel, copy: copy, isKept: session.keepsCopy(of: panel)) == true
    else { return false }
    session.forward(panel, description, transform: transform)
    return true
  }

  /// Ends what the application has of a panel, and the copy with it.
  private func close(_ panel: DeviceID) {
    session.stopForwarding(panel, at: max(session.application.now, loop.now))
    copies?.remove(panel)
  }

  /// Gives a panel back whose copy cannot be written.
  private func copyFailed(_ panel: DeviceID) {
    session.stopForwarding(panel, at: session.application.now)
    (source as? EvdevSource)?.giveBack(panel)
  }

  private func forward(_ events: [EvdevEvent], to panel: DeviceID) {
    copies?.write(events, to: panel)
    recorder?.take(events, forCopyOf: panel)
  }

  /// Reports at the end how much was let through, and how much each rule withheld.
  func tellForwarding() {
    if copies != nil { note(session.forwardCounts.description) }
  }

  /// Records the copy of a panel that was just added.
  func recordCopy(of event: InputEvent) {
    guard let recorder, case .deviceAdded(let panel, let time) = event, let copy = session.copy(of: panel.id) else { return }
    recorder.copy(copy, of: panel.id, at: time)
  }

  /// Opens the panels anew if another layout forwards a panel that the former did not, or the other way round.
  ///
  /// - Parameter reopens: whether they are opened anew for another reason: other pointers are used.
  func followForwarding(reopens: Bool = false) {
    guard let source else { return }
    let isRight = source.devices.allSatisfy { session.forwards($0) == (copies?.contains($0.id) ?? false) }
    guard reopens || !isRight || session.forwards != (copies != nil) else { return }
    source.suspend { take($0) }
    for descriptor in source.fileDescriptors { loop.unwatch(descriptor) }
    copies?.removeAll()
    copies = nil
    session.onForward = nil
    do throws(InputError) {
      try startReading()
    } catch {
      fail(error)
    }
  }
}
