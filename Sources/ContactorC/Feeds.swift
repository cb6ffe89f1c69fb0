// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorCore
import ContactorSystem

/// Contacts that a C host feeds by hand.
final class HostFeed {
  @safe @exclusivity(unchecked) var feed: ContactFeed
  /// From the host's clock to the engine's, in microseconds; `nil` before the first frame, and where the host's clock is the engine's.
  private var offset: Int64?
  private let isMonotonic: Bool

  init(_ device: DeviceID, _ clock: HostClock, isMonotonic: Bool) {
    feed = ContactFeed(device: device, clock: clock)
    self.isMonotonic = isMonotonic
  }

  /// A moment of the host's clock on the engine's.
  ///
  /// An event is seen some time after it happened; the smallest such delay so far is taken for none.
  func time(at ticks: UInt64) -> Timestamp {
    let time = feed.clock.timestamp(at: ticks)
    guard isMonotonic else { return time }
    let delay = MonotonicClock.now.microseconds(since: time)
    let least = min(offset ?? delay, delay)
    offset = least
    return time.advanced(byMicroseconds: least)
  }
}

extension HostFeed: HandleObject {
  static var objectKind: ObjectKind { .feed }
}

/// Finds a feed and changes it; nothing else of the engine changes before the frame, and nothing is called.
@inline(__always)
private func change(_ handle: Handle?, _ body: (inout ContactFeed) -> Void) -> contactor_result {
  guard let feed = unsafe peek(handle, HostFeed.self) else { return unsafe refuse(handle, HostFeed.self) }
  unsafe feed._withUnsafeGuaranteedRef { body(&$0.feed) }
  return CONTACTOR_OK
}

@c @implementation
public func contactor_feed_create(
  _ engine: OpaquePointer?, _ bits: Int32, _ ticks: Int64, _ feed: UnsafeMutablePointer<OpaquePointer?>?
) -> contactor_result {
  unsafe performEngine(engine) { engine in
    guard let feed = unsafe feed else { throw Failure.null("feed") }
    guard let width = HostClock.Width(rawValue: Int(bits)) else { throw Failure.value("a clock has 32 or 64 bits") }
    guard ticks >= 1 else { throw Failure.value("a clock has at least 1 tick per second") }
    let clock = HostClock(width, ticksPerSecond: Int(clamping: ticks))
    let made = HostFeed(DeviceID(rawValue: engine.nextFeedDevice), clock, isMonotonic: engine.isMonotonic)
    engine.nextFeedDevice &+= 1
    unsafe feed.pointee = try engine.handle(of: made)
  }
}

@c @implementation
public func contactor_feed_device(_ feed: OpaquePointer?, _ device: UnsafeMutablePointer<UInt32>?) -> contactor_result {
  attempt {
    let (_, feed) = unsafe try find(feed, HostFeed.self)
    guard let device = unsafe device else { throw Failure.null("device") }
    unsafe device.pointee = feed.feed.device.rawValue
  }
}

@c @implementation
public func contactor_feed_down(_ feed: OpaquePointer?, _ id: Int64, _ x: Double, _ y: Double) -> contactor_result {
  unsafe change(feed) { $0.down(id, at: Point(x: x, y: y)) }
}

@c @implementation
public func contactor_feed_moved(_ feed: OpaquePointer?, _ id: Int64, _ x: Double, _ y: Double) -> contactor_result {
  unsafe change(feed) { $0.moved(id, at: Point(x: x, y: y)) }
}

@c @implementation
public func contactor_feed_up(_ feed: OpaquePointer?, _ id: Int64) -> contactor_result {
  unsafe change(feed) { $0.up(id) }
}

@c @implementation
public func contactor_feed_up_at(_ feed: OpaquePointer?, _ id: Int64, _ x: Double, _ y: Double) -> contactor_result {
  unsafe change(feed) { $0.up(id, at: Point(x: x, y: y)) }
}

@c @implementation
public func contactor_feed_cancelled(_ feed: OpaquePointer?, _ id: Int64) -> contactor_result {
  unsafe change(feed) { $0.cancelled(id) }
}

@c @implementation
public func contactor_feed_cancel_all(_ feed: OpaquePointer?) -> contactor_result {
  unsafe change(feed) { $0.cancelAll() }
}

@c @implementation
public func contactor_feed_frame(_ feed: OpaquePointer?, _ ticks: UInt64) -> contactor_result {
  unsafe perform(feed, HostFeed.self) { engine, feed in
    let time = feed.time(at: ticks)
    engine.handle(.frame(feed.feed.frame(at: time)))
  }
}

@c @implementation
public func contactor_feed_destroy(_ feed: OpaquePointer?) -> contactor_result {
  unsafe perform(feed, HostFeed.self) { engine, feed in
    feed.feed.cancelAll()
    if !feed.feed.isEmpty { engine.handle(.frame(feed.feed.frame(at: engine.application.now))) }
    engine.application.route(feed.feed.device, to: nil)
    engine.drop(feed)
  }
}
