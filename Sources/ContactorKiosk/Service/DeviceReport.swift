import ContactorCore
public import ContactorInput
public import ContactorLayout
import ContactorTrace

/// The list of touchscreens that `contactor devices` prints.
public struct DeviceReport {
  private let listings: [DeviceListing]
  private let layout: Layout?

  /// Makes a report of touchscreens.
  ///
  /// - Parameter layout: the layout whose `devices` entries are named for each touchscreen; `nil` for none.
  public init(_ listings: [DeviceListing], layout: Layout? = nil) {
    self.listings = listings
    self.layout = layout
  }

  /// A touchscreen's `devices` entry, the entries behind it that fit as well, and the window that it feeds; copies have none.
  private func choice(for listing: DeviceListing) -> (entry: Int?, others: [Int], window: String?)? {
    guard let layout, !listing.isCopy, !listing.isPointer || layout.usesPointer(listing.device) else { return nil }
    let device = listing.device
    guard !layout.isUnpaired(device) else { return nil }
    let window = layout.windowIndex(for: device).map { layout.windows[$0].id }
    return (layout.deviceIndex(for: device), layout.conflictingDevices(for: device), window)
  }

  /// The entries that a touchscreen is paired with one of; `nil` if it is not paired.
  private func pairNames(for listing: DeviceListing) -> [String]? {
    guard let names = layout?.pairNames(for: listing.device), !names.isEmpty, !listing.isCopy else { return nil }
    return names
  }

  /// Whether at least one touchscreen can be opened.
  public var hasUsableDevice: Bool { listings.contains(where: isUsable) }

  private func isUsable(_ listing: DeviceListing) -> Bool {
    listing.problem == nil && (!listing.isPointer || layout?.usesPointer(listing.device) == true)
  }

  /// The problems, a line each.
  public var problems: [String] {
    if listings.allSatisfy({ $0.isCopy || $0.isPointer && !isUsable($0) }) {
      let pointers = listings.filter(\.isPointer).map(\.device.node).joined(separator: ", ")
      let way = "plug one in, or see whether the kernel has a driver for it ('dmesg | grep input')"
      return [
        "no touchscreen found; " + (pointers.isEmpty ? way : "if \(pointers) is a panel in mouse mode, a layout can use it, see above")
      ]
    }
    // The list names the panel of a copy; nothing is wrong with it.
    return listings.compactMap { $0.isCopy ? nil : $0.problem?.description }
  }

  /// The touchscreens as JSON lines.
  public var json: [UInt8] {
    listings.flatMap { listing -> [UInt8] in
      let device = listing.device
      var line = JSONLine()
      line.add("node", device.node)
      line.add("name", device.name)
      line.add("vendor", Int64(device.vendor))
      line.add("product", Int64(device.product))
      line.add("path", device.physicalPath)
      line.add("serial", device.serial)
      if let size = device.size { line.add("mm", [size.width, size.height]) }
      line.add("contacts", Int64(device.contactCount))
      line.add("protocol", device.contactProtocol.rawValue)
      line.add("seat", device.seat)
      line.add("output", device.output)
      line.add("usable", isUsable(listing))
      if listing.isPointer { line.add("pointer", true) }
      if listing.isCopy { line.add("copyOf", listing.original ?? "") }
      if let problem = listing.problem { line.add("problem", problem.description) }
      if let names = pairNames(for: listing) { line.add("pair", names) }
      if let choice = choice(for: listing) {
        if let entry = choice.entry { line.add("entry", Int64(entry)) }
        if !choice.others.isEmpty { line.add("fitsToo", choice.others.map(Double.init)) }
        if let window = choice.window { line.add("window", window) } else { line.add("ignored", true) }
      }
      return line.finished()
    }
  }

  /// The touchscreens as text, a block of lines each.
  public var text: String {
    listings.map { block($0) }.joined(separator: "\n")
  }

  private func block(_ listing: DeviceListing) -> String {
    let device = listing.device
    var rows = [("name", device.name), ("id", Self.hex(device.vendor) + ":" + Self.hex(device.product))]
    rows.append(("path", device.physicalPath))
    rows.append(("serial", device.serial))
    rows.append(("size", device.size.map { "\(DecimalText.of($0.width)) × \(DecimalText.of($0.height)) mm" } ?? "unknown"))
    rows.append(("contacts", device.contactCount > 0 ? "\(device.contactCount)" : "unknown"))
    rows.append(("protocol", device.contactProtocol.rawValue))
    rows.append(("seat", device.seat))
    rows.append(("output", device.output))
    if listing.isPointer {
      rows.append(("kind", "a pointer with absolute places: a panel in mouse mode, or a virtual machine's mouse"))
      if !isUsable(listing) {
        rows.append(("use it", "in the layout, devices: [{match: {name: \(YAMLText.quoted(device.name))}, as: touchscreen}]"))
      }
    }
    if listing.isCopy { rows.append(("copy of", listing.original ?? "a touchscreen that is not there")) }
    if let names = pairNames(for: listing) { rows.append(("entry", "paired by a touch: \(names.joined(separator: ", "))")) }
    if let layout, let choice = choice(for: listing) {
      rows.append(("window", choice.window ?? "none: ignored"))
      rows.append(("entry", choice.entry.map { layout.deviceName($0) } ?? "none"))
      rows.append(("fits too", choice.others.map { layout.deviceName($0) }.joined(separator: ", ")))
    }
    let lines = rows.filter { !$0.1.isEmpty }.map { "  " + $0.0 + String(repeating: " ", count: 10 - $0.0.count) + $0.1 }
    return ([device.node] + lines).joined(separator: "\n") + "\n"
  }

  private static func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
