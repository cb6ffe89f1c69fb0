import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// What an open menu keeps: nothing, once the program has dropped its own references.
@Suite("Lifetimes of menus")
struct MenuLifetimeTests {
  /// What the menu does when everything is dropped.
  enum Situation: CaseIterable {
    /// The menu is open, without a finger.
    case open
    /// A finger is down on an item.
    case pressed
    /// An arrow key has highlighted an item.
    case highlighted
    /// A submenu is open, one of its items highlighted.
    case submenu
    /// A finger waits on an item for its submenu.
    case submenuPending
    /// A finger at the edge of a long menu scrolls it.
    case scrolling
    /// A finger is down on the view whose long press would open the menu.
    case contextPending
    /// A long press has opened the menu, and the finger is still down.
    case contextOpen
    /// The application's main menu has performed a key equivalent, and the same menu is open.
    case keyEquivalent
    /// A text field and a view of the menu are in the window, the field being the first responder.
    case firstResponder
  }

  /// What the program drops its last references to, the others first.
  enum Owner: CaseIterable {
    /// The application goes with its window.
    case application
    /// The window leaves the application, which stays.
    case window
  }

  /// Counts what is performed, and receives keys.
  private final class Desk: View {
    var count = 0
    override class var actions: [Action] { super.actions + [Action("save:", save(_:))] }
    func save(_ sender: MenuItem) { count += 1 }
  }

  /// A window with a menu for a view, and everything that is to be freed.
  private struct Scene {
    let stage = Stage()
    let desk = Desk(frame: Rect(x: 0, y: 0, width: 800, height: 480))
    let menu = Menu("Main")
    let more = Menu("More", items: [MenuItem("Delta"), MenuItem("Echo")])
    var watched: Lifetimes

    init() {
      watched = Lifetimes([
        "stage": stage, "application": stage.application, "window": stage.window, "view": desk, "menu": menu, "submenu": more,
      ])
      stage.add(desk, "desk")
      menu.addItem(withTitle: "Alpha", action: "save:", keyEquivalent: "s")
      menu.addItem(MenuItem("Bravo") { item in item.menu?.title = "Chosen" })
      menu.addItem(MenuItem("More", submenu: more))
      for item in menu.items + more.items { watched.watch(item, item.title) }
    }

    /// Watches the menus' views and their window.
    mutating func watchOpenViews(_ menu: Menu? = nil) {
      let views = (menu ?? self.menu).openViews
      for (number, view) in views.enumerated() { watched.watch(view, "menu view \(number)") }
      if let window = views.first?.window { watched.watch(window, "menu window") }
    }

