import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Which window is the key window as windows come, go, are hidden and block each other.
@Suite("The key window: never hidden, gone or blocked; the former one comes back (contract 3.4, 3.6)")
struct KeyWindowTests {
  private let application = Application()
  private let left = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
  private let right = Window(frame: Rect(x: 400, y: 0, width: 400, height: 400))

  init() {
    for window in [left, right] { application.addWindow(window) }
  }

  private func route() {
    for (number, window) in [left, right].enumerated() { application.route(device(number), to: window) }
  }

  private func device(_ number: Int) -> DeviceID { DeviceID(rawValue: UInt32(number + 1)) }

  private func window(_ frame: Rect? = nil) -> Window { Window(frame: frame ?? left.frame) }

  /// Puts a button over a whole window; the closure returns how often it was pressed.
  private func pressCount(in window: Window) -> () -> Int {
    var presses = 0
    let button = Button(frame: window.bounds)
    button.on(.touchUpInside) { _ in presses += 1 }
    window.addSubview(button)
    return { presses }
  }

  private func tap(_ x: Double, _ y: Double, by number: Int = 0) {
    for phase in [TouchPhase.began, .ended] {
      let contact = Contact(trackingID: 1, slot: 0, phase: phase, location: Point(x: x, y: y))
      application.handle(TouchFrame(device: device(number), timestamp: application.now + .milliseconds(400), contacts: [contact]))
    }
  }

  /// The ways for a key window to lose that.
  enum Going: CaseIterable, Sendable {
    case removed, closed, hidden
  }

  private func go(_ window: Window, _ way: Going) {
    switch way {
    case .removed: application.removeWindow(window)
    case .closed: window.close()
    case .hidden: window.isHidden = true
    }
  }

  @Test("3.4 When the key window goes or is hidden, the former key window is key again", arguments: Going.allCases)
  func former(_ way: Going) {
    let third = window()
    application.addWindow(third)
    right.makeKey()
    third.makeKey()
    go(third, way)
    #expect(right.isKeyWindow)
    go(right, way)
    #expect(left.isKeyWindow)
  }

  @Test("3.4 A sheet on one panel that comes and goes leaves the key window on the other", arguments: Going.allCases)
  func otherPanel(_ way: Going) {
    route()
    let sheet = window()
    #expect(left.isKeyWindow && application.present(sheet, over: right) && sheet.isKeyWindow)
    go(sheet, way)
    #expect(left.isKeyWindow)
    let root = ViewController()
    right.rootViewController = root
    #expect(root.present(ViewController()) && !left.isKeyWindow)
    root.dismiss()
    #expect(left.isKeyWindow)
  }

  @Test("3.4 After a second dialog on one window the first is key, not the window that it blocks", arguments: Going.allCases)
  func secondDialog(_ way: Going) {
    let (first, second) = (window(), window())
    #expect(application.present(first, over: left) && application.present(second, over: left))
    go(second, way)
    #expect(first.isKeyWindow && application.firstResponder === first)
    left.makeKey()
    #expect(first.isKeyWindow, "a window that is blocked does not become key")
    go(first, way)
    #expect(left.isKeyWindow)
  }

  @Test("3.4 A blocked window that is to be key is so once its dialog is dismissed; meanwhile the dialog is")
  func blocked() {
    route()
    let sheet = window()
    application.present(sheet, over: right)
    left.makeKey()
    #expect(left.isKeyWindow)
    right.makeKey()
    #expect(sheet.isKeyWindow)
    application.dismiss(sheet)
    #expect(right.isKeyWindow)
  }

  @Test("3.4 A window that is hidden and shown again is key only if no other is, or if it blocks the one that is")
  func shownAgain() {
    left.isHidden = true
    #expect(right.isKeyWindow)
    left.makeKey()
    left.isHidden = false
    #expect(right.isKeyWindow)
    for window in [left, right] { window.isHidden = true }
    #expect(application.keyWindow == nil)
    left.isHidden = false
    #expect(left.isKeyWindow)
    let sheet = window()
    application.present(sheet, over: left)
    sheet.isHidden = true
    #expect(left.isKeyWindow)
    sheet.isHidden = false
    #expect(sheet.isKeyWindow)
  }

