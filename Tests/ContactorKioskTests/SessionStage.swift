import ContactorCore
@testable import ContactorKiosk
@testable import ContactorLayout
@testable import ContactorReport
import ContactorSystem
import ContactorTrace

/// A session with its log.
final class SessionStage {
  private(set) var lines: [String] = []
  private(set) var session: LayoutSession!
  private var time: Int64 = 0
  /// The programs that were started, as their arguments, and have not been ended by `end(_:_:)`.
  private(set) var running: [(argv: String, ended: LayoutSession.ProgramEnded)] = []
  /// All programs that were started.
  private(set) var started: [String] = []

  /// - Parameter runs: whether programs are run, as in a kiosk: the test ends them.
  init(_ text: String, runs: Bool = false) throws {
    let writer = LogWriter { [weak self] bytes in
      self?.lines += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    let execute: LayoutSession.Execute = { [weak self] in self?.start($1, $3) }
    session = LayoutSession(layout: try Self.parse(text), log: writer, execute: runs ? execute : nil)
  }

  private func start(_ argv: [String], _ ended: @escaping LayoutSession.ProgramEnded) {
    started.append(argv.joined(separator: " "))
    if argv[0] == "missing" { return ended(.failedToStart(errno: 2, message: "missing: no such program"), Timestamp(microseconds: 0)) }
    if argv[0] == "quick" { return ended(.exited(0), Timestamp(microseconds: 0)) }
    running.append((argv.joined(separator: " "), ended))
  }

  /// Ends the oldest program with these arguments 5 ms later.
  func end(_ argv: String, _ outcome: ProcessOutcome = .exited(0)) {
    time += 5000
    guard let index = running.firstIndex(where: { $0.argv == argv }) else { return }
    running.remove(at: index).ended(outcome, Timestamp(microseconds: time))
  }

  static func parse(_ text: String) throws(LayoutError) -> Layout {
    try Layout.parse(Array(("contactor: 1\n" + text).utf8), file: "k.yaml")
  }

  func plug(_ number: UInt32, path: String = "", size: Size? = nil, after microseconds: Int64 = 0) {
    time += microseconds
    var panel = TouchDevice(id: DeviceID(rawValue: number), node: "/dev/input/event\(number)", name: "pad")
    panel.physicalPath = path
    panel.size = size
    session.handle(.deviceAdded(panel, at: Timestamp(microseconds: time)))
  }

  func touch(_ phase: TouchPhase, _ x: Double, _ y: Double, id: Int32 = 1, device: UInt32 = 1) {
    time += 10_000
    let contact = Contact(trackingID: id, slot: id, phase: phase, location: Point(x: x, y: y))
    session.handle(
      .frame(
        TouchFrame(
          device: DeviceID(rawValue: device), timestamp: Timestamp(microseconds: time), contacts: [contact])))
  }

  func tap(_ x: Double, _ y: Double) {
    touch(.began, x, y)
    touch(.ended, x, y)
  }

  func wait(_ microseconds: Int64) {
    time += microseconds
    session.advance(to: Timestamp(microseconds: time))
  }

  /// The log of a script on a layout.
  static func log(of script: String, on layout: String) throws -> String {
    var log: [UInt8] = []
    let writer = LogWriter { log += $0 }
    var reader = try TraceReader(MemorySource(script, name: "s"))
    try Replay(layout: parse(layout), log: writer).run(&reader)
    return String(decoding: log, as: UTF8.self)
  }

  /// The lines since the last call, each cut down to the views and events in it.
  func take() -> [String] {
    defer { lines = [] }
    return lines.map { line in
      line.replacing(/\{"t":\d+,"kind":"/, with: "").replacing(/["{}\[\]]/, with: "")
    }
  }
}