    func open() { #expect(menu.popUp(at: Point(x: 100, y: 100), in: desk)) }

    func key(_ characters: String, _ modifiers: KeyEvent.Modifiers = []) {
      stage.application.sendKey(KeyEvent(characters, modifiers: modifiers, timestamp: stage.application.now))
    }

    /// The middle of a row of the menu that is opened at (100, 100).
    func row(_ number: Int) -> Double { 122 + 44 * Double(number) }

    mutating func enter(_ situation: Situation) {
      switch situation {
      case .open: open()
      case .pressed:
        open()
        stage.down(1, 150, row(1), at: 10)
        #expect(menu.highlightedItem === menu.items[1])
      case .highlighted:
        open()
        key(KeyEvent.downArrow)
        #expect(menu.highlightedItem === menu.items[0])
      case .submenu:
        open()
        for _ in 0..<3 { key(KeyEvent.downArrow) }
        key(KeyEvent.rightArrow)
        #expect(more.highlightedItem === more.items[0])
      case .submenuPending:
        open()
        stage.down(1, 150, row(2), at: 10)
        #expect(stage.application.nextDeadline != nil)
        #expect(more.isOpen == false)
      case .scrolling: scroll()
      case .contextPending:
        desk.contextMenu = menu
        stage.down(1, 300, 300, at: 10)
        #expect(stage.application.nextDeadline != nil)
        #expect(menu.isOpen == false)
      case .contextOpen:
        desk.contextMenu = menu
        stage.down(1, 100, 100, at: 0)
        stage.pass(to: 600)
        stage.move(1, 150, row(0), at: 610)
        #expect(menu.highlightedItem === menu.items[0])
      case .keyEquivalent:
        stage.application.mainMenu = menu
        menu.view = desk
        key("s", .command)
        #expect(desk.count == 1)
        open()
      case .firstResponder: firstResponder()
      }
      if situation != .contextPending { #expect(menu.isOpen) }
      watchOpenViews()
    }

    private func scroll() {
      for number in 0..<40 { menu.addItem(withTitle: "\(number)") }
      open()
      stage.down(1, 150, 240, at: 10)
      stage.move(1, 400, 240, at: 20)
      stage.move(1, 150, 475, at: 30)
      #expect(stage.application.nextDeadline != nil)
      #expect(menu.openViews.first?.contentOffset == 0)
    }

    private mutating func firstResponder() {
      let field = stage.add(TextField(frame: Rect(x: 300, y: 300, width: 100, height: 40)), "field")
      let list = stage.add(MenuView(frame: Rect(x: 500, y: 0, width: 200, height: 132), menu: Menu("List", items: [MenuItem("x")])), "list")
      field.becomeFirstResponder()
      #expect(field.isEditing)
      open()
      watched.watch(field, "field")
      watched.watch(list, "list")
    }
  }

  @Test(
    "7.3 A program that drops its application, or one window of it, with a menu in use frees the menu, its views and its window",
    arguments: Situation.allCases, Owner.allCases)
  func dropped(_ situation: Situation, _ owner: Owner) {
    var kept: Application?
    func run() -> Lifetimes {
      var scene = Scene()
      scene.enter(situation)
      if owner == .window {
        // What stays with the application is only what was given to the application itself.
        kept = scene.stage.application
        scene.stage.application.removeWindow(scene.stage.window)
        scene.stage.application.mainMenu = nil
      }
      return scene.watched
    }
    #expect(run().alive == (kept == nil ? [] : ["application"]))
  }

  @Test("7.3 A pop-up button that is dropped with its menu open frees the button and the menu", arguments: [false, true], [false, true])
  func popUpButton(withFinger: Bool, withApplication: Bool) {
    var kept: Stage?
    func run() -> Lifetimes {
      var scene = Scene()
      let button = PopUpButton(frame: Rect(x: 100, y: 100, width: 300, height: 44), titles: ["Zulu", "Yankee"])
      button.menu.addItem(MenuItem("X-ray", submenu: Menu("Rays", items: [MenuItem("Y-ray")])))
      button.selectItem(at: 1)
      scene.stage.add(button, "popup")
      if !withApplication { scene.watched = Lifetimes() }
      for item in button.menu.items { scene.watched.watch(item, item.title) }
      scene.watched.watch(button, "button")
      scene.watched.watch(button.menu, "menu")
      if withFinger {
        scene.stage.down(1, 150, 120, at: 0)
        scene.stage.move(1, 150, 160, at: 10)
        #expect(button.menu.highlightedItem === button.menu.items[0])
      } else {
        button.openMenu()
      }
      #expect(button.menu.isOpen)
      scene.watchOpenViews(button.menu)
      if !withApplication {
        button.removeFromSuperview()
        // The application keeps the views of a finger until it is lifted.
        if withFinger { scene.stage.up(1, 150, 160, at: 20) }
        kept = scene.stage
      }
      return scene.watched
    }
    #expect(run().alive == [])
    #expect(kept?.application.windows.count == (withApplication ? nil : 1))
  }

  @Test("A menu that is replaced while it is open is freed, and so is an item that is removed in its own action")
  func replaced() {
    let stage = Stage()
    let button = stage.add(PopUpButton(frame: Rect(x: 100, y: 100, width: 300, height: 44), titles: ["Zulu"]), "popup")
    let list = stage.add(MenuView(frame: Rect(x: 500, y: 0, width: 200, height: 132)), "list")
    let carrier = MenuItem("Carrier")
    func run() -> Lifetimes {
      var watched = Lifetimes(["button's": button.menu, "Zulu": button.menu.items[0]])
      button.openMenu()
      button.menu = Menu("Other", items: [carrier, MenuItem("Leaver") { $0.menu?.removeItem($0) }])
      watched.watch(button.menu.items[1], "Leaver")
      list.menu = Menu("List")
      watched.watch(list.menu, "list's")
      list.menu = nil
      carrier.setSubmenu(Menu("Sub", items: [MenuItem("x")]))
      watched.watch(carrier.submenu, "submenu")
      button.openMenu()
      stage.tap(1, 150, 160, at: 0)
      #expect(carrier.submenu?.isOpen == true)
      carrier.setSubmenu(nil)
      #expect(button.menu.isOpen)
      stage.tap(1, 150, 210, at: 1_000)
      return watched
    }
    #expect(run().alive == [])
    #expect(button.menu.items.map(\.title) == ["Carrier"])
    #expect(button.menu.isOpen == false)
  }

  @Test("7.3 The main menu is freed with the application, and when another takes its place")
  func mainMenu() throws {
    var stage: Stage? = Stage()
    func install() throws -> Lifetimes {
      let stage = try #require(stage)
      let menu = Menu("Main", items: [MenuItem("Save", keyEquivalent: "s") { $0.tag += 1 }])
      stage.application.mainMenu = menu
      #expect(stage.application.sendKey(KeyEvent("s", modifiers: .command, timestamp: stage.application.now)))
      #expect(menu.items[0].tag == 1)
      return Lifetimes(["menu": menu, "item": menu.items[0]])
    }
    let first = try install()
    #expect(first.alive == ["menu", "item"])
    let second = try install()
    #expect(first.alive == [])
    #expect(second.alive == ["menu", "item"])
    stage = nil
    #expect(second.alive == [])
  }
}
