// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore

@c @implementation
public func contactor_menu_create(
  _ engine: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ menu: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let made = unsafe Menu(try textOrNil(title, "title") ?? "")
    guard let menu = unsafe menu else { throw Failure.null("menu") }
    unsafe menu.pointee = try engine.handle(of: made)
  }
}

@c @implementation
public func contactor_menu_destroy(_ menu: OpaquePointer?) -> contactor_result {
  unsafe perform(menu, Menu.self) { engine, menu in
    menu.close()
    for item in menu.items { engine.drop(item) }
    menu.removeAllItems()
    engine.drop(menu)
  }
}

extension Engine {
  /// Adds an item to a menu.
  fileprivate func add(_ item: MenuItem, to menu: Menu, _ result: UnsafeMutablePointer<OpaquePointer?>?) throws {
    if let error = menu.addItem(item) { throw error }
    if let result = unsafe result { unsafe result.pointee = try handle(of: item) }
  }
}

@c @implementation
public func contactor_menu_add(
  _ menu: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ callback: contactor_action?, _ user: UnsafeMutableRawPointer?,
  _ release: contactor_release?, _ item: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe perform(menu, Menu.self) { engine, menu in
    let title = unsafe try text(title, "title")
    guard let callback = unsafe callback else { throw Failure.null("callback") }
    unsafe try engine.add(MenuItem(title) { _ in unsafe callback(data.user, nil, nil) }, to: menu, item)
  }
}

@c @implementation
public func contactor_menu_add_action(
  _ menu: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ action: UnsafePointer<CChar>?, _ target: OpaquePointer?,
  _ item: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe perform(menu, Menu.self) { engine, menu in
    let made = unsafe MenuItem(try text(title, "title"), action: try actionName(action))
    if let target = unsafe try engine.other(target, HostTarget.self) { unsafe try made.setTarget(target, action: try actionName(action)) }
    unsafe try engine.add(made, to: menu, item)
  }
}

@c @implementation
public func contactor_menu_add_separator(_ menu: OpaquePointer?) -> contactor_result {
  unsafe perform(menu, Menu.self) { engine, menu in unsafe try engine.add(MenuItem.separator(), to: menu, nil) }
}

@c @implementation
public func contactor_menu_add_submenu(
  _ menu: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ submenu: OpaquePointer?, _ item: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe perform(menu, Menu.self) { engine, menu in
    let made = unsafe MenuItem(try text(title, "title"))
    let submenu = unsafe try engine.needed(submenu, Menu.self)
    if submenu === menu || menu.root === submenu { throw Failure.state("a menu cannot be in itself") }
    if submenu.superitem != nil { throw Failure.state("the menu is in another already") }
    if let error = made.setSubmenu(submenu) { throw error }
    unsafe try engine.add(made, to: menu, item)
  }
}

@c @implementation
public func contactor_menu_pop_up(_ menu: OpaquePointer?, _ view: OpaquePointer?, _ rect: contactor_rect) -> contactor_result {
  unsafe perform(menu, Menu.self) { engine, menu in
    let view = unsafe try engine.needed(view, View.self)
    let rect = try rect.checked()
    guard menu.numberOfItems > 0, menu.popUp(below: rect, in: view) else {
      throw Failure.state("the menu has no items or is open, or the view is in no window")
    }
  }
}

@c @implementation
public func contactor_menu_close(_ menu: OpaquePointer?) -> contactor_result {
  unsafe perform(menu, Menu.self) { _, menu in menu.close() }
}

@c @implementation
public func contactor_menu_perform(_ menu: OpaquePointer?, _ number: Int) -> contactor_result {
  unsafe perform(menu, Menu.self) { _, menu in
    guard menu.performActionForItem(at: try index(number, below: menu.numberOfItems, "item")) else {
      throw Failure.state("the item is disabled, or has no action")
    }
  }
}

