import ContactorControls
import ContactorCore
@testable import ContactorLayout
import Testing

/// Outlets and actions of a layout that lead to objects of the program.
@Suite("Connections of a layout and a program")
struct LayoutConnectionTests {
  private final class Owner: Responder, OutletOwner, TextFieldDelegate {
    weak var volume: Slider?
    weak var window: Window?
    var calls: [String] = []

    static var outlets: [Outlet] { [Outlet("volume", \Owner.volume), Outlet("window", \Owner.window)] }

    override class var actions: [Action] { super.actions + [Action("submit:", submit(_:)), Action("other:", other(_:))] }

    func submit(_ sender: Control) { calls.append("submit \(sender.identifier)") }
    func other(_ sender: Control) { calls.append("other \(sender.identifier)") }
    func textFieldDidBeginEditing(_ textField: TextField) { calls.append("editing \(textField.identifier)") }
  }

  private static let text = """
    screen: {size: [300, 100]}
    objects:
      - {id: owner, outlets: {volume: v, window: main}}
    views:
      - {id: ok, kind: button, frame: [0, 0, 100, 100], on: {touchUpInside: [{send: "submit:", to: owner}, {send: "other:"}]}}
      - {id: v, kind: slider, frame: [100, 0, 100, 100]}
      - {id: name, kind: textField, frame: [200, 0, 100, 100], outlets: {delegate: owner}}
    """

  private func connected(_ text: String = text) throws -> (SessionStage, Owner) {
    let stage = try SessionStage(text)
    let owner = Owner()
    try stage.session.connect(owner, as: "owner")
    return (stage, owner)
  }

  @Test("An object gets its outlets, the layout's actions, and is the delegate of a view that names it")
  func connection() throws {
    let (stage, owner) = try connected()
    #expect(owner.volume?.identifier == "v")
    #expect(owner.window === stage.session.application.windows[0])
    stage.tap(50, 50)
    stage.tap(250, 50)
    #expect(owner.calls == ["submit ok", "editing name"])
  }

  @Test("Without the object an action sent to it is not handled, and a dead object is not kept")
  func missing() throws {
    let stage = try SessionStage(Self.text)
    stage.tap(50, 50)
    #expect(stage.lines.contains { $0.contains("\"action\":\"submit:\"") && $0.contains("\"handled\":false") })
    var owner: Owner? = Owner()
    weak let weakOwner = owner
    try stage.session.connect(#require(owner), as: "owner")
    owner = nil
    #expect(weakOwner == nil)
    stage.tap(50, 50)
    #expect(stage.lines.count { $0.contains("\"action\":\"submit:\"") && $0.contains("\"handled\":false") } == 2)
  }

  @Test("A class without an outlet or an action that the layout names is refused with the names it has")
  func refusals() throws {
    final class Plain: ActionTarget {
      static var actions: [Action] { [] }
    }
    let stage = try SessionStage(Self.text)
    #expect(throws: ConnectionError.self) { try stage.session.connect(Plain(), as: "owner") }
    do {
      try stage.session.connect(Owner(), as: "panel")
      Issue.record("an unknown id was connected")
    } catch {
      #expect(error.code == .unknownObject && error.known == ["owner"])
      #expect(error.description == "the layout has no object 'panel'; it has owner")
    }
    let unknown = try SessionStage(Self.text.replacing("volume: v", with: "loudness: v"))
    do {
      try unknown.session.connect(Owner(), as: "owner")
      Issue.record("an unknown outlet was connected")
    } catch {
      #expect(error.description == "k.yaml:4:37: the class of 'owner' has no outlet 'loudness'; its 'outlets' list volume, window")
    }
    let action = try SessionStage(Self.text.replacing("submit:", with: "store:"))
    do {
      try action.session.connect(Owner(), as: "owner")
      Issue.record("an unknown action was connected")
    } catch {
      #expect(error.code == .unknownAction && error.known == ["submit:", "other:"])
    }
  }

  @Test("An outlet of another type is told and stays empty")
  func otherType() throws {
    let stage = try SessionStage(Self.text.replacing("volume: v", with: "volume: ok"))
    var errors: [String] = []
    stage.session.onConnectionError = { errors.append($0.description) }
    let owner = Owner()
    try stage.session.connect(owner, as: "owner")
    #expect(owner.volume == nil)
    #expect(errors == ["k.yaml:4:35: the outlet 'volume' of 'owner' takes Slider"])
  }

  @Test("An object stays connected when the layout is replaced")
  func replacement() throws {
    let (stage, owner) = try connected()
    let first = owner.volume
    stage.session.replaceLayout(try SessionStage.parse(Self.text))
    #expect(owner.volume != nil && owner.volume !== first)
    stage.tap(50, 50)
    #expect(owner.calls == ["submit ok"])
  }

  @Test("5.2 a connection that the layout makes and the program makes again is found")
  func doubled() throws {
    let (stage, owner) = try connected()
    #expect(stage.session.doubledConnections.isEmpty)
    let button = try #require(stage.session.responders["ok"] as? Button)
    try button.addTarget(owner, action: "submit:", for: .touchUpInside)
    try button.addTarget(nil, action: "other:", for: .touchDown)
    #expect(
      stage.session.doubledConnections.map { "\($0.control) \($0.event) \($0.action) \($0.target ?? "-") \($0.mark)" }
        == ["ok touchUpInside submit: owner 6:81"])
    try button.addTarget(nil, action: "other:", for: .touchUpInside)
    #expect(stage.session.doubledConnections.map(\.target) == ["owner", nil])
  }

  @Test(
    "Mistakes in connections are found with their places",
    arguments: [
      ("volume: v", "volume: w", "k.yaml:4:35: error: no view has the id 'w'"),
      ("delegate: owner", "target: owner", "a text field has no outlet 'target'; expected one of delegate"),
      ("id: owner", "id: ok", "the id 'ok' is taken"),
      ("- {id: owner", "- {name: owner", "unknown key 'name'"),
    ])
  func mistakes(_ old: String, _ new: String, _ message: String) {
    let text = "contactor: 1\n" + Self.text.replacing(old, with: new)
    let found = LayoutCheck.diagnostics(of: Array(text.utf8), file: "k.yaml").map(\.description)
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }
}
