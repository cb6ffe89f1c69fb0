internal import ContactorCore
import ContactorEvdev

/// Reads and writes a device's line: the keys of a log, followed by those of a recording.
enum JSONDevice {
  static func read(_ object: JSONObject, id: DeviceID, shortName: String) -> TraceDevice {
    let name = object.text("name") ?? shortName
    var device = TouchDevice(id: id, node: object.text("node") ?? shortName, name: name)
    device.physicalPath = object.text("path") ?? ""
    device.serial = object.text("serial") ?? ""
    device.seat = object.text("seat") ?? ""
    device.output = object.text("output") ?? ""
    device.vendor = object.integer("vendor").flatMap { UInt16(exactly: $0) } ?? 0
    device.product = object.integer("product").flatMap { UInt16(exactly: $0) } ?? 0
    let size = object.numbers("mm")
    if size.count == 2, size.allSatisfy({ $0 > 0 }) { device.size = Size(width: size[0], height: size[1]) }
    let identity = object.integers("id").map { UInt16(truncatingIfNeeded: $0) }
    guard identity.count == 4 else { return TraceDevice(device) }
    (device.vendor, device.product) = (identity[1], identity[2])
    let description = description(object, object.text("description") ?? name, identity)
    let made = description.touchDevice(id: id, node: "")
    device.size = made.size
    device.contactProtocol = made.contactProtocol
    device.contactCount = made.contactCount
    return TraceDevice(device, description: description)
  }

  private static func description(_ object: JSONObject, _ name: String, _ identity: [UInt16]) -> EvdevDescription {
    var description = EvdevDescription(name: name)
    (description.bus, description.vendor, description.product, description.version) =
      (identity[0], identity[1], identity[2], identity[3])
    description.properties = Set(object.integers("properties").map { UInt16(truncatingIfNeeded: $0) })
    let codes = object.integers("codes").map { UInt16(truncatingIfNeeded: $0) }
    for index in stride(from: 0, to: codes.count - 1, by: 2) {
      description.codes[codes[index], default: []].insert(codes[index + 1])
    }
    let axes = object.integers("axes")
    for index in stride(from: 0, to: axes.count - 5, by: 6) {
      let numbers = axes[index..<index + 6].map { Int32(truncatingIfNeeded: $0) }
      description.axes[UInt16(truncatingIfNeeded: axes[index])] = EvdevAxis(
        numbers[1], numbers[2], fuzz: numbers[3], flat: numbers[4], resolution: numbers[5])
    }
    return description
  }

  static func write(_ device: TraceDevice, named name: String, to line: inout JSONLine) {
    let identity = device.device
    line.add("event", word: "added")
    line.add("device", name, escaping: .recording)
    line.add("name", identity.name, escaping: .recording)
    if identity.node != name { line.add("node", identity.node, escaping: .recording) }
    let texts: [(StaticString, String)] = [
      ("path", identity.physicalPath), ("serial", identity.serial), ("seat", identity.seat), ("output", identity.output),
    ]
    for (key, text) in texts where !text.isEmpty { line.add(key, text, escaping: .recording) }
    guard let description = device.description else { return }
    if description.name != identity.name { line.add("description", description.name, escaping: .recording) }
    let numbers = [description.bus, description.vendor, description.product, description.version]
    line.add("id", numbers.map(Int.init))
    line.add("properties", description.properties.sorted().map(Int.init))
    let codes = description.codes.sorted { $0.key < $1.key }.flatMap { type, codes in
      codes.sorted().map { [Int(type), Int($0)] }
    }
    line.add("codes", codes)
    let axes = description.axes.sorted { $0.key < $1.key }.map { code, axis in
      [Int32(code), axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution].map(Int.init)
    }
    line.add("axes", axes)
  }
}
