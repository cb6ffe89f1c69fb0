import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Random calls from everything that a menu or a dialog calls.
@Suite("Menus and dialogs under random calls")
struct MenuHostileTests {
  /// Does a random thing each time that it is called, five calls deep at most.
  private final class Vandal: View, MenuItemValidation, MenuDelegate, AlertDelegate, TouchKeeper {
    var random: UInt64
    var depth = 0
    var calls = 0
    /// The stage, whose window retains this view.
    weak var stage: Stage?
    let button: PopUpButton
    let list: MenuView
    var menus: [Menu] = []
    var items: [MenuItem] = []
    var alert = Alert(title: "?", message: "!")
    var begun = 0
    var answered = 0

    init(seed: UInt64, _ stage: Stage) {
      random = seed
      self.stage = stage
      button = PopUpButton(frame: Rect(x: 100, y: 100, width: 200, height: 44))
      list = MenuView(frame: Rect(x: 500, y: 0, width: 200, height: 100))
      super.init(frame: stage.window.bounds)
    }

    override class var actions: [Action] { super.actions + [Action("act:", act(_:))] }

    func letGo() { (menus, items) = ([], []) }

    func next(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }

    func act(_ sender: AnyObject) { vandalize() }

    func validateMenuItem(_ item: MenuItem) -> Bool {
      vandalize()
      return next(4) > 0
    }

    func menuNeedsUpdate(_ menu: Menu) { vandalize() }
    func menuWillOpen(_ menu: Menu) { vandalize() }
    func menuDidClose(_ menu: Menu) { vandalize() }
    func menu(_ menu: Menu, willHighlight item: MenuItem?) { vandalize() }
    func alertDidEnd(_ alert: Alert, answer: Alert.Answer) { vandalize() }

    func vandalize() {
      calls += 1
      guard depth < 5, !menus.isEmpty else { return }
      depth += 1
      if next(3) == 0 { step() }
      depth -= 1
    }

    /// One random call.
    func step() {
      guard let stage else { return }
      let (menu, other) = (menus[next(menus.count)], menus[next(menus.count)])
      let item = items[next(items.count)]
      switch next(30) {
      case 0: menu.popUp(at: Point(x: Double(next(800)), y: Double(next(480))), in: self)
      case 1: menu.close()
      case 2: menu.removeItem(at: next(6))
      case 3: menu.removeAllItems()
      case 4: menu.insertItem(item, at: next(6))
      case 5: item.setSubmenu(next(3) == 0 ? nil : other)
      case 6: item.isHidden.toggle()
      case 7: item.isEnabled.toggle()
      case 8: item.target = next(2) == 0 ? self : nil
      case 9: menu.update()
      case 10: menu.performActionForItem(at: next(6))
      case 11: stage.application.dismiss()
      case 12: button.removeFromSuperview()
      case 13: stage.window.addSubview(button)
      case 14: button.menu = menu
      case 15: button.pullsDown.toggle()
      case 16: list.menu = next(3) == 0 ? nil : menu
      case 17: removeFromSuperview()
      case 18, 19: if superview == nil { stage.window.insertSubview(self, at: 0) }
      case 20: begin()
      case 21: alert.end(.button(next(3)))
      case 22: alert.addButton("\(next(9))", style: next(2) == 0 ? .cancel : .standard)
      case 23: alert = Alert()
      case 24: menu.highlight(item)
      case 25: stage.application.mainMenu = next(2) == 0 ? menu : nil
      case 26: contextMenu = next(3) == 0 ? nil : menu
      case 27: stage.application.removeWindow(stage.window)
      case 28: stage.application.addWindow(stage.window)
      default: list.performAccessibility(.activate, at: next(6)) ? list.scroll(to: Double(next(500))) : button.selectNext(self)
      }
    }

    /// Brings back what is needed for things to happen.
    func restore() {
      guard let stage else { return }
      stage.application.addWindow(stage.window)
      if superview == nil { stage.window.insertSubview(self, at: 0) }
      for view in [button, list] { stage.window.addSubview(view) }
      for (number, item) in items.enumerated() {
        if item.menu == nil { menus[number % menus.count].addItem(item) }
        (item.isHidden, item.isEnabled) = (false, true)
      }
      if contextMenu == nil { contextMenu = menus[next(menus.count)] }
      alert.end()
      if next(2) == 0 { menus[next(menus.count)].popUp(at: Point(x: Double(next(600)), y: Double(next(300))), in: self) }
    }

    private func begin() {
      guard let stage else { return }
      begun += 1
      alert.delegate = self
      alert.begin(on: stage.window) { [weak self] _ in
        self?.answered += 1
        self?.vandalize()
      }
    }
  }

  @Test(
    "5.14 Menus and dialogs survive random calls from delegates, validation and actions; each begin is answered once", arguments: 0..<60)
  func vandalism(seed: Int) throws {
    let stage = Stage()
    let vandal = Vandal(seed: UInt64(seed) &* 7_919 &+ 1, stage)
    stage.add(vandal, "vandal")
    stage.add(vandal.button, "popup")
    stage.add(vandal.list, "list")
    vandal.menus = (0..<5).map { Menu("\($0)") }
    vandal.items = (0..<14).map { MenuItem("\($0)", action: "act:", keyEquivalent: "\($0 % 10)") }
    for menu in vandal.menus { menu.delegate = vandal }
    for (number, item) in vandal.items.enumerated() { vandal.menus[number % 5].addItem(item) }
    let keys = [
      KeyEvent.upArrow, KeyEvent.downArrow, KeyEvent.rightArrow, KeyEvent.leftArrow, KeyEvent.carriageReturn, KeyEvent.escape, "3",
    ]
    var time: Int64 = 0
    for _ in 0..<400 {
      time += Int64(vandal.next(120))
      if vandal.next(4) == 0 { vandal.restore() }
      let (x, y) = (Double(vandal.next(800)), Double(vandal.next(480)))
      switch vandal.next(8) {
      case 0: stage.down(1, x, y, at: time)
      case 1: stage.move(1, x, y, at: time)
      case 2: stage.up(1, x, y, at: time)
      case 3: stage.tap(2, 150, 120, at: time)
      case 4: stage.pass(to: time + 700)
      case 5:
        let key = keys[vandal.next(keys.count)]
        let modifiers: KeyEvent.Modifiers = vandal.next(2) == 0 ? .command : []
        stage.application.sendKey(KeyEvent(key, modifiers: modifiers, timestamp: stage.application.now))
      default: vandal.step()
      }
    }
    stage.cancel(1, at: time + 5_000)
    vandal.depth = 100
    for menu in vandal.menus {
      menu.close()
      #expect(menu.isOpen == false)
      #expect(menu.items.allSatisfy { $0.menu === menu })
    }
    for window in stage.application.windows { stage.application.removeWindow(window) }
    #expect(vandal.answered == vandal.begun)
    #expect(vandal.calls > 100)
    #expect(stage.violations.isEmpty)
  }
}
