import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Menus on the screen: fingers, keys, and what calls back meanwhile.
@Suite("Menus by touch")
struct MenuTouchTests {
  private typealias Desk = MenuTests.Desk

  /// Does something when a menu opens or closes, and writes both down.
  private final class Watcher: MenuDelegate {
    var told: [String] = []
    var whenOpening: (Menu) -> Void = { _ in }
    var whenClosing: (Menu) -> Void = { _ in }

    func menuNeedsUpdate(_ menu: Menu) { told.append("update \(menu.title)") }

    func menuWillOpen(_ menu: Menu) {
      told.append("open \(menu.title)")
      whenOpening(menu)
    }

    func menuDidClose(_ menu: Menu) {
      told.append("close \(menu.title)")
      whenClosing(menu)
    }
  }

  private let stage = Stage()
  private let desk: Desk
  private let menu = Menu("Main")
  private let more = Menu("More")

  init() throws {
    desk = stage.add(Desk(frame: Rect(x: 0, y: 0, width: 800, height: 480)), "desk")
    for title in ["Alpha", "Bravo"] { try menu.addItem(withTitle: title).setTarget(desk, action: "save:") }
    for title in ["Delta", "Echo"] { try more.addItem(withTitle: title).setTarget(desk, action: "save:") }
    menu.addItem(MenuItem("More", submenu: more))
  }

