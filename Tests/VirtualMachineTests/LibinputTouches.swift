import Foundation

/// What libinput reads, as `inputtool touches` prints it.
struct LibinputTouches {
  /// A touch that begins, moves or ends; frames are merged into the times.
  struct Event: CustomStringConvertible {
    /// Microseconds of the clock.
    var time: Int
    /// How many times the panel had sent events by then.
    var frame = 0
    /// Contacts are counted from 1, in the order in which they begin.
    var contact: Int
    /// `down`, `motion`, `up` or `cancel`.
    var phase: String
    /// The place in the panel's units; the last one for an end.
    var x = 0.0
    var y = 0.0
    /// The place in millimetres, by the panel's resolution.
    var millimetres: (x: Double, y: Double) = (0, 0)

    var description: String { "\(time) in frame \(frame): \(contact) \(phase) \(x),\(y)" }
  }

  /// The touchscreens that libinput found, in their order.
  private(set) var devices: [Int] = []
  /// The events of each of them.
  private(set) var events: [Int: [Event]] = [:]

  /// Reads the lines of one panel.
  init(_ text: Substring) {
    var slots: [Int: [Int: (contact: Int, x: Double, y: Double)]] = [:]
    var contacts: [Int: Int] = [:]
    var sent: [Int] = []
    var frame: [(slot: Int, event: Event)] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "sent" { sent = words.dropFirst().compactMap { Int($0) } }
      if words.first == "added", let device = Int(words[1]) { devices.append(device) }
      guard words.count >= 3, words[0] != "sent", let device = Int(words[0]), let time = Int(words[1]) else { continue }
      guard words[2] == "frame" else {
        let numbers = words.dropFirst(4).compactMap { Double($0) }
        guard let slot = Int(words[3]) else { continue }
        var event = Event(time: time, contact: 0, phase: String(words[2]))
        if numbers.count == 4 { (event.x, event.y, event.millimetres) = (numbers[0], numbers[1], (numbers[2], numbers[3])) }
        frame.append((slot, event))
        continue
      }
      // Which slots a frame's new contacts have, and in which order they are told of, is each panel's own.
      let ends = frame.filter { $0.event.phase == "up" || $0.event.phase == "cancel" }
      let downs = frame.filter { $0.event.phase == "down" }.sorted { ($0.event.x, $0.event.y) < ($1.event.x, $1.event.y) }
      let motions = frame.filter { $0.event.phase == "motion" }
      var told: [Event] = []
      for case (let slot, var event) in ends + downs + motions {
        if event.phase == "down" {
          contacts[device, default: 0] += 1
          slots[device, default: [:]][slot] = (contacts[device, default: 0], event.x, event.y)
        } else if event.phase == "motion" {
          slots[device]?[slot]?.x = event.x
          slots[device]?[slot]?.y = event.y
        }
        if let known = slots[device]?[slot] { (event.contact, event.x, event.y) = (known.contact, known.x, known.y) }
        told.append(event)
      }
      events[device, default: []] += told.sorted { $0.contact < $1.contact }
      frame = []
    }
    for device in devices {
      for index in events[device, default: []].indices {
        let time = events[device]?[index].time ?? 0
        events[device]?[index].frame = sent.count { $0 <= time }
      }
    }
  }
}
