import ContactorCore
import ContactorStage
import Testing

@Suite("Delegates and notifications, line by line (contract 8.1 to 8.3)")
struct DelegateTests {
  let application = Application()
  let window = Window(frame: Rect(x: 10, y: 10, width: 100, height: 50))

  init() { application.addWindow(window) }

  // MARK: 8.1

  @Test("8.1 delegates are weak")
  func weak() {
    weak var (windowDelegate, applicationDelegate): (Everything?, Everything?)
    do {
      let (first, second) = (Everything(), Everything())
      (windowDelegate, applicationDelegate) = (first, second)
      (window.delegate, application.delegate) = (first, second)
      #expect(window.delegate === first && application.delegate === second)
    }
    #expect(windowDelegate == nil && applicationDelegate == nil)
    #expect(window.delegate == nil && application.delegate == nil)
    window.makeKey()
    #expect(window.performClose(), "one that died has no say")
    #expect(application.terminate() == .now)
  }

  @Test("8.1 every method has a default: a delegate that implements none changes nothing")
  func defaults() {
    let nothing = Nothing()
    (window.delegate, application.delegate) = (nothing, nothing)
    let screen = Rect(x: 0, y: 0, width: 800, height: 480)
    #expect(window.zoom(in: screen) && window.frame == screen)
    window.makeMain()
    #expect(window.performClose() && application.terminate() == .now && application.isTerminated)
  }

  @Test("8.1 optional methods are looked up once, when the delegate is set")
  func lookedUpOnce() {
    let delegate = Everything()
    window.delegate = delegate
    application.delegate = delegate
    #expect(delegate.lookups == ["window", "application"])
    window.makeMain()
    let other = Application()
    other.addWindow(window)
    window.zoom(in: .zero)
    window.performClose()
    application.terminate()
    #expect(delegate.lookups == ["window", "application"])
    window.delegate = delegate
    #expect(delegate.lookups == ["window", "application", "window"])
  }

  @Test("8.1 a method that the delegate does not state is not called")
  func statedOnly() {
    let delegate = Everything()
    delegate.windowDelegateMethods = [.didBecomeKey]
    delegate.applicationDelegateMethods = []
    (delegate.mayClose, delegate.mayZoom, delegate.reply) = (false, false, .cancel)
    let second = Window(frame: .zero)
    application.addWindow(second)
    (window.delegate, application.delegate) = (delegate, delegate)
    second.makeKey()
    window.makeKey()
    window.makeMain()
    second.makeMain()
    let screen = Rect(x: 0, y: 0, width: 800, height: 480)
    #expect(window.zoom(in: screen) && window.frame == screen)
    #expect(window.performClose() && application.terminate() == .now)
    #expect(delegate.calls == ["windowDidBecomeKey"])
  }

  // MARK: 8.2

