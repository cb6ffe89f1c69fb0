import ContactorControls
import ContactorCore

extension Operation {
  /// Menus, pop-up buttons, and dialogs.
  static let menus: [Operation] = makingMenus + arranging + showing + popUps + alerts + covering

  private static let makingMenus: [Operation] = [
    Operation("makeMenu", "$0 = $1($2)", [Domain(new: .menu), .flavor("Menu"), .word]) {
      let title = $0.value(2, .words)
      $0.make(ScriptedMenu(title), or: Menu(title))
    },
    Operation(
      "makeItem", "$0 = $1($2, action: $3, keyEquivalent: $4)", [Domain(new: .item), .flavor("MenuItem"), .word, .name, Domain(.presses)],
      weight: 3
    ) {
      let (title, action, key) = ($0.value(2, .words), $0.value(3, .names), $0.value(4, .presses))
      $0.make(
        ScriptedMenuItem(title, action: action, keyEquivalent: key), or: MenuItem(title, action: action, keyEquivalent: key))
    },
    Operation(
      "makeClosureItem", "$0 = closureItem(\"$1\", $2, $3)",
      [Domain(new: .item), .closure, .word, Domain(.presses)], weight: 3
    ) {
      let witness = $0.closure(1)
      $0.world.put(MenuItem($0.value(2, .words), keyEquivalent: $0.value(3, .presses)) { _ in witness.call() }, at: $0.name(0))
    },
    Operation("makeSeparator", "$0 = MenuItem.separator()", [Domain(new: .item)], weight: 1) {
      $0.world.put(MenuItem.separator(), at: $0.name(0))
    },
  ]

