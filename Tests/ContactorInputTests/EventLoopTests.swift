import ContactorCore
import ContactorInput
import ContactorSystem
import Glibc
import Testing

/// Collects what handlers do, in order.
final class Diary {
  var lines: [String] = []
}

/// A pipe that closes itself.
final class Pipe {
  let reader: Int32
  let writer: Int32

  init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0)
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  func send() {
    _ = write(writer, "x", 1)
  }

  func receive() {
    var byte: UInt8 = 0
    _ = read(reader, &byte, 1)
  }
}

@Suite struct EventLoopTests {
  let diary = Diary()

  @Test func `the clock for hosts is the loop's, and never steps back`() throws {
    let loop = try EventLoop()
    let before = MonotonicClock.now
    let between = loop.now
    #expect(before.microseconds > 0 && before <= between && between <= MonotonicClock.now)
  }

  @Test func `timers fire in the order of their times, then of their scheduling`() throws {
    let loop = try EventLoop()
    let start = loop.now
    for (name, delay) in [("late", 3000), ("first", 1000), ("second", 1000), ("past", -5)]
      as [(String, Int64)]
    {
      loop.schedule(at: start + .microseconds(delay)) { [diary] in diary.lines.append(name) }
    }
    loop.schedule(at: start + .milliseconds(4)) { loop.stop() }
    try loop.run()
    #expect(diary.lines == ["past", "first", "second", "late"])
    #expect(loop.now - start >= .milliseconds(4))
  }

  @Test func `a cancelled timer does not fire, not even when it is due in the same round`() throws {
    let loop = try EventLoop()
    let start = loop.now
    let early = loop.schedule(at: start + .microseconds(500)) { [diary] in diary.lines.append("early") }
    loop.cancel(early)
    loop.cancel(early)
    var second: TimerID?
    loop.schedule(at: start - .microseconds(2)) { [diary] in
      diary.lines.append("first")
      if let second { loop.cancel(second) }
    }
    second = loop.schedule(at: start - .microseconds(1)) { [diary] in diary.lines.append("second") }
    loop.schedule(at: start + .milliseconds(1)) { loop.stop() }
    try loop.run()
    #expect(diary.lines == ["first"])
  }

  @Test func `what a cancelled timer's handler held may use the loop as it is released`() throws {
    final class Owner {
      let release: () -> Void
      init(_ release: @escaping () -> Void) { self.release = release }
      deinit { release() }
    }
    let loop = try EventLoop()
    let later = loop.schedule(at: loop.now + .seconds(60)) { [diary] in diary.lines.append("later") }
    var owner: Owner? = Owner { [diary] in
      loop.cancel(later)
      loop.schedule(at: loop.now) { diary.lines.append("released") }
    }
    let held = loop.schedule(at: loop.now + .seconds(60)) { [owner] in _ = owner }
    owner = nil
    loop.cancel(held)
    try loop.runOnce(timeout: .seconds(10))
    #expect(diary.lines == ["released"])
  }