  @Test("8.2 names carry the sender: each method gets it", arguments: [true, false])
  func senders(mayClose: Bool) {
    let delegate = Everything()
    delegate.mayClose = mayClose
    (window.delegate, application.delegate) = (delegate, delegate)
    window.performClose()
    application.terminate()
    #expect(delegate.senders.allSatisfy { $0 === window || $0 === application })
    #expect(
      delegate.calls
        == (mayClose ? ["windowShouldClose", "windowWillClose", "windowDidResignKey"] : ["windowShouldClose"])
        + ["applicationShouldTerminate", "applicationWillTerminate"])
  }

  @Test("8.2 windowShouldClose can veto; closing without asking cannot be stopped")
  func close() {
    let delegate = Everything()
    window.delegate = delegate
    delegate.mayClose = false
    #expect(!window.performClose() && application.windows.contains { $0 === window })
    #expect(delegate.calls == ["windowShouldClose"])
    delegate.onWillClose = { [unowned application] in #expect(application.windows.count == 1, "it is still there") }
    window.close()
    #expect(application.windows.isEmpty && delegate.calls.contains("windowWillClose"))
    let count = delegate.calls.count
    window.close()
    #expect(delegate.calls.count == count, "it is closed")
  }

  @Test("8.2 a window is told once that it closes, whichever of its callbacks closes it again", arguments: [true, false])
  func closesOnce(asks: Bool) {
    let delegate = Everything()
    window.delegate = delegate
    delegate.onCall = { [unowned window] in if asks { window.performClose() } else { window.close() } }
    #expect(window.performClose())
    #expect(delegate.calls == ["windowShouldClose", "windowWillClose", "windowDidResignKey"] && window.application == nil)
    application.addWindow(window)
    #expect(application.windows.isEmpty, "the delegate closes it as it becomes the key window")
    delegate.onCall = {}
    application.addWindow(window)
    application.removeWindow(window)
    delegate.calls = []
    application.addWindow(window)
    delegate.onCall = { [unowned window] in window.close() }
    application.removeWindow(window)
    #expect(delegate.calls == ["windowDidBecomeKey", "windowDidResignKey"], "it is being removed already")
  }

  @Test("8.2 what resigns became, and what became resigns once, also if a callback makes another window the key or the main one")
  func nestedChanges() {
    let (second, third) = (Window(frame: .zero), Window(frame: .zero))
    application.addWindow(second)
    application.addWindow(third)
    let (first, other, last) = (Everything(), Everything(), Everything())
    (window.delegate, second.delegate, third.delegate) = (first, other, last)
    first.onCall = { [unowned third] in
      third.makeKey()
      third.makeMain()
    }
    second.makeKey()
    #expect(application.keyWindow === third && first.calls.first == "windowDidResignKey")
    #expect(last.calls == ["windowDidBecomeKey", "windowDidBecomeMain"] && other.calls.isEmpty)
    first.onCall = {}
    window.makeMain()
    (first.calls, last.calls) = ([], [])
    first.onCall = { [unowned third] in third.makeMain() }
    second.makeMain()
    #expect(first.calls == ["windowDidResignMain"] && last.calls == ["windowDidBecomeMain"] && other.calls.isEmpty)
  }

  @Test("8.2 an application is told once that it ends, and a delegate may reply before it answers", arguments: [true, false])
  func terminatesOnce(ends: Bool) {
    let delegate = Everything()
    application.delegate = delegate
    delegate.onCall = { [unowned application] in application.terminate() }
    #expect(application.terminate() == .now)
    #expect(delegate.calls == ["applicationShouldTerminate", "applicationWillTerminate"])
    let early = Application()
    early.delegate = delegate
    (delegate.calls, delegate.reply) = ([], .later)
    delegate.onCall = { [unowned early] in early.reply(toShouldTerminate: ends) }
    #expect(early.terminate() == (ends ? .now : .cancel) && early.isTerminated == ends)
    #expect(delegate.calls.count { $0 == "applicationWillTerminate" } == (ends ? 1 : 0))
  }

  @Test("8.2 a window that closes cancels its touches")
  func closeCancels() {
    let stage = Stage()
    let button = stage.button("ok", 0, 0)
    stage.down(1, 10, 10, at: 0)
    stage.window.performClose()
    #expect(stage.taken() == ["ok touchDown", "ok touchCancel"] && !button.isTracking)
  }

  @Test("8.2 windowWillUseStandardFrame chooses the frame, windowShouldZoom can veto it, and zooming again goes back")
  func zoom() {
    let delegate = Everything()
    window.delegate = delegate
    let (before, screen) = (window.frame, Rect(x: 0, y: 0, width: 800, height: 480))
    let chosen = Rect(x: 0, y: 0, width: 400, height: 480)
    delegate.standardFrame = chosen
    delegate.mayZoom = false
    #expect(!window.zoom(in: screen) && window.frame == before)
    delegate.mayZoom = true
    #expect(window.zoom(in: screen) && window.frame == chosen)
    #expect(window.zoom(in: screen) && window.frame == before)
    #expect(delegate.asked == [screen, chosen, screen, chosen, screen, before])
  }

  @Test("8.2 applicationShouldTerminate: now, cancel, or later and a reply; it is not asked twice")
  func terminate() {
    let delegate = Everything()
    application.delegate = delegate
    delegate.reply = .cancel
    #expect(application.terminate() == .cancel && !application.isTerminated)
    delegate.reply = .later
    #expect(application.terminate() == .later && !application.isTerminated)
    delegate.reply = .now
    #expect(application.terminate() == .later, "an answer is open")
    application.reply(toShouldTerminate: false)
    #expect(!application.isTerminated)
    delegate.reply = .later
    application.terminate()
    application.reply(toShouldTerminate: true)
    #expect(application.isTerminated)
    #expect(application.terminate() == .now)
    application.reply(toShouldTerminate: true)
    #expect(delegate.calls.count { $0 == "applicationShouldTerminate" } == 3)
    #expect(delegate.calls.count { $0 == "applicationWillTerminate" } == 1)
  }

  // MARK: 8.3

  @Test("8.3 setting a delegate makes it the observer of what it has a method for; clearing it undoes that")
  func observerRule() {
    let second = Window(frame: .zero)
    application.addWindow(second)
    let delegate = Everything()
    window.delegate = delegate
    second.makeKey()
    window.makeKey()
    window.makeMain()
    second.makeMain()
    #expect(delegate.calls == ["windowDidResignKey", "windowDidBecomeKey", "windowDidBecomeMain", "windowDidResignMain"])
    window.delegate = nil
    window.makeMain()
    second.makeKey()
    window.close()
    #expect(delegate.calls.count == 4)
  }

  @Test("8.3 another delegate takes the place of the first")
  func replaced() {
    let second = Window(frame: .zero)
    application.addWindow(second)
    let (old, new) = (Everything(), Everything())
    window.delegate = old
    window.delegate = new
    second.makeKey()
    #expect(old.calls.isEmpty && new.calls == ["windowDidResignKey"])
    let oldApplication = Everything()
    application.delegate = oldApplication
    application.delegate = nil
    application.terminate()
    #expect(oldApplication.calls.isEmpty)
  }

  @Test("8.3 a delegate that was set before its window came observes; in another application, too")
  func setBefore() {
    let delegate = Everything()
    let late = Window(frame: .zero)
    late.delegate = delegate
    application.addWindow(late)
    late.makeKey()
    #expect(delegate.calls == ["windowDidBecomeKey"])
    let other = Application()
    other.addWindow(late)
    #expect(delegate.calls == ["windowDidBecomeKey", "windowDidResignKey", "windowDidBecomeKey"])
  }

  @Test("8.3 nothing is told where nothing changed")
  func unchanged() {
    let delegate = Everything()
    window.delegate = delegate
    window.makeKey()
    window.makeMain()
    window.makeMain()
    #expect(delegate.calls == ["windowDidBecomeMain"])
  }

  @Test("8.3 notifications are typed, and come at once in the order of registration, from one sender or from all")
  func hub() {
    let hub = NotificationHub()
    let (bell, other) = (Bell(), Bell())
    var log: [String] = []
    let tokens = [
      hub.observe(Bell.DidRing.self) { log.append("all \($0.times)") },
      hub.observe(Bell.DidRing.self, from: bell) { log.append("bell \($0.times)") },
      hub.observe(Bell.WillRing.self, from: bell) { _ in log.append("will") },
    ]
    hub.post(Bell.DidRing(sender: bell, times: 1))
    #expect(log == ["all 1", "bell 1"])
    hub.post(Bell.DidRing(sender: other, times: 2))
    hub.post(Bell.WillRing(sender: other))
    hub.post(Bell.WillRing(sender: bell))
    #expect(log == ["all 1", "bell 1", "all 2", "will"])
    withExtendedLifetime(tokens) {}
  }

  @Test("8.3 an observer ends with its token's owner, or when the token is cancelled")
  func tokens() {
    let hub = NotificationHub()
    let bell = Bell()
    var count = 0
    do {
      let owner = Owner(hub.observe(Bell.WillRing.self) { _ in count += 1 })
      hub.post(Bell.WillRing(sender: bell))
      withExtendedLifetime(owner) {}
    }
    hub.post(Bell.WillRing(sender: bell))
    #expect(count == 1)
    let token = hub.observe(Bell.WillRing.self) { _ in count += 10 }
    token.cancel()
    token.cancel()
    hub.post(Bell.WillRing(sender: bell))
    #expect(count == 1)
    var kept: NotificationToken?
    do {
      let short = NotificationHub()
      kept = short.observe(Bell.WillRing.self) { _ in }
    }
    kept?.cancel()
  }

  @Test("8.3 the hub keeps neither sender nor owner, and a new sender in a dead one's place is another")
  func weakSenders() {
    let hub = NotificationHub()
    var count = 0
    var tokens: [NotificationToken] = []
    weak var gone: Bell?
    for _ in 0..<100 {
      let bell = Bell()
      gone = bell
      tokens.append(hub.observe(Bell.WillRing.self, from: bell) { _ in count += 1 })
    }
    #expect(gone == nil)
    for _ in 0..<100 { hub.post(Bell.WillRing(sender: Bell())) }
    #expect(count == 0)
    withExtendedLifetime(tokens) {}
  }

  @Test("8.3 one that is added meanwhile waits for the next notification; one that is removed is not called")
  func meanwhile() {
    let hub = NotificationHub()
    let bell = Bell()
    var log: [String] = []
    var tokens: [NotificationToken] = []
    tokens.append(
      hub.observe(Bell.WillRing.self) { [unowned hub] _ in
        log.append("first")
        guard tokens.count == 2 else { return }
        tokens[1].cancel()
        tokens.append(hub.observe(Bell.WillRing.self) { _ in log.append("late") })
      })
    tokens.append(hub.observe(Bell.WillRing.self) { _ in log.append("second") })
    hub.post(Bell.WillRing(sender: bell))
    #expect(log == ["first"])
    hub.post(Bell.WillRing(sender: bell))
    #expect(log == ["first", "first", "late"])
    tokens = []
    hub.post(Bell.WillRing(sender: bell))
    #expect(log.count == 3)
  }
}

