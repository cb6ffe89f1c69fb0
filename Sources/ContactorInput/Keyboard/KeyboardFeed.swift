public import ContactorCore

/// What a source of keyboards reports.
public enum KeyboardInput: Hashable, Sendable {
  /// A keyboard came.
  case added(KeyboardDevice, at: Timestamp)
  /// A key was pressed or released; `code` is the kernel's, such as 30 for `KEY_A`.
  case key(DeviceID, code: UInt16, isDown: Bool, at: Timestamp)
  /// A keyboard went, or its descriptor was closed.
  case removed(DeviceID, at: Timestamp)

  /// When it happened.
  public var time: Timestamp {
    switch self {
    case .added(_, let time), .key(_, _, _, let time), .removed(_, let time): time
    }
  }
}

/// A keyboard as hosts know it.
public struct KeyboardDevice: Hashable, Sendable {
  /// The keyboard's identity while it is open.
  public var id: DeviceID
  /// The node, such as `/dev/input/event3`.
  public var node: String
  /// The name that the device states.
  public var name: String
  /// The vendor's number; 0 if there is none.
  public var vendor: UInt16
  /// The product's number; 0 if there is none.
  public var product: UInt16

  /// Creates a description.
  public init(id: DeviceID, node: String = "", name: String = "", vendor: UInt16 = 0, product: UInt16 = 0) {
    self.id = id
    self.node = node
    self.name = name
    self.vendor = vendor
    self.product = product
  }
}

/// Passes the keys of real keyboards to an application: translates them, and repeats a key that is held (contract 7.7).
///
/// ```swift
/// let feed = KeyboardFeed(application, keymap: try Keymap(KeymapNames(layout: "de")))
/// try loop.watch(keyboards.fileDescriptor) { try? keyboards.dispatch { feed.handle($0) } }
/// ```
///
/// Each keyboard has its own modifiers and locks. The key that was pressed last repeats, on event time, until it is released, or another
/// repeating key is pressed on the same keyboard; a modifier does not end that. Keys that are down when the keyboard goes are released.
public final class KeyboardFeed {
  /// The keymap of keyboards that come from now on.
  public var keymap: Keymap
  /// The time before a held key repeats: 600 ms, as in weston; 0 or less for never.
  public var repeatDelay: Duration = .milliseconds(600)
  /// The time between repeats: 40 ms, 25 a second, as in weston; at least 1 ms.
  public var repeatInterval: Duration = .milliseconds(40)
  /// Called when the lights of a keyboard change: for `LibinputKeyboardSource.setLights(_:of:)`.
  public var lightsChanged: ((DeviceID, KeyboardLights) -> Void)? {
    // What the old closure retains may call back as it goes.
    didSet { withExtendedLifetime(oldValue) {} }
  }

  private let application: Application
  private var keyboards: [DeviceID: KeyTranslator] = [:]
  private var repeats: [DeviceID: Repeat] = [:]
  private var lights: [DeviceID: KeyboardLights] = [:]
  /// How many keys are being handled, one in the action of another.
  private var nesting = 0
  /// The greatest nesting: 16, as of a control's deliveries; keys beyond are left out.
  private static let nestingLimit = 16

  private struct Repeat {
    let code: UInt16
    let timer: TimerToken
  }

  /// Creates a feed without keyboards.
  ///
  /// The feed retains the application: what the application retains, such as a view's closure, refers to the feed weakly.
  public init(_ application: Application, keymap: Keymap) {
    self.application = application
    self.keymap = keymap
  }

  deinit {
    for held in repeats.values { application.cancel(held.timer) }
  }

  /// The keyboards that are there.
  public var devices: [DeviceID] { keyboards.keys.sorted { $0.rawValue < $1.rawValue } }

  /// Takes what a source reports; a key of an unknown keyboard adds that keyboard.
  ///
  /// Actions may call this method.
  public func handle(_ input: KeyboardInput) {
    switch input {
    case .added(let device, _): _ = translator(of: device.id)
    case .key(let device, let code, let isDown, let time): change(device, code, isDown, time)
    case .removed(let device, let time): remove(device, time)
    }
  }

  private func translator(of device: DeviceID) -> KeyTranslator? {
    if let known = keyboards[device] { return known }
    guard let made = try? KeyTranslator(keymap) else { return nil }
    keyboards[device] = made
    return made
  }

  private func change(_ device: DeviceID, _ code: UInt16, _ isDown: Bool, _ time: Timestamp) {
    guard nesting < Self.nestingLimit, let translator = translator(of: device) else { return }
    nesting += 1
    defer { nesting -= 1 }
    // A repeat that is due before this key comes first.
    if time > application.now { application.advance(to: time) }
    if !isDown, repeats[device]?.code == code { stopRepeating(device) }
    let event = translator.translate(code, isDown: isDown, at: max(time, application.now))
    reportLights(of: device, translator)
    guard let event else { return }
    let repeats = isDown && translator.keymap.repeats(code) && repeatDelay > .zero
    // Scheduled first: an action of the key may remove the keyboard.
    if repeats { startRepeating(device, code) }
    application.sendKey(event)
  }

  private func remove(_ device: DeviceID, _ time: Timestamp) {
    stopRepeating(device)
    lights[device] = nil
    guard let translator = keyboards.removeValue(forKey: device) else { return }
    for event in translator.releaseAll(at: max(time, application.now)) { application.sendKey(event) }
  }

  // MARK: Repeats

  private func startRepeating(_ device: DeviceID, _ code: UInt16) {
    stopRepeating(device)
    let interval = max(repeatInterval, .milliseconds(1))
    let timer = application.schedule(after: repeatDelay, every: interval) { [weak self] in self?.repeatKey(of: device) }
    repeats[device] = Repeat(code: code, timer: timer)
  }

  private func repeatKey(of device: DeviceID) {
    guard let held = repeats[device] else { return }
    guard let event = keyboards[device]?.repeated(held.code, at: application.now) else { return stopRepeating(device) }
    application.sendKey(event)
  }

  private func stopRepeating(_ device: DeviceID) {
    guard let held = repeats.removeValue(forKey: device) else { return }
    application.cancel(held.timer)
  }

  private func reportLights(of device: DeviceID, _ translator: KeyTranslator) {
    let now = translator.lights
    guard now != lights[device] ?? [] else { return }
    lights[device] = now
    lightsChanged?(device, now)
  }
}
