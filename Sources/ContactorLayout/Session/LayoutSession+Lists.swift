import ContactorControls
import ContactorCore

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
    let rows = try LayoutRows.parse(bytes, file: name)
    guard let table = responders[id] as? LayoutTableView else { return }
    table.show(rows)
    log.rows(of: id, count: rows.count)
    log.flush()
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
        for action in binding.actions {
          perform(
            action,
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
