/// What is delivered to responders: the touches of one moment (contract 2.2).
///
/// One event object lives from the first finger down to the last finger up, as in UIKit; what it says changes from
/// frame to frame. It is open to subclassing so that a sender can let an event carry a payload up the chain.
open class Event {
  /// The moment of the last frame.
  @safe @exclusivity(unchecked) public internal(set) final var timestamp: Timestamp
  /// Every touch that is down or was lifted in this frame, in the order in which they came down.
  public final var allTouches: TouchSet { TouchSet(touches) }
  @safe @exclusivity(unchecked) final var touches: ContiguousArray<Touch> = []
  /// The control events of the delivery that is going on; empty outside of an action (contract 5.10).
  @safe @exclusivity(unchecked) public internal(set) final var controlEvents: Control.Events = []

  /// Creates an event without touches, for senders that make their own.
  public init(timestamp: Timestamp = Timestamp(microseconds: 0)) {
    self.timestamp = timestamp
  }

  /// The touches that belong to the view: those that hit it and were delivered to it.
  public func touches(for view: View) -> TouchSet {
    TouchSet(touches.filter { $0.view === view && $0.isDelivered })
  }

  /// The first touch that belongs to the view; allocates nothing.
  final func firstTouch(of view: View) -> Touch? {
    touches.first { $0.view === view && $0.isDelivered }
  }

  /// The touches that began in the window.
  public func touches(for window: Window) -> TouchSet {
    TouchSet(touches.filter { $0.window === window })
  }
}
