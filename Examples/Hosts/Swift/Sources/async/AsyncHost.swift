// A host on the main actor: touches are an asynchronous sequence. Run it: swift run async [RECORDING]
internal import ContactorCore
internal import ContactorSystem
internal import HostPanel

/// The engine on the main actor, beside the rest of an application.
@MainActor final class AsyncHost {
  private let panel = Panel()
  private var sleeper: Task<Void, Never>?

  func run(_ touches: some AsyncSequence<InputEvent, Never>) async {
    for await event in touches {
      panel.handle(event)
      meetDeadline()
    }
    sleeper?.cancel()
  }

  /// Sleeps until time alone changes something; a frame that comes before sets another moment.
  private func meetDeadline() {
    sleeper?.cancel()
    guard let deadline = panel.application.nextDeadline else { return }
    sleeper = Task {
      try? await Task.sleep(for: deadline - MonotonicClock.now)
      guard !Task.isCancelled else { return }
      panel.application.advance(to: deadline)
      meetDeadline()
    }
  }
}

@main enum Main {
  static func main() async {
    show("ready")
    await AsyncHost().run(touches(of: CommandLine.arguments.dropFirst().first))
  }
}
