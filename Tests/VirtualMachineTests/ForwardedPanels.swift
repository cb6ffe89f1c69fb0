import ContactorCore
import ContactorEvdev
import ContactorTesting
import Foundation

/// A panel, and what is played on it, as commands of touchpanel; the panel's name in them is `t`.
struct ForwardedPanel {
  /// What differs between the panel itself and its copy for libinput.
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
    try Recording.all(in: root).map { recording in
      ForwardedPanel(
        name: recording.events, create: "create t evemu=/traces/\(recording.description)",
        play: ["play t /traces/\(recording.events) 15"], expectation: .of(recording.events))
    }
  }

  /// The panels of the catalog with made-up touches, and others that touchpanel can describe; the descriptions go into `folder`.
  static func madeUp(in folder: URL) throws -> [ForwardedPanel] {
    var panels: [ForwardedPanel] = []
    for (index, description) in PanelCatalog.all.enumerated() {
      try evemu(description).write(to: folder.appending(path: "\(index).desc"), atomically: true, encoding: .utf8)
      panels.append(
        ForwardedPanel(
          name: "catalog: \(description.name)", create: "create t evemu=/panels/\(index).desc",
          play: touches(on: description, seed: UInt64(index + 1)), expectation: .of(description.name)))
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
          name: "made up: \(options)", create: "create t \(options)", play: touches(on: description, seed: UInt64(100 + index)),
          expectation: .same))
    }
    return panels
  }

  /// 60 frames at 125 Hz of fingers that come, move, change in size and pressure, turn into palms, and go; then none is left.
  private static func touches(on panel: EvdevDescription, seed: UInt64) -> [String] {
    var random = Random(state: seed)
    let slots =
      panel.contactProtocol == .slots ? Int(panel.axes[EvdevCode.slot]?.maximum ?? 9) + 1 : panel.contactProtocol == .single ? 1 : 5
    let extras = [
      EvdevCode.touchMajor, EvdevCode.touchMinor, EvdevCode.orientation, EvdevCode.contactPressure, EvdevCode.distance,
    ].filter { panel.contactProtocol == .slots && panel.axes[$0] != nil && $0 != EvdevCode.distance }
    var lines: [String] = []
    var places: [(x: Double, y: Double)?] = Array(repeating: nil, count: min(slots, 10))
    var palms: Set<Int> = []
    for _ in 0..<60 {
      for slot in places.indices {
        guard let place = places[slot] else {
          guard random.next(10) < 2 else { continue }
          let new = (x: Double(random.next(99)), y: Double(random.next(99)))
          places[slot] = new
          palms.remove(slot)
          lines.append("down t \(slot) \(new.x) \(new.y)")
          continue
        }
        switch random.next(20) {
        case 0, 1:
          places[slot] = nil
          lines.append("up t \(slot)")
          // libinput loses the next contact of this slot unless the finger is back before its tracking id.
          if palms.contains(slot) { lines.append("raw t 3 \(EvdevCode.toolType) 0") }
        case 2 where panel.axes[EvdevCode.toolType] != nil && panel.contactProtocol == .slots && !palms.contains(slot):
          palms.insert(slot)
          lines.append("palm t \(slot)")
        case 3..<8: break
        default:
          let moved = (x: min(place.x + Double(random.next(30)) / 10, 100), y: min(place.y + Double(random.next(30)) / 10, 100))
          places[slot] = moved
          lines.append("move t \(slot) \(moved.x) \(moved.y)")
          if let code = extras.first(where: { _ in random.next(3) == 0 }), let axis = panel.axes[code] {
            let value = axis.minimum + Int32(random.next(UInt64(max(1, Int64(axis.maximum) - Int64(axis.minimum)))))
            lines.append("raw t 3 \(code) \(value)")
          }
        }
      }
      lines += ["sync t", "sleep 8"]
    }
    lines += places.indices.filter { places[$0] != nil }.map { "up t \($0)" }
    return lines + ["sync t"]
  }

  private struct Random {
    var state: UInt64

    mutating func next(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
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
  fileprivate static func of(_ name: String) -> Self {
    // Panels without slots: libinput's reader (mtdev) smooths by the axis' fuzz, or by 1/250 of the axis where it states none.
    if name.contains("N-Trig_MultiTouch") { return .smoothed(x: 9601 / 250.0, y: 7201 / 250.0) }
    if name.contains("N-Trig-MultiTouch") { return .smoothed(x: 75, y: 78) }
    if name == "Protocol A touch screen" { return .smoothed(x: 32768 / 250.0, y: 32768 / 250.0) }
    if name == "goodix-ts" { return .smoothed(x: 1280 / 250.0, y: 800 / 250.0) }
    // Its fuzz, which udev has set to 0 in the kernel as Contactor reads the panel, is libinput's own margin for it.
    if name == "touchscreen with fuzz" { return .smoothed(x: 10, y: 12) }
    let unread = ["no range at all", "mouse-like panel", "resistive panel", "eGalax_Inc._USB_TouchController"]
    return unread.contains { name.contains($0) } ? .unread : .same
  }
}
