import ContactorControls
import Testing

@testable import ContactorCore

/// Windows, views, controllers and applications that others still know as they die.
@Suite("Whoever dies is known to nobody afterwards (contract 5.14)")
struct DyingOwnerTests {
  private let bounds = Rect(x: 0, y: 0, width: 100, height: 100)

  @Test("5.14 a view that a sibling takes over as their window dies knows that window no longer")
  func windowDies() {
    let inner = MovedView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let outer = View(frame: inner.frame)
    let button = Button(frame: inner.frame)
    do {
      let window = Window(frame: inner.frame)
      window.addSubview(outer)
      outer.addSubview(inner)
      window.addSubview(button)
      inner.onMove = { [unowned inner, weak outer] in if inner.window == nil { outer?.addSubview(button) } }
    }
    #expect(button.superview === outer && button.window == nil && button.application == nil)
    button.sendAction(Action("act"), to: nil, for: nil)
  }

  @Test("5.14 a view that another tree takes over as its window begins to die, and all in it, know that window no longer")
  func dyingWindowIsLeft() {
    let (tree, outer, inner) = (View(frame: bounds), View(frame: bounds), View(frame: bounds))
    let button = Button(frame: bounds)
    outer.addSubview(inner)
    inner.addSubview(button)
    do {
      let window = LeftWindow(frame: bounds)
      window.addSubview(outer)
      window.onDeinit = { tree.addSubview(inner) }
    }
    #expect(inner.superview === tree && outer.subviews.isEmpty)
    #expect(inner.windowLink.isEmpty && button.windowLink.isEmpty && button.application == nil)
    button.removeFromSuperview()
    button.isEnabled = false
  }

  @Test("5.14 a controller knows who presents it no longer once its window has another root, also when that has died")
  func presenterDies() {
    let application = Application()
    let window = Window(frame: bounds)
    application.addWindow(window)
    var presenter: ViewController? = ViewController()
    window.rootViewController = presenter
    let (presented, other) = (ViewController(), ViewController())
    #expect(presenter?.present(presented) == true && presented.presentingViewController === presenter)
    presented.view.window?.rootViewController = other
    #expect(presented.presentingViewController == nil && presenter?.presentedViewController === other)
    window.rootViewController = nil
    presenter = nil
    #expect(presented.presentingViewController == nil && other.presentingViewController == nil)
    presented.dismiss()
    window.rootViewController = other
    #expect(other.view.window === window && other.present(presented))
  }

  @Test("5.14 a recognizer that is to change views as its own dies belongs to none, and can be added afterwards")
  func viewOfRecognizerDies() {
    let (recognizer, window) = (TapGestureRecognizer(), Window(frame: bounds))
    do {
      let view = LeftView(frame: bounds)
      view.addGestureRecognizer(recognizer)
      view.onDeinit = { window.addGestureRecognizer(recognizer) }
    }
    #expect(recognizer.view == nil && window.gestureRecognizers.isEmpty)
    window.addGestureRecognizer(recognizer)
    #expect(recognizer.view === window && window.gestureRecognizers == [recognizer])
    window.removeGestureRecognizer(recognizer)
    #expect(window.gestureRecognizers.isEmpty)
  }

  @Test("5.14 an application that dies as one recognizer is taken away leaves none with a deadline")
  func applicationDiesInRemoval() {
    var application: Application? = Application()
    weak let dying = application
    let watcher = Watcher()
    watcher.onGesture = { application = nil }
    application?.addObserver(watcher)
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    application?.addWindow(window)
    let (press, turn) = (LongPressGestureRecognizer(), RotationGestureRecognizer())
    window.addGestureRecognizer(press)
    window.addGestureRecognizer(turn)
    let contact = Contact(trackingID: 1, slot: 0, phase: .began, location: Point(x: 10, y: 10))
    application?.handle(
      TouchFrame(device: DeviceID(rawValue: 1), timestamp: Timestamp(microseconds: 0), contacts: [contact]))
    #expect(application?.nextDeadline != nil)
    window.removeGestureRecognizer(turn)
    #expect(dying == nil && turn.view == nil)
    #expect(press.deadline == nil && press.state == .possible && watcher.violations == 0)
  }
}

private final class MovedView: View {
  var onMove: () -> Void = {}

  override func didMoveToWindow() { onMove() }
}

private final class LeftView: View {
  var onDeinit: () -> Void = {}

  deinit { onDeinit() }
}

private final class LeftWindow: Window {
  var onDeinit: () -> Void = {}

  deinit { onDeinit() }
}