private final class Nothing: WindowDelegate, ApplicationDelegate {}

private final class Owner {
  let token: NotificationToken
  init(_ token: NotificationToken) { self.token = token }
}

private final class Bell {
  struct WillRing: TypedNotification { let sender: Bell }
  struct DidRing: TypedNotification {
    let sender: Bell
    let times: Int
  }
}

/// A delegate that implements everything and writes it down.
private final class Everything: WindowDelegate, ApplicationDelegate {
  var calls: [String] = []
  private(set) var senders: [AnyObject] = []
  private(set) var lookups: [String] = []
  private(set) var asked: [Rect] = []
  private var windowMethods = WindowDelegateMethods.all
  private var applicationMethods = ApplicationDelegateMethods.all
  var mayClose = true
  var mayZoom = true
  var reply = TerminationReply.now
  var standardFrame = Rect.zero
  var onWillClose: () -> Void = {}
  var onCall: () -> Void = {}

  var windowDelegateMethods: WindowDelegateMethods {
    get {
      lookups.append("window")
      return windowMethods
    }
    set { windowMethods = newValue }
  }

  var applicationDelegateMethods: ApplicationDelegateMethods {
    get {
      lookups.append("application")
      return applicationMethods
    }
    set { applicationMethods = newValue }
  }

  private func note(_ call: String, _ sender: AnyObject) {
    calls.append(call)
    senders.append(sender)
    onCall()
  }

  func windowShouldClose(_ window: Window) -> Bool {
    note("windowShouldClose", window)
    return mayClose
  }
  func windowWillClose(_ window: Window) {
    note("windowWillClose", window)
    onWillClose()
  }
  func windowWillUseStandardFrame(_ window: Window, defaultFrame: Rect) -> Rect {
    asked.append(defaultFrame)
    return standardFrame
  }
  func windowShouldZoom(_ window: Window, toFrame frame: Rect) -> Bool {
    asked.append(frame)
    return mayZoom
  }
  func windowDidBecomeKey(_ window: Window) { note("windowDidBecomeKey", window) }
  func windowDidResignKey(_ window: Window) { note("windowDidResignKey", window) }
  func windowDidBecomeMain(_ window: Window) { note("windowDidBecomeMain", window) }
  func windowDidResignMain(_ window: Window) { note("windowDidResignMain", window) }
  func applicationShouldTerminate(_ application: Application) -> TerminationReply {
    note("applicationShouldTerminate", application)
    return reply
  }
  func applicationWillTerminate(_ application: Application) { note("applicationWillTerminate", application) }
}
