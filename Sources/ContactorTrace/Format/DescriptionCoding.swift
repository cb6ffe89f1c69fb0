internal import ContactorCore
import ContactorEvdev

/// Writes and reads what the kernel says of a device.
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

  /// A set of numbers: how many, and each less the one before, in ascending order.
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
