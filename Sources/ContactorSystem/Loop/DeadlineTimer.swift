public import ContactorCore

/// A timer of a deadline that moves, as one does that every frame of touches pushes back.
///
/// A deadline that moves back costs nothing: the kernel's timer stays where it is, and is armed anew once it has woken the loop. At rest
/// that makes one wake-up too many at most.
public final class DeadlineTimer {
  private let loop: EventLoop
  private let handler: () -> Void
  private var deadline: Timestamp?
  private var scheduled: (id: TimerID, time: Timestamp)?

  /// Creates a timer without a deadline.
  ///
  /// - Parameters:
  ///   - loop: the loop that calls the handler.
  ///   - handler: is called once a deadline has come, which is forgotten before; may set another.
  public init(_ loop: EventLoop, _ handler: @escaping () -> Void) {
    self.loop = loop
    self.handler = handler
  }

  deinit {
    if let scheduled { loop.cancel(scheduled.id) }
  }

  /// Sets the deadline; `nil` for none.
  ///
  /// Takes constant time, and makes no system call where the deadline is no earlier than the last.
  public func set(_ time: Timestamp?) {
    deadline = time
    if let scheduled {
      if let time, time >= scheduled.time { return }
      self.scheduled = nil
      loop.cancel(scheduled.id)
    }
    schedule()
  }

  private func schedule() {
    guard let time = deadline else { return }
    scheduled = (loop.schedule(at: time) { [unowned self] in fire() }, time)
  }

  private func fire() {
    scheduled = nil
    guard let time = deadline else { return }
    guard time <= loop.now else { return schedule() }
    deadline = nil
    // The handler may release the last reference to this.
    withExtendedLifetime(self) { handler() }
  }
}
