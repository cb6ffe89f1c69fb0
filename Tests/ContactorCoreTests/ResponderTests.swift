import ContactorControls
import ContactorCore
import ContactorStage
import Testing

@Suite("First responders and actions without a target (contract 3.2, 3.4, 6)")
struct ResponderTests {
  let stage = Stage()

  private func place(_ identifier: String, in parent: View? = nil) -> Doer {
    stage.add(Doer(frame: Rect(x: 0, y: 0, width: 400, height: 400)), identifier, to: parent)
  }

  @Test("3.2 the chain passes a root view's controller, the window, the application and its responder delegate")
  func chain() {
    let delegate = AppDelegate()
    stage.application.delegate = delegate
    let controller = ViewController()
    stage.window.rootViewController = controller
    let child = View(frame: .zero)
    controller.view.addSubview(child)
    var chain: [Responder] = []
    var responder: Responder? = child
    while let current = responder {
      chain.append(current)
      responder = current.next
    }
    #expect(chain == [child, controller.view, controller, stage.window, stage.application, delegate])
  }

  @Test("3.2 a controller that dies leaves the chain")
  func deadController() {
    let view = View(frame: .zero)
    do {
      let controller = ViewController()
      controller.view = view
      #expect(view.next === controller)
    }
    #expect(view.next == nil)
  }

  @Test("3.4 becoming first needs canBecomeFirst and the old one's consent")
  func firstResponder() {
    let stubborn = place("stubborn")
    let other = place("other")
    let plain = stage.add(View(frame: .zero), "plain")
    #expect(stage.window.firstResponder === stage.window)
    #expect(!plain.becomeFirstResponder())
    #expect(stubborn.becomeFirstResponder() && stubborn.isFirstResponder)
    stubborn.resigns = false
    #expect(!other.becomeFirstResponder() && stubborn.isFirstResponder)
    #expect(!stubborn.resignFirstResponder())
    stubborn.resigns = true
    #expect(other.becomeFirstResponder() && other.isFirstResponder && !stubborn.isFirstResponder)
    #expect(other.resignFirstResponder() && stage.window.firstResponder === stage.window)
  }

  @Test("3.4 a first responder that dies leaves none behind")
  func deadFirstResponder() {
    do {
      let doer = place("doer")
      #expect(doer.becomeFirstResponder())
      doer.removeFromSuperview()
    }
    #expect(stage.window.firstResponder === stage.window)
  }

  @Test("6.1 the first in the order that implements the action gets it; nobody is false with the chain told")
  func nilTarget() throws {
    let outer = place("outer")
    let inner = stage.add(View(frame: Rect(x: 0, y: 0, width: 200, height: 200)), "inner", to: outer)
    let button = stage.add(Button(frame: Rect(x: 0, y: 0, width: 100, height: 50)), "ok", to: inner)
    try button.addTarget(nil, action: "save:", for: .touchUpInside)
    try button.addTarget(nil, action: "unknown", for: .touchUpInside)
    stage.tap(1, 10, 10, at: 0)
    #expect(outer.saves == ["ok"])
    #expect(stage.unhandled == ["nobody does 'unknown' sent by ok; asked ok → inner → outer → root → Application"])
    #expect(stage.taken().contains("unknown handled=false"))
  }

  @Test("6.2 asking does not send; canPerformAction refuses; an explicit target is never replaced")
  func asking() {
    let outer = place("outer")
    let inner = place("inner", in: outer)
    let application = stage.application
    #expect(application.target(forAction: "save:", to: nil, from: inner) === inner)
    inner.performs = false
    #expect(application.target(forAction: "save:", to: nil, from: inner) === outer)
    #expect(application.target(forAction: "save:", to: inner, from: inner) == nil)
    #expect(inner.target(forAction: "save:", withSender: nil) === outer)
    #expect(outer.saves.isEmpty && inner.saves.isEmpty)
    #expect(!application.sendAction(Action("save:"), to: stage.window, from: inner, for: nil))
    #expect(outer.saves.isEmpty)
  }

  @Test(
    "6.3 the order is a policy",
    arguments: [
      (ActionSearchPolicy.sender, "sender"), (.firstResponder, "first"), (.keyAndMainWindow, "first"),
    ])
  func policies(policy: ActionSearchPolicy, expected: String) {
    stage.application.searchPolicy = policy
    let first = place("first")
    let sender = place("sender")
    #expect(first.becomeFirstResponder())
    let found = stage.application.target(forAction: "save:", to: nil, from: sender) as? Responder
    #expect(found?.identifier == expected)
    first.removeFromSuperview()
    let next = stage.application.target(forAction: "save:", to: nil, from: sender) as? Responder
    #expect(next?.identifier == (policy == .keyAndMainWindow ? nil : "sender"))
  }

  @Test("6.3 AppKit's order: key window's chain, window, delegate, main window's, application, delegate")
  func appKitOrder() {
    let application = stage.application
    application.searchPolicy = .keyAndMainWindow
    let main = Window(frame: .zero)
    main.identifier = "main"
    application.addWindow(main)
    application.mainWindow = main
    let inMain = Doer(frame: .zero)
    inMain.identifier = "inMain"
    main.addSubview(inMain)
    #expect(inMain.becomeFirstResponder())
    let keyDelegate = SavingDelegate()
    let delegate = AppDelegate()
    application.delegate = delegate
    func found() -> AnyObject? { application.target(forAction: "save:", to: nil, from: nil) }
    #expect(found() === inMain)
    stage.window.delegate = keyDelegate
    #expect(found() === keyDelegate)
    stage.window.delegate = nil
    let modal = Window(frame: .zero)
    application.modalWindow = modal
    #expect(found() === delegate, "a modal window takes the main window's place")
    application.modalWindow = nil
    inMain.removeFromSuperview()
    #expect(found() === delegate)
  }

