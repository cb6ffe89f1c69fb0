// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore
import ContactorLayout

@c @implementation
public func contactor_view_create(
  _ engine: OpaquePointer?, _ kind: contactor_kind, _ frame: contactor_rect, _ view: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let view = unsafe view else { throw Failure.null("view") }
    guard let made = kind.makeView(try frame.checked()) else { throw Failure.value("no view of kind \(kind.rawValue) can be created") }
    engine.attach(made)
    let handle = unsafe try engine.handle(of: made)
    if let window = made as? Window { engine.application.addWindow(window) }
    unsafe view.pointee = handle
  }
}

extension Engine {
  /// Gives a view of this library its engine.
  func attach(_ view: View) {
    if let list = view as? any ListView { list.engine = self }
  }

  /// Refuses to take away what is the layout's, or a dialog's.
  func checkIsRemovable(_ view: View) throws {
    if let session, session.owns(view) { throw Failure.state("the view is the layout's; hide it, or load another layout") }
    if view is AlertButton { throw Failure.state("the button is a dialog's; see contactor_alert_destroy()") }
  }
}

@c @implementation
public func contactor_view_destroy(_ view: OpaquePointer?) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    try engine.checkIsRemovable(view)
    if let window = view as? Window { engine.application.removeWindow(window) } else { view.removeFromSuperview() }
    engine.drop(view)
  }
}

@c @implementation
public func contactor_view_kind(_ view: OpaquePointer?, _ kind: UnsafeMutablePointer<contactor_kind>?) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    guard let kind = unsafe kind else { throw Failure.null("kind") }
    unsafe kind.pointee = contactor_kind(of: view)
  }
}

@c @implementation
public func contactor_view_add_subview(_ view: OpaquePointer?, _ subview: OpaquePointer?) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in unsafe try engine.add(subview, to: view, at: nil) }
}

@c @implementation
public func contactor_view_insert_subview(_ view: OpaquePointer?, _ subview: OpaquePointer?, _ place: Int) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in unsafe try engine.add(subview, to: view, at: place) }
}

extension Engine {
  /// Puts a view into another; at the front for `nil`.
  func add(_ handle: Handle?, to view: View, at place: Int?) throws {
    let subview = unsafe try needed(handle, View.self)
    if subview is Window { throw Failure.state("a window cannot be in a view") }
    if view === subview || view.isDescendant(of: subview) { throw Failure.state("a view cannot be in itself") }
    if let place {
      let count = view.subviews.count { $0 !== subview }
      view.insertSubview(subview, at: try index(place, below: count + 1, "place"))
    } else {
      view.addSubview(subview)
    }
    if subview.superview !== view { throw Failure.state("views are \(View.maximumDepth) levels deep at most") }
  }
}

@c @implementation
public func contactor_view_remove(_ view: OpaquePointer?) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    if view is Window { throw Failure.state("a window is in no view; see contactor_view_destroy()") }
    try engine.checkIsRemovable(view)
    engine.removePage(view)
    view.removeFromSuperview()
  }
}

@c @implementation
public func contactor_view_bring_to_front(_ view: OpaquePointer?) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    if let window = view as? Window { engine.application.addWindow(window) } else { view.superview?.bringSubviewToFront(view) }
  }
}

@c @implementation
public func contactor_view_subview_count(_ view: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    guard let count = unsafe count else { throw Failure.null("count") }
    unsafe count.pointee = view.subviews.count
  }
}

@c @implementation
public func contactor_view_subview(
  _ view: OpaquePointer?, _ number: Int, _ subview: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    guard let subview = unsafe subview else { throw Failure.null("subview") }
    let found = view.subviews[try index(number, below: view.subviews.count, "view")]
    unsafe subview.pointee = try engine.borrow(found)
  }
}

/// Stores a view that may be none.
private func store(_ found: View?, _ engine: Engine, _ result: UnsafeMutablePointer<OpaquePointer?>?, _ absence: String) throws {
  guard let result = unsafe result else { throw Failure.null("the pointer for the view") }
  guard let found else { throw Failure(CONTACTOR_ERROR_NOT_FOUND, absence) }
  unsafe result.pointee = try engine.borrow(found)
}

@c @implementation
public func contactor_view_superview(_ view: OpaquePointer?, _ superview: UnsafeMutablePointer<OpaquePointer?>?) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in unsafe try store(view.superview, engine, superview, "the view is in no other") }
}

