import ContactorCore

/// Something that happened at a moment, or again and again during a time.
///
/// Names are indexes into the table of names.
struct ReportEvent {
  /// What happened.
  enum What: Hashable {
    case control(Int, events: UInt32, touch: Int)
    case action(sender: Int, event: Int, action: Int, target: Int, isHandled: Bool)
    case unhandled(sender: Int, action: Int, asked: Int)
    case gesture(Int, State, touches: [Int], text: Int)
    case device(Int, isAdded: Bool)
    case anomaly(Int, device: Int)
    case damage(Int)
    case violation(Int, touch: Int)
    case note(Int)
    case visibility(Int, isShown: Bool)
  }

  /// The states of gestures; the raw values are those of the page.
  enum State: Int {
    case began = 1
    case changed, recognized, cancelled, failed
  }

  /// Who does something again and again: what is the same as before extends that, until it does something else.
  enum Source: Hashable {
    case control(Int, touch: Int)
    case action(sender: Int, event: Int)
    case gesture(Int)
  }

  let what: What
  let time: Int64
  /// When it happened last.
  var until: Int64
  /// How many times it happened.
  var count = 1
  /// A control's value, or the arguments of what an action runs, the last time; `nil` where there are none.
  var value: String?

  init(_ what: What, at time: Timestamp, value: String? = nil) {
    self.what = what
    self.value = value
    self.time = time.inReport
    until = self.time
  }

  /// When it happened; `nil` for damage, which is the file's.
  var moment: Int64? { if case .damage = what { nil } else { time } }

  /// Whom it may be a run of; `nil` for what is told each time.
  var source: Source? {
    switch what {
    case .control(let name, _, let touch): .control(name, touch: touch)
    case .action(let sender, let event, _, _, _): .action(sender: sender, event: event)
    case .gesture(let name, _, _, _): .gesture(name)
    case .unhandled, .device, .anomaly, .damage, .violation, .note, .visibility: nil
    }
  }

  /// Whether the same again is told as one more time of it.
  var isRepeatable: Bool {
    switch what {
    case .control(_, let events, _):
      Control.Events(rawValue: events).isSubset(of: [.touchDragInside, .touchDragOutside, .valueChanged, .editingChanged])
    case .action: true
    case .gesture(_, let state, _, _): state == .changed
    case .unhandled, .device, .anomaly, .damage, .violation, .note, .visibility: false
    }
  }
}
