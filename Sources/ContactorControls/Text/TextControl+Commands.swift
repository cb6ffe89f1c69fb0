public import ContactorCore

extension TextCommand {
  /// The table in the order of the names, for a class's list of actions.
  static let sorted = named.sorted { $0.key.description < $1.key.description }
}

extension TextControl {
  /// The pasteboard that is cut and copied to and pasted from; `nil` outside of an application and without one of its own.
  public final var pasteboard: Pasteboard? { ownPasteboard ?? application?.pasteboard }

  /// Whether there is an edit to undo.
  public final var canUndo: Bool { model.canUndo }

  /// Whether there is an edit to do again.
  public final var canRedo: Bool { model.canRedo }

  /// Whether a standard action can be performed now.
  final func canPerform(_ command: TextCommand) -> Bool {
    guard isEnabled, supports(command) else { return false }
    switch command {
    case .copy, .deleteSelection(copies: true): return !model.selection.isEmpty && !isSecure && pasteboard != nil
    case .deleteSelection(copies: false): return !model.selection.isEmpty
    case .paste: return pasteboard?.hasStrings == true
    case .yank: return !killed.isEmpty
    case .undo(let redoes): return redoes ? canRedo : canUndo
    case .select: return hasText
    case .mark(let marking): return marking == .set || model.mark != nil
    case .cancel: return isEditing
    case .contextMenu: return contextMenuHolder != nil
    case .scroll(let motion): return hasMore(for: motion)
    default: return true
    }
  }

  final func carryOut(_ command: TextCommand) {
    switch command {
    case .move(let motion): move(motion)
    case .extend(let motion): extend(motion)
    case .delete(let motion): delete(motion)
    case .scroll(let motion): scroll(motion)
    case .select(let unit):
      let range = range(of: unit, at: model.focus)
      select(from: range.lowerBound, to: range.upperBound)
    case .insert(let text): edit { ($0.selection, text) }
    case .newline: insertNewline(self)
    case .tab: edit(.typing) { ($0.selection, "\t") }
    case .indent:
      edit { text in
        let start = text.paragraphRange(at: text.selection.lowerBound).lowerBound
        return (start..<start, "\t")
      }
    case .deleteSelection(let copies):
      if copies { copySelection() }
      edit { ($0.selection, "") }
    case .copy: copySelection()
    case .paste:
      if let text = pasteboard?.string { edit { ($0.selection, pasted(text)) } }
    case .yank:
      let text = killed
      edit { ($0.selection, text) }
    case .transpose(let unit): edit { unit == .word ? Self.transposedWords(of: $0) : Self.transposedCharacters(of: $0) }
    case .rewrite(let rewriting): rewrite(rewriting)
    case .deleteLastScalar: deleteLastScalar()
    case .cancel: resignFirstResponder()
    case .undo(let redoes): undo(redoes: redoes)
    case .mark(let marking): mark(marking)
    case .center: center()
    case .writing(let direction): writingDirection = direction
    case .contextMenu: showContextMenuForSelection()
    case .unsupported: break
    }
  }

  // MARK: Selecting

  /// Selects from one position to another, both clamped, and shows the end that moves.
  ///
  /// - Parameters:
  ///   - isUpstream: whether the caret, where a line wraps, is shown at the end of the line before.
  ///   - goal: the distance from the left edge that moving up and down keeps.
  final func select(from anchor: Int, to focus: Int, isUpstream: Bool = false, goal: Double? = nil) {
    let before = (model.anchor, model.focus, self.isUpstream)
    model.select(from: anchor, to: focus)
    self.isUpstream = isUpstream
    self.goal = goal
    guard before != (model.anchor, model.focus, isUpstream) else { return }
    showCaret()
    changed(.selection)
  }

  private func move(_ motion: TextCommand.Motion) {
    let selection = model.selection
    let isBackward = backward(motion, at: model.focus) == .backward
    if case .character = motion, !selection.isEmpty {
      let end = collapsed(motion.direction, isBackward)
      return select(from: end, to: end)
    }
    let start = selection.isEmpty ? model.focus : isBackward ? selection.lowerBound : selection.upperBound
    let target = target(of: motion, from: start)
    select(from: target.position, to: target.position, isUpstream: target.isUpstream, goal: target.goal)
  }

  private func extend(_ motion: TextCommand.Motion) {
    let target = target(of: motion, from: model.focus)
    select(from: model.anchor, to: target.position, isUpstream: target.isUpstream, goal: target.goal)
  }

