// Which of the two modules `timespec` belongs to depends on the order in which the compiler meets them.
internal import CContactorSystem
internal import Glibc

/// A value that threads use one at a time, with a condition to wait for.
///
/// The mutex is the C library's and not the standard library's `Mutex`: ThreadSanitizer does not know the latter and takes
/// each use of its value for a race.
@safe package final class Guarded<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// Guards a value.
  package init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Calls the body when no other thread is in one.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// Calls the body as `withLock(_:)` does, then has waiting threads look again.
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    let result = withLock(body)
    unsafe pthread_cond_broadcast(condition)
    return result
  }

  /// Waits until the body returns a value: it is asked at once and after each `update(_:)`.
  ///
  /// - Parameter milliseconds: how long to wait at most; `nil` for without a limit.
  /// - Returns: the body's value, or `nil` when the time has passed.
  package func wait<Result>(milliseconds: Int64? = nil, until body: (inout Value) -> Result?) -> Result? {
    var end = timespec()
    if let milliseconds {
      unsafe clock_gettime(CLOCK_MONOTONIC, &end)
      let nanoseconds = Int64(end.tv_nsec) + milliseconds % 1000 * 1_000_000
      end.tv_sec += Int(milliseconds / 1000 + nanoseconds / 1_000_000_000)
      end.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      if milliseconds == nil {
        unsafe pthread_cond_wait(condition, mutex)
      } else if unsafe pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT {
        return body(&value)
      }
    }
  }
}

/// A thread beside the loop's: all signals are blocked in it, because they belong to the loop's thread.
package struct WorkerThread: Sendable {
  private let number: pthread_t

  /// Starts a thread that calls `body` once.
  ///
  /// Errors of writing come as `EPIPE` and `EFBIG` in it, not as signals that end the program. The corresponding C function
  /// is `pthread_create()`.
  package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    final class Work {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let work = unsafe Unmanaged.passRetained(Work(body))
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    var number = pthread_t()
    let failure = unsafe pthread_create(
      &number, nil,
      { pointer in
        if let pointer = unsafe pointer { unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    guard failure == 0 else {
      unsafe work.release()
      throw SystemError(errno: failure, place: "thread")
    }
    self.number = number
  }

  /// Waits for the thread's end; call this or `detach()`, once.
  package func join() { pthread_join(number, nil) }

  /// Lets the thread end by itself.
  package func detach() { pthread_detach(number) }
}

/// A pipe by which one thread wakes another.
package struct WakePipe: ~Copyable, Sendable {
  private let input: FileDescriptor
  private let output: FileDescriptor

  /// Makes a pipe that nothing is in; `pipe()`.
  package init() throws(SystemError) {
    var ends: InlineArray<2, Int32> = [-1, -1]
    var span = ends.mutableSpan
    let result = unsafe span.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress) }
    guard result == 0 else { throw SystemError(errno: errno, place: "pipe") }
    for index in 0..<2 {
      _ = fcntl(ends[index], F_SETFL, O_NONBLOCK)
      _ = fcntl(ends[index], F_SETFD, FD_CLOEXEC)
    }
    input = FileDescriptor(owning: ends[0])
    output = FileDescriptor(owning: ends[1])
  }

  /// The end that is readable after a signal.
  package var reading: Int32 { input.rawValue }

  /// Makes the pipe readable; it stays readable until `empty()`.
  package func signal() {
    let byte: UInt8 = 0
    _ = unsafe withUnsafeBytes(of: byte) { unsafe SystemCalls.kernel.write(output.rawValue, $0) }
  }

  /// Waits for a signal, for ever if `milliseconds` is negative, and takes it.
  package func wait(milliseconds: Int32) {
    var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, milliseconds)
    empty()
  }

  /// Takes all signals.
  package func empty() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while unsafe SystemCalls.kernel.readSome(reading, into: buffer) > 0 {}
    }
  }
}

/// A pipe that threads share: it is there as long as one of them knows it.
package final class SharedWakePipe: Sendable {
  private let pipe: WakePipe

  /// Makes a pipe that nothing is in; `pipe()`.
  package init() throws(SystemError) { pipe = try WakePipe() }

  /// The end that is readable after a signal.
  package var reading: Int32 { pipe.reading }

  /// Makes the pipe readable; it stays readable until `empty()`.
  package func signal() { pipe.signal() }

  /// Waits for a signal, for ever if `milliseconds` is negative, and takes it.
  package func wait(milliseconds: Int32) { pipe.wait(milliseconds: milliseconds) }

  /// Takes all signals.
  package func empty() { pipe.empty() }
}
