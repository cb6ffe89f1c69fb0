import ContactorCore
import ContactorEvdev

/// A dry run of forwarding: what the copies of a monitor's panels would carry under rules, without a copy and without taking a panel
/// over.
///
/// It takes events of any source, live or recorded, whose positions are in the panels' units (`PanelUnit`): a panel is described anew in
/// hundredths of its unit, because sources do not tell its own steps. The copy of a panel has `Recorder.copyID(of:)`.
final class ForwardPreview {
  /// What follows from an event or from the time.
  enum Step {
    /// An event of a copy.
    case event(InputEvent)
    /// What was done to a contact of a panel other than to let it through.
    case note(ForwardNote, of: DeviceID)
  }

  private final class Panel {
    let device: TouchDevice
    let copy: TouchDevice
    /// From the panel's unit to points of the rules: their calibration and rotation.
    let placement: AffineTransform
    var forwarder: Forwarder
    var decoder: EvdevDecoder

    init(_ device: TouchDevice, _ rules: ForwardRules, complain: (String) -> Void) {
      self.device = device
      let unit = PanelUnit(device)
      let description = ForwardPreview.description(of: device, unit)
      let normalization = description.normalization ?? .identity
      let toPoints = rules.pipeline(for: device).transform
      placement = AffineTransform(scaleX: 1 / unit.size.width, y: 1 / unit.size.height).concatenating(toPoints)
      let transform = normalization.concatenating(toPoints)
      let settings = rules.settings(for: device, transform: transform, complain: complain)
      forwarder = Forwarder(description, device: device.id, transform: transform, settings: settings)
      var copy = device
      copy.id = Recorder.copyID(of: device.id)
      copy.node = device.shortName.isEmpty ? "copy" : device.shortName + "-copy"
      copy.isCopy = true
      self.copy = copy
      decoder = EvdevDecoder(
        Forwarder.copy(of: description), device: copy.id, transform: normalization.concatenating(unit.pipeline.transform))
    }
  }

  private let rules: ForwardRules
  private let complain: (String) -> Void
  private let yield: (Step) -> Void
  private var panels: [Panel] = []

  /// Creates a dry run without panels.
  ///
  /// - Parameters:
  ///   - complain: gets a line for each rule that a panel cannot have.
  ///   - yield: takes the steps, in order.
  init(_ rules: ForwardRules, complain: @escaping (String) -> Void, yield: @escaping (Step) -> Void) {
    self.rules = rules
    self.complain = complain
    self.yield = yield
  }

  /// When `advance(to:)` must be called next; `nil` for never.
  var nextDeadline: Timestamp? { panels.compactMap(\.forwarder.nextDeadline).min() }

  /// Applies what the time decides.
  func advance(to moment: Timestamp) {
    for panel in panels {
      panel.forwarder.advance(to: moment)
      handOut(panel)
    }
  }

  /// Takes an event of a source; it was shown before, so that notes find their contacts.
  func handle(_ event: InputEvent) {
    switch event {
    case .deviceAdded(let device, let time):
      let panel = Panel(device, rules, complain: complain)
      panels.append(panel)
      yield(.event(.deviceAdded(panel.copy, at: time)))
    case .deviceRemoved(let id, let time):
      guard let index = panels.firstIndex(where: { $0.device.id == id }) else { return }
      let panel = panels.remove(at: index)
      panel.forwarder.liftAll(at: time, nil)
      handOut(panel)
      yield(.event(.deviceRemoved(panel.copy.id, at: time)))
    case .frame(let frame):
      guard let panel = panels.first(where: { $0.device.id == frame.device }) else { return }
      take(frame, on: panel)
    case .anomaly: break
    }
  }

  private func take(_ frame: TouchFrame, on panel: Panel) {
    var frame = frame
    for index in frame.contacts.indices {
      frame.contacts[index].location = panel.placement.apply(to: frame.contacts[index].location)
      // In the panel's own steps, which are not those of `description(of:_:)`.
      frame.contacts[index].devicePosition = nil
    }
    panel.forwarder.begin(frame)
    panel.forwarder.end(at: frame.timestamp)
    handOut(panel)
  }

  private func handOut(_ panel: Panel) {
    for note in panel.forwarder.notes { yield(.note(note, of: panel.device.id)) }
    panel.forwarder.clearNotes()
    for event in panel.forwarder.output {
      panel.decoder.handle(event) { frame in
        var frame = frame
        for index in frame.contacts.indices { frame.contacts[index].devicePosition = nil }
        yield(.event(.frame(frame)))
      }
    }
    panel.forwarder.clearOutput()
  }

  /// A panel in hundredths of its unit, with every axis that contacts may have.
  private static func description(of panel: TouchDevice, _ unit: PanelUnit) -> EvdevDescription {
    func steps(_ length: Double) -> Int32 { Int32(min(max((length * 100).rounded(), 2), 1e8)) }
    var description = EvdevDescription.touchscreen(
      name: panel.name, contacts: Int32(panel.contactCount > 0 ? min(panel.contactCount, EvdevDescription.slotLimit) : 10),
      range: (steps(unit.size.width), steps(unit.size.height)),
      millimetres: unit.name == "mm" ? (unit.size.width, unit.size.height) : nil, reportsPressure: true, reportsPalms: true)
    for code in [EvdevCode.touchMajor, EvdevCode.touchMinor] { description.axes[code] = EvdevAxis(0, .max) }
    return description
  }
}
