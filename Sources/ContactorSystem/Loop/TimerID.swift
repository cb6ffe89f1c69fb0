/// Names one call of `EventLoop.schedule(at:_:)`, so that it can be cancelled.
public struct TimerID: Hashable, Sendable {
  let rawValue: UInt64
}
