import ContactorCore
import ContactorLayout
public import ContactorTrace

extension Report {
  /// Writes the report.
  ///
  /// - Throws: what the sink throws, as for a full disk.
  public func write(as kind: Kind, to sink: some ByteSink) throws(TraceError) {
    var text = TextOutput(sink)
    switch kind {
    case .page: try writePage(to: &text)
    case .still: try writeStill(to: &text)
    }
    try text.flush()
  }

  private func writePage(to text: inout TextOutput<some ByteSink>) throws(TraceError) {
    // The policy forbids the page to load anything, whatever a recording may hold.
    text.add(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
      <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,"><title>
      """)
    text.add(xml: name)
    text.add(" – contactor report</title>\n<style>\n")
    text.add(bytes: PackageResources.report_css)
    text.add("</style></head>\n<body>\n")
    text.add(bytes: PackageResources.report_html)
    text.add("<script type=\"application/json\" id=\"data\">\n")
    try writeData(to: &text)
    // One program in several files: nothing of it is seen outside of the function.
    text.add("\n</script>\n<script>\n(() => {\n'use strict';\n")
    text.add(bytes: PackageResources.report_js)
    text.add(bytes: PackageResources.lanes_js)
    text.add(bytes: PackageResources.screen_js)
    text.add(bytes: PackageResources.hands_js)
    text.add("})();\n</script>\n</body></html>\n")
  }
}

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
