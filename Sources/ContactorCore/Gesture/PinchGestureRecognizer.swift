/// Recognizes fingers that go apart or together; continuous (contract 9.2).
///
/// It begins when their distance has changed by `hysteresis`, and ends when fewer than two are left. With more than two
/// fingers it is twice their mean distance from the middle.
open class PinchGestureRecognizer: GestureRecognizer {
  /// How much the fingers' distance must change before it begins.
  public var hysteresis = Distance.points(Tuning().pinchHysteresis)
  /// How many fingers it needs, from 2; 2 by default.
  public var minimumNumberOfTouches = 2
  /// How many fingers it takes; any number by default.
  public var maximumNumberOfTouches = Int.max
  /// How far apart the fingers must be when it begins; any distance by default.
  ///
  /// The scale is 1 at this distance where the fingers came down closer together.
  public var minimumSpan = Distance.points(0)

  @exclusivity(unchecked) final var machine = PinchMachine()
  @exclusivity(unchecked) private final var lastTime = Timestamp(microseconds: 0)

  open override var kind: String { "pinch" }

  /// How many times as far apart the fingers are as when they came down.
  ///
  /// Setting it makes what was done so far count as so much, and forgets the velocity, as in UIKit.
  public var scale: Double {
    get { machine.scale }
    set { machine.setScale(newValue) }
  }

  /// How fast the scale changes, per second.
  public var velocity: Double { machine.velocity.velocity(at: arena?.now ?? lastTime).x }

  override func prepare() {
    machine = PinchMachine(
      ContinuousMachine(
        minimum: max(minimumNumberOfTouches, 2), maximum: maximumNumberOfTouches, hysteresis: points(hysteresis)),
      minimumSpan: points(minimumSpan))
  }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    guard let others = takeIn(touches, upTo: machine.core.maximum, event) else { return }
    lastTime = event.timestamp
    take(machine.began(others: others.span, span: self.touches.span, down: self.touches.downCount, at: event.timestamp))
  }

  open override func touchesMoved(_ touches: TouchSet, with event: Event) {
    lastTime = event.timestamp
    take(machine.moved(to: self.touches.span, at: event.timestamp))
  }

  open override func touchesEnded(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: false)
  }

  open override func touchesCancelled(_ touches: TouchSet, with event: Event) {
    leave(event, isCancelled: true)
  }

  private func leave(_ event: Event, isCancelled: Bool) {
    lastTime = event.timestamp
    let rest = touches.down
    let step = machine.ended(at: touches.span, rest: rest.span, down: rest.count, isCancelled: isCancelled)
    end(step, isOver: rest.count < machine.core.minimum)
  }
}
