internal import ContactorCore
public import ContactorEvdev

/// Sentences on a recording that was read: complete after the last piece.
struct RecordingFindings: Hashable, Sendable {
  /// The sentences in order, each once.
  private(set) var sentences: [String] = []

  mutating func note(_ sentence: String) {
    if !sentences.contains(sentence), sentences.count < 100 { sentences.append(sentence) }
  }
}

/// Hands on a recording as the options say: missing descriptions completed, devices left out that are no touchscreens, and clocks that step
/// back followed.
struct RecordingFilter {
  let options: ReadingOptions
  let guess: DescriptionGuess?
  /// Whether the recording may lack descriptions that no guess can replace, since it cannot be read twice.
  private let isUnread: Bool
  /// Whether a clock that steps back is followed: those of events as other programs print them.
  let followsClocks: Bool
  private(set) var findings = RecordingFindings()
  /// The panels that were described.
  private var panels: Set<DeviceID> = []
  private var leftOut: Set<DeviceID> = []
  /// The contacts that were down before the recording, as it is another program's.
  private var openings: [DeviceID: OpeningContacts] = [:]
  private let isOthers: Bool
  private var clocks: [DeviceID: Clock] = [:]
  /// The latest time that was yielded.
  private var latest: Timestamp?

  /// A device's clock.
  private struct Clock {
    /// The last time as recorded.
    var last: Int64
    /// How much is added to each time, in microseconds.
    var offset: Int64 = 0
  }

  /// A step back of more than this, in microseconds, is another clock: what follows goes on from the last time.
  ///
  /// Smaller ones are the engine's business (contract 1.10).
  private static let step: Int64 = 1_000_000

  init(_ options: ReadingOptions, _ guess: DescriptionGuess?, isPipe: Bool, _ format: TraceFileFormat) {
    (self.options, self.guess) = (options, guess)
    isOthers = TraceFileFormat.withoutDescriptions.contains(format)
    isUnread = isPipe && isOthers
    followsClocks = options.devices == .played && isOthers
  }

  /// Whether anything has to be looked at.
  var isNeeded: Bool { options.devices == .played || guess != nil || isUnread || isOthers }

  // MARK: Devices

  /// A device as it is yielded; `nil` for one that is left out.
  mutating func described(_ device: TraceDevice) -> TraceDevice? {
    var device = device
    if let panel = device.copyOf, options.devices == .played, !panels.contains(panel) {
      device.copyOf = nil
      findings.note("\(Self.name(device)) is a copy whose panel is not in the recording: this is what the application got")
    }
    if device.copyOf == nil {
      panels.insert(device.id)
      complete(&device)
    }
    guard options.devices == .played, device.copyOf == nil, let description = device.description,
      let kind = DeviceClass.otherThanTouchscreen(description)
    else {
      leftOut.remove(device.id)
      prepareOpening(device)
      return device
    }
    leftOut.insert(device.id)
    findings.note("\(Self.name(device)) is \(kind) and was left out; --all-devices takes it")
    return nil
  }

  private mutating func prepareOpening(_ device: TraceDevice) {
    guard isOthers, device.copyOf == nil, device.state == nil, let description = device.description else {
      return openings[device.id] = nil
    }
    openings[device.id] = OpeningContacts(description, mayHover: guess?.beginsWithTouch(device.id) ?? true)
  }

  func isLeftOut(_ device: DeviceID) -> Bool { leftOut.contains(device) }

  static func name(_ device: TraceDevice) -> String {
    let (node, name) = (device.device.shortName, device.device.name)
    if name.isEmpty { return node.isEmpty ? "the device" : node }
    return node.isEmpty ? "'\(name)'" : "\(node) '\(name)'"
  }

  // MARK: Descriptions

  private mutating func complete(_ device: inout TraceDevice) {
    guard let guess else { return completeUnread(&device) }
    let identity = device.device
    if device.description == nil {
      var description = guess.description(of: device.id)
      noteMissingPlaces(device, description)
      guard !description.axes.isEmpty else { return }
      if guess.isGuessed(device.id) {
        if let like = options.like, DeviceClass(description) == .touchscreen { description = like }
        setRanges(&description, of: device, isWhole: options.like == nil)
      }
      description.name = identity.name
      replace(&device, description, identity)
    } else if case let missing = guess.missingAxes(of: device.id), !missing.isEmpty {
      var description = guess.description(of: device.id)
      setRanges(&description, of: device, isWhole: false, missing: missing)
      replace(&device, description, identity)
    }
  }

  /// Says why nothing will be played of a device whose touches have no places.
  private mutating func noteMissingPlaces(_ device: TraceDevice, _ guess: EvdevDescription) {
    guard guess.horizontal == nil || guess.vertical == nil else { return }
    let isTouched = guess.hasKey(EvdevCode.touch) || guess.axes[EvdevCode.trackingID] != nil || guess.axes[EvdevCode.slot] != nil
    if isTouched { findings.note("\(Self.name(device)): its touches have no places, so that none is played") }
  }

  /// Completes a device of a recording that cannot be read twice.
  private mutating func completeUnread(_ device: inout TraceDevice) {
    guard isUnread, device.description == nil, !device.hasFrames else { return }
    let identity = device.device
    var description: EvdevDescription
    if let like = options.like {
      description = like
    } else if let columns = options.columns, let rows = options.rows {
      let (x, y) = (EvdevAxis(columns.lowerBound, columns.upperBound), EvdevAxis(rows.lowerBound, rows.upperBound))
      description = EvdevDescription(touchscreen: identity.name, x: x, y: y, slots: 64, hasPointer: true)
    } else {
      return findings.note(
        "\(Self.name(device)): the recording does not have the ranges, and a pipe cannot be read twice to guess them; give a file, --range "
          + "x=0..4095,y=0..4095 or --like FILE")
    }
    description.name = identity.name
    replace(&device, description, identity)
  }

