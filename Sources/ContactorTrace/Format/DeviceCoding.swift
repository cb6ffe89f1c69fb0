internal import ContactorCore
import ContactorEvdev

/// Writes and reads descriptions of devices: fields by number, each with its length, so that readers skip new ones.
enum DeviceCoding {
  private enum Field {
    static let node: UInt64 = 1
    static let name: UInt64 = 2
    static let product: UInt64 = 3
    static let physicalPath: UInt64 = 4
    static let serial: UInt64 = 5
    static let size: UInt64 = 6
    static let contacts: UInt64 = 7
    static let seat: UInt64 = 8
    static let output: UInt64 = 9
    static let description: UInt64 = 10
    static let state: UInt64 = 11
    static let transform: UInt64 = 12
    static let hasFrames: UInt64 = 13
    static let copyOf: UInt64 = 14
  }

  static func write(_ device: TraceDevice, _ output: inout ByteBuffer) {
    let identity = device.device
    add(Field.node, to: &output) { $0.append(contentsOf: Array(identity.node.utf8)) }
    add(Field.name, to: &output) { $0.append(contentsOf: Array(identity.name.utf8)) }
    add(Field.product, to: &output) { part in
      part.append(varint: UInt64(identity.vendor))
      part.append(varint: UInt64(identity.product))
    }
    add(Field.physicalPath, to: &output) { $0.append(contentsOf: Array(identity.physicalPath.utf8)) }
    add(Field.serial, to: &output) { $0.append(contentsOf: Array(identity.serial.utf8)) }
    if let size = identity.size {
      add(Field.size, to: &output) { part in
        part.append(double: size.width)
        part.append(double: size.height)
      }
    }
    add(Field.contacts, to: &output) { part in
      part.append(signed: Int64(identity.contactCount))
      part.append(identity.contactProtocol.number)
    }
    add(Field.seat, to: &output) { $0.append(contentsOf: Array(identity.seat.utf8)) }
    add(Field.output, to: &output) { $0.append(contentsOf: Array(identity.output.utf8)) }
    if let description = device.description {
      add(Field.description, to: &output) { DescriptionCoding.write(description, &$0) }
    }
    if let state = device.state { add(Field.state, to: &output) { StateCoding.write(state, &$0) } }
    if let transform = device.transform {
      add(Field.transform, to: &output) { part in
        for number in [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty] {
          part.append(double: number)
        }
      }
    }
    if device.hasFrames { add(Field.hasFrames, to: &output) { _ in } }
    if let panel = device.copyOf { add(Field.copyOf, to: &output) { $0.append(varint: UInt64(panel.rawValue)) } }
  }

  private static func add(_ field: UInt64, to output: inout ByteBuffer, _ write: (inout ByteBuffer) -> Void) {
    var part = ByteBuffer()
    write(&part)
    output.append(varint: field)
    output.append(varint: UInt64(part.count))
    output.append(contentsOf: part.bytes)
  }

  /// Reads a description up to the cursor's end; `nil` for one that breaks the format.
  static func read(_ cursor: inout ByteCursor, id: DeviceID) -> TraceDevice? {
    var device = TraceDevice(TouchDevice(id: id, node: "", name: ""))
    while !cursor.isAtEnd, cursor.isValid {
      let field = cursor.varint()
      var part = cursor.part()
      read(field, &part, &device)
      guard part.isValid else { return nil }
    }
    return cursor.isValid ? device : nil
  }

  private static func read(_ field: UInt64, _ part: inout ByteCursor, _ device: inout TraceDevice) {
    switch field {
    case Field.node: device.device.node = unsafe String(decoding: part.buffer, as: UTF8.self)
    case Field.name: device.device.name = unsafe String(decoding: part.buffer, as: UTF8.self)
    case Field.product:
      device.device.vendor = part.number()
      device.device.product = part.number()
    case Field.physicalPath: device.device.physicalPath = unsafe String(decoding: part.buffer, as: UTF8.self)
    case Field.serial: device.device.serial = unsafe String(decoding: part.buffer, as: UTF8.self)
    case Field.size: device.device.size = Size(width: part.double(), height: part.double())
    case Field.contacts:
      device.device.contactCount = Int(part.signed())
      device.device.contactProtocol = TouchDevice.ContactProtocol(number: part.byte())
    case Field.seat: device.device.seat = unsafe String(decoding: part.buffer, as: UTF8.self)
    case Field.output: device.device.output = unsafe String(decoding: part.buffer, as: UTF8.self)
    case Field.description: device.description = DescriptionCoding.read(&part)
    case Field.state: device.state = StateCoding.read(&part)
    case Field.transform:
      let numbers = (0..<6).map { _ in part.double() }
      device.transform = AffineTransform(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    case Field.hasFrames: device.hasFrames = true
    case Field.copyOf: device.copyOf = UInt32(exactly: part.varint()).map(DeviceID.init)
    default: break
    }
  }
}

extension TouchDevice.ContactProtocol {
  fileprivate var number: UInt8 {
    switch self {
    case .slots: 0
    case .lists: 1
    case .single: 2
    }
  }