@c @implementation
public func contactor_view_set_menu(_ view: OpaquePointer?, _ menu: OpaquePointer?) -> contactor_result {
  unsafe perform(view, View.self) { engine, view in view.contextMenu = unsafe try engine.other(menu, Menu.self) }
}

// MARK: - Dialogs

@c @implementation
public func contactor_alert_create(
  _ engine: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?,
  _ alert: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let made = unsafe Alert(title: try textOrNil(title, "title") ?? "", message: try textOrNil(message, "message") ?? "")
    guard let alert = unsafe alert else { throw Failure.null("alert") }
    unsafe alert.pointee = try engine.handle(of: made)
  }
}

@c @implementation
public func contactor_alert_destroy(_ alert: OpaquePointer?) -> contactor_result {
  unsafe perform(alert, Alert.self) { engine, alert in
    if alert.isShown { alert.end(.aborted) }
    for button in alert.buttons { engine.drop(button) }
    if let field = alert.textField { engine.drop(field) }
    engine.drop(alert)
  }
}

@c @implementation
public func contactor_alert_add_button(
  _ alert: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ style: contactor_alert_style, _ button: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe perform(alert, Alert.self) { engine, alert in
    let title = unsafe try text(title, "title")
    let styles: [Alert.Style] = [.standard, .cancel, .destructive]
    guard Int(style.rawValue) < styles.count else { throw Failure.value("no button has the style \(style.rawValue)") }
    if alert.isShown { throw Failure.state("the dialog is shown") }
    guard alert.buttons.count < Alert.maximumNumberOfButtons else {
      throw Failure.state("a dialog has \(Alert.maximumNumberOfButtons) buttons at most")
    }
    let made = alert.addButton(title, style: styles[Int(style.rawValue)])
    if let button = unsafe button { unsafe button.pointee = try engine.handle(of: made) }
  }
}

@c @implementation
public func contactor_alert_add_text_field(
  _ alert: OpaquePointer?, _ string: UnsafePointer<CChar>?, _ field: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe perform(alert, Alert.self) { engine, alert in
    let made = unsafe alert.addTextField(text: try textOrNil(string, "text") ?? "")
    if let field = unsafe field { unsafe field.pointee = try engine.handle(of: made) }
  }
}

extension Alert.Answer {
  /// The answer's number in C.
  fileprivate var number: Int32 {
    switch self {
    case .button(let index): Int32(clamping: index)
    case .cancel: Int32(CONTACTOR_ALERT_CANCELLED)
    case .aborted: Int32(CONTACTOR_ALERT_ABORTED)
    }
  }
}

@c @implementation
public func contactor_alert_begin(
  _ alert: OpaquePointer?, _ window: OpaquePointer?, _ callback: contactor_alert_callback?, _ user: UnsafeMutableRawPointer?,
  _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe perform(alert, Alert.self) { engine, alert in
    guard let window = unsafe try engine.needed(window, View.self) as? Window else { throw Failure.kind("window") }
    guard let callback = unsafe callback else { throw Failure.null("callback") }
    if alert.isShown { throw Failure.state("the dialog is shown already") }
    if alert.buttons.isEmpty { throw Failure.state("the dialog has no button") }
    let handle = unsafe try engine.handle(of: alert)
    _ = alert.begin(on: window) { unsafe callback(data.user, handle, $0.number) }
  }
}

@c @implementation
public func contactor_alert_end(_ alert: OpaquePointer?, _ answer: Int32) -> contactor_result {
  unsafe perform(alert, Alert.self) { _, alert in
    guard alert.isShown else { throw Failure.state("the dialog is not shown") }
    switch answer {
    case Int32(CONTACTOR_ALERT_CANCELLED): alert.end(.cancel)
    case Int32(CONTACTOR_ALERT_ABORTED): alert.end(.aborted)
    default: alert.end(.button(try index(Int(answer), below: alert.buttons.count, "button")))
    }
  }
}
