import ContactorEvdev
@testable import ContactorTrace
import Glibc
import Testing

/// The names that are written by hand, against those of libevdev, which are generated from the kernel's headers.
@Suite struct CodeNameTests {
  private typealias EventCodeName = @convention(c) (UInt32, UInt32) -> UnsafePointer<CChar>?
  private typealias EventTypeName = @convention(c) (UInt32) -> UnsafePointer<CChar>?
  private typealias PropertyName = @convention(c) (UInt32) -> UnsafePointer<CChar>?

  // ContactorTrace must not link libevdev, so the test opens it itself.
  private static var library: UnsafeMutableRawPointer? { dlopen("libevdev.so.2", RTLD_NOW) }

  private static let codeName: EventCodeName? = dlsym(library, "libevdev_event_code_get_name").map {
    unsafeBitCast($0, to: EventCodeName.self)
  }
  private static let typeName: EventTypeName? = dlsym(library, "libevdev_event_type_get_name").map {
    unsafeBitCast($0, to: EventTypeName.self)
  }
  private static let propertyName: PropertyName? = dlsym(library, "libevdev_property_get_name").map {
    unsafeBitCast($0, to: PropertyName.self)
  }

  @Test func `types have the kernel's names`() throws {
    let typeName = try #require(Self.typeName)
    #expect(CodeName.types.count == 12)
    for (type, name) in CodeName.types { #expect(typeName(UInt32(type)).map { String(cString: $0) } == name) }
  }

  @Test func `codes have the kernel's names`() throws {
    let codeName = try #require(Self.codeName)
    // Other names of the same codes.
    let aliases: Set = ["BTN_MOUSE", "BTN_DIGI"]
    #expect(CodeName.numbers.count > 60)
    for (name, (type, code)) in CodeName.numbers where !aliases.contains(name) {
      #expect(codeName(UInt32(type), UInt32(code)).map { String(cString: $0) } == name)
    }
  }

  @Test func `every number of the engine is the kernel's number of the name in its comment`() throws {
    let constants = try Self.constants()
    #expect(try constants.count == Self.constantCount(), "\(constants.map(\.name))")
    let (typeName, codeName, propertyName) = try (
      #require(Self.typeName), #require(Self.codeName), #require(Self.propertyName)
    )
    let types: [Substring: UInt16] = [
      "SYN": EvdevCode.synchronization, "BTN": EvdevCode.key, "REL": EvdevCode.relative, "ABS": EvdevCode.absolute,
      "MSC": EvdevCode.miscellaneous,
    ]
    for (name, number) in constants {
      let prefix = name.prefix { $0 != "_" }
      let found =
        switch prefix {
        case "EV": typeName(number)
        case "INPUT": propertyName(number)
        default: try codeName(UInt32(#require(types[prefix], "\(name)")), number)
        }
      #expect(found.map { String(cString: $0) } == name)
    }
  }

  @Test func `evemu's descriptions end where the kernel's types and axes end`() throws {
    let count = try #require(
      dlsym(Self.library, "libevdev_event_type_get_max").map { unsafeBitCast($0, to: (@convention(c) (UInt32) -> CInt).self) })
    let axes = String(count(UInt32(EvdevCode.absolute)), radix: 16)
    #expect(throws: Never.self) { try EvemuDescription(parsing: "N: x\nA: \(axes) 0 1 0 0") }
    let next = String(count(UInt32(EvdevCode.absolute)) + 1, radix: 16)
    #expect(throws: EvemuDescription.Mistake.self) { try EvemuDescription(parsing: "N: x\nA: \(next) 0 1 0 0") }
    let typeNumber = try #require(dlsym(Self.library, "libevdev_event_type_from_name"))
    let number = unsafeBitCast(typeNumber, to: (@convention(c) (UnsafePointer<CChar>) -> CInt).self)("EV_MAX")
    #expect(throws: Never.self) { try EvemuDescription(parsing: "N: x\nB: \(String(number, radix: 16)) 01") }
    #expect(throws: EvemuDescription.Mistake.self) {
      try EvemuDescription(parsing: "N: x\nB: \(String(number + 1, radix: 16)) 01")
    }
  }

  /// How many lines of the source declare a number.
  private static func constantCount() throws -> Int {
    try source().count { $0.contains("static let ") && $0.contains(": UInt16 = ") }
  }

  /// The numbers that the source of `EvdevCode` declares, each with the name that begins the comment above it.
  private static func constants() throws -> [(name: String, number: UInt32)] {
    var name = ""
    return try source().compactMap { line in
      if let comment = line.firstRange(of: "/// `") { name = String(line[comment.upperBound...].prefix { $0 != "`" }) }
      guard line.contains("static let "), let value = line.firstRange(of: ": UInt16 = ") else { return nil }
      defer { name = "" }
      let digits = line[value.upperBound...].filter { !$0.isWhitespace }
      let number = digits.hasPrefix("0x") ? UInt32(digits.dropFirst(2), radix: 16) : UInt32(digits)
      return name.isEmpty ? nil : number.map { (name, $0) }
    }
  }

  private static func source() throws -> [String] {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen(root + "/Sources/ContactorEvdev/Description/EvdevEvent.swift", "r"))
    defer { fclose(file) }
    var lines: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while buffer.withUnsafeMutableBytes({ fgets($0.baseAddress!.assumingMemoryBound(to: CChar.self), CInt($0.count), file) }) != nil {
      lines.append(String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self))
    }
    return lines
  }
}
