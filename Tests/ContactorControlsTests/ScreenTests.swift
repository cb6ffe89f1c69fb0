import ContactorControls
import ContactorCore
import Testing

/// Two panels on one application: each is a screen, and nothing crosses over.
@Suite("Screens: windows of different panels do not disturb each other (contract 3.4, 3.6)")
struct ScreenTests {
  /// A window with a routed device, a text, a keyboard and a button.
  private final class Panel {
    let application: Application
    let window: Window
    let device: DeviceID
    let field = TextField(frame: Rect(x: 0, y: 0, width: 300, height: 44))
    let button = Button(frame: Rect(x: 0, y: 50, width: 400, height: 90))
    let keys = Keyboard(frame: Rect(x: 0, y: 150, width: 400, height: 250))
    var presses = 0

    init(_ application: Application, _ number: UInt32) {
      self.application = application
      window = Window(frame: Rect(x: Double(number) * 400, y: 0, width: 400, height: 400))
      device = DeviceID(rawValue: number + 1)
      keys.autocapitalization = .none
      field.autocapitalization = .none
      application.addWindow(window)
      for view in [field, button, keys] { window.addSubview(view) }
      button.on(.touchUpInside) { [unowned self] _ in presses += 1 }
      application.route(device, to: window)
      window.layoutIfNeeded()
    }

    func send(_ phase: TouchPhase, _ point: Point, after milliseconds: Int64 = 60) {
      application.handle(
        TouchFrame(
          device: device, timestamp: application.now + .milliseconds(milliseconds),
          contacts: [Contact(trackingID: 1, slot: 0, phase: phase, location: point)]))
    }

    func tap(_ point: Point) {
      send(.began, point, after: 400)
      send(.ended, point)
    }

    /// The middle of a key in the window.
    func place(_ name: String, of keys: Keyboard? = nil) -> Point {
      let keys = keys ?? self.keys
      let index = (0..<keys.numberOfKeys).first { keys.accessibilityElement(at: $0)?.content.label == name }
      guard let index else { return Point(x: -1, y: -1) }
      return keys.convert(keys.contentFrame(for: .key(index)).center, to: keys.window)
    }

    func type(_ text: String) { for character in text { tap(place(String(character))) } }
    func edit() { tap(Point(x: 50, y: 20)) }
    func press() { tap(Point(x: 200, y: 95)) }
  }

  private let application = Application()
  private let left: Panel
  private let right: Panel

  init() {
    left = Panel(application, 0)
    right = Panel(application, 1)
  }

  private func key(_ characters: String) { application.sendKey(KeyEvent(characters, timestamp: application.now)) }

  // MARK: Keyboards

  @Test("3.4 A keyboard types into its own panel's text, whichever panel's text was touched last")
  func ownWindow() {
    left.edit()
    left.type("ab")
    right.edit()
    left.type("cd")
    right.type("x")
    left.type("e")
    #expect(left.field.text == "abcde" && right.field.text == "x")
    #expect(left.field.isEditing && right.field.isEditing)
  }

  @Test("14.1 Digits of a PIN stay on their panel: not in the other's text, and not where no text is edited any more")
  func pin() {
    left.field.isSecure = true
    left.keys.isSecure = true
    left.edit()
    left.type("ab")
    right.edit()
    left.type("cd")
    #expect(left.field.text == "abcd" && right.field.text == "")
    left.field.resignFirstResponder()
    left.type("e")
    #expect(left.field.text == "abcd" && right.field.text == "")
  }

  @Test("14.1 A PIN field keeps its digits while the other panel's text is edited")
  func pinField() {
    let pin = PINField(frame: Rect(x: 0, y: 0, width: 400, height: 44))
    left.window.addSubview(pin)
    left.edit()
    left.type("1")
    right.edit()
    left.type("23")
    #expect(pin.digits == "123" && right.field.text == "")
    #expect(left.keys.keyboardType == .pin && right.keys.keyboardType == .letters)
  }

  @Test("14.1 A secure keyboard types into no text that is not secure, and into any other responder")
  func secureKeyboard() {
    left.keys.isSecure = true
    left.edit()
    left.type("ab")
    #expect(left.field.text == "")
    left.field.isSecure = true
    left.type("c")
    #expect(left.field.text == "c")
  }

