import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("Nil-targeted actions, line by line (contract 6)")
struct SearchLineTests {
  let stage = Stage()

  private func place(_ identifier: String, in parent: View? = nil) -> Saver {
    stage.add(Saver(frame: Rect(x: 0, y: 0, width: 400, height: 400)), identifier, to: parent)
  }

  @Test("6.1 only the first responder that implements the action gets it, and the answer says that somebody did")
  func onlyTheFirst() {
    let outer = place("outer")
    let inner = place("inner", in: outer)
    #expect(stage.application.sendAction(Action("save:"), to: nil, from: inner, for: nil))
    #expect(inner.saves == ["inner"] && outer.saves.isEmpty && stage.unhandled.isEmpty)
  }

  @Test("6.1 nobody: false, and one line with the action, the sender and everyone who was asked")
  func nobody() {
    let first = place("first")
    let sender = stage.add(View(frame: .zero), "sender")
    let application = stage.application
    #expect(first.becomeFirstResponder())
    #expect(!application.sendAction(Action("lost:"), to: nil, from: sender, for: nil))
    application.searchPolicy = .sender
    #expect(!application.sendAction(Action("lost:"), to: nil, from: sender, for: nil))
    application.searchPolicy = .keyAndMainWindow
    #expect(!application.sendAction(Action("lost:"), to: nil, from: nil, for: nil))
    #expect(
      stage.unhandled == [
        "nobody does 'lost:' sent by sender; asked first → root → Application → sender → root → Application",
        "nobody does 'lost:' sent by sender; asked sender → root → Application",
        "nobody does 'lost:' sent by nobody; asked first → root → Application",
      ])
    #expect(stage.unhandled.allSatisfy { !$0.contains("\n") })
    stage.window.removeFromSuperview()
    application.removeWindow(stage.window)
    application.searchPolicy = .sender
    #expect(!application.sendAction(Action("lost:"), to: nil, from: nil, for: nil))
    #expect(stage.unhandled.last == "nobody does 'lost:' sent by nobody; asked nobody")
  }

  @Test("6.1 an action of another class is never chosen: the search goes on to one that can")
  func foreignNeverChosen() {
    let outer = place("outer")
    let impostor = stage.add(FalseSaver(frame: .zero), "impostor", to: outer)
    #expect(stage.application.target(forAction: "save:", to: nil, from: impostor) === outer)
    #expect(stage.application.sendAction(Action("save:"), to: nil, from: impostor, for: nil))
    #expect(outer.saves == ["impostor"] && impostor.canary == 7)
    #expect(impostor.target(forAction: "save:", withSender: nil) === outer)
    #expect(impostor.tryToPerform("save:", with: impostor))
    #expect(outer.saves == ["impostor", "impostor"])
  }

  @Test("6.1 an action with a method, sent to nobody, reaches an object of the method's class only")
  func typedWithoutTarget() {
    let outer = place("outer")
    let inner = stage.add(OtherSaver(frame: .zero), "inner", to: outer)
    #expect(stage.application.sendAction(Action("save:", Saver.save(_:)), to: nil, from: inner, for: nil))
    #expect(inner.saves == 0, "another class's method of the same name is another action")
    #expect(outer.saves == ["inner"])
  }

  @Test("6.2 canPerformAction hears the action and the sender, and a refusal goes on to the next")
  func refusal() {
    let outer = place("outer")
    let inner = place("inner", in: outer)
    inner.refuses = ["save:"]
    #expect(stage.application.target(forAction: "save:", to: nil, from: inner) === outer)
    #expect(stage.application.target(forAction: "save:", to: inner, from: outer) == nil, "an explicit target may refuse, too")
    #expect(!stage.application.sendAction(Action("save:"), to: stage.window, from: inner, for: nil))
    #expect(inner.asked == ["save: from inner", "save: from outer"])
    #expect(outer.saves.isEmpty && inner.saves.isEmpty, "asking does not send")
  }

  @Test("6.3 the first responder's order is the default: from the key window's first responder, then from the sender")
  func firstResponderOrder() {
    let application = stage.application
    #expect(application.searchPolicy == .firstResponder)
    let sender = place("sender")
    let (first, inner) = (place("first"), stage.add(KeenView(frame: .zero), "inner"))
    func found() -> String? { (application.target(forAction: "save:", to: nil, from: sender) as? Responder)?.identifier }
    #expect(found() == "sender", "nobody is first")
    first.addSubview(inner)
    #expect(inner.becomeFirstResponder())
    #expect(found() == "first", "up the first responder's chain")
    let other = Window(frame: .zero)
    application.addWindow(other)
    other.makeKey()
    #expect(found() == "sender", "the key window's, not another's")
  }

  @Test("6.3 the sender's order knows no first responder")
  func senderOrder() {
    stage.application.searchPolicy = .sender
    let first = place("first")
    #expect(first.becomeFirstResponder())
    let sender = stage.add(View(frame: .zero), "sender")
    #expect(stage.application.target(forAction: "save:", to: nil, from: sender) == nil)
    #expect(stage.application.target(forAction: "save:", to: nil, from: nil) == nil)
    first.addSubview(sender)
    #expect(stage.application.target(forAction: "save:", to: nil, from: sender) === first)
  }

  @Test("6.3 AppKit's order, everyone in it, each once")
  func wholeOrder() {
    let application = stage.application
    application.searchPolicy = .keyAndMainWindow
    application.identifier = "application"
    let main = Window(frame: .zero)
    main.identifier = "main"
    application.addWindow(main)
    main.makeMain()
    let delegates = ["root's", "main's", "application's", "modal's"].map { name in
      let delegate = Delegate()
      delegate.identifier = name
      return delegate
    }
    (stage.window.delegate, main.delegate, application.delegate) = (delegates[0], delegates[1], delegates[2])
    for window in [stage.window, main] {
      let (outer, first) = (View(frame: .zero), KeenView(frame: .zero))
      (outer.identifier, first.identifier) = ("outer of \(window.identifier)", "first of \(window.identifier)")
      window.addSubview(outer)
      outer.addSubview(first)
      #expect(first.becomeFirstResponder())
    }
    func order() -> String? {
      application.sendAction(Action("lost:"), to: nil, from: nil, for: nil)
      return stage.unhandled.last.map { String($0.dropFirst("nobody does 'lost:' sent by nobody; asked ".count)) }
    }
    let root = "first of root → outer of root → root → root's"
    let end = "application → application's"
    #expect(order() == "\(root) → first of main → outer of main → main → main's → \(end)")
    let modal = Window(frame: .zero)
    (modal.identifier, modal.delegate) = ("modal", delegates[3])
    application.modalWindow = modal
    #expect(order() == "\(root) → modal → modal's → \(end)", "a modal window takes the main window's place")
    application.modalWindow = nil
    stage.window.makeMain()
    #expect(order() == "\(root) → \(end)", "when it is another window")
    main.makeMain()
    #expect(application.target(forAction: "save:", to: nil, from: nil) == nil)
    let doers: [(AnyObject, Responder)] = [(delegates[2], delegates[2])]
    for (object, doer) in doers {
      (doer as? Delegate)?.saves = true
      #expect(application.target(forAction: "remember:", to: nil, from: nil) === object)
    }
    delegates[1].saves = true
    #expect(application.target(forAction: "remember:", to: nil, from: nil) === delegates[1])
    delegates[0].saves = true
    #expect(application.target(forAction: "remember:", to: nil, from: nil) === delegates[0])
  }

  @Test("6.4 the typed form follows the policy, delegates that are no responders included")
  func typed() {
    let application = stage.application
    let (first, sender) = (place("first"), place("sender"))
    #expect(first.becomeFirstResponder())
    func found() -> AnyObject? { application.target(conformingTo: (any Keeping).self, from: sender) }
    #expect(found() === first)
    application.searchPolicy = .sender
    #expect(found() === sender)
    application.searchPolicy = .keyAndMainWindow
    first.removeFromSuperview()
    #expect(found() == nil)
    let delegate = KeepingDelegate()
    stage.window.delegate = delegate
    #expect(found() === delegate)
    application.target(conformingTo: (any Keeping).self, from: sender)?.keep()
    #expect(delegate.kept == 1)
  }
}

