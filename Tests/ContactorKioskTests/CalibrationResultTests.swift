import ContactorCore
import ContactorEvdev
import ContactorLayout
import Testing

@testable import ContactorKiosk

@Suite struct CalibrationResultTests {
  private static func device(
    _ name: String = "ILITEK ILITEK-TP", path: String = "usb-0000:00:14.0-2/input0", serial: String = "", size: Size? = nil
  ) -> TouchDevice {
    var device = TouchDevice(id: DeviceID(rawValue: 1), node: "/dev/input/event5", name: name)
    (device.vendor, device.product) = (0xeef, 1)
    (device.physicalPath, device.serial, device.size) = (path, serial, size)
    return device
  }

  private static func fit(_ map: AffineTransform, marks: [Point] = CalibrationMarks.places(5)) throws -> CalibrationFit {
    let inverse = try #require(map.inverse)
    return try CalibrationFit(marks.map { CalibrationFit.Pair(touch: inverse.apply(to: $0), mark: $0) })
  }

  private static func result(
    _ map: AffineTransform = AffineTransform(matrix: 0, -1, 1, 1, 0, 0), _ device: TouchDevice = device(), given: Size? = nil,
    old: String? = nil
  ) throws -> CalibrationResult {
    CalibrationResult(device: device, given: given, fit: try fit(map), old: old)
  }

  /// Names that mean something to udev, to YAML, to a shell or to a terminal.
  private static let hostile = [
    #"a "quoted" name"#, #"back\slash\"#, "comma, and # and: {braces} [x]", "stars * ? [a-z] a|b", "$attr{x} %k", "'single' `back`",
    "line\nfeed\r\ttab", "\u{1B}[31mred", "ümläut 触摸屏 😀", "bad \u{FFFD}\u{FFFD} bytes", "bidi \u{202E}x", "nel \u{85} ls \u{2028}",
    "trailing \\",
    " blanks ", "", "- item", "null", "&anchor *alias", "%TAG", String(repeating: "x", count: 255),
  ]

  @Test func `the rule names the panel by what its copy has, too, and sets the six numbers`() throws {
    #expect(
      try Self.result().rule
        == #"SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="0eef", ATTRS{id/product}=="0001", ATTRS{name}=="ILITEK ILITEK-TP", "#
        + #"ATTRS{phys}=="usb-0000:00:14.0-2/input0", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0""#)
    let bare = try Self.result(.identity, Self.device("", path: "")).rule
    #expect(!bare.contains("ATTRS{name}") && !bare.contains("ATTRS{phys}") && bare.contains("0eef"))
  }

