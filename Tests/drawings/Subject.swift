import ContactorControls
import ContactorCore

/// A control of the documentation, in a state that shows its parts.
struct Subject {
  /// The name of the drawing's file.
  let name: String
  let make: () -> View
  /// Runs once the view is laid out.
  private(set) var act: () -> Void = {}

  init(_ name: String, _ width: Double, _ height: Double, _ make: @escaping (Rect) -> View) {
    self.name = name
    self.make = { make(Rect(x: 0, y: 0, width: width, height: height)) }
  }

  /// Creates a subject that is set up after it was made.
  init<Subject: View>(
    _ name: String, _ width: Double, _ height: Double, _ make: @escaping (Rect) -> Subject, _ setUp: @escaping (Subject) -> Void
  ) {
    self.init(name, width, height) { frame in
      let view = make(frame)
      setUp(view)
      return view
    }
  }

  static var all: [Subject] { buttons + values + texts + cells + larger + touched }

  /// The subject after a finger was there: each step is a phase and a place, 20 ms after the one before.
  func touched(_ steps: (TouchPhase, Double, Double)..., holding time: Duration = .zero) -> Subject {
    var subject = self
    subject.act = {
      for (phase, x, y) in steps { Host.touch(phase, Point(x: x, y: y)) }
      Host.application.advance(to: Host.application.now + time)
    }
    return subject
  }

  /// Subjects that a finger has brought into a state.
  private static var touched: [Subject] {
    [
      Subject("alternatives", 360, 180, Keyboard.init(frame:)) { $0.followsFirstResponder = false }
        .touched((.began, 90, 20), holding: .milliseconds(600)),
      Subject("swipe", 240, 144, Messages.init(frame:)) { table in
        table.dataSource = table
        table.delegate = table
      }
      .touched((.began, 200, 70), (.moved, 170, 70), (.moved, 100, 70), (.moved, 60, 70), (.moved, 59, 70), (.ended, 59, 70)),
    ]
  }

  private static var buttons: [Subject] {
    [
      Subject("button", 120, 44, Button.init(frame:)) { $0.title = "Save" },
      Subject("switch", 60, 32, Switch.init(frame:)) { $0.isOn = true },
      Subject("segments", 240, 40, SegmentedControl.init(frame:)) { control in
        for (index, title) in ["Day", "Week", "Month"].enumerated() { control.insertSegment(withTitle: title, at: index) }
        control.selectedSegmentIndex = 1
      },
      Subject("pages", 120, 30, PageControl.init(frame:)) { control in
        control.numberOfPages = 4
        control.currentPage = 1
      },
      Subject("popup", 160, 40, PopUpButton.init(frame:)) { button in
        for title in ["Small", "Medium", "Large"] { button.addItem(withTitle: title) }
        button.selectItem(at: 1)
      },
    ]
  }

  private static var values: [Subject] {
    [
      Subject("slider", 240, 44, Slider.init(frame:)) { slider in
        slider.numberOfTickMarks = 5
        slider.value = 0.4
      },
      Subject("knob", 120, 120, Knob.init(frame:)) { knob in
        knob.numberOfTickMarks = 11
        knob.value = 0.7
      },
      Subject("stepper", 120, 44, Stepper.init(frame:)) { $0.value = 0 },
      Subject("progress", 240, 12, ProgressView.init(frame:)) { $0.progress = 0.6 },
      Subject("picker", 240, 160, PickerView.init(frame:)) { picker in
        picker.titles = [["Mon", "Tue", "Wed", "Thu"], ["7", "8", "9", "10"], ["00", "15", "30", "45"]]
        picker.selectRow(1, inComponent: 0)
        picker.selectRow(2, inComponent: 1)
      },
    ]
  }

  private static var texts: [Subject] {
    [
      Subject("label", 240, 60, Label.init(frame:)) { label in
        label.numberOfLines = 2
        label.text = "The window is open: the heating of this room stays off."
      },
      Subject("textfield", 240, 44, TextField.init(frame:)) { field in
        field.text = "Kitchen"
        field.selectedRange = 7..<7
      },
      Subject("textview", 240, 100, TextView.init(frame:)) { view in
        view.text = "Please water the plants\nand close the window."
        view.selectedRange = 7..<12
      },
      Subject("keyboard", 360, 180, Keyboard.init(frame:)) { $0.followsFirstResponder = false },
      Subject("dialpad", 180, 220, DialPad.init(frame:)) { $0.digits = "117" },
      Subject("pin", 200, 50, PINField.init(frame:)) { field in
        field.digitCount = 4
        field.digits = "12"
      },
    ]
  }