  @Test("3.4 A hidden window is never the heir of the key window")
  func hiddenHeir() {
    let hidden = window()
    hidden.isHidden = true
    application.addWindow(hidden)
    application.removeWindow(left)
    #expect(right.isKeyWindow)
    application.removeWindow(right)
    #expect(application.keyWindow == nil)
  }

  @Test("3.6 A modal window that is hidden blocks neither touches nor keys, and the one behind it does")
  func hiddenModal() {
    application.removeWindow(right)
    let presses = pressCount(in: left)
    let (first, second) = (window(), window())
    application.present(first, over: left)
    application.present(second, over: left)
    second.isHidden = true
    #expect(application.windowForKeys === first)
    tap(100, 100)
    #expect(presses() == 0)
    first.isHidden = true
    #expect(application.windowForKeys === left)
    tap(100, 100)
    #expect(presses() == 1)
  }

  @Test("5.14 A window that makes itself the key window as it goes is not that", arguments: Going.allCases)
  func makesItselfKey(_ way: Going) {
    right.makeKey()
    let token = application.notifications.observe(Window.DidResignKey.self, from: right) { $0.sender.makeKey() }
    defer { token.cancel() }
    go(right, way)
    #expect(left.isKeyWindow)
  }

  @Test("3.4 No window that goes with the key window is key on the way", arguments: [[0, 1, 2, 3], [0, 0, 2, 1]])
  func oneChange(covered: [Int]) {
    var sheets = [window()]
    application.present(sheets[0], over: left)
    for index in covered {
      let sheet = window()
      application.present(sheet, over: sheets[index])
      sheets.append(sheet)
    }
    var changes: [Bool] = []
    let token = application.notifications.observe(Window.DidBecomeKey.self) { changes.append($0.sender === left) }
    defer { token.cancel() }
    application.dismiss(sheets[0])
    #expect(changes == [true])
  }

  // MARK: Panels

  @Test("3.6 A window presented over none is touched by the panel of the key window, at its place on the screen")
  func host() {
    final class Dialog: Window {
      var (inside, outside): ([Point], [Point]) = ([], [])
      override func sendEvent(_ event: Event) {
        for touch in event.allTouches where touch.window === self { inside.append(touch.location(in: self)) }
        super.sendEvent(event)
      }
      override func touchBeganOutside(_ touch: Touch, with event: Event?) { outside.append(touch.location(in: nil)) }
    }
    route()
    right.makeKey()
    let dialog = Dialog(frame: Rect(x: 450, y: 100, width: 200, height: 200))
    let presses = pressCount(in: dialog)
    application.present(dialog)
    tap(60, 110, by: 1)
    #expect(presses() == 1 && dialog.inside == [Point(x: 10, y: 10), Point(x: 10, y: 10)])
    tap(10, 10, by: 1)
    tap(60, 110, by: 0)
    #expect(presses() == 1 && dialog.outside == [Point(x: 10, y: 10)])
  }

  @Test("3.6 A window presented over none stays on its panel as the sheet that was key goes")
  func hostOfSheet() {
    route()
    let (sheet, dialog) = (window(), window())
    application.present(sheet, over: left)
    application.present(dialog)
    let presses = pressCount(in: dialog)
    application.dismiss(sheet)
    tap(100, 100)
    #expect(presses() == 1)
  }

  @Test("3.6 A device whose window was removed touches no window of another device, until it is mapped again or no more")
  func strayDevice() {
    right.frame = left.frame
    route()
    let presses = pressCount(in: right)
    application.removeWindow(left)
    tap(100, 100)
    #expect(presses() == 0)
    tap(100, 100, by: 1)
    #expect(presses() == 1)
    let plain = window()
    let plainPresses = pressCount(in: plain)
    application.addWindow(plain)
    tap(100, 100)
    #expect(plainPresses() == 1 && presses() == 1)
    application.removeWindow(plain)
    application.route(device(0), to: nil)
    tap(100, 100)
    #expect(presses() == 2)
  }

  // MARK: Random programs