  @Test("3.4 The keys follow the first responder of their own panel", arguments: [false, true])
  func following(unrouted: Bool) {
    if unrouted { for panel in [left, right] { application.route(panel.device, to: nil) } }
    right.field.keyboardType = .digits
    left.field.becomeFirstResponder()
    left.window.makeKey()
    left.window.layoutIfNeeded()
    right.field.becomeFirstResponder()
    right.window.makeKey()
    application.advance(to: application.now + .seconds(1))
    #expect(left.keys.keyboardType == .letters && right.keys.keyboardType == .digits)
    right.field.resignFirstResponder()
    left.window.makeKey()
    #expect(left.keys.performAccessibility(.activate, at: 0))
    #expect(left.field.text.count == 1 && right.field.text == "")
  }

  @Test("7.7 Delete that repeats on one panel deletes there while the other panel's text begins to be edited")
  func repeating() {
    left.field.text = String(repeating: "a", count: 50)
    right.field.text = String(repeating: "b", count: 50)
    left.edit()
    left.field.selectedRange = 50..<50
    left.send(.began, left.place("delete"))
    for _ in 0..<10 { application.advance(to: application.now + .milliseconds(100)) }
    right.edit()
    for _ in 0..<20 { application.advance(to: application.now + .milliseconds(100)) }
    left.send(.ended, left.place("delete"))
    #expect(left.field.text.count < 40 && right.field.text.count == 50)
  }

  @Test("7.7 Accents and dismiss work on their own panel")
  func accents() {
    left.edit()
    right.edit()
    left.send(.began, left.place("e"))
    application.advance(to: application.now + .seconds(1))
    #expect(!left.keys.alternatives.isEmpty)
    left.send(.ended, left.place("e"))
    #expect(left.field.text.count == 1 && right.field.text == "")
    left.keys.dismiss(left.keys)
    #expect(!left.field.isEditing && right.field.isEditing)
  }

  @Test("6.3 An action without a target from one panel does not reach the other panel's first responder")
  func actions() {
    right.field.text = "text"
    right.edit()
    _ = application.sendAction(Action("clear:"), to: nil, from: left.button, for: nil)
    _ = application.sendAction(Action("deleteBackward:"), to: nil, from: left.keys, for: nil)
    #expect(right.field.text == "text")
  }

  @Test("3.4 A window with only a keyboard types into the key window of its screen, and into no other screen's")
  func keyboardWindow() {
    for panel in [left, right] { panel.keys.removeFromSuperview() }
    application.route(left.device, to: nil)
    let window = Window(frame: Rect(x: 0, y: 150, width: 400, height: 250))
    let keys = Keyboard(frame: window.bounds)
    window.addSubview(keys)
    application.addWindow(window)
    left.field.becomeFirstResponder()
    left.window.makeKey()
    right.edit()
    left.tap(left.place("q", of: keys) + Point(x: 0, y: 150))
    #expect(left.field.text.lowercased() == "q" && right.field.text == "")
  }

  // MARK: Modal windows

  @Test("3.6 An alert blocks its own panel only; the other's touches go on, and do not answer it")
  func alert() {
    let alert = Alert(title: "Paper is low")
    alert.addButton("OK")
    alert.begin(on: left.window) { _ in }
    right.press()
    left.press()
    right.edit()
    right.type("x")
    #expect(alert.isShown && right.presses == 1 && left.presses == 0 && right.field.text == "x")
    left.tap(alert.buttons[0].convert(alert.buttons[0].bounds.center, to: nil))
    #expect(!alert.isShown, "touches of the covered window's panel reach the alert")
    left.press()
    #expect(left.presses == 1)
  }

  @Test("3.6 Each panel can show an alert at once; the answers come in any order", arguments: [false, true])
  func twoAlerts(reversed: Bool) {
    let alerts = [Alert(title: "one"), Alert(title: "two")]
    let panels = [left, right]
    for (alert, panel) in zip(alerts, panels) {
      alert.addButton("OK")
      alert.begin(on: panel.window) { _ in }
    }
    for index in reversed ? [1, 0] : [0, 1] {
      panels[index].tap(alerts[index].buttons[0].convert(alerts[index].buttons[0].bounds.center, to: nil))
      #expect(!alerts[index].isShown)
      panels[index].press()
      #expect(panels[index].presses == 1)
    }
    #expect(application.modalWindow == nil && application.windows.count == 2)
  }

