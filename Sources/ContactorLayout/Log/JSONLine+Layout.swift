import ContactorCore
package import ContactorTrace

extension JSONLine {
  package mutating func add(_ key: StaticString, _ value: PlaceholderValues.Value) {
    name(key)
    append(value)
  }

  /// Adds an object of its own, its keys in the order in which the closure gives them.
  package mutating func add(
    _ key: StaticString, members: ((_ name: String, _ value: PlaceholderValues.Value) -> Void) -> Void
  ) {
    name(key)
    text.append(UInt8(ascii: "{"))
    let start = text.count
    members { name, value in
      if text.count > start { text.append(UInt8(ascii: ",")) }
      text.append(quoted: name)
      text.append(UInt8(ascii: ":"))
      append(value)
    }
    text.append(UInt8(ascii: "}"))
  }

  private mutating func append(_ value: PlaceholderValues.Value) {
    switch value {
    case .number(let number): text.append(rounded: number)
    case .text(let string): text.append(quoted: string)
    }
  }

  /// Adds what tells a panel from others, as far as it is known.
  mutating func addIdentity(of device: TouchDevice) {
    if device.vendor != 0 || device.product != 0 {
      add("vendor", Int64(device.vendor))
      add("product", Int64(device.product))
    }
    if !device.physicalPath.isEmpty { add("path", device.physicalPath) }
    if !device.serial.isEmpty { add("serial", device.serial) }
    if !device.output.isEmpty { add("output", device.output) }
  }
}
