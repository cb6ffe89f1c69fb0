/// A text that is edited: characters, a selection, a mark, and what undoes the edits (contract 7.7).
///
/// Positions count characters, which are grapheme clusters: a flag, a family joined by ZWJ, and CRLF are one each. The selection is
/// between `anchor`, where it began, and `focus`, which moves; both are always on a boundary of characters.
package struct EditableText: Sendable {
  /// The greatest number of characters: 1,000,000, some 500 pages; 16 MB.
  package static let limit = 1_000_000
  /// The greatest number of steps to undo.
  package static let undoLimit = 1000
  /// The greatest number of removed characters that all steps to undo keep together; the oldest are forgotten.
  package static let undoCharacterLimit = 2 * limit
  /// The greatest number of characters that one step of deleting key by key removes.
  package static let stepLimit = 1000

  /// What an edit is part of: edits of one kind, one after the other, are undone together.
  package enum Kind: Sendable {
    case typing, deletingBackward, deletingForward, other
  }

  /// An edit that was made: the characters from `start` on, `removed` of them, became `inserted` others.
  package struct Change: Hashable, Sendable {
    package var start: Int
    package var removed: Int
    package var inserted: Int
  }

  /// An edit with what undoes it.
  private struct Step: Sendable {
    var start: Int
    var removed: ContiguousArray<Character>
    var inserted: Int
    var selection: (anchor: Int, focus: Int)
    var kind: Kind
  }

  /// The characters.
  package private(set) var storage: CharacterStorage
  /// Where the selection began.
  package private(set) var anchor: Int
  /// The end of the selection that moves.
  package private(set) var focus: Int
  /// A position that was set to select or delete up to it; `nil` for none.
  ///
  /// Edits before the mark move it.
  package private(set) var mark: Int?
  /// Whether edits can be undone; setting false forgets them.
  package var recordsUndo = true {
    didSet { if !recordsUndo { forgetUndo() } }
  }

  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  private var undoCharacters = 0
  /// Whether the next edit may be added to the last step.
  private var isContinuing = false

  /// Creates a text, cut to `limit` characters, with the caret at its end.
  package init(_ text: String = "") {
    storage = CharacterStorage(Self.cut(text, to: Self.limit))
    anchor = storage.count
    focus = anchor
  }

  /// A text's first characters, as many as there is room for; O(room) if the text is longer.
  package static func cut(_ text: String, to room: Int) -> String {
    // A character has at least one byte.
    if text.utf8.count <= room { return text }
    guard let end = text.index(text.startIndex, offsetBy: max(room, 0), limitedBy: text.endIndex), end < text.endIndex else { return text }
    return String(text[..<end])
  }

  /// The number of characters.
  package var count: Int { storage.count }
  /// The whole text; O(count).
  package var string: String { storage.string(in: 0..<count) }
  /// The selected range; empty for a caret.
  package var selection: Range<Int> { min(anchor, focus)..<max(anchor, focus) }

  // MARK: Selecting

  /// Selects from one position to another; positions outside the text are clamped.
  package mutating func select(from anchor: Int, to focus: Int) {
    (self.anchor, self.focus) = (clamped(anchor), clamped(focus))
    isContinuing = false
  }

  /// Sets the mark, clamped, or removes it.
  package mutating func setMark(_ position: Int?) { mark = position.map(clamped) }

  /// The position within 0 … `count`.
  package func clamped(_ position: Int) -> Int { min(max(position, 0), count) }

  // MARK: Editing

  /// Replaces a range, clamped, by a text and puts the caret behind it; returns what changed.
  ///
  /// Characters may merge with those beside them: an accent with the letter before it, a line feed with a carriage return, flags with
  /// flags. The caret is put on the first boundary that is not before the end of the new text.
  ///
  /// - Complexity: O(characters replaced and inserted), and of a few beside them.
  @discardableResult
  package mutating func replace(_ range: Range<Int>, with text: String, _ kind: Kind = .other) -> Change {
    let range = storage.clamped(range)
    let joint = joint(of: text, at: range)
    let change = Change(start: joint.start, removed: joint.end - joint.start, inserted: joint.characters.count)
    record(change, kind)
    storage.replace(joint.start..<joint.end, with: joint.characters)
    moveMark(by: change)
    anchor = clamped(joint.caret)
    focus = anchor
    return change
  }

  /// The characters that an edit changes: the new text, and the neighbours with which it merges.
  private struct Joint {
    var start: Int
    var end: Int
    var characters: ContiguousArray<Character>
    var caret: Int
  }

  private func joint(of text: String, at range: Range<Int>) -> Joint {
    let before = storage.character(at: range.lowerBound - 1)
    let after = storage.character(at: range.upperBound)
    if let plain = Self.plain(text), Self.standsAlone(before), Self.standsAlone(after) {
      return Joint(start: range.lowerBound, end: range.upperBound, characters: [plain], caret: range.lowerBound + 1)
    }
    var start = range.lowerBound - (before == nil ? 0 : 1)
    var (characters, end) = segmented((before.map { String($0) } ?? "") + text, range.upperBound)
    let bytes = (before?.utf8.count ?? 0) + text.utf8.count
    var (caret, passed) = (start, 0)
    for character in characters where passed < bytes {
      passed += character.utf8.count
      caret += 1
    }
    // What stays as it was is left out. Equal lengths from the same boundary on are equal characters.
    while end > range.upperBound, let last = characters.last, last.utf8.count == storage.character(at: end - 1)?.utf8.count {
      characters.removeLast()
      end -= 1
    }
    if let before, characters.first?.utf8.count == before.utf8.count {
      characters.removeFirst()
      start += 1
    }
    return Joint(start: start, end: end, characters: characters, caret: caret)
  }

  /// The characters of a text together with those that follow it, up to the first that stays as it is.
  ///
  /// Whether a character begins at a place depends only on the scalars before the place and the one after it. So once a character has
  /// the same end and the same length as before, the rest of the text stays. Flags pair up anew, so that a run of them is read to its end.
  private func segmented(_ text: String, _ position: Int) -> (ContiguousArray<Character>, Int) {
    var length = 1
    while true {
      let end = min(position + length, count)
      let characters = ContiguousArray(text + storage.string(in: position..<end))
      if end == count || characters.last?.utf8.count == storage.character(at: end - 1)?.utf8.count { return (characters, end) }
      length *= 2
    }
  }

  /// The only character of a text, if it is an ASCII character other than CR and LF; two of these never merge.
  private static func plain(_ text: String) -> Character? {
    guard text.utf8.count == 1, let first = text.first, standsAlone(first) else { return nil }
    return first
  }

  private static func standsAlone(_ character: Character?) -> Bool {
    guard let character else { return true }
    return character.utf8.count == 1 && character != "\r" && character != "\n"
  }

  private mutating func moveMark(by change: Change) {
    guard let mark, mark > change.start else { return }
    self.mark = clamped(mark >= change.start + change.removed ? mark - change.removed + change.inserted : change.start)
  }
}

