// The methods of views of ContactorControls, and of their delegates and data sources, as Swift declares them.
extension Callout {
  /// What views of a class ask and tell their delegates and data sources.
  static func asked(by className: String) -> [Callout] {
    switch className {
    case "ScrollView": ofScrollDelegates
    case "PageView": ofScrollDelegates + [.numberOfPages, .pageAt, .didShowPage]
    case "PickerView": [.numberOfComponents, .pickerRows, .pickerTitle, .didSelectPickerRow]
    case "TableView": ofScrollDelegates + ofTableDelegates
    case "OutlineView":
      ofScrollDelegates + ofTableDelegates + [.numberOfChildren, .child, .isExpandable, .cellForNode, .shouldExpand, .shouldCollapse]
    case "Browser": ofScrollDelegates + between(.numberOfBrowserItems, .didSelectBrowserRow)
    case "CollectionView":
      ofScrollDelegates + [.numberOfItems, .cellForItem, .shouldSelectItem, .didSelectItem, .didDeselectItem, .didFindItemError]
    case "TextField":
      [
        .shouldBeginEditing, .didBeginEditing, .shouldChangeText, .shouldChangeRange, .shouldReturn, .shouldEndEditing, .didEndEditing,
        .advanceOfCharacter, .lineHeight,
      ]
    case "TextView":
      [
        .viewShouldBeginEditing, .viewDidBeginEditing, .viewShouldChangeText, .viewShouldEndEditing, .viewDidEndEditing,
        .advanceOfCharacter, .lineHeight,
      ]
    case "Keyboard", "DialPad": [.shouldType, .didType, .keyboardShouldDismiss]
    case "MenuView", "PopUpButton": ofMenuDelegates
    default: []
    }
  }

  /// What menus ask and tell their delegates.
  static let ofMenuDelegates: [Callout] = [.menuNeedsUpdate, .menuWillOpen, .menuDidClose, .menuWillHighlight]

  private static let ofScrollDelegates = between(.scrolled, .didEndZooming)
  private static let ofTableDelegates = between(.numberOfSections, .swipeAction)

  private static func between(_ first: Callout, _ last: Callout) -> [Callout] {
    allCases.filter { $0.rawValue >= first.rawValue && $0.rawValue <= last.rawValue }
  }

  var memberOfScrolling: (signature: String, rest: String)? {
    switch self {
    case .didScroll, .didEndScrolling: ("func \(self)()", "super.\(self)()")
    case .touchesShouldCancel: ("func touchesShouldCancel(in view: View) -> Bool", "return {super.touchesShouldCancel(in: view)}")
    default: nil
    }
  }

  var memberOfScrollDelegate: (signature: String, rest: String)? {
    switch self {
    case .scrolled: Self.told("scrollViewDidScroll")
    case .willBeginDragging: Self.told("scrollViewWillBeginDragging")
    case .willEndDragging:
      (
        "func scrollViewWillEndDragging(_ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point)",
        "targetContentOffset.y = {targetContentOffset.y}"
      )
    case .didEndDragging: ("func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerates: Bool)", "")
    case .willBeginDecelerating: Self.told("scrollViewWillBeginDecelerating")
    case .didEndDecelerating: Self.told("scrollViewDidEndDecelerating")
    case .didEndAnimation: Self.told("scrollViewDidEndScrollingAnimation")
    case .shouldScrollToTop: ("func scrollViewShouldScrollToTop(_ scrollView: ScrollView) -> Bool", "return {true}")
    case .viewForZooming: ("func viewForZooming(in scrollView: ScrollView) -> View?", "return subviewNumbered({0}, scrollView)")
    case .willBeginZooming: ("func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?)", "")
    case .didZoom: Self.told("scrollViewDidZoom")
    case .didEndZooming: ("func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double)", "")
    case .numberOfPages: ("func numberOfPages(in pageView: PageView) -> Int", "return {3}")
    case .pageAt: ("func pageView(_ pageView: PageView, viewForPageAt index: Int) -> View?", "return viewNumbered({index})")
    case .didShowPage: ("func pageView(_ pageView: PageView, didShowPageAt index: Int)", "")
    default: memberOfPickerDelegate
    }
  }

  private static func told(_ name: String) -> (signature: String, rest: String) { ("func \(name)(_ scrollView: ScrollView)", "") }

  private var memberOfPickerDelegate: (signature: String, rest: String)? {
    switch self {
    case .numberOfComponents: ("func numberOfComponents(in pickerView: PickerView) -> Int", "return {2}")
    case .pickerRows: ("func pickerView(_ pickerView: PickerView, numberOfRowsInComponent component: Int) -> Int", "return {10}")
    case .pickerTitle:
      ("func pickerView(_ pickerView: PickerView, titleForRow row: Int, forComponent component: Int) -> String?", "return {\"\\(row)\"}")
    case .didSelectPickerRow: ("func pickerView(_ pickerView: PickerView, didSelectRow row: Int, inComponent component: Int)", "")
    default: memberOfTables ?? memberOfTexts ?? memberOfGrids
    }
  }

