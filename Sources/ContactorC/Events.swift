// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorCore

extension Engine {
  /// A touch for C, in points of a view, or of its window for `nil`.
  func touch(_ touch: Touch, in view: View?, _ handle: Handle? = nil) -> contactor_touch {
    var result = unsafe contactor_touch()
    unsafe result.id = UInt64(truncatingIfNeeded: touch.id.rawValue)
    unsafe result.device = touch.device.rawValue
    unsafe result.tracking_id = touch.trackingID
    unsafe result.phase = contactor_phase(rawValue: numericCast(touch.phase.rawValue))
    unsafe result.tap_count = Int32(clamping: touch.tapCount)
    unsafe result.location = contactor_point(touch.location(in: view))
    unsafe result.previous = contactor_point(touch.previousLocation(in: view))
    unsafe result.time_us = touch.timestamp.microseconds
    unsafe result.began_us = touch.beganAt.microseconds
    unsafe result.radius = touch.majorRadius
    unsafe result.pressure = touch.force
    unsafe result.view =
      touch.view === view && handle != nil ? handle : touch.view.flatMap { unsafe Handle(bits: handles.handle(of: $0) ?? 0) }
    return unsafe result
  }

  /// Copies touches for C; returns how many there are.
  func copy(
    _ touches: some Sequence<Touch>, in view: View?, to result: UnsafeMutablePointer<contactor_touch>?, _ capacity: Int
  ) throws -> Int {
    if unsafe result == nil, capacity != 0 { throw Failure.null("touches") }
    var number = 0
    for touch in touches {
      if let result = unsafe result, number < capacity || capacity < 0 { unsafe result[number] = self.touch(touch, in: view) }
      number += 1
    }
    return number
  }

  /// Calls back with touches of a view.
  func call(_ function: contactor_touches, _ data: UserData, _ view: View, _ handle: Handle?, _ touches: TouchSet, _ phase: contactor_phase)
  {
    unsafe withUnsafeTemporaryAllocation(of: contactor_touch.self, capacity: max(1, touches.count)) { buffer in
      for (index, touch) in touches.enumerated() { unsafe buffer.initializeElement(at: index, to: self.touch(touch, in: view, handle)) }
      unsafe function(data.user, handle, phase, buffer.baseAddress, touches.count)
    }
  }
}

/// Calls an action of C.
@inline(__always)
func call(_ action: contactor_action, _ data: UserData, _ sender: Handle?, _ event: Event?) {
  guard let delivery = Event.delivery(of: event) else { return unsafe action(data.user, sender, nil) }
  var result = contactor_event(time_us: delivery.timestamp.microseconds, events: delivery.controlEvents.rawValue)
  unsafe action(data.user, sender, &result)
}

// MARK: - Keys, touches, windows

@c @implementation
public func contactor_engine_key(
  _ engine: OpaquePointer?, _ characters: UnsafePointer<CChar>?, _ modifiers: UInt32, _ isDown: Int32, _ time: Int64,
  _ handled: UnsafeMutablePointer<Int32>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let event = unsafe KeyEvent(
      try text(characters, "characters"), phase: isDown != 0 ? .down : .up, modifiers: KeyEvent.Modifiers(rawValue: modifiers),
      timestamp: Timestamp(microseconds: time))
    let isHandled = engine.application.sendKey(event)
    unsafe handled?.pointee = isHandled ? 1 : 0
  }
}

@c @implementation
public func contactor_engine_cancel_touches(_ engine: OpaquePointer?) -> contactor_result {
  unsafe performEngine(engine) { $0.application.cancelTouches() }
}

@c @implementation
public func contactor_engine_touches(
  _ engine: OpaquePointer?, _ touches: UnsafeMutablePointer<contactor_touch>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let count = unsafe count else { throw Failure.null("count") }
    let down = engine.application.event.allTouches.filter(\.isAlive)
    let number = unsafe try engine.copy(down, in: nil, to: touches, capacity)
    unsafe count.pointee = number
  }
}

