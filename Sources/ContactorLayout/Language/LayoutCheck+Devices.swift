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
      for earlier in entries[..<index] where cover == nil {
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
