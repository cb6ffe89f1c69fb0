import ContactorCore
import ContactorLayout
import ContactorSystem
public import ContactorTrace
import Glibc

/// A change of a touch that is sent to a running kiosk.
public struct ScriptedTouch: Hashable, Sendable {
  /// When, in microseconds from the script's first touch.
  public var time: Int64
  /// The touch's number.
  public var touch: Int32
  /// `began`, `moved`, `ended` or `cancelled`.
  public var phase: String
  /// The place from the left, in points.
  public var x: Double
  /// The place from the top, in points.
  public var y: Double

  /// Creates a touch.
  public init(time: Int64, touch: Int32, phase: String, x: Double, y: Double) {
    (self.time, self.touch, self.phase, self.x, self.y) = (time, touch, phase, x, y)
  }

  /// The touches of a script or a log; `-` is standard input.
  ///
  /// - Throws: `TraceError` with file and line.
  public static func touches(path: String) throws(TraceError) -> [ScriptedTouch] {
    let source = try FileSource(path: path)
    return try touches(of: try source.text(limit: 64 << 20), file: source.name)
  }

  static func touches(of text: String, file: String) throws(TraceError) -> [ScriptedTouch] {
    var touches: [ScriptedTouch] = []
    var start: Timestamp?
    var secure: Set<Int32> = []
    for step in try ScriptReader.steps(of: text, file: file) {
      guard case .event(.frame(let frame)) = step else { continue }
      let begin = start ?? frame.timestamp
      start = begin
      for contact in frame.contacts where contact.phase != .stationary {
        // A touch without a place has none to its end.
        if contact.phase == .began { secure.remove(contact.trackingID) }
        if !contact.location.isFinite { secure.insert(contact.trackingID) }
        guard !secure.contains(contact.trackingID) else { continue }
        touches.append(
          ScriptedTouch(
            time: frame.timestamp.microseconds(since: begin), touch: contact.trackingID, phase: contact.phase.name,
            x: contact.location.x, y: contact.location.y))
      }
    }
    return touches
  }

  /// Sends the touches at their times, the first at once.
  public static func play(_ touches: [ScriptedTouch], to client: inout ControlClient) throws(ControlClient.Failure) {
    let begin = MonotonicClock.now
    for touch in touches {
      let wait = begin.advanced(byMicroseconds: touch.time).microseconds(since: MonotonicClock.now)
      if wait > 0 {
        var span = timespec(tv_sec: Int(wait / 1_000_000), tv_nsec: Int(wait % 1_000_000) * 1000)
        unsafe nanosleep(&span, nil)
      }
      _ = try client.request(
        "inject",
        [
          ("touch", .number(Double(touch.touch))), ("phase", .text(touch.phase)), ("x", .number(touch.x)), ("y", .number(touch.y)),
        ])
    }
  }
}
