// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore
import ContactorLayout
import ContactorSystem

/// An engine of the C library: an application or a layout at work, the handles of its objects, and what a host waits for.
///
/// The callbacks in its views know the engine without holding it: `destroy()` takes them away first.
final class Engine {
  let application: Application
  /// The layout at work; `nil` for an engine without one.
  let session: LayoutSession?
  let clock: contactor_clock
  var handles: HandleTable
  /// Whether there are many handles of what controls have made; asked for with every frame.
  @safe @exclusivity(unchecked) private var isCrowded = false
  /// What a host waits for; `nil` until it asks, and with the host's clock.
  var waiting: EngineWaiting?
  var sources: ContiguousArray<HostSource> = []
  /// The identity of the next feed's device.
  var nextFeedDevice: UInt32 = 0x1000_0000
  var listeners = EngineListeners()
  /// The callbacks that can be taken back, by their control and number.
  private var tokens: [ObjectIdentifier: [UInt64: ActionToken]] = [:]
  /// The page views of pages that the program has added: a page that is not shown has no superview.
  var pageViews: [ObjectIdentifier: PageView] = [:]
  var timers: [UInt64: TimerToken] = [:]
  /// The delegates of recognizers, which hold theirs weakly.
  var gestureDelegates: [ObjectIdentifier: HostGestureDelegate?] = [:]
  private var lastNumber: UInt64 = 0
  /// How many calls are under way: callbacks call back.
  private var depth = 0
  private(set) var isDestroyed = false
  /// The error that a list found in its rows during a call.
  var listError: String?
  /// Whether a recording is being played at once.
  var isPlaying = false

  init(_ layout: Layout?, _ clock: contactor_clock) throws {
    let log = layout.map { _ in LogWriter() }
    session = layout.map { LayoutSession(layout: $0, log: log) }
    application = session?.application ?? Application()
    self.clock = clock
    handles = HandleTable(engine: 0)
    listeners.log = log
    noteClasses()
    let kept = unsafe Unmanaged.passRetained(self)
    let number = unsafe capi_add_engine(kept.toOpaque(), UInt32(ObjectKind.engine.rawValue))
    guard number != 0 else {
      unsafe kept.release()
      throw Failure(CONTACTOR_ERROR_SYSTEM, "there are 1023 engines already; destroy one")
    }
    handles = HandleTable(engine: number)
    // From here on, and not from the machine's start.
    if isMonotonic { advance(to: MonotonicClock.now) }
  }

  /// The engine's own handle.
  var handle: Handle? { unsafe Handle(bits: handles.engine) }

  var isMonotonic: Bool { clock == CONTACTOR_CLOCK_MONOTONIC }

  /// The handle of an object that was found, made if it has none: a control may have made the object.
  func borrow<Object: HandleObject>(_ object: Object) throws -> Handle? {
    let handle = unsafe Handle(bits: try handles.add(object, Object.objectKind, isBorrowed: true))
    isCrowded = handles.isCrowded
    return unsafe handle
  }

  /// Ends handles of what controls have made and what is in no window any more.
  private func endBorrowed() {
    isCrowded = false
    let gone = handles.removeBorrowed { object in
      switch object {
      case let window as Window: window.application != nil
      case let view as View: view.window != nil
      case let recognizer as GestureRecognizer: recognizer.view?.window != nil
      default: true
      }
    }
    withExtendedLifetime(gone) {}
  }

  // MARK: Calls

  /// Runs the body of a call that may change something; what the outermost call has to do at its end is done.
  @inline(__always)
  func run(_ body: () throws -> Void) rethrows {
    depth += 1
    defer {
      depth -= 1
      if depth == 0, !isDestroyed { finishCall() }
    }
    try body()
  }

  /// Whether a call is under way that moves the engine on.
  var isBusy: Bool { depth > 1 }

  private func finishCall() {
    if let log = listeners.log { log.flush() }
    if isCrowded { endBorrowed() }
    waiting?.arm(nextWake)
  }