  /// Where a motion leads to.
  private struct Target {
    var position: Int
    var isUpstream = false
    var goal: Double?
  }

  private func target(of motion: TextCommand.Motion, from start: Int) -> Target {
    let direction = backward(motion, at: start)
    let isBackward = direction == .backward
    switch motion {
    case .character:
      if let beside = beside(start, motion.direction, isBackward: isBackward) { return beside }
      return Target(position: model.clamped(start + direction.step))
    case .word:
      // The caret in a secure text would show an onlooker where its words end.
      if isSecure { return Target(position: isBackward ? 0 : model.count) }
      return Target(position: isBackward ? model.wordStart(before: start) : model.wordEnd(after: start))
    case .line: return vertical(motion.direction.step, from: start)
    case .page: return vertical(motion.direction.step * max(1, linesOfPage), from: start)
    case .lineEdge:
      let line = lineRange(at: start, isUpstream: isUpstream)
      return isBackward ? Target(position: line.lowerBound) : Target(position: line.upperBound, isUpstream: true)
    case .paragraphEdge:
      let paragraph = model.paragraphRange(at: start)
      return Target(position: isBackward ? paragraph.lowerBound : paragraph.upperBound)
    case .paragraph: return Target(position: model.paragraphEdge(from: start, isBackward ? .backward : .forward))
    case .document: return Target(position: isBackward ? 0 : model.count)
    }
  }

  /// The direction of a motion in the order of the text: left is forward in a paragraph from right to left.
  private func backward(_ motion: TextCommand.Motion, at position: Int) -> TextCommand.Direction {
    switch motion.direction {
    case .left: isRightToLeft(at: position) ? .forward : .backward
    case .right: isRightToLeft(at: position) ? .backward : .forward
    case .backward, .forward: motion.direction
    }
  }

  /// The end of the selection that the caret moves to: to the left, the end that is seen at the left, if both are in one line.
  private func collapsed(_ direction: TextCommand.Direction, _ isBackward: Bool) -> Int {
    let selection = model.selection
    if direction == .left || direction == .right, isOrdered {
      let (start, end) = (caretFrame(at: selection.lowerBound, isUpstream: false), caretFrame(at: selection.upperBound, isUpstream: true))
      if start.minY == end.minY { return (start.minX <= end.minX) == (direction == .left) ? selection.lowerBound : selection.upperBound }
    }
    return isBackward ? selection.lowerBound : selection.upperBound
  }

  /// The next caret to the left or right in a line of several directions, or beyond its end; `nil` for another direction or line.
  private func beside(_ start: Int, _ direction: TextCommand.Direction, isBackward: Bool) -> Target? {
    guard direction == .left || direction == .right, isOrdered else { return nil }
    let line = lineRange(at: start, isUpstream: isUpstream)
    let shape = shape(of: line)
    guard let found = shape?.position(besides: start - line.lowerBound, isToTheRight: direction == .right) else {
      return beyond(line, from: start, isOrdered: shape != nil, isBackward: isBackward)
    }
    let position = model.clamped(line.lowerBound + found)
    return Target(position: position, isUpstream: position == line.upperBound)
  }

  /// The same position on the other side of a wrap, if a line of several directions ends there: seen as the end of that line and as the
  /// beginning of the next, it is two carets.
  private func beyond(_ line: Range<Int>, from start: Int, isOrdered: Bool, isBackward: Bool) -> Target? {
    guard start == (isBackward ? line.lowerBound : line.upperBound), isUpstream != isBackward else { return nil }
    let other = lineRange(at: start, isUpstream: isBackward)
    guard other != line, isBackward ? shape(of: other) != nil : isOrdered else { return nil }
    return Target(position: start, isUpstream: isBackward)
  }

  private func vertical(_ lines: Int, from start: Int) -> Target {
    let goal = self.goal ?? caretFrame(at: start, isUpstream: isUpstream).minX
    let found = position(lines, linesFrom: start, goal: goal)
    return Target(position: found.position, isUpstream: found.isUpstream, goal: goal)
  }

  /// The range of a word, line or paragraph at a position; all of a secure text is one word.
  final func range(of unit: TextCommand.Unit, at position: Int) -> Range<Int> {
    switch unit {
    case .character: position..<model.clamped(position + 1)
    case .word: isSecure ? 0..<model.count : model.wordRange(at: position)
    case .line: lineRange(at: position, isUpstream: isUpstream)
    case .paragraph: model.paragraphRange(at: position)
    case .document: 0..<model.count
    }
  }

