import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Menus whose items come and go while they are open.
@Suite("Open menus that change")
struct MenuChangeTests {
  private let stage = Stage()

  private func items(_ count: Int) -> [MenuItem] { (0..<count).map { MenuItem("item \($0)") { _ in } } }

  @Test("7.3 An open menu is as high as its items, as far as the window has room, and stays beside what opened it")
  func height() throws {
    let menu = Menu("M", items: items(3))
    menu.popUp(below: Rect(x: 50, y: 100, width: 100, height: 30), in: stage.window)
    let view = try #require(menu.openViews.first)
    #expect(view.frame == Rect(x: 50, y: 130, width: 250, height: 132))
    menu.removeItem(at: 1)
    #expect(view.frame == Rect(x: 50, y: 130, width: 250, height: 88))
    menu.item(at: 0)?.isHidden = true
    #expect(view.frame.size.height == 44)
    for item in items(5) { menu.addItem(item) }
    #expect(view.frame == Rect(x: 50, y: 130, width: 250, height: 264) && !view.isScrollable)
    for item in items(30) { menu.addItem(item) }
    #expect(view.frame == Rect(x: 50, y: 0, width: 250, height: stage.window.bounds.height) && view.isScrollable)
    menu.close()
  }

  @Test("7.3 An open submenu is as high as its items, and follows the row that opened it")
  func submenu() throws {
    let menu = Menu("M", items: items(2))
    let submenu = Menu("Sub", items: items(2))
    menu.addItem(MenuItem("opens", submenu: submenu))
    menu.popUp(below: Rect(x: 50, y: 50, width: 100, height: 30), in: stage.window)
    #expect(menu.openViews[0].performAccessibility(.activate, at: 2))
    let view = try #require(menu.openViews.last)
    #expect(view.menu === submenu && view.frame == Rect(x: 300, y: 168, width: 250, height: 88))
    submenu.addItem(withTitle: "more")
    #expect(view.frame == Rect(x: 300, y: 168, width: 250, height: 132))
    menu.removeItem(at: 0)
    #expect(view.frame == Rect(x: 300, y: 124, width: 250, height: 132))
    menu.close()
  }
}
