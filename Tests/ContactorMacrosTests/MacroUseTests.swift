import ContactorControls
import ContactorCore
import ContactorMacros
import Testing

/// The macros as a program uses them.
struct MacroUseTests {
  @Test func `a typed action calls the method with what its form takes`() {
    let menu = Menu()
    let slider = Slider(frame: .zero)
    slider.addTarget(menu, action: Menu.back, for: .touchDown)
    slider.addTarget(menu, action: Menu.submit, for: .touchDown)
    slider.addTarget(menu, action: Menu.choose, for: .touchDown)
    slider.sendActions(for: .touchDown)
    #expect(menu.calls == ["back", "submit: Slider", "choose:forEvent: Slider nil"])
    #expect(slider.actions(forTarget: menu, forControlEvent: .touchDown) == ["back", "submit:", "choose:forEvent:"])
  }

  @Test func `an action is found by its name`() throws {
    let menu = Menu()
    let button = Button(frame: .zero)
    try button.addTarget(menu, action: "submit:", for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(menu.calls == ["submit: Button"])
    #expect(throws: ActionError.self) { try button.addTarget(menu, action: "submit", for: .touchUpInside) }
  }

  @Test func `an action without a target finds whoever lists it`() throws {
    let application = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let menu = MenuView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let button = Button(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    application.addWindow(window)
    window.addSubview(menu)
    menu.addSubview(button)
    try button.addTarget(nil, action: "submit:", for: .touchUpInside)
    try button.addTarget(nil, action: "close", for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(menu.calls == ["submit: Button", "close"])
  }

  @Test func `a subclass has the actions of its superclass, and overrides are called`() throws {
    let menu = SubMenu()
    let button = Button(frame: .zero)
    button.addTarget(menu, action: SubMenu.back, for: .touchDown)
    button.addTarget(menu, action: Menu.submit, for: .touchDown)
    button.addTarget(menu, action: SubMenu.more, for: .touchDown)
    try button.addTarget(menu, action: "back", for: .touchUpInside)
    button.sendActions(for: .touchDown)
    button.sendActions(for: .touchUpInside)
    #expect(menu.calls == ["back of a submenu", "submit: Button", "more", "back of a submenu"])
    #expect(SubMenu.actions.map(\.name) == ["back", "submit:", "choose:forEvent:", "more"])
  }

  @Test func `a class that is no responder and its subclass list their actions`() throws {
    let model = SubModel()
    let control = Control(frame: .zero)
    control.addTarget(model, action: Model.clear, for: .touchDown)
    try control.addTarget(model, action: "clear", for: .touchUpInside)
    try control.addTarget(model, action: "fill:", for: .touchUpInside)
    control.sendActions(for: .touchDown)
    control.sendActions(for: .touchUpInside)
    #expect(model.calls == ["clear", "clear", "fill: Control"])
  }

  @Test func `a recognizer takes the same actions`() {
    let menu = Menu()
    let tap = TapGestureRecognizer()
    tap.addTarget(menu, action: Menu.back)
    menu.wire(Button(frame: .zero))
    #expect(menu.calls == ["back"])
  }

  @Test @MainActor func `an action of the main actor is found by its name there`() throws {
    let score = Score()
    let board = Board()
    let control = Control(frame: .zero)
    control.addTarget(score, action: Score.add, for: .touchDown)
    control.addTarget(board, action: Board.wipe, for: .touchDown)
    try control.addTarget(score, action: "add:", for: .touchUpInside)
    try control.addTarget(board, action: "wipe", for: .touchUpInside)
    try control.addTarget(board, action: "mark:forEvent:", for: .touchUpInside)
    control.sendActions(for: .touchDown)
    control.sendActions(for: .touchUpInside)
    #expect(score.sum == 2)
    #expect(board.calls == ["wipe", "wipe", "mark:forEvent:"])
  }

  @Test func `an action of the main actor is not done elsewhere`() async throws {
    let score = Score()
    let sent = try await Task.detached {
      let control = Control(frame: .zero)
      try control.addTarget(score, action: "add:", for: .touchDown)
      control.sendActions(for: .touchDown)
      return control.allControlEvents == .touchDown
    }.value
    #expect(sent)
    #expect(await score.sum == 0)
  }
}

// MARK: Targets

@Actions private class Menu: Responder {
  var calls: [String] = []

  @Action func back() { calls.append("back") }
  @Action func submit(_ sender: Control) { calls.append("submit: \(type(of: sender))") }
  @Action func choose(_ sender: Slider, forEvent event: Event?) {
    calls.append("choose:forEvent: \(type(of: sender)) \(event.map { "\($0)" } ?? "nil")")
  }
  /// A method that is no action and shares a name with one.
  func back(_ isAnimated: Bool) { if !isAnimated { back() } }

  func wire(_ button: Button) {
    button.addTarget(self, action: Self.back, for: .touchDown)
    button.sendActions(for: .touchDown)
  }
}

@Actions private final class SubMenu: Menu {
  override func back() { calls.append("back of a submenu") }
  @Action func more() { calls.append("more") }
}

@Actions private final class MenuView: View {
  var calls: [String] = []

  @Action func submit(_ sender: Control) { calls.append("submit: \(type(of: sender))") }
  @Action private func close() { calls.append("close") }
}

@Actions private class Model {
  var calls: [String] = []

  @Action func clear() { calls.append("clear") }
}

@Actions private final class SubModel: Model {
  @Action func fill(_ sender: AnyObject) { calls.append("fill: \(type(of: sender))") }
}

@MainActor @Actions private final class Score {
  var sum = 0

  @Action func add(_ sender: Control) { sum += 1 }
}

@MainActor @Actions private final class Board: Responder {
  var calls: [String] = []

  nonisolated override init() { super.init() }

  @Action func wipe() { calls.append("wipe") }
  @Action func mark(_ sender: Control, forEvent event: Event?) { calls.append("mark:forEvent:") }
}