  private func mark(_ marking: TextCommand.Marking) {
    let focus = model.focus
    switch marking {
    case .set: model.setMark(focus)
    case .swap:
      guard let mark = model.mark else { return }
      model.setMark(focus)
      select(from: mark, to: mark)
    case .select: if let mark = model.mark { select(from: mark, to: focus) }
    case .delete: remove { text in text.mark.map { min($0, text.focus)..<max($0, text.focus) } }
    }
  }

  // MARK: Deleting and rewriting

  private func delete(_ motion: TextCommand.Motion) {
    guard hasText else { return }
    guard model.selection.isEmpty else { return edit { ($0.selection, "") } }
    let start = model.focus
    let isBackward = backward(motion, at: start) == .backward
    var end = target(of: motion, from: start).position
    if end == start { end = model.clamped(start + (isBackward ? -1 : 1)) }
    let range = min(start, end)..<max(start, end)
    if case .character = motion {
      edit(isBackward ? .deletingBackward : .deletingForward) { _ in (range, "") }
    } else {
      remove { _ in range }
    }
  }

  /// Deletes a range and keeps its text for `yank:`.
  private func remove(_ range: (EditableText) -> Range<Int>?) {
    guard let wanted = range(model), !wanted.isEmpty else { return }
    let (text, before) = (isSecure ? "" : model.storage.string(in: wanted), revision)
    edit { _ in (wanted, "") }
    if revision != before { killed = text }
  }

  private func rewrite(_ rewriting: TextCommand.Rewriting) {
    let hasSelection = !model.selection.isEmpty
    edit(selects: hasSelection) { text in
      let word = range(of: rewriting == .swapped ? .character : .word, at: text.focus)
      let range = hasSelection ? text.selection : word
      let old = text.storage.string(in: range)
      return old.isEmpty ? nil : (range, rewriting.rewritten(old))
    }
  }

  private func deleteLastScalar() {
    guard model.selection.isEmpty, let last = model.storage.character(at: model.focus - 1), last.unicodeScalars.count > 1, last != "\r\n"
    else { return delete(.character(.backward)) }
    edit { ($0.focus - 1..<$0.focus, EditableText.withoutLastScalar(last)) }
  }

  /// The two characters around the caret exchanged; at the end of a paragraph those before it.
  private static func transposedCharacters(of text: EditableText) -> (range: Range<Int>, text: String)? {
    let paragraph = text.paragraphRange(at: text.focus)
    let middle = min(text.focus, paragraph.upperBound - 1)
    guard text.selection.isEmpty, middle > paragraph.lowerBound else { return nil }
    let (left, right) = (text.storage.string(in: middle - 1..<middle), text.storage.string(in: middle..<middle + 1))
    return (middle - 1..<middle + 1, right + left)
  }

  /// The word before or around the caret, exchanged with the next one.
  private static func transposedWords(of text: EditableText) -> (range: Range<Int>, text: String)? {
    let first = text.wordStart(before: text.focus)
    let firstEnd = text.wordEnd(after: first)
    let secondEnd = text.wordEnd(after: firstEnd)
    let second = text.wordStart(before: secondEnd)
    guard text.selection.isEmpty, first < firstEnd, firstEnd < second, second < secondEnd else { return nil }
    let parts = [second..<secondEnd, firstEnd..<second, first..<firstEnd].map { text.storage.string(in: $0) }
    guard parts[0].contains(where: EditableText.isWord) else { return nil }
    return (first..<secondEnd, parts.joined())
  }

  private func copySelection() {
    guard !isSecure, !model.selection.isEmpty else { return }
    pasteboard?.string = text(in: model.selection)
  }
}

extension TextCommand.Motion {
  /// The direction of the motion.
  var direction: TextCommand.Direction {
    switch self {
    case .character(let direction), .word(let direction), .line(let direction), .page(let direction), .lineEdge(let direction),
      .paragraphEdge(let direction), .paragraph(let direction), .document(let direction):
      direction
    }
  }
}

extension TextCommand.Direction {
  /// −1 or 1.
  var step: Int { self == .backward || self == .left ? -1 : 1 }
}

extension TextCommand.Rewriting {
  /// A text rewritten.
  func rewritten(_ text: String) -> String {
    switch self {
    case .capitalized: return EditableText.capitalized(text)
    case .uppercase: return text.uppercased()
    case .lowercase: return text.lowercased()
    case .swapped: return String(text.flatMap { $0.isUppercase ? $0.lowercased() : $0.uppercased() })
    }
  }
}
