import ContactorCore
import ContactorEvdev
import ContactorInput
import ContactorSystem

/// Shows touchscreens as a picture in a terminal, drawn when something has changed, at most 30 times a second.
final class MonitorScreen: MonitorOutput {
  /// The shortest time between two pictures.
  static let interval = Duration.microseconds(33_333)

  private let terminal: Terminal
  private let loop: EventLoop
  private let isPlain: Bool
  private let ended: () -> Void
  private var state = MonitorState()
  private var hasChanged = true
  private var lastDrawn: Timestamp?
  private var timer: TimerID?
  /// The problems so far, to be printed when the picture is gone.
  private(set) var problems: [String] = []

  /// Takes the terminal over.
  ///
  /// - Parameter ended: called when the terminal is gone.
  init(_ terminal: Terminal, _ loop: EventLoop, isPlain: Bool, ended: @escaping () -> Void) {
    self.terminal = terminal
    self.loop = loop
    self.isPlain = isPlain
    self.ended = ended
    terminal.enter()
  }

  var isTouched: Bool { state.isTouched }

  func handle(_ event: InputEvent) {
    state.handle(event)
    hasChanged = true
  }

  func handle(_ note: ForwardNote, of panel: DeviceID) {
    state.handle(note, of: panel)
    hasChanged = true
  }

  func show(_ gesture: MonitorGesture) {
    state.gesture = gesture.text
    hasChanged = true
  }

  func tick(at moment: Timestamp) {
    state.tick(at: moment)
    hasChanged = true
  }

  func note(_ problem: String) {
    problems.append(problem)
    state.problem = problem
    hasChanged = true
  }

  func flush() {
    guard hasChanged, timer == nil else { return }
    if let lastDrawn, case let due = lastDrawn + Self.interval, due > loop.now {
      timer = loop.schedule(at: due) { [unowned self] in
        timer = nil
        draw()
      }
    } else {
      draw()
    }
  }

  /// Draws the whole picture again, after a change of the terminal's size.
  func redraw() {
    terminal.invalidate()
    draw()
  }

  /// Gives the terminal back to the shell, until `enter()`.
  func leave() { terminal.leave() }

  /// Takes the terminal back.
  func enter() {
    terminal.enter()
    draw()
  }

  private func draw() {
    let (columns, rows) = terminal.size
    hasChanged = false
    lastDrawn = loop.now
    let picture = MonitorPicture(columns: columns, rows: rows, isPlain: isPlain)
    if !terminal.show(picture.lines(of: state)) { ended() }
  }
}
