public import ContactorCore

/// A view of a layout with everything inside it.
public struct LayoutView: Hashable, Sendable {
  /// The name, unique in the layout.
  public var id: String
  /// The kind of view or control.
  public var kind: LayoutKind
  /// The place in the parent, in points.
  public var frame: Rect
  /// The name that accessibility and reports give the view; `nil` for its own, such as that of a value.
  public var title: String?
  /// The result of activating the view, for accessibility.
  public var hint: String?
  /// Whether it takes touches.
  public var isEnabled = true
  /// Whether it is left out of hit-testing.
  public var isHidden = false
  /// How visible it is, 0 … 1; under 0.01 it is left out of hit-testing.
  public var alpha = 1.0
  /// Whether it gets more than its first touch; `nil` for what is usual for its kind: keyboards and dial pads do.
  public var isMultipleTouchEnabled: Bool?
  /// Whether it keeps touches from all other views while it has one; `nil` for what is usual for its kind.
  public var isExclusiveTouch: Bool?
  /// Whether touches that begin in it are recorded and logged without their places, as for a keypad.
  public var isSecure = false
  /// The value at the start; `nil` for kinds without a value.
  public var value: LayoutValue?
  /// Whether a slider or a stepper sends `valueChanged` while it is touched, or only at the end.
  public var isContinuous = true
  /// Whether a stepper goes on at the other end.
  public var wraps = false
  /// Whether a stepper goes on stepping while a finger stays.
  public var autorepeat = true
  /// Whether segments are selected only while they are touched.
  public var isMomentary = false
  /// How far a control's inside reaches beyond its bounds while it tracks; `nil` for the usual 70 points.
  public var trackingOutset: LayoutDistance?
  /// The time within which a contact that ends and begins again in it is one; `nil` for that of the view around it, or the layout's.
  public var debounce: Duration?
  /// The thresholds that the view sets.
  public var tuning = LayoutTuning()
  /// The actions of its events, in the order of the file.
  public var bindings: [LayoutBinding] = []
  /// How many tick marks a slider or a knob has.
  public var numberOfTickMarks = 0
  /// Whether a slider's value grows upwards.
  public var isVertical = false
  /// Whether a knob goes on at the other end.
  public var isEndless = false
  /// The content size, paging and zoom of a scroll view.
  public var scrolling = LayoutScrolling()
  /// The rows of a table and how they are shown and selected.
  public var list = LayoutList()
  /// The languages and the kind of keys of a keyboard.
  public var keyboard = LayoutKeyboard()
  /// The number of digits of a PIN.
  public var numberOfDigits = 4
  /// The connections of the view's outlets.
  public var outlets: [LayoutOutlet] = []
  /// Whether the touches of the view reach other applications too, where the layout forwards touches.
  public var forwards = false
  /// The modes that the view belongs to, besides those that list it; with none at all it belongs to all but `locked`.
  public var modes: [String] = []
  /// The views inside, back to front.
  public var subviews: [LayoutView] = []
  /// Where the view stands in the file.
  public var mark = LayoutMark.file

  /// Creates a view with default properties.
  public init(id: String, kind: LayoutKind, frame: Rect) {
    self.id = id
    self.kind = kind
    self.frame = frame
    value = LayoutValue(initialOf: kind)
  }
}

/// The kinds of view that a layout can hold.
public enum LayoutKind: String, Hashable, Sendable, CaseIterable {
  /// A plain view: an area that holds others.
  case view
  /// A push button.
  case button
  /// A switch, on or off.
  case `switch`
  /// A slider with a value between two ends.
  case slider
  /// A counter: its left half steps down, its right half up.
  case stepper
  /// A row of segments, one of them selected.
  case segments
  /// Pages to be turned one by one.
  case pages
  /// A line of text that is edited.
  case textField
  /// Several lines of text that are edited.
  case textView
  /// A knob that is turned.
  case knob
  /// A bar that shows how much is done.
  case progress
  /// Wheels that are spun.
  case picker
  /// A button that shows one of several titles and a menu of them.
  case popUp
  /// Rows and columns of cells, one or several of them selected.
  case matrix
  /// An area that shows a part of a larger one.
  case scroll
  /// A list of rows.
  case table
  /// Keys that type into what is being edited.
  case keyboard
  /// The keys of a telephone.
  case dialPad
  /// Digits that are not shown.
  case pinField