  private static var cells: [Subject] {
    [
      Subject("cellcontrol", 120, 40) { CellControl(frame: $0, cell: ButtonCell(title: "Wi-Fi", type: .switch)) },
      Subject("matrix", 180, 120) { frame in
        let matrix = Matrix(frame: frame, mode: .radio, cellClass: ButtonCell.self, numberOfRows: 3, numberOfColumns: 3)
        matrix.autosizesCells = true
        for index in 0..<9 { matrix.cell(atRow: index / 3, column: index % 3)?.title = "\(index + 1)" }
        matrix.selectCell(atRow: 1, column: 1)
        return matrix
      },
      Subject("form", 300, 134, Form.init(frame:)) { form in
        for (title, text) in [("Name", "Ada Abel"), ("Room", "117"), ("Phone", "555 0100")] { form.addEntry(title)?.stringValue = text }
      },
      Subject("textcells", 240, 120) { frame in
        let matrix = Matrix(frame: frame, mode: .list, cellClass: TextFieldCell.self, numberOfRows: 3, numberOfColumns: 1)
        matrix.autosizesCells = true
        for (row, text) in ["Tea", "Coffee", "Juice"].enumerated() { matrix.cell(atRow: row, column: 0)?.stringValue = text }
        (matrix.cell(atRow: 2, column: 0) as? TextFieldCell)?.isSecure = true
        matrix.selectCell(atRow: 1, column: 0)
        return matrix
      },
      Subject("radiogroup", 120, 152) { frame in
        let view = ContainerView(frame: frame)
        let buttons = ["Small", "Medium", "Large"].enumerated().map { index, title in
          let button = Button(frame: Rect(x: 0, y: Double(index) * 54, width: frame.size.width, height: 44))
          button.title = title
          view.addSubview(button)
          return button
        }
        let group = RadioGroup(buttons[0], buttons[1], buttons[2])
        group.selected = buttons[1]
        return view
      },
    ]
  }

  private static var larger: [Subject] {
    [
      Subject("menu", 220, 185) { frame in
        let menu = Menu("Lamp", items: [MenuItem("Brighter", keyEquivalent: "b"), MenuItem("Warm"), .separator()])
        menu.item(at: 1)?.state = .on
        menu.addItem(MenuItem("Colour", submenu: Menu("Colour", items: [MenuItem("Red")])))
        menu.addItem(MenuItem("Darker"))
        menu.item(at: 4)?.isEnabled = false
        return MenuView(frame: frame, menu: menu)
      },
      Subject("alert", 320, 200) { frame in
        let window = Window(frame: frame)
        let alert = Alert(title: "Delete the scene?", message: "It cannot be brought back.")
        alert.addButton("Delete", style: .destructive)
        alert.addButton("Keep", style: .cancel)
        Host.application.addWindow(window)
        _ = alert.begin(on: window) { _ in }
        return Host.application.modalWindow ?? window
      },
      Subject("table", 240, 188, People.init(frame:)) { table in
        table.dataSource = table
        table.selectRow(at: IndexPath(row: 1, section: 0))
      },
      Subject("collection", 240, 120, Swatches.init(frame:)) { grid in
        grid.itemSize = Size(width: 70, height: 50)
        grid.dataSource = grid
      },
      Subject("outline", 240, 140, Rooms.init(frame:)) { outline in
        outline.outlineDataSource = outline
        outline.expandItem("First floor")
      },
      Subject("browser", 320, 140, Places.init(frame:)) { browser in
        browser.browserDelegate = browser
        browser.selectRow(0, inColumn: 0)
      },
      Subject("pageview", 200, 120, PageView.init(frame:)) { view in
        view.pages = ["One", "Two"].map { title in
          let page = Button(frame: view.bounds)
          page.title = title
          return page
        }
        view.contentOffset = Point(x: 120, y: 0)
      },
      Subject("scroll", 200, 120, ScrollView.init(frame:)) { view in
        view.contentSize = Size(width: 200, height: 600)
        for number in 0..<10 {
          let button = Button(frame: Rect(x: 10, y: Double(number) * 60 + 5, width: 170, height: 50))
          button.title = "\(number + 1)"
          view.addSubview(button)
        }
        view.contentOffset = Point(x: 0, y: 90)
      },
    ]
  }
}

