// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorLayout
import ContactorSystem
import ContactorTrace

/// Touchscreens, or a recording that is played in real time.
final class HostSource {
  private enum Origin {
    case live(any LiveTouchSource)
    case recording(RecordingSource)
    case closed
  }

  private var origin: Origin
  /// How panels' positions become points.
  private let mapping: (TouchDevice) -> PositionPipeline
  /// The turns of the layout's panels that they are mapped by: `LayoutSession.turnNumber`.
  private var turns = 0

  init(_ source: any LiveTouchSource, mapping: @escaping (TouchDevice) -> PositionPipeline) {
    origin = .live(source)
    self.mapping = mapping
  }

  init(_ recording: RecordingSource, mapping: @escaping (TouchDevice) -> PositionPipeline) {
    origin = .recording(recording)
    self.mapping = mapping
  }

  /// The descriptors that a host waits for.
  var descriptors: [Int32] { if case .live(let source) = origin { source.fileDescriptors } else { [] } }

  /// When the source has something to do of itself.
  var deadline: Timestamp? { if case .recording(let recording) = origin { recording.deadline } else { nil } }

  var isAtEnd: Bool {
    switch origin {
    case .live: false
    case .recording(let recording): recording.isAtEnd
    case .closed: true
    }
  }

  func dispatch(_ engine: Engine) throws {
    let number = engine.session?.turnNumber ?? 0
    if number != turns, case .live(let source) = origin { source.remap(mapping) }
    turns = number
    switch origin {
    case .live(let source): try source.dispatch { engine.handle($0) }
    case .recording(let recording): try recording.dispatch(until: MonotonicClock.now) { engine.handle($0) }
    case .closed: break
    }
  }

  /// Closes it without a word to the engine, as the engine ends.
  func close() { origin = .closed }

  /// Closes it: its touches are cancelled, its devices are removed.
  func close(_ engine: Engine) {
    let closing = origin
    origin = .closed
    switch closing {
    case .live(let source): source.suspend { engine.handle($0) }
    case .recording(let recording): recording.removeDevices(at: engine.application.now) { engine.handle($0) }
    case .closed: break
    }
  }
}

extension HostSource: HandleObject {
  static var objectKind: ObjectKind { .source }
}

/// The path of a recording; nothing that may wait without end, such as a FIFO, or standard input.
private func recordingPath(_ string: UnsafePointer<CChar>?) throws -> String {
  let path = unsafe try text(string, "path")
  guard path != "-", unsafe capi_is_file(path) != 0 else { throw Failure(CONTACTOR_ERROR_INPUT, "\(path): is no regular file") }
  return path
}

extension Engine {
  /// The window that panels are stretched over.
  func sourceWindow(_ handle: Handle?) throws -> Window {
    if let view = unsafe try other(handle, View.self) {
      guard let window = view as? Window else { throw Failure.kind("window") }
      return window
    }
    guard let window = application.windows.last else { throw Failure.state("the engine has no window; create one first") }
    return window
  }

  /// How a panel's positions become points.
  func pipeline(_ panel: TouchDevice, _ window: Window) -> PositionPipeline {
    session?.pipeline(for: panel) ?? PositionPipeline(window: window.bounds.size)
  }

  func add(_ source: HostSource) throws -> Handle? {
    let waiting = try waitingMade()
    for descriptor in source.descriptors { try waiting.add(descriptor) }
    let handle = unsafe try handle(of: source)
    sources.append(source)
    return unsafe handle
  }

  func closeSource(_ source: HostSource) {
    guard let index = sources.firstIndex(where: { $0 === source }) else { return }
    sources.remove(at: index)
    for descriptor in source.descriptors { waiting?.remove(descriptor) }
    source.close(self)
  }
}

