import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Menus without a finger: items, targets, validation, key equivalents.
@Suite("Menus")
struct MenuTests {
  /// A target that writes down what it does, and validates.
  final class Desk: View, MenuItemValidation {
    var calls: [String] = []
    var asked: [String] = []
    var allows = true
    var whenAsked: (MenuItem) -> Void = { _ in }

    override class var actions: [Action] {
      super.actions + [Action("save:", save(_:)), Action("press:", press(_:)), Action("print", printOut)]
    }

    func save(_ sender: MenuItem) { calls.append("save by \(sender.title)") }
    func press(_ sender: Control) { calls.append("press") }
    func printOut() { calls.append("print") }

    func validateMenuItem(_ item: MenuItem) -> Bool {
      asked.append(item.title)
      whenAsked(item)
      return allows
    }
  }

  private let stage = Stage()
  private let desk: Desk

  init() {
    desk = stage.add(Desk(frame: Rect(x: 0, y: 0, width: 200, height: 100)), "desk")
  }

  private func key(_ characters: String, _ modifiers: KeyEvent.Modifiers = .command) -> Bool {
    stage.application.sendKey(KeyEvent(characters, modifiers: modifiers, timestamp: stage.application.now))
  }

  // MARK: Items

  @Test("7.3 A menu inserts, moves, finds and removes items, and an item has one menu")
  func items() {
    let menu = Menu("File")
    let (new, open) = (menu.addItem(withTitle: "New"), menu.addItem(withTitle: "Open"))
    open.tag = 7
    menu.insertItem(.separator(), at: -5)
    menu.insertItem(new, at: 99)
    #expect(menu.items.map(\.title) == ["", "Open", "New"])
    #expect(menu.item(withTag: 7) === open)
    #expect(menu.item(withTitle: "New") === new)
    #expect(menu.index(of: new) == 2)
    #expect(menu.item(at: 3) == nil)
    let other = Menu("Other")
    other.addItem(new)
    #expect(menu.numberOfItems == 2)
    #expect(new.menu === other)
    #expect(menu.index(of: new) == nil)
    menu.removeItem(new)
    menu.removeItem(at: 12)
    menu.removeAllItems()
    #expect(menu.items.isEmpty)
    #expect(open.menu == nil)
    #expect(other.numberOfItems == 1)
  }

  @Test("7.3 A menu that would contain itself is refused with its name, and so is one too deep")
  func recursion() {
    let (outer, inner) = (Menu("Outer"), Menu("Inner"))
    let item = outer.addItem(withTitle: "To inner")
    #expect(item.setSubmenu(inner) == nil)
    let back = inner.addItem(withTitle: "Back")
    #expect(back.setSubmenu(outer)?.code == .containsItself)
    #expect(back.setSubmenu(inner)?.description == "the menu 'Inner' cannot be attached inside itself")
    #expect(back.submenu == nil)
    #expect(inner.addItem(MenuItem("Carrier", submenu: Menu("Third"))) == nil)
    let carrier = MenuItem("Carrier of the outer", submenu: outer)
    #expect(inner.addItem(carrier)?.code == .containsItself)
    #expect(inner.numberOfItems == 2)
    #expect(MenuItem.separator().setSubmenu(Menu())?.code == .separator)
    var current = inner
    var errors: [MenuError.Code] = []
    for _ in 0..<30 {
      let next = Menu("Next")
      if let error = current.addItem(withTitle: "Next").setSubmenu(next) { errors.append(error.code) } else { current = next }
    }
    #expect(errors.first == .tooDeep)
    #expect(errors.count == 30 - (Menu.maximumDepth - 2))
  }

  @Test("A submenu has one item: it leaves the one that it was attached to")
  func oneSuperitem() {
    let menu = Menu()
    let (first, second) = (menu.addItem(withTitle: "1"), menu.addItem(withTitle: "2"))
    let submenu = Menu("Sub")
    first.setSubmenu(submenu)
    second.setSubmenu(submenu)
    #expect(first.submenu == nil)
    #expect(submenu.superitem === second)
    #expect(submenu.root === menu)
    second.setSubmenu(nil)
    #expect(submenu.superitem == nil)
  }

  // MARK: Targets

