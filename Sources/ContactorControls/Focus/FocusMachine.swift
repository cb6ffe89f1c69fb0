public import ContactorCore

/// An action of two buttons, or a key, on the item that has the focus.
public enum FocusChoice: Hashable, Sendable {
  /// Do it: an action of the item.
  case perform(AccessibilityAction)
  /// Leave the item's choices and go on moving the focus.
  case leave
}

/// The state machine of the focus under two buttons, *step* and *activate* (contract 7.8).
///
/// An item with one thing to do is done by one press. An item with several, such as a slider, is entered by a press; then a step goes
/// through its choices, and the last leaves it.
///
/// | state       | step                        | activate, one choice | activate, several | activate on a choice                  | reset    |
/// | ----------- | --------------------------- | -------------------- | ----------------- | ------------------------------------- | -------- |
/// | browsing    | move to the next item       | perform it           | choosing the first | –                                    | browsing |
/// | choosing n  | choosing n + 1, then from 0 | –                    | –                 | perform it; `leave`, `activate` and own actions: browsing | browsing |
public struct FocusMachine: Hashable, Sendable {
  /// The thing that the buttons work on.
  public enum State: Hashable, Sendable {
    /// A step moves the focus.
    case browsing
    /// A step goes through the choices of the item; the number is that of the present one.
    case choosing(Int)
  }

  /// The effect of a button.
  public enum Command: Hashable, Sendable {
    /// Move the focus to the next item.
    case move
    /// Say the choice that a press of *activate* makes now.
    case offer(FocusChoice)
    /// Do something with the item.
    case perform(AccessibilityAction)
    /// The choices are left; say the item.
    case leave
    /// There is nothing to do with the item.
    case nothing
  }

  /// The thing that the buttons work on.
  public private(set) var state = State.browsing

  /// Creates a machine that browses.
  public init() {}

  /// The button *step* was pressed, or, with `back`, a key that goes the other way.
  ///
  /// `choices`: those of the item that has the focus, without `leave`.
  public mutating func step(_ choices: [FocusChoice], back: Bool = false) -> Command {
    guard case .choosing(let index) = state else { return .move }
    let all = choices + [.leave]
    let next = (min(max(index, 0), all.count - 1) + (back ? all.count - 1 : 1)) % all.count
    state = .choosing(next)
    return .offer(all[next])
  }

  /// The button *activate* was pressed.
  public mutating func activate(_ choices: [FocusChoice]) -> Command {
    guard case .choosing(let index) = state else { return begin(choices) }
    guard choices.indices.contains(index), case .perform(let action) = choices[index] else {
      state = .browsing
      return .leave
    }
    if !action.isRepeated { state = .browsing }
    return .perform(action)
  }

  private mutating func begin(_ choices: [FocusChoice]) -> Command {
    guard let first = choices.first else { return .nothing }
    if choices.count == 1, case .perform(let action) = first, !action.isRepeated { return .perform(action) }
    state = .choosing(0)
    return .offer(first)
  }

  /// The item may have other choices by now: the one that was said stays the present one; false if the item has it no longer.
  mutating func keep(_ choice: FocusChoice, of choices: [FocusChoice]) -> Bool {
    guard case .choosing = state, let index = (choices + [.leave]).firstIndex(of: choice) else { return false }
    state = .choosing(index)
    return true
  }

  /// The focus moved, or the item is gone.
  public mutating func reset() {
    state = .browsing
  }
}

extension AccessibilityAction {
  /// Whether a user does it several times: anything else was what the item was entered for.
  fileprivate var isRepeated: Bool {
    switch self {
    case .increment, .decrement, .scrollForward, .scrollBackward: true
    default: false
    }
  }
}

/// The words for the item that has the focus.
public struct FocusDescription: Hashable, Sendable {
  /// The item's own words.
  public var content: Accessibility
  /// The item's rectangle in its window's space, for a frame around it.
  public var frame: Rect
  /// The choice that *activate* makes, while the item's choices are gone through; `nil` otherwise.
  public var choice: FocusChoice?
  /// The words of the dialog or the menu, when the focus comes into it; `nil` otherwise, and for one without words.
  public var surroundings: Accessibility?

  /// Creates a description.
  public init(_ content: Accessibility, frame: Rect, choice: FocusChoice? = nil, surroundings: Accessibility? = nil) {
    self.content = content
    self.frame = frame
    self.choice = choice
    self.surroundings = surroundings
  }

  /// Label, role, value, what it is besides, and hint in one line, such as `Volume, slider, 30 %, adjustable`; while choices are gone
  /// through the choice and the value.
  ///
  /// The words of a dialog come first.
  public var utterance: String { [surroundings.map(Self.words), ownWords].compactMap { $0 }.joined(separator: ", ") }

  private var ownWords: String {
    if let choice { return [choice.words, content.value].compactMap { $0 }.joined(separator: ", ") }
    return Self.words(content)
  }

  private static func words(_ content: Accessibility) -> String {
    var words = [content.label, content.role == .none ? nil : content.role.words, content.value]
    if content.isSelected { words.append("selected") }
    if !content.isEnabled { words.append("dimmed") }
    if content.isAdjustable { words.append("adjustable") }
    words.append(content.hint)
    return words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension FocusChoice {
  /// The choice in words.
  var words: String {
    switch self {
    case .leave: "leave"
    case .perform(.activate): "activate"
    case .perform(.increment): "increase"
    case .perform(.decrement): "decrease"
    case .perform(.scrollForward): "forward"
    case .perform(.scrollBackward): "back"
    case .perform(.escape): "close"
    case .perform(.custom(let name)): name
    }
  }
}

extension Accessibility.Role {
  /// The role in words: `colorWell` is `color well`.
  var words: String {
    rawValue.reduce(into: "") { words, letter in
      if letter.isUppercase { words += " " }
      words += letter.lowercased()
    }
  }
}
