/// The fields of the reports that a HID report descriptor declares, with their places in the reports.
///
/// It reads what descriptors of touchscreens contain; long items and delimiters are skipped. The numbers of items and usages are those
/// of the specification "Device Class Definition for HID".
struct HIDReportDescriptor {
  enum Kind {
    case input
    case output
    case feature
  }

  /// The reports of one kind and number; the number 0 stands for reports without numbers.
  struct Report: Hashable {
    var kind: Kind
    var number: UInt8
  }

  /// One value in a report.
  struct Field {
    let report: Report
    /// The first bit, counted after the report's number.
    let offset: Int
    /// In bits.
    let size: Int
    /// The usage page in the upper 16 bits, the usage in the lower 16; 0 for padding.
    let usage: UInt32
    let minimum: Int
    let maximum: Int
    /// The usage of the outermost collection.
    let application: UInt32
    /// The number of the collection in the outermost one, counted from 1 in the descriptor; 0 for fields that are in none.
    let group: Int
  }

  private(set) var fields: [Field] = []
  /// The sizes of the reports in bits, without their numbers.
  private(set) var sizes: [Report: Int] = [:]

  private var globals = Globals()
  private var stack: [Globals] = []
  private var usages: [UInt32] = []
  private var firstUsage: UInt32 = 0
  private var collections: [(usage: UInt32, number: Int)] = []
  private var collectionCount = 0

  /// Items that hold until they are changed.
  private struct Globals {
    var usagePage: UInt32 = 0
    var minimum = 0
    var maximum = 0
    var size = 0
    var count = 0
    var number: UInt8 = 0
  }

  /// Reads a descriptor; an item that the bytes end in is left out.
  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let prefix = rest.popFirst() {
      if prefix == 0xFE {
        rest = rest.dropFirst(2 + Int(rest.first ?? 0))
        continue
      }
      let length = [0, 1, 2, 4][Int(prefix & 3)]
      guard rest.count >= length else { return }
      read(prefix & 0xFC, Item(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
  }

  /// The data of an item.
  private struct Item {
    let length: Int
    let value: UInt32

    init(_ bytes: ArraySlice<UInt8>) {
      length = bytes.count
      value = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    var signed: Int {
      switch length {
      case 1: Int(Int8(truncatingIfNeeded: value))
      case 2: Int(Int16(truncatingIfNeeded: value))
      default: Int(Int32(bitPattern: value))
      }
    }
  }

  private mutating func read(_ tag: UInt8, _ item: Item) {
    switch tag {
    case 0x04: globals.usagePage = item.value
    case 0x14: globals.minimum = item.signed
    // Many devices write an unsigned maximum above a minimum of 0.
    case 0x24: globals.maximum = globals.minimum < 0 ? item.signed : Int(item.value)
    case 0x74: globals.size = Int(item.value)
    case 0x84: globals.number = UInt8(truncatingIfNeeded: item.value)
    case 0x94: globals.count = Int(item.value)
    case 0xA4: stack.append(globals)
    case 0xB4: globals = stack.popLast() ?? globals
    case 0x08: usages.append(usage(item))
    case 0x18: firstUsage = usage(item)
    case 0x28: usages += firstUsage...max(firstUsage, min(usage(item), firstUsage + 0xFF))
    default: readMain(tag, item)
    }
  }

  /// Main items use up the usages before them.
  private mutating func readMain(_ tag: UInt8, _ item: Item) {
    switch tag {
    case 0x80: addFields(.input, isConstant: item.value & 1 != 0)
    case 0x90: addFields(.output, isConstant: item.value & 1 != 0)
    case 0xB0: addFields(.feature, isConstant: item.value & 1 != 0)
    case 0xA0:
      collectionCount += 1
      collections.append((usages.first ?? 0, collectionCount))
    case 0xC0: _ = collections.popLast()
    default: return
    }
    usages = []
  }

  /// The usage of an item; those of four bytes contain their page.
  private func usage(_ item: Item) -> UInt32 { item.length == 4 ? item.value : globals.usagePage << 16 | item.value }

  private mutating func addFields(_ kind: Kind, isConstant: Bool) {
    let report = Report(kind: kind, number: globals.number)
    for index in 0..<globals.count {
      // The last usage holds for all fields that are left.
      let usage = isConstant ? 0 : index < usages.count ? usages[index] : usages.last ?? 0
      fields.append(
        Field(
          report: report, offset: sizes[report, default: 0], size: globals.size, usage: usage, minimum: globals.minimum,
          maximum: globals.maximum, application: collections.first?.usage ?? 0,
          group: collections.count > 1 ? collections[1].number : 0))
      sizes[report, default: 0] += globals.size
    }
  }
}

extension HIDReportDescriptor {
  /// A report that is being filled in, as the device sends it.
  struct Packet {
    private(set) var bytes: [UInt8]
    /// Where the fields start, in bits.
    private let start: Int

    /// Makes a report of zeros; numbered reports start with their number.
    init(_ report: Report, of descriptor: HIDReportDescriptor) {
      start = report.number == 0 ? 0 : 8
      bytes = Array(repeating: 0, count: (descriptor.sizes[report, default: 0] + start + 7) / 8)
      if report.number != 0 { bytes[0] = report.number }
    }

    /// Sets a field to the lowest bits of a value.
    mutating func set(_ field: Field, _ value: Int) {
      for bit in 0..<min(field.size, Int.bitWidth) where value >> bit & 1 == 1 {
        let place = start + field.offset + bit
        bytes[place / 8] |= 1 << UInt8(place % 8)
      }
    }

    /// Two hexadecimal digits for each byte.
    var hexadecimal: String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}
