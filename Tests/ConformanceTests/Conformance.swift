import Testing

/// The suite of all cases and of what reads them, so that the tally comes after the last of them.
///
/// A new case of a `Form` needs no code. One of another form needs an interpreter in `Form.all`; one that does not concern us
/// goes to `Skips`, one from which the contract departs to `Departures`.
@Suite("Conformance", .tally)
enum Conformance {
  /// Does what a case says and throws a `Mismatch` where we differ.
  typealias Check = @Sendable (Case) throws -> Void

  @Suite("The cases of every file")
  struct Cases {
    @Test("The case holds", arguments: Case.all)
    func holds(_ item: Case) throws { try judge(item) }
  }

  /// Runs a case and counts the verdict.
  ///
  /// A case without a form that is not skipped fails: it is new. So does a departure that passes after all, or that
  /// differs in another way than is written down.
  static func judge(_ item: Case) throws {
    if let reason = Skips.byID[item.id] { return Tally.shared.skip(in: item.file, because: reason) }
    guard let form = Form.of(item) else {
      Tally.shared.add(.failed, in: item.file)
      Issue.record("\(item.id) has no form: write one, or list it in Skips with the reason")
      return
    }
    let departure = Departures.byID[item.id]
    do {
      try form.check(item)
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