  @Test("7.3 An item sends its own action to its own target, with itself as the sender; a bad name is an error at once")
  func targets() throws {
    let item = MenuItem("Save")
    let menu = Menu(items: [item])
    try item.setTarget(desk, action: "save:")
    #expect(menu.performActionForItem(at: 0))
    #expect(throws: ActionError.self) { try item.setTarget(desk, action: "svae:") }
    let error = #expect(throws: ActionError.self) { try item.setTarget(desk, action: "press:") }
    #expect(error?.code == .foreignSender)
    item.setTarget(desk, action: TypedAction(Desk.printOut, named: "print"))
    #expect(menu.performActionForItem(at: 0))
    #expect(menu.performActionForItem(at: 1) == false)
    #expect(desk.calls == ["save by Save", "print"])
  }

  @Test("7.3 A target that was deallocated is not replaced by a search, and its item is disabled")
  func deadTarget() throws {
    let item = MenuItem("Save", action: "save:")
    let menu = Menu(items: [item])
    stage.application.mainMenu = menu
    menu.view = desk
    do {
      let other = Desk(frame: .zero)
      item.target = other
      menu.update()
      #expect(item.isEnabled)
    }
    menu.update()
    #expect(item.isEnabled == false)
    #expect(menu.performActionForItem(at: 0) == false)
    #expect(desk.calls.isEmpty)
    item.target = nil
    menu.update()
    #expect(menu.performActionForItem(at: 0))
    #expect(desk.calls == ["save by Save"])
  }

  @Test("7.3 An action without a target is searched as the application's policy says, from the item's view")
  func search() {
    let item = MenuItem("Save", action: "save:")
    let menu = Menu(items: [item])
    let inner = stage.add(View(frame: .zero), "inner", to: desk)
    #expect(menu.performActionForItem(at: 0) == false)
    menu.view = inner
    for policy in [ActionSearchPolicy.sender, .firstResponder] {
      stage.application.searchPolicy = policy
      menu.update()
      #expect(item.isEnabled)
      #expect(menu.performActionForItem(at: 0))
    }
    stage.application.searchPolicy = .keyAndMainWindow
    menu.update()
    #expect(item.isEnabled == false)
    #expect(desk.calls.count == 2)
    stage.application.searchPolicy = .firstResponder
    menu.view = nil
    stage.application.mainMenu = menu
    menu.update()
    #expect(item.isEnabled == false)
    #expect(stage.unhandled.count == 1, "reported once")
  }

  @Test("6.1, 7.3 An item whose action no object in the search order lists is disabled, and reported once as unhandled")
  func unlisted() {
    let menu = Menu(items: [MenuItem("Sav", action: "sav:"), MenuItem("Save", action: "save:"), MenuItem("Cut", action: "cut:")])
    stage.application.mainMenu = menu
    stage.window.makeKey()
    desk.contextMenu = menu
    menu.update()
    #expect(menu.items.map(\.isEnabled) == [false, true, false])
    #expect(stage.unhandled.count == 1 && stage.unhandled[0].contains("sav:"), "a standard action without a text is in order")
    menu.update()
    menu.update()
    #expect(stage.unhandled.count == 1)
    menu.items[0].action = Action("prnt")
    menu.update()
    #expect(stage.unhandled.count == 2)
    // One that is listed and refused now is in order.
    desk.allows = false
    menu.update()
    #expect(stage.unhandled.count == 2 && !menu.items[1].isEnabled)
    menu.items[0].action = Action("save:")
    desk.allows = true
    menu.update()
    #expect(menu.items[0].isEnabled && stage.unhandled.count == 2)
  }

  @Test("5.11, 7.3 An item whose action an object wants from another sender is disabled, and reported as that")
  func foreignSender() {
    final class Refusals: EngineObserver {
      var errors: [ActionError.Code] = []

      func registrationRefused(_ error: ActionError, by sender: AnyObject?) { errors.append(error.code) }
    }
    let refusals = Refusals()
    stage.application.addObserver(refusals)
    let menu = Menu(items: [MenuItem("Press", action: "press:")])
    desk.contextMenu = menu
    menu.update()
    menu.update()
    #expect(!menu.items[0].isEnabled && stage.unhandled.isEmpty && refusals.errors.count == 1)
  }

  // MARK: Validation

  @Test("7.3 The target validates its items, each once in an update; disabled by hand stays disabled")
  func validation() throws {
    let menu = Menu()
    for title in ["Save", "Print", "Nothing"] { menu.addItem(withTitle: title) }
    try menu.items[0].setTarget(desk, action: "save:")
    try menu.items[1].setTarget(desk, action: "print")
    menu.update()
    #expect(desk.asked == ["Save", "Print"])
    #expect(menu.items.map(\.isEnabled) == [true, true, true])
    desk.allows = false
    menu.update()
    #expect(menu.items.map(\.isEnabled) == [false, false, true])
    menu.autoenablesItems = false
    menu.update()
    #expect(menu.items.map(\.isEnabled) == [true, true, true])
    desk.allows = true
    menu.autoenablesItems = true
    menu.items[0].isEnabled = false
    menu.update()
    #expect(menu.items[0].isEnabled == false)
  }