/// The application that lays a subject out before it is drawn.
enum Host {
  /// Each subject gets one of its own, so that the one before leaves no traces.
  nonisolated(unsafe) static var application = Application()

  /// Puts a view into a window and lets it be laid out.
  static func show(_ view: View) {
    guard !(view is Window) else { return application.advance(to: application.now + .milliseconds(100)) }
    let window = Window(frame: view.bounds)
    window.addSubview(view)
    application.addWindow(window)
    // A caret and handles are parts of a text that is edited.
    if view is TextControl { view.becomeFirstResponder() }
    application.advance(to: application.now + .milliseconds(100))
  }

  /// Puts a finger down, moves it or lifts it.
  static func touch(_ phase: TouchPhase, _ location: Point) {
    let time = application.now + .milliseconds(20)
    let finger = Contact(trackingID: 1, slot: 0, phase: phase, location: location)
    application.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: time, contacts: [finger]))
  }
}

// Views that are their own data source, so that nothing else keeps it.

private final class People: TableView, TableViewDataSource {
  private let names = [["Abel, Ada", "Adler, Max"], ["Bach, Anna", "Berg, Tom"]]

  func numberOfSections(in tableView: TableView) -> Int { names.count }
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names[section].count }
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    let cell = dequeueReusableCell(withIdentifier: "person")
    cell.text = names[indexPath.section][indexPath.row]
    return cell
  }
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { ["A", "B"][section] }
  func sectionIndexTitles(for tableView: TableView) -> [String] { ["A", "B"] }
}

private final class Messages: TableView, TableViewDataSource, TableViewDelegate {
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell? {
    let cell = dequeueReusableCell(withIdentifier: "message")
    cell.text = ["Ada: tea?", "Max: later", "Tom: done"][indexPath.row]
    return cell
  }
  func tableView(_ tableView: TableView, trailingSwipeActionsForRowAt indexPath: IndexPath) -> SwipeActions? {
    SwipeActions([SwipeAction("Delete", isDestructive: true) { _, _ in }, SwipeAction("Reply") { _, _ in }])
  }
}

private final class Swatches: CollectionView, CollectionViewDataSource {
  func numberOfItems(in collectionView: CollectionView) -> Int { 5 }
  func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell? {
    let cell = dequeueReusableCell(withIdentifier: "swatch")
    cell.text = "\(item + 1)"
    return cell
  }
}

private final class Rooms: OutlineView, OutlineViewDataSource {
  private static let rooms = ["Ground floor": ["Kitchen"], "First floor": ["Bath", "Attic"]]

  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
    item.map { Self.rooms["\($0)"]?.count ?? 0 } ?? 2
  }
  func outlineView(_ outlineView: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    item.map { Self.rooms["\($0)"]?[index] } ?? ["Ground floor", "First floor"][index]
  }
  func outlineView(_ outlineView: OutlineView, isItemExpandable item: AnyHashable) -> Bool { Self.rooms["\(item)"] != nil }
  func outlineView(_ outlineView: OutlineView, cellForItem item: AnyHashable) -> TableViewCell? {
    let cell = dequeueReusableCell(withIdentifier: "room")
    cell.text = "\(item)"
    return cell
  }
}

private final class Places: Browser, BrowserDelegate {
  func browser(_ browser: Browser, numberOfChildrenOfItem item: AnyHashable?) -> Int { item == nil ? 2 : 3 }
  func browser(_ browser: Browser, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    item == nil ? ["Music", "Radio"][index] : ["Jazz", "Choir", "Opera"][index]
  }
  func browser(_ browser: Browser, isLeafItem item: AnyHashable) -> Bool { !["Music", "Radio"].contains(item) }
}
