import ContactorControls
import ContactorCore

// Tables and their rows, and a data source and delegate whose answers go by the program: they may be lies.

/// A table.
final class ScriptedTableView: TableView, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func didScroll() { script.play(.didScroll) { super.didScroll() } }
  override func layoutSubviews() { script.play(.layoutSubviews) { super.layoutSubviews() } }
  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    script.play(.touchesEnded, touches, event) { super.touchesEnded(touches, with: event) }
  }
}

/// A row of a table.
final class ScriptedTableViewCell: TableViewCell, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func prepareForReuse() { script.play(.prepareForReuse) { super.prepareForReuse() } }
  override func didMoveToSuperview() { script.play(.didMoveToSuperview) { super.didMoveToSuperview() } }
  override func didMoveToWindow() { script.play(.didMoveToWindow) { super.didMoveToWindow() } }
  override var isSelected: Bool { didSet { script.play(.isSelected) } }
  override var isHighlighted: Bool { didSet { script.play(.isHighlighted) } }
  override var rowAccessibility: Accessibility { script.play(.standardAccessibility) { super.rowAccessibility } }
}

extension Script {
  /// The row that a number means: none, one of the table's own, or one of the program's, which may be in use.
  func row(_ number: Int, in table: TableView) -> TableViewCell? {
    if number < 0 { return nil }
    if number == 0 { return table.dequeueReusableCell(withIdentifier: "cell") }
    return world.object(Kind.row.base + number % Kind.row.count) as? TableViewCell
  }
}

extension ScriptedDelegate: TableViewDataSource {
  func numberOfSections(in tableView: TableView) -> Int { script.count(.numberOfSections) { 1 } }
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { script.count(.numberOfRows) { 20 } }
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    script.row(script.count(.cellForRow) { 0 }, in: tableView)
  }
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { script.text(.headerTitle) { "header" } }
  func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { script.text(.footerTitle) { "" } }
  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { script.ask(.canEditRow) { true } }
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { script.ask(.canMoveRow) { true } }
  func tableView(_ tableView: TableView, commit editingStyle: TableView.EditingStyle, forRowAt indexPath: IndexPath) {
    script.play(.commitEditing)
  }
  func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) { script.play(.moveRow) }
  func tableView(_ tableView: TableView, setValue value: ControlValue, forRowAt indexPath: IndexPath) { script.play(.setRowValue) }
  func sectionIndexTitles(for tableView: TableView) -> [String] {
    Array(repeating: "A", count: max(0, min(script.count(.indexTitles) { 0 }, 1_000)))
  }
  func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    script.count(.sectionForTitle) { index }
  }
}

extension ScriptedDelegate: TableViewDelegate {
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double? { script.length(.heightForRow) { 44 } }
  func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double? { script.length(.heightForHeader) { 20 } }
  func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double? { script.length(.heightForFooter) { 0 } }
  func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { script.ask(.shouldHighlightRow) { true } }
  func tableView(_ tableView: TableView, shouldSelectRowAt indexPath: IndexPath) -> Bool { script.ask(.shouldSelectRow) { true } }
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { script.play(.didSelectRow) }
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) { script.play(.didDeselectRow) }
  func tableViewSelectionDidChange(_ tableView: TableView) { script.play(.selectionDidChange) }
  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) { script.play(.willDisplay) }
  func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
    script.play(.didEndDisplaying)
  }
  func tableView(_ tableView: TableView, accessoryButtonTappedForRowAt indexPath: IndexPath) { script.play(.accessoryTapped) }
  func tableView(_ tableView: TableView, trailingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? {
    swipeActions(script.count(.trailingActions) { -1 })
  }
  func tableView(_ tableView: TableView, leadingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? {
    swipeActions(script.count(.leadingActions) { 1 })
  }
  func tableView(_ tableView: TableView, targetForMoveFromRowAt source: IndexPath, toProposed destination: IndexPath) -> IndexPath {
    IndexPath(row: script.count(.moveTarget) { destination.row }, section: destination.section)
  }
  func tableView(_ tableView: TableView, didFind error: TableError) { script.play(.didFindError) }

  private func swipeActions(_ count: Int) -> SwipeActions? {
    guard count >= 0 else { return nil }
    let actions = (0..<min(count, 50)).map { number in
      SwipeAction("Act", isDestructive: number == 1) { [weak self] _, _ in self?.script.play(.swipeAction) }
    }
    return SwipeActions(actions, performsFirstActionWithFullSwipe: count != 3)
  }
}
