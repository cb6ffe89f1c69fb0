import CContactorAPI
import ContactorControls
import ContactorCore

/// What a view of kind `CONTACTOR_VIEW` or `CONTACTOR_WINDOW` has beside a view: a target in the responder chain.
protocol TargetHolding: View {
  /// The target that stands between the view and its superview.
  var hostTarget: HostTarget? { get set }
  /// The next responder without a target.
  var nextWithoutTarget: Responder? { get }
}

/// A view whose touches a C program gets.
final class HostView: View, TargetHolding, HostObject {
  /// Called with touches of one phase; `nil` passes them on as every view does.
  var onTouches: ((TouchSet, contactor_phase) -> Void)?
  var hostTarget: HostTarget? { didSet { if oldValue !== hostTarget { link(oldValue) } } }

  var nextWithoutTarget: Responder? { super.next }
  override var next: Responder? { hostTarget ?? super.next }
  override var canBecomeFirstResponder: Bool { true }

  func silence() {
    let old = onTouches
    onTouches = nil
    hostTarget = nil
    withExtendedLifetime(old) {}
  }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) {
    if let onTouches { onTouches(touches, CONTACTOR_PHASE_BEGAN) } else { super.touchesBegan(touches, with: event) }
  }

  override func touchesMoved(_ touches: TouchSet, with event: Event?) {
    if let onTouches { onTouches(touches, CONTACTOR_PHASE_MOVED) } else { super.touchesMoved(touches, with: event) }
  }

  override func touchesEnded(_ touches: TouchSet, with event: Event?) {
    if let onTouches { onTouches(touches, CONTACTOR_PHASE_ENDED) } else { super.touchesEnded(touches, with: event) }
  }

  override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
    if let onTouches { onTouches(touches, CONTACTOR_PHASE_CANCELLED) } else { super.touchesCancelled(touches, with: event) }
  }
}

/// A window with a target.
final class HostWindow: Window, TargetHolding, HostObject {
  var hostTarget: HostTarget? { didSet { if oldValue !== hostTarget { link(oldValue) } } }

  var nextWithoutTarget: Responder? { super.next }
  override var next: Responder? { hostTarget ?? super.next }

  func silence() { hostTarget = nil }
}

extension TargetHolding {
  /// A target stands in one place of the chain.
  func link(_ old: HostTarget?) {
    if old?.holder === self { old?.holder = nil }
    if let other = hostTarget?.holder, other !== self { other.hostTarget = nil }
    hostTarget?.holder = self
  }
}

/// A control whose tracking a C program does.
final class HostControl: Control, HostObject {
  /// Called for each stage; `nil` tracks as every control does.
  var onTracking: ((contactor_tracking, Touch?) -> Bool)?

  func silence() {
    let old = onTracking
    onTracking = nil
    withExtendedLifetime(old) {}
  }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool { onTracking?(CONTACTOR_TRACKING_BEGIN, touch) ?? true }

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool { onTracking?(CONTACTOR_TRACKING_CONTINUE, touch) ?? true }

  override func endTracking(_ touch: Touch?, with event: Event?) { _ = onTracking?(CONTACTOR_TRACKING_END, touch) }

  override func cancelTracking(with event: Event?) { _ = onTracking?(CONTACTOR_TRACKING_CANCEL, nil) }
}

/// An object that takes actions by name: a responder whose actions are its own, in no class's list.
final class HostTarget: Responder, DynamicActionTarget, ApplicationDelegate, HostObject {
  private var ownActions: [ActionName: Action] = [:]
  /// What the actions do: controls hold an action as long as its entry is there, and must not hold the callback.
  private var bodies: [ActionName: (AnyObject?, Event?) -> Void] = [:]
  /// The view before which the target stands in the chain.
  weak var holder: (any TargetHolding)?

  override var next: Responder? { holder?.nextWithoutTarget }

  /// The names, in alphabetical order.
  var dynamicActionNames: [ActionName] { ownActions.keys.sorted { $0.description < $1.description } }

  func action(named name: ActionName) -> Action? { ownActions[name] }

  /// Adds an action, or replaces the one of that name.
  func add(_ name: ActionName, _ body: @escaping (AnyObject?, Event?) -> Void) {
    let old = bodies.updateValue(body, forKey: name)
    if ownActions[name] == nil {
      ownActions[name] =
        switch name.form {
        case .plain?, nil: Action(name) { (target: HostTarget) in target.bodies[name]?(nil, nil) }
        case .sender?: Action(name) { (target: HostTarget, sender: AnyObject) in target.bodies[name]?(sender, nil) }
        case .senderForEvent?:
          Action(name) { (target: HostTarget, sender: AnyObject, event: Event?) in target.bodies[name]?(sender, event) }
        }
    }
    withExtendedLifetime(old) {}
  }

  func silence() {
    let old = bodies
    (ownActions, bodies) = ([:], [:])
    holder?.hostTarget = nil
    withExtendedLifetime(old) {}
  }
}