  @Test("3.6 A menu is not closed by the other panel's touch, but by one of its own")
  func menu() {
    let menu = Menu("", items: [MenuItem("x") { _ in }])
    left.button.contextMenu = menu
    #expect(left.button.showContextMenu(at: Point(x: 50, y: 50)))
    right.press()
    right.press()
    #expect(menu.isOpen && right.presses == 2)
    left.tap(Point(x: 390, y: 395))
    #expect(!menu.isOpen && left.presses == 0)
  }

  @Test("3.6 A window presented over none blocks the key window's panel, and a controller's sheet its presenter's")
  func presented() {
    left.window.makeKey()
    let sheet = Window(frame: left.window.frame)
    application.present(sheet)
    left.press()
    right.press()
    #expect(left.presses == 0 && right.presses == 1)
    application.dismiss(sheet)
    let root = ViewController()
    right.window.addSubview(root.view)
    #expect(root.present(ViewController()))
    left.press()
    right.press()
    #expect(left.presses == 1 && right.presses == 1)
    #expect(application.modalWindow != nil)
  }

  @Test("3.6 Windows without a device are one screen: a modal one blocks them all")
  func unrouted() {
    for panel in [left, right] { application.route(panel.device, to: nil) }
    application.present(Window(frame: .zero), over: left.window)
    right.tap(Point(x: 600, y: 95))
    #expect(right.presses == 0)
  }

  @Test("3.4 Keys of the machine go to the key window, or to the modal one of its screen")
  func machineKeys() {
    left.edit()
    right.button.contextMenu = Menu("", items: [MenuItem("x") { _ in }])
    #expect(right.button.showContextMenu(at: .zero))
    key("a")
    #expect(left.field.text == "a")
    application.present(Window(frame: .zero), over: left.window)
    key("b")
    #expect(left.field.text == "a")
  }

  @Test("3.4 A dialog that comes and goes on one panel leaves the machine's keyboard with the text on the other, and the focus there")
  func keysAfterDialog() {
    let focus = FocusEngine(application)
    application.unhandledKeys = focus
    right.edit()
    left.field.isSecure = true
    left.edit()
    #expect(focus.focus(on: left.field))
    key("1")
    let alert = Alert(title: "Paper is low")
    alert.addButton("OK")
    #expect(alert.begin(on: right.window) { _ in })
    alert.end()
    for digit in ["2", "3", "4"] { key(digit) }
    #expect(left.field.text == "1234" && right.field.text == "" && focus.focusedView === left.field)
  }

  @Test(
    "6.3 After a dialog over a page with a sheet, actions without a target reach the sheet, and not the page", arguments: [false, true])
  func actionsAfterDialog(onSheet: Bool) {
    let (sheet, text) = (Window(frame: left.window.frame), TextField(frame: left.field.frame))
    for (field, name) in [(left.field, "page"), (text, "sheet")] { field.text = name }
    sheet.addSubview(text)
    left.edit()
    application.present(sheet, over: left.window)
    text.becomeFirstResponder()
    let alert = Alert(title: "Disk is full")
    #expect(alert.begin(on: onSheet ? sheet : left.window) { _ in })
    alert.end()
    for field in [left.field, text] { field.selectedRange = 0..<field.text.count }
    _ = application.sendAction(Action("cut:"), to: nil, from: text, for: nil)
    #expect(left.field.text == "page" && text.text == "" && sheet.isKeyWindow)
  }

  // MARK: Typing into a modal window

  @Test("8.4 An alert's text is typed by touch with the keyboard of the page, which the panel does not cover", arguments: [false, true])
  func alertText(unrouted: Bool) {
    if unrouted { application.route(left.device, to: nil) }
    right.edit()
    let alert = Alert(title: "Name?")
    alert.addButton("OK")
    let field = alert.addTextField()
    field.autocapitalization = .none
    alert.begin(on: left.window) { _ in }
    application.advance(to: application.now + .milliseconds(10))
    let panel = field.superview ?? field
    #expect(panel.convert(panel.bounds, to: nil).maxY <= left.keys.frame.minY)
    left.type("ab")
    left.press()
    right.type("x")
    #expect(field.text == "ab" && left.presses == 0 && right.field.text == "x")
    left.keys.isHidden = true
    left.type("c")
    #expect(field.text == "ab", "a hidden keyboard gets no touches")
  }

