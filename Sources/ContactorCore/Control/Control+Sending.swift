extension Control {
  /// Sends the actions registered for the events, without a touch; the actions get no event (contract 4.9).
  public func sendActions(for events: Events) {
    send(events, nil, nil)
  }

  /// Sends the actions registered for the events as one delivery, with the event that made the control do so.
  ///
  /// For subclasses whose value follows a touch.
  public func sendActions(for events: Events, with event: Event?) {
    send(events, nil, event)
  }

  /// Sends one delivery.
  @inline(__always)
  func send(_ events: Events, _ touch: Touch?, _ event: Event?) {
    let isDirect = applicationLink.with(\.sendsDirectly) ?? true
    if !isDirect { announce(events, touch, event) }
    guard !table.allEvents.isDisjoint(with: events) else { return }
    if let event {
      let before = event.controlEvents
      event.controlEvents = events
      if isDirect { deliver(events, event) } else { deliverWatched(events, event) }
      event.controlEvents = before
    } else {
      if isDirect { deliver(events, nil) } else { deliverWatched(events, nil) }
    }
  }

  @inline(never)
  private func announce(_ events: Events, _ touch: Touch?, _ event: Event?) {
    guard !events.isEmpty else { return }
    application?.observer?.control(self, sends: events, touch: touch ?? event?.touches(for: self).first)
  }

  /// Delivers where nobody overrides or watches the choke points of contract 5.8: passing them would change nothing.
  @inline(__always)
  private func deliver(_ events: Events, _ event: Event?) {
    if !table.slots.flags.isEmpty, !prepare(events, event) { return }
    // Without flags there are slots, each with a body.
    var slot = table.slots.base.unsafelyUnwrapped
    let end = table.slots.end.unsafelyUnwrapped
    // What an action adds or removes counts from the next delivery on (contract 5.9).
    table.slots.deliveries &+= 1
    repeat {
      if !slot.pointee.events.isDisjoint(with: events) {
        if let target = slot.pointee.target {
          slot.pointee.body.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.call(target, self, event) }
        } else {
          table.slots.flags.insert(.dead)
        }
      }
      slot += 1
    } while slot < end
    table.slots.deliveries &-= 1
    if !table.slots.flags.isEmpty { tidy() }
  }

  /// Brings the slots up to the table; false where that was no help and the delivery is done.
  @inline(never)
  private func prepare(_ events: Events, _ event: Event?) -> Bool {
    if table.slots.flags.contains(.stale) { table.slots.rebuild(table.entries) }
    guard table.slots.flags.contains(.needsEntries) else { return true }
    deliverWatched(events, event)
    return false
  }

  /// After the last delivery: drops dead targets and what was kept for deliveries.
  @inline(never)
  private func tidy() {
    guard table.slots.deliveries == 0 else { return }
    if table.slots.flags.contains(.retired) { table.slots.dropRetired() }
    if table.slots.flags.contains(.dead) { table.sweep() }
  }

  /// Delivers through the choke points, closures and whoever does it for no target included.
  @inline(never)
  private func deliverWatched(_ events: Events, _ event: Event?) {
    let entries = table.entries
    var hasDead = false
    for entry in entries where !entry.events.isDisjoint(with: events) {
      if !perform(entry, for: events, event) { hasDead = true }
    }
    if hasDead { table.sweep() }
  }

  /// Performs the entry through the choke points; false where its target has died.
  private func perform(_ entry: DispatchEntry, for events: Events, _ event: Event?) -> Bool {
    sending = entry.events.intersection(events)
    switch entry.receiver {
    case .closure(_, let body): body(self, event)
    case .chain: sendAction(entry.action, to: nil, for: event)
    case .target(let reference):
      guard let target = reference.target else { return false }
      sendAction(entry.action, to: target, for: event)
    }
    return true
  }
}