  @Test("Validation that removes the items while it is asked, and updates again, ends")
  func hostileValidation() throws {
    let menu = Menu()
    for number in 0..<40 { try menu.addItem(withTitle: "\(number)").setTarget(desk, action: "save:") }
    desk.whenAsked = { item in
      item.menu?.removeItem(at: 0)
      item.menu?.removeItem(item)
      menu.update()
    }
    menu.update()
    #expect(menu.items.isEmpty)
    #expect(Set(desk.asked).count == desk.asked.count)
    desk.whenAsked = { _ in menu.addItem(withTitle: "more").target = nil }
    try menu.addItem(withTitle: "last").setTarget(desk, action: "save:")
    menu.update()
    #expect(menu.items.map(\.title) == ["last", "more"])
  }

  // MARK: Key equivalents

  @Test("7.3 The main menu's items answer their keys, after validation; the first enabled one does")
  func keyEquivalents() throws {
    let menu = Menu()
    stage.application.mainMenu = menu
    for title in ["Off", "On"] { try menu.addItem(withTitle: title, keyEquivalent: "s").setTarget(desk, action: "save:") }
    menu.items[0].isEnabled = false
    #expect(key("s"))
    #expect(key("s", []) == false)
    #expect(key("s", [.command, .option]) == false)
    #expect(desk.calls == ["save by On"])
    desk.allows = false
    #expect(key("s") == false)
    desk.allows = true
    menu.commandModifier = .control
    #expect(key("s") == false)
    #expect(key("s", .control))
    menu.items[1].isHidden = true
    #expect(key("s", .control) == false)
    #expect(desk.calls.count == 2)
  }

  @Test("Letters with shift, marks without case and arrows are told apart as they are typed")
  func matching() {
    func matches(_ wanted: String, _ typed: String, _ held: KeyEvent.Modifiers = [], mask: KeyEvent.Modifiers = []) -> Bool {
      KeyEquivalent(wanted, modifiers: mask).matches(KeyEvent(typed, modifiers: held, timestamp: Timestamp(microseconds: 0)))
    }
    #expect(matches("S", "s", .shift))
    #expect(matches("S", "S"))
    #expect(matches("s", "S", .capsLock))
    #expect(matches("S", "S", .capsLock) == false)
    #expect(matches("?", "?", .shift))
    #expect(matches("?", "?", mask: .shift) == false)
    #expect(matches(KeyEvent.upArrow, KeyEvent.upArrow, .shift) == false)
    #expect(matches(KeyEvent.upArrow, KeyEvent.upArrow, .numericPad))
    #expect(matches("", "") == false)
    let up = KeyEvent("a", phase: .up, timestamp: Timestamp(microseconds: 0))
    #expect(KeyEquivalent("a").matches(up) == false)
  }

  @Test("An item that performs itself, a menu that is its own delegate's victim, and a menu without an application are safe")
  func recursionOfActions() {
    let menu = Menu()
    var calls = 0
    menu.addItem(
      MenuItem("Again", keyEquivalent: "a") { item in
        calls += 1
        item.menu?.performActionForItem(at: 0)
      })
    menu.performActionForItem(at: 0)
    #expect(calls == 16)
    stage.application.mainMenu = menu
    #expect(key("a"))
    menu.items[0].action = nil
    #expect(key("a"))
    #expect(menu.popUp(at: .zero, in: View(frame: .zero)) == false)
    #expect(menu.isOpen == false)
  }

  @Test("The highlight is told before it changes, and an item that is removed meanwhile is not highlighted")
  func highlight() {
    final class Remover: MenuDelegate {
      var told: [String?] = []
      func menu(_ menu: Menu, willHighlight item: MenuItem?) {
        told.append(item?.title)
        if item?.title == "B" { menu.removeItem(at: 1) }
      }
    }
    let remover = Remover()
    let menu = Menu(items: [MenuItem("A"), MenuItem("B")])
    menu.delegate = remover
    menu.highlight(menu.items[0])
    menu.highlight(menu.items[1])
    #expect(menu.highlightedItem == nil)
    menu.highlight(MenuItem("stranger"))
    #expect(remover.told == ["A", "B"])
    menu.highlight(menu.items[0])
    menu.items[0].isHidden = true
    #expect(menu.highlightedItem == nil)
  }
}
