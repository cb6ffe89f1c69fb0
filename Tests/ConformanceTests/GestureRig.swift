import ContactorCore
import Testing

/// An engine with one window to play a case's touches to recognizers in; writes down each action.
final class GestureRig: EngineObserver {
  /// A call of a recognizer's action.
  struct Call: Equatable {
    let name: String
    let state: GestureRecognizer.State
    var isDiscrete = false
    /// Milliseconds.
    let time: Double
    /// The position in the case's list of touches that was played last.
    let index: Int
  }

  let application = Application()
  let window: Window
  private(set) var calls: [Call] = []
  /// What views saw, as the case writes it.
  var views: [String] = []
  /// The tap count of each touch when it began; touches themselves would keep their views.
  private(set) var tapCounts: [Int] = []
  private(set) var index = -1
  /// What is added to each place, for cases beyond the window's corner.
  var offset = Point.zero
  /// The states of each recognizer, failed among them, but not possible.
  private(set) var transitions: [String: [String]] = [:]
  /// Microseconds in a unit of the case's times.
  var unit = 1000.0
  /// Told of each state that a recognizer changes to.
  var onTransition: (GestureRecognizer, GestureRecognizer.State) -> Void = { _, _ in }
  private var recognizers: [String: GestureRecognizer] = [:]

  init(width: Double = 1000, height: Double = 1000) {
    window = Window(frame: Rect(x: 0, y: 0, width: width, height: height))
    window.identifier = "window"
    // Cases are in points, and so are the constants that they set.
    window.isMultipleTouchEnabled = true
    application.addWindow(window)
    application.addObserver(self)
  }

  /// Adds a recognizer, to the window where no view is named.
  @discardableResult
  func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ name: String, to view: View? = nil) -> Recognizer {
    recognizer.name = name
    recognizers[name] = recognizer
    recognizer.addAction("log") { [unowned self] in
      calls.append(
        Call(name: name, state: $0.state, isDiscrete: $0.isDiscrete, time: milliseconds, index: index))
    }
    (view ?? window).addGestureRecognizer(recognizer)
    return recognizer
  }

  @discardableResult
  func view(_ frame: Rect, _ name: String = "", in parent: View? = nil) -> View {
    let view = View(frame: frame)
    view.identifier = name
    view.isMultipleTouchEnabled = true
    (parent ?? window).addSubview(view)
    return view
  }

  // MARK: Results

  /// The states that a recognizer's actions were called with.
  func states(_ name: String) -> [String] { calls.filter { $0.name == name }.map { "\($0.state)" } }

  /// The same with runs of changed as one.
  func shortStates(_ name: String) -> [String] {
    states(name).reduce(into: []) { if $0.last != "changed" || $1 != "changed" { $0.append($1) } }
  }

  /// How often a recognizer's action was called.
  func count(_ name: String) -> Int { calls.count { $0.name == name } }

  func count(_ name: String, _ state: GestureRecognizer.State) -> Int {
    calls.count { $0.name == name && $0.state == state }
  }

  /// The names and states of all calls, in order, runs of changed of one recognizer as one.
  var order: [String] {
    calls.map { "\($0.name) \($0.state)" }.reduce(into: []) {
      if $0.last != $1 || !$1.hasSuffix("changed") { $0.append($1) }
    }
  }

  /// Event time, in milliseconds of the case's clock.
  var milliseconds: Double { Double(application.now.microseconds - GestureRig.start) / 1000 }

  // MARK: Playing

  /// Cases begin at 0, and some before it.
  static let start: Int64 = 1_000_000

  /// Plays touches; those of the same time, phase and different contacts that follow one another are one frame.
  ///
  /// - Parameter each: called after each frame with the position of its last touch in the list.
  func play(_ touches: JSON, together: Bool = true, each: (Int) throws -> Void = { _ in }) throws {
    let list = try touches.list()
    var index = 0
    while index < list.count {
      var frame = [list[index]]
      while together, index + 1 < list.count, belongs(list[index + 1], to: frame) {
        index += 1
        frame.append(list[index])
      }
      try play(frame, index)
      try each(index)
      index += 1
    }
  }

  private func belongs(_ touch: JSON, to frame: [JSON]) -> Bool {
    touch["t"] == frame[0]["t"] && touch["phase"] == frame[0]["phase"] && touch["phase"] != .text("wait")
      && !frame.contains { $0["id"] == touch["id"] }
  }

  private func play(_ frame: [JSON], _ index: Int) throws {
    let time = try moment(frame[0]["t"].number())
    let phase = try frame[0]["phase"].text()
    self.index = index
    if phase == "wait" { return application.advance(to: time) }
    let contacts = try frame.map { touch in
      let id = try touch["id"].integer()
      var place = touch["x"].isNull ? Point(x: 10, y: 10) : try Point(touch["x"], touch["y"])
      place = Point(x: place.x + offset.x, y: place.y + offset.y)
      return Contact(trackingID: Int32(id), slot: Int32(id), phase: try TouchPhase(named: phase), location: place)
    }
    send(contacts, at: time)
  }

  private func send(_ contacts: [Contact], at time: Timestamp) {
    application.handle(TouchFrame(device: DeviceID(rawValue: 1), timestamp: time, contacts: contacts))
  }

  /// One contact's event, at a time in the case's units.
  func send(_ phase: TouchPhase, id: Int32 = 0, _ x: Double = 15, _ y: Double = 15, at time: Double) {
    send([Contact(trackingID: id, slot: id, phase: phase, location: Point(x: x, y: y))], at: moment(time))
  }

  /// Lets time pass, in the case's units from its beginning.
  func advance(to time: Double) { application.advance(to: moment(time)) }

  /// Lets every deadline pass.
  func settle() {
    application.advance(to: Timestamp(microseconds: application.now.microseconds + 10_000_000))
  }

  private func moment(_ time: Double) -> Timestamp {
    Timestamp(microseconds: GestureRig.start + Int64((time * unit).rounded()))
  }

  // MARK: EngineObserver

  func touchChanged(_ touch: Touch) { if touch.phase == .began { tapCounts.append(touch.tapCount) } }

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {}

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}

  func unhandled(_ action: UnhandledAction) {}

  func anomaly(_ anomaly: Anomaly) {}

  func gesture(_ recognizer: GestureRecognizer, changedTo state: GestureRecognizer.State, at time: Timestamp) {
    transitions[recognizer.name, default: []].append("\(state)")
    onTransition(recognizer, state)
  }

  func violation(_ violation: StreamVerifier.Violation) {
    // Cases never excuse a broken stream or a stuck recognizer; debug builds only.
    Issue.record("\(violation)")
  }
}
