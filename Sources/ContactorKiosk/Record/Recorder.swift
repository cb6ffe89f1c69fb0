public import ContactorCore
public import ContactorEvdev
public import ContactorInput
public import ContactorSystem
public import ContactorTrace
import Glibc

/// Records what touchscreens report, and what the engine is given: for weeks, in constant memory.
///
/// Events are gathered to blocks; one is handed to a thread of its own when it is full, or a second after its first
/// event, so that writing never delays a touch. At rest nothing wakes it.
public final class Recorder: EventTap {
  private let options: RecordingOptions
  private let recordsFrames: Bool
  private let loop: EventLoop?
  private let complain: (String) -> Void
  private let store: RecordingStore
  private var writer: TraceWriter<StoreSink>?
  private var finished: Int64 = 0
  private var panels: [DeviceID: RecordedPanel] = [:]
  private var order: [DeviceID] = []
  private var latest = Timestamp(microseconds: 0)
  private var timer: TimerID?
  /// Whether a touch that begins at a place is recorded without its place.
  public var isSecret: ((Point, TouchDevice) -> Bool)?
  /// Whether raw events are left out, for they would tell what is secret; frames tell all the rest.
  public var hidesEvents = false
  /// How many frames were recorded.
  public private(set) var frameCount = 0

  /// How long an event waits for a block to become full.
  static let flushTime = Duration.seconds(1)

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - recordsFrames: whether the frames that the engine is given are recorded too, so that a replay gives it the same.
  ///   - loop: wakes the recorder; without one, `flush()` is the caller's.
  ///   - complain: gets a line without prefix when something is wrong with the file; the recorder is silent from then on.
  /// - Throws: `TraceError` where the file cannot be made.
  public init(
    _ options: RecordingOptions, recordsFrames: Bool, loop: EventLoop? = nil, complain: @escaping (String) -> Void
  ) throws(TraceError) {
    self.options = options
    self.recordsFrames = recordsFrames
    self.loop = loop
    self.complain = complain
    let files = try SegmentFiles(path: options.path, ringSize: options.ringSize, replaces: options.replaces)
    do throws(TraceError) {
      store = try RecordingStore(files)
    } catch {
      files.discard()
      throw error
    }
    writer = try makeWriter()
    do throws(SystemError) {
      try loop?.watch(store.noticeDescriptor) { [unowned self] in hearStore() }
    } catch {
      throw TraceError(.system, file: options.path, errno: error.errno, message: error.description)
    }
  }

  deinit { close() }

  /// How many bytes were recorded, those that wait to be written included.
  public var size: Int64 { finished + (writer?.sink.size ?? 0) }

  /// How many bytes the file has: what survives the end of the program.
  public var writtenSize: Int64 { store.written }

  /// Whether the recording has ended, because the file cannot be written.
  public private(set) var hasFailed = false

  /// Whether that is because its reader has gone, as `head` goes when it has seen enough.
  var hasLostReader: Bool { store.failure?.errno == EPIPE }

  // MARK: What the engine is given

  /// Records what a source yields.
  public func take(_ event: InputEvent) {
    switch event {
    case .deviceAdded(let device, let time): describe(device, at: time)
    case .deviceRemoved(let id, let time):
      put(.deviceRemoved(id, at: time))
      panels[id] = nil
      order.removeAll { $0 == id }
    case .frame(let frame):
      frameCount += 1
      if recordsFrames { put(.frame(blanked(frame))) }
    case .anomaly(let anomaly): put(.anomaly(anomaly))
    }
  }

  /// Records that the engine was told that time has passed.
  public func advance(to moment: Timestamp) {
    put(.wait(until: moment))
  }

  /// Records a remark.
  public func note(_ text: String, at time: Timestamp) {
    put(.note(text, at: time))
  }

  private func blanked(_ frame: TouchFrame) -> TouchFrame {
    guard let isSecret, let panel = panels[frame.device] else { return frame }
    var frame = frame
    panel.blank(&frame) { isSecret($0, panel.device.device) }
    return frame
  }

  private func describe(_ device: TouchDevice, at time: Timestamp) {
    let panel = panels[device.id] ?? RecordedPanel(TraceDevice(device), sendsEvents: false)
    panels[device.id] = panel
    panel.device.hasFrames = recordsFrames
    order.append(device.id)
    var described = panel.device
    if hidesEvents { described.state = nil }
    put(.device(described, at: time))
    panel.isDescribed = true
    let early = panel.takeEarly()
    guard !hidesEvents, !early.isEmpty else { return }
    write { (writer) throws(TraceError) in try writer.take(early, from: device.id) }
  }

  // MARK: EventTap

  /// Notes what the panel says of itself.
  public func panelOpened(
    _ device: TouchDevice, _ description: EvdevDescription, state: EvdevState, transform: AffineTransform,
    sendsEvents: Bool
  ) {
    let traced = TraceDevice(
      device, description: description, state: state, transform: transform, hasFrames: recordsFrames)
    panels[device.id] = RecordedPanel(traced, sendsEvents: sendsEvents)
  }

  /// Records raw events.
  public func panel(_ device: DeviceID, sent events: UnsafeBufferPointer<EvdevEvent>) {
    guard let panel = panels[device] else { return }
    unsafe panel.follow(events)
    guard panel.isDescribed, !hidesEvents else { return }
    if let last = unsafe events.last { latest = max(latest, last.time) }
    write { (writer) throws(TraceError) in try unsafe writer.take(events, from: device) }
  }

