import CContactorSystem
import ContactorSystem
import Glibc

/// The process that gives panels back should this one be killed; one for each service.
///
/// It reads from a pipe which panels are taken over, and does its work when the pipe ends: see `PanelGuard`. It gets no
/// descriptor of ours but the pipe, so that the kernel ends the grabs with this process.
final class GuardProcess {
  private let pipe: FileDescriptor
  /// The child's process id.
  let pid: Int32

  /// Starts the process.
  ///
  /// - Parameter program: the program and its arguments, which calls `GuardProcess.run()`.
  init(program: [String]) throws(SystemError) {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    let code = unsafe cct_pipe(&reading, &writing)
    guard code == 0 else { throw SystemError(errno: code, place: "pipe2") }
    let own = FileDescriptor(owning: writing)
    let others = FileDescriptor(owning: reading)
    pid = try Spawner.start(ProgramRequest(argv: program), input: others.rawValue)
    pipe = own
  }

  /// Calls a handler when the process has ended; `close(_:)` ends that.
  func watch(_ loop: EventLoop, _ ended: @escaping () -> Void) throws(SystemError) {
    // Of a pipe's writing end nothing else wakes the loop.
    try loop.watch(pipe.rawValue, ended)
  }

  /// Stops watching, and takes the exit status of a process that has ended.
  func close(_ loop: EventLoop) {
    loop.unwatch(pipe.rawValue)
    while waitpid(pid, nil, WNOHANG) < 0, errno == EINTR {}
  }

  /// Has a panel given back should this process be killed.
  func add(_ node: String) { write("+" + node) }

  /// Forgets a panel, which was given back or is gone.
  func remove(_ node: String) { write("-" + node) }

  private func write(_ line: String) {
    // Another guard takes the place of one that was killed.
    _ = unsafe Array((line + "\n").utf8).withUnsafeBytes { unsafe SystemCalls.kernel.write(pipe.rawValue, $0) }
  }
}
