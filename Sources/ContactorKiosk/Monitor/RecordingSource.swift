import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorSystem
import ContactorTrace

/// Plays a recording as if its panels were touched now, for a monitor.
///
/// Events keep the recording's times; each is yielded when it is due. Positions are in the panel's unit (`PanelUnit`).
/// Positions of an unknown panel, as in a script, are in per cent of the area that all touches cover. The recorded copy of a panel that was
/// forwarded is a device of its own, with `Recorder.copyID(of:)`.
final class RecordingSource: LiveTouchSource {
  private let timer: TimerDescriptor
  private let factor: Double
  private var reader: RecordingReader
  private var player: TracePlayer?
  private let areas: TouchedAreas
  /// From the recording's positions to the panel's unit, for devices whose frames were recorded.
  private var placements: [DeviceID: AffineTransform] = [:]
  /// The steps that were read and are not due; at most one piece of the recording.
  private var steps: ArraySlice<TracePlayer.Step> = []
  private var hasRead = false
  /// The copies of panels, by the panel.
  private var copies: [DeviceID: RecordedCopy] = [:]
  /// The time of the last step that was read.
  private var latest: Timestamp?
  /// The time of the first step, on the recording's clock and on `MonotonicClock`.
  private var origin: (recorded: Timestamp, here: Timestamp)?
  private(set) var devices: [TouchDevice] = []

  /// Opens a recording of any format, `-` for standard input.
  ///
  /// - Parameter factor: how many times faster than recorded; above 0.
  init(path: String, _ options: ReadingOptions = .playing, factor: Double) throws(InputError) {
    timer = try InputError.wrap { () throws(SystemError) in try TimerDescriptor() }
    self.factor = factor
    do throws(TraceError) {
      areas = try TouchedAreas.reading(path)
      reader = try RecordingReader(path: path, options)
    } catch {
      throw InputError(error)
    }
    player = TracePlayer(mapping: { [unowned self] in placeDevice($0) }) { [unowned self] in add($0) }
    player?.described = { [unowned self] in describe($0) }
    player?.copied = { [unowned self] in takeCopied($1, of: $0) }
    player?.copyRemoved = { [unowned self] in removeCopy(of: $0, at: $1) }
    timer.arm(MonotonicClock.now)
  }

  /// Readable when the next event is due.
  var fileDescriptor: Int32 { timer.rawValue }

  /// Sentences on how the recording was understood; complete once everything was read.
  var findings: [String] { hasRead ? reader.findings : [] }

  /// Whether everything was yielded.
  var isAtEnd: Bool { hasRead && steps.isEmpty }

  /// The time on `MonotonicClock` at which a moment of the recording is due.
  func timeHere(of moment: Timestamp) -> Timestamp {
    guard let origin else { return MonotonicClock.now }
    return origin.here.advanced(byMicroseconds: Self.bounded(Double(moment.microseconds(since: origin.recorded)) / factor))
  }

  /// The recording's time at a moment of `MonotonicClock`.
  func recordedTime(at moment: Timestamp) -> Timestamp {
    guard let origin else { return moment }
    return origin.recorded.advanced(byMicroseconds: Self.bounded(Double(moment.microseconds(since: origin.here)) * factor))
  }

  /// A span in microseconds, within a century: a recording may hold any times, and be played at any speed.
  private static func bounded(_ span: Double) -> Microseconds {
    Microseconds(min(max(span, -3e15), 3e15))
  }

  /// Yields the events that are due, of one piece of the recording at most, so that the host's other work goes on.
  func dispatch(_ handle: (InputEvent) -> Void) throws(InputError) {
    timer.acknowledge()
    if steps.isEmpty { try readPiece() }
    while let step = steps.first {
      if origin == nil { origin = (step.time, MonotonicClock.now) }
      let due = timeHere(of: step.time)
      guard due <= MonotonicClock.now else { return timer.arm(due) }
      steps.removeFirst()
      if case .event(let event) = step { yield(event, handle) }
    }
    if !isAtEnd { timer.arm(MonotonicClock.now) }
  }

  /// Removes the panels.
  func suspend(_ handle: (InputEvent) -> Void) {
    steps = []
    hasRead = true
    let time = recordedTime(at: MonotonicClock.now)
    for device in devices { handle(.deviceRemoved(device.id, at: time)) }
    devices = []
  }

  /// Does nothing: a recording that was suspended has ended.
  func resume(_ handle: (InputEvent) -> Void) throws(InputError) {}

  /// Does nothing: positions stay in the recorded panel's unit.
  func remap(_ mapping: @escaping (TouchDevice) -> PositionPipeline) {}

  private func readPiece() throws(InputError) {
    guard !hasRead, var player else { return }
    // The player is taken out while it runs, for its closures write into this object.
    self.player = nil
    defer { self.player = player }
    do throws(TraceError) {
      while steps.isEmpty {
        guard try reader.readNext(into: &player) else {
          hasRead = true
          return
        }
      }
    } catch {
      throw InputError(error)
    }
  }

  private func add(_ step: TracePlayer.Step) {
    latest = step.time
    steps.append(step)
    if case .event(.deviceRemoved(let id, let time)) = step { removeCopy(of: id, at: time) }
  }