@c @implementation
public func contactor_view_window(_ view: OpaquePointer?, _ window: UnsafeMutablePointer<OpaquePointer?>?) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in unsafe try store(view.window, engine, window, "the view is in no window") }
}

@c @implementation
public func contactor_view_hit_test(
  _ view: OpaquePointer?, _ point: contactor_point, _ hit: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    unsafe try store(view.hitTest(Point(x: point.x, y: point.y), with: nil), engine, hit, "no view is at this point")
  }
}

@c @implementation
public func contactor_view_convert(
  _ view: OpaquePointer?, _ point: contactor_point, _ to: OpaquePointer?, _ result: UnsafeMutablePointer<contactor_point>?
) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    guard let result = unsafe result else { throw Failure.null("result") }
    let other = unsafe try engine.other(to, View.self)
    unsafe result.pointee = contactor_point(view.convert(Point(x: point.x, y: point.y), to: other))
  }
}

@c @implementation
public func contactor_view_set_transform(_ view: OpaquePointer?, _ transform: contactor_transform) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    guard numbers.allSatisfy(\.isFinite) else { throw Failure.value("a transform's numbers must be finite") }
    view.transform = AffineTransform(
      a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: transform.tx, ty: transform.ty)
  }
}

@c @implementation
public func contactor_view_layout(_ view: OpaquePointer?) -> contactor_result {
  unsafe perform(view, View.self) { _, view in view.layoutIfNeeded() }
}

@c @implementation
public func contactor_view_focus(_ view: OpaquePointer?) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    guard view.becomeFirstResponder() else { throw Failure.state("the view cannot be first responder, or the one that is keeps its role") }
  }
}

@c @implementation
public func contactor_view_resign(_ view: OpaquePointer?) -> contactor_result {
  unsafe perform(view, View.self) { _, view in
    guard view.resignFirstResponder() else { throw Failure.state("the view keeps its role of first responder") }
  }
}

@c @implementation
public func contactor_window_make_key(_ window: OpaquePointer?) -> contactor_result {
  unsafe performView(window, Window.self) { _, window in window.makeKey() }
}

// MARK: - What is drawn

@c @implementation
public func contactor_view_parts(
  _ view: OpaquePointer?, _ callback: contactor_part_callback?, _ user: UnsafeMutableRawPointer?
) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    guard let callback = unsafe callback else { throw Failure.null("callback") }
    for part in view.contentParts where !engine.isDestroyed {
      unsafe part.kind.withCString { kind in
        unsafe withCStringOrNull(part.text) { text in
          var result = unsafe contactor_part(frame: contactor_rect(part.frame), state: part.state.rawValue, kind: kind, text: text)
          unsafe callback(user, &result)
        }
      }
    }
  }
}

/// Calls the body with a C string, or NULL for `nil`.
func withCStringOrNull(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
  if let text { unsafe text.withCString(body) } else { body(nil) }
}

@c @implementation
public func contactor_view_on_change(
  _ view: OpaquePointer?, _ callback: contactor_change?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe perform(view, View.self) { engine, view in
    guard let callback = unsafe callback else { return view.onChange = nil }
    _ = unsafe try engine.handle(of: view)
    view.onChange = { [unowned engine] changed, change in
      if engine.isDestroyed { return }
      unsafe callback(data.user, engine.handleOrNull(of: changed), UInt32(change.rawValue))
    }
  }
}

@c @implementation
public func contactor_view_on_touches(
  _ view: OpaquePointer?, _ callback: contactor_touches?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe performView(view, HostView.self) { engine, view in
    let old = view.onTouches
    let handle = unsafe try engine.handle(of: view)
    view.onTouches = unsafe callback.map { callback in
      { [unowned engine, unowned view] touches, phase in unsafe engine.call(callback, data, view, handle, touches, phase) }
    }
    withExtendedLifetime(old) {}
  }
}

@c @implementation
public func contactor_view_touches(
  _ view: OpaquePointer?, _ touches: UnsafeMutablePointer<contactor_touch>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    guard let count = unsafe count else { throw Failure.null("count") }
    unsafe count.pointee = try engine.copy(engine.application.event.touches(for: view), in: view, to: touches, capacity)
  }
}

@c @implementation
public func contactor_view_set_target(_ view: OpaquePointer?, _ target: OpaquePointer?) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in
    guard let holder = view as? any TargetHolding else { throw Failure.kind("plain view or window") }
    holder.hostTarget = unsafe try engine.other(target, HostTarget.self)
  }
}
