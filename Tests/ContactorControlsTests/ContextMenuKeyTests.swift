import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Context menus that keys and buttons open.
@Suite("Context menus by key (contract 7.3, 7.8)")
final class ContextMenuKeyTests: FocusRig {
  private let menu = Menu("context")
  private var chosen: [String] = []
  private let keys: [(String, KeyEvent.Modifiers)] = [(KeyEvent.menu, []), (KeyEvent.function(10), .shift)]

  override init() {
    super.init()
    for title in ["Copy", "Delete"] { menu.addItem(MenuItem(title) { [weak self] _ in self?.chosen.append(title) }) }
  }

  private func closes() -> Bool {
    defer { menu.close() }
    return menu.isOpen
  }

  @Test("7.3, 7.8 the menu key and shift-F10 open the menu of what has the focus, or of the view around it")
  func focused() {
    let panel = stage.add(View(frame: Rect(x: 200, y: 100, width: 400, height: 200)), "panel")
    let button = stage.add(Button(frame: Rect(x: 50, y: 50, width: 100, height: 40)), "b", to: panel)
    #expect(!press(KeyEvent.menu), "nothing has a menu")
    panel.contextMenu = menu
    #expect(focus.focus(on: button))
    for (key, modifiers) in keys { #expect(press(key, modifiers) && closes()) }
    #expect(!press(KeyEvent.function(10)) && !menu.isOpen)
    button.contextMenu = menu
    #expect(press(KeyEvent.menu) && closes() && stage.taken().contains("b menuActionTriggered"))
    button.isEnabled = false
    #expect(!button.showContextMenuForSelection())
    button.removeFromSuperview()
    #expect(!button.showContextMenuForSelection() && !menu.isOpen, "without a window there is no place for it")
  }

  @Test("7.3, 7.4 the first responder opens it at its caret, its row or its cell, without a focus engine")
  func firstResponders() {
    stage.application.unhandledKeys = nil
    let field = stage.add(TextField(frame: Rect(x: 0, y: 0, width: 200, height: 40)), "field")
    let rows = TableRig(rows: 20)
    let table = rows.table
    stage.window.addSubview(table)
    let matrix = stage.add(
      Matrix(
        frame: Rect(x: 400, y: 0, width: 300, height: 200), mode: .radio, cellClass: ButtonCell.self, numberOfRows: 2, numberOfColumns: 2),
      "matrix")
    for view in [field, table, matrix] as [View] {
      view.becomeFirstResponder()
      press(KeyEvent.menu)
      #expect(!menu.isOpen)
      view.contextMenu = menu
      for (key, modifiers) in keys { #expect(press(key, modifiers) && closes(), "\(view.identifier)") }
      #expect(view.doCommand(by: "showContextMenuForSelection:") && closes())
      view.contextMenu = nil
    }
    table.contextMenu = menu
    table.becomeFirstResponder()
    table.selectRow(at: IndexPath(row: 4))
    #expect(press(KeyEvent.menu) && menu.isOpen)
    stage.pass(to: 1000)
    press(KeyEvent.downArrow)
    press(KeyEvent.carriageReturn)
    stage.pass(to: 2000)
    #expect(chosen == ["Copy"] && !menu.isOpen && table.indexPathForSelectedRow == IndexPath(row: 4))
  }

  @Test("7.8 two buttons choose Menu among what can be done with an item, and an item of it")
  func buttons() {
    let button = stage.add(Button(frame: Rect(x: 0, y: 0, width: 100, height: 40)), "b")
    button.contextMenu = menu
    focus.step()
    focus.activate()
    focus.step()
    #expect(focus.focused?.utterance.hasPrefix("Menu") == true)
    focus.activate()
    #expect(menu.isOpen)
    stage.pass(to: 1000)
    for _ in 0..<9 where focus.focused?.utterance.hasPrefix("Delete") != true { focus.step() }
    focus.activate()
    stage.pass(to: 2000)
    #expect(chosen == ["Delete"] && !menu.isOpen && !stage.taken().contains("b touchUpInside"))
  }

  @Test("5.14, 7.3 a control that leaves, or loses its menu, while its menu opens", arguments: 0..<3)
  func hostile(_ kind: Int) {
    let button = stage.add(Button(frame: Rect(x: 0, y: 0, width: 100, height: 40)), "b")
    button.contextMenu = menu
    button.on(.menuActionTriggered) { [menu, focus] button in
      switch kind {
      case 0: button.removeFromSuperview()
      case 1: button.contextMenu = nil
      default:
        menu.close()
        focus.showContextMenu()
      }
    }
    focus.moveFocus(.next)
    for _ in 0..<3 {
      press(KeyEvent.menu)
      stage.pass(to: 3000)
      menu.close()
    }
    #expect(!menu.isOpen && stage.violations.isEmpty)
  }
}