  /// When a host must call, of time alone: a deadline, or the next step of a recording.
  var nextWake: Timestamp? {
    var wake = nextDeadline
    for source in sources {
      if let deadline = source.deadline { wake = min(wake ?? deadline, deadline) }
    }
    return wake
  }

  /// When time must pass next; `nil` for never.
  var nextDeadline: Timestamp? { session?.nextDeadline ?? application.nextDeadline }

  /// Lets time pass.
  func advance(to moment: Timestamp) {
    if let session { session.advance(to: moment) } else { application.advance(to: moment) }
  }

  /// Takes what a source or a feed yields.
  func handle(_ event: InputEvent) {
    if isDestroyed { return }
    noteDevice(event)
    if let session { return session.handle(event) }
    switch event {
    case .frame(let frame): application.handle(frame)
    case .deviceRemoved(let id, let time):
      application.advance(to: time)
      application.cancelTouches(of: id)
      application.route(id, to: nil)
    case .deviceAdded(_, let time): application.advance(to: time)
    case .anomaly(let anomaly): listeners.engineLog?.anomaly(anomaly)
    }
  }

  // MARK: Numbers for what can be taken back

  func newNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  func keep(_ token: ActionToken, of control: Control) -> UInt64 {
    let number = newNumber()
    tokens[ObjectIdentifier(control), default: [:]][number] = token
    return number
  }

  func takeToken(_ number: UInt64, of control: Control) throws -> ActionToken {
    guard let token = tokens[ObjectIdentifier(control)]?.removeValue(forKey: number) else {
      throw Failure(CONTACTOR_ERROR_NOT_FOUND, "no callback of this control has this number any more")
    }
    if tokens[ObjectIdentifier(control)]?.isEmpty == true { tokens[ObjectIdentifier(control)] = nil }
    return token
  }

  // MARK: Ending

  /// Ends every handle and callback; the object itself goes when the calls that are under way return.
  func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    // No handle of the engine finds anything from here on, whatever the callbacks that are released do.
    let objects = handles.removeAll()
    handles = HandleTable(engine: 0)
    let closing = sources
    sources = []
    for source in closing { source.close() }
    for timer in timers.values { application.cancel(timer) }
    let callbacks = listeners
    listeners = EngineListeners()
    let layoutAction = session?.onAction
    session?.onAction = nil
    callbacks.log?.tee = nil
    callbacks.log?.teeKinds = []
    waiting = nil
    for object in objects { silence(object) }
    let windows = application.windows
    for window in windows { application.removeWindow(window) }
    let delegates = gestureDelegates
    gestureDelegates = [:]
    withExtendedLifetime((callbacks, delegates, layoutAction)) {}
    let pages = pageViews
    (tokens, timers, pageViews) = ([:], [:], [:])
    withExtendedLifetime(pages) {}
    unsafe Unmanaged.passUnretained(self).release()
  }

  /// Takes every callback from an object.
  func silence(_ object: AnyObject) {
    switch object {
    case let view as View:
      view.onChange = nil
      // Without callbacks first: a gesture under way is cancelled as it is removed.
      for recognizer in view.gestureRecognizers {
        silence(recognizer)
        view.removeGestureRecognizer(recognizer)
      }
      tokens[ObjectIdentifier(view)] = nil
      if let control = view as? Control { control.removeTarget(nil, action: nil, for: .allEvents) }
      if let list = view as? any ListView { list.setSource(nil) }
      if let silenced = view as? any HostObject { silenced.silence() }
    case let recognizer as GestureRecognizer: recognizer.removeTarget(nil, action: nil)
    case let alert as Alert: if alert.isShown { alert.end(.aborted) }
    case let menu as Menu: menu.close()
    case let silenced as any HostObject: silenced.silence()
    default: break
    }
  }

  /// Ends the handle of an object, with those of what is in it.
  func drop(_ object: AnyObject) {
    if let view = object as? View {
      for recognizer in view.gestureRecognizers { drop(recognizer) }
      let subviews = view.subviews
      for subview in subviews { drop(subview) }
    }
    silence(object)
    if let view = object as? View { removePage(view) }
    if let pages = object as? PageView { for page in pages.pages { drop(page) } }
    let delegate = gestureDelegates.removeValue(forKey: ObjectIdentifier(object))
    let old = handles.remove(object)
    withExtendedLifetime((delegate, old)) {}
  }
}

