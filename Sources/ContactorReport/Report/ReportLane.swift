import ContactorCore
import ContactorLayout

/// A lane of a drawing's timeline: a row with one label.
struct ReportLane {
  /// The symbol of a moment.
  enum Sign {
    case down, up, out, cross, diamond, dot, ring, alarm, box, run
  }

  /// An item of a lane: a bar from one time to another, or a symbol.
  struct Item {
    let time: Int64
    var until: Int64
    let sign: Sign?
    let style: String
    /// Whether a bar's end was a touch that was taken away.
    var isCancelled = false
    /// Since when a bar is hollow: a touch that the application does not have.
    var hollow: Int64?
  }

  let label: String
  let style: String
  var items: [Item] = []

  /// The lanes: devices, touches, controls in the layout's order, actions, gestures.
  static func lanes(of report: Report) -> [ReportLane] {
    var lanes = ReportLaneMaker(report)
    return lanes.make()
  }
}

/// Sorts a report's touches and events into lanes.
struct ReportLaneMaker {
  private let report: Report
  private var devices = ReportLane(label: "device", style: "dim")
  private var actions = ReportLane(label: "actions", style: "action")
  private var controls: [ReportLane] = []
  private var gestures: [ReportLane] = []
  /// Where the bar is that goes on, by what it is of.
  private var open: [String: Int] = [:]

  init(_ report: Report) { self.report = report }

  private func name(_ index: Int) -> String { report.collector.names.list[index] }

  mutating func make() -> [ReportLane] {
    controls = report.stage.views.map { ReportLane(label: $0.view.id, style: "control") }
    for event in report.collector.events { take(event) }
    let devices = self.devices.items.isEmpty ? [] : [self.devices]
    let actions = self.actions.items.isEmpty ? [] : [self.actions]
    return devices + touches() + controls.filter { !$0.items.isEmpty } + actions + gestures
  }

  private func touches() -> [ReportLane] {
    var lanes: [ReportLane] = []
    var ends: [Int64] = []
    let all = report.collector.touches
    for (index, touch) in all.enumerated() {
      let isEach = all.count <= Report.named
      let place = isEach ? index : ends.firstIndex { $0 < touch.start } ?? ends.count
      if place == lanes.count {
        let name = touch.number > 0 ? "touch #\(touch.number)" : "touch (secure)"
        lanes.append(ReportLane(label: isEach ? name : "finger \(place + 1)", style: isEach ? ReportStill.color(index) : "ink"))
        ends.append(0)
      }
      ends[place] = touch.last
      lanes[place].items.append(
        .init(
          time: touch.start, until: touch.last, sign: nil, style: ReportStill.color(index), isCancelled: touch.end == .cancelled,
          hollow: touch.withheld?.since))
    }
    return lanes
  }

  private mutating func take(_ event: ReportEvent) {
    switch event.what {
    case .control(let name, let events, let touch): control(name, Control.Events(rawValue: events), touch, event)
    case .gesture(let name, let state, _, _): gesture(name, state, event)
    case .action: add(event, .diamond, "action", to: \.actions)
    case .unhandled: add(event, .alarm, "bad", to: \.actions)
    case .device(_, let isAdded): add(event, isAdded ? .dot : .ring, "device", to: \.devices)
    case .anomaly, .damage, .violation: add(event, .alarm, "bad", to: \.devices)
    case .visibility(let name, let isShown):
      let place = Self.place(self.name(name), in: &controls, "control")
      controls[place].items.append(.init(time: event.time, until: event.time, sign: isShown ? .dot : .ring, style: "device"))
    case .note: add(event, .box, "device", to: \.devices)
    }
  }

  private mutating func add(_ event: ReportEvent, _ sign: ReportLane.Sign, _ style: String, to lane: WritableKeyPath<Self, ReportLane>) {
    self[keyPath: lane].items.append(.init(time: event.time, until: event.until, sign: sign, style: style))
  }

  private static func place(_ name: String, in lanes: inout [ReportLane], _ style: String) -> Int {
    if let place = lanes.firstIndex(where: { $0.label == name }) { return place }
    lanes.append(ReportLane(label: name, style: style))
    return lanes.count - 1
  }

  private mutating func control(_ index: Int, _ events: Control.Events, _ touch: Int, _ event: ReportEvent) {
    let place = Self.place(name(index), in: &controls, "control")
    let key = "\(index) \(touch)"
    let ends: Control.Events = [.touchUpInside, .touchUpOutside, .touchCancel]
    if events.contains(.touchDown) {
      open[key] = controls[place].items.count
      controls[place].items.append(.init(time: event.time, until: event.time, sign: nil, style: "control"))
    } else if !events.isDisjoint(with: ends), let bar = open.removeValue(forKey: key) {
      controls[place].items[bar].until = event.time
    }
    controls[place].items.append(
      .init(time: event.time, until: event.until, sign: Self.sign(of: events), style: "control"))
  }

  private static func sign(of events: Control.Events) -> ReportLane.Sign {
    if events.contains(.touchDown) { return .down }
    if events.contains(.touchUpInside) { return .up }
    if events.contains(.touchUpOutside) { return .out }
    if events.contains(.touchCancel) { return .cross }
    if events.contains(.valueChanged) { return .diamond }
    if events.contains(.primaryActionTriggered) { return .dot }
    return events.isDisjoint(with: .allTouchEvents) ? .box : .run
  }

  private mutating func gesture(_ index: Int, _ state: ReportEvent.State, _ event: ReportEvent) {
    // Most touches make most gestures fail.
    guard state != .failed else { return }
    let place = Self.place(name(index), in: &gestures, "gesture")
    let key = "gesture \(index)"
    if state == .began {
      open[key] = gestures[place].items.count
      gestures[place].items.append(.init(time: event.time, until: event.time, sign: nil, style: "gesture"))
      return
    }
    if let bar = open[key] { gestures[place].items[bar].until = event.until }
    guard state != .changed else { return }
    open[key] = nil
    gestures[place].items.append(
      .init(time: event.time, until: event.until, sign: state == .recognized ? .diamond : .cross, style: "gesture"))
  }
}