  /// The kinds that have events: all but those that only hold others, or show something.
  static let controls = allCases.filter { ![.view, .scroll, .progress].contains($0) }
  /// Whether something can be typed into views of this kind.
  var takesText: Bool { [.textField, .textView, .pinField].contains(self) }

  /// The kinds that hold other views.
  static let containers: [LayoutKind] = [.view, .scroll]

  /// The control events that a control of this kind sends, by name, in ascending bit order; none for a plain view.
  public var events: [String] {
    switch self {
    case .view, .scroll, .progress: []
    case .button: ControlEventName.touch + ["primaryActionTriggered"]
    case .switch, .slider, .stepper, .segments, .pages, .knob, .picker, .matrix, .dialPad, .pinField:
      ControlEventName.touch + ["valueChanged"]
    case .popUp: ControlEventName.touch + ["valueChanged", "menuActionTriggered"]
    case .table: ["valueChanged", "primaryActionTriggered"]
    case .keyboard: ControlEventName.touch + ["primaryActionTriggered"]
    case .textField: ControlEventName.touch + ["primaryActionTriggered"] + ControlEventName.editing
    case .textView: ControlEventName.touch + ControlEventName.editing
    }
  }

  /// The kind's name in a sentence, after an article.
  package var noun: String {
    switch self {
    case .segments: "segmented control"
    case .pages: "page control"
    case .textField: "text field"
    case .textView: "text view"
    case .progress: "progress view"
    case .popUp: "pop-up button"
    case .scroll: "scroll view"
    case .dialPad: "dial pad"
    case .pinField: "PIN field"
    default: rawValue
    }
  }

  /// Whether a control of this kind has a value to fill in for `{value}`.
  public var hasValue: Bool { Self.controls.contains(self) && self != .button && self != .keyboard }
}

/// A control's value as a layout states it.
public enum LayoutValue: Hashable, Sendable {
  /// A slider's ends and initial value; `minimum < maximum`, and `at` is between them.
  case range(minimum: Double, maximum: Double, at: Double)
  /// Whether a switch starts on.
  case toggle(isOn: Bool)
  /// A stepper's ends, initial value and step size; `minimum < maximum`, `at` is between them, `step > 0`.
  case steps(minimum: Double, maximum: Double, at: Double, step: Double)
  /// The titles of segments, left to right, and the one that is selected at first; `nil` for none.
  case choice(titles: [String], at: Int?)
  /// How many pages there are and the one that is shown at first.
  case pages(count: Int, at: Int)
  /// A text.
  case text(String)
  /// How much is done, 0 … 1.
  case share(Double)
  /// The titles of wheels, and the row that each shows at first.
  case wheels(titles: [[String]], at: [Int])
  /// The titles of cells by rows, how they are selected, and the row and column that is selected at first; `nil` for none.
  case cells(titles: [[String]], mode: String, at: [Int]?)

  /// The default value of a kind; `nil` for kinds without a value.
  init?(initialOf kind: LayoutKind) {
    switch kind {
    case .view, .button, .scroll, .table, .keyboard, .dialPad, .pinField: return nil
    case .switch: self = .toggle(isOn: false)
    case .slider: self = .range(minimum: 0, maximum: 1, at: 0)
    case .stepper: self = .steps(minimum: 0, maximum: 100, at: 0, step: 1)
    case .knob: self = .range(minimum: 0, maximum: 1, at: 0)
    case .segments, .popUp: self = .choice(titles: [], at: nil)
    case .progress: self = .share(0)
    case .picker: self = .wheels(titles: [], at: [])
    case .matrix: self = .cells(titles: [], mode: "radio", at: nil)
    case .pages: self = .pages(count: 1, at: 0)
    case .textField, .textView: self = .text("")
    }
  }
}

/// The names of the control events, as a layout's `on` writes them (contract 4.1).
public enum ControlEventName {
  /// The events that follow a touch, in ascending bit order.
  public static let touch = [
    "touchDown", "touchDownRepeat", "touchDragInside", "touchDragOutside", "touchDragEnter", "touchDragExit",
    "touchUpInside", "touchUpOutside", "touchCancel",
  ]

  /// The events of a text that is edited, in ascending bit order.
  public static let editing = ["editingDidBegin", "editingChanged", "editingDidEnd", "editingDidEndOnExit"]

  /// All control events, in ascending bit order.
  public static let all = touch + ["valueChanged", "primaryActionTriggered", "menuActionTriggered"] + editing
}