  @Test(
    "3.4, 3.6 After random changes on two screens the key window and the modal ones are those of a plain model",
    arguments: ModelPrograms.seeds)
  func model(seed: UInt64) {
    var program = WindowProgram(application, pages: [left, right, window()], seed: seed)
    var told: [String] = []
    let tokens = [
      application.notifications.observe(Window.DidBecomeKey.self) { told.append("+\($0.sender.identifier)") },
      application.notifications.observe(Window.DidResignKey.self) { told.append("-\($0.sender.identifier)") },
    ]
    defer { for token in tokens { token.cancel() } }
    for number in 0..<60 {
      told = []
      let old = application.keyWindow
      let step = program.step()
      let place = "seed \(seed), step \(number): \(step)"
      let (key, expected) = (application.keyWindow, program.model.key)
      guard key === expected else {
        Issue.record("\(place): key \(key?.identifier ?? "none"), not \(expected?.identifier ?? "none")")
        return
      }
      // A page comes and goes in two changes: the window, and its device.
      let changes = [old.map { "-\($0.identifier)" }, key.map { "+\($0.identifier)" }].compactMap { $0 }
      if key !== old, !step.hasPrefix("add"), !step.hasPrefix("remove page") {
        #expect(told == changes, "\(place)")
      }
      for entry in program.model.entries {
        let (modal, wanted) = (application.modalWindow(onScreenOf: entry.window), program.model.modal(on: entry)?.window)
        #expect(modal?.identifier == wanted?.identifier, "\(place): modal window of \(entry.window.identifier)")
      }
    }
  }
}

/// The windows of an application, and which of them is key, as plain lists.
private struct WindowModel {
  struct Entry {
    let window: Window
    /// The page at the bottom of the window's screen; `nil` if it was presented as no window was key.
    let page: Window?
    /// The window that it covers.
    var covered: Window?
    var isModal = false
    var takesKey = true
    var isShown: Bool { !window.isHidden }
  }

  /// The windows, back to front.
  var entries: [Entry] = []
  /// The pages that have a device.
  var routed: [Window] = []
  private(set) var key: Window?
  /// The windows that were key, the last one last.
  private var past: [Window] = []

  func entry(_ window: Window?) -> Entry? { entries.first { $0.window === window } }

  func screen(of entry: Entry) -> Window? { routed.first { $0 === entry.page } }

  private func top(on entry: Entry, where isIncluded: (Entry) -> Bool) -> Entry? {
    entries.last { $0.isModal && $0.isShown && isIncluded($0) && screen(of: $0) === screen(of: entry) }
  }

  func modal(on entry: Entry) -> Entry? { top(on: entry) { _ in true } }

  private func keyWindow(for entry: Entry) -> Window { top(on: entry) { $0.takesKey }?.window ?? entry.window }

  private mutating func become(_ window: Window?) {
    key = window
    if let window { past = past.filter { $0 !== window } + [window] }
  }

  mutating func makeKey(_ window: Window) {
    guard let index = entries.firstIndex(where: { $0.window === window }) else { return }
    entries[index].takesKey = true
    past = past.filter { $0 !== window } + [window]
    if entries[index].isShown { become(keyWindow(for: entries[index])) }
  }

  /// Chooses another key window if the present one, whose page is given, cannot be it.
  mutating func settle(_ former: Entry?) {
    past = past.filter { entry($0) != nil }
    if let entry = entry(key), entry.isShown, entry.takesKey {
      let window = keyWindow(for: entry)
      if window !== key { become(window) }
      return
    }
    let heirs = entries.filter { $0.isShown && $0.takesKey && keyWindow(for: $0) === $0.window }
    let last = past.last { window in heirs.contains { $0.window === window } }
    let near = heirs.last { heir in former.map { screen(of: heir) === screen(of: $0) } ?? false }
    let heir = last ?? (near ?? heirs.last)?.window
    if heir !== key { become(heir) }
  }

  /// Makes a change and settles.
  mutating func change(_ body: (inout WindowModel) -> Void) {
    let former = entry(key)
    body(&self)
    settle(former)
  }

  mutating func remove(_ window: Window) {
    var gone = [window]
    while let next = entries.first(where: { entry in gone.contains { $0 === entry.covered } && !gone.contains { $0 === entry.window } }) {
      gone.append(next.window)
    }
    // The former key window's screen is that before the change.
    settle(without: gone)
    routed.removeAll { $0 === window }
    settle(entry(key))
  }

