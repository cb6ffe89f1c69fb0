// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore

@c @implementation
public func contactor_control_on(
  _ control: OpaquePointer?, _ events: UInt32, _ callback: contactor_action?, _ user: UnsafeMutableRawPointer?,
  _ release: contactor_release?, _ token: UnsafeMutablePointer<UInt64>?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe performView(control, Control.self) { engine, control in
    guard let callback = unsafe callback else { throw Failure.null("callback") }
    let handle = unsafe try engine.handle(of: control)
    let added = control.on(Control.Events(rawValue: events)) { _, event in unsafe call(callback, data, handle, event) }
    if let token = unsafe token { unsafe token.pointee = engine.keep(added, of: control) }
  }
}

@c @implementation
public func contactor_control_off(_ control: OpaquePointer?, _ token: UInt64) -> contactor_result {
  unsafe performView(control, Control.self) { engine, control in try engine.takeToken(token, of: control).cancel() }
}

@c @implementation
public func contactor_control_add_target(
  _ control: OpaquePointer?, _ target: OpaquePointer?, _ action: UnsafePointer<CChar>?, _ events: UInt32
) -> contactor_result {
  unsafe performView(control, Control.self) { engine, control in
    let name = unsafe try actionName(action)
    let target = unsafe try engine.other(target, HostTarget.self)
    _ = unsafe try engine.handle(of: control as View)
    try control.addTarget(target, action: name, for: Control.Events(rawValue: events))
  }
}

@c @implementation
public func contactor_control_remove_target(
  _ control: OpaquePointer?, _ target: OpaquePointer?, _ action: UnsafePointer<CChar>?, _ events: UInt32
) -> contactor_result {
  unsafe performView(control, Control.self) { engine, control in
    let target = unsafe try engine.other(target, HostTarget.self)
    let name = unsafe try action.map { unsafe try actionName($0) }
    control.removeTarget(target, action: name, for: Control.Events(rawValue: events))
  }
}

@c @implementation
public func contactor_control_send(_ control: OpaquePointer?, _ events: UInt32) -> contactor_result {
  unsafe performView(control, Control.self) { _, control in control.sendActions(for: Control.Events(rawValue: events)) }
}

@c @implementation
public func contactor_button_click(_ button: OpaquePointer?) -> contactor_result {
  unsafe perform(button, View.self) { _, view in
    switch view {
    case let button as Button: button.performClick()
    case let control as CellControl: control.performClick()
    case let button as PopUpButton: button.openMenu()
    default: throw Failure.kind("button")
    }
  }
}

@c @implementation
public func contactor_button_group(_ buttons: UnsafePointer<OpaquePointer?>?, _ count: Int) -> contactor_result {
  attempt {
    guard let buttons = unsafe buttons else { throw Failure.null("buttons") }
    guard count > 0, count <= 10_000 else { throw Failure.value("a group has 1 to 10000 buttons") }
    let (engine, first) = unsafe try findView(buttons[0], Button.self)
    var members = [first]
    for index in 1..<max(1, count) {
      guard let button = unsafe try engine.needed(buttons[index], View.self) as? Button else { throw Failure.kind("button") }
      members.append(button)
    }
    engine.run {
      let group = RadioGroup()
      for button in members {
        button.buttonType = .radio
        group.add(button)
      }
    }
  }
}

@c @implementation
public func contactor_text_insert(_ view: OpaquePointer?, _ string: UnsafePointer<CChar>?) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    guard let client = view as? any KeyboardClient else { throw Failure.kind("text") }
    let typed = unsafe try text(string, "text")
    switch client {
    case let control as TextControl: control.insertText(typed)
    case let field as PINField: field.insertText(typed)
    default: throw Failure.kind("text")
    }
  }
}

@c @implementation
public func contactor_control_on_tracking(
  _ control: OpaquePointer?, _ callback: contactor_tracking_callback?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe performView(control, HostControl.self) { engine, control in
    let handle = unsafe try engine.handle(of: control)
    let old = control.onTracking
    control.onTracking = unsafe callback.map { callback in
      { [unowned engine, unowned control] stage, touch in
        guard let touch else { return unsafe callback(data.user, handle, stage, nil) != 0 }
        var result = unsafe engine.touch(touch, in: control, handle)
        return unsafe callback(data.user, handle, stage, &result) != 0
      }
    }
    withExtendedLifetime(old) {}
  }
}
