public import ContactorCore

extension Keyboard {
  /// A part of a keyboard.
  public enum Part: Hashable, Sendable {
    /// A key of the plane, from 0, row by row, without gaps.
    case key(Int)
    /// The enlarged key above the finger that touched down last.
    case preview
    /// The row of alternatives.
    case alternatives
    /// One of the alternatives; 0 is the key's own text.
    case alternative(Int)
  }

  /// The rectangle of a part in the keyboard's own space; `zero` for one that is not shown.
  ///
  /// Allocates nothing.
  ///
  /// Preview and alternatives of the top row lie above the bounds.
  public func contentFrame(for part: Part) -> Rect {
    switch part {
    case .key(let index): return spaced(grid.frame(index))
    case .preview:
      guard let index = previewedKeyIndex else { return .zero }
      let key = spaced(grid.frame(index))
      return key.offsetBy(dx: 0, dy: -key.height)
    case .alternatives: return shownPopup?.frame ?? .zero
    case .alternative(let index):
      guard let popup = shownPopup, popup.choices.indices.contains(index) else { return .zero }
      let width = popup.frame.width / Double(popup.choices.count)
      let column = popup.isReversed ? popup.choices.count - 1 - index : index
      return Rect(
        x: popup.frame.minX + Double(column) * width, y: popup.frame.minY, width: width, height: popup.frame.height)
    }
  }

  /// A key's rectangle without the space around it, which takes at most half of it.
  private func spaced(_ frame: Rect) -> Rect {
    guard keySpacing > 0, frame.width > 0, frame.height > 0 else { return frame }
    return frame.insetBy(dx: min(keySpacing, frame.width / 2) / 2, dy: min(keySpacing, frame.height / 2) / 2)
  }

  /// The number of keys of the plane.
  public var numberOfKeys: Int { grid.keys.count }

  /// A key of the plane; `nil` for an index that there is not.
  public func key(at index: Int) -> KeyboardLayout.Key? { grid.key(index) }

  /// The text on a key: its label, or its text as shift makes it; empty for an index beyond the keys.
  public func label(forKeyAt index: Int) -> String {
    guard let key = grid.key(index) else { return "" }
    return key.label ?? key.text(isShifted: isShifted)
  }

  /// Whether a finger is on a key, or shift is on; false for fingers on secret keys.
  public func isHighlighted(keyAt index: Int) -> Bool {
    if grid.key(index)?.role == .shift, shiftState != .off { return true }
    return !hidesKeys && presses.contains { $0.key == index && $0.kind != .done }
  }

  /// The text of the enlarged key; `nil` if none is shown: for keys without a text, while alternatives are shown, and while the
  /// keys are secret.
  public var previewText: String? { previewedKeyIndex.map { label(forKeyAt: $0) } }

  /// The alternatives that are shown, the key's own text first; empty if there are none.
  public var alternatives: [String] { shownPopup?.choices ?? [] }

  /// The index of the alternative that is typed when the finger is lifted; `nil` if none is.
  public var selectedAlternative: Int? { shownPopup?.selected }

  /// The alternatives, unless the text has become secret since they opened.
  private var shownPopup: Popup? { hidesKeys ? nil : popup }

  private var previewedKeyIndex: Int? {
    guard !presses.isEmpty, popup == nil, !hidesKeys else { return nil }
    guard let press = presses.last(where: { $0.kind == .typing }), grid.key(press.key)?.isText == true else { return nil }
    return press.key
  }

  /// The keys, the preview, and the alternatives.
  var parts: [ContentPart] {
    let base: Control.State = isEnabled ? [] : .disabled
    var parts: [ContentPart] = grid.keys.indices.map { index in
      let state = isHighlighted(keyAt: index) ? base.union(.highlighted) : base
      return ContentPart("key", frame: contentFrame(for: .key(index)), text: label(forKeyAt: index), state: state)
    }
    if let text = previewText { parts.append(ContentPart("preview", frame: contentFrame(for: .preview), text: text)) }
    for (index, choice) in alternatives.enumerated() {
      let state: Control.State = index == selectedAlternative ? .selected : []
      parts.append(ContentPart("alternative", frame: contentFrame(for: .alternative(index)), text: choice, state: state))
    }
    return parts
  }
}
