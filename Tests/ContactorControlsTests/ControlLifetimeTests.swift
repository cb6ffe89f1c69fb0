import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// What a control in use keeps: nothing, once the program has dropped its own references.
@Suite("Lifetimes of controls")
struct ControlLifetimeTests {
  /// A control by name.
  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let make: @Sendable () -> View
    var testDescription: String { name }
  }

  /// What happens to the control before everything is dropped.
  enum Use: CaseIterable {
    /// A finger is down.
    case pressed
    /// A finger has been down for a second.
    case held
    /// A finger has moved.
    case dragged
    /// A finger that moved was lifted, and what it threw may still move.
    case thrown
    /// The control was tapped and got keys, the first responder being in it, if it can be.
    case typed
    /// The focus is in the control, which was activated.
    case focused
  }

  /// The data source and delegate of a table, which the table itself retains.
  private final class Rows: TableViewDataSource, TableViewDelegate {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 40 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
      tableView.dequeueReusableCell(withIdentifier: "cell")
    }

    func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

    func tableView(_ tableView: TableView, trailingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? {
      SwipeActions([SwipeAction("Delete") { _, _ in }])
    }
  }

  private final class Table: TableView {
    let rows = Rows()
  }

  private static let frame = Rect(x: 100, y: 100, width: 200, height: 100)

  static let kinds =
    AccessibilityTests.jobs.map { Kind(name: $0.name, make: $0.make) } + [
      Kind(name: "matrix") { Matrix(frame: frame, mode: .radio, cellClass: ButtonCell.self, numberOfRows: 2, numberOfColumns: 2) },
      Kind(name: "form") {
        let form = Form(frame: frame)
        form.addEntry("Name")
        return form
      },
      Kind(name: "cell") { CellControl(frame: frame, cell: SliderCell()) },
      Kind(name: "scroll view") { scrolling(ScrollView(frame: frame)) },
      Kind(name: "page view") { scrolling(PageView(frame: frame)) },
      Kind(name: "keyboard") { Keyboard(frame: frame) },
      Kind(name: "dial pad") { DialPad(frame: frame) },
      Kind(name: "PIN") { PINField(frame: frame) },
      Kind(name: "text view") { TextView(frame: frame) },
      Kind(name: "table") { table(isEditing: false) },
      Kind(name: "edited table") { table(isEditing: true) },
      Kind(name: "pop-up") { PopUpButton(frame: frame, titles: ["a", "b"]) },
      Kind(name: "menu view") {
        MenuView(frame: frame, menu: Menu(items: [MenuItem("a"), MenuItem("b", submenu: Menu(items: [MenuItem("c")]))]))
      },
    ]

  private static func scrolling(_ view: ScrollView) -> ScrollView {
    view.contentSize = Size(width: 2_000, height: 2_000)
    return view
  }

  private static func table(isEditing: Bool) -> TableView {
    let table = Table(frame: frame)
    table.register(TableViewCell.self, forReuse: "cell")
    table.delegate = table.rows
    table.dataSource = table.rows
    table.isEditing = isEditing
    return table
  }

  private final class Rig: FocusRig {
    let view: View

    init(_ kind: Kind) {
      view = kind.make()
      super.init()
      stage.add(view, "it")
      stage.pass(to: 1)
    }

    func use(_ use: Use) {
      switch use {
      case .pressed: stage.down(1, 150, 120, at: 10)
      case .held:
        stage.down(1, 150, 120, at: 10)
        stage.pass(to: 1_010)
      case .dragged, .thrown:
        stage.down(1, 180, 180, at: 10)
        for step in 1...4 { stage.move(1, 180, 180 - 15 * Double(step), at: 10 + 10 * Int64(step)) }
        if use == .thrown { stage.up(1, 180, 120, at: 55) }
      case .typed:
        stage.tap(1, 150, 120, at: 10)
        view.becomeFirstResponder()
        for key in ["a", KeyEvent.downArrow, KeyEvent.carriageReturn] { press(key) }
      case .focused:
        focus.scanInterval = .seconds(1)
        focus.moveFocus(.next)
        focus.activate()
      }
    }

    func watched(withApplication: Bool) -> Lifetimes {
      var watched = Lifetimes(["view": view, "window": stage.window])
      for view in view.subviews { watched.watch(view, "subview") }
      for recognizer in view.gestureRecognizers { watched.watch(recognizer, "recognizer") }
      guard withApplication else { return watched }
      watched.watch(stage.application, "application")
      watched.watch(focus, "focus")
      return watched
    }
  }

  @Test("A control in use that is dropped with its application, or with its window, is freed", arguments: kinds, Use.allCases)
  func dropped(_ kind: Kind, _ use: Use) {
    func run() -> Lifetimes {
      let rig = Rig(kind)
      rig.use(use)
      return rig.watched(withApplication: true)
    }
    #expect(run().alive == [])
    var kept: Application?
    func removeWindow() -> Lifetimes {
      let rig = Rig(kind)
      rig.use(use)
      kept = rig.stage.application
      rig.stage.application.removeWindow(rig.stage.window)
      return rig.watched(withApplication: false)
    }
    #expect(removeWindow().alive == [])
    #expect(kept?.windows.isEmpty == true)
  }

  /// What becomes of a dialog that is shown.
  enum Ending: CaseIterable {
    /// The application is dropped.
    case application
    /// The window over which the dialog lies leaves the application.
    case window
    /// A button is chosen.
    case answered
  }

  @Test(
    "A dialog is freed after its answer, with its application and with its window, even if the closure refers to it",
    arguments: Ending.allCases)
  func dialog(_ ending: Ending) {
    var kept: Stage?
    var answers: [Alert.Answer] = []
    func run() -> Lifetimes {
      let stage = Stage()
      let alert = Alert(title: "Sure?")
      let (button, field) = (alert.addButton("Yes"), alert.addTextField(text: "x"))
      #expect(alert.begin(on: stage.window) { answers.append(alert.isShown ? .aborted : $0) })
      field.becomeFirstResponder()
      var watched = Lifetimes([
        "alert": alert, "button": button, "field": field, "panel": button.superview, "dialog's window": button.window,
      ])
      #expect(button.window != nil)
      switch ending {
      case .application: watched.watch(stage.application, "application")
      case .window: stage.application.removeWindow(stage.window)
      case .answered: button.performClick()
      }
      if ending != .application { kept = stage }
      return watched
    }
    #expect(run().alive == [])
    #expect(answers == [ending == .answered ? .button(0) : .aborted])
    #expect(kept?.application.windows.count == (ending == .application ? nil : ending == .window ? 0 : 1))
  }
}
