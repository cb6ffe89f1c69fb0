import ContactorCore

/// A control that checks the order of what it sends and sees, and does as chance says when it is asked.
final class WalkControl: Control {
  private unowned let walk: RandomWalk
  /// What its events said last: whether a touch is tracked, and if so, inside.
  private var isTrackingInside: Bool?
  /// Whether it has sent an up inside last, after which the primary action may come.
  private var mayActPrimarily = false
  /// Whether the hook has just refused to go on.
  private var hasStopped = false

  init(_ walk: RandomWalk, frame: Rect) {
    self.walk = walk
    super.init(frame: frame)
  }

  override var sendsPrimaryAction: Bool { true }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    walk.expect(isTrackingInside == nil, "beginTracking while tracking")
    walk.expect(touch.view === self, "beginTracking with a foreign touch")
    return !walk.random.once(in: 64)
  }

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    walk.expect(isTrackingInside != nil, "continueTracking without tracking")
    hasStopped = walk.random.once(in: 64)
    return !hasStopped
  }

  override func endTracking(_ touch: Touch?, with event: Event?) {
    walk.expect(isTrackingInside != nil, "endTracking without tracking")
    if hasStopped { isTrackingInside = nil }
    hasStopped = false
  }

  override func cancelTracking(with event: Event?) {
    hasStopped = false
  }

  /// Takes what it sends into account.
  func note(_ events: Events) {
    let before = isTrackingInside
    walk.expect(
      events != .primaryActionTriggered || mayActPrimarily, "the primary action came without an up inside")
    mayActPrimarily = events == .touchUpInside
    if events.contains(.touchDown) {
      walk.expect(before == nil, "touch down while tracking")
      isTrackingInside = true
    } else if !events.isDisjoint(with: [.touchDragInside, .touchDragOutside]) {
      noteDrag(events, before)
    } else if !events.isDisjoint(with: [.touchUpInside, .touchUpOutside]) {
      walk.expect(before != nil, "an up without tracking")
      isTrackingInside = nil
    } else if events == .touchCancel {
      walk.expect(before != nil, "a cancel without tracking")
      isTrackingInside = nil
    }
  }

  private func noteDrag(_ events: Events, _ before: Bool?) {
    let inside = events.contains(.touchDragInside)
    walk.expect(before != nil, "a drag without tracking")
    walk.expect(events.contains(.touchDragEnter) == (before == false && inside), "drag enter")
    walk.expect(events.contains(.touchDragExit) == (before == true && !inside), "drag exit")
    isTrackingInside = inside
  }

  /// Whether nothing is left of any touch.
  var isAtRest: Bool {
    isTrackingInside == nil && !isTracking && !isTouchInside && !isHighlighted && trackedTouch == nil
  }
}
