// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorCore
import ContactorSystem

/// One descriptor for everything that an engine waits for: its sources, and its deadline as a kernel timer.
final class EngineWaiting {
  private let epoll: Epoll
  private let timer: TimerDescriptor
  /// The deadline that the timer is armed for, so that it is armed only for another one.
  private var armed: Timestamp?
  private var isArmed = false

  init() throws {
    epoll = try Epoll()
    timer = try TimerDescriptor()
    try epoll.add(timer.rawValue, token: 0)
  }

  var descriptor: Int32 { epoll.rawValue }

  func add(_ descriptor: Int32) throws { try epoll.add(descriptor, token: 1) }

  func remove(_ descriptor: Int32) { epoll.remove(descriptor) }

  func arm(_ deadline: Timestamp?) {
    if isArmed, armed == deadline { return }
    if !isArmed, deadline == nil { return }
    timer.arm(deadline)
    (armed, isArmed) = (deadline, true)
  }

  /// Takes note of a deadline that has passed.
  func acknowledge() {
    timer.acknowledge()
    isArmed = false
    armed = nil
  }

  var deadline: Timestamp? { armed }
}

extension Engine {
  /// What a host waits for.
  func waitingMade() throws -> EngineWaiting {
    guard isMonotonic else { throw Failure.state("the engine's clock is the host's: use contactor_engine_advance() and feeds") }
    if let waiting { return waiting }
    let made = try EngineWaiting()
    for source in sources { for descriptor in source.descriptors { try made.add(descriptor) } }
    waiting = made
    made.arm(nextWake)
    return made
  }

  /// Brings an engine with a monotonic clock to the present, before what begins now: its time is that of the last input.
  ///
  /// Not while fingers are down, whose moves may not be read yet: they come before what time alone does.
  func catchUp() {
    guard isMonotonic, !isBusy, application.event.allTouches.isEmpty else { return }
    advance(to: MonotonicClock.now)
  }

  /// Reads the sources and meets deadlines; the error of the first source that is broken.
  func dispatch() throws {
    let waiting = try waitingMade()
    if let armed = waiting.deadline, armed <= MonotonicClock.now { waiting.acknowledge() }
    var failure: (any Error)?
    let current = sources
    for source in current where !isDestroyed {
      do { try source.dispatch(self) } catch {
        failure = failure ?? error
        closeSource(source)
      }
    }
    if isDestroyed { return }
    let now = MonotonicClock.now
    if let deadline = nextDeadline, deadline <= now { advance(to: now) }
    if let failure { throw failure }
  }
}

@c @implementation
public func contactor_engine_fd(_ engine: OpaquePointer?) -> Int32 {
  var descriptor: Int32 = 0
  let result = unsafe performEngine(engine) { descriptor = try $0.waitingMade().descriptor }
  return result == CONTACTOR_OK ? descriptor : Int32(result.rawValue)
}

@c @implementation
public func contactor_engine_dispatch(_ engine: OpaquePointer?) -> contactor_result {
  unsafe performEngine(engine) { try $0.dispatch() }
}

@c @implementation
public func contactor_engine_deadline(_ engine: OpaquePointer?, _ time: UnsafeMutablePointer<Int64>?) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let time = unsafe time else { throw Failure.null("time_us") }
    unsafe time.pointee = engine.nextWake?.microseconds ?? .max
  }
}

@c @implementation
public func contactor_engine_timeout(_ engine: OpaquePointer?, _ milliseconds: UnsafeMutablePointer<Int32>?) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let milliseconds = unsafe milliseconds else { throw Failure.null("milliseconds") }
    _ = try engine.waitingMade()
    guard let deadline = engine.nextWake else { return unsafe milliseconds.pointee = -1 }
    let left = deadline.microseconds(since: MonotonicClock.now)
    unsafe milliseconds.pointee = left <= 0 ? 0 : Int32(clamping: (left - 1) / 1000 + 1)
  }
}

@c @implementation
public func contactor_engine_advance(_ engine: OpaquePointer?, _ time: Int64) -> contactor_result {
  unsafe performEngine(engine) { $0.advance(to: Timestamp(microseconds: time)) }
}

@c @implementation
public func contactor_engine_now(_ engine: OpaquePointer?, _ time: UnsafeMutablePointer<Int64>?) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let time = unsafe time else { throw Failure.null("time_us") }
    unsafe time.pointee = engine.application.now.microseconds
  }
}

@c @implementation
public func contactor_engine_at(
  _ engine: OpaquePointer?, _ time: Int64, _ callback: contactor_action?, _ user: UnsafeMutableRawPointer?, _ release: contactor_release?,
  _ timer: UnsafeMutablePointer<UInt64>?
) -> contactor_result {
  let data = unsafe UserData(user, release)
  return unsafe performEngine(engine) { engine in
    guard let callback = unsafe callback else { throw Failure.null("callback") }
    let number = engine.newNumber()
    engine.timers[number] = engine.application.schedule(at: Timestamp(microseconds: time)) { [weak engine] in
      engine?.timers[number] = nil
      unsafe callback(data.user, nil, nil)
    }
    unsafe timer?.pointee = number
  }
}

@c @implementation
public func contactor_engine_cancel_timer(_ engine: OpaquePointer?, _ timer: UInt64) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let token = engine.timers.removeValue(forKey: timer) else {
      throw Failure(CONTACTOR_ERROR_NOT_FOUND, "no timer has this number any more")
    }
    engine.application.cancel(token)
  }
}