@c @implementation
public func contactor_engine_find(
  _ engine: OpaquePointer?, _ identifier: UnsafePointer<CChar>?, _ view: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let name = unsafe try text(identifier, "identifier")
    guard let view = unsafe view else { throw Failure.null("view") }
    for window in engine.application.windows {
      if let found = window.descendant(identified: name) { return unsafe view.pointee = try engine.borrow(found) }
    }
    throw Failure(CONTACTOR_ERROR_NOT_FOUND, "no view has the identifier '\(name)'")
  }
}

extension View {
  /// The first view with an identifier, in drawing order.
  fileprivate func descendant(identified name: String) -> View? {
    if identifier == name { return self }
    for view in subviews { if let found = view.descendant(identified: name) { return found } }
    return nil
  }
}

@c @implementation
public func contactor_engine_window_count(_ engine: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let count = unsafe count else { throw Failure.null("count") }
    unsafe count.pointee = engine.application.windows.count
  }
}

@c @implementation
public func contactor_engine_window(
  _ engine: OpaquePointer?, _ number: Int, _ window: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let window = unsafe window else { throw Failure.null("window") }
    let windows = engine.application.windows
    unsafe window.pointee = try engine.borrow(windows[try index(number, below: windows.count, "window")])
  }
}

@c @implementation
public func contactor_engine_route(_ engine: OpaquePointer?, _ device: UInt32, _ window: OpaquePointer?) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let view = unsafe try engine.other(window, View.self)
    if let view, !(view is Window) { throw Failure.kind("window") }
    engine.application.route(DeviceID(rawValue: device), to: view as? Window)
  }
}

// MARK: - Actions by name

/// The name of an action.
func actionName(_ string: UnsafePointer<CChar>?) throws -> ActionName {
  let name = unsafe ActionName(try text(string, "action"))
  guard name.form != nil else {
    throw Failure(CONTACTOR_ERROR_TEXT, "'\(name)' is no action's name: give it as save, save: or save:forEvent:")
  }
  return name
}

@c @implementation
public func contactor_engine_send(
  _ engine: OpaquePointer?, _ action: UnsafePointer<CChar>?, _ target: OpaquePointer?, _ sender: OpaquePointer?,
  _ handled: UnsafeMutablePointer<Int32>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let name = unsafe try actionName(action)
    let target = unsafe try engine.other(target, HostTarget.self)
    let sender = unsafe try engine.other(sender, View.self)
    // Actions with a sender need one.
    let isHandled = engine.application.sendAction(Action(name), to: target, from: sender ?? engine.application, for: nil)
    unsafe handled?.pointee = isHandled ? 1 : 0
  }
}

@c @implementation
public func contactor_engine_set_target(_ engine: OpaquePointer?, _ target: OpaquePointer?) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let target = unsafe try engine.other(target, HostTarget.self)
    engine.application.delegate = target
  }
}

@c @implementation
public func contactor_target_create(_ engine: OpaquePointer?, _ target: UnsafeMutablePointer<OpaquePointer?>?) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let target = unsafe target else { throw Failure.null("target") }
    unsafe target.pointee = try engine.handle(of: HostTarget())
  }
}

@c @implementation
public func contactor_target_on(
  _ target: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ callback: contactor_action?, _ user: UnsafeMutableRawPointer?,
  _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe perform(target, HostTarget.self) { engine, target in
    let name = unsafe try actionName(name)
    guard let callback = unsafe callback else { throw Failure.null("callback") }
    target.add(name) { [unowned engine] sender, event in
      let handle = unsafe engine.handleOrNull(of: sender as? View)
      unsafe call(callback, data, handle, event)
    }
  }
}

@c @implementation
public func contactor_target_destroy(_ target: OpaquePointer?) -> contactor_result {
  unsafe perform(target, HostTarget.self) { engine, target in engine.drop(target) }
}
