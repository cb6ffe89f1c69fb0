import ContactorCore
import ContactorLayout
import ContactorTrace

extension Report {
  /// What there is to know at a glance, in order: what it is, and its value.
  var facts: [(String, String)] {
    var facts: [(String, String)] = []
    for device in collector.devices.prefix(20) { facts.append(("device", text(of: device))) }
    if collector.devices.count > 20 { facts.append(("devices", "\(collector.devices.count)")) }
    facts.append(("duration", clock(end)))
    facts.append(("frames", "\(frameCount)"))
    facts.append(("touches", "\(collector.touchCount), at most \(mostTouches) at once"))
    if let file = collector.given?.file { facts.append(("layout", file.split(separator: "/").last.map(String.init) ?? file)) }
    if let format { facts.append(("format", format.rawValue)) }
    let anomalies = collector.events.reduce(0) { if case .anomaly = $1.what { $0 + 1 } else { $0 } }
    if anomalies > 0 { facts.append(("anomalies", "\(anomalies)")) }
    if let summary, !summary.isClosed { facts.append(("end", "not closed: the recorder was stopped or is at work")) }
    if damageCount > 0 {
      facts.append(("damage", "\(damageCount) \(damageCount == 1 ? "place" : "places"), \(collector.damageBytes) bytes lost"))
    }
    return facts
  }

  private func text(of device: ReportDevice) -> String {
    var parts = [device.name]
    if !device.number.isEmpty { parts.append(device.number) }
    if !device.device.node.isEmpty { parts.append(device.device.node) }
    if let size = device.device.size {
      parts.append("\(DecimalText.of(size.width.rounded())) × \(DecimalText.of(size.height.rounded())) mm")
    }
    if device.device.contactCount > 0 { parts.append("\(device.device.contactCount) contacts") }
    return parts.joined(separator: ", ")
  }

  /// The most touches at once, of those that are kept.
  private var mostTouches: Int {
    let ends = collector.touches.flatMap { [($0.start, 1), ($0.last, -1)] }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    var (count, most) = (0, 0)
    for (_, change) in ends {
      count += change
      most = max(most, count)
    }
    return max(most, 1)
  }
}