  // MARK: Copies

  private func describe(_ device: TraceDevice) {
    guard let panel = device.copyOf, let description = device.description, let latest else { return }
    if copies[panel]?.description == description { return }
    removeCopy(of: panel, at: latest)
    let copy = RecordedCopy(device.device, description, of: panel)
    copies[panel] = copy
    add(.event(.deviceAdded(copy.device, at: latest)))
  }

  private func takeCopied(_ events: [EvdevEvent], of panel: DeviceID) {
    guard let copy = copies[panel] else { return }
    for event in events { copy.decoder.handle(event) { frame in add(.event(.frame(frame))) } }
  }

  private func removeCopy(of panel: DeviceID, at time: Timestamp) {
    guard let copy = copies.removeValue(forKey: panel) else { return }
    copy.decoder.cancelAll(at: time) { frame in add(.event(.frame(frame))) }
    add(.event(.deviceRemoved(copy.device.id, at: time)))
  }

  private func placeDevice(_ device: TraceDevice) -> AffineTransform {
    let unit = PanelUnit(device.device).pipeline.transform
    let normalization = device.description?.normalization
    if let toUnits = device.transform?.inverse, let normalization, device.hasFrames {
      placements[device.id] = toUnits.concatenating(normalization).concatenating(unit)
    } else if device.hasFrames || device.description == nil {
      placements[device.id] = areas.normalization(of: device.id).concatenating(unit)
    }
    return (device.transform ?? normalization ?? .identity).concatenating(unit)
  }

  private func yield(_ event: InputEvent, _ handle: (InputEvent) -> Void) {
    switch event {
    case .deviceAdded(let device, _): devices.append(device)
    case .deviceRemoved(let id, _): devices.removeAll { $0.id == id }
    case .anomaly: break
    case .frame(var frame):
      if !devices.contains(where: { $0.id == frame.device }) { addUnknown(frame, handle) }
      if let placement = placements[frame.device] {
        for index in frame.contacts.indices {
          frame.contacts[index].location = placement.apply(to: frame.contacts[index].location)
        }
      }
      return handle(.frame(frame))
    }
    handle(event)
  }

  /// Announces a panel for touches that belong to none, as in a script.
  private func addUnknown(_ frame: TouchFrame, _ handle: (InputEvent) -> Void) {
    let device = TouchDevice(id: frame.device, node: "", name: "recording")
    _ = placeDevice(TraceDevice(device))
    devices.append(device)
    handle(.deviceAdded(device, at: frame.timestamp))
  }
}

/// The copy of a panel in a recording.
private final class RecordedCopy {
  let device: TouchDevice
  let description: EvdevDescription
  var decoder: EvdevDecoder

  init(_ recorded: TouchDevice, _ description: EvdevDescription, of panel: DeviceID) {
    var device = recorded
    device.id = Recorder.copyID(of: panel)
    device.isCopy = true
    self.device = device
    self.description = description
    let transform = (description.normalization ?? .identity).concatenating(PanelUnit(device).pipeline.transform)
    decoder = EvdevDecoder(description, device: device.id, transform: transform)
  }
}

/// The areas that touches of unknown panels cover, found by reading the recording once.
struct TouchedAreas: TraceSink {
  private var ends: [DeviceID: Point] = [:]

  /// How many devices have an area; further ones get that of 100 × 100 points.
  private static let limit = 64

  /// Reads a recording's frames; a pipe, which cannot be read twice, has no areas.
  static func reading(_ path: String) throws(TraceError) -> TouchedAreas {
    var areas = TouchedAreas()
    guard path != "-" else { return areas }
    var reader = try RecordingReader(path: path)
    guard reader.size != nil else { return areas }
    while try reader.readNext(into: &areas) {}
    return areas
  }

  mutating func take(_ events: UnsafeBufferPointer<EvdevEvent>, from device: DeviceID) throws(TraceError) {}

  mutating func take(_ record: TraceRecord) throws(TraceError) {
    guard case .frame(let frame) = record, ends[frame.device] != nil || ends.count < Self.limit else { return }
    for contact in frame.contacts where contact.location.isFinite {
      let end = ends[frame.device] ?? .zero
      ends[frame.device] = Point(x: max(end.x, contact.location.x), y: max(end.y, contact.location.y))
    }
  }

  mutating func finish() throws(TraceError) {}

  /// The map from a device's recorded positions to 0 … 1 of the area from the origin to one point beyond the farthest of
  /// them, which would otherwise lie on the edge and thus outside.
  func normalization(of device: DeviceID) -> AffineTransform {
    let end = ends[device] ?? Point(x: 99, y: 99)
    return AffineTransform(scaleX: 1 / (max(end.x, 0) + 1), y: 1 / (max(end.y, 0) + 1))
  }
}

extension InputError {
  /// The error of a recording that cannot be read.
  init(_ error: TraceError) {
    let place =
      error.description.hasSuffix(": " + error.message)
      ? String(error.description.dropLast(error.message.utf8.count + 2)) : error.file
    self.init(.system, errno: error.errno, place: place, message: error.message)
  }
}
