import ContactorCore
import ContactorEvdev
import ContactorInput

/// The words after `create ID`: they describe the device.
struct CreateOptions {
  private var name = "Test touchscreen"
  private var panel = TouchDevice.ContactProtocol.slots
  private var contacts: Int32 = 10
  private var range: (x: Int32, y: Int32) = (4096, 4096)
  private var millimetres: (width: Double, height: Double)?
  private var flags: Set<String> = []
  private var numbers: [String: UInt16] = [:]
  /// Where the device is plugged in; empty for nowhere.
  private(set) var physicalPath = ""
  private var evemuPath: String?
  private var hidPath: String?
  private var features: [UInt8: [UInt8]] = [:]

  static let flagNames = ["single", "protocolA", "palm", "pressure", "plain", "keyboard", "mouse"]
  static let keyNames = [
    "name", "vendor", "product", "version", "bus", "phys", "contacts", "range", "size", "evemu", "hid", "feature",
  ]

  init(_ words: inout Words) throws(Mistake) {
    while !words.remaining.isEmpty { try read(words.next("option")) }
  }

  var description: EvdevDescription {
    get throws(Mistake) {
      var device = try evemuPath.map(Self.readEvemu) ?? madeUp
      device.bus = numbers["bus"] ?? device.bus
      device.vendor = numbers["vendor"] ?? device.vendor
      device.product = numbers["product"] ?? device.product
      device.version = numbers["version"] ?? device.version
      return device
    }
  }

  /// The HID device to make; nil without `hid=`.
  var hidDescription: HIDDevice.Description? {
    get throws(Mistake) {
      guard let hidPath else { return nil }
      guard let text = TextFile.read(hidPath) else { throw Mistake("cannot read \(hidPath)") }
      return HIDDevice.Description(
        name: name, physicalPath: physicalPath, bus: numbers["bus"] ?? 3, vendor: numbers["vendor"] ?? 0,
        product: numbers["product"] ?? 0, version: numbers["version"] ?? 0,
        reportDescriptor: try Words.bytes(text, hidPath), features: features)
    }
  }

  private var madeUp: EvdevDescription {
    if flags.contains("keyboard") || flags.contains("mouse") { return keyboardOrMouse }
    var device = EvdevDescription.touchscreen(
      name: name, panel: panel, contacts: contacts, range: range, millimetres: millimetres,
      reportsPressure: flags.contains("pressure"), reportsPalms: flags.contains("palm"))
    if flags.contains("plain") {
      device.codes = [:]
      for code in [EvdevCode.x, EvdevCode.y, EvdevCode.pressure] { device.axes[code] = nil }
    }
    return device
  }

  private var keyboardOrMouse: EvdevDescription {
    var device = EvdevDescription(name: name)
    (device.bus, device.version) = (3, 1)
    if flags.contains("keyboard") {
      device.codes[EvdevCode.key] = Set(1...0x58)
    } else {
      device.codes[EvdevCode.key] = [EvdevCode.leftButton]
      device.codes[EvdevCode.relative] = [EvdevCode.x, EvdevCode.y]
    }
    return device
  }

  private mutating func read(_ word: String) throws(Mistake) {
    guard let equals = word.firstIndex(of: "=") else { return try readFlag(word) }
    let key = String(word[..<equals])
    let value = String(word[word.index(after: equals)...])
    switch key {
    case "name": name = value
    case "phys": physicalPath = value
    case "evemu": evemuPath = value
    case "hid": hidPath = value
    case "feature": try readFeature(value)
    case "vendor", "product", "version", "bus": numbers[key] = try Words.number(value, key)
    case "contacts": contacts = try Self.positive(value, key)
    case "range":
      let (x, y) = try Self.pair(value, key)
      range = (try Self.positive(x, key), try Self.positive(y, key))
    case "size":
      let (width, height) = try Self.pair(value.hasSuffix("mm") ? String(value.dropLast(2)) : value, key)
      guard let width = Double(width), let height = Double(height), width > 0, height > 0 else {
        throw Mistake("size is like 154x86mm, not '\(value)'")
      }
      millimetres = (width, height)
    default:
      throw Mistake("there is no option '\(key)'; there are \(Self.keyNames.joined(separator: ", "))")
    }
  }

  private mutating func readFeature(_ text: String) throws(Mistake) {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count == 2 else { throw Mistake("feature is like 2:020a, not '\(text)'") }
    features[try Words.number(parts[0], "feature")] = try Words.bytes(parts[1], "feature")
  }

  private mutating func readFlag(_ word: String) throws(Mistake) {
    guard Self.flagNames.contains(word) else {
      throw Mistake("there is no option '\(word)'; there are \(Self.flagNames.joined(separator: ", "))")
    }
    flags.insert(word)
    if word == "single" { panel = .single }
    if word == "protocolA" { panel = .lists }
  }

  private static func pair(_ text: String, _ key: String) throws(Mistake) -> (String, String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw Mistake("\(key) is two numbers like 800x480, not '\(text)'") }
    return (parts[0], parts[1])
  }

  private static func positive(_ text: String, _ key: String) throws(Mistake) -> Int32 {
    let number: Int32 = try Words.number(text, key)
    guard number > 0 else { throw Mistake("\(key) is 1 or more, not \(number)") }
    return number
  }

  private static func readEvemu(_ path: String) throws(Mistake) -> EvdevDescription {
    guard let text = TextFile.read(path) else { throw Mistake("cannot read \(path)") }
    do {
      return try EvemuDescription(parsing: text).device
    } catch {
      throw Mistake("\(path): \(error)")
    }
  }
}