  private func replace(_ device: inout TraceDevice, _ description: EvdevDescription, _ identity: TouchDevice) {
    let state = device.state
    device = TraceDevice(description, id: device.id, node: identity.node)
    device.device.name = identity.name
    device.state = state
  }

  /// Gives a guessed description the ranges of the options, and notes what remains guessed.
  private mutating func setRanges(
    _ description: inout EvdevDescription, of device: TraceDevice, isWhole: Bool, missing: [UInt16] = []
  ) {
    let sides: [(given: ClosedRange<Int32>?, codes: [UInt16], letter: String)] = [
      (options.columns, [EvdevCode.positionX, EvdevCode.x], "x"), (options.rows, [EvdevCode.positionY, EvdevCode.y], "y"),
    ]
    var guessed: [String] = []
    for (given, codes, letter) in sides {
      for code in codes {
        guard let axis = description.axes[code], isWhole || missing.contains(code) || given != nil else { continue }
        if let given {
          description.axes[code] = EvdevAxis(
            given.lowerBound, given.upperBound, fuzz: axis.fuzz, flat: axis.flat, resolution: axis.resolution)
        } else if isWhole || missing.contains(code), codes[0] == code || description.axes[codes[0]] == nil {
          guessed.append("\(letter)=\(axis.minimum)..\(axis.maximum)")
        }
      }
    }
    guard !guessed.isEmpty, description.horizontal != nil, description.vertical != nil, DeviceClass.otherThanTouchscreen(description) == nil
    else { return }
    findings.note(
      "\(Self.name(device)): the recording does not have the ranges; guessed from the events \(guessed.joined(separator: ",")), so that places "
        + "may be wrong; --range x=0..4095,y=0..4095 or --like FILE gives them")
  }

  // MARK: Events

  /// The events with the times of a clock that goes on, and with the beginnings of contacts that were down before; empty for events that
  /// need neither.
  @inline(never)
  mutating func changed(_ events: UnsafeBufferPointer<EvdevEvent>, _ device: DeviceID) -> [EvdevEvent] {
    var opening = openings.removeValue(forKey: device)
    defer { if let opening { giveBack(opening, of: device) } }
    guard followsClocks || opening != nil else { return [] }
    var changed: [EvdevEvent] = []
    var (time, offset) = (Timestamp(microseconds: .min), 0 as Int64)
    for index in events.indices {
      let event = unsafe events[index]
      if followsClocks, event.time != time {
        time = event.time
        offset = self.offset(of: time, device)
      }
      let before = opening?.take(event) ?? []
      guard offset != 0 || !before.isEmpty || !changed.isEmpty else { continue }
      if changed.isEmpty { unsafe changed = Array(events.prefix(index)) }
      for event in before + [event] {
        changed.append(
          EvdevEvent(at: event.time.advanced(byMicroseconds: offset), type: event.type, code: event.code, value: event.value))
      }
    }
    return changed
  }

  private mutating func giveBack(_ opening: OpeningContacts, of device: DeviceID) {
    openings[device] = opening
    let what = "a contact was down before the recording began"
    if opening.begun > 0 { findings.note("\(what); it begins with the first place that is known of it") }
    if opening.placeless > 0 { findings.note("\(what), and ended before its whole place was known") }
  }

  // MARK: Time

  /// How much is added to a time of a device, in microseconds.
  mutating func offset(of time: Timestamp, _ device: DeviceID) -> Int64 {
    let now = time.microseconds
    guard var clock = clocks[device] else {
      var clock = Clock(last: now)
      // Another run of evtest in the same file may be of another boot.
      if let latest, latest.microseconds(since: time) > Self.step {
        clock.offset = latest.microseconds(since: time)
        note(stepTo: time, by: clock.offset)
      }
      clocks[device] = clock
      latest = max(latest ?? time, time.advanced(byMicroseconds: clock.offset))
      return clock.offset
    }
    if now < clock.last, Timestamp(microseconds: clock.last).microseconds(since: time) > Self.step, let latest {
      clock.offset = latest.microseconds(since: time)
      note(stepTo: time, by: clock.offset)
    }
    clock.last = now
    clocks[device] = clock
    let handed = time.advanced(byMicroseconds: clock.offset)
    latest = max(latest ?? handed, handed)
    return clock.offset
  }

  private mutating func note(stepTo time: Timestamp, by offset: Int64) {
    let seconds = Double(offset / 1000) / 1000
    findings.note("the clock steps back by \(seconds) s to \(TraceText.seconds(time)); what follows goes on from there")
  }
}

extension DeviceClass {
  /// The kind of a device in a recording other than a touchscreen, in words; `nil` for a touchscreen, and for a device whose kind is not known.
  public static func otherThanTouchscreen(_ description: EvdevDescription) -> String? {
    let moves = description.codes[EvdevCode.relative]?.isEmpty == false
    // The surface of a mouse that can be touched.
    if moves, description.hasKey(EvdevCode.leftButton), !description.properties.contains(EvdevCode.direct) { return "a mouse" }
    switch DeviceClass(description) {
    case .touchscreen, .other: return nil
    // Old recordings have no properties; a touchpad has a button.
    case .touchpad: return description.properties.isEmpty && !description.hasKey(EvdevCode.leftButton) ? nil : "a touchpad"
    case .pen: return "a pen"
    case .absolutePointer: return "an absolute pointer (a panel in mouse mode)"
    }
  }
}