extension HostTarget: HandleObject {
  static var objectKind: ObjectKind { .target }
}

// MARK: - Kinds

extension contactor_kind {
  /// A new view of the kind; `nil` for a number that is none.
  func makeView(_ frame: Rect) -> View? {
    switch self {
    case CONTACTOR_VIEW: HostView(frame: frame)
    case CONTACTOR_WINDOW: HostWindow(frame: frame)
    case CONTACTOR_CONTAINER: ContainerView(frame: frame)
    case CONTACTOR_CONTROL: HostControl(frame: frame)
    case CONTACTOR_BUTTON: Button(frame: frame)
    case CONTACTOR_SWITCH: Switch(frame: frame)
    case CONTACTOR_SEGMENTED: SegmentedControl(frame: frame, numberOfSegments: 0)
    case CONTACTOR_PAGE_CONTROL: PageControl(frame: frame)
    case CONTACTOR_POP_UP_BUTTON: PopUpButton(frame: frame)
    case CONTACTOR_SLIDER: Slider(frame: frame)
    case CONTACTOR_KNOB: Knob(frame: frame)
    case CONTACTOR_STEPPER: Stepper(frame: frame)
    case CONTACTOR_PROGRESS: ProgressView(frame: frame)
    case CONTACTOR_PICKER: PickerView(frame: frame)
    default: makeLargerView(frame)
    }
  }

  private func makeLargerView(_ frame: Rect) -> View? {
    switch self {
    case CONTACTOR_TEXT_FIELD: TextField(frame: frame)
    case CONTACTOR_TEXT_VIEW: TextView(frame: frame)
    case CONTACTOR_PIN_FIELD: PINField(frame: frame)
    case CONTACTOR_DIAL_PAD: DialPad(frame: frame)
    case CONTACTOR_KEYBOARD: Keyboard(frame: frame)
    case CONTACTOR_SCROLL_VIEW: ScrollView(frame: frame)
    case CONTACTOR_PAGE_VIEW: PageView(frame: frame)
    case CONTACTOR_TABLE: HostTable(frame: frame)
    case CONTACTOR_COLLECTION: HostCollection(frame: frame)
    case CONTACTOR_OUTLINE: HostOutline(frame: frame)
    case CONTACTOR_BROWSER: HostBrowser(frame: frame)
    case CONTACTOR_TABLE_CELL: Self.makeCell(frame)
    case CONTACTOR_MATRIX: Matrix(frame: frame)
    case CONTACTOR_FORM: Form(frame: frame)
    case CONTACTOR_CELL_CONTROL: CellControl(frame: frame, cell: ButtonCell())
    default: nil
    }
  }

  private static func makeCell(_ frame: Rect) -> TableViewCell {
    let cell = TableViewCell(reuseIdentifier: nil)
    cell.frame = frame
    return cell
  }

  /// The kind of a view; the most special class first.
  init(of view: View) {
    self =
      switch view {
      case is Window: CONTACTOR_WINDOW
      case is ContainerView: CONTACTOR_CONTAINER
      case is Knob: CONTACTOR_KNOB
      case is Slider: CONTACTOR_SLIDER
      case is Button: CONTACTOR_BUTTON
      case is Switch: CONTACTOR_SWITCH
      case is SegmentedControl: CONTACTOR_SEGMENTED
      case is PageControl: CONTACTOR_PAGE_CONTROL
      case is PopUpButton: CONTACTOR_POP_UP_BUTTON
      case is Stepper: CONTACTOR_STEPPER
      case is ProgressView: CONTACTOR_PROGRESS
      case is PickerView: CONTACTOR_PICKER
      default: contactor_kind(ofLarger: view)
      }
  }

  private init(ofLarger view: View) {
    self =
      switch view {
      case is TextField: CONTACTOR_TEXT_FIELD
      case is TextView: CONTACTOR_TEXT_VIEW
      case is PINField: CONTACTOR_PIN_FIELD
      case is DialPad: CONTACTOR_DIAL_PAD
      case is Keyboard: CONTACTOR_KEYBOARD
      case is OutlineView: CONTACTOR_OUTLINE
      case is TableView: CONTACTOR_TABLE
      case is CollectionView: CONTACTOR_COLLECTION
      case is Browser: CONTACTOR_BROWSER
      case is PageView: CONTACTOR_PAGE_VIEW
      case is ScrollView: CONTACTOR_SCROLL_VIEW
      case is TableViewCell: CONTACTOR_TABLE_CELL
      case is Form: CONTACTOR_FORM
      case is Matrix: CONTACTOR_MATRIX
      case is CellControl: CONTACTOR_CELL_CONTROL
      case is HostControl: CONTACTOR_CONTROL
      case is HostView: CONTACTOR_VIEW
      default: CONTACTOR_OTHER
      }
  }
}
