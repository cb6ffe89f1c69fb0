import ContactorCore
import ContactorSystem

/// Sees that there is a guard while panels are taken over: begins it with the first one, and begins another if it ends.
final class PanelGuardian {
  /// The least and the greatest pause before another guard is begun.
  private static let pauses = (least: Duration.seconds(1), greatest: Duration.seconds(64))

  private let loop: EventLoop
  private let program: [String]
  private let complain: (String) -> Void
  private var process: GuardProcess?
  private var nodes: [String] = []
  private var restart: TimerID?
  /// The pause before the next guard that is begun because one has ended: doubled each time, until a guard lives for longer than it.
  private var pause = PanelGuardian.pauses.least
  private var begun = Timestamp(microseconds: 0)

  /// - Parameters:
  ///   - program: the guard's program with its arguments; empty for no guard.
  ///   - complain: gets each problem as one line without prefix.
  init(_ loop: EventLoop, program: [String], complain: @escaping (String) -> Void) {
    self.loop = loop
    self.program = program
    self.complain = complain
  }

  /// Has a panel given back should this process be killed.
  func add(_ node: String) {
    nodes.append(node)
    guard process == nil else { return process?.add(node) ?? () }
    if restart == nil { begin() }
  }

  /// Forgets a panel, which was given back or is gone.
  func remove(_ node: String) {
    if let index = nodes.firstIndex(of: node) { nodes.remove(at: index) }
    process?.remove(node)
  }

  /// Ends the guard.
  func stop() {
    nodes = []
    if let restart { loop.cancel(restart) }
    restart = nil
    process?.close(loop)
    process = nil
  }

  private func begin() {
    guard !program.isEmpty, !nodes.isEmpty else { return }
    begun = loop.now
    do throws(SystemError) {
      let process = try GuardProcess(program: program)
      try process.watch(loop) { [unowned self] in processEnded() }
      for node in nodes { process.add(node) }
      self.process = process
    } catch {
      complain("panels are not guarded: should this program be killed, their readers hear wrong places at first: \(error)")
    }
  }

  private func processEnded() {
    process?.close(loop)
    process = nil
    if loop.now - begun > pause { pause = Self.pauses.least }
    let seconds = pause.components.seconds
    complain("the guard of the forwarded panels has ended; another one is started in \(seconds == 1 ? "a second" : "\(seconds) seconds")")
    restart = loop.schedule(at: loop.now + pause) { [unowned self] in
      restart = nil
      begin()
    }
    pause = min(pause * 2, Self.pauses.greatest)
  }
}
