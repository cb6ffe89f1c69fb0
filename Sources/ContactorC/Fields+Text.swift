// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore

extension TextControl {
  static func field(_ property: contactor_property) -> Field<TextControl>? {
    switch property {
    case CONTACTOR_VALUE: .both({ $0.doubleValue }, { $0.doubleValue = $1 })
    case CONTACTOR_SECURE: .flag(\.isSecure)
    case CONTACTOR_MAXIMUM_LENGTH: .whole(\.maximumLength)
    case CONTACTOR_KEYBOARD_TYPE: .both({ $0.keyboardType.number }, { $0.keyboardType = try choice(KeyboardType.allCases, $1) })
    case CONTACTOR_AUTOCAPITALIZATION:
      .both({ $0.autocapitalization.number }, { $0.autocapitalization = try choice(Autocapitalization.allCases, $1) })
    case CONTACTOR_EDITING: .read { $0.isEditing.number }
    case CONTACTOR_SELECTION_START:
      .both(
        { Double($0.selectedRange.lowerBound) },
        { control, value in
          let start = max(0, try value.whole())
          control.selectedRange = start..<max(start, control.selectedRange.upperBound)
        })
    case CONTACTOR_SELECTION_END:
      .both(
        { Double($0.selectedRange.upperBound) },
        { control, value in
          let end = max(0, try value.whole())
          control.selectedRange = min(end, control.selectedRange.lowerBound)..<end
        })
    default: nil
    }
  }
}

