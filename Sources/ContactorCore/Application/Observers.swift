/// An observer's place, and by itself an empty one: who sat there is told nothing more.
///
/// Observers are kept only while a frame is handled. A class for each type of observer passes the calls on, so that telling one
/// counts no references; those that come in each frame have a method of their own.
class ObserverSeat {
  /// Whether the observer was removed.
  final var isGone = false
  /// The observer; `nil` once it has died, and in an empty place.
  var observer: (any EngineObserver)? { nil }

  /// Keeps the observer until `letGo()`; false once it has died.
  func keep() -> Bool { false }

  /// Lets the observer go, which may call back.
  func letGo() {}

  // What follows is called on an observer that is kept.

  func call(_ body: (any EngineObserver) -> Void) {}

  func touchChanged(_ touch: Touch) {}

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {}

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}
}

private final class Seat<Observer: EngineObserver>: ObserverSeat {
  private let reference: Weak<Observer>
  private var isKept = false

  init(_ observer: Observer) {
    reference = Weak(observer)
  }

  override var observer: (any EngineObserver)? { reference.object }

  override func keep() -> Bool {
    if !isKept { isKept = reference.keep() }
    return isKept
  }

  override func letGo() {
    guard isKept else { return }
    isKept = false
    reference.letGo()
  }

  override func call(_ body: (any EngineObserver) -> Void) {
    reference.callKept { body($0) }
  }

  override func touchChanged(_ touch: Touch) {
    reference.callKept { $0.touchChanged(touch) }
  }

  override func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    reference.callKept { $0.control(control, sends: events, touch: touch) }
  }

  override func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    reference.callKept { $0.actionSent(action, to: target, from: sender, for: events, handled: handled) }
  }
}

/// The observers of an application, in the order in which they were added.
final class Observers {
  /// The places; what goes with one is no object of a user.
  @safe @exclusivity(unchecked) private var seats: ContiguousArray<ObserverSeat> = []
  /// The places of observers that were removed while they were kept.
  @safe @exclusivity(unchecked) private var leaving: ContiguousArray<ObserverSeat> = []
  /// Whether the observers are kept, as they are while a frame is handled.
  @safe @exclusivity(unchecked) private(set) var areKept = false
  /// Whether observers are being let go, so that places have to stay.
  @safe @exclusivity(unchecked) private var isLettingGo = false

  var isEmpty: Bool { seats.isEmpty }

  /// How many places there are, also of observers that have died since the last frame.
  var count: Int { seats.count }

  func add(_ observer: any EngineObserver) {
    guard index(of: observer) == nil else { return }
    let seat = Self.seat(for: observer)
    if areKept { _ = seat.keep() }
    seats.append(seat)
  }

  func remove(_ observer: any EngineObserver) {
    guard let index = index(of: observer) else { return }
    empty(index)
    tidy()
  }

  private func index(of observer: any EngineObserver) -> Int? {
    seats.firstIndex { $0.observer === observer }
  }

  private static func seat<Observer: EngineObserver>(for observer: Observer) -> ObserverSeat { Seat(observer) }

  @inline(never)
  private func empty(_ index: Int) {
    seats[index].isGone = true
    leaving.append(seats[index])
    seats[index] = ObserverSeat()
  }

  /// Drops empty places, unless someone may be looking at them.
  private func tidy() {
    guard !areKept, !isLettingGo else { return }
    leaving = []
    seats.removeAll { $0.observer == nil }
  }

  // MARK: Keeping

  /// Keeps the observers until `letGo()`, so that a call costs little.
  @inline(__always)
  func keep() {
    areKept = true
    var index = 0
    while index < seats.count {
      let seat = unsafe seat(at: index)
      if unsafe !seat._withUnsafeGuaranteedRef({ $0.keep() }) { empty(index) }
      index += 1
    }
  }

  /// Lets the observers go, and drops the places of those that have died or were removed.
  ///
  /// Letting go of the last reference may call back, and begin and end another frame.
  @inline(__always)
  func letGo() {
    let isOutermost = !isLettingGo
    isLettingGo = true
    areKept = false
    var index = 0
    while index < seats.count, !areKept {
      let seat = unsafe seat(at: index)
      unsafe seat._withUnsafeGuaranteedRef { $0.letGo() }
      index += 1
    }
    if isOutermost { isLettingGo = false }
    if !leaving.isEmpty { letGoOfLeaving() }
  }

  @inline(never)
  private func letGoOfLeaving() {
    let leaving = leaving
    for seat in leaving where !areKept { seat.letGo() }
    tidy()
  }

  // MARK: Telling

  /// Calls each observer.
  func tell(_ call: (any EngineObserver) -> Void) {
    guard areKept else { return tellAlone(call) }
    forEachSeat { $0.call(call) }
  }

  @inline(__always)
  func touchChanged(_ touch: Touch) {
    guard areKept else { return touchChangedAlone(touch) }
    forEachSeat { $0.touchChanged(touch) }
  }

  @inline(__always)
  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    guard areKept else { return controlAlone(control, events, touch) }
    forEachSeat { $0.control(control, sends: events, touch: touch) }
  }

  @inline(__always)
  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    guard areKept else { return actionSentAlone(action, target, sender, events, handled) }
    forEachSeat { $0.actionSent(action, to: target, from: sender, for: events, handled: handled) }
  }

  /// Calls the body with each place, also those that are added meanwhile, without a reference to it: what leaves its place is
  /// kept until the frame has been handled.
  @inline(__always)
  private func forEachSeat(_ body: (ObserverSeat) -> Void) {
    var index = 0
    while index < seats.count {
      let seat = unsafe seat(at: index)
      unsafe seat._withUnsafeGuaranteedRef(body)
      index += 1
    }
  }

  @inline(__always)
  @unsafe private func seat(at index: Int) -> Unmanaged<ObserverSeat> { unsafe .passUnretained(seats[index]) }

  // Outside of a frame. Functions of their own, as what a closure captures is counted, also where it is not called.

  @inline(never)
  private func tellAlone(_ call: (any EngineObserver) -> Void) {
    let seats = seats
    for seat in seats where !seat.isGone {
      if let observer = seat.observer { call(observer) }
    }
  }

  @inline(never)
  private func touchChangedAlone(_ touch: Touch) {
    tellAlone { $0.touchChanged(touch) }
  }

  @inline(never)
  private func controlAlone(_ control: Control, _ events: Control.Events, _ touch: Touch?) {
    tellAlone { $0.control(control, sends: events, touch: touch) }
  }

  @inline(never)
  private func actionSentAlone(
    _ action: Action, _ target: AnyObject?, _ sender: AnyObject?, _ events: Control.Events, _ handled: Bool
  ) {
    tellAlone { $0.actionSent(action, to: target, from: sender, for: events, handled: handled) }
  }
}
