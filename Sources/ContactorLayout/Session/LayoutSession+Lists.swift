import ContactorControls
import ContactorCore
package import ContactorTrace

/// A list that wants its rows from outside: from a file or a program.
public struct RowsRequest: Hashable, Sendable {
  /// The id of the table.
  public let view: String
  /// Where the rows come from.
  public let source: LayoutRows
  /// The program and its arguments, filled in; empty for a file.
  public let argv: [String]
  /// The variables for the program, filled in.
  public let environment: [String: String]
}

extension Layout {
  /// The ids of the controls whose values are logged.
  var valueSenders: Set<String> {
    let kinds = LayoutKind.controls.filter { $0.hasValue && (log.value ?? LayoutKind.withLoggedValues.contains($0)) }
    return Set(allViews.filter { kinds.contains($0.kind) }.map(\.id))
  }
}

extension LayoutKind {
  /// The kinds whose values are logged unless the layout says otherwise.
  static let withLoggedValues: Set<LayoutKind> = [.textView, .knob, .picker, .popUp, .matrix, .table, .dialPad]
}

extension LayoutSession {
  /// Gives a table its rows: a list in YAML or JSON, or one row a line.
  ///
  /// The answer to `onRowsWanted`. An id that names no table any more is ignored.
  ///
  /// - Parameter name: names the bytes in the diagnostics.
  /// - Throws: `LayoutError` with all mistakes; the rows stay as they are.
  public func setRows(_ bytes: [UInt8], named name: String, forView id: String) throws(LayoutError) {
    set(try LayoutRows.parse(bytes, file: name), forView: id)
  }

  private func set(_ rows: [LayoutRow], forView id: String) {
    guard let table = responders[id] as? LayoutTableView else { return }
    let isSecure = log.secure.covers(id)
    // Before the rows are shown: what they select follows from them.
    let told = isSecure ? nil : ledger.note(rows, of: id)
    table.show(rows)
    if let told {
      log.rows(told)
      onRows?(told)
    }
    log.flush()
  }

  /// Shows the rows that a recording has for a list; where it does not have them, the list stays as it is, and `onRowsProblem` is told.
  func set(_ told: TraceRows) {
    do throws(RowsLedger.Problem) {
      set(try ledger.rows(after: told), forView: told.view)
    } catch {
      let why =
        switch error {
        case .unknown: "the recording does not have them; it was cut, or they are more than \(TraceRows.limit) bytes"
        case .invalid(let message): message
        }
      onRowsProblem?("the rows of \(told.view) cannot be shown: \(why)")
    }
  }

  /// All rows that lists got from outside, for a recording that begins anew.
  package var currentRows: [TraceRows] { ledger.all }

  /// Lets the next `rows` line of each list have all rows, as the log goes on in another file.
  package func logReopened() {
    ledger.forget()
    log.reopened()
  }

  /// Binds a table's events to the layout's actions, and its search to the field.
  func connect(_ table: LayoutTableView, _ description: LayoutView) {
    let tell = { [weak self, weak table] (event: String) in
      guard let self, let table else { return }
      let isSecure = log.secure.covers(table.identifier)
      let value = table.selectedIDs.joined(separator: " ")
      log.beginSecure(isSecure)
      if event == "valueChanged" { log.value(of: table.identifier, .text(value)) }
      log.endSecure(isSecure)
      for binding in description.bindings where binding.event == event {
        let values = PlaceholderValues(control: table.identifier, event: event, value: .text(value), x: nil, y: nil)
        let list = lanes.beginList()
        for (index, step) in binding.steps.enumerated() {
          perform(
            step, index, of: list,
            ActionCause(
              sender: table, id: table.identifier, event: event, values: values, delivered: application.event, isSecure: isSecure))
        }
      }
    }
    table.onSelection = { tell("valueChanged") }
    table.onTap = { tell("primaryActionTriggered") }
    table.onReload = { [weak self] in self?.wantRows(of: description) }
    if case .program = description.list.rows { wantRows(of: description) }
    guard let field = description.list.search.flatMap({ responders[$0] as? TextField }) else { return }
    field.addAction("search", for: .editingChanged) { [weak table, weak field] _, _ in
      if let table, let field { table.search(field.text) }
    }
  }

  private func wantRows(of view: LayoutView) {
    var request = RowsRequest(view: view.id, source: view.list.rows, argv: [], environment: [:])
    switch view.list.rows {
    case .listed: return
    case .file: break
    case .program(let run):
      let values = PlaceholderValues(control: view.id, event: "")
      request = RowsRequest(view: view.id, source: view.list.rows, argv: run.argv(with: values), environment: run.variables(with: values))
    }
    if let onRowsWanted { onRowsWanted(request) } else { unansweredRequests.append(request) }
  }
}