  @Test("3.6 A keyboard that is put into its window before the application has it types into an alert, too", arguments: [false, true])
  func alertBeforeWindow(isFirst: Bool) throws {
    let application = Application()
    let page = Window(frame: Rect(x: 0, y: 0, width: 400, height: 600))
    let shelf = Window(frame: Rect(x: 0, y: 350, width: 400, height: 250))
    let keys = Keyboard(frame: Rect(x: 0, y: 0, width: 400, height: 250))
    shelf.addSubview(keys)
    application.addWindow(page)
    if isFirst { application.addWindow(shelf) }
    let alert = Alert(title: "Name?")
    let field = alert.addTextField()
    field.autocapitalization = .none
    #expect(alert.begin(on: page) { _ in })
    if !isFirst { application.addWindow(shelf) }
    application.advance(to: application.now + .milliseconds(10))
    #expect(application.viewsInFront.count == 1 && application.viewsInFront.first === keys)
    let panel = try #require(field.superview)
    #expect(panel.convert(panel.bounds, to: nil).maxY <= 350)
    let index = try #require((0..<keys.numberOfKeys).first { keys.label(forKeyAt: $0) == "a" })
    let place = keys.convert(keys.contentFrame(for: .key(index)).center, to: nil) + shelf.frame.origin
    for phase in [TouchPhase.began, .ended] {
      application.handle(
        TouchFrame(
          device: DeviceID(rawValue: 1), timestamp: application.now + .milliseconds(60),
          contacts: [Contact(trackingID: 1, slot: 0, phase: phase, location: place)]))
    }
    #expect(field.text == "a")
    alert.end()
    #expect(application.viewsInFront.isEmpty)
  }

  @Test("8.4 The nearest keyboard serves a sheet: its own, or else the page's; an alert without a text is served by none")
  func sheets() {
    let sheet = Window(frame: left.window.frame)
    let text = TextField(frame: Rect(x: 0, y: 0, width: 300, height: 44))
    text.autocapitalization = .none
    sheet.addSubview(text)
    application.present(sheet, over: left.window)
    left.type("a")
    #expect(text.text == "", "the sheet has nothing to type into yet")
    text.becomeFirstResponder()
    left.type("a")
    #expect(text.text == "a" && left.field.text == "")
    let own = Keyboard(frame: Rect(x: 0, y: 60, width: 400, height: 250))
    own.autocapitalization = .none
    sheet.addSubview(own)
    sheet.layoutIfNeeded()
    left.tap(left.place("p", of: own))
    #expect(text.text == "ap")
    left.tap(Point(x: 30, y: 380))
    #expect(text.text == "ap", "the page's keyboard lies behind the sheet's")
    let alert = Alert(title: "Sure?")
    alert.begin(on: sheet) { _ in }
    left.tap(left.place("p", of: own))
    #expect(text.text == "ap" && alert.isShown)
  }

  // MARK: Keys of a dialog

  @Test(
    "7.8 Return, enter and space act on the dialog's button that has the focus",
    arguments: [KeyEvent.carriageReturn, KeyEvent.enter, " "])
  func focusedButton(_ character: String) {
    let focus = FocusEngine(application)
    application.unhandledKeys = focus
    let alert = Alert(title: "Delete all recordings?")
    alert.addButton("Delete")
    alert.addButton("Cancel", style: .cancel)
    var answers: [Alert.Answer] = []
    for index in [1, 0] {
      alert.begin(on: left.window) { answers.append($0) }
      #expect(focus.focus(on: alert.buttons[index]))
      right.press()
      key(character)
    }
    #expect(answers == [.cancel, .button(0)])
    application.unhandledKeys = nil
    guard character != " " else { return }
    alert.begin(on: left.window) { answers.append($0) }
    key(character)
    #expect(answers.last == .button(0), "without a focus the default button answers")
  }

  @Test(
    "7.8 Whoever types into a dialog's text, or touches it, takes the focus from a button: return is the default one's", arguments: 0..<3)
  func typedAfterFocus(_ way: Int) {
    let focus = FocusEngine(application)
    application.unhandledKeys = focus
    let alert = Alert(title: "Name?")
    alert.addButton("Save")
    alert.addButton("Cancel", style: .cancel)
    let field = alert.addTextField()
    var answers: [Alert.Answer] = []
    alert.begin(on: left.window) { answers.append($0) }
    #expect(focus.focus(on: alert.buttons[1]) && field.isFirstResponder)
    switch way {
    case 0: left.type("a")
    case 1: left.tap(field.convert(field.bounds.center, to: nil))
    default: break
    }
    key(KeyEvent.carriageReturn)
    #expect(answers == [way == 2 ? .cancel : .button(0)])
  }
}
