import ContactorControls
import ContactorCore

// Browsers, and the items of browsers and outlines, whose end may call back.

/// A browser.
final class ScriptedBrowser: Browser, Scripted {
  let script = Script.next()

  deinit { script.play(.ended) }

  override func layoutSubviews() { script.play(.layoutSubviews) { super.layoutSubviews() } }
  override func didScroll() { script.play(.didScroll) { super.didScroll() } }
  override func keyDown(with event: KeyEvent) -> Bool { script.play(.keyDown, event) { super.keyDown(with: event) } }
}

/// An item of a tree: equal to others of its number.
final class TreeItem: Hashable {
  let number: Int

  init(_ number: Int) { self.number = number }

  deinit { Self.play(.ended) }

  private static func play(_ callout: Callout) { World.current?.play(ObjectName(kind: .type, number: Kind.type.count - 1), callout) }

  static func == (left: TreeItem, right: TreeItem) -> Bool {
    play(.called)
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    Self.play(.called)
    hasher.combine(number)
  }

  /// The usual number of an item inside another: no two are equal before the numbers wrap.
  static func number(_ index: Int, of parent: AnyHashable?) -> Int { (((parent as? TreeItem)?.number ?? -1) &* 3 &+ index &+ 3) & .max }
}

extension Script {
  /// The item of a number; `nil` for a number below 0.
  func item(_ callout: Callout, _ index: Int, of parent: AnyHashable?) -> AnyHashable? {
    let number = count(callout) { TreeItem.number(index, of: parent) }
    return number < 0 ? nil : AnyHashable(TreeItem(number))
  }
}

extension ScriptedDelegate: BrowserDelegate {
  func browser(_ browser: Browser, numberOfChildrenOfItem item: AnyHashable?) -> Int { script.count(.numberOfBrowserItems) { 20 } }
  func browser(_ browser: Browser, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    script.item(.browserItem, index, of: item)
  }
  func browser(_ browser: Browser, isLeafItem item: AnyHashable) -> Bool { script.ask(.isLeaf) { false } }
  func browser(_ browser: Browser, titleForItem item: AnyHashable) -> String {
    script.text(.browserTitle) { "\((item as? TreeItem)?.number ?? 0)" }
  }
  func browser(_ browser: Browser, selectionRowsForProposedSelection rows: RangeSet<Int>, inColumn column: Int) -> RangeSet<Int>? {
    let row = script.count(.browserSelection) { -1 }
    // None for 0, all that there may be for the least number.
    return row == -1 ? nil : row == 0 ? RangeSet() : RangeSet(row == .min ? .min ..< .max : row - 1..<row)
  }
  func browser(
    _ browser: Browser, nextTypeSelectMatchFromRow start: Int, toRow end: Int, inColumn column: Int, forString text: String
  ) -> Int? {
    let row = script.count(.typeSelectMatch) { -2 }
    return row == -2 ? nil : row
  }
  func browser(_ browser: Browser, didSelectRow row: Int, inColumn column: Int) { script.play(.didSelectBrowserRow) }
}