  /// Records the state after a loss of events.
  public func panel(_ device: DeviceID, isAt state: EvdevState, at time: Timestamp) {
    guard let panel = panels[device] else { return }
    panel.follow(from: state)
    if panel.isDescribed, !hidesEvents { put(.state(state, of: device, at: time)) }
  }

  /// Describes the panel again.
  public func panel(_ device: DeviceID, isMappedBy transform: AffineTransform) {
    guard let panel = panels[device] else { return }
    panel.device.transform = transform
    if panel.isDescribed { put(.device(current(panel), at: latest)) }
  }

  // MARK: Writing

  private func makeWriter() throws(TraceError) -> TraceWriter<StoreSink> {
    // The timer ends blocks; the span does so where there is no loop.
    let settings = TraceWriterOptions(blockSize: options.blockSize, blockSpan: Self.flushTime)
    return try TraceWriter(StoreSink(store), options: settings)
  }

  private func put(_ record: TraceRecord) {
    if let time = record.time { latest = max(latest, time) }
    write { (writer) throws(TraceError) in try writer.take(record) }
  }

  private func write(_ body: (inout TraceWriter<StoreSink>) throws(TraceError) -> Void) {
    guard writer != nil else { return }
    do throws(TraceError) {
      try body(&writer!)
      if writer!.sink.size >= options.segmentSize { try rotate() }
    } catch {
      fail(error)
    }
    if timer == nil, let loop {
      timer = loop.schedule(at: loop.now + Self.flushTime) { [unowned self] in
        timer = nil
        flush()
      }
    }
  }

  /// Hands what was gathered to the thread.
  public func flush() {
    do throws(TraceError) { try writer?.flush() } catch { fail(error) }
  }

  /// Begins the next segment, which says again what the panels are and what is down.
  private func rotate() throws(TraceError) {
    try writer?.finish()
    finished = size
    writer = nil
    store.rotate()
    writer = try makeWriter()
    for id in order {
      guard let panel = panels[id], panel.isDescribed else { continue }
      try writer?.take(.device(current(panel), at: latest))
    }
  }

  private func current(_ panel: RecordedPanel) -> TraceDevice {
    var device = panel.device
    // What lies in the slots may be secret, too.
    device.state = hidesEvents ? nil : panel.tracker?.state ?? device.state
    return device
  }

  /// Says what the thread has to say.
  private func hearStore() {
    if store.failure != nil { stop() }
    for remark in store.takeRemarks() { complain(remark) }
  }

  private func fail(_ error: TraceError) {
    stop()
    complain("\(error); the recording ends here, everything else goes on")
  }

  private func stop() {
    hasFailed = true
    finished = size
    writer = nil
  }

  /// Ends the recording and waits until the disk has it; later calls do nothing.
  ///
  /// - Returns: whether all of it was written.
  @discardableResult
  public func close() -> Bool {
    do throws(TraceError) { try writer?.finish() } catch { fail(error) }
    end { store.close() }
    return !hasFailed && store.failure == nil
  }

  /// Ends the recording and removes the file that was begun.
  public func discard() {
    end { store.discard() }
  }

  private func end(_ body: () -> Void) {
    finished = size
    writer = nil
    if let timer { loop?.cancel(timer) }
    timer = nil
    loop?.unwatch(store.noticeDescriptor)
    body()
    for remark in store.takeRemarks() { complain(remark) }
  }
}

/// What a recorder knows of one panel.
final class RecordedPanel {
  /// What the recording says of it.
  var device: TraceDevice
  /// Follows the panel, so that a segment can begin amidst touches; `nil` where it sends no events.
  private(set) var tracker: StateTracker?
  /// Whether its description is in the recording.
  var isDescribed = false
  /// Events that came before the source told of the panel.
  private(set) var early: [EvdevEvent] = []
  /// The contacts whose place is nobody's business.
  private var secret: Set<Int32> = []

  init(_ device: TraceDevice, sendsEvents: Bool) {
    self.device = device
    if sendsEvents, let description = device.description { tracker = StateTracker(device.state, of: description) }
  }

  /// Follows events; keeps those that are too early.
  func follow(_ events: UnsafeBufferPointer<EvdevEvent>) {
    unsafe tracker?.take(events)
    if !isDescribed { unsafe early += events }
  }

  /// Starts to follow from a state.
  func follow(from state: EvdevState) {
    guard tracker != nil, let description = device.description else { return }
    tracker = StateTracker(state, of: description)
  }

  /// Hands out the events that were too early.
  func takeEarly() -> [EvdevEvent] {
    defer { early = [] }
    return early
  }

  /// Blanks the contacts that begin where `isSecret` says so, as long as they last: what is left are times and phases.
  func blank(_ frame: inout TouchFrame, where isSecret: (Point) -> Bool) {
    for index in frame.contacts.indices {
      let contact = frame.contacts[index]
      if contact.phase == .began, isSecret(contact.location) { secret.insert(contact.trackingID) }
      guard !secret.isEmpty, secret.contains(contact.trackingID) else { continue }
      if contact.phase == .ended || contact.phase == .cancelled { secret.remove(contact.trackingID) }
      var blank = Contact(
        trackingID: contact.trackingID, slot: contact.slot, phase: contact.phase, location: Point(x: .nan, y: .nan))
      blank.tool = contact.tool
      frame.contacts[index] = blank
    }
  }
}
