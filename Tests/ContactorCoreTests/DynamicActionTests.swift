import ContactorControls
import ContactorCore
import Testing

/// A view whose actions come and go, as those of a host in another language.
private final class HostedView: View, DynamicActionTarget {
  private var own: [ActionName: Action] = [:]
  private(set) var performed: [String] = []

  func learn(_ name: ActionName) {
    own[name] = Action(name) { (view: HostedView, _: AnyObject) in view.performed.append(name.description) }
  }

  func forget(_ name: ActionName) { own[name] = nil }

  func action(named name: ActionName) -> Action? { own[name] }

  var dynamicActionNames: [ActionName] { own.keys.sorted { $0.description < $1.description } }
}

@Suite struct DynamicActionTests {
  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let outer = HostedView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let inner = HostedView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let button = Button(frame: Rect(x: 0, y: 0, width: 50, height: 50))

  init() {
    application.addWindow(window)
    window.addSubview(outer)
    outer.addSubview(inner)
    inner.addSubview(button)
  }

  @Test("6.1 Of two objects of one class, the one that has the action of its own performs it")
  func searchesObjects() throws {
    try button.addTarget(nil, action: "save:", for: .touchUpInside)
    outer.learn("save:")
    button.performClick()
    #expect(outer.performed == ["save:"] && inner.performed == [])
    inner.learn("save:")
    button.performClick()
    #expect(outer.performed == ["save:"] && inner.performed == ["save:"])
    inner.forget("save:")
    button.performClick()
    #expect(outer.performed == ["save:", "save:"])
    outer.forget("save:")
    button.performClick()
    #expect(outer.performed.count == 2)
    #expect(application.target(forAction: "save:", to: nil, from: button) == nil)
  }

  @Test("5.7 A registration asks the object, and its error names the object's own actions")
  func registers() throws {
    inner.learn("open:")
    try button.addTarget(inner, action: "open:", for: .touchUpInside)
    button.performClick()
    #expect(inner.performed == ["open:"])
    let error = #expect(throws: ActionError.self) { try button.addTarget(outer, action: "open:", for: .touchUpInside) }
    #expect(error?.code == .unknownName && error?.known == [])
    let named = #expect(throws: ActionError.self) { try button.addTarget(inner, action: "close:", for: .touchUpInside) }
    #expect(named?.known == ["open:"])
  }

  @Test("6.2 Responders perform their own actions for keys and calls, too")
  func performsDirectly() {
    outer.learn("go:")
    #expect(inner.target(forAction: "go:", withSender: button) === outer)
    #expect(inner.tryToPerform("go:", with: button))
    #expect(inner.doCommand(by: "go:"))
    #expect(outer.performed == ["go:", "go:"])
    #expect(!inner.tryToPerform("stop:", with: button))
  }
}

@Suite struct TextSearchTests {
  @Test(
    "A part of a text is found and replaced, each place once",
    arguments: [
      ("", "a", "b", ""), ("aaa", "a", "bb", "bbbbbb"), ("aaaa", "aa", "a", "aa"), ("{host}", "{host}", "", ""),
      ("x{host}y{host}", "{host}", "é", "xéyé"), ("naïve ïï", "ï", "i", "naive ii"), ("{hos}", "{host}", "x", "{hos}"),
      ("it's", "'", "''", "it''s"), ("abab", "abc", "x", "abab"), ("same", "", "x", "same"),
    ])
  func replaces(text: String, part: String, other: String, expected: String) {
    #expect(text.replacing(text: part, with: other) == expected)
    #expect(text.contains(text: part) == (expected != text || part == other))
  }
}
