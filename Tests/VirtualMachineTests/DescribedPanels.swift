import ContactorEvdev
import Foundation

/// A touchscreen of `hid-report-descriptors/multitouch-report-descriptors.json`.
private struct HIDPanel: Decodable {
  let name: String
  /// `TestMultitouch`, `TestWin8Multitouch` or, for touchpads, `TestPTP`.
  let kind: String
  /// Bus, vendor and product; nil for some panels, most of which have the last two in their names.
  let info: String?
  let quirks: Set<String>
  let contacts: Int?
  /// Bytes in hexadecimal.
  let reportDescriptor: String

  private enum CodingKeys: String, CodingKey {
    case name, kind, info, quirks
    case contacts = "max_contacts"
    case reportDescriptor = "rdesc"
  }

  private struct List: Decodable {
    let devices: [HIDPanel]
  }

  /// The touchscreens among the descriptors.
  static func touchscreens(in root: URL) throws -> [HIDPanel] {
    let file = root.appending(path: "hid-report-descriptors/multitouch-report-descriptors.json")
    return try JSONDecoder().decode(List.self, from: Data(contentsOf: file)).devices.filter { $0.kind != "TestPTP" }
  }

  var bytes: [UInt8] {
    reportDescriptor.split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }

  /// Bus, vendor and product as options of touchpanel; made-up numbers where the panel states none.
  var identity: String {
    let words: [Substring] = info?.split(separator: ", ").map { $0.dropFirst(2) } ?? ["3"] + name.split(separator: "_").suffix(2)
    let numbers = words.compactMap { UInt16($0, radix: 16) }
    let known = numbers.count == 3 ? numbers : [3, 0x1234, 0x5678]
    return zip(["bus", "vendor", "product"], known).map { "\($0)=\($1)" }.joined(separator: " ")
  }
}

extension ForwardedPanel {
  /// The descriptions of `../shared/traces` that no recording uses, with made-up touches.
  static func described(in root: URL) throws -> [ForwardedPanel] {
    let recordings = try Recording.all(in: root)
    let used = try recordings.filter { try $0.hasEvents(in: root) }.flatMap { [$0.events, $0.description] }
    let folder = "evemu-devices"
    let names = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
    let paths = names.map { "\(folder)/\($0)" }.filter { !used.contains($0) }
    return try paths.enumerated().compactMap { index, path in
      let text = String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
      guard text.split(whereSeparator: \.isNewline).contains(where: { $0.hasPrefix("N:") }) else { return nil }
      let panel = try EvemuDescription(parsing: text).device
      return ForwardedPanel(
        name: path, create: "create t evemu=/traces/\(path)", play: touches(on: panel, seed: 300 + index), expectation: .of(path))
    }
  }

  /// The HID report descriptors of `../shared/traces` with made-up touches; the descriptors go into `folder`.
  static func hid(in root: URL, to folder: URL) throws -> [ForwardedPanel] {
    try HIDPanel.touchscreens(in: root).enumerated().map { index, panel in
      try panel.reportDescriptor.write(to: folder.appending(path: "hid\(index).rdesc"), atomically: true, encoding: .utf8)
      guard var reports = HIDTouchReports(HIDReportDescriptor(panel.bytes), quirks: panel.quirks, contacts: panel.contacts) else {
        throw Undescribed(panel: panel.name)
      }
      var slots = EvdevDescription(name: panel.name)
      for code in [EvdevCode.positionX, EvdevCode.positionY] { slots.axes[code] = EvdevAxis(0, 4095) }
      slots.axes[EvdevCode.slot] = EvdevAxis(0, Int32(min(reports.contactLimit, 5)) - 1)
      let features = reports.features.sorted { $0.key < $1.key }.map { "feature=\($0):\($1.hexadecimal)" }
      let create = ["create t hid=/panels/hid\(index).rdesc name=\"\(panel.name)\"", panel.identity] + features
      let play = reports.commands(for: FingerStep.touches(on: slots, seed: UInt64(200 + index)))
      return ForwardedPanel(name: "hid: \(panel.name)", create: create.joined(separator: " "), play: play, expectation: .of(panel.name))
    }
  }

  /// A descriptor in which no touchscreen with contact identifiers was found.
  private struct Undescribed: Error {
    let panel: String
  }
}

extension HIDTouchReports {
  /// The fingers' frames as commands of touchpanel.
  fileprivate mutating func commands(for steps: [FingerStep]) -> [String] {
    var contacts: [Int: Contact] = [:]
    var lines: [String] = []
    for step in steps {
      switch step {
      case .down(let slot, let x, let y), .move(let slot, let x, let y): contacts[slot] = Contact(slot: slot, x: x, y: y)
      case .up(let slot): contacts[slot]?.isDown = false
      case .frame:
        let reports = frame(contacts.values.sorted { $0.slot < $1.slot }, after: 8000).map { "report t \($0.hexadecimal)" }
        // Without a contact count each report is a frame of its own, with a time of its own.
        lines += tellsContactCount ? reports : reports.flatMap { [$0, "sleep 1"] }
        contacts = contacts.filter(\.value.isDown)
      case .pause: lines.append(step.command)
      case .palm, .axis: break
      }
    }
    return lines
  }
}
