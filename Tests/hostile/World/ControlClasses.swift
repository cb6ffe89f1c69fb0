import ContactorControls
import ContactorCore

/// A class of controls, or of other views of ContactorControls, as programs make them.
struct ControlClass: Sendable {
  let name: String
  /// Whether it is a `Control`.
  let isControl: Bool
  /// The callouts of the scripted subclass.
  let callouts: [Callout]
  /// Makes one of the engine's own class.
  let plain: @Sendable (Rect) -> View
  /// Makes one that calls out of its overrides.
  let scripted: @Sendable (Script, Rect) -> View

  init(
    _ name: String, isControl: Bool = true, _ callouts: [Callout], _ plain: @escaping @Sendable (Rect) -> View,
    _ scripted: @escaping @Sendable (Script, Rect) -> View
  ) {
    self.name = name
    self.isControl = isControl
    self.callouts = callouts + [.ended]
    self.plain = plain
    self.scripted = scripted
  }
}

extension World {
  /// The classes of controls; which one a control is of goes by its number.
  static let controlClasses: [ControlClass] = [
    ControlClass("Control", Callout.ofControls, { Control(frame: $0) }, { ScriptedControl($0, frame: $1) }),
    ControlClass(
      "Button", [.sendAction, .touchesEnded, .performAccessibility, .keyEquivalent], { Button(frame: $0) },
      { ScriptedButton($0, frame: $1) }),
    ControlClass("Switch", [.lifted, .isEnabled, .performAccessibility], { Switch(frame: $0) }, { ScriptedSwitch($0, frame: $1) }),
    ControlClass(
      "Slider", [.touchesMoved, .sendAction, .continueTracking, .performAccessibility], { Slider(frame: $0) },
      { ScriptedSlider($0, frame: $1) }),
    ControlClass(
      "Stepper", [.beginTracking, .sendAction, .performAccessibility], { Stepper(frame: $0) }, { ScriptedStepper($0, frame: $1) }),
    ControlClass(
      "SegmentedControl", [.lifted, .endTracking, .performAccessibility], { SegmentedControl(frame: $0) },
      { ScriptedSegmentedControl($0, frame: $1) }),
    ControlClass(
      "PageControl", [.lifted, .hitTest, .performAccessibility], { PageControl(frame: $0) }, { ScriptedPageControl($0, frame: $1) }),
    ControlClass(
      "TextField",
      [
        .becomeFirstResponder, .resignFirstResponder, .canBecomeFirstResponder, .canResignFirstResponder, .lifted, .keyDown, .doCommand,
        .performAccessibility,
      ],
      { TextField(frame: $0) }, { ScriptedTextField($0, frame: $1) }),
    ControlClass(
      "ScrollView", isControl: false, [.didScroll, .didEndScrolling, .touchesShouldCancel, .layoutSubviews, .hitTest, .gestureShouldBegin],
      { ScrollView(frame: $0) }, { ScriptedScrollView($0, frame: $1) }),
    ControlClass(
      "PageView", isControl: false, [.didScroll, .didEndScrolling], { PageView(frame: $0) }, { ScriptedPageView($0, frame: $1) }),
    ControlClass("Knob", [.sendAction, .continueTracking], { Knob(frame: $0) }, { ScriptedKnob($0, frame: $1) }),
    ControlClass("PickerView", [.beginTracking, .sendAction], { PickerView(frame: $0) }, { ScriptedPickerView($0, frame: $1) }),
    ControlClass("ProgressView", isControl: false, [], { ProgressView(frame: $0) }, { ScriptedProgressView($0, frame: $1) }),
    ControlClass(
      "TableView", isControl: false, [.didScroll, .layoutSubviews, .touchesEnded], { TableView(frame: $0) },
      { ScriptedTableView($0, frame: $1) }),
    ControlClass(
      "TextView", [.performCommand, .keyDown, .becomeFirstResponder, .resignFirstResponder, .setText], { TextView(frame: $0) },
      { ScriptedTextView($0, frame: $1) }),
    ControlClass("Keyboard", [.sendKey, .touchesEnded, .layoutSubviews], { Keyboard(frame: $0) }, { ScriptedKeyboard($0, frame: $1) }),
    ControlClass("DialPad", [.sendKey], { DialPad(frame: $0) }, { ScriptedDialPad($0, frame: $1) }),
    ControlClass("PINField", [.keyDown, .sendAction], { PINField(frame: $0) }, { ScriptedPINField($0, frame: $1) }),
    ControlClass("PopUpButton", [.sendAction, .willMoveToWindow], { PopUpButton(frame: $0) }, { ScriptedPopUpButton($0, frame: $1) }),
    ControlClass("MenuView", [.beginTracking, .touchesEnded], { MenuView(frame: $0) }, { ScriptedMenuView($0, frame: $1) }),
    ControlClass("CellControl", [.lifted, .sendAction], { CellControl(frame: $0) }, { ScriptedCellControl($0, frame: $1) }),
    ControlClass("Matrix", [.makeCell, .lifted, .keyDown], { Matrix(frame: $0) }, { ScriptedMatrix($0, frame: $1) }),
    ControlClass(
      "CollectionView", isControl: false, [.didScroll, .layoutSubviews], { CollectionView(frame: $0) },
      { ScriptedCollectionView($0, frame: $1) }),
    ControlClass("OutlineView", isControl: false, [.touchesEnded], { OutlineView(frame: $0) }, { ScriptedOutlineView($0, frame: $1) }),
    ControlClass("Form", [.resignFirstResponder], { Form(frame: $0) }, { ScriptedForm($0, frame: $1) }),
  ]

  /// The class of a control.
  static func controlClass(_ name: ObjectName) -> ControlClass { controlClasses[name.number % controlClasses.count] }

  /// Makes a control; its number says which.
  func makeControl(_ name: ObjectName, isScripted: Bool, _ frame: Rect) -> View {
    let made = Self.controlClass(name)
    return isScripted ? made.scripted(Script(self, name), frame) : made.plain(frame)
  }
}
