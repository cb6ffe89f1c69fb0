import ContactorCore

/// What a drag keeps from one event to the next.
struct DragSession {
  /// The axes along which the drag goes.
  var lock = ScrollAxes.both
  /// The translation of the pan that the content has followed, in points of the view.
  var followed = Point.zero
  /// The page at which the drag began.
  var page = Point.zero
  /// The scroll views around that the drag was handed to.
  var partners: ContiguousArray<Partner> = []

  /// A scroll view that another one's finger moves.
  struct Partner {
    weak var view: ScrollView?
  }
}

// Dragging. The finger's way goes to the inner scroll view until its end, and what is left of it to the next one around that scrolls along the
// same axis; the outermost is pulled beyond its end.
extension ScrollView {
  /// A finger was put down on the content; returns whether it stopped a motion.
  func fingerDown() -> Bool {
    isTracking = true
    let moved = motion != .none
    stopMotion()
    return moved
  }

  /// The last finger has left: content that was stopped beyond its end, or between pages, goes on.
  func fingersGone() {
    guard isTracking else { return }
    isTracking = false
    if !isDragging, motion == .none { settle() }
  }

  /// Follows the pan.
  func panChanged(_ pan: GestureRecognizer) {
    guard let pan = pan as? ScrollPanGestureRecognizer else { return }
    switch pan.state {
    case .began:
      pan.dropFormerMovement(at: now)
      drag.followed = .zero
      followPan()
    case .changed: followPan()
    case .ended: endDrag(isCancelled: false)
    case .cancelled, .failed: endDrag(isCancelled: true)
    case .possible: break
    }
  }

  private func followPan() {
    let translation = panGestureRecognizer.translation(in: self)
    let way = drag.followed - translation
    drag.followed = translation
    guard way != .zero, way.isFinite, !isPinching else { return }
    if !isDragging {
      beginDragging()
      guard isDragging else { return }
    }
    move(by: way)
  }

  private func beginDragging() {
    epoch &+= 1
    stopMotion()
    syncMachines()
    isDragging = true
    horizontal.beginDrag(horizontalLimits, at: now)
    vertical.beginDrag(verticalLimits, at: now)
    drag.page = Point(x: page(horizontal.position, bounds.width), y: page(vertical.position, bounds.height))
    delegate?.scrollViewWillBeginDragging(self)
  }

  private func move(by way: Point) {
    if drag.lock.contains(.horizontal), way.x != 0, canScroll(along: .horizontal) { pass(way.x, along: .horizontal) }
    if drag.lock.contains(.vertical), way.y != 0, canScroll(along: .vertical) { pass(way.y, along: .vertical) }
  }

  /// Passes a distance through the scroll views around, this one first.
  private func pass(_ distance: Double, along axis: ScrollAxes) {
    let last = outermost(along: axis)
    var rest = last.isDragging ? last.change(axis) { $0.relax(by: distance) } : distance
    var view: ScrollView? = self
    while let current = view, rest != 0 {
      if current.canScroll(along: axis), current.machine(axis, towards: rest), current.join(self) {
        rest = current.change(axis) { $0.drag(by: rest) }
      }
      view = current.enclosingScrollView
    }
    guard rest != 0, last.join(self) else { return }
    _ = last.change(axis) { machine in
      machine.stretch(by: rest)
      return 0
    }
  }

  /// The outermost scroll view, from this one on, that scrolls along an axis.
  private func outermost(along axis: ScrollAxes) -> ScrollView {
    var last = self
    var view = enclosingScrollView
    while let current = view {
      if current.canScroll(along: axis) { last = current }
      view = current.enclosingScrollView
    }
    return last
  }

  /// The nearest scroll view around this one.
  public final var enclosingScrollView: ScrollView? {
    var view = superview
    while let current = view {
      if let found = current as? ScrollView { return found }
      view = current.superview
    }
    return nil
  }

  /// Makes the view drag with the finger of another one; false if it does not.
  private func join(_ leader: ScrollView) -> Bool {
    if isDragging { return true }
    guard self !== leader, leader.isDragging else { return false }
    leader.drag.partners.append(DragSession.Partner(view: self))
    beginDragging()
    return isDragging
  }

  /// Whether the machine of an axis has room within its limits.
  private func machine(_ axis: ScrollAxes, towards distance: Double) -> Bool {
    let machine = axis == .vertical ? vertical : horizontal
    guard isDragging else {
      let limits = axis == .vertical ? verticalLimits : horizontalLimits
      let offset = axis == .vertical ? bounds.minY : bounds.minX
      return distance > 0 ? offset < limits.upper : offset > limits.lower
    }
    return machine.hasRoom(towards: distance)
  }

  /// Changes the machine of an axis and shows its offset; returns what the change leaves.
  private func change(_ axis: ScrollAxes, _ body: (inout ScrollMachine) -> Double) -> Double {
    let rest = axis == .vertical ? body(&vertical) : body(&horizontal)
    show(machineOffset)
    return rest
  }
}

// MARK: - The end of a drag

