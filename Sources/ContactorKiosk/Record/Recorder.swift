public import ContactorCore
public import ContactorEvdev
public import ContactorInput
public import ContactorSystem
public import ContactorTrace
import Glibc

/// Records the touchscreens' raw events and the engine's input, for weeks, in constant memory.
///
/// Events are gathered in blocks. A block is handed to a writing thread when it is full, or a second after its first
/// event, so that writing never delays a touch. At rest no timer runs.
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
  /// The copies of forwarded panels, by the panels.
  private var copies: [DeviceID: RecordedPanel] = [:]
  private var latest = Timestamp(microseconds: 0)
  private var timer: TimerID?
  /// Whether a touch that begins at a point is recorded without locations; `nil` records all locations.
  public var isSecure: ((Point, TouchDevice) -> Bool)?
  /// Whether raw events are left out, for they hold the locations of secure touches; frames are recorded without these.
  public var hidesEvents = false
  /// Gives all rows that lists have, for the beginning of a segment; `nil` where there are no lists.
  public var currentRows: (() -> [TraceRows])?
  /// Gives the pairings of the panels that are there, for the beginning of a segment.
  public var currentPairings: (() -> [TracePairing])?
  /// Whether each segment says that programs are run, as their ends are recorded; set before the first panel comes.
  public var tellsPrograms = false
  /// Whether this segment has said so.
  private var hasToldPrograms = false
  /// Whether each segment says that secrets are compared, as the answers are recorded.
  public var tellsVerifies = false {
    didSet { if !order.isEmpty { noteVerifies(at: latest) } }
  }
  private var hasToldVerifies = false
  /// How many frames were recorded.
  public private(set) var frameCount = 0

  /// How long an event waits for its block to become full.
  static let flushTime = Duration.seconds(1)

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - recordsFrames: whether the engine's frames are recorded besides raw events, for an exact replay.
  ///   - loop: runs the flush timer; without a loop, the caller calls `flush()`.
  ///   - complain: gets one line without prefix when the file cannot be written; the recording ends there.
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

  /// The path that was asked for.
  var path: String { options.path }

  /// How many bytes were recorded, including those that wait to be written.
  public var size: Int64 { finished + (writer?.sink.size ?? 0) }

  /// How many bytes the system has taken, which survive the end of the program.
  public var writtenSize: Int64 { store.written }

  /// Whether the recording has ended, because the file cannot be written.
  public private(set) var hasFailed = false

  /// Whether the recording has ended because nobody reads its pipe any more (EPIPE).
  var hasLostReader: Bool { store.failure?.errno == EPIPE }

  // MARK: The engine's input

  /// Records an event of a source.
  public func take(_ event: InputEvent) {
    switch event {
    case .deviceAdded(let device, let time): describe(device, at: time)
    case .deviceRemoved(let id, let time):
      if let copy = copies.removeValue(forKey: id) { put(.deviceRemoved(copy.device.id, at: time)) }
      put(.deviceRemoved(id, at: time))
      panels[id] = nil
      order.removeAll { $0 == id }
    case .frame(let frame):
      frameCount += 1
      if recordsFrames { put(.frame(blanked(frame))) }
    case .anomaly(let anomaly): put(.anomaly(anomaly))
    }
  }

  /// Records that the engine's time was advanced.
  public func advance(to moment: Timestamp) {
    put(.wait(until: moment))
  }

  /// Records the rows that a list got.
  public func take(_ rows: TraceRows, at time: Timestamp) {
    put(.rows(rows, at: time))
  }

  /// Records the end of a program.
  public func take(_ outcome: TraceOutcome, at time: Timestamp) {
    put(outcome.record(at: time))
  }

  /// Records whether a secret was right.
  public func take(_ verdict: TraceVerdict, at time: Timestamp) {
    put(verdict.record(at: time))
  }

  private func noteVerifies(at time: Timestamp) {
    guard tellsVerifies, !hasToldVerifies else { return }
    hasToldVerifies = true
    put(.note(TraceRecord.secretsCompared, at: time))
  }

  /// Records a remark.
  public func note(_ text: String, at time: Timestamp) {
    put(.note(text, at: time))
  }

  private func blanked(_ frame: TouchFrame) -> TouchFrame {
    guard let isSecure, let panel = panels[frame.device] else { return frame }
    var frame = frame
    panel.blank(&frame) { isSecure($0, panel.device.device) }
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
    if tellsPrograms, !hasToldPrograms {
      hasToldPrograms = true
      put(.note(TraceRecord.programsRun, at: time))
    }
    noteVerifies(at: time)
    let early = panel.takeEarly()
    guard !hidesEvents, !early.isEmpty else { return }
    write { (writer) throws(TraceError) in try writer.take(early, from: device.id) }
  }

  // MARK: Forwarding

  /// Describes the copy of a panel, whose events are recorded from now on; the panel must have been recorded.
  ///
  /// Nothing is recorded of copies where raw events are left out, for they hold the locations of touches, too.
  public func copy(_ description: EvdevDescription, of panel: DeviceID, at time: Timestamp) {
    guard !hidesEvents, let name = panels[panel]?.device.device.node else { return }
    var device = TraceDevice(description, id: Self.copyID(of: panel), node: name + "-copy")
    device.copyOf = panel
    let copy = RecordedPanel(device, sendsEvents: true)
    copy.isDescribed = true
    copies[panel] = copy
    put(.device(device, at: time))
  }

  /// Records events that were written for the copy of a panel; whole frames.
  public func take(_ events: [EvdevEvent], forCopyOf panel: DeviceID) {
    guard !hidesEvents, let copy = copies[panel] else { return }
    unsafe events.withUnsafeBufferPointer { events in
      unsafe copy.follow(events)
      if let last = unsafe events.last { latest = max(latest, last.time) }
      write { (writer) throws(TraceError) in try unsafe writer.take(events, from: copy.device.id) }
    }
  }

  /// The number of a copy in a recording: the panel's with the highest bit set, which no panel has.
  static func copyID(of panel: DeviceID) -> DeviceID { DeviceID(rawValue: panel.rawValue | 1 << 31) }

  // MARK: EventTap

  /// Takes the panel's description and state, for the recording's device record.
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

  /// Records the panel's description with its new mapping.
  public func panel(_ device: DeviceID, isMappedBy transform: AffineTransform) {
    guard let panel = panels[device] else { return }
    panel.device.transform = transform
    if panel.isDescribed { put(.device(current(panel), at: latest)) }
  }

  // MARK: Writing

  private func makeWriter() throws(TraceError) -> TraceWriter<StoreSink> {
    // A timer ends blocks in time; without a loop, the span does.
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

  /// Hands the block that was begun to the writing thread.
  public func flush() {
    do throws(TraceError) { try writer?.flush() } catch { fail(error) }
  }

  /// Begins the next segment, which describes the panels and their state again.
  private func rotate() throws(TraceError) {
    try writer?.finish()
    finished = size
    writer = nil
    store.rotate()
    writer = try makeWriter()
    for id in order {
      guard let panel = panels[id], panel.isDescribed else { continue }
      try writer?.take(.device(current(panel), at: latest))
      if !hidesEvents, let copy = copies[id] { try writer?.take(.device(current(copy), at: latest)) }
    }
    for pairing in currentPairings?() ?? [] { try writer?.take(.note(pairing.note, at: latest)) }
    for rows in currentRows?() ?? [] { try writer?.take(.rows(rows, at: latest)) }
    if hasToldPrograms { try writer?.take(.note(TraceRecord.programsRun, at: latest)) }
    if hasToldVerifies { try writer?.take(.note(TraceRecord.secretsCompared, at: latest)) }
  }

  private func current(_ panel: RecordedPanel) -> TraceDevice {
    var device = panel.device
    // The slots may hold locations of secure touches.
    device.state = hidesEvents ? nil : panel.tracker?.state ?? device.state
    return device
  }

  /// Reports the writing thread's remarks and failure.
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

/// A recorder's knowledge of one panel.
final class RecordedPanel {
  /// The panel's device record.
  var device: TraceDevice
  /// The panel's state, with which a segment begins; `nil` for a panel that sends no raw events.
  private(set) var tracker: StateTracker?
  /// Whether the device record was written.
  var isDescribed = false
  /// The events from before the device record was written.
  private(set) var early: [EvdevEvent] = []
  /// The tracking ids of contacts that are recorded without locations.
  private var secureContacts: Set<Int32> = []

  init(_ device: TraceDevice, sendsEvents: Bool) {
    self.device = device
    if sendsEvents, let description = device.description { tracker = StateTracker(device.state, of: description) }
  }

  /// Follows events, and keeps those from before the device record.
  func follow(_ events: UnsafeBufferPointer<EvdevEvent>) {
    unsafe tracker?.take(events)
    if !isDescribed { unsafe early += events }
  }

  /// Starts to follow from a state.
  func follow(from state: EvdevState) {
    guard tracker != nil, let description = device.description else { return }
    tracker = StateTracker(state, of: description)
  }

  /// Removes and returns the events from before the device record.
  func takeEarly() -> [EvdevEvent] {
    defer { early = [] }
    return early
  }

  /// Removes everything but times, phases and tools from contacts that began where `isSecure` is true.
  func blank(_ frame: inout TouchFrame, where isSecure: (Point) -> Bool) {
    for index in frame.contacts.indices {
      let contact = frame.contacts[index]
      if contact.phase == .began, isSecure(contact.location) { secureContacts.insert(contact.trackingID) }
      guard !secureContacts.isEmpty, secureContacts.contains(contact.trackingID) else { continue }
      if contact.phase == .ended || contact.phase == .cancelled { secureContacts.remove(contact.trackingID) }
      var blank = Contact(
        trackingID: contact.trackingID, slot: contact.slot, phase: contact.phase, location: Point(x: .nan, y: .nan))
      blank.tool = contact.tool
      frame.contacts[index] = blank
    }
  }
}
