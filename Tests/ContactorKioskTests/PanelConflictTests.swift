import ContactorCore
import ContactorInput
@testable import ContactorKiosk
@testable import ContactorLayout
import Testing

/// Which `devices` entry a panel takes, and the warnings where that is in doubt.
@Suite struct PanelConflictTests {
  private func layout(_ devices: [String]) throws -> Layout {
    let entries = devices.map { "  - \($0)\n" }.joined()
    return try SessionStage.parse("windows: [{id: left, size: [8, 8]}, {id: right, size: [8, 8]}]\ndevices:\n\(entries)")
  }

  private func panel(
    _ number: UInt32, name: String = "Twin", path: String = "", serial: String = "", seat: String = "seat0"
  ) -> TouchDevice {
    var panel = TouchDevice(id: DeviceID(rawValue: number), node: "/dev/input/event\(number)", name: name)
    (panel.vendor, panel.product) = (0x0eef, 1)
    (panel.physicalPath, panel.serial, panel.seat) = (path, serial, seat)
    return panel
  }

  // MARK: What is certain without a panel

  private func unused(_ devices: [String]) throws -> [String] {
    LayoutCheck.warnings(in: try layout(devices)).map(\.description)
  }

  @Test func `an entry behind one that fits all of its panels is warned of with both places`() throws {
    #expect(
      try unused(["{match: {name: 'T*'}, window: left}", "{match: {name: Twin, serial: A}, window: right}"]) == [
        "k.yaml:5:5: warning: no panel takes this device, as the one at k.yaml:4:5 fits all of its panels and comes first; expected "
          + "the narrower match first"
      ])
  }

  @Test func `two entries with the same match are told from one that covers another`() throws {
    #expect(
      try unused(["{match: {name: Twin}, window: left}", "{match: {name: Twin}, ignore: true}"]) == [
        "k.yaml:5:5: warning: no panel takes this device, as the one at k.yaml:4:5 fits the same panels and comes first; expected "
          + "matches that differ, such as by 'path' or 'serial'"
      ])
  }

  @Test(arguments: [
    // Covered: by an entry for all, by numbers, by stars.
    ("{}", "{vendor: 1}", true), ("{vendor: 1}", "{vendor: 1, product: 2}", true), ("{name: '*'}", "{path: x}", true),
    ("{path: 'usb-*'}", "{path: 'usb-*-1.2'}", true), ("{path: '*1*2*'}", "{path: 'a1b*2'}", true), ("{serial: ''}", "{serial: ''}", true),
    ("{seat: 'seat*'}", "{seat: seat1, name: x}", true), ("{name: 'a**'}", "{name: 'a*'}", true), ("{vendor: '*'}", "{vendor: 3}", true),
    // Not covered, or not certain.
    ("{vendor: 1}", "{}", false), ("{vendor: 1}", "{vendor: 2}", false), ("{vendor: 1, product: 2}", "{vendor: 1}", false),
    ("{name: a}", "{name: 'a*'}", false), ("{name: 'a*b'}", "{name: 'a*'}", false), ("{name: 'a*b*'}", "{name: 'a*c'}", false),
    ("{serial: ''}", "{serial: '*'}", false), ("{serial: ''}", "{name: x}", false), ("{output: x}", "{output: y}", false),
    ("{seat: seat0}", "{seat: seat1}", false), ("{path: 'usb-1'}", "{path: 'usb-1/input0'}", false),
    ("{name: '*ab'}", "{name: '*b'}", false),
  ])
  func `an entry is unused only where that is certain`(first: String, second: String, isUnused: Bool) throws {
    let found = try unused(["{match: \(first), window: left}", "{match: \(second), window: right}"])
    #expect(found.count == (isUnused ? 1 : 0), "\(found)")
  }

  @Test func `no text that fits a covered pattern fails to fit the covering one, and each pattern in doubt has such a text`() {
    let letters = ["a", "b", "*"]
    let patterns = (0...4).flatMap { length in
      (0..<length).reduce([""]) { words, _ in words.flatMap { word in letters.map { word + $0 } } }
    }
    // A star's text needs a letter that no pattern has.
    let texts = (0...5).flatMap { length in
      (0..<length).reduce([""]) { words, _ in words.flatMap { word in ["a", "b", "c"].map { word + $0 } } }
    }
    let fitting = Dictionary(
      uniqueKeysWithValues: patterns.map { pattern in (pattern, Set(texts.filter { GlobPattern(pattern).matches($0) })) })
    for own in patterns {
      for other in patterns {
        let isSubset = fitting[other]!.isSubset(of: fitting[own]!)
        let covers = GlobPattern(own).covers(GlobPattern(other))
        if covers != isSubset { Issue.record("\(own) covers \(other): \(covers), and all texts fit: \(isSubset)") }
      }
    }
  }

  @Test func `a match that could not be read covers nothing and is not covered`() {
    let text = """
      contactor: 1
      windows: [{id: left, size: [8, 8]}]
      devices: [{match: {vendor: none}, window: left}, {match: {name: x}, window: left}, {match: {name: [x]}}]
      """
    let found = LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml")
    #expect(found.count == 2 && found.allSatisfy { $0.severity == .error }, "\(found)")
  }

  @Test func `thousands of entries with long patterns are compared in bounded time`() throws {
    let long = String(repeating: "a*", count: 200)
    let entries = (0..<2_000).map { "{match: {name: '\($0)b\(long)'}, window: left}" }
    #expect(try unused(entries + ["{match: {name: x}}"]).isEmpty)
  }

  // MARK: What panels show

  @Test func `a panel that two entries fit is told of once, with both places and the way out`() throws {
    let layout = try layout(["{match: {name: Twin}, window: left}", "{match: {path: 'usb-*'}, window: right}"])
    var conflicts = PanelConflicts()
    let found = conflicts.add(panel(3, path: "usb-1/input0"), to: layout).map(\.description)
    #expect(
      found == [
        "event3 ('Twin'): fits devices[0] at k.yaml:4:5 and devices[1] at k.yaml:5:5; the first is used; add 'path' to tell them apart"
      ])
    #expect(layout.windowIndex(for: panel(3, path: "usb-1/input0")) == 0)
    conflicts.remove(DeviceID(rawValue: 3))
    #expect(conflicts.add(panel(4, path: "usb-1/input0"), to: layout).isEmpty, "the same panel, plugged in again")
    #expect(conflicts.add(panel(5, path: "usb-2/input0"), to: layout).count == 2, "another panel, and two that feed the window")
  }

  @Test(arguments: [
    // What the rest falls back to, and what says the same, is no doubt.
    ["{match: {name: Twin, path: 'usb-1'}, window: left}", "{match: {name: Twin}, ignore: true}"],
    ["{match: {name: Twin, path: 'usb-1'}, window: left}", "{ignore: true}"],
    ["{match: {name: Twin}, window: left}", "{match: {path: 'usb-1'}, window: left}"],
    ["{match: {name: Other}, window: left}", "{match: {path: 'usb-1'}, window: right}"],
  ])
  func `a fallback, an equal entry and one that does not fit are no doubt`(devices: [String]) throws {
    var conflicts = PanelConflicts()
    #expect(conflicts.add(panel(1, path: "usb-1/input0"), to: try layout(devices)).isEmpty)
  }

  @Test func `two panels of a model that feed one window are told once with what tells them apart`() throws {
    let layout = try layout(["{match: {name: Twin}, window: left}"])
    var conflicts = PanelConflicts()
    #expect(conflicts.add(panel(1, path: "usb-1/input0"), to: layout).isEmpty)
    #expect(
      conflicts.add(panel(2, path: "usb-2/input0"), to: layout).map(\.description) == [
        "event1 (path 'usb-1/input0') and event2 (path 'usb-2/input0') are both 'Twin' and take devices[0] at k.yaml:4:5, so that they "
          + "feed the same window; give each an entry: match: {path: 'usb-1/input0'} and match: {path: 'usb-2/input0'}; or two with 'pair'"
      ])
    conflicts.remove(DeviceID(rawValue: 1))
    #expect(conflicts.add(panel(7, path: "usb-1/input0"), to: layout).isEmpty)
    #expect(conflicts.add(panel(8, name: "Other"), to: layout).isEmpty)
  }

  @Test func `serial numbers go before paths, and panels without either are told so`() throws {
    let layout = try layout(["{match: {name: Twin}, window: left}"])
    var conflicts = PanelConflicts()
    _ = conflicts.add(panel(1, path: "a", serial: "S'1"), to: layout)
    #expect(
      conflicts.add(panel(2, path: "b", serial: "S2"), to: layout)[0].advice.hasSuffix(
        "{serial: 'S''1'} and match: {serial: 'S2'}; or two with 'pair'"))
    var others = PanelConflicts()
    _ = others.add(panel(1), to: layout)
    let found = others.add(panel(2), to: layout)
    #expect(found.count == 1 && found[0].description.contains("nothing tells them apart"))
  }

  @Test func `another layout is looked at anew, the same entries are not`() throws {
    let layout = try layout(["{match: {name: Twin}, window: left}"])
    var conflicts = PanelConflicts()
    _ = conflicts.add(panel(1, path: "a"), to: layout)
    _ = conflicts.add(panel(2, path: "b"), to: layout)
    #expect(conflicts.show(layout).isEmpty)
    #expect(conflicts.show(try self.layout(["{match: {vendor: 0xeef}, window: right}"])).count == 1)
    #expect(conflicts.show(try self.layout(["{match: {vendor: 0xeef}, ignore: true}"])).isEmpty)
    #expect(conflicts.show(try self.layout(["{match: {path: a}, window: left}", "{match: {path: b}, window: right}"])).isEmpty)
  }

  @Test func `a seat is matched, and told in the log where a layout matches it`() throws {
    let layout = try layout(["{match: {seat: seat1}, window: right}", "{window: left}"])
    #expect(layout.windowIndex(for: panel(1, seat: "seat1")) == 1)
    #expect(layout.windowIndex(for: panel(1, seat: "")) == 0)
    let stage = try SessionStage("windows: [{id: left, size: [8, 8]}]\ndevices: [{match: {seat: 'seat*'}, window: left}]")
    stage.session.handle(.deviceAdded(panel(1, seat: "seat1"), at: Timestamp(microseconds: 5)))
    #expect(stage.lines.contains { $0.contains(#""seat":"seat1""#) }, "\(stage.lines)")
  }

  // MARK: What the command shows

  @Test func `the list of touchscreens has the entry of each panel, and those that fit too`() throws {
    let layout = try layout([
      "{match: {serial: A}, window: right}", "{match: {name: Twin}, window: left}", "{match: {path: 'usb-*'}, ignore: true}",
    ])
    let listings = [
      DeviceListing(device: panel(1, path: "usb-1", serial: "A"), problem: nil),
      DeviceListing(device: panel(2, name: "Other", path: "usb-2"), problem: nil), DeviceListing(device: panel(3, name: "x"), problem: nil),
    ]
    let report = DeviceReport(listings, layout: layout)
    let text = report.text.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("  window") || $0.hasPrefix("  entry") || $0.hasPrefix("  fits too")
    }
    #expect(
      text == [
        "  window    right", "  entry     devices[0] at k.yaml:4:5",
        "  fits too  devices[1] at k.yaml:5:5, devices[2] at k.yaml:6:5", "  window    none: ignored",
        "  entry     devices[2] at k.yaml:6:5", "  window    left", "  entry     none",
      ])
    let lines = String(decoding: report.json, as: UTF8.self).split(separator: "\n")
    #expect(lines[0].hasSuffix(#""usable":true,"entry":0,"fitsToo":[1,2],"window":"right"}"#))
    #expect(lines[1].hasSuffix(#""usable":true,"entry":2,"ignored":true}"#))
    #expect(lines[2].hasSuffix(#""usable":true,"window":"left"}"#))
  }

  @Test func `the doctor says which entries are in doubt`() throws {
    var facts = DoctorFacts()
    facts.panels = [panel(1, path: "a"), panel(2, path: "b")].map { DoctorFacts.Panel(DeviceListing(device: $0, problem: nil)) }
    facts.layout = DoctorFacts.LayoutFile(path: "k.yaml")
    facts.layout?.layout = try layout(["{match: {name: Twin}, window: left}"])
    let found = Doctor(facts).checks.filter { $0.found.contains("feed the same window") }
    #expect(found.map(\.advice) == ["give each an entry: match: {path: 'a'} and match: {path: 'b'}; or two with 'pair'"])
    #expect(found.allSatisfy { $0.verdict == .warning && $0.area == "layout" })
  }
}
