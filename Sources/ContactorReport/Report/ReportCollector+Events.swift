import ContactorCore
import ContactorLayout

/// What happened, in the order of the engine.
extension ReportCollector {
  func append(_ anomaly: Anomaly) {
    append(
      .anomaly(names.index(of: anomaly.kind.rawValue), device: deviceIndexes[anomaly.device] ?? -1), at: anomaly.timestamp)
  }

  func append(_ what: ReportEvent.What, at time: Timestamp) {
    eventCount += 1
    let event = ReportEvent(what, at: time)
    latest = max(latest, time)
    if let source = event.source {
      if !event.isRepeatable {
        runs[source] = nil
      } else if let index = runs[source]?.last(where: { events[$0].what == what }) {
        events[index].until = event.time
        events[index].count += 1
        return
      }
    }
    if cutAt == nil, events.count >= limits.events { cutAt = time }
    guard cutAt == nil else { return }
    // A finger that drags a slider makes two kinds of event by turns; a few may go on.
    if let source = event.source, event.isRepeatable { runs[source] = (runs[source] ?? []).suffix(3) + [events.count] }
    events.append(event)
  }

  func noteAction(_ action: String, _ target: String, _ sender: String, _ event: String, _ isHandled: Bool) {
    guard let now = session?.application.now else { return }
    let isSecret = secrecy.covers(sender, at: now)
    func name(_ text: String) -> Int { names.index(of: isSecret ? ReportSecrecy.name : text) }
    append(
      .action(
        sender: name(sender), event: names.index(of: event), action: name(action), target: name(target), isHandled: isHandled),
      at: now)
  }

  func noteUnhandled(_ action: String, _ sender: String, _ asked: [String]) {
    guard let now = session?.application.now else { return }
    let isSecret = secrecy.covers(sender, at: now)
    func name(_ text: String) -> Int { names.index(of: isSecret ? ReportSecrecy.name : text) }
    append(.unhandled(sender: name(sender), action: name(action), asked: name(asked.joined(separator: " → "))), at: now)
  }
}