  private mutating func settle(without gone: [Window]) {
    let former = entry(key)
    entries.removeAll { entry in gone.contains { $0 === entry.window } }
    settle(former)
  }
}

/// A random program of windows, played with an application and the model.
private struct WindowProgram {
  let application: Application
  /// The pages; the first two get devices of their own.
  let pages: [Window]
  var model = WindowModel()
  var random: Dice
  private var number = 0

  init(_ application: Application, pages: [Window], seed: UInt64) {
    (self.application, self.pages) = (application, pages)
    random = Dice(seed: seed)
    for window in application.windows { application.removeWindow(window) }
    for (number, page) in pages.enumerated() {
      page.identifier = "page\(number)"
      add(page)
    }
  }

  private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func add(_ page: Window) {
    application.addWindow(page)
    model.change { $0.entries.append(.init(window: page, page: page)) }
    route(page)
  }

  private mutating func route(_ page: Window) {
    guard let number = pages.prefix(2).firstIndex(where: { $0 === page }), let entry = model.entry(page), model.screen(of: entry) == nil
    else { return }
    application.route(DeviceID(rawValue: UInt32(number + 1)), to: page)
    model.change { $0.routed.append(page) }
  }

  /// Plays a random step; returns its description.
  mutating func step() -> String {
    guard !model.entries.isEmpty else {
      add(pages[roll(3)])
      return "add"
    }
    let entry = model.entries[roll(model.entries.count)]
    let window = entry.window
    switch roll(12) {
    case 0...1: return present(over: entry, takesKey: true)
    case 2: return present(over: entry, takesKey: false)
    case 3: return presentOverNone()
    case 4...5 where entry.isModal: return remove(window)
    case 6...7:
      window.isHidden.toggle()
      model.change { _ in }
      return "\(window.isHidden ? "hide" : "show") \(window.identifier)"
    case 8...9:
      window.makeKey()
      model.makeKey(window)
      return "makeKey \(window.identifier)"
    case 10: return changeRoute(of: pages[roll(2)])
    default: return changePage(pages[roll(3)])
    }
  }

  private mutating func made() -> Window {
    let window = Window(frame: pages[0].frame)
    number += 1
    window.identifier = "window\(number)"
    window.isHidden = roll(8) == 0
    return window
  }

  private mutating func present(over entry: WindowModel.Entry, takesKey: Bool) -> String {
    let window = made()
    #expect(application.present(window, over: entry.window, makesKey: takesKey))
    show(.init(window: window, page: entry.page, covered: entry.window, isModal: true, takesKey: takesKey))
    return "\(window.identifier) over \(entry.window.identifier)\(takesKey ? "" : " as a menu")"
  }

  private mutating func presentOverNone() -> String {
    let page = model.entry(model.key)?.page
    // Without its page the key window is the bottom of its screen itself, as long as it is there.
    guard model.key == nil || model.entry(page) != nil else { return "nothing" }
    let window = made()
    application.present(window)
    show(.init(window: window, page: page, isModal: true))
    return "\(window.identifier)"
  }

  private mutating func show(_ entry: WindowModel.Entry) {
    model.change { $0.entries.append(entry) }
    if entry.takesKey { model.makeKey(entry.window) }
  }

  private mutating func remove(_ window: Window) -> String {
    switch roll(3) {
    case 0 where model.entry(window)?.isModal == true: application.dismiss(window)
    case 1: application.removeWindow(window)
    default: window.close()
    }
    model.remove(window)
    return "remove \(window.identifier)"
  }

  private mutating func changeRoute(of page: Window) -> String {
    guard let entry = model.entry(page) else { return "nothing" }
    if model.screen(of: entry) == nil {
      route(page)
    } else if let number = pages.firstIndex(where: { $0 === page }) {
      application.route(DeviceID(rawValue: UInt32(number + 1)), to: nil)
      model.change { $0.routed.removeAll { $0 === page } }
    }
    return "route \(page.identifier)"
  }

  private mutating func changePage(_ page: Window) -> String {
    guard model.entry(page) == nil else { return remove(page) }
    add(page)
    return "add \(page.identifier)"
  }
}