  @Test func `signals whose watch has failed can be watched later`() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError.self) { try loop.watchSignals([-1]) { _ in } }
    try loop.watchSignals([SIGURG]) { [diary] in diary.lines.append("\($0)") }
    raise(SIGURG)
    try loop.runOnce(timeout: .seconds(10))
    #expect(diary.lines == ["\(SIGURG)"])
  }

  @Test func `a timer that schedules itself at once does not starve the loop`() throws {
    let loop = try EventLoop()
    unowned let kept = loop
    func again() {
      diary.lines.append("timer")
      kept.schedule(at: kept.now, again)
    }
    loop.schedule(at: loop.now, again)
    try loop.runOnce(timeout: .seconds(1))
    #expect(diary.lines == ["timer"])
    try loop.runOnce(timeout: .seconds(1))
    #expect(diary.lines == ["timer", "timer"])
  }

  @Test func `a pipe wakes the loop until it is read`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    try loop.watch(pipe.reader) { [diary] in
      diary.lines.append("pipe")
      pipe.receive()
    }
    try loop.dispatch()
    #expect(diary.lines == [])
    pipe.send()
    try loop.runOnce()
    try loop.dispatch()
    #expect(diary.lines == ["pipe"])
  }

  @Test func `a handler may unwatch itself and close its descriptor`() throws {
    let loop = try EventLoop()
    var pipe: Pipe? = Pipe()
    pipe?.send()
    let fd = try #require(pipe?.reader)
    try loop.watch(fd) { [diary] in
      diary.lines.append("once")
      loop.unwatch(fd)
      pipe = nil
    }
    try loop.runOnce()
    try loop.dispatch()
    loop.unwatch(fd)
    #expect(diary.lines == ["once"])
  }

  @Test func `a handler may unwatch others that are ready in the same round`() throws {
    let loop = try EventLoop()
    let pipes = [Pipe(), Pipe(), Pipe()]
    for pipe in pipes {
      pipe.send()
      try loop.watch(pipe.reader) { [diary] in
        diary.lines.append("one")
        for pipe in pipes { loop.unwatch(pipe.reader) }
      }
    }
    try loop.runOnce()
    try loop.dispatch()
    #expect(diary.lines == ["one"])
  }

  /// The lowest free number from 700 on; other tests, which run meanwhile, take the lowest of all.
  private func duplicate(_ descriptor: Int32) throws -> Int32 {
    let number = fcntl(descriptor, F_DUPFD_CLOEXEC, 700)
    try #require(number >= 0)
    return number
  }

  @Test func `a new descriptor with a closed one's number gets none of its events`() throws {
    let loop = try EventLoop()
    let (first, second, fresh) = (Pipe(), Pipe(), Pipe())
    let number = try duplicate(second.reader)
    first.send()
    second.send()
    try loop.watch(first.reader) { [diary, unowned loop] in
      first.receive()
      loop.unwatch(number)
      close(number)
      #expect((try? duplicate(fresh.reader)) == number)
      try? loop.watch(number) { diary.lines.append("stale") }
    }
    try loop.watch(number) {}
    // Which of the two comes first is the kernel's choice; a second turn serves the other.
    try loop.dispatch()
    try loop.dispatch()
    #expect(diary.lines == [])
    close(number)
  }

  @Test func `a loop in a loop is ready when one of its own descriptors is`() throws {
    let outer = try EventLoop()
    let inner = try EventLoop()
    try outer.watch(inner.fileDescriptor) { try? inner.dispatch() }
    inner.schedule(at: inner.now + .milliseconds(1)) { [diary] in diary.lines.append("inner") }
    try outer.runOnce(timeout: .seconds(1))
    #expect(diary.lines == ["inner"])
  }

  @Test func `stopping leaves the rest for the next run`() throws {
    let loop = try EventLoop()
    loop.schedule(at: loop.now) { [diary] in
      diary.lines.append("first")
      loop.stop()
    }
    loop.schedule(at: loop.now) { [diary] in
      diary.lines.append("second")
      loop.stop()
    }
    try loop.run()
    #expect(diary.lines == ["first"])
    try loop.run()
    #expect(diary.lines == ["first", "second"])
  }

  @Test func `run returns at once if the loop was stopped before`() throws {
    let loop = try EventLoop()
    loop.stop()
    try loop.run()
  }

  @Test func `runOnce gives up after its time`() throws {
    let loop = try EventLoop()
    let start = loop.now
    try loop.runOnce(timeout: .milliseconds(2))
    #expect(loop.now - start >= .milliseconds(2))
  }

  @Test func `signals come through the loop`() throws {
    let loop = try EventLoop()
    try loop.watchSignals([SIGUSR1]) { [diary] in diary.lines.append("usr1 \($0 == SIGUSR1)") }
    try loop.watchSignals([SIGUSR2]) { [diary] in diary.lines.append("usr2 \($0 == SIGUSR2)") }
    // To this thread, which has them blocked; the process's other threads have not.
    pthread_kill(pthread_self(), SIGUSR1)
    pthread_kill(pthread_self(), SIGUSR2)
    try loop.runOnce(timeout: .seconds(1))
    try loop.dispatch()
    #expect(diary.lines == ["usr1 true", "usr2 true"])
  }

  @Test func `what cannot be watched is an error`() throws {
    let loop = try EventLoop()
    let error = #expect(throws: SystemError.self) { try loop.watch(-1) {} }
    #expect(error?.place == "epoll_ctl")
    #expect(error?.errno == EBADF)
    #expect(throws: SystemError.self) { try loop.watchSignals([4000]) { _ in } }
  }
}