  private static let arranging: [Operation] = [
    Operation("addItem", "$0.addItem($1)", [.menu, .item], weight: 4) { $0.the(0, Menu.self).addItem($0.the(1)) },
    Operation("insertItem", "$0.insertItem($1, at: $2)", [.menu, .item, .count], weight: 1) {
      $0.the(0, Menu.self).insertItem($0.the(1), at: $0.count(2))
    },
    Operation("addTitled", "$0.addItem(withTitle: $1, action: $2)", [.menu, .word, .name]) {
      $0.the(0, Menu.self).addItem(withTitle: $0.value(1, .words), action: $0.value(2, .names))
    },
    Operation("removeItem", "$0.removeItem($1)", [.menu, .item], weight: 2, inside: 5) { $0.the(0, Menu.self).removeItem($0.the(1)) },
    Operation("removeItemAt", "$0.removeItem(at: $1)", [.menu, .count], weight: 1) { $0.the(0, Menu.self).removeItem(at: $0.count(1)) },
    Operation("removeItems", "$0.removeAllItems()", [.menu], weight: 1, inside: 4) { $0.the(0, Menu.self).removeAllItems() },
    Operation("submenuOf", "_ = $0.setSubmenu($1, for: $2)", [.menu, .menuOrNil, .item], weight: 1) {
      _ = $0.the(0, Menu.self).setSubmenu($0.maybe(1), for: $0.the(2))
    },
    Operation("refill", "do { let items = $0.items; $0?.removeAllItems(); for item in items { $0?.insertItem(item, at: 0) } }", [.menu]) {
      let items = $0.the(0, Menu.self).items
      $0.maybe(0, Menu.self)?.removeAllItems()
      for item in items { $0.maybe(0, Menu.self)?.insertItem(item, at: 0) }
    },
    Operation(
      "itemTargetNamed", "if let target = $1 as? any ActionTarget { try? $0?.setTarget(target, action: $2) }", [.item, .anyTarget, .name]
    ) {
      guard let target = $0.maybe(1, (any ActionTarget).self) else { return }
      try? $0.the(0, MenuItem.self).setTarget(target, action: $0.value(2, .names))
    },
    Operation("representItem", "$0.representedValue = $1", [.item, .anyTargetOrNil], weight: 1) {
      $0.world.mayLeak = true
      $0.the(0, MenuItem.self).representedValue = $0.object(1)
    },
    setting("menuCommand", "commandModifier", .menu, \Menu.commandModifier, .modifiers),
    Operation("setSubmenu", "$0.setSubmenu($1)", [.item, .menuOrNil], weight: 4) { _ = $0.the(0, MenuItem.self).setSubmenu($0.maybe(1)) },
    Operation("itemTarget", "$0.target = $1", [.item, .anyTargetOrNil], weight: 3) { $0.the(0, MenuItem.self).target = $0.object(1) },
    Operation("itemAction", "$0.action = Action($1)", [.item, .name]) { $0.the(0, MenuItem.self).action = Action($0.value(1, .names)) },
    Operation("noItemAction", "$0.action = nil", [.item], weight: 1) { $0.the(0, MenuItem.self).action = nil },
    setting("itemTitle", "title", .item, \MenuItem.title, .words),
    setting("itemHidden", "isHidden", .item, \MenuItem.isHidden, .flags),
    setting("itemEnabled", "isEnabled", .item, \MenuItem.isEnabled, .flags),
    setting("itemKey", "keyEquivalent", .item, \MenuItem.keyEquivalent, .presses),
    setting("itemModifiers", "keyEquivalentModifierMask", .item, \MenuItem.keyEquivalentModifierMask, .modifiers),
    setting("itemState", "state", .item, \MenuItem.state, states),
    setting("itemTag", "tag", .item, \MenuItem.tag, .counts),
    setting("menuTitle", "title", .menu, \Menu.title, .words),
    setting("menuEnables", "autoenablesItems", .menu, \Menu.autoenablesItems, .flags),
    setting("menuWidth", "minimumWidth", .menu, \Menu.minimumWidth, .numbers),
    Operation(
      "readItem", "_ = ($0.menu, $0.submenu, $0.isEnabled, $0.keyEquivalentText, $0.isHighlighted)", [.item], weight: 1
    ) {
      let item = $0.the(0, MenuItem.self)
      _ = (item.menu, item.submenu, item.isEnabled, item.keyEquivalentText, item.isHighlighted)
    },
    Operation(
      "readMenu",
      "_ = ($0.root, $0.item(at: $1), $0.item(withTag: $1), $0.supermenu, $0.application, $0.openViews.count, $0.isOpen, $0.item(withTitle: \"a\"))",
      [.menu, .count], weight: 1
    ) {
      let menu = $0.the(0, Menu.self)
      let item = menu.item(at: $0.count(1))
      _ = (menu.root, item, menu.item(withTag: $0.count(1)), menu.supermenu, menu.application, menu.openViews.count, menu.isOpen)
      _ = (menu.item(withTitle: "a"), item.map(menu.index))
    },
  ]

  private static let states = ValueList<MenuItem.State>(MenuItem.State.allCases.map { ($0, ".\($0)") })