@c @implementation
public func contactor_source_open(
  _ engine: OpaquePointer?, _ kind: contactor_source_kind, _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ options: UnsafePointer<contactor_source_options>?, _ source: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let kinds: [TouchSourceKind] = [.libinput, .evdev]
    guard Int(kind.rawValue) < kinds.count else { throw Failure.value("no source has the kind \(kind.rawValue)") }
    let paths = unsafe try texts(paths, count, limit: 1024, "paths")
    let wanted = unsafe whole(options, \.size)
    if let wanted = unsafe wanted, unsafe wanted.size < MemoryLayout<contactor_source_options>.size {
      throw Failure.value("the options' size must be sizeof(contactor_source_options)")
    }
    let seat = unsafe try textOrNil(wanted?.seat, "seat") ?? "seat0"
    let window = unsafe try engine.sourceWindow(wanted?.window)
    _ = try engine.waitingMade()
    if let missing = unsafe capi_load_sources() { throw unsafe Failure(CONTACTOR_ERROR_LIBRARY, String(cString: missing)) }
    let mapping: (TouchDevice) -> PositionPipeline = { [weak engine] in
      engine?.pipeline($0, window) ?? PositionPipeline(window: window.bounds.size)
    }
    var settings = unsafe TouchSourceOptions(
      firstDeviceID: max(1, wanted?.first_device ?? 1), isExclusive: wanted?.is_exclusive ?? 0 != 0,
      log: { [weak engine] in engine?.noteProblem($0) }, problem: { [weak engine] in engine?.noteProblem($0.description) },
      mapping: mapping)
    settings.waitsForMissing = unsafe wanted?.waits_for_missing ?? 0 != 0
    let handle = unsafe try engine.add(
      HostSource(try kinds[Int(kind.rawValue)].open(paths, seat: seat, options: settings), mapping: mapping))
    unsafe source?.pointee = handle
  }
}

@c @implementation
public func contactor_source_open_recording(
  _ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ window: OpaquePointer?, _ source: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let path = unsafe try recordingPath(path)
    let window = unsafe try engine.sourceWindow(window)
    _ = try engine.waitingMade()
    let mapping: (TouchDevice) -> PositionPipeline = { [weak engine] in
      engine?.pipeline($0, window) ?? PositionPipeline(window: window.bounds.size)
    }
    let recording = try RecordingSource(path, mapping)
    let handle = unsafe try engine.add(HostSource(recording, mapping: mapping))
    if let source = unsafe source { unsafe source.pointee = handle }
  }
}

@c @implementation
public func contactor_source_is_at_end(_ source: OpaquePointer?, _ atEnd: UnsafeMutablePointer<Int32>?) -> contactor_result {
  unsafe perform(source, HostSource.self) { _, source in
    guard let atEnd = unsafe atEnd else { throw Failure.null("at_end") }
    unsafe atEnd.pointee = source.isAtEnd ? 1 : 0
  }
}

@c @implementation
public func contactor_source_close(_ source: OpaquePointer?) -> contactor_result {
  unsafe perform(source, HostSource.self) { engine, source in
    engine.closeSource(source)
    engine.drop(source)
  }
}

@c @implementation
public func contactor_engine_play(
  _ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ window: OpaquePointer?, _ frames: UnsafeMutablePointer<Int>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    let path = unsafe try recordingPath(path)
    if engine.isMonotonic { throw Failure.state("the engine has a clock of its own; see contactor_source_open_recording()") }
    if engine.isPlaying || engine.isBusy { throw Failure.state("the engine is handling input") }
    let window = unsafe try engine.sourceWindow(window)
    let recording = try RecordingSource(path) { [unowned engine] in engine.pipeline($0, window) }
    engine.isPlaying = true
    defer { engine.isPlaying = false }
    try recording.playAll { [unowned engine] in engine.play($0) }
    if let frames = unsafe frames { unsafe frames.pointee = recording.frameCount }
  }
}

extension Engine {
  /// Plays a step of a recording; each deadline before it is met at its own moment, 100,000 at most.
  fileprivate func play(_ step: TracePlayer.Step) {
    if isDestroyed { return }
    if let session { return session.play(step) }
    for _ in 0..<100_000 {
      guard let deadline = application.nextDeadline, deadline < step.time, !isDestroyed else { break }
      application.advance(to: deadline)
    }
    switch step {
    case .event(let event): handle(event)
    default: application.advance(to: step.time)
    }
  }
}
