import ContactorEvdev
import ContactorInput
import Glibc

/// The commands that send many frames at once.
extension Interpreter {
  /// `play ID EVENTS [MS]`.
  func play(_ words: inout Words) throws(Mistake) {
    let panel = try panel(words.next("ID"))
    let path = try words.next("EVENTS")
    let limit: Int = words.remaining.isEmpty ? 10_000 : try words.number("MS")
    guard let text = TextFile.read(path) else { throw Mistake("cannot read \(path)") }
    var frame: [UinputEvent] = []
    var last: Int?
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("E:") {
      let (time, event) = try Self.event(line)
      frame.append(event)
      guard event == .report else { continue }
      if let last { pause(microseconds: min(time - last, limit * 1000)) }
      last = time
      try send(frame, to: panel)
      frame = []
    }
    if !frame.isEmpty { try send(frame, to: panel) }
  }

  /// `stream ID CONTACTS FRAMES US [PATH]`.
  func stream(_ words: inout Words) throws(Mistake) {
    let panel = try panel(words.next("ID"))
    let contacts: Int32 = try words.number("CONTACTS")
    let frames: Int = try words.number("FRAMES")
    let interval: Int = try words.number("US")
    let path = words.remaining.isEmpty ? nil : try words.next("PATH")
    var times: [Int] = []
    for slot in 0..<contacts { try panel.frame.down(slot, x: 5, y: 5 + Double(slot)) }
    try send(panel.frame.finish(), to: panel)
    for index in 0..<frames {
      for slot in 0..<contacts {
        try panel.frame.move(slot, x: 5 + Double(index % 900) / 10, y: 5 + Double(slot) + Double(index % 800) / 10)
      }
      let frame = panel.frame.finish()
      times.append(Self.now())
      try send(frame, to: panel)
      pause(microseconds: interval)
    }
    for slot in 0..<contacts { try panel.frame.up(slot) }
    let last = panel.frame.finish()
    times.append(Self.now())
    try send(last, to: panel)
    if let path { try append(path, times.map(String.init).joined(separator: "\n")) }
    say("\(frames) frames")
  }

  /// `garbage ID COUNT SEED`: the same seed gives the same events.
  func garbage(_ words: inout Words) throws(Mistake) {
    let panel = try panel(words.next("ID"))
    let count: Int = try words.number("COUNT")
    var seed: UInt64 = try words.number("SEED")
    let axes = panel.description.axes.keys.sorted()
    let keys = panel.description.codes[EvdevCode.key, default: []].sorted()
    var events: [UinputEvent] = []
    for _ in 0..<count {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Int(truncatingIfNeeded: seed >> 33)
      let value = Int32(truncatingIfNeeded: seed >> 20)
      switch number % 16 {
      case 0: events.append(.report)
      case 1:
        let report = EvdevCode.contactReport
        events.append(UinputEvent(type: EvdevCode.synchronization, code: report, value: 0))
      case 2 where !keys.isEmpty:
        events.append(UinputEvent(type: EvdevCode.key, code: keys[number / 16 % keys.count], value: value & 1))
      case 3 where axes.contains(EvdevCode.trackingID):
        events.append(UinputEvent(type: EvdevCode.absolute, code: EvdevCode.trackingID, value: -1))
      default:
        // Half of the values are small, so that slots and ids are hit.
        let code = axes[number / 16 % axes.count]
        events.append(
          UinputEvent(type: EvdevCode.absolute, code: code, value: value & 1 == 0 ? value : value & 31))
      }
      if events.count == 32 {
        try send(events, to: panel)
        events = []
      }
    }
    try send(events + [.report], to: panel)
  }

  private func send(_ events: [UinputEvent], to panel: Panel) throws(Mistake) {
    do throws(InputError) {
      try panel.emit(events)
    } catch {
      throw Mistake("\(error)")
    }
  }

  /// `CLOCK_MONOTONIC`, in nanoseconds.
  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func pause(microseconds: Int) {
    guard microseconds > 0 else { return }
    usleep(UInt32(microseconds))
  }

  /// `E: seconds.microseconds type code value`; type and code are hexadecimal.
  private static func event(_ line: Substring) throws(Mistake) -> (time: Int, event: UinputEvent) {
    let fields = line.split(whereSeparator: \.isWhitespace)
    let time = fields.count < 5 ? [] : fields[1].split(separator: ".")
    guard time.count == 2, let seconds = Int(time[0]), let fraction = Int(time[1]),
      let type = UInt16(fields[2], radix: 16), let code = UInt16(fields[3], radix: 16), let value = Int32(fields[4])
    else { throw Mistake("not an event: '\(line)'") }
    return (seconds * 1_000_000 + fraction, UinputEvent(type: type, code: code, value: value))
  }
}
