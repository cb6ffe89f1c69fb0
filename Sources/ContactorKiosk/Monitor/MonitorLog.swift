import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorLayout
import ContactorTrace

/// Writes what touchscreens do as JSON lines.
///
/// `device` lines carry the panel's identity and the `unit` of x and y: `mm`, or `%` of the panel where its size is not
/// known; that of a copy names its panel (`copyOf`). `touch` lines are those of the engine's log with the values that the panel reports in addition, such as
/// pressure. `gesture` lines follow the touches that made them. `forward` lines say what rules would do to a panel's contacts, as
/// the log of `contactor forward`, with the touch's number. A `rate` line comes every second while the panel is touched.
final class MonitorLog: MonitorOutput {
  private let writer: LogWriter
  private let complain: (String) -> Void
  private var panels: [DeviceID: TouchDevice] = [:]
  private var meters: [DeviceID: RateMeter] = [:]
  private var numbers = ContactNumbers()

  init(_ writer: LogWriter, complain: @escaping (String) -> Void) {
    self.writer = writer
    self.complain = complain
  }

  var isTouched: Bool { numbers.isTouched }

  func handle(_ event: InputEvent) {
    switch event {
    case .deviceAdded(let panel, let time):
      panels[panel.id] = panel
      writer.append(added(panel, time))
    case .deviceRemoved(let id, let time):
      numbers.remove(id)
      meters[id] = nil
      writer.append(line("removed", panels.removeValue(forKey: id), time))
    case .frame(let frame):
      meters[frame.device, default: RateMeter()].note(frame.timestamp)
      for contact in frame.contacts where contact.phase != .stationary { writer.append(touch(contact, frame)) }
    case .anomaly(let anomaly):
      var line = JSONLine("anomaly", at: anomaly.timestamp)
      line.add("what", anomaly.kind.rawValue)
      line.add("device", panels[anomaly.device]?.shortName ?? "")
      writer.append(line)
    }
  }

  func handle(_ note: ForwardNote, of panel: DeviceID) {
    guard !note.isRoutine else { return }
    var line = JSONLine("forward", at: note.time)
    line.add("event", note.action.rawValue)
    line.add("why", note.cause.word)
    if let name = note.cause.name { line.add("name", name) }
    if let number = numbers.number(of: note.trackingID, device: panel) { line.add("touch", Int64(number)) }
    line.add("device", panels[panel]?.shortName ?? "")
    writer.append(line)
  }

  func show(_ gesture: MonitorGesture) {
    var line = JSONLine("gesture", at: gesture.time)
    line.add("gesture", gesture.name)
    line.add("state", gesture.state)
    line.add("view", "root")
    line.add("touches", gesture.touches)
    line.add("values") { add in
      for (name, value) in gesture.values { add(name.rawValue, value) }
    }
    line.add("device", gesture.panel.shortName)
    writer.append(line)
  }

  func tick(at moment: Timestamp) {
    for panel in panels.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
      let contacts = numbers.count(of: panel.id)
      guard contacts > 0 else { continue }
      var line = JSONLine("rate", at: moment)
      line.add("device", panel.shortName)
      line.add("hz", meters[panel.id]?.hertz(at: moment) ?? 0)
      line.add("contacts", Int64(contacts))
      writer.append(line)
    }
  }

  func note(_ problem: String) { complain(problem) }

  func flush() { writer.flush() }

  /// Readable when there is something to `hear()`.
  var noticeDescriptor: Int32? { writer.noticeDescriptor }

  /// Reports failures and losses of lines that were handed to the writer.
  func hear() { writer.hear() }

  /// Writes the lines that wait, and ends.
  func close() { writer.close() }

  private func line(_ event: String, _ panel: TouchDevice?, _ time: Timestamp) -> JSONLine {
    var line = JSONLine("device", at: time)
    line.add("event", event)
    line.add("device", panel?.shortName ?? "")
    line.add("name", panel?.name ?? "")
    return line
  }

  private func added(_ panel: TouchDevice, _ time: Timestamp) -> JSONLine {
    var line = line("added", panel, time)
    line.add("node", panel.node)
    line.add("vendor", Int64(panel.vendor))
    line.add("product", Int64(panel.product))
    line.add("path", panel.physicalPath)
    line.add("serial", panel.serial)
    if let size = panel.size { line.add("mm", [size.width, size.height]) }
    line.add("unit", PanelUnit(panel).name)
    line.add("contacts", Int64(panel.contactCount))
    line.add("protocol", panel.contactProtocol.rawValue)
    line.add("output", panel.output)
    if panel.isCopy { line.add("copyOf", original(of: panel)?.shortName ?? "") }
    return line
  }

  private func original(of copy: TouchDevice) -> TouchDevice? {
    let others = panels.values.filter { !$0.isCopy }
    return others.first { Recorder.copyID(of: $0.id) == copy.id } ?? others.first { $0.looksLike(copy) }
  }

  private func touch(_ contact: Contact, _ frame: TouchFrame) -> JSONLine {
    var line = JSONLine("touch", at: frame.timestamp)
    line.add("touch", Int64(numbers.number(of: contact, device: frame.device)))
    line.add("phase", contact.phase.name)
    line.add("x", contact.location.x)
    line.add("y", contact.location.y)
    if let panel = panels[frame.device] { line.add("unit", PanelUnit(panel).name) }
    line.add("device", panels[frame.device]?.shortName ?? "")
    line.add("slot", Int64(contact.slot))
    if let place = contact.millimetres { line.add("mm", [place.x, place.y]) }
    if let place = contact.devicePosition { line.add("raw", [place.x, place.y]) }
    let extras: [(StaticString, Double?)] = [
      ("pressure", contact.pressure), ("major", contact.touchMajor), ("minor", contact.touchMinor),
      ("orientation", contact.orientation), ("distance", contact.distance),
    ]
    for case (let name, let value?) in extras { line.add(name, value) }
    if contact.tool != .finger { line.add("tool", contact.tool == .pen ? "pen" : "palm") }
    return line
  }
}