  fileprivate init(number: UInt8) {
    self = number == 1 ? .lists : number == 2 ? .single : .slots
  }
}

/// Writes and reads the kernel's description of a device.
enum DescriptionCoding {
  static func write(_ description: EvdevDescription, _ output: inout ByteBuffer) {
    output.append(text: description.name)
    for number in [description.bus, description.vendor, description.product, description.version] {
      output.append(varint: UInt64(number))
    }
    write(description.properties, &output)
    output.append(varint: UInt64(description.codes.count))
    for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) {
      output.append(varint: UInt64(type))
      write(codes, &output)
    }
    output.append(varint: UInt64(description.axes.count))
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      output.append(varint: UInt64(code))
      for number in [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution] {
        output.append(signed: number)
      }
    }
  }

  /// Writes a set: the number of members, then each, in ascending order, less the one before.
  private static func write(_ numbers: Set<UInt16>, _ output: inout ByteBuffer) {
    output.append(varint: UInt64(numbers.count))
    var last: UInt16 = 0
    for number in numbers.sorted() {
      output.append(varint: UInt64(number - last))
      last = number
    }
  }

  static func read(_ cursor: inout ByteCursor) -> EvdevDescription {
    var description = EvdevDescription(name: cursor.text())
    description.bus = cursor.number()
    description.vendor = cursor.number()
    description.product = cursor.number()
    description.version = cursor.number()
    description.properties = readSet(&cursor)
    var count = cursor.varint()
    while count > 0, cursor.isValid {
      description.codes[cursor.number()] = readSet(&cursor)
      count -= 1
    }
    count = cursor.varint()
    while count > 0, cursor.isValid {
      let code = cursor.number(UInt16.self)
      description.axes[code] = EvdevAxis(
        cursor.number(), cursor.number(), fuzz: cursor.number(), flat: cursor.number(), resolution: cursor.number())
      count -= 1
    }
    return description
  }

  private static func readSet(_ cursor: inout ByteCursor) -> Set<UInt16> {
    var numbers: Set<UInt16> = []
    var last: UInt16 = 0
    var count = cursor.varint()
    while count > 0, cursor.isValid {
      last &+= cursor.number()
      numbers.insert(last)
      count -= 1
    }
    return numbers
  }
}

/// Writes and reads the state of a device's slots, axes and keys.
enum StateCoding {
  static func write(_ state: EvdevState, _ output: inout ByteBuffer) {
    output.append(signed: state.currentSlot)
    output.append(varint: UInt64(state.slots.count))
    for (code, values) in state.slots.sorted(by: { $0.key < $1.key }) {
      output.append(varint: UInt64(code))
      output.append(varint: UInt64(values.count))
      for value in values { output.append(signed: value) }
    }
    output.append(varint: UInt64(state.axes.count))
    for (code, value) in state.axes.sorted(by: { $0.key < $1.key }) {
      output.append(varint: UInt64(code))
      output.append(signed: value)
    }
    output.append(varint: UInt64(state.keys.count))
    for key in state.keys.sorted() { output.append(varint: UInt64(key)) }
  }

  static func read(_ cursor: inout ByteCursor) -> EvdevState {
    var state = EvdevState()
    state.currentSlot = cursor.number()
    repeated(&cursor) { cursor in
      let code = cursor.number(UInt16.self)
      var values: [Int32] = []
      repeated(&cursor) { values.append($0.number()) }
      state.slots[code] = values
    }
    repeated(&cursor) { cursor in
      let code = cursor.number(UInt16.self)
      state.axes[code] = cursor.number()
    }
    repeated(&cursor) { state.keys.insert($0.number()) }
    return state
  }

  /// Reads a count and as many values; stops at the end of the bytes.
  private static func repeated(_ cursor: inout ByteCursor, _ read: (inout ByteCursor) -> Void) {
    var count = cursor.varint()
    while count > 0, cursor.isValid {
      read(&cursor)
      count -= 1
    }
  }
}
