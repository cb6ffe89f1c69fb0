import ContactorCore
import ContactorInput
import Testing

/// Keyboards into an application: repeats, several keyboards, keyboards that go.
@Suite("Keyboard feed", .enabled(if: keymapProblem == nil, keymapProblem))
struct KeyboardFeedTests {
  /// A first responder that writes down its keys.
  private final class Receiver: View {
    var record: [String] = []
    var onKey: (() -> Void)?
    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(with event: KeyEvent) -> Bool {
      record.append("\(event.characters)\(event.isRepeat ? "…" : "") \(event.timestamp.microseconds / 1000)")
      onKey?()
      return true
    }

    override func keyUp(with event: KeyEvent) -> Bool {
      record.append("-\(event.characters) \(event.timestamp.microseconds / 1000)")
      return true
    }

    func taken() -> [String] {
      defer { record = [] }
      return record
    }
  }

  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  private let receiver = Receiver(frame: .zero)
  private let feed: KeyboardFeed
  private let device = DeviceID(rawValue: 7)

  init() throws {
    application.addWindow(window)
    window.addSubview(receiver)
    receiver.becomeFirstResponder()
    feed = KeyboardFeed(application, keymap: try Keymap(KeymapNames(layout: "us")))
  }

  private func key(_ code: UInt16, _ isDown: Bool, at milliseconds: Int64, on keyboard: UInt32 = 7) {
    feed.handle(
      .key(DeviceID(rawValue: keyboard), code: code, isDown: isDown, at: Timestamp(microseconds: milliseconds * 1000)))
  }

  /// Meets each deadline by itself, as a host that is never late.
  private func pass(to milliseconds: Int64) {
    let end = Timestamp(microseconds: milliseconds * 1000)
    while let deadline = application.nextDeadline, deadline <= end { application.advance(to: deadline) }
    application.advance(to: end)
  }

  @Test("7.7 A held key repeats after 600 ms, 25 times a second, until it is released")
  func repeats() {
    key(30, true, at: 100)
    pass(to: 699)
    #expect(receiver.taken() == ["a 100"])
    pass(to: 800)
    #expect(receiver.taken() == ["a… 700", "a… 740", "a… 780"])
    key(30, false, at: 810)
    pass(to: 3_000)
    #expect(receiver.taken() == ["-a 810"])
  }

  @Test("7.7 The last key repeats; a modifier neither repeats nor ends that, the release of another key does not either")
  func lastKeyRepeats() {
    key(30, true, at: 0)
    key(18, true, at: 500)
    key(30, false, at: 700)
    key(42, true, at: 800)
    pass(to: 1_150)
    #expect(receiver.taken() == ["a 0", "e 500", "-a 700", "e… 1100", "e… 1140"])
    key(18, false, at: 1_160)
    key(42, false, at: 1_170)
    #expect(receiver.taken() == ["-e 1160"])
  }

  @Test("7.7 Each keyboard has its own shift and its own repeats")
  func severalKeyboards() {
    key(42, true, at: 0, on: 1)
    key(30, true, at: 10, on: 2)
    key(30, true, at: 20, on: 1)
    pass(to: 630)
    #expect(receiver.taken() == ["a 10", "A 20", "a… 610", "A… 620"])
    #expect(feed.devices.map(\.rawValue) == [1, 2])
  }

  @Test("7.7 A keyboard that goes releases its keys and repeats no more")
  func removed() {
    feed.handle(.added(KeyboardDevice(id: device), at: Timestamp(microseconds: 0)))
    key(30, true, at: 100)
    feed.handle(.removed(device, at: Timestamp(microseconds: 200_000)))
    feed.handle(.removed(device, at: Timestamp(microseconds: 200_000)))
    pass(to: 2_000)
    #expect(receiver.taken() == ["a 100", "-a 200"])
    #expect(feed.devices.isEmpty)
  }

  @Test("7.7 A feed that is dropped with a key held repeats no more, and frees its keymap; the last of the two frees the application")
  func dropped() throws {
    weak var (oldFeed, oldKeymap, oldApplication): (KeyboardFeed?, Keymap?, Application?)
    func run() throws -> Application {
      let application = Application()
      let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
      let receiver = Receiver(frame: .zero)
      application.addWindow(window)
      window.addSubview(receiver)
      receiver.becomeFirstResponder()
      let feed = KeyboardFeed(application, keymap: try Keymap(KeymapNames(layout: "us")))
      feed.handle(.key(device, code: 30, isDown: true, at: Timestamp(microseconds: 0)))
      #expect(application.nextDeadline != nil)
      #expect(receiver.taken() == ["a 0"])
      (oldFeed, oldKeymap, oldApplication) = (feed, feed.keymap, application)
      return application
    }
    var application: Application? = try run()
    #expect(oldFeed == nil)
    #expect(oldKeymap == nil)
    #expect(application?.nextDeadline == nil)
    application = nil
    #expect(oldApplication == nil)
  }

  @Test("5.14 The action of a key may remove its keyboard, also while it repeats")
  func callbacks() {
    receiver.onKey = { [weak feed, device] in feed?.handle(.removed(device, at: Timestamp(microseconds: 0))) }
    key(30, true, at: 100)
    pass(to: 2_000)
    #expect(receiver.taken() == ["a 100", "-a 100"])
    receiver.onKey = nil
    key(30, true, at: 3_000)
    receiver.onKey = { [weak feed, device] in feed?.handle(.removed(device, at: Timestamp(microseconds: 0))) }
    pass(to: 5_000)
    #expect(receiver.taken() == ["a 3000", "a… 3600", "-a 3600"])
  }

  @Test("5.14 Keys that are sent in the action of a key end, and a closure that is replaced may call back")
  func nesting() {
    var code: UInt16 = 30
    receiver.onKey = { [feed, device, receiver] in
      guard receiver.record.count < 1_000 else { return }
      code = code == 30 ? 48 : 30
      for isDown in [false, true] {
        feed.handle(.key(device, code: code, isDown: isDown, at: Timestamp(microseconds: 0)))
      }
    }
    key(30, true, at: 1)
    #expect(receiver.taken().count < 100)
    receiver.onKey = nil
    final class Caller {
      let call: () -> Void
      init(_ call: @escaping () -> Void) { self.call = call }
      deinit { call() }
    }
    do {
      let caller = Caller { [feed] in feed.lightsChanged = nil }
      feed.lightsChanged = { _, _ in _ = caller }
    }
    feed.lightsChanged = nil
  }

  @Test("Caps lock sets a light, once")
  func lights() {
    var lights: [KeyboardLights] = []
    feed.lightsChanged = { lights.append($1) }
    for time in [0, 100] as [Int64] {
      key(58, true, at: time)
      key(58, false, at: time + 50)
    }
    #expect(lights == [.capsLock, []])
  }

  @Test("Delays of no sense: none repeats, or as fast as 1 ms")
  func settings() {
    feed.repeatDelay = .zero
    key(30, true, at: 0)
    pass(to: 2_000)
    key(30, false, at: 2_000)
    feed.repeatDelay = .milliseconds(1)
    feed.repeatInterval = .seconds(-1)
    key(18, true, at: 3_000)
    pass(to: 3_003)
    #expect(receiver.taken() == ["a 0", "-a 2000", "e 3000", "e… 3001", "e… 3002", "e… 3003"])
  }
}
