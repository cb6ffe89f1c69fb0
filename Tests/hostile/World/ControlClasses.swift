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
  let scripted: @Sendable (Rect) -> View

  init(
    _ name: String, isControl: Bool = true, _ callouts: [Callout], _ plain: @escaping @Sendable (Rect) -> View,
    _ scripted: @escaping @Sendable (Rect) -> View
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
    ControlClass("Control", Callout.ofControls, { Control(frame: $0) }, { ScriptedControl(frame: $0) }),
    ControlClass(
      "Button", [.sendAction, .touchesEnded, .performAccessibility, .keyEquivalent], { Button(frame: $0) },
      { ScriptedButton(frame: $0) }),
    ControlClass("Switch", [.lifted, .isEnabled, .performAccessibility], { Switch(frame: $0) }, { ScriptedSwitch(frame: $0) }),
    ControlClass(
      "Slider", [.touchesMoved, .sendAction, .continueTracking, .performAccessibility], { Slider(frame: $0) },
      { ScriptedSlider(frame: $0) }),
    ControlClass(
      "Stepper", [.beginTracking, .sendAction, .performAccessibility], { Stepper(frame: $0) }, { ScriptedStepper(frame: $0) }),
    ControlClass(
      "SegmentedControl", [.lifted, .endTracking, .performAccessibility], { SegmentedControl(frame: $0) },
      { ScriptedSegmentedControl(frame: $0) }),
    ControlClass(
      "PageControl", [.lifted, .hitTest, .performAccessibility], { PageControl(frame: $0) }, { ScriptedPageControl(frame: $0) }),
    ControlClass(
      "TextField",
      [
        .becomeFirstResponder, .resignFirstResponder, .canBecomeFirstResponder, .canResignFirstResponder, .lifted, .keyDown, .doCommand,
        .performAccessibility,
      ],
      { TextField(frame: $0) }, { ScriptedTextField(frame: $0) }),
    ControlClass(
      "ScrollView", isControl: false, [.didScroll, .didEndScrolling, .touchesShouldCancel, .layoutSubviews, .hitTest, .gestureShouldBegin],
      { ScrollView(frame: $0) }, { ScriptedScrollView(frame: $0) }),
    ControlClass(
      "PageView", isControl: false, [.didScroll, .didEndScrolling], { PageView(frame: $0) }, { ScriptedPageView(frame: $0) }),
    ControlClass("Knob", [.sendAction, .continueTracking], { Knob(frame: $0) }, { ScriptedKnob(frame: $0) }),
    ControlClass("PickerView", [.beginTracking, .sendAction], { PickerView(frame: $0) }, { ScriptedPickerView(frame: $0) }),
    ControlClass("Label", isControl: false, [], { Label(frame: $0) }, { ScriptedLabel(frame: $0) }),
    ControlClass("ProgressView", isControl: false, [], { ProgressView(frame: $0) }, { ScriptedProgressView(frame: $0) }),
    ControlClass(
      "TableView", isControl: false, [.didScroll, .layoutSubviews, .touchesEnded], { TableView(frame: $0) },
      { ScriptedTableView(frame: $0) }),
    ControlClass(
      "TextView", [.performCommand, .keyDown, .becomeFirstResponder, .resignFirstResponder, .setText], { TextView(frame: $0) },
      { ScriptedTextView(frame: $0) }),
    ControlClass("Keyboard", [.sendKey, .touchesEnded, .layoutSubviews], { Keyboard(frame: $0) }, { ScriptedKeyboard(frame: $0) }),
    ControlClass("DialPad", [.sendKey], { DialPad(frame: $0) }, { ScriptedDialPad(frame: $0) }),
    ControlClass("PINField", [.keyDown, .sendAction], { PINField(frame: $0) }, { ScriptedPINField(frame: $0) }),
    ControlClass("PopUpButton", [.sendAction, .willMoveToWindow], { PopUpButton(frame: $0) }, { ScriptedPopUpButton(frame: $0) }),
    ControlClass("MenuView", [.beginTracking, .touchesEnded], { MenuView(frame: $0) }, { ScriptedMenuView(frame: $0) }),
    ControlClass(
      "CellControl", [.lifted, .sendAction], { CellControl(frame: $0) }, { ScriptedCellControl(frame: $0, cell: ButtonCell()) }),
    ControlClass("Matrix", [.makeCell, .lifted, .keyDown], { Matrix(frame: $0) }, { ScriptedMatrix(frame: $0) }),
    ControlClass(
      "CollectionView", isControl: false, [.didScroll, .layoutSubviews], { CollectionView(frame: $0) },
      { ScriptedCollectionView(frame: $0) }),
    ControlClass("OutlineView", isControl: false, [.touchesEnded], { OutlineView(frame: $0) }, { ScriptedOutlineView(frame: $0) }),
    ControlClass(
      "Browser", isControl: false, [.layoutSubviews, .didScroll, .keyDown], { Browser(frame: $0) },
      { ScriptedBrowser(frame: $0) }),
    ControlClass("Form", [.resignFirstResponder], { Form(frame: $0) }, { ScriptedForm(frame: $0) }),
  ]

  /// The class of a control.
  static func controlClass(_ name: ObjectName) -> ControlClass { controlClasses[name.number % controlClasses.count] }

  /// Makes a control; its number says which.
  func makeControl(_ name: ObjectName, isScripted: Bool, _ frame: Rect) -> View {
    let made = Self.controlClass(name)
    return isScripted ? Script(self, name).making { made.scripted(frame) } : made.plain(frame)
  }
}
