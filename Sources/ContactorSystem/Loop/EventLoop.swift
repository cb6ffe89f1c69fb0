internal import CContactorSystem
public import ContactorCore
internal import Glibc

/// Waits for file descriptors, timers and signals in one thread, and calls a handler for each.
///
/// At rest it sleeps in `epoll_wait()` and nothing wakes it. It is not `Sendable`: the thread that runs it calls all
/// of its methods. Handlers may do anything to the loop: watch, unwatch (then close) any descriptor, schedule and cancel
/// timers, and stop it. A program with a loop of its own waits for `fileDescriptor` to be readable and calls
/// `dispatch()`.
public final class EventLoop {
  private struct Watch {
    let token: UInt64
    let handler: () -> Void
  }

  private let epoll: Epoll
  private let timer: TimerDescriptor
  @safe @exclusivity(unchecked) private var watches: [Int32: Watch] = [:]
  private var lastGeneration: UInt32 = 0
  private var timers = TimerQueue()
  @safe @exclusivity(unchecked) private var isStopping = false
  /// The signals that are watched; `nil` until the first one is.
  var signals: SignalWatch?

  /// Creates a loop that waits for nothing.
  ///
  /// - Throws: `SystemError` when the process has no descriptors left.
  public init() throws(SystemError) {
    let epoll = try Epoll()
    let timer = try TimerDescriptor()
    self.epoll = epoll
    self.timer = timer
    let timerFD = self.timer.rawValue
    try watch(timerFD) { [unowned self] in fireTimers() }
  }

  /// The loop's own descriptor, readable while `dispatch()` has something to do.
  public var fileDescriptor: Int32 { epoll.rawValue }

  /// The moment on the clock that timers and input devices share; `clock_gettime(CLOCK_MONOTONIC)`.
  public var now: Timestamp { MonotonicClock.now }

  /// Calls `handler` whenever `fd` has something to read or is hung up, until `unwatch(_:)`.
  ///
  /// A descriptor that is watched already gets the new handler. The descriptor stays the caller's: unwatch it before
  /// closing it. The corresponding C function is `epoll_ctl()`.
  ///
  /// - Throws: `SystemError`, for a descriptor that cannot be waited for (a regular file).
  public func watch(_ fd: Int32, _ handler: @escaping () -> Void) throws(SystemError) {
    unwatch(fd)
    // The generation tells a descriptor from an earlier one with the same number whose event is still in the batch.
    lastGeneration &+= 1
    let token = UInt64(lastGeneration) << 32 | UInt64(UInt32(bitPattern: fd))
    try epoll.add(fd, token: token)
    watches[fd] = Watch(token: token, handler: handler)
  }

  /// Calls the handler of a watched descriptor also when the descriptor takes bytes, until this is set to `false`.
  ///
  /// A descriptor that is not watched stays so. The corresponding C function is `epoll_ctl()`.
  ///
  /// - Throws: `SystemError`, for a descriptor that was closed while it was watched.
  public func setWaitsForRoom(_ waits: Bool, on fd: Int32) throws(SystemError) {
    guard let watch = watches[fd] else { return }
    try epoll.change(fd, token: watch.token, waitsForRoom: waits)
  }

  /// Stops watching `fd`; nothing happens if it is not watched.
  public func unwatch(_ fd: Int32) {
    guard watches.removeValue(forKey: fd) != nil else { return }
    epoll.remove(fd)
  }

  /// Calls `handler` once, as soon as the clock has reached `time`; a moment in the past means at once.
  ///
  /// Timers fire in the order of their times, those of one moment in the order of their scheduling. A timer that a
  /// timer's handler schedules never fires in the same round.
  @discardableResult
  public func schedule(at time: Timestamp, _ handler: @escaping () -> Void) -> TimerID {
    let id = timers.schedule(at: time, every: nil, handler)
    timer.arm(timers.nextDeadline)
    return id
  }

  /// Forgets a timer; nothing happens if it has fired.
  public func cancel(_ id: TimerID) {
    // The handler is released after the access to the queue: what it holds may use the loop as it goes.
    let cancelled = timers.cancel(id)
    timer.arm(timers.nextDeadline)
    _ = consume cancelled
  }