/// An object of this library that holds callbacks.
protocol HostObject: AnyObject {
  /// Releases them.
  func silence()
}

// MARK: - The functions

/// Finds an object, and runs the body as a call that may change something.
@inline(__always)
func perform<Object: HandleObject>(
  _ handle: Handle?, _ type: Object.Type, _ body: (Engine, Object) throws -> Void
) -> contactor_result {
  attempt {
    let (engine, object) = unsafe try find(handle, type)
    try engine.run { try body(engine, object) }
  }
}

/// Finds a view of a class, and runs the body as a call that may change something.
@inline(__always)
func performView<Kind: View>(_ handle: Handle?, _ type: Kind.Type, _ body: (Engine, Kind) throws -> Void) -> contactor_result {
  attempt {
    let (engine, object) = unsafe try findView(handle, type)
    try engine.run { try body(engine, object) }
  }
}

/// Finds an engine, and runs the body as a call that may change something.
@inline(__always)
func performEngine(_ handle: Handle?, _ body: (Engine) throws -> Void) -> contactor_result {
  attempt {
    let engine = unsafe try findEngine(handle)
    try engine.run { try body(engine) }
  }
}

private func create(_ layout: () throws -> Layout?, _ clock: contactor_clock, _ result: UnsafeMutablePointer<Handle?>?) -> contactor_result
{
  attempt {
    guard let result = unsafe result else { throw Failure.null("engine") }
    guard clock == CONTACTOR_CLOCK_MONOTONIC || clock == CONTACTOR_CLOCK_HOST else { throw Failure.value("no clock has this number") }
    let engine = try Engine(try layout(), clock)
    unsafe result.pointee = engine.handle
  }
}

@c @implementation
public func contactor_engine_create(_ clock: contactor_clock, _ engine: UnsafeMutablePointer<OpaquePointer?>?) -> contactor_result {
  unsafe create({ nil }, clock, engine)
}

@c @implementation
public func contactor_engine_create_layout(
  _ clock: contactor_clock, _ path: UnsafePointer<CChar>?, _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe create({ unsafe try Layout.load(path: try text(path, "path")) }, clock, engine)
}

@c @implementation
public func contactor_engine_create_layout_text(
  _ clock: contactor_clock, _ source: UnsafePointer<CChar>?, _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe create({ unsafe try Layout.parse(Array(try text(source, "text").utf8), file: "layout") }, clock, engine)
}

@c @implementation
public func contactor_engine_replace_layout(_ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let session = engine.session else { throw Failure.state("the engine was created without a layout") }
    let layout = unsafe try Layout.load(path: try text(path, "path"))
    let windows = engine.application.windows
    session.replaceLayout(layout)
    // The program's own windows stay.
    for window in windows where window.application == nil { engine.drop(window) }
  }
}

@c @implementation
public func contactor_engine_destroy(_ engine: OpaquePointer?) -> contactor_result {
  attempt { unsafe try findEngine(engine).destroy() }
}

@c @implementation
public func contactor_engine_take_over(_ engine: OpaquePointer?) -> contactor_result {
  attempt {
    guard unsafe capi_take_over(bits(engine), UInt32(ObjectKind.engine.rawValue)) != 0 else {
      throw Failure(CONTACTOR_ERROR_HANDLE, unsafe engine == nil ? "the engine is NULL" : "no engine has this handle")
    }
  }
}