extension ScrollView {
  private func endDrag(isCancelled: Bool) {
    let partners = drag.partners
    drag.partners = []
    guard isDragging else { return }
    let velocity = isCancelled ? .zero : thrown
    let (x, y) = (receiver(of: velocity.x, .horizontal), receiver(of: velocity.y, .vertical))
    for view in [x, y] where !view.isDragging { view.beginDragging() }
    release(Point(x: x === self ? velocity.x : 0, y: y === self ? velocity.y : 0))
    var others = partners.compactMap(\.view)
    for view in [x, y] where view !== self && !others.contains(where: { $0 === view }) { others.append(view) }
    for view in others { view.release(Point(x: x === view ? velocity.x : 0, y: y === view ? velocity.y : 0)) }
  }

  /// The velocity of the content that the fingers throw, in points per second; zero for one that is too slow.
  private var thrown: Point {
    let velocity = panGestureRecognizer.velocity(in: self)
    let isFast = velocity.distance(to: .zero) >= ScrollMachine.flingSpeed
    func usable(_ speed: Double, _ axis: ScrollAxes) -> Double {
      guard isFast, drag.lock.contains(axis), canScroll(along: axis) else { return 0 }
      return min(max(-speed, -ScrollMachine.maximumSpeed), ScrollMachine.maximumSpeed)
    }
    return Point(x: usable(velocity.x, .horizontal), y: usable(velocity.y, .vertical))
  }

  /// The view that a throw goes to: the first from this one on that has room, or the outermost, which was pulled beyond its end.
  private func receiver(of velocity: Double, _ axis: ScrollAxes) -> ScrollView {
    guard velocity != 0 else { return self }
    let last = outermost(along: axis)
    var view: ScrollView? = self
    while let current = view, current !== last {
      if current.canScroll(along: axis), current.machine(axis, towards: velocity) { return current }
      view = current.enclosingScrollView
    }
    return last
  }

  /// Lets the content go with a velocity in points per second.
  private func release(_ velocity: Point) {
    guard isDragging else { return }
    let target = target(of: velocity)
    var wanted = target
    epoch &+= 1
    var before = epoch
    delegate?.scrollViewWillEndDragging(self, withVelocity: velocity / 1000, targetContentOffset: &wanted)
    guard isDragging, epoch == before else { return }
    isDragging = false
    let now = now
    horizontal.touch(at: now)
    vertical.touch(at: now)
    aim(&horizontal, velocity.x, target.x, wanted.x, horizontalLimits)
    aim(&vertical, velocity.y, target.y, wanted.y, verticalLimits)
    let goesOn = horizontal.state.isMoving || vertical.state.isMoving
    if goesOn { beginMotion(.decelerating, in: application) }
    before = epoch
    delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
    if goesOn, epoch == before, motion == .decelerating { delegate?.scrollViewWillBeginDecelerating(self) }
  }

  /// Where content that is let go comes to rest.
  private func target(of velocity: Point) -> Point {
    Point(
      x: target(horizontal, velocity.x, horizontalLimits, bounds.width, drag.page.x),
      y: target(vertical, velocity.y, verticalLimits, bounds.height, drag.page.y))
  }

  private func target(_ machine: ScrollMachine, _ velocity: Double, _ limits: ScrollLimits, _ length: Double, _ start: Double) -> Double {
    let offset = machine.offset(at: now)
    guard isPagingEnabled, length > 0, length <= Self.maximumLength else {
      return limits.clamp(ScrollMachine.landing(from: offset, velocity: velocity, rate: decelerationRate.rawValue))
    }
    // A throw turns one page from the one at which the drag began; without one, the nearest page comes.
    let nearest = page(offset, length)
    let next = velocity == 0 ? nearest : velocity > 0 ? (offset / length).rounded(.down) + 1 : (offset / length).rounded(.up) - 1
    return limits.clamp(min(max(next, min(start, nearest) - 1), max(start, nearest) + 1) * length)
  }

  private func page(_ offset: Double, _ length: Double) -> Double { length > 0 ? (offset / length).rounded() : 0 }

  /// Sets a machine off to where the delegate wants it.
  private func aim(_ machine: inout ScrollMachine, _ velocity: Double, _ target: Double, _ wanted: Double, _ limits: ScrollLimits) {
    let rate = decelerationRate.rawValue
    let goal = wanted.isFinite ? limits.clamp(wanted) : limits.clamp(target)
    if isPagingEnabled || wanted.isFinite && wanted != target {
      if goal != machine.position { machine.spring(to: goal, velocity: velocity, rate: rate, at: now) } else { machine.finish() }
    } else if velocity != 0 {
      machine.throwContent(velocity, rate: rate, limits, at: now)
    } else if limits.clamp(machine.position) != machine.position {
      machine.spring(to: limits.clamp(machine.position), velocity: 0, at: now)
    } else {
      machine.finish()
    }
  }

  /// Lets content that is held go on to its end or its page, without a drag.
  func settle() {
    syncMachines()
    let target = target(of: .zero)
    guard target != contentOffset else { return }
    let now = now
    horizontal.touch(at: now)
    vertical.touch(at: now)
    aim(&horizontal, 0, target.x, target.x, horizontalLimits)
    aim(&vertical, 0, target.y, target.y, verticalLimits)
    if horizontal.state.isMoving || vertical.state.isMoving { beginMotion(.decelerating, in: application) }
  }
}