  @Test(arguments: hostile)
  func `no name gets out of its quotes in a rule or out of a comment, and each fits its own pattern`(name: String) throws {
    let text = try Self.result(.identity, Self.device(name, path: name)).text(for: .udev)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "" && lines.dropLast(2).allSatisfy { $0.hasPrefix("#") && !$0.hasSuffix("\\") }, "\(text)")
    let rule = lines[lines.count - 2]
    #expect(rule.hasPrefix("SUBSYSTEM") && rule.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    // Between the quotes nothing is left that udev reads as anything but itself, `?` or `*`.
    let quotes = rule.count { $0 == "\"" }
    let terms = name.isEmpty ? 5 : 7
    #expect(quotes == terms * 2 && !rule.contains("\\") && !rule.contains("|") && !rule.contains("$") && !rule.contains("%"), "\(rule)")
    let pattern = UdevMatch.pattern(name)
    #expect(Self.fits(Array(name.utf8), Array(pattern.utf8)), "\(pattern)")
  }

  /// A match of bytes with `?` and `*`, as `fnmatch()` does it; the bytes of U+FFFD stand for any bad byte.
  private static func fits(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = Array(pattern.dropFirst())
    if first == UInt8(ascii: "*") { return (0...text.count).contains { fits(Array(text[$0...]), rest) } }
    guard let byte = text.first, first == UInt8(ascii: "?") || byte == first else { return false }
    return fits(Array(text.dropFirst()), rest)
  }

  @Test(arguments: hostile)
  func `the layout's entry is accepted for every name, and fits the panel with its matrix`(name: String) throws {
    let device = Self.device(name, path: name, serial: name)
    let map = AffineTransform(matrix: 1.0526316, 0.001, -0.0263158, -0.002, 1.25, -0.125)
    let entry = try Self.result(map, device, given: Size(width: 154, height: 86.5)).text(for: .layout)
    let text = "contactor: 1\nscreen: {size: [800, 480]}\n" + entry + "views:\n  - {id: b, kind: button, frame: [0, 0, 9, 9]}\n"
    let layout: Layout
    do throws(LayoutError) {
      layout = try Layout.parse(Array(text.utf8), file: "k.yaml")
    } catch {
      Issue.record("\(error.diagnostics.map(\.description)) \(text)")
      return
    }
    let first = try #require(layout.devices.first)
    #expect(first.match.fits(device), "\(text)")
    var other = device
    other.product = 2
    #expect(!first.match.fits(other))
    #expect(try #require(first.calibration) == [1.052632, 0.001, -0.026316, -0.002, 1.25, -0.125])
    #expect(first.millimetres == Size(width: 154, height: 86.5) && first.rotation == 0)
  }

  @Test func `a layout and forwarding get what is left after udev's matrix, the rule all of it`() throws {
    let old = AffineTransform(matrix: -1, 0, 1, 0, 1, 0)
    let all = AffineTransform(matrix: 1.1, 0, -0.05, 0, 1.2, -0.1)
    let result = try Self.result(all, old: "-1 0 1 0 1 0")
    let rest = try #require(result.afterUdev)
    for point in CalibrationMarks.places(5) {
      let (one, two) = (all.apply(to: point), rest.apply(to: old.apply(to: point)))
      #expect(abs(one.x - two.x) < 1e-9 && abs(one.y - two.y) < 1e-9)
    }
    #expect(result.rule.hasSuffix(#"="1.1 0 -0.05 0 1.2 -0.1""#))
    #expect(try result.text(for: .layout).contains("calibration: [-1.1, 0, 1.05, 0, 1.2, -0.1]"))
    #expect(try result.text(for: .forward).contains("contactor forward --device /dev/input/event5 --calibration '-1.1 0 1.05 0 1.2 -0.1'"))
    #expect(try result.text(for: .layout).contains("udev's present -1 0 1 0 1 0"))
    // What is no matrix is none for libinput either.
    #expect(try Self.result(all, old: "nonsense").afterUdev == Self.fit(all).matrix)
  }

  @Test func `where udev's matrix cannot be undone only the rule is given, and the rest says why`() throws {
    let result = try Self.result(.identity, old: "0 0 0 0 1 0")
    #expect(throws: CalibrationResult.Failure.self) { try result.text(for: .layout) }
    #expect(throws: CalibrationResult.Failure.self) { try result.text(for: .forward) }
    let all = try result.text(for: nil)
    #expect(all.contains(result.rule) && all.contains("# layout: udev's calibration") && !all.contains("\ndevices:"))
  }

  @Test func `without a choice all three are given, each under a comment line`() throws {
    let text = try Self.result().text(for: nil)
    let heads = text.split(separator: "\n").filter { $0.contains("one of the three") }
    #expect(heads.map { $0.prefix(while: { $0 != ":" }) } == ["# udev", "# layout", "# forward"])
    #expect(text.contains("turned by 90° clockwise, and that alone, 0 -1 1 1 0 0, would do"))
  }

  @Test func `touches that do not fit together, or in a wrong order, are doubted`() throws {
    let marks = CalibrationMarks.places(4)
    func doubt(_ order: [Int], size: Size?) throws -> CalibrationResult.Doubt? {
      let fit = try CalibrationFit(zip(order, marks).map { CalibrationFit.Pair(touch: marks[$0], mark: $1) })
      return CalibrationResult(device: Self.device(size: size), given: nil, fit: fit, old: nil).doubt
    }
    let size = Size(width: 200, height: 100)
    #expect(try doubt([0, 1, 2, 3], size: size) == nil)
    // Round by a corner is a panel that is turned.
    #expect(try doubt([1, 2, 3, 0], size: size) == nil)
    let shifted = [Point(x: 0.1, y: 0.1), Point(x: 0.9, y: 0.1), Point(x: 0.5, y: 0.5), Point(x: 0.1, y: 0.9)]
    let fit = try CalibrationFit(zip(shifted, marks).map { CalibrationFit.Pair(touch: $0, mark: $1) })
    guard case .far(_, let distance, "mm", 10) = CalibrationResult(device: Self.device(size: size), given: nil, fit: fit, old: nil).doubt
    else {
      Issue.record("a mark of which another place was touched is not doubted")
      return
    }
    #expect(distance > 10)
    guard case .far(_, _, "%", 10) = CalibrationResult(device: Self.device(), given: nil, fit: fit, old: nil).doubt else {
      Issue.record("nor without a size")
      return
    }
    let slanted = try Self.result(AffineTransform(matrix: 1, 0.6, 0, 0, 1, 0))
    #expect(slanted.doubt == .slanted && slanted.summary.contains("the panel slants"))
  }

  @Test func `the summary and the JSON have residuals in millimetres where the size is known, and the old matrix`() throws {
    let own = try Self.result(
      .identity, Self.device(size: Size(width: 154, height: 86)), given: Size(width: 1, height: 1), old: "1 0 0 0 1 0")
    #expect(own.size == Size(width: 154, height: 86) && own.unit == "mm")
    #expect(
      own.summary.first == "mark 1: 0 mm off" && own.summary.contains("udev's calibration was 1 0 0 0 1 0, and no part of the touches"))
    let json = String(decoding: own.json, as: UTF8.self)
    #expect(
      json.hasPrefix(
        #"{"kind":"calibrate","done":true,"matrix":[1,0,0,0,1,0],"residuals":[0,0,0,0,0],"rms":0,"unit":"mm","device":"/dev/input/event5""#),
      "\(json)")
    #expect(json.contains(#""old":"1 0 0 0 1 0""#) && json.hasSuffix("\n"))
    let unknown = try Self.result()
    #expect(unknown.unit == "%" && unknown.summary.contains { $0.contains("--mm WIDTHxHEIGHT") })
  }

  @Test(arguments: [("/dev/input/event5", "/dev/input/event5"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("", "''"), ("$(x)", "'$(x)'")])
  func `words of a command are quoted for a shell`(word: String, quoted: String) {
    #expect(ShellText.quoted(word) == quoted)
  }

  @Test func `numbers have six decimals at most, and no minus in front of nothing`() {
    #expect(
      CalibrationNumber.exact(1.0 / 3) == "0.333333" && CalibrationNumber.exact(-1e-9) == "0" && CalibrationNumber.exact(-2.5) == "-2.5")
    #expect(CalibrationNumber.exact(100) == "100" && CalibrationNumber.exact(1e-5) == "0.00001" && CalibrationNumber.short(0.26) == "0.3")
  }
}
