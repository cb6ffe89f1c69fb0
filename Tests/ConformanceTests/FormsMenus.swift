import ContactorControls
import ContactorCore

extension Form {
  /// A button with a key equivalent, and keys that are pressed in its window.
  static let buttonKeys = Form(
    name: "buttons' key equivalents", reads: { $0.area == "key-equivalent" && !$0.given["keyEquivalent"].isNull }
  ) {
    item in
    let rig = Rig()
    let button = rig.add(Button(frame: .zero))
    button.keyEquivalent = try item.given["keyEquivalent"].text()
    button.keyEquivalentModifierMask = try KeyEvent.Modifiers(names: item.given["mask"].texts())
    let fired = try item.given["keys"].list().map { key in
      rig.application.sendKey(try KeyEvent(key, at: rig.application.now))
      return !rig.taken().isEmpty
    }
    try match(fired, item.expect["fired"].flags())
  }
}

extension Form {
  /// A main menu, and keys that are pressed in a window.
  static let menuKeys = Form(name: "menus' key equivalents", reads: { $0.area == "key-equivalent" && $0.given["keyEquivalent"].isNull }) {
    item in
    let rig = Rig()
    var fired: [JSON] = []
    // A case without a menu means the one of the case before it.
    let given: JSON = item.given["menu"].isNull ? .object(["Save": "s", "Save As": "S"]) : item.given["menu"]
    rig.application.mainMenu = try menu(given) { fired[fired.count - 1] = .text($0.title) }
    for key in try item.given["keys"].list() {
      fired.append(.null)
      rig.application.sendKey(try KeyEvent(key, at: rig.application.now))
    }
    try match(["fired": .list(fired)], item.expect.object())
  }

  /// A menu from its titles and keys; `Edit(hidden,sub)` is a hidden item with a submenu.
  private static func menu(_ json: JSON, _ perform: @escaping (MenuItem) -> Void) throws -> Menu {
    let menu = Menu()
    for (text, content) in try json.object().sorted(by: { $0.key < $1.key }) {
      let title = String(text.prefix { $0 != "(" })
      let marks = text.dropFirst(title.count)
      if marks.contains("sub") {
        let item = MenuItem(title, submenu: try Self.menu(content, perform))
        item.isHidden = marks.contains("hidden")
        menu.addItem(item)
        continue
      }
      let key = try content.text()
      let item = MenuItem(title, keyEquivalent: key.hasPrefix("esc") ? KeyEvent.escape : key, perform: perform)
      if key.contains("no mods") { item.keyEquivalentModifierMask = [] }
      menu.addItem(item)
    }
    return menu
  }

  /// Menus and their items: what is highlighted, performed and shown as a title.
  static let menus = Form(name: "menus", reads: { $0.area == "menu" }) { item in
    if !item.given["highlight"].isNull { return try highlight(item) }
    if !item.given["call"].isNull { return try performDisabled(item) }
    let titles = try item.given["ops"].texts().map { operation in
      // `menu "Colours" attached to item "Format"`, `setSubmenu("Edit menu") for item "Edit"`
      let names = operation.split(separator: "\"", omittingEmptySubsequences: false).enumerated().compactMap {
        $0 % 2 == 1 ? String($1) : nil
      }
      guard let name = names.first else { throw MalformedCase(.text(operation), "the title of a menu") }
      let (menu, item) = (Menu(name), MenuItem(names.count > 1 ? names[1] : ""))
      let error = operation.hasPrefix("set") ? Menu(items: [item]).setSubmenu(menu, for: item) : item.setSubmenu(menu)
      try match(error, nil, operation)
      return (menu: menu.title, item: item.title)
    }
    try match(["menuTitles": JSON(titles.map(\.menu)), "itemTitle2": .text(titles[1].item)], item.expect.object())
  }

  private static func highlight(_ item: Case) throws {
    let isHighlighted = try item.given["ops"][0].text().split(separator: " | ").map { operation in
      let (menu, subject) = (Menu(), MenuItem("item") { _ in })
      menu.addItem(subject)
      menu.highlight(subject)
      try match(menu.highlightedItem === subject, true, "highlighted before \(operation)")
      switch operation {
      case "removeAllItems": menu.removeAllItems()
      case "removeItem": menu.removeItem(subject)
      case "removeItemAtIndex": menu.removeItem(at: 0)
      case "setEnabled(NO)": subject.isEnabled = false
      default: throw MalformedCase(.text(String(operation)), "an operation")
      }
      return subject.isHighlighted || menu.highlightedItem != nil
    }
    try match(["highlightedAfterEach": .flag(isHighlighted.contains(true))], item.expect.object())
  }

  private static func performDisabled(_ item: Case) throws {
    let rig = Rig()
    var (calls, notifications) = (0, 0)
    let subject = MenuItem("item") { _ in calls += 1 }
    let menu = Menu(items: [subject])
    rig.application.mainMenu = menu
    let tokens = [
      rig.application.notifications.observe(Menu.WillSendAction.self) { _ in notifications += 1 },
      rig.application.notifications.observe(Menu.DidSendAction.self) { _ in notifications += 1 },
    ]
    defer { withExtendedLifetime(tokens) {} }
    subject.isEnabled = try item.given["item"]["enabled"].flag()
    menu.performActionForItem(at: 0)
    try match(["calls": JSON(calls), "notifications": JSON(notifications)], item.expect.object())
    // Silence says nothing unless an enabled item is heard.
    subject.isEnabled = true
    menu.performActionForItem(at: 0)
    try match([calls, notifications], [1, 2], "once it is enabled")
  }

  /// A pop-up button whose items are selected in code.
  static let popUps = Form(name: "pop-up buttons", reads: { $0.area == "popup" }) { item in
    let button = PopUpButton(frame: .zero, titles: try item.given["items"].texts())
    let selected = try item.given["ops"].texts().map { operation in
      let word = String(operation.split(separator: " ").last ?? "")
      if operation.hasPrefix("select index"), let index = Int(word) {
        button.selectItem(at: index)
      } else if operation.hasPrefix("select title") {
        try match(button.selectItem(withTitle: word), true, operation)
      }
      return Double(button.indexOfSelectedItem)
    }
    try match(["selectedIndex": JSON(selected)], item.expect.object())
  }
}

extension KeyEvent {
  /// From a case's `{"chars", "unmod", "mods"}`.
  convenience init(_ key: JSON, at time: Timestamp) throws {
    self.init(
      try key["chars"].text(), ignoringModifiers: key["unmod"].textIfAny, modifiers: try Modifiers(names: key["mods"].texts()),
      timestamp: time)
  }
}

extension KeyEvent.Modifiers {
  /// From the names that cases use.
  init(names: [String]) throws {
    self = []
    for name in names {
      switch name {
      case "shift": insert(.shift)
      case "ctrl": insert(.control)
      case "alt": insert(.option)
      case "cmd": insert(.command)
      default: throw MalformedCase(.text(name), "shift, ctrl, alt or cmd")
      }
    }
  }
}
