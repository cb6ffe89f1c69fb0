/// What a view, or a part of it, says of itself to those who do not see or touch it (contract 7.8).
public struct Accessibility: Hashable, Sendable {
  /// What a view is for, in the terms of WAI-ARIA and UIKit.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Nothing at which the focus stops.
    case none
    /// A dialog that wants an answer.
    case alert
    /// Does something when it is activated.
    case button
    /// A cell of a matrix or grid.
    case cell
    /// A colour.
    case colorWell
    /// Cells in rows and columns.
    case grid
    /// The title of a section.
    case header
    /// A picture.
    case image
    /// A key of a keyboard on the screen.
    case key
    /// A keyboard on the screen.
    case keyboard
    /// Rows of which some can be selected.
    case list
    /// A menu.
    case menu
    /// An item of a menu.
    case menuItem
    /// A page of several.
    case page
    /// Wheels of which each shows one of its rows.
    case picker
    /// How much is done.
    case progress
    /// One of a group of which one is on.
    case radio
    /// A row of a list or table.
    case row
    /// A part of something larger.
    case scrollArea
    /// One of a row of segments.
    case segment
    /// A value between two ends.
    case slider
    /// A text that cannot be changed.
    case staticText
    /// A value that is counted up and down.
    case stepper
    /// On or off.
    case `switch`
    /// Leads to one of several pages.
    case tab
    /// Rows with columns.
    case table
    /// A line of text that can be edited.
    case textField
    /// Lines of text that can be edited.
    case textView
    /// A text that can be edited and is not shown.
    case secureTextField
  }

  /// What the view is for; `none` for a view at which the focus does not stop.
  public var role: Role
  /// The name, such as a button's title; `nil` if there is none.
  public var label: String?
  /// The value, such as `30 %`; `nil` if there is none, and for a secure field.
  public var value: String?
  /// What happens when the view is activated; `nil` if the label says enough.
  public var hint: String?
  /// Whether the view is one of a group's selected ones.
  public var isSelected: Bool
  /// Whether the view can be used.
  public var isEnabled: Bool
  /// Whether `increment` and `decrement` change the value.
  public var isAdjustable: Bool

  /// Creates a description.
  public init(
    _ role: Role = .none, label: String? = nil, value: String? = nil, hint: String? = nil, isSelected: Bool = false,
    isEnabled: Bool = true, isAdjustable: Bool = false
  ) {
    self.role = role
    self.label = label
    self.value = value
    self.hint = hint
    self.isSelected = isSelected
    self.isEnabled = isEnabled
    self.isAdjustable = isAdjustable
  }
}

/// What can be done with a view or a part of it without a finger (contract 7.8).
public enum AccessibilityAction: Hashable, Sendable {
  /// What a tap does.
  case activate
  /// Raises the value by a step; the next item.
  case increment
  /// Lowers the value by a step; the previous item.
  case decrement
  /// Shows what comes next.
  case scrollForward
  /// Shows what comes before.
  case scrollBackward
  /// Leaves a dialog, a menu or an editor without a choice.
  case escape
  /// One of `customAccessibilityActions(at:)`, such as a row's `Delete`.
  case custom(String)
}

/// A part of a view at which the focus stops, such as a cell of a matrix or a row of a table.
public struct AccessibilityElement: Hashable, Sendable {
  /// What the part says of itself.
  public var content: Accessibility
  /// The part's rectangle in the view's own space.
  public var frame: Rect

  /// Creates an element.
  public init(_ content: Accessibility, frame: Rect) {
    self.content = content
    self.frame = frame
  }
}

extension View {
  /// What a user of the class set; it comes before what the class says of itself.
  struct AccessibilityTexts {
    var label: String?
    var hint: String?
    var value: String?
    var role: Accessibility.Role?
  }

  /// The role; setting it replaces the class's own, and `nil` restores that.
  public final var accessibilityRole: Accessibility.Role? {
    get { extras?.accessibility.role ?? standardAccessibility.role }
    set { madeExtras.accessibility.role = newValue }
  }

  /// The name; setting it replaces the class's own, and `nil` restores that.
  public final var accessibilityLabel: String? {
    get { extras?.accessibility.label ?? standardAccessibility.label }
    set { madeExtras.accessibility.label = newValue }
  }

  /// The value; setting it replaces the class's own, and `nil` restores that.
  public final var accessibilityValue: String? {
    get { extras?.accessibility.value ?? standardAccessibility.value }
    set { madeExtras.accessibility.value = newValue }
  }

  /// What happens when the view is activated; setting it replaces the class's own, and `nil` restores that.
  public final var accessibilityHint: String? {
    get { extras?.accessibility.hint ?? standardAccessibility.hint }
    set { madeExtras.accessibility.hint = newValue }
  }

  /// Everything that the view says of itself: the class's own, with what was set in its place.
  public final var accessibility: Accessibility {
    var content = standardAccessibility
    guard let texts = extras?.accessibility else { return content }
    if let role = texts.role { content.role = role }
    if let label = texts.label { content.label = label }
    if let value = texts.value { content.value = value }
    if let hint = texts.hint { content.hint = hint }
    return content
  }
}

extension View {
  /// The view at which the focus stops after this one, in place of the next one in reading order; held weakly, `nil` by default.
  ///
  /// Setting it sets that view's `previousKeyView`. A view has one predecessor: the one that named it last.
  public final var nextKeyView: View? {
    get { extras?.nextKeyView }
    set {
      guard newValue !== nextKeyView else { return }
      if let old = nextKeyView, old.previousKeyView === self { old.extras?.previousKeyView = nil }
      if let former = newValue?.previousKeyView { former.extras?.nextKeyView = nil }
      madeExtras.nextKeyView = newValue
      newValue?.madeExtras.previousKeyView = self
    }
  }

  /// The view whose `nextKeyView` this is; `nil` if there is none.
  public final var previousKeyView: View? { extras?.previousKeyView }
}

/// A part of a view for a renderer, such as a slider's knob or a row of a list: where it is and what it shows.
///
/// `View.contentParts` lists them. Controls also have functions of their own, such as `contentFrame(for:)`, which allocate nothing.
public struct ContentPart: Hashable, Sendable {
  /// What the part is, such as `knob`, `track`, `row`, `caret`.
  public var kind: String
  /// The part's rectangle in the view's own space.
  public var frame: Rect
  /// The text that it shows, dots for a secure field; `nil` if there is none.
  public var text: String?
  /// Its appearance.
  public var state: Control.State

  /// Creates a part.
  public init(_ kind: String, frame: Rect, text: String? = nil, state: Control.State = .normal) {
    self.kind = kind
    self.frame = frame
    self.text = text
    self.state = state
  }
}
