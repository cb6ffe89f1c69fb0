import ContactorSystem

extension LayoutCheck {
  /// The most steps that comparing entries takes, so that thousands of entries with long patterns cost no more.
  private static let matchSteps = 20_000_000

  /// Entries of `devices` that no panel takes, as an entry before them fits every panel that they fit.
  ///
  /// Entries before one that cover it only together are not found, nor what only the panels that exist decide.
  static func unusedDevices(in subject: CheckedLayout) -> [LayoutDiagnostic] {
    let entries = subject.layout.devices.filter { !subject.doubtful.contains($0.mark) }
    var steps = matchSteps
    var warnings: [LayoutDiagnostic] = []
    for (index, entry) in entries.enumerated() {
      var cover: LayoutDevice?
      for earlier in entries[..<index] where cover == nil && !earlier.isPaired(beside: entry) {
        steps -= earlier.match.steps(toCover: entry.match)
        guard steps > 0 else { return warnings }
        if earlier.match.covers(entry.match) { cover = earlier }
      }
      if let cover { warnings.append(warning(of: entry, after: cover, subject)) }
    }
    return warnings
  }

  private static func warning(of entry: LayoutDevice, after cover: LayoutDevice, _ subject: CheckedLayout) -> LayoutDiagnostic {
    let place = cover.mark.place(in: subject.layout.file)
    // Two patterns that cover each other are equal but for stars in a row.
    if entry.match.covers(cover.match) {
      return subject.warning(
        entry.mark, "no panel takes this device, as the one at \(place) fits the same panels and comes first",
        expected: "matches that differ, such as by 'path' or 'serial'")
    }
    return subject.warning(
      entry.mark, "no panel takes this device, as the one at \(place) fits all of its panels and comes first",
      expected: "the narrower match first")
  }
}

extension LayoutDevice {
  /// Whether panels that both entries fit are paired with either of them.
  fileprivate func isPaired(beside other: LayoutDevice) -> Bool { pair != nil && other.pair != nil && match == other.match }
}

extension LayoutDecoder {
  /// Finds what is wrong with the entries that panels are paired with.
  mutating func checkPairs(_ devices: [LayoutDevice]) {
    var first: [String: LayoutMark] = [:]
    var sizes: [LayoutDeviceMatch: Int] = [:]
    for device in devices {
      guard let name = device.pair else { continue }
      sizes[device.match, default: 0] += 1
      if let before = first[name] {
        report(device.mark, "the pair \(quoted(name)) is taken; the first is at \(before.place(in: file))")
      } else {
        first[name] = device.mark
      }
      if device.isIgnored { report(device.mark, "a device is both ignored and paired", expected: "one of them") }
    }
    for device in devices where device.pair != nil && sizes[device.match] == 1 && !doubtful.contains(device.mark) {
      warn(
        device.mark, "no other device with this match has 'pair', so that no panels need to be told apart",
        expected: "entries with the same match, one for each panel")
    }
  }
}
