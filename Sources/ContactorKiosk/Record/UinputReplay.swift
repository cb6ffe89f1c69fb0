public import ContactorCore
public import ContactorEvdev
public import ContactorInput
import ContactorSystem
public import ContactorTrace
import Glibc

/// Replays a recording to the whole system: makes its panels with the kernel's uinput and touches them at the frames'
/// times.
///
/// Every contact is lifted before the panels are removed. If the program is killed, the kernel removes the panels, and
/// their readers cancel the touches.
public final class UinputReplay: TraceSink {
  /// The counts and times of a replay.
  public struct Outcome: Hashable, Sendable {
    /// How many frames were sent.
    public var frames = 0
    /// The median of how late they were, to 10 µs.
    public var medianLateness = Duration.zero
    /// How late the latest was.
    public var greatestLateness = Duration.zero
    /// How many positions no panel can report; they were put at the edge.
    public var clampedPositions = 0
    /// The signal that ended the replay early; `nil` for the recording's end.
    public var signal: Int32?
  }

  /// How long readers of a new panel get to open the node, and to read the last frame.
  private static let settleTime = Duration.milliseconds(600)

  private let loop: EventLoop
  private let factor: Double?
  private let screen: Size?
  private let note: (String) -> Void
  private var panels: [DeviceID: UinputReplayPanel] = [:]
  private var lateness = LatenessMeter()
  private var origin: Timestamp?
  private var start = Timestamp(microseconds: 0)
  /// When the panels that were removed last are gone.
  private var removed: Timestamp?
  private var outcome = Outcome()
  private var failure: InputError?

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - factor: how many times faster than recorded; `nil` for as fast as possible.
  ///   - screen: the screen's size in points, for recordings that know no panel.
  ///   - note: gets the panels' nodes, a line each.
  public init(factor: Double?, screen: Size?, note: @escaping (String) -> Void) throws(InputError) {
    loop = try InputError.wrap { () throws(SystemError) in try EventLoop() }
    self.factor = factor
    self.screen = screen
    self.note = note
    try InputError.wrap { () throws(SystemError) in
      try loop.watchSignals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] in outcome.signal = $0 }
    }
  }

  /// Replays everything, or until SIGINT, SIGTERM or SIGHUP.
  ///
  /// - Throws: `InputError` where panels cannot be made, `TraceError` for what cannot be read; every contact is lifted.
  public func run(_ reader: inout some TraceReading) throws -> Outcome {
    var sink = self
    defer { end() }
    do {
      while outcome.signal == nil, try reader.readNext(into: &sink) {}
    } catch {
      throw failure ?? error as any Error
    }
    outcome.frames = lateness.count
    outcome.medianLateness = .microseconds(lateness.median)
    outcome.greatestLateness = .microseconds(lateness.maximum)
    return outcome
  }

  // MARK: TraceSink

  /// Sends raw events, each frame at its time.
  public func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {
    guard let panel = panels[device] else { return }
    panel.hasEvents = true
    for index in events.indices {
      guard outcome.signal == nil else { return }
      let event = unsafe events[index]
      panel.add(event)
      if event.type == EvdevCode.synchronization, event.code == EvdevCode.report {
        try waitUntil(event.time)
        try send(panel)
      }
    }
  }

  /// Makes and removes panels, and sends the frames of those that recorded no events.
  public func take(_ record: TraceRecord) throws(TraceError) {
    guard outcome.signal == nil else { return }
    switch record {
    // The application's stream follows from the panel's wherever that is forwarded.
    case .device(let device, _) where device.copyOf != nil: break
    case .device(let device, let time): try add(device, at: time)
    case .deviceRemoved(let id, let time):
      try waitUntil(time)
      remove(id)
    case .state(let state, let id, let time):
      guard let panel = panels[id] else { return }
      try waitUntil(time)
      panel.jump(to: state)
      try send(panel)
    case .frame(let frame): try take(frame)
    case .wait(let time): try waitUntil(time)
    case .anomaly, .rows, .note, .damage: break
    }
  }

  /// Does nothing: `run(_:)` ends it.
  public func finish() throws(TraceError) {}

  private func take(_ frame: TouchFrame) throws(TraceError) {
    if panels[frame.device] == nil {
      // The touches of a script belong to no panel; a panel is made for them.
      try add(TraceDevice(TouchDevice(id: frame.device, node: "", name: "Contactor replay")), at: frame.timestamp)
    }
    guard let panel = panels[frame.device], !panel.hasEvents else { return }
    try waitUntil(frame.timestamp)
    guard outcome.signal == nil else { return }
    let clamped = panel.clampedCount
    panel.add(frame)
    outcome.clampedPositions += panel.clampedCount - clamped
    try send(panel)
  }

  // MARK: Panels

  private func add(_ device: TraceDevice, at time: Timestamp) throws(TraceError) {
    guard panels[device.id] == nil else { return }
    try waitUntil(time)
    let before = loop.now
    try attempt { () throws(InputError) in
      let panel = try UinputReplayPanel(device, screen: screen)
      panels[device.id] = panel
      note("\(panel.node): \(device.device.name)")
    }
    try sleep(until: loop.now + Self.settleTime)
    // The time that making a panel takes is not in the recording.
    start = start + (loop.now - before)
    if let panel = panels[device.id], let state = device.state {
      panel.jump(to: state)
      try send(panel)
    }
  }

  /// Lifts everything on a panel, and removes it after the time that readers need to see that: the kernel drops what they have not read.
  private func remove(_ id: DeviceID) {
    guard let panel = panels.removeValue(forKey: id) else { return }
    panel.release()
    let end = loop.now + Self.settleTime
    removed = end
    loop.schedule(at: end) { withExtendedLifetime(panel) {} }
  }

  private func send(_ panel: UinputReplayPanel) throws(TraceError) {
    guard outcome.signal == nil else { return }
    try attempt { () throws(InputError) in try panel.send() }
  }

  /// Lifts everything, and removes all panels.
  private func end() {
    for id in Array(panels.keys) { remove(id) }
    if let removed { try? sleep(until: removed, evenIfInterrupted: true) }
  }

  // MARK: Time

  private func waitUntil(_ time: Timestamp) throws(TraceError) {
    guard let origin else {
      self.origin = time
      start = loop.now
      return
    }
    guard let factor else {
      lateness.add(0)
      return
    }
    let due = start.advanced(byMicroseconds: Int64(min(Double(max(0, time.microseconds(since: origin))) / factor, 1e15)))
    try sleep(until: due)
    if outcome.signal == nil { lateness.add(loop.now.microseconds(since: due)) }
  }

  private func sleep(until due: Timestamp, evenIfInterrupted: Bool = false) throws(TraceError) {
    guard due > loop.now else {
      return try attempt { () throws(InputError) in try InputError.wrap { () throws(SystemError) in try loop.dispatch() } }
    }
    var isDue = false
    let timer = loop.schedule(at: due) { isDue = true }
    while !isDue, evenIfInterrupted || outcome.signal == nil {
      try attempt { () throws(InputError) in try InputError.wrap { () throws(SystemError) in try loop.runOnce() } }
    }
    loop.cancel(timer)
  }

  private func attempt(_ body: () throws(InputError) -> Void) throws(TraceError) {
    do throws(InputError) {
      try body()
    } catch {
      failure = error
      throw TraceError(.system, file: error.place, errno: error.errno, message: error.message)
    }
  }
}

/// Counts how late frames were sent, in constant memory, in steps of 10 µs up to 100 ms.
struct LatenessMeter {
  private static let step: Int64 = 10
  private var counts = [Int](repeating: 0, count: 10_001)
  private(set) var count = 0
  private(set) var maximum: Int64 = 0

  /// Counts a lateness in microseconds; a negative one counts as 0.
  mutating func add(_ microseconds: Int64) {
    let late = max(0, microseconds)
    counts[min(Int(late / Self.step), counts.count - 1)] += 1
    count += 1
    maximum = max(maximum, late)
  }

  /// The upper bound of the median's step, in microseconds; 0 for none.
  var median: Int64 {
    var rest = (count + 1) / 2
    guard rest > 0 else { return 0 }
    for (index, number) in counts.enumerated() {
      rest -= number
      if rest <= 0 { return min(Int64(index + 1) * Self.step, maximum) }
    }
    return maximum
  }
}
