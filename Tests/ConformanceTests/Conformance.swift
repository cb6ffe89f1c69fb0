import Testing

/// The suite of all cases: each file's is nested in it, so that the tally comes after the last of them.
///
/// To take another file: a suite in an extension of this with a table from id to check, as the others have; cases that
/// do not concern us go to `Skips`, those from which the contract departs to `Departures`.
@Suite("Conformance", .tally)
enum Conformance {
  /// Does what a case says and throws a `Mismatch` where we differ.
  typealias Check = @Sendable (Case) throws -> Void

  /// The files that have a suite.
  static let taken = [
    "uikit-facts", "rxcocoa-real-uikit", "control-disagreements", "swift-win32", "flowkey", "gnustep", "cappuccino",
    "kif-real-uikit", "winobjc", "android-uigesture", "opengestures", "mutter", "chromium", "flutter", "uno", "monogame",
    "hammer", "gtk", "compose", "avalonia", "alexa-apl", "gecko-apz", "velocity",
  ]

  /// Runs a case's check and counts the verdict.
  ///
  /// A case without a check that is not skipped fails: it is new. So does a departure that passes after all, or that
  /// differs in another way than is written down.
  static func judge(_ item: Case, _ checks: [String: Check]) throws {
    let key = item.key
    if let skip = Skips.byID[item.id] {
      Tally.shared.add(.skipped, in: item.file)
      if checks[key] != nil { Issue.record("\(item.id) has a check and is skipped all the same: \(skip)") }
      return
    }
    guard let check = checks[key] else {
      Tally.shared.add(.failed, in: item.file)
      Issue.record("\(item.id) is new: write a check, or list it in Skips or Departures with the reason")
      return
    }
    let departure = Departures.byID[item.id]
    do {
      try check(item)
    } catch let mismatch as Mismatch {
      return record(mismatch, item, departure)
    } catch {
      Tally.shared.add(.failed, in: item.file)
      throw error
    }
    Tally.shared.add(departure == nil ? .passed : .failed, in: item.file)
    if departure != nil { Issue.record("\(item.id) passes after all: take it off Departures") }
  }

  private static func record(_ mismatch: Mismatch, _ item: Case, _ departure: Departure?) {
    if let departure, departure.ours == mismatch.ours {
      Tally.shared.add(.departed, in: item.file)
    } else {
      Tally.shared.add(.failed, in: item.file)
      Issue.record(
        "\(item.id): \(mismatch)\(departure.map { "; the departure says ours is \($0.ours)" } ?? "")")
    }
  }
}

extension Case {
  /// The id without the file's name.
  var key: String { String(id.dropFirst(file.count + 1)) }
}