extension KeyboardType {
  /// The type's number in C.
  fileprivate var number: Double { Double(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension Autocapitalization {
  /// Its number in C.
  fileprivate var number: Double { Double(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension PINField {
  static func field(_ property: contactor_property) -> Field<PINField>? {
    switch property {
    case CONTACTOR_VALUE: .both({ $0.doubleValue }, { $0.doubleValue = $1 })
    case CONTACTOR_SECURE: .flag(\.isSecure)
    case CONTACTOR_MAXIMUM_LENGTH: .whole(\.digitCount)
    case CONTACTOR_COMPLETE: .read { $0.isComplete.number }
    default: nil
    }
  }
}

extension Keyboard {
  static func field(_ property: contactor_property) -> Field<Keyboard>? {
    switch property {
    case CONTACTOR_COUNT: .read { Double($0.numberOfKeys) }
    case CONTACTOR_SECURE: .flag(\.isSecure)
    case CONTACTOR_LANGUAGE: .whole(\.languageIndex)
    case CONTACTOR_FOLLOWS_FIRST_RESPONDER: .flag(\.followsFirstResponder)
    case CONTACTOR_KEYBOARD_TYPE: .both({ $0.keyboardType.number }, { $0.keyboardType = try choice(KeyboardType.allCases, $1) })
    case CONTACTOR_AUTOCAPITALIZATION:
      .both({ $0.autocapitalization.number }, { $0.autocapitalization = try choice(Autocapitalization.allCases, $1) })
    default: nil
    }
  }
}

extension DialPad {
  static func dialField(_ property: contactor_property) -> Field<DialPad>? {
    switch property {
    case CONTACTOR_VALUE: .both({ $0.doubleValue }, { $0.doubleValue = $1 })
    case CONTACTOR_MAXIMUM_LENGTH: .whole(\.maximumLength)
    default: nil
    }
  }
}

// MARK: - Texts

extension Engine {
  /// A text of an object; `nil` if it has no such text.
  func string(_ property: contactor_property, of object: AnyObject) -> String? {
    switch object {
    case let view as View: textOfKind(property, view) ?? textOfView(property, view)
    case let gesture as GestureRecognizer:
      switch property {
      case CONTACTOR_NAME: gesture.name
      case CONTACTOR_MATCH: (gesture as? StrokeGestureRecognizer).map { $0.match?.name ?? "" }
      default: nil
      }
    case let item as MenuItem:
      switch property {
      case CONTACTOR_TITLE: item.title
      case CONTACTOR_KEY_EQUIVALENT: item.keyEquivalent
      default: nil
      }
    case let menu as Menu: property == CONTACTOR_TITLE ? menu.title : nil
    case let alert as Alert:
      switch property {
      case CONTACTOR_TITLE: alert.title
      case CONTACTOR_DETAIL: alert.message
      default: nil
      }
    default: nil
    }
  }

  private func textOfView(_ property: contactor_property, _ view: View) -> String? {
    switch property {
    case CONTACTOR_IDENTIFIER: view.identifier
    case CONTACTOR_ACCESSIBILITY_ROLE: view.accessibility.role.rawValue
    case CONTACTOR_ACCESSIBILITY_LABEL: view.accessibility.label ?? ""
    case CONTACTOR_ACCESSIBILITY_VALUE: view.accessibility.value ?? ""
    case CONTACTOR_ACCESSIBILITY_HINT: view.accessibility.hint ?? ""
    case CONTACTOR_TEXT: (view as? any ValueHolding)?.stringValue
    default: nil
    }
  }

  private func textOfKind(_ property: contactor_property, _ view: View) -> String? {
    switch (property, view) {
    case (CONTACTOR_TITLE, let button as Button): button.title
    case (CONTACTOR_TITLE, let button as PopUpButton): button.title
    case (CONTACTOR_TITLE, let control as CellControl): control.cell.title
    case (CONTACTOR_KEY_EQUIVALENT, let button as Button): button.keyEquivalent
    case (CONTACTOR_TEXT, let control as TextControl): control.text
    case (CONTACTOR_TEXT, let field as PINField): field.digits
    case (CONTACTOR_TEXT, let pad as DialPad): pad.digits
    case (CONTACTOR_TEXT, let cell as TableViewCell): cell.text ?? ""
    case (CONTACTOR_DETAIL, let cell as TableViewCell): cell.detail ?? ""
    case (CONTACTOR_PLACEHOLDER, let control as TextControl): control.placeholder ?? ""
    default: nil
    }
  }

  /// Sets a text of an object; returns whether it has one.
  func setString(_ property: contactor_property, of object: AnyObject, to text: String?) -> Bool {
    switch (property, object) {
    case (CONTACTOR_IDENTIFIER, let view as View): view.identifier = text ?? ""
    case (CONTACTOR_ACCESSIBILITY_LABEL, let view as View): view.accessibilityLabel = text
    case (CONTACTOR_ACCESSIBILITY_VALUE, let view as View): view.accessibilityValue = text
    case (CONTACTOR_ACCESSIBILITY_HINT, let view as View): view.accessibilityHint = text
    case (CONTACTOR_TITLE, let button as Button): button.title = text ?? ""
    // What the pull-down form shows.
    case (CONTACTOR_TITLE, let button as PopUpButton): button.menu.title = text ?? ""
    case (CONTACTOR_TITLE, let control as CellControl): control.cell.title = text ?? ""
    case (CONTACTOR_TITLE, let item as MenuItem): item.title = text ?? ""
    case (CONTACTOR_TITLE, let menu as Menu): menu.title = text ?? ""
    case (CONTACTOR_TITLE, let alert as Alert): alert.title = text ?? ""
    case (CONTACTOR_DETAIL, let alert as Alert): alert.message = text ?? ""
    case (CONTACTOR_KEY_EQUIVALENT, let button as Button): button.keyEquivalent = text ?? ""
    case (CONTACTOR_KEY_EQUIVALENT, let item as MenuItem): item.keyEquivalent = text ?? ""
    case (CONTACTOR_NAME, let gesture as GestureRecognizer): gesture.name = text ?? ""
    default: return setTyped(property, of: object, to: text)
    }
    return true
  }

  private func setTyped(_ property: contactor_property, of object: AnyObject, to text: String?) -> Bool {
    switch (property, object) {
    case (CONTACTOR_TEXT, let control as TextControl): control.text = text ?? ""
    case (CONTACTOR_TEXT, let field as PINField): field.digits = text ?? ""
    case (CONTACTOR_TEXT, let pad as DialPad): pad.digits = text ?? ""
    case (CONTACTOR_TEXT, let cell as TableViewCell): cell.text = text
    case (CONTACTOR_DETAIL, let cell as TableViewCell): cell.detail = text
    case (CONTACTOR_PLACEHOLDER, let control as TextControl): control.placeholder = text
    default: return false
    }
    return true
  }
}

@c @implementation
public func contactor_set_text(
  _ object: UnsafeMutableRawPointer?, _ property: contactor_property, _ string: UnsafePointer<CChar>?
) -> contactor_result {
  attempt {
    let (engine, object) = unsafe try findAny(object)
    let text = unsafe try textOrNil(string, "text")
    try engine.run {
      guard engine.setString(property, of: object, to: text) else {
        throw Failure(CONTACTOR_ERROR_PROPERTY, "this object has no text \(property.rawValue) that can be set")
      }
    }
  }
}

@c @implementation
public func contactor_get_text(
  _ object: UnsafeMutableRawPointer?, _ property: contactor_property, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> contactor_result {
  attempt {
    let (engine, object) = unsafe try findAny(object)
    guard let found = engine.string(property, of: object) else {
      throw Failure(CONTACTOR_ERROR_PROPERTY, "this object has no text \(property.rawValue)")
    }
    unsafe try copy(found, to: buffer, capacity, length)
  }
}