  /// What tables ask and tell.
  private var memberOfTables: (signature: String, rest: String)? {
    switch self {
    case .numberOfSections: ("func numberOfSections(in tableView: TableView) -> Int", "return {1}")
    case .numberOfRows: ("func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int", "return {20}")
    case .cellForRow:
      ("func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell?", "return rowNumbered({0}, tableView)")
    case .headerTitle: ("func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?", "return {\"header\"}")
    case .footerTitle: ("func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?", "return {\"\"}")
    case .canEditRow: ("func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool", "return {true}")
    case .canMoveRow: ("func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool", "return {true}")
    case .shouldHighlightRow: ("func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool", "return {true}")
    case .shouldSelectRow: ("func tableView(_ tableView: TableView, shouldSelectRowAt indexPath: IndexPath) -> Bool", "return {true}")
    case .commitEditing:
      ("func tableView(_ tableView: TableView, commit editingStyle: TableView.EditingStyle, forRowAt indexPath: IndexPath)", "")
    case .moveRow: ("func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath)", "")
    case .setRowValue: ("func tableView(_ tableView: TableView, setValue value: ControlValue, forRowAt indexPath: IndexPath)", "")
    case .indexTitles:
      ("func sectionIndexTitles(for tableView: TableView) -> [String]", "return Array(repeating: \"A\", count: countNumbered({0}))")
    case .sectionForTitle:
      ("func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int", "return {index}")
    case .heightForRow: ("func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double?", "return {44}")
    case .heightForHeader: ("func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double?", "return {20}")
    case .heightForFooter: ("func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double?", "return {0}")
    case .didSelectRow: ("func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)", "")
    case .didDeselectRow: ("func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)", "")
    case .accessoryTapped: ("func tableView(_ tableView: TableView, accessoryButtonTappedForRowAt indexPath: IndexPath)", "")
    case .selectionDidChange: ("func tableViewSelectionDidChange(_ tableView: TableView)", "")
    case .willDisplay: ("func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)", "")
    case .didEndDisplaying:
      ("func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)", "")
    case .trailingActions:
      (
        "func tableView(_ tableView: TableView, trailingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions?",
        "return actionsNumbered({-1})"
      )
    case .leadingActions:
      (
        "func tableView(_ tableView: TableView, leadingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions?",
        "return actionsNumbered({1})"
      )
    case .moveTarget:
      (
        "func tableView(_ tableView: TableView, targetForMoveFromRowAt source: IndexPath, toProposed destination: IndexPath) -> IndexPath",
        "return IndexPath(row: anyNumbered({destination.row}), section: destination.section)"
      )
    case .didFindError: ("func tableView(_ tableView: TableView, didFind error: TableError)", "")
    case .swipeAction: ("func swipeAction()", "")
    case .prepareForReuse: ("func prepareForReuse()", "super.prepareForReuse()")
    default: nil
    }
  }

  /// What text controls, keyboards, menus and cells ask and tell.
  private var memberOfTexts: (signature: String, rest: String)? {
    switch self {
    case .viewShouldBeginEditing: ("func textViewShouldBeginEditing(_ textView: TextView) -> Bool", "return {true}")
    case .viewDidBeginEditing: ("func textViewDidBeginEditing(_ textView: TextView)", "")
    case .viewShouldChangeText:
      ("func textView(_ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText: String) -> Bool", "return {true}")
    case .viewShouldEndEditing: ("func textViewShouldEndEditing(_ textView: TextView) -> Bool", "return {true}")
    case .viewDidEndEditing: ("func textViewDidEndEditing(_ textView: TextView)", "")
    case .advanceOfCharacter: ("func advance(of character: Character, after previous: Character?) -> Double", "return {8}")
    case .lineHeight: ("var lineHeight: Double", "return {20}")
    case .shouldType: ("func keyboard(_ keyboard: Keyboard, shouldType event: KeyEvent) -> Bool", "return {true}")
    case .didType: ("func keyboard(_ keyboard: Keyboard, didType event: KeyEvent, handled: Bool)", "")
    case .keyboardShouldDismiss: ("func keyboardShouldDismiss(_ keyboard: Keyboard) -> Bool", "return {true}")
    case .menuNeedsUpdate: ("func menuNeedsUpdate(_ menu: Menu)", "")
    case .menuWillOpen: ("func menuWillOpen(_ menu: Menu)", "")
    case .menuDidClose: ("func menuDidClose(_ menu: Menu)", "")
    case .menuWillHighlight: ("func menu(_ menu: Menu, willHighlight item: MenuItem?)", "")
    case .alertDidEnd: ("func alertDidEnd(_ alert: Alert, answer: Alert.Answer)", "")
    case .validateItem: ("func validateMenuItem(_ item: MenuItem) -> Bool", "return {true}")
    case .performCommand: ("func perform(_ command: TextCommand)", "super.perform(command)")
    case .sendKey: ("func send(_ event: KeyEvent) -> Bool", "return super.send(event)")
    case .copyValues: ("func copyValues(to cell: Cell)", "super.copyValues(to: cell)")
    case .makeCell:
      ("func makeCell(atRow row: Int, column: Int) -> Cell", "return cellNumbered({-1}) ?? super.makeCell(atRow: row, column: column)")
    default: nil
    }
  }

