/// One entry of the list of observers; the base class itself is an empty entry, left by an observer that was removed.
///
/// Observers are retained only while a frame is handled. A subclass for each type of observer forwards the calls, so that notifying an
/// observer counts no references. The notifications of every frame have a method of their own.
class ObserverEntry {
  /// Whether the observer was removed.
  final var isRemoved = false
  /// The observer; `nil` once it has been deallocated, and in an empty entry.
  var observer: (any EngineObserver)? { nil }

  /// Retains the observer until `release()`; false once it has been deallocated.
  func retain() -> Bool { false }

  /// Releases the observer, which may call back.
  func release() {}

  // The methods below are called only while the observer is retained.

  func call(_ body: (any EngineObserver) -> Void) {}

  func touchChanged(_ touch: Touch) {}

  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {}

  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {}
}

private final class TypedObserverEntry<Observer: EngineObserver>: ObserverEntry {
  private let reference: Weak<Observer>
  private var isRetained = false

  init(_ observer: Observer) {
    reference = Weak(observer)
  }

  override var observer: (any EngineObserver)? { reference.object }

  override func retain() -> Bool {
    if !isRetained { isRetained = reference.retain() }
    return isRetained
  }

  override func release() {
    guard isRetained else { return }
    isRetained = false
    reference.release()
  }

  override func call(_ body: (any EngineObserver) -> Void) {
    reference.callUncounted { body($0) }
  }

  override func touchChanged(_ touch: Touch) {
    reference.callUncounted { $0.touchChanged(touch) }
  }

  override func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    reference.callUncounted { $0.control(control, sends: events, touch: touch) }
  }

  override func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    reference.callUncounted { $0.actionSent(action, to: target, from: sender, for: events, handled: handled) }
  }
}

/// The observers of an application, in the order in which they were added.
final class ObserverList {
  /// The entries; releasing one releases no object of a user.
  @safe @exclusivity(unchecked) private var entries: ContiguousArray<ObserverEntry> = []
  /// The entries of observers that were removed while they were retained.
  @safe @exclusivity(unchecked) private var removedEntries: ContiguousArray<ObserverEntry> = []
  /// Whether the observers are retained, as they are while a frame is handled.
  @safe @exclusivity(unchecked) private(set) var areRetained = false
  /// Whether observers are being released, so that entries have to keep their positions.
  @safe @exclusivity(unchecked) private var isReleasing = false

  var isEmpty: Bool { entries.isEmpty }

  /// The number of entries, including those of observers deallocated since the last frame.
  var count: Int { entries.count }

  func add(_ observer: any EngineObserver) {
    guard index(of: observer) == nil else { return }
    let entry = Self.entry(for: observer)
    if areRetained { _ = entry.retain() }
    entries.append(entry)
  }

  func remove(_ observer: any EngineObserver) {
    guard let index = index(of: observer) else { return }
    clear(index)
    dropEmptyEntries()
  }

  private func index(of observer: any EngineObserver) -> Int? {
    entries.firstIndex { $0.observer === observer }
  }

  private static func entry<Observer: EngineObserver>(for observer: Observer) -> ObserverEntry { TypedObserverEntry(observer) }

  @inline(never)
  private func clear(_ index: Int) {
    entries[index].isRemoved = true
    removedEntries.append(entries[index])
    entries[index] = ObserverEntry()
  }

  /// Drops empty entries, unless the list is being iterated.
  private func dropEmptyEntries() {
    guard !areRetained, !isReleasing else { return }
    removedEntries = []
    entries.removeAll { $0.observer == nil }
  }

  // MARK: Retaining

  /// Retains the observers until `release()`, which makes a notification cheap.
  @inline(__always)
  func retain() {
    areRetained = true
    var index = 0
    while index < entries.count {
      let entry = unsafe entry(at: index)
      if unsafe !entry._withUnsafeGuaranteedRef({ $0.retain() }) { clear(index) }
      index += 1
    }
  }

  /// Releases the observers, and drops the entries of those that were deallocated or removed.
  ///
  /// Releasing the last reference may call back, and begin and end another frame.
  @inline(__always)
  func release() {
    let isOutermost = !isReleasing
    isReleasing = true
    areRetained = false
    var index = 0
    while index < entries.count, !areRetained {
      let entry = unsafe entry(at: index)
      unsafe entry._withUnsafeGuaranteedRef { $0.release() }
      index += 1
    }
    if isOutermost { isReleasing = false }
    if !removedEntries.isEmpty { releaseRemoved() }
  }

  @inline(never)
  private func releaseRemoved() {
    let removedEntries = removedEntries
    for entry in removedEntries where !areRetained { entry.release() }
    dropEmptyEntries()
  }

  // MARK: Notifying

  /// Calls each observer.
  func tell(_ call: (any EngineObserver) -> Void) {
    guard areRetained else { return tellUnretained(call) }
    forEachEntry { $0.call(call) }
  }

  @inline(__always)
  func touchChanged(_ touch: Touch) {
    guard areRetained else { return touchChangedUnretained(touch) }
    forEachEntry { $0.touchChanged(touch) }
  }

  @inline(__always)
  func control(_ control: Control, sends events: Control.Events, touch: Touch?) {
    guard areRetained else { return controlUnretained(control, events, touch) }
    forEachEntry { $0.control(control, sends: events, touch: touch) }
  }

  @inline(__always)
  func actionSent(
    _ action: Action, to target: AnyObject?, from sender: AnyObject?, for events: Control.Events, handled: Bool
  ) {
    guard areRetained else { return actionSentUnretained(action, target, sender, events, handled) }
    forEachEntry { $0.actionSent(action, to: target, from: sender, for: events, handled: handled) }
  }

  /// Calls the body with each entry without retaining it, including entries added meanwhile; an entry that is removed is retained
  /// until the frame has been handled.
  @inline(__always)
  private func forEachEntry(_ body: (ObserverEntry) -> Void) {
    var index = 0
    while index < entries.count {
      let entry = unsafe entry(at: index)
      unsafe entry._withUnsafeGuaranteedRef(body)
      index += 1
    }
  }

  @inline(__always)
  @unsafe private func entry(at index: Int) -> Unmanaged<ObserverEntry> { unsafe .passUnretained(entries[index]) }

  // Outside of a frame. These are separate functions because the captures of a closure are retained even if it is not called.

  @inline(never)
  private func tellUnretained(_ call: (any EngineObserver) -> Void) {
    let entries = entries
    for entry in entries where !entry.isRemoved {
      if let observer = entry.observer { call(observer) }
    }
  }

  @inline(never)
  private func touchChangedUnretained(_ touch: Touch) {
    tellUnretained { $0.touchChanged(touch) }
  }

  @inline(never)
  private func controlUnretained(_ control: Control, _ events: Control.Events, _ touch: Touch?) {
    tellUnretained { $0.control(control, sends: events, touch: touch) }
  }

  @inline(never)
  private func actionSentUnretained(
    _ action: Action, _ target: AnyObject?, _ sender: AnyObject?, _ events: Control.Events, _ handled: Bool
  ) {
    tellUnretained { $0.actionSent(action, to: target, from: sender, for: events, handled: handled) }
  }
}
