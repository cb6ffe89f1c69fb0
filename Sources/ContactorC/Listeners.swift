// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorCore
import ContactorInput
import ContactorLayout

/// What an engine tells its host beside actions.
struct EngineListeners {
  /// Gets the log's lines without an output of its own.
  var log: LogWriter?
  /// Observes an engine without a layout for the log.
  var engineLog: EngineLog?
  var devices: ((TouchDevice, Bool) -> Void)?
  var problems: ((String) -> Void)?
  /// The touchscreens that are there, for a listener that comes later.
  var present: [TouchDevice] = []
}

extension Engine {
  /// Notes touchscreens that come and go.
  func noteDevice(_ event: InputEvent) {
    switch event {
    case .deviceAdded(let device, _):
      listeners.present.append(device)
      listeners.devices?(device, true)
    case .deviceRemoved(let id, _):
      guard let index = listeners.present.firstIndex(where: { $0.id == id }) else { return }
      let device = listeners.present.remove(at: index)
      listeners.devices?(device, false)
    case .frame, .anomaly: break
    }
  }

  /// Tells of a touchscreen that cannot be read now.
  func noteProblem(_ sentence: String) { listeners.problems?(sentence) }

  /// Sets who gets the log's lines.
  func setLog(_ body: ((String) -> Void)?) {
    let log = listeners.log ?? LogWriter()
    listeners.log = log
    let old = log.tee
    log.tee = body.map { body in
      { [weak self] bytes in
        // Each line ends with its line feed.
        let text = unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        for line in text.split(separator: "\n") where self?.isDestroyed == false { body(String(line)) }
      }
    }
    log.teeKinds = body == nil ? [] : .everything
    withExtendedLifetime(old) {}
    if let session { return session.logConnectionChanged() }
    let observer = listeners.engineLog ?? EngineLog(of: application, to: log)
    listeners.engineLog = observer
    if body == nil { application.removeObserver(observer) } else { application.addObserver(observer) }
  }
}

@c @implementation
public func contactor_engine_on_log(
  _ engine: OpaquePointer?, _ callback: contactor_log_line?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe performEngine(engine) { engine in
    unsafe engine.setLog(callback.map { callback in { line in unsafe line.withCString { unsafe callback(data.user, $0) } } })
  }
}

@c @implementation
public func contactor_engine_on_device(
  _ engine: OpaquePointer?, _ callback: contactor_device_change?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe performEngine(engine) { engine in
    let old = engine.listeners.devices
    let new: ((TouchDevice, Bool) -> Void)? = unsafe callback.map { callback in
      { device, isThere in unsafe tell(callback, data, device, isThere) }
    }
    engine.listeners.devices = new
    withExtendedLifetime(old) {}
    let present = engine.listeners.present
    for device in present where !engine.isDestroyed { new?(device, true) }
  }
}

private func tell(_ callback: contactor_device_change, _ data: UserData, _ device: TouchDevice, _ isThere: Bool) {
  unsafe device.name.withCString { name in
    unsafe device.node.withCString { node in
      unsafe device.physicalPath.withCString { path in
        var result = unsafe contactor_device(
          id: device.id.rawValue, vendor: device.vendor, product: device.product, width_mm: device.size?.width ?? 0,
          height_mm: device.size?.height ?? 0, name: name, node: node, path: path)
        unsafe callback(data.user, &result, isThere ? 1 : 0)
      }
    }
  }
}

@c @implementation
public func contactor_engine_on_problem(
  _ engine: OpaquePointer?, _ callback: contactor_problem?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe performEngine(engine) { engine in
    let old = engine.listeners.problems
    engine.listeners.problems = unsafe callback.map { callback in
      { sentence in unsafe sentence.withCString { unsafe callback(data.user, $0) } }
    }
    withExtendedLifetime(old) {}
  }
}

// MARK: - Layouts

extension Engine {
  /// The layout at work.
  func layoutSession() throws -> LayoutSession {
    guard let session else { throw Failure.state("the engine was created without a layout") }
    return session
  }
}

@c @implementation
public func contactor_engine_on_layout_action(
  _ engine: OpaquePointer?, _ callback: contactor_layout_callback?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe performEngine(engine) { engine in
    let session = try engine.layoutSession()
    let old = session.onAction
    session.onAction = unsafe callback.map { callback in { unsafe tell(callback, data, $0) } }
    withExtendedLifetime(old) {}
  }
}

private func tell(_ callback: contactor_layout_callback, _ data: UserData, _ action: LayoutSession.PerformedAction) {
  let fields = [action.name, action.target, action.sender, action.event]
  unsafe withCStrings(fields[...] + action.argv[...]) { strings in
    let argv = unsafe Array(strings.dropFirst(fields.count)) + [nil]
    unsafe argv.withUnsafeBufferPointer { argv in
      var result = unsafe contactor_layout_action(
        name: strings[0], target: strings[1], sender: strings[2], event: strings[3], argv: argv.baseAddress,
        is_handled: action.isHandled ? 1 : 0)
      unsafe callback(data.user, &result)
    }
  }
}

/// Calls the body with C strings of texts.
private func withCStrings(
  _ texts: ArraySlice<String>, _ strings: [UnsafePointer<CChar>?] = unsafe [], _ body: ([UnsafePointer<CChar>?]) -> Void
) {
  guard let first = texts.first else { return unsafe body(strings) }
  unsafe first.withCString { unsafe withCStrings(texts.dropFirst(), strings + [$0], body) }
}

@c @implementation
public func contactor_engine_connect(
  _ engine: OpaquePointer?, _ target: OpaquePointer?, _ object: UnsafePointer<CChar>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let session = try engine.layoutSession()
    let target = unsafe try engine.needed(target, HostTarget.self)
    unsafe try session.connect(target, as: try text(object, "object"))
  }
}