private protocol Keeping: AnyObject {
  func keep()
}

private class KeenView: View {
  override var canBecomeFirstResponder: Bool { true }
}

private class Saver: KeenView, Keeping {
  var saves: [String] = []
  var refuses: Set<ActionName> = []
  var asked: [String] = []

  override class var actions: [Action] { super.actions + [Action("save:", Saver.save(_:))] }

  override func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool {
    if !refuses.isEmpty { asked.append("\(name) from \((sender as? Responder)?.identifier ?? "nobody")") }
    return !refuses.contains(name)
  }

  func save(_ sender: View) { saves.append(sender.identifier) }
  func keep() {}
}

/// Lists an action of a class that it does not inherit from.
private final class FalseSaver: View {
  var canary = 7
  override class var actions: [Action] { super.actions + [Action("save:", Saver.save(_:))] }
}

/// Does an action of the same name by a method of its own.
private final class OtherSaver: View {
  var saves = 0
  override class var actions: [Action] { super.actions + [Action("save:", OtherSaver.save(_:))] }
  func save(_ sender: View) { saves += 1 }
}

private final class Delegate: Responder, WindowDelegate, ApplicationDelegate {
  var saves = false
  override class var actions: [Action] { super.actions + [Action("remember:", Delegate.remember(_:))] }
  override func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool { saves }
  func remember(_ sender: Responder) {}
}

private final class KeepingDelegate: WindowDelegate, Keeping {
  var kept = 0
  func keep() { kept += 1 }
}
