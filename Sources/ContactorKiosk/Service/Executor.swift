import ContactorInput
import ContactorLayout
import ContactorSystem

/// Runs what `run` actions ask for and says in one line what went wrong with them.
final class Executor {
  private let runner: ProcessRunner
  private let complain: (String) -> Void

  init(_ loop: EventLoop, complain: @escaping (String) -> Void) {
    runner = ProcessRunner(loop: loop)
    self.complain = complain
  }

  /// How many programs are running.
  var childCount: Int { runner.childCount }

  /// Starts the program; returns at once.
  func execute(_ run: RunAction, _ argv: [String], _ environment: [String: String], file: String) {
    runner.run(argv: argv, directory: run.directory, environment: environment, timeout: run.timeout) {
      [complain] outcome in
      switch outcome {
      case .exited(0): break
      case .failedToStart(_, let message): complain("\(file):\(run.mark): run: \(message)")
      default: complain("\(file):\(run.mark): run: \(argv[0]): \(outcome)")
      }
    }
  }

  /// Stops looking after the programs.
  func shutdown() { runner.shutdown() }
}
