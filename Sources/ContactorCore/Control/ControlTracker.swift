/// The state machine behind a control's touch events: where the tracked touch is, and what to send (contract 4.3 – 4.6).
///
/// | state   | began          | moved inside            | moved outside            | ended           | cancelled   |
/// | ------- | -------------- | ----------------------- | ------------------------ | --------------- | ----------- |
/// | idle    | inside, `down` | –                       | –                        | –               | –           |
/// | inside  | –              | `dragInside`            | outside, `dragOutside+exit` | idle, `upInside` | idle, `cancel` |
/// | outside | –              | inside, `dragInside+enter` | `dragOutside`         | idle, `upOutside` | idle, `cancel` |
///
/// An ended touch may also have moved in the same frame; where it was lifted decides.
struct ControlTracker: Equatable {
  /// Where the tracked touch is.
  enum State: Equatable {
    /// Nothing is tracked.
    case idle
    /// The touch is inside the control or its tolerance.
    case inside
    /// The touch left the tolerance.
    case outside
  }

  private(set) var state = State.idle

  /// A touch begins to be tracked.
  ///
  /// The mask is sent as one delivery, as are those below.
  mutating func began(tapCount: Int) -> Control.Events {
    guard state == .idle else { return [] }
    state = .inside
    return tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown
  }

  /// The tracked touch moved.
  mutating func moved(inside: Bool) -> Control.Events {
    switch (state, inside) {
    case (.idle, _): return []
    case (.inside, true): return .touchDragInside
    case (.outside, false): return .touchDragOutside
    case (.inside, false):
      state = .outside
      return [.touchDragOutside, .touchDragExit]
    case (.outside, true):
      state = .inside
      return [.touchDragInside, .touchDragEnter]
    }
  }

  /// The tracked touch was lifted.
  mutating func ended(inside: Bool) -> Control.Events {
    guard state != .idle else { return [] }
    state = .idle
    return inside ? .touchUpInside : .touchUpOutside
  }

  /// Tracking was broken off.
  mutating func cancelled() -> Control.Events {
    guard state != .idle else { return [] }
    state = .idle
    return .touchCancel
  }

  /// The control itself stopped tracking (`continueTracking` said no): at rest, nothing is sent.
  mutating func stopped() {
    state = .idle
  }
}