// MARK: - Undo

extension EditableText {
  /// Whether there is an edit to undo.
  package var canUndo: Bool { !undoSteps.isEmpty }
  /// Whether there is an edit to do again.
  package var canRedo: Bool { !redoSteps.isEmpty }

  /// The range and the text with which `undo()`, or `redo()`, replaces it; `nil` if there is nothing to undo.
  package func replacement(redoing: Bool) -> (range: Range<Int>, text: String)? {
    guard let step = redoing ? redoSteps.last : undoSteps.last else { return nil }
    return (storage.clamped(step.start..<step.start + step.inserted), String(step.removed))
  }

  /// Undoes the last step and selects what was selected before it; returns what changed, `nil` if there is nothing to undo.
  @discardableResult
  package mutating func undo() -> Change? {
    guard let step = undoSteps.popLast() else { return nil }
    undoCharacters -= step.removed.count
    let (reverse, change) = reverse(step)
    redoSteps.append(reverse)
    return change
  }

  /// Does again what was undone last; returns what changed, `nil` if there is nothing to do again.
  @discardableResult
  package mutating func redo() -> Change? {
    guard let step = redoSteps.popLast() else { return nil }
    let (reverse, change) = reverse(step)
    undoSteps.append(reverse)
    undoCharacters += reverse.removed.count
    return change
  }

  /// Forgets what could be undone and done again.
  package mutating func forgetUndo() {
    undoSteps = []
    redoSteps = []
    undoCharacters = 0
    isContinuing = false
  }

  private mutating func reverse(_ step: Step) -> (Step, Change) {
    let range = storage.clamped(step.start..<step.start + step.inserted)
    let reverse = Step(
      start: range.lowerBound, removed: storage.characters(in: range), inserted: step.removed.count, selection: (anchor, focus),
      kind: .other)
    let change = Change(start: range.lowerBound, removed: range.count, inserted: step.removed.count)
    storage.replace(range, with: step.removed)
    moveMark(by: change)
    select(from: step.selection.anchor, to: step.selection.focus)
    return (reverse, change)
  }

  private mutating func record(_ change: Change, _ kind: Kind) {
    guard recordsUndo else { return }
    if !redoSteps.isEmpty { redoSteps = [] }
    if !(isContinuing && extendLast(by: change, kind)) {
      let removed = storage.characters(in: change.start..<change.start + change.removed)
      undoSteps.append(Step(start: change.start, removed: removed, inserted: change.inserted, selection: (anchor, focus), kind: kind))
      undoCharacters += removed.count
    }
    isContinuing = kind != .other
    while undoSteps.count > Self.undoLimit || undoCharacters > Self.undoCharacterLimit {
      undoCharacters -= undoSteps.removeFirst().removed.count
    }
  }

  /// Adds an edit to the last step, if that goes on with it; returns whether it does.
  private mutating func extendLast(by change: Change, _ kind: Kind) -> Bool {
    guard let index = undoSteps.indices.last, undoSteps[index].kind == kind else { return false }
    let end = change.start + change.removed
    switch kind {
    case .typing:
      let (start, inserted) = (undoSteps[index].start, undoSteps[index].inserted)
      guard change.start >= start, end == start + inserted else { return false }
      undoSteps[index].inserted = inserted - change.removed + change.inserted
    case .deletingBackward, .deletingForward:
      let start = undoSteps[index].start
      guard change.inserted == 0, undoSteps[index].inserted == 0, undoSteps[index].removed.count < Self.stepLimit,
        kind == .deletingBackward ? end == start : change.start == start
      else { return false }
      let place = kind == .deletingBackward ? 0 : undoSteps[index].removed.count
      undoSteps[index].removed.insert(contentsOf: storage.characters(in: change.start..<end), at: place)
      undoSteps[index].start = change.start
      undoCharacters += change.removed
    case .other: return false
    }
    return true
  }
}