  @Test("6.4 the typed form finds the first that conforms")
  func typed() {
    let outer = place("outer")
    let inner = stage.add(View(frame: .zero), "inner", to: outer)
    stage.application.target(conformingTo: (any Saving).self, from: inner)?.save(inner)
    #expect(outer.saves == ["inner"])
  }

  @Test("5.4 the table can be read")
  func introspection() throws {
    let button = stage.button("ok", 0, 0)
    let panel = Panel()
    button.addTarget(panel, action: .go, for: [.touchDown, .touchUpInside])
    button.addTarget(panel, action: .goSender, for: .touchDown)
    try button.addTarget(nil, action: "save:", for: .valueChanged)
    button.addAction("closure", for: .touchCancel) { _, _ in }
    #expect(button.allControlEvents == [.touchDown, .touchUpInside, .valueChanged, .touchCancel])
    #expect(button.actions(forTarget: panel, forControlEvent: .touchDown) == ["go", "go:"])
    #expect(button.actions(forTarget: panel, forControlEvent: .touchCancel) == nil)
    #expect(button.actions(forTarget: nil, forControlEvent: .valueChanged) == nil)
    #expect(button.allTargets.count == 2)
    var listed: [String] = []
    button.enumerateEventHandlers { target, name, events in
      let kind =
        switch target {
        case .object: "object"
        case .chain: "chain"
        case nil: "closure"
        }
      listed.append("\(kind) \(name) \(events)")
    }
    #expect(
      listed == [
        "object go touchDown|touchUpInside", "object go: touchDown", "chain save: valueChanged",
        "closure closure touchCancel",
      ])
  }

  @Test("8.2 a delegate answers now, cancel, or later and then replies")
  func termination() {
    let application = stage.application
    let delegate = AppDelegate()
    application.delegate = delegate
    delegate.reply = .cancel
    #expect(application.terminate() == .cancel && !application.isTerminated)
    application.reply(toShouldTerminate: true)
    #expect(!application.isTerminated, "nothing was open")
    delegate.reply = .later
    application.terminate()
    application.reply(toShouldTerminate: false)
    #expect(!application.isTerminated)
    application.terminate()
    application.reply(toShouldTerminate: true)
    #expect(application.isTerminated && delegate.ended == 1)
  }
}

@Suite("Conversion between views with transforms (contract 3, the iPhone's numbers are in the conformance cases)")
struct ConversionTests {
  @Test("Points go through the common window and back")
  func points() {
    let stage = Stage()
    let outer = stage.add(View(frame: Rect(x: 100, y: 50, width: 200, height: 200)), "outer")
    outer.transform = AffineTransform(scaleX: 2, y: 2)
    let inner = stage.add(View(frame: Rect(x: 10, y: 20, width: 50, height: 50)), "inner", to: outer)
    let point = inner.convert(Point(x: 5, y: 5), to: nil)
    #expect(point == Point(x: 30, y: 0))
    #expect(inner.convert(point, from: nil) == Point(x: 5, y: 5))
    #expect(inner.convert(Rect(x: 0, y: 0, width: 10, height: 10), to: nil) == Rect(x: 20, y: -10, width: 20, height: 20))
  }

  @Test("A frame set under a transform resizes the bounds so that the view fills it")
  func frames() {
    let view = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    view.transform = AffineTransform(scaleX: 0.5, y: 0.5)
    view.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    #expect(view.bounds.size == Size(width: 200, height: 200))
    #expect(view.frame == Rect(x: 0, y: 0, width: 100, height: 100))
    view.transform = AffineTransform(cosine: 0, sine: 1)
    view.bounds.size = Size(width: 40, height: 20)
    #expect(view.frame.size == Size(width: 20, height: 40))
  }
}

private protocol Saving: AnyObject {
  func save(_ sender: View)
}

/// A view that saves and can be first responder.
private final class Doer: View, Saving {
  var resigns = true
  var performs = true
  var saves: [String] = []

  override class var actions: [Action] { super.actions + [Action("save:", Doer.save(_:))] }
  override var canBecomeFirstResponder: Bool { true }
  override var canResignFirstResponder: Bool { resigns }
  override func canPerformAction(_ name: ActionName, withSender sender: AnyObject?) -> Bool { performs }

  func save(_ sender: View) { saves.append(sender.identifier) }
}

private final class SavingDelegate: WindowDelegate, ActionTarget {
  static var actions: [Action] { [Action("save:", SavingDelegate.save(_:))] }
  func save(_ sender: View) {}
}

private final class AppDelegate: Responder, ApplicationDelegate {
  var reply = TerminationReply.now
  var ended = 0

  override class var actions: [Action] { super.actions + [Action("save:", AppDelegate.save(_:))] }
  func save(_ sender: View) {}
  func applicationShouldTerminate(_ application: Application) -> TerminationReply { reply }
  func applicationWillTerminate(_ application: Application) { ended += 1 }
}
