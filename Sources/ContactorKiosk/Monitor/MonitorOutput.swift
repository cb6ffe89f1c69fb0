import ContactorCore

/// What a monitor shows events with: lines, or a picture.
protocol MonitorOutput: AnyObject {
  /// Whether a contact is down, so that time matters.
  var isTouched: Bool { get }
  /// Takes an event of a source.
  func handle(_ event: InputEvent)
  /// Takes a gesture that was recognized.
  func show(_ gesture: MonitorGesture)
  /// Takes note that time has passed; called every second while something touches.
  func tick(at moment: Timestamp)
  /// Takes a problem, one line.
  func note(_ problem: String)
  /// Shows what was taken.
  func flush()
}
