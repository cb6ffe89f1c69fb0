import ContactorTrace

/// What `contactor doctor` prints.
public struct DoctorReport {
  private let checks: [DoctorCheck]

  /// Creates a report of checks.
  public init(_ checks: [DoctorCheck]) { self.checks = checks }

  /// The exit status: 0 where nothing failed, 3 where a permission or a device is missing, else 1.
  public var status: Int32 {
    let failed = checks.filter { $0.verdict == .failed }
    return failed.isEmpty ? 0 : failed.contains(where: \.isAccess) ? 3 : 1
  }

  /// How many checks failed, and how many warn.
  public var counts: (failed: Int, warnings: Int) {
    (checks.count { $0.verdict == .failed }, checks.count { $0.verdict == .warning })
  }

  /// A line for each check, in columns: how it is, what was looked at, what was found, and what to do.
  public var text: String {
    let width = (checks.map(\.area.count).max() ?? 0) + 2
    return checks.map { check in
      let verdict = check.verdict.rawValue
      let advice = check.advice.isEmpty ? "" : "; do: \(check.advice)"
      return verdict + String(repeating: " ", count: 9 - verdict.count) + check.area
        + String(repeating: " ", count: width - check.area.count) + Self.printable(check.found + advice) + "\n"
    }.joined()
  }

  /// A JSON object for each check, on lines of their own.
  public var json: String {
    checks.map { check in
      var line = JSONLine()
      line.add("check", check.area)
      line.add("verdict", check.verdict.rawValue)
      line.add("found", check.found)
      if !check.advice.isEmpty { line.add("do", check.advice) }
      return String(decoding: line.finished(), as: UTF8.self)
    }.joined()
  }

  /// The text without control characters: names of panels come from devices.
  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{fffd}" : $0 }))
  }
}
