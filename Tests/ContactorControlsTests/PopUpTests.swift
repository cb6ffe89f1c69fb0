import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Pop-up buttons.
@Suite("Pop-up buttons")
struct PopUpTests {
  private let stage = Stage()
  private let button: PopUpButton

  init() {
    // The menu opens below it: rows at 144, 188 and 232.
    button = PopUpButton(frame: Rect(x: 100, y: 100, width: 300, height: 44), titles: ["Alpha", "Bravo", "Charlie"])
    stage.add(button, "popup")
  }

  @Test("7.3 Press, slide and release choose in one stroke: the value changes, then the primary action is sent")
  func oneStroke() {
    stage.down(1, 150, 120, at: 0)
    #expect(stage.taken() == ["popup touchDown", "popup menuActionTriggered"])
    #expect(button.menu.openViews.first?.frame == Rect(x: 100, y: 144, width: 300, height: 132))
    stage.move(1, 150, 210, at: 10)
    #expect(button.menu.highlightedItem?.title == "Bravo")
    _ = stage.taken()
    stage.up(1, 150, 210, at: 20)
    #expect(button.title == "Bravo")
    #expect(button.indexOfSelectedItem == 1)
    #expect(stage.taken().filter { !$0.contains("touch") } == ["popup valueChanged", "popup primaryActionTriggered"])
  }

  @Test("7.3 A tap opens the menu, which stays; choosing the selected item again changes no value")
  func tap() {
    stage.tap(1, 150, 120, at: 0)
    #expect(button.menu.isOpen)
    _ = stage.taken()
    stage.tap(1, 150, 160, at: 500)
    #expect(stage.taken().filter { $0.hasPrefix("popup") } == ["popup primaryActionTriggered"])
    stage.tap(1, 150, 120, at: 1_000)
    stage.tap(1, 150, 120, at: 1_500)
    #expect(button.menu.isOpen == false)
    stage.tap(1, 150, 120, at: 3_000)
    #expect(button.menu.isOpen)
  }

  @Test("7.3 Selecting in code sends nothing, and follows the items")
  func selection() {
    #expect(button.objectValue == .integer(0))
    button.selectItem(at: 2)
    #expect(button.title == "Charlie")
    #expect(button.selectItem(withTitle: "Zulu") == false)
    button.menu.items[0].tag = 9
    #expect(button.selectItem(withTag: 9))
    #expect(button.selectedTag == 9)
    button.stringValue = "Bravo"
    #expect(button.indexOfSelectedItem == 1)
    button.menu.removeItem(at: 1)
    #expect(button.title == "Alpha")
    button.selectItem(at: -1)
    #expect(button.indexOfSelectedItem == -1)
    #expect(button.title.isEmpty)
    button.selectItem(at: 1)
    button.menu.removeAllItems()
    #expect(button.selectedItem == nil)
    #expect(stage.taken().isEmpty)
  }

  @Test("7.3 An item that is added with a title that is there moves, with its tag and the selection, as in AppKit")
  func sameTitle() {
    let bravo = button.menu.item(at: 1)
    bravo?.tag = 7
    button.selectItem(at: 1)
    #expect(button.addItem(withTitle: "Bravo") === bravo)
    #expect(button.itemTitles == ["Alpha", "Charlie", "Bravo"] && button.selectedTag == 7)
    button.addItems(withTitles: ["Delta", "Alpha", "Delta"])
    #expect(button.itemTitles == ["Charlie", "Bravo", "Alpha", "Delta"] && button.titleOfSelectedItem == "Bravo")
    button.insertItem(withTitle: "Delta", at: 0)
    button.insertItem(withTitle: "Echo", at: 1)
    button.insertItem(withTitle: "Charlie", at: .max)
    button.insertItem(withTitle: "Bravo", at: .min)
    #expect(button.itemTitles == ["Bravo", "Delta", "Echo", "Alpha", "Charlie"])
    button.menu.addItem(withTitle: "Bravo")
    #expect(button.numberOfItems == 6, "a menu takes a title twice")
    #expect(PopUpButton(frame: .zero, titles: ["a", "a"]).numberOfItems == 2)
  }

