import ContactorCore
import ContactorSystem

extension LayoutKind {
  /// The keys with which `set` changes what a view of this kind holds; `enabled` and `hidden` besides.
  var heldKeys: [String] {
    switch self {
    case .slider, .stepper, .knob, .progress, .pages, .picker, .matrix: ["value"]
    case .segments, .popUp: ["value", "text"]
    case .switch, .button: ["state"]
    case .textField, .textView, .pinField, .dialPad, .table: ["text"]
    case .view, .scroll, .keyboard: []
    }
  }

  /// All keys with which `set` changes a view of this kind.
  var settableKeys: [String] { heldKeys + (viewClass is Control.Type ? ["enabled"] : []) + ["hidden"] }
}

/// What `set` sets must fit the view that it names.
extension LayoutDecoder {
  /// Reports views of `set` that there are not, and what cannot be set in them.
  mutating func checkSets(_ layout: Layout) {
    guard !sets.isEmpty else { return }
    let views = Dictionary(layout.allViews.map { ($0.id, $0) }) { first, _ in first }
    let missing = sets.filter { views[$0.action.target] == nil }
    report(missing.map { ($0.action.target, $0.action.mark) }, of: "view", known: Set(views.keys))
    for set in sets where !isFull {
      guard let view = views[set.action.target], !doubtful.contains(view.mark) else { continue }
      check(set, view)
    }
  }

  private mutating func check(_ set: WrittenSet, _ view: LayoutView) {
    let known = view.kind.settableKeys
    for (key, entry) in set.keys {
      guard known.contains(key) else {
        report(
          entry.mark, "a \(view.kind.noun) has no '\(key)' to set", expected: "one of \(known.joined(separator: ", "))",
          suggestion: ["enabled", "hidden"].contains(key) ? nil : view.kind.heldKeys.first)
        continue
      }
      if key == "value" { check(set.action.value, view, entry.value.mark) }
      if key == "text", let text = set.action.text { check(text, view, entry.value.mark) }
    }
  }

  // MARK: Numbers

  private mutating func check(_ numbers: [SetAction.Number], _ view: LayoutView, _ mark: LayoutMark) {
    guard !numbers.isEmpty else { return }
    let name = quoted(view.id)
    switch view.value {
    case .choice(let titles, _):
      guard checkCount(numbers, 1, view, mark), !titles.isEmpty else { return }
      checkIndex(numbers[0], -1...(titles.count - 1), "\(name) has \(count(titles.count, "title"))", "-1 for none", mark)
    case .wheels(let titles, _):
      guard !titles.isEmpty, checkCount(numbers, titles.count, view, mark) else { return }
      for (number, rows) in zip(numbers, titles) {
        checkIndex(number, 0...(rows.count - 1), "a wheel has \(count(rows.count, "row"))", nil, mark)
      }
    case .cells(let titles, _, _):
      guard let first = titles.first, !first.isEmpty, checkCount(numbers, 2, view, mark) else { return }
      checkIndex(numbers[0], 0...(titles.count - 1), "\(name) has \(count(titles.count, "row"))", nil, mark)
      checkIndex(numbers[1], 0...(first.count - 1), "\(name) has \(count(first.count, "column"))", nil, mark)
    case .range(let least, let greatest, _), .steps(let least, let greatest, _, _):
      if checkCount(numbers, 1, view, mark) { warnOfClamping(numbers[0], least...max(least, greatest), view, mark) }
    case .pages(let count, _):
      if checkCount(numbers, 1, view, mark) { warnOfClamping(numbers[0], 0...Double(max(count, 1) - 1), view, mark) }
    case .share: if checkCount(numbers, 1, view, mark) { warnOfClamping(numbers[0], 0...1, view, mark) }
    case .toggle, .text, nil: break
    }
  }

  private mutating func checkCount(_ numbers: [SetAction.Number], _ wanted: Int, _ view: LayoutView, _ mark: LayoutMark) -> Bool {
    if numbers.count == wanted { return true }
    let each = view.kind == .picker ? ", one for each wheel" : view.kind == .matrix ? ", [row, column]" : ""
    report(mark, "'value' has \(count(numbers.count, "number"))", expected: "\(wanted)\(each)")
    return false
  }

  /// Reports the number of a title, row or column that there is not: nothing could be selected.
  private mutating func checkIndex(
    _ number: SetAction.Number, _ range: ClosedRange<Int>, _ why: String, _ none: String?, _ mark: LayoutMark
  ) {
    guard case .fixed(let number) = number else { return }
    if let index = Int(exactly: number), range.contains(index) { return }
    let words = "a whole number from 0 to \(range.upperBound)" + (none.map { ", or \($0)" } ?? "")
    report(mark, "'value' is \(DecimalText.of(number)), and \(why)", expected: words)
  }

  private mutating func warnOfClamping(_ number: SetAction.Number, _ range: ClosedRange<Double>, _ view: LayoutView, _ mark: LayoutMark) {
    guard case .fixed(let number) = number, !range.contains(number) else { return }
    let nearest = number < range.lowerBound ? range.lowerBound : range.upperBound
    warn(
      mark, "'value' is \(DecimalText.of(number)), of which \(quoted(view.id)) takes \(DecimalText.of(nearest))",
      expected: "a number from \(DecimalText.of(range.lowerBound)) to \(DecimalText.of(range.upperBound))")
  }

  // MARK: Texts

  private mutating func check(_ template: PlaceholderTemplate, _ view: LayoutView, _ mark: LayoutMark) {
    if view.kind == .table, view.list.selection == .none {
      return report(mark, "the rows of \(quoted(view.id)) are not selected", expected: "'selection: single' or 'multiple' in the table")
    }
    guard template.placeholders.isEmpty else { return }
    let text = template.literalText
    switch view.kind {
    case .textField where text.unicodeScalars.contains { $0.properties.generalCategory == .control }:
      report(mark, "'text' has control characters", expected: "one line, as \(quoted(view.id)) is a text field")
    case .pinField where !text.utf8.allSatisfy { (0x30...0x39).contains($0) } || text.utf8.count > view.numberOfDigits:
      report(mark, "'text' is \(quoted(text))", expected: "\(count(view.numberOfDigits, "digit")) at most")
    case .dialPad where !text.utf8.allSatisfy { (0x30...0x39).contains($0) || "*#+".utf8.contains($0) }:
      report(mark, "'text' is \(quoted(text))", expected: "digits, *, # and +")
    case .segments, .popUp:
      if case .choice(let titles, _)? = view.value { checkName(text, "title", titles, view, mark) }
    case .table:
      if !text.isEmpty, case .listed(let rows) = view.list.rows { checkName(text, "row", rows.map(\.id), view, mark) }
    default: break
    }
  }

  private mutating func checkName(_ text: String, _ noun: String, _ names: [String], _ view: LayoutView, _ mark: LayoutMark) {
    guard !names.isEmpty, !names.contains(text) else { return }
    let nearest = NameIndex(names).nearest(to: text, steps: &suggestionSteps)
    report(mark, "no \(noun) of \(quoted(view.id)) is \(quoted(text))", expected: "one of \(shortList(names))", suggestion: nearest)
  }
}