  /// What grids and outlines ask and tell.
  private var memberOfGrids: (signature: String, rest: String)? {
    switch self {
    case .numberOfItems: ("func numberOfItems(in collectionView: CollectionView) -> Int", "return {30}")
    case .cellForItem:
      (
        "func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell?",
        "return rowNumbered({0}, collectionView)"
      )
    case .shouldSelectItem: ("func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool", "return {true}")
    case .didSelectItem: ("func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int)", "")
    case .didDeselectItem: ("func collectionView(_ collectionView: CollectionView, didDeselectItemAt item: Int)", "")
    case .didFindItemError: ("func collectionView(_ collectionView: CollectionView, didFind error: TableError)", "")
    case .numberOfChildren: ("func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int", "return {3}")
    case .child:
      (
        "func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable?",
        "return itemNumbered({childNumber(index, item)})"
      )
    case .isExpandable: ("func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool", "return {true}")
    case .cellForNode:
      (
        "func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell?",
        "return rowNumbered({0}, outlineView)"
      )
    case .shouldExpand: ("func outlineView(_ outlineView: OutlineView, shouldExpandItem item: AnyHashable) -> Bool", "return {true}")
    case .shouldCollapse: ("func outlineView(_ outlineView: OutlineView, shouldCollapseItem item: AnyHashable) -> Bool", "return {true}")
    default: memberOfBrowsers
    }
  }

  /// What browsers ask and tell.
  private var memberOfBrowsers: (signature: String, rest: String)? {
    switch self {
    case .numberOfBrowserItems: ("func browser(_ browser: Browser, numberOfChildrenOfItem item: AnyHashable?) -> Int", "return {20}")
    case .browserItem:
      (
        "func browser(_ browser: Browser, child index: Int, ofItem item: AnyHashable?) -> AnyHashable?",
        "return itemNumbered({childNumber(index, item)})"
      )
    case .isLeaf: ("func browser(_ browser: Browser, isLeafItem item: AnyHashable) -> Bool", "return {false}")
    case .browserTitle:
      ("func browser(_ browser: Browser, titleForItem item: AnyHashable) -> String", "return {\"\\(childNumber(0, item))\"}")
    case .browserSelection:
      (
        "func browser(_ browser: Browser, selectionRowsForProposedSelection rows: RangeSet<Int>, inColumn column: Int) -> RangeSet<Int>?",
        "return rowsNumbered({-1})"
      )
    case .typeSelectMatch:
      (
        "func browser(\n  _ browser: Browser, nextTypeSelectMatchFromRow start: Int, toRow end: Int, inColumn column: Int, forString text: String\n) -> Int?",
        "return matchNumbered({-2})"
      )
    case .didSelectBrowserRow: ("func browser(_ browser: Browser, didSelectRow row: Int, inColumn column: Int)", "")
    default: nil
    }
  }

  /// What observers are told.
  var memberOfObserver: (signature: String, rest: String)? {
    switch self {
    case .touchChanged: ("func touchChanged(_ touch: Touch)", "")
    case .controlSends: ("func control(_ control: Control, sends events: Control.Events, touch: Touch?)", "")
    case .actionSent:
      (
        "func actionSent(_ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool)",
        ""
      )
    case .registrationRefused: ("func registrationRefused(_ error: ActionError, by sender: AnyObject?)", "")
    case .unhandled: ("func unhandled(_ action: UnhandledAction)", "")
    case .anomaly: ("func anomaly(_ anomaly: Anomaly)", "")
    case .gestureChanged:
      ("func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp)", "")
    case .gestureDecided: ("func gestureDecided(_ recognizer: GestureRecognizer, _ reason: GestureReason)", "")
    default: nil
    }
  }
}