  @Test(
    "A finger that slides to the edge of a long menu scrolls it by rows of event time; what a late host misses is skipped",
    arguments: [1, 7, 400])
  func scrollsAtEdge(step: Int64) throws {
    for number in 0..<97 { button.addItem(withTitle: "\(number)") }
    button.selectItem(at: 0)
    stage.down(1, 150, 120, at: 0)
    let view = try #require(button.menu.openViews.first)
    #expect(view.frame == Rect(x: 100, y: 0, width: 300, height: 480))
    stage.move(1, 150, 475, at: 10)
    for time in stride(from: 10 + step, through: 410, by: Int64.Stride(step)) {
      stage.application.advance(to: Timestamp(microseconds: time * 1_000))
    }
    stage.application.advance(to: Timestamp(microseconds: 410_000))
    #expect(view.contentOffset == (step == 400 ? 44 : 4 * 44))
    let offset = view.contentOffset
    stage.move(1, 150, 240, at: 420)
    stage.pass(to: 1_000)
    #expect(view.contentOffset == offset)
    stage.up(1, 150, 240, at: 1_010)
    #expect(button.indexOfSelectedItem == Int((offset + 240) / 44))
  }

  @Test("A menu closes when the finger that opened it is taken away, as a scroll view does; an open one stays")
  func fingerTaken() {
    stage.down(1, 150, 120, at: 0)
    stage.cancel(1, at: 10)
    #expect(button.menu.isOpen == false)
    stage.tap(1, 150, 120, at: 1_000)
    stage.down(1, 150, 160, at: 2_000)
    stage.cancel(1, at: 2_010)
    #expect(button.menu.isOpen)
  }

  @Test("An item's own action is sent when it is selected, before the button's events")
  func ownAction() {
    button.menu.items[2].action = nil
    button.menu.addItem(MenuItem("Delta") { [weak stage, weak button] in stage?.note("\($0.title), \(button?.title ?? "")") })
    button.performClick(button)
    _ = stage.taken()
    stage.tap(1, 150, 290, at: 0)
    #expect(
      stage.taken().filter { !$0.contains("touch") } == ["Delta, Delta", "popup valueChanged", "popup primaryActionTriggered"])
  }

  @Test("7.3 The pull-down form shows its title whatever is chosen, and leaves the title out of the rows")
  func pullDown() {
    button.pullsDown = true
    #expect(button.title == "Alpha")
    #expect(button.selectedItem == nil)
    stage.tap(1, 150, 120, at: 0)
    #expect(button.menu.openViews.first?.contentHeight == 88)
    stage.tap(1, 150, 160, at: 500)
    #expect(button.title == "Alpha")
    #expect(button.titleOfSelectedItem == "Bravo")
    button.menu.title = "Sort"
    #expect(button.title == "Sort")
    button.openMenu()
    #expect(button.menu.openViews.first?.contentHeight == 132)
  }

  @Test("7.8 A pop-up button is opened and stepped without a finger")
  func accessibility() {
    #expect(button.accessibility.value == "Alpha")
    button.menu.items[1].isEnabled = false
    #expect(button.performAccessibility(.increment))
    #expect(button.title == "Charlie")
    #expect(button.performAccessibility(.increment) == false)
    #expect(stage.taken() == ["popup valueChanged", "popup primaryActionTriggered"])
    #expect(button.performAccessibility(.activate))
    let view = button.menu.openViews[0]
    #expect(view.performAccessibility(.activate, at: 1) == false)
    #expect(view.performAccessibility(.activate, at: 0))
    #expect(button.title == "Alpha")
    #expect(button.performAccessibility(.activate))
    #expect(button.menu.openViews[0].performAccessibility(.escape))
    #expect(button.menu.isOpen == false)
    button.isEnabled = false
    #expect(button.performAccessibility(.activate) == false)
    #expect(button.contentParts.map(\.text) == ["Alpha", nil])
  }

  @Test("A button that leaves, is disabled or gets another menu while its menu is open is safe")
  func hostile() {
    stage.down(1, 150, 120, at: 0)
    button.isEnabled = false
    stage.up(1, 150, 200, at: 10)
    button.menu.close()
    button.isEnabled = true
    stage.down(1, 150, 120, at: 1_000)
    button.menu = Menu(items: [MenuItem("X")])
    #expect(stage.application.windows.count == 1)
    stage.up(1, 150, 160, at: 1_050)
    #expect(button.title == "X")
    button.on(.touchDown) { $0.removeFromSuperview() }
    stage.tap(1, 150, 120, at: 2_000)
    #expect(button.menu.isOpen == false)
    stage.add(button, "popup")
    button.openMenu()
    button.removeFromSuperview()
    #expect(button.menu.isOpen == false)
    button.addItem(withTitle: "Y")
    button.on(.valueChanged) { $0.menu.removeAllItems() }
    button.selectNext(button)
    #expect(button.selectedItem == nil)
  }
}
