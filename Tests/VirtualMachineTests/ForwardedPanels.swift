import ContactorEvdev
import ContactorTesting
import Foundation

/// A panel, and what is played on it, as commands of touchpanel; the panel's name in them is `t`.
struct ForwardedPanel {
  /// The difference between the panel itself and its copy for libinput.
  enum Expectation {
    /// Nothing.
    case same
    /// libinput smooths the panel's positions, by so many of its units; it drops some moves, and others lag behind.
    case smoothed(x: Double, y: Double)
    /// libinput takes the panel for no touchscreen, or hears no touch from it, so that nothing can be compared.
    case unread
  }

  let name: String
  let create: String
  let play: [String]
  let expectation: Expectation

  /// The recordings of `../shared/traces`.
  static func recorded(in root: URL) throws -> [ForwardedPanel] {
    try Recording.all(in: root).filter { try $0.hasEvents(in: root) }.map { recording in
      ForwardedPanel(
        name: recording.events, create: "create t evemu=/traces/\(recording.description)",
        play: ["play t /traces/\(recording.events) 15"], expectation: .of(recording.events))
    }
  }

  /// The panels of the catalog with made-up touches, and others that touchpanel can describe; the descriptions go into `folder`.
  static func madeUp(in folder: URL) throws -> [ForwardedPanel] {
    var panels: [ForwardedPanel] = []
    for (index, description) in (PanelCatalog.all + [noisyPointer]).enumerated() {
      try evemu(description).write(to: folder.appending(path: "\(index).desc"), atomically: true, encoding: .utf8)
      panels.append(
        ForwardedPanel(
          name: "catalog: \(description.name)", create: "create t evemu=/panels/\(index).desc",
          play: touches(on: description, seed: index + 1), expectation: .of(description.name)))
    }
    let words = ["size=154x86mm palm pressure", "contacts=16 palm", "contacts=1", "range=800x480 contacts=2", "plain contacts=5"]
    for (index, options) in words.enumerated() {
      var description = EvdevDescription(name: options)
      let contacts = options.split(separator: " ").compactMap { $0.hasPrefix("contacts=") ? Int32($0.dropFirst(9)) : nil }.first ?? 10
      for code in [EvdevCode.positionX, EvdevCode.positionY] { description.axes[code] = EvdevAxis(0, 4095) }
      description.axes[EvdevCode.slot] = EvdevAxis(0, contacts - 1)
      if options.contains("palm") { description.axes[EvdevCode.toolType] = EvdevAxis(0, 2) }
      panels.append(
        ForwardedPanel(
          name: "made up: \(options)", create: "create t \(options)", play: touches(on: description, seed: 100 + index),
          expectation: .same))
    }
    return panels
  }

  /// A panel whose pointer is noisy and whose contacts are not: libinput smooths neither it nor its copy.
  private static var noisyPointer: EvdevDescription {
    var panel = EvdevDescription.touchscreen(name: "noisy pointer", contacts: 5)
    for code in [EvdevCode.x, EvdevCode.y] { panel.axes[code]?.fuzz = 64 }
    return panel
  }

  /// Made-up touches as commands.
  static func touches(on panel: EvdevDescription, seed: Int) -> [String] {
    FingerStep.touches(on: panel, seed: UInt64(seed)).map(\.command)
  }

  /// The lines of an evemu description that touchpanel reads.
  private static func evemu(_ panel: EvdevDescription) -> String {
    func bytes(_ bits: Set<UInt16>, count: Int) -> String {
      var bytes = [UInt8](repeating: 0, count: count)
      for bit in bits where Int(bit / 8) < count { bytes[Int(bit / 8)] |= 1 << (bit % 8) }
      return bytes.map { String(format: "%02x", $0) }.joined(separator: " ")
    }
    var lines = ["N: \(panel.name)"]
    lines.append(String(format: "I: %04x %04x %04x %04x", panel.bus, panel.vendor, panel.product, panel.version))
    lines.append("P: " + bytes(panel.properties, count: 8))
    for (type, codes) in panel.codes.sorted(by: { $0.key < $1.key }) {
      lines.append("B: \(String(format: "%02x", type)) " + bytes(codes, count: 96))
    }
    lines.append("B: 03 " + bytes(Set(panel.axes.keys), count: 8))
    for (code, axis) in panel.axes.sorted(by: { $0.key < $1.key }) {
      let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      lines.append("A: \(String(format: "%02x", code)) " + numbers.map(String.init).joined(separator: " "))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ForwardedPanel.Expectation {
  static func of(_ name: String) -> Self {
    // Panels without slots: libinput's reader (mtdev) smooths by the axis' fuzz, or by 1/250 of the axis if it states none.
    if name.contains("N-Trig_MultiTouch") { return .smoothed(x: 9601 / 250.0, y: 7201 / 250.0) }
    if name.contains("N-Trig-MultiTouch") { return .smoothed(x: 75, y: 78) }
    if name == "Protocol A touch screen" { return .smoothed(x: 32768 / 250.0, y: 32768 / 250.0) }
    if name == "goodix-ts" { return .smoothed(x: 1280 / 250.0, y: 800 / 250.0) }
    let unread = [
      "no range at all", "mouse-like panel", "eGalax_Inc._USB_TouchController",
      // It has no button that says whether it is touched.
      "resistive panel",
      // It has a pen on the same node.
      "Wacom_Serial_Penabled_2FG",
      // Its recording has only the end of a touch.
      "touch_1_end",
    ]
    return unread.contains { name.contains($0) } ? .unread : .same
  }
}