  /// Runs until `stop()`; returns at once if the loop was stopped since it last ran.
  ///
  /// - Throws: `SystemError` if `epoll_wait()` fails.
  public func run() throws(SystemError) {
    while !isStopping {
      try turn(milliseconds: -1)
    }
    isStopping = false
  }

  /// Waits once for at most `timeout`, for ever if it is `nil`, and calls the handlers that are due.
  ///
  /// - Throws: `SystemError` if `epoll_wait()` fails.
  public func runOnce(timeout: Duration? = nil) throws(SystemError) {
    // Rounded up, so that waiting for a moment never spins in front of it.
    let milliseconds = timeout.map { time in
      let (whole, rest) = time.positiveMicroseconds.quotientAndRemainder(dividingBy: 1000)
      return Int32(clamping: rest > 0 ? whole + 1 : whole)
    }
    try turn(milliseconds: milliseconds ?? -1)
    isStopping = false
  }

  /// Calls the handlers that are due, without waiting, for a program with a loop of its own.
  ///
  /// - Throws: `SystemError` if `epoll_wait()` fails.
  public func dispatch() throws(SystemError) {
    try runOnce(timeout: .zero)
  }

  /// Makes `run()` return after the handler that is running now.
  ///
  /// What was left waits for the next run.
  public func stop() {
    isStopping = true
  }

  private func turn(milliseconds: Int32) throws(SystemError) {
    var tokens = Epoll.Tokens(repeating: 0)
    let count = try epoll.wait(&tokens, milliseconds: milliseconds)
    for index in 0..<count {
      let token = tokens[index]
      let fd = Int32(bitPattern: UInt32(truncatingIfNeeded: token))
      guard let watch = watches[fd], watch.token == token else { continue }
      watch.handler()
      if isStopping { return }
    }
  }

  private func fireTimers() {
    timer.acknowledge()
    timers.beginPass()
    let time = now
    while !isStopping, let due = timers.popDue(at: time) {
      due.body()
    }
    timer.arm(timers.nextDeadline)
  }
}

extension EventLoop {
  /// Calls `handler` with the number of each of the signals as it comes, instead of what the signal does otherwise.
  ///
  /// The signals are blocked in the calling thread (call this before other threads are started, which inherit that)
  /// and stay blocked after the loop is gone. Child processes inherit the mask, so reset it in them. Signals already
  /// watched get the new handler. The corresponding C functions are `pthread_sigmask()` and `signalfd()`.
  ///
  /// - Throws: `SystemError`, for a number that is no signal.
  public func watchSignals(
    _ numbers: [Int32], _ handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    if let signals = self.signals { return try signals.add(numbers, handler) }
    let signals = try SignalWatch()
    try signals.add(numbers, handler)
    try self.watch(signals.fileDescriptor) { signals.dispatch() }
    self.signals = signals
  }
}

/// Blocks signals and reads them from a descriptor instead; `pthread_sigmask()`, `signalfd()`.
final class SignalWatch {
  private let descriptor: FileDescriptor
  private var handlers: [Int32: (Int32) -> Void] = [:]

  /// Watches no signal yet.
  init() throws(SystemError) {
    descriptor = try FileDescriptor(unsafe cct_signals_watch(-1, [], 0), place: "signalfd")
  }

  /// The descriptor, readable while signals wait.
  var fileDescriptor: Int32 { descriptor.rawValue }

  /// Blocks the signals in this thread and calls `handler` for each of them from now on.
  func add(_ signals: [Int32], _ handler: @escaping (Int32) -> Void) throws(SystemError) {
    let all = Set(handlers.keys).union(signals).sorted()
    let result = unsafe cct_signals_watch(fileDescriptor, all, UInt32(all.count))
    guard result >= 0 else { throw SystemError(errno: -result, place: "signalfd") }
    for signal in signals {
      handlers[signal] = handler
    }
  }

  /// Calls the handlers of the signals that have come.
  func dispatch() {
    while case let signal = cct_signals_next(fileDescriptor), signal > 0 {
      handlers[signal]?(signal)
    }
  }
}