  /// Opens the menu at (100, 100): rows of 44 points, 250 wide; the third opens a submenu at (350, 188).
  private func open() { #expect(menu.popUp(at: Point(x: 100, y: 100), in: desk)) }

  private func key(_ characters: String, _ modifiers: KeyEvent.Modifiers = []) {
    #expect(stage.application.sendKey(KeyEvent(characters, modifiers: modifiers, timestamp: stage.application.now)))
  }

  private func row(_ number: Int) -> Double { 122 + 44 * Double(number) }

  @Test("7.3 A menu closes when its view leaves the window, alone or with a view around it, and its delegate is told", arguments: 0..<4)
  func viewGone(_ way: Int) {
    let (outer, view) = (View(frame: desk.bounds), View(frame: Rect(x: 0, y: 0, width: 100, height: 100)))
    desk.addSubview(outer)
    outer.addSubview(view)
    let watcher = Watcher()
    menu.delegate = watcher
    if way < 3 {
      #expect(menu.popUp(at: Point(x: 50, y: 50), in: view))
    } else {
      view.contextMenu = menu
      #expect(view.showContextMenu(at: Point(x: 50, y: 50)))
    }
    View(frame: .zero).removeFromSuperview()
    desk.addSubview(View(frame: .zero))
    #expect(menu.isOpen && stage.application.windows.count == 2)
    switch way {
    case 0: view.removeFromSuperview()
    case 1: outer.removeFromSuperview()
    case 2: Window(frame: desk.frame).addSubview(view)
    default: view.removeFromSuperview()
    }
    #expect(!menu.isOpen && stage.application.windows.count == 1 && watcher.told.last == "close Main")
    #expect(stage.violations.isEmpty)
  }

  // MARK: Strokes

  @Test("7.3 A tap on an item chooses it, closes the menu, and sends the item's action")
  func tap() {
    open()
    #expect(menu.openViews.map(\.frame) == [Rect(x: 100, y: 100, width: 250, height: 132)])
    stage.down(1, 150, row(1), at: 0)
    #expect(menu.highlightedItem === menu.items[1])
    #expect(desk.calls.isEmpty)
    stage.up(1, 150, row(1), at: 50)
    #expect(menu.isOpen == false)
    #expect(menu.highlightedItem == nil)
    #expect(desk.calls == ["save by Bravo"])
    #expect(desk.asked == ["Alpha", "Bravo"])
    #expect(stage.application.windows.count == 1)
    #expect(stage.application.modalWindow == nil)
  }

  @Test("7.3 A touch outside of the menu closes it and does nothing else", arguments: [false, true])
  func outside(isOtherWindow: Bool) {
    let other = Window(frame: Rect(x: 800, y: 0, width: 100, height: 100))
    stage.application.addWindow(other)
    _ = stage.button("behind", 600, 300)
    open()
    stage.tap(1, isOtherWindow ? 850 : 650, isOtherWindow ? 50 : 320, at: 0)
    #expect(menu.isOpen == false)
    #expect(stage.taken().isEmpty)
    #expect(desk.calls.isEmpty)
    stage.tap(1, 650, 320, at: 200)
    #expect(stage.taken().contains("behind touchDown"))
  }

  @Test("7.3 Long press, slide and release choose in one stroke, through a submenu that opens after its delay")
  func oneStroke() {
    desk.contextMenu = menu
    #expect(desk.contextMenu === menu)
    stage.down(1, 100, 100, at: 0)
    stage.pass(to: 600)
    #expect(menu.isOpen)
    #expect(menu.highlightedItem == nil)
    stage.move(1, 150, row(2), at: 610)
    #expect(menu.highlightedItem === menu.items[2])
    stage.pass(to: 834)
    #expect(more.isOpen == false)
    stage.pass(to: 836)
    #expect(more.openViews.last?.frame == Rect(x: 350, y: 188, width: 250, height: 88))
    stage.move(1, 400, 250, at: 850)
    #expect(more.highlightedItem === more.items[1])
    #expect(menu.highlightedItem === menu.items[2])
    stage.up(1, 400, 250, at: 860)
    #expect(desk.calls == ["save by Echo"])
    #expect(menu.isOpen == false)
    #expect(more.isOpen == false)
  }

  @Test("7.3 Sliding back to another item closes the submenu; a release on nothing closes what a stroke opened")
  func slideBack() {
    desk.contextMenu = menu
    stage.down(1, 100, 100, at: 0)
    stage.pass(to: 600)
    stage.move(1, 150, row(2), at: 610)
    stage.pass(to: 900)
    #expect(more.isOpen)
    stage.move(1, 150, row(0), at: 910)
    #expect(more.isOpen == false)
    #expect(menu.highlightedItem === menu.items[0])
    stage.move(1, 700, 400, at: 920)
    #expect(menu.highlightedItem == nil)
    stage.up(1, 700, 400, at: 930)
    #expect(menu.isOpen == false)
    #expect(desk.calls.isEmpty)
    desk.contextMenu = nil
    stage.down(1, 100, 100, at: 2_000)
    stage.pass(to: 3_000)
    #expect(menu.isOpen == false)
  }

  @Test("7.3 A press without a slide leaves the menu open, and tapping an item with a submenu opens that")
  func tapsThroughSubmenus() {
    #expect(desk.showContextMenu(at: .zero) == false)
    desk.contextMenu = menu
    stage.down(1, 100, 100, at: 0)
    stage.pass(to: 600)
    stage.up(1, 102, 101, at: 700)
    #expect(menu.isOpen)
    stage.tap(1, 150, row(2), at: 1_000)
    #expect(more.isOpen)
    #expect(menu.openViews.map { $0.menu?.title ?? "" } == ["Main", "More"])
    stage.tap(1, 400, 200, at: 2_000)
    #expect(desk.calls == ["save by Delta"])
  }

  @Test("A finger that leaves the menu that it pressed takes its choice back; a second finger does nothing")
  func takenBack() {
    open()
    stage.down(1, 150, row(0), at: 0)
    stage.down(2, 150, row(1), at: 10)
    stage.up(2, 150, row(1), at: 20)
    stage.move(1, 700, 400, at: 30)
    stage.up(1, 700, 400, at: 40)
    #expect(menu.isOpen)
    #expect(menu.highlightedItem == nil)
    stage.down(1, 150, row(0), at: 1_000)
    stage.cancel(1, at: 1_010)
    #expect(menu.isOpen)
    #expect(desk.calls.isEmpty)
  }

  // MARK: Long menus

  @Test("7.3 A menu higher than the window lies within it, and is scrolled by a finger, which then chooses nothing")
  func scrolling() throws {
    for number in 0..<97 { try menu.addItem(withTitle: "\(number)").setTarget(desk, action: "save:") }
    open()
    let view = try #require(menu.openViews.first)
    #expect(view.frame == Rect(x: 100, y: 0, width: 250, height: 480))
    #expect(view.maximumOffset == 100 * 44 - 480)
    stage.down(1, 150, 400, at: 0)
    stage.move(1, 150, 300, at: 10)
    stage.move(1, 150, 100, at: 20)
    #expect(view.contentOffset == 300)
    stage.up(1, 150, 100, at: 30)
    #expect(menu.isOpen)
    #expect(desk.calls.isEmpty)
    view.scroll(to: .infinity)
    #expect(view.contentOffset == view.maximumOffset)
    view.scroll(to: .nan)
    view.scroll(to: -5)
    #expect(view.contentOffset == 0)
    #expect(view.contentFrame(for: .item(99)).minY == 99 * 44)
    #expect(view.contentFrame(for: .item(100)).isNull)
  }

  @Test("7.3 A menu of 10,000 items validates what comes into view, and is hit by bisection")
  func manyItems() throws {
    let long = Menu("Long")
    for number in 0..<10_000 { try long.addItem(withTitle: "\(number)").setTarget(desk, action: "save:") }
    #expect(long.popUp(at: .zero, in: desk))
    let view = try #require(long.openViews.first)
    #expect(desk.asked.count == 11)
    #expect(view.contentParts.count { $0.kind == "item" } == 11)
    view.scrollToItem(at: 5_000)
    #expect(desk.asked.count == 22)
    #expect(view.indexOfItem(at: Point(x: 10, y: 470)) == 5_000)
    stage.tap(1, 10, 470, at: 0)
    #expect(desk.calls == ["save by 5000"])
    #expect(desk.asked.count == 22)
    #expect(long.popUp(at: .zero, in: desk))
    #expect(desk.asked.count == 33)
  }

  @Test("An item that is added to an open menu is validated at the end of the frame, once")
  func addedWhileOpen() throws {
    open()
    desk.allows = false
    try menu.addItem(withTitle: "New").setTarget(desk, action: "save:")
    #expect(desk.asked == ["Alpha", "Bravo"])
    stage.pass(to: 10)
    #expect(desk.asked == ["Alpha", "Bravo", "New"])
    menu.items[0].isHidden = true
    stage.pass(to: 20)
    #expect(desk.asked == ["Alpha", "Bravo", "New"])
    stage.tap(1, 150, row(2), at: 30)
    #expect(desk.asked == ["Alpha", "Bravo", "New"])
    #expect(desk.calls.isEmpty)
    #expect(menu.openViews[0].contentParts.last?.state == .disabled)
  }

  // MARK: Keys

  @Test("7.3 Arrows, return, escape and first letters operate an open menu")
  func keys() {
    open()
    menu.items[0].isEnabled = false
    key(KeyEvent.downArrow)
    #expect(menu.highlightedItem === menu.items[1])
    key(KeyEvent.downArrow)
    key(KeyEvent.rightArrow)
    #expect(more.highlightedItem === more.items[0])
    key(KeyEvent.upArrow)
    #expect(more.highlightedItem === more.items[1])
    key(KeyEvent.leftArrow)
    #expect(more.isOpen == false)
    #expect(menu.isOpen)
    key("b")
    #expect(menu.highlightedItem === menu.items[1])
    key(KeyEvent.carriageReturn)
    #expect(desk.calls == ["save by Bravo"])
    open()
    key(KeyEvent.escape)
    #expect(menu.isOpen == false)
    #expect(desk.calls.count == 1)
  }

  @Test("An open menu answers its own key equivalents, and lets no other through")
  func keysWhileOpen() {
    let main = Menu(items: [MenuItem("Quit", keyEquivalent: "q") { [weak stage] _ in stage?.note("quit") }])
    stage.application.mainMenu = main
    menu.items[1].keyEquivalent = "b"
    open()
    key("q", .command)
    #expect(stage.taken().isEmpty)
    #expect(menu.isOpen)
    key("b", .command)
    #expect(menu.isOpen == false)
    #expect(desk.calls == ["save by Bravo"])
    key("q", .command)
    #expect(stage.taken().contains("quit"))
  }

  @Test("7.3 The search for targets finds what it found before the menu opened: the first responder keeps its place")
  func firstResponder() {
    let field = stage.add(TextField(frame: Rect(x: 300, y: 300, width: 100, height: 40)), "field")
    field.text = "abc"
    field.becomeFirstResponder()
    let edit = Menu("Edit", items: [MenuItem("Clear", action: "clear:")])
    edit.popUp(at: .zero, in: desk)
    #expect(field.isEditing)
    stage.tap(1, 20, 20, at: 100)
    #expect(field.text.isEmpty)
    #expect(field.isEditing)
    #expect(stage.application.keyWindow === stage.window)
  }

  // MARK: Calls back

  @Test("A menu that closes itself as it opens is not shown, and each opening is paired with a close")
  func closesItself() {
    let watcher = Watcher()
    (menu.delegate, more.delegate) = (watcher, watcher)
    watcher.whenOpening = { $0.close() }
    #expect(menu.popUp(at: .zero, in: desk) == false)
    #expect(stage.application.windows.count == 1)
    #expect(watcher.told == ["update Main", "open Main", "close Main"])
    watcher.told = []
    watcher.whenOpening = { if $0.title == "More" { $0.close() } }
    open()
    stage.tap(1, 150, row(2), at: 0)
    #expect(menu.isOpen)
    #expect(more.isOpen == false)
    watcher.whenOpening = { if $0.title == "More" { $0.root.close() } }
    stage.tap(1, 150, row(2), at: 1_000)
    #expect(menu.isOpen == false)
    #expect(watcher.told.count { $0.hasPrefix("open") } == watcher.told.count { $0.hasPrefix("close") })
    watcher.whenOpening = { _ in }
    watcher.whenClosing = { _ in menu.popUp(at: .zero, in: desk) }
    open()
    menu.close()
    #expect(menu.isOpen)
    watcher.whenClosing = { $0.removeAllItems() }
    stage.tap(1, 10, 22, at: 2_000)
    #expect(desk.calls.isEmpty)
  }

  @Test("Items that go, menus that are replaced and views that leave while a menu is open are safe")
  func changes() throws {
    open()
    stage.down(1, 150, row(0), at: 0)
    menu.removeItem(at: 0)
    stage.up(1, 150, row(0), at: 50)
    #expect(desk.calls == ["save by Bravo"])
    open()
    stage.tap(1, 150, row(1), at: 1_000)
    #expect(more.isOpen)
    menu.items[1].setSubmenu(Menu("New", items: [MenuItem("x")]))
    #expect(more.isOpen == false)
    #expect(menu.isOpen)
    menu.removeAllItems()
    #expect(menu.openViews.first?.contentParts.count == 1)
    stage.tap(1, 150, row(1), at: 2_000)
    let item = MenuItem("Replace", submenu: Menu("Old", items: [MenuItem("y") { $0.menu?.superitem?.setSubmenu(Menu("Newer")) }]))
    let other = Menu("Other", items: [item])
    other.popUp(at: .zero, in: desk)
    stage.tap(1, 10, 10, at: 3_000)
    stage.tap(1, 300, 10, at: 4_000)
    #expect(item.submenu?.title == "Newer")
    #expect(other.isOpen == false)
  }

  @Test("A menu closes with its window, by dismissal, and with the application; its delegate hears of it once")
  func closing() {
    let watcher = Watcher()
    menu.delegate = watcher
    open()
    stage.application.dismiss()
    #expect(menu.isOpen == false)
    open()
    stage.application.removeWindow(stage.window)
    #expect(menu.isOpen == false)
    #expect(stage.application.windows.isEmpty)
    #expect(menu.popUp(at: .zero, in: desk) == false)
    do {
      let application = Application()
      let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      application.addWindow(window)
      #expect(menu.popUp(at: Point(x: 500, y: .nan), in: window))
      #expect(menu.openViews.first?.frame == Rect(x: 0, y: 0, width: 100, height: 100))
    }
    #expect(menu.isOpen == false)
    #expect(watcher.told.count { $0 == "close Main" } == 3)
  }

  @Test("3.6 A device that is routed to the window below operates the menu, and the window again afterwards")
  func routed() {
    stage.application.route(DeviceID(rawValue: 1), to: stage.window)
    stage.window.frame = Rect(x: 1_000, y: 500, width: 800, height: 480)
    open()
    stage.tap(1, 150, row(1), at: 0)
    #expect(desk.calls == ["save by Bravo"])
    let button = stage.button("b", 600, 300)
    stage.tap(1, 610, 310, at: 1_000)
    #expect(button.window === stage.window)
    #expect(stage.taken().contains("b touchDown"))
  }

  // MARK: A menu among other views

  @Test("A menu view among other views is a list of actions, for fingers and without")
  func list() {
    let view = stage.add(MenuView(frame: Rect(x: 500, y: 0, width: 200, height: 132), menu: menu), "list")
    #expect(desk.asked == ["Alpha", "Bravo"])
    stage.tap(1, 550, 60, at: 0)
    #expect(desk.calls == ["save by Bravo"])
    #expect(view.accessibilityElementCount == 3)
    #expect(view.accessibilityElement(at: 1)?.content.label == "Bravo")
    #expect(view.accessibilityElement(at: 3) == nil)
    #expect(view.performAccessibility(.activate, at: 0))
    #expect(view.performAccessibility(.activate, at: 7) == false)
    #expect(desk.calls.count == 2)
    stage.tap(1, 550, 110, at: 1_000)
    #expect(more.openViews.first?.frame == Rect(x: 500, y: 132, width: 250, height: 88))
    stage.tap(1, 550, 150, at: 2_000)
    #expect(desk.calls.last == "save by Delta")
    #expect(view.contentParts.map(\.kind) == ["menu", "item", "title", "item", "title", "item", "title", "arrow"])
  }
}
