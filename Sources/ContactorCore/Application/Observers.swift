/// One entry of the list of observers; the base class itself is an empty entry, left by an observer that was removed.
///
/// Observers are retained only while a frame is handled. A subclass for each type of observer forwards the calls, so that notifying an
/// observer counts no references. The notifications of every frame have a method of their own.
class ObserverSeat {
  /// Whether the observer was removed.
  final var isGone = false
  /// The observer; `nil` once it has been deallocated, and in an empty entry.
  var observer: (any EngineObserver)? { nil }

  /// Retains the observer until `letGo()`; false once it has been deallocated.
  func keep() -> Bool { false }

  /// Releases the observer, which may call back.
  func letGo() {}

  // The methods below are called only while the observer is retained.

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
  /// The entries; releasing one releases no object of a user.
  @safe @exclusivity(unchecked) private var seats: ContiguousArray<ObserverSeat> = []
  /// The entries of observers that were removed while they were retained.
  @safe @exclusivity(unchecked) private var leaving: ContiguousArray<ObserverSeat> = []
  /// Whether the observers are retained, as they are while a frame is handled.
  @safe @exclusivity(unchecked) private(set) var areKept = false
  /// Whether observers are being released, so that entries have to keep their positions.
  @safe @exclusivity(unchecked) private var isLettingGo = false

  var isEmpty: Bool { seats.isEmpty }

  /// The number of entries, including those of observers deallocated since the last frame.
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

  /// Drops empty entries, unless the list is being iterated.
  private func tidy() {
    guard !areKept, !isLettingGo else { return }
    leaving = []
    seats.removeAll { $0.observer == nil }
  }

  // MARK: Retaining

  /// Retains the observers until `letGo()`, which makes a notification cheap.
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

  /// Releases the observers, and drops the entries of those that were deallocated or removed.
  ///
  /// Releasing the last reference may call back, and begin and end another frame.
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

  // MARK: Notifying

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

  /// Calls the body with each entry without retaining it, including entries added meanwhile; an entry that is removed is retained
  /// until the frame has been handled.
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

  // Outside of a frame. These are separate functions because the captures of a closure are retained even if it is not called.

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