  private static let showing: [Operation] = [
    Operation("menuDelegate", "$0.delegate = $1", [.menu, .delegateOrNil], weight: 3) {
      $0.the(0, Menu.self).delegate = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation("popUp", "_ = $0.popUp(at: Point(x: $2, y: $3), in: $1)", [.menu, .anyView, .coordinate, .coordinate], weight: 5) {
      _ = $0.the(0, Menu.self).popUp(at: $0.point(2), in: $0.the(1))
    },
    Operation("popUpBelow", "_ = $0.popUp(below: Rect(x: $2, y: $3, width: $4, height: $5), in: $1)", [.menu, .anyView] + Domain.rect) {
      _ = $0.the(0, Menu.self).popUp(below: $0.rect(2), in: $0.the(1))
    },
    Operation("closeMenu", "$0.close()", [.menu], weight: 1, inside: 4) { $0.the(0, Menu.self).close() },
    Operation("contextMenu", "$0.contextMenu = $1", [.anyView, .menuOrNil], weight: 3) { $0.the(0, View.self).contextMenu = $0.maybe(1) },
    Operation("showContext", "_ = $0.showContextMenu(at: Point(x: $1, y: $2))", [.anyView, .coordinate, .coordinate]) {
      _ = $0.the(0, View.self).showContextMenu(at: $0.point(1))
    },
    Operation("menuIsMain", "$0.mainMenu = $1", [.application, .menuOrNil], weight: 4) {
      $0.the(0, Application.self).mainMenu = $0.maybe(1, Menu.self)
    },
    Operation("updateMenu", "$0.update()", [.menu]) { $0.the(0, Menu.self).update() },
    Operation("highlightItem", "$0.highlight($1)", [.menu, Domain([.item], orNil: true)], weight: 3) {
      $0.the(0, Menu.self).highlight($0.maybe(1))
    },
    Operation("performItem", "_ = $0.performActionForItem(at: $1)", [.menu, .count], weight: 4) {
      _ = $0.the(0, Menu.self).performActionForItem(at: $0.count(1))
    },
    Operation("menuView", "$0.menu = $1", [.control("MenuView"), .menuOrNil], weight: 3) { $0.the(0, MenuView.self).menu = $0.maybe(1) },
    Operation("scrollMenu", "$0.scroll(to: $1)", [.control("MenuView"), .number], weight: 1) {
      $0.the(0, MenuView.self).scroll(to: $0.number(1))
    },
    Operation("scrollToItem", "$0.scrollToItem(at: $1)", [.control("MenuView"), .count], weight: 1) {
      $0.the(0, MenuView.self).scrollToItem(at: $0.count(1))
    },
    Operation(
      "pressMenu", "for view in $0.openViews { _ = view.performAccessibility(.activate, at: $1) }", [.menu, Domain(.indices)], weight: 3
    ) {
      for view in $0.the(0, Menu.self).openViews { _ = view.performAccessibility(.activate, at: $0.value(1, .indices)) }
    },
    Operation("removeOpen", "for view in $0.openViews { view.removeFromSuperview() }", [.menu], weight: 1, inside: 3) {
      for view in $0.the(0, Menu.self).openViews { view.removeFromSuperview() }
    },
    Operation("replaceOpen", "for view in $0.openViews { view.menu = $1 }", [.menu, .menuOrNil], weight: 1) {
      for view in $0.the(0, Menu.self).openViews { view.menu = $0.maybe(1) }
    },
    Operation(
      "scrollOpen", "for view in $0.openViews { view.scroll(to: $1); view.scrollToItem(at: $2) }", [.menu, .number, .count], weight: 1
    ) {
      for view in $0.the(0, Menu.self).openViews {
        view.scroll(to: $0.number(1))
        view.scrollToItem(at: $0.count(2))
      }
    },
    Operation(
      "readMenuView",
      "_ = ($0.contentHeight, $0.maximumOffset, $0.isScrollable, $0.indexOfItem(at: Point(x: $1, y: $2)), $0.contentFrame(for: .item($3)))",
      [.control("MenuView"), .coordinate, .coordinate, .count], weight: 1
    ) {
      let view = $0.the(0, MenuView.self)
      _ = (
        view.contentHeight, view.maximumOffset, view.isScrollable, view.indexOfItem(at: $0.point(1)),
        view.contentFrame(for: .item($0.count(3)))
      )
    },
    Operation(
      "readOpen", "for view in $0.openViews { _ = (view.contentParts, view.accessibilityElement(at: $1)) }", [.menu, .count], weight: 1
    ) {
      for view in $0.the(0, Menu.self).openViews { _ = (view.contentParts, view.accessibilityElement(at: $0.count(1))) }
    },
  ]

  private static let popUps: [Operation] = [
    Operation("popUpMenu", "$0.menu = $1", [.control("PopUpButton"), .menu], weight: 3) { $0.the(0, PopUpButton.self).menu = $0.the(1) },
    setting("pullsDown", "pullsDown", .control("PopUpButton"), \PopUpButton.pullsDown, .flags),
    Operation("addChoice", "$0.addItem(withTitle: $1)", [.control("PopUpButton"), .word], weight: 3) {
      $0.the(0, PopUpButton.self).addItem(withTitle: $0.value(1, .words))
    },
    Operation("addChoices", "$0.addItems(withTitles: [$1, $2])", [.control("PopUpButton"), .word, .word], weight: 2) {
      $0.the(0, PopUpButton.self).addItems(withTitles: [$0.value(1, .words), $0.value(2, .words)])
    },
    Operation("insertChoice", "$0.insertItem(withTitle: $1, at: $2)", [.control("PopUpButton"), .word, .count], weight: 2) {
      $0.the(0, PopUpButton.self).insertItem(withTitle: $0.value(1, .words), at: $0.count(2))
    },
    Operation("chooseItem", "$0.select($1)", [.control("PopUpButton"), Domain([.item], orNil: true)], weight: 1) {
      $0.the(0, PopUpButton.self).select($0.maybe(1))
    },
    Operation("chooseAt", "$0.selectItem(at: $1)", [.control("PopUpButton"), .count]) {
      $0.the(0, PopUpButton.self).selectItem(at: $0.count(1))
    },
    Operation("openPopUp", "_ = $0.openMenu()", [.control("PopUpButton")], weight: 3) { _ = $0.the(0, PopUpButton.self).openMenu() },
    Operation("nextChoice", "$0.selectNext($0)", [.control("PopUpButton")], weight: 1) {
      $0.the(0, PopUpButton.self).selectNext($0.the(0))
    },
    Operation("previousChoice", "$0.selectPrevious($0)", [.control("PopUpButton")], weight: 1) {
      $0.the(0, PopUpButton.self).selectPrevious($0.the(0))
    },
    Operation("chooseTitled", "_ = $0.selectItem(withTitle: $1)", [.control("PopUpButton"), .word], weight: 1) {
      _ = $0.the(0, PopUpButton.self).selectItem(withTitle: $0.value(1, .words))
    },
    Operation("chooseTagged", "_ = $0.selectItem(withTag: $1)", [.control("PopUpButton"), .count], weight: 1) {
      _ = $0.the(0, PopUpButton.self).selectItem(withTag: $0.count(1))
    },
    Operation("emptyPopUp", "$0.menu.removeAllItems()", [.control("PopUpButton")], weight: 1, inside: 3) {
      $0.the(0, PopUpButton.self).menu.removeAllItems()
    },
    Operation("closePopUp", "$0.menu.close()", [.control("PopUpButton")], weight: 1, inside: 3) {
      $0.the(0, PopUpButton.self).menu.close()
    },
    Operation(
      "readPopUp", "_ = ($0.title, $0.indexOfSelectedItem, $0.selectedTag, $0.itemTitles, $0.titleOfSelectedItem)",
      [.control("PopUpButton")], weight: 1
    ) {
      let button = $0.the(0, PopUpButton.self)
      _ = (button.title, button.indexOfSelectedItem, button.selectedTag, button.itemTitles, button.titleOfSelectedItem)
    },
  ]

  private static let alerts: [Operation] = [
    Operation("makeAlert", "$0 = Alert(title: $1, message: $1)", [Domain(new: .alert), .word]) {
      $0.world.put(Alert(title: $0.value(1, .words), message: $0.value(1, .words)), at: $0.name(0))
    },
    Operation("addAlertButton", "$0.addButton($1, style: $2)", [.alert, .word, Domain(styles)], weight: 4) {
      $0.the(0, Alert.self).addButton($0.value(1, .words), style: $0.value(2, styles))
    },
    Operation("addAlertField", "$0.addTextField(text: $1)", [.alert, .word], weight: 1) {
      $0.the(0, Alert.self).addTextField(text: $0.value(1, .words))
    },
    Operation("alertDelegate", "$0.delegate = $1", [.alert, .delegateOrNil]) {
      $0.the(0, Alert.self).delegate = $0.maybe(1, ScriptedDelegate.self)
    },
    Operation(
      "beginAlert", "do { let w = Witness(\"$2\"); _ = $0.begin(on: $1) { _ in w.call() } }", [.alert, .window, .closure], weight: 4
    ) {
      let witness = $0.closure(2)
      _ = $0.the(0, Alert.self).begin(on: $0.the(1, Window.self)) { _ in witness.call() }
    },
    Operation(
      "beginAlertAnywhere", "do { let w = Witness(\"$2\"); _ = $0.begin(on: $1) { _ in w.call() } }", [.alert, .application, .closure]
    ) {
      let witness = $0.closure(2)
      _ = $0.the(0, Alert.self).begin(on: $0.the(1, Application.self)) { _ in witness.call() }
    },
    Operation("beginModal", "_ = try? $0.begin(on: $1, modalDelegate: $2, didEnd: \"act:\")", [.alert, .window, .target]) {
      guard let target = $0.maybe(2, (any ActionTarget).self) else { return }
      _ = try? $0.the(0, Alert.self).begin(on: $0.the(1), modalDelegate: target, didEnd: "act:")
    },
    Operation("endAlert", "$0.end()", [.alert], weight: 1, inside: 4) { $0.the(0, Alert.self).end() },
    Operation("answerAlert", "$0.end($1)", [.alert, Domain(answers)], weight: 1, inside: 3) {
      $0.the(0, Alert.self).end($0.value(1, answers))
    },
    Operation("typeIntoAlert", "$0.textField?.insertText($1)", [.alert, .word]) {
      $0.the(0, Alert.self).textField?.insertText($0.value(1, .words))
    },
    Operation("removeAlertButtons", "for button in $0.buttons { button.removeFromSuperview() }", [.alert], weight: 1) {
      for button in $0.the(0, Alert.self).buttons { button.removeFromSuperview() }
    },
    Operation("closeAlert", "$0.buttons.first?.window?.close()", [.alert], weight: 1, inside: 3) {
      $0.the(0, Alert.self).buttons.first?.window?.close()
    },
    Operation("clickAlert", "if $0.buttons.indices.contains($1) { $0.buttons[$1].performClick() }", [.alert, .count], weight: 3) {
      let alert = $0.the(0, Alert.self)
      if alert.buttons.indices.contains($0.count(1)) { alert.buttons[$0.count(1)].performClick() }
    },
    setting("alertTitle", "title", .alert, \Alert.title, .words),
    setting("alertMessage", "message", .alert, \Alert.message, .words),
    Operation("alertDefault", "$0.defaultButtonIndex = $1", [.alert, Domain(.indices)], weight: 1) {
      $0.the(0, Alert.self).defaultButtonIndex = $0.value(1, .indices)
    },
    Operation("readAlert", "_ = ($0.answer, $0.isShown, $0.defaultButton, $0.cancelButton)", [.alert], weight: 1) {
      let alert = $0.the(0, Alert.self)
      _ = (alert.answer, alert.isShown, alert.defaultButton, alert.cancelButton)
    },
  ]

  private static let answers = ValueList<Alert.Answer>(
    [(.aborted, ".aborted"), (.cancel, ".cancel"), (.button(0), ".button(0)")],
    extremes: [(.button(-1), ".button(-1)"), (.button(.max), ".button(.max)")])
  private static let styles = ValueList<Alert.Style>([(.standard, ".standard"), (.cancel, ".cancel"), (.destructive, ".destructive")])

  private static let covering: [Operation] = [
    Operation("presentOver", "$0.present($1, over: $2, makesKey: $3)", [.application, .window, .window, .flag], weight: 3) {
      $0.the(0, Application.self).present($0.the(1), over: $0.the(2), makesKey: $0.flag(3))
    },
    Operation("readPresented", "_ = $0.presentingWindow", [.window], weight: 1) { _ = $0.the(0, Window.self).presentingWindow },
  ]
}

extension Domain {
  static let menu = Domain([.menu])
  static let menuOrNil = Domain([.menu], orNil: true)
  static let item = Domain([.item])
  static let alert = Domain([.alert])
}
