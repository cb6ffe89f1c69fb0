import ContactorCore
import ContactorInput
import ContactorLayout
import ContactorSystem

/// Finds out for a layout with `health: {grabbedAfter: …}` whether another program holds a panel for itself (contract 12.5).
///
/// The kernel only tells by refusing a grab, and takes up to tens of milliseconds to let go of one that it allowed. So threads of their
/// own look, one for each look.
final class GrabWatch {
  private struct Answer: Sendable {
    let panel: DeviceID
    /// `nil` where that could not be found out.
    let isGrabbed: Bool?
  }

  /// What the threads and the loop share.
  private final class Mailbox: Sendable {
    let pipe: WakePipe
    let answers = Guarded<[Answer]>([])

    init() throws(SystemError) { pipe = try WakePipe() }
  }

  private let loop: EventLoop
  private let mailbox: Mailbox
  private var schedule: GrabSchedule
  private lazy var timer = DeadlineTimer(loop) { [unowned self] in look() }
  /// Whether this program holds a panel itself, which is not looked at then.
  private let isOurs: (DeviceID) -> Bool
  /// Handles the events that wait.
  private let catchUp: () -> Void
  /// Takes what was found out about a panel that is there and has sent nothing meanwhile: its short name, and whether it is held.
  private let found: (String, Bool) -> Void

  /// For how long a panel must have sent nothing before it is looked at.
  var period: Duration { schedule.period }

  /// Creates a watch without panels.
  init(
    period: Duration, loop: EventLoop, isOurs: @escaping (DeviceID) -> Bool, catchUp: @escaping () -> Void,
    found: @escaping (_ panel: String, _ isGrabbed: Bool) -> Void
  ) throws(SystemError) {
    self.loop = loop
    schedule = GrabSchedule(period: period)
    (self.isOurs, self.catchUp, self.found) = (isOurs, catchUp, found)
    mailbox = try Mailbox()
    try loop.watch(mailbox.pipe.reading) { [weak self] in self?.hear() }
  }

  deinit { loop.unwatch(mailbox.pipe.reading) }

  /// Takes a panel that is there; it is looked at from the loop.
  func add(_ device: TouchDevice) {
    schedule.add(device, at: loop.now)
    timer.set(schedule.deadline)
  }

  /// Takes what a source yields; panels that have no node of their own are left alone.
  func take(_ event: InputEvent) {
    switch event {
    case .deviceAdded(let device, _): if device.node.hasPrefix("/") { add(device) }
    case .deviceRemoved(let id, _): schedule.remove(id)
    case .frame(let frame): schedule.take(frame)
    case .anomaly: break
    }
  }

  private func look() {
    for look in schedule.takeDue(at: loop.now) {
      guard !isOurs(look.panel) else {
        _ = schedule.answer(look.panel, at: loop.now)
        continue
      }
      do throws(SystemError) {
        try WorkerThread { [mailbox] in
          let answer = Answer(panel: look.panel, isGrabbed: DeviceList.isGrabbedAtRest(look.node))
          mailbox.answers.withLock { $0.append(answer) }
          mailbox.pipe.signal()
        }.detach()
      } catch {
        // The next look may find a thread.
        _ = schedule.answer(look.panel, at: loop.now)
      }
    }
    timer.set(schedule.deadline)
  }

  private func hear() {
    mailbox.pipe.empty()
    let answers = mailbox.answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
    guard !answers.isEmpty else { return }
    // A touch that came meanwhile says that the panel is free.
    catchUp()
    for answer in answers {
      let name = schedule.answer(answer.panel, at: loop.now)
      if let name, let isGrabbed = answer.isGrabbed, !isOurs(answer.panel) { found(name, isGrabbed) }
    }
    timer.set(schedule.deadline)
  }
}

extension KioskService {
  /// Looks from now on at the panels as the layout wants it, in place of the former one.
  func followGrabs() {
    // What this program holds for itself, no other holds.
    let period = options.isExclusive ? nil : session.layout.policies.health?.grabbedAfter
    guard period != grabs?.period else { return }
    grabs = nil
    guard let period else { return }
    do throws(SystemError) {
      let grabs = try GrabWatch(
        period: period, loop: loop, isOurs: { [unowned self] in copies?.contains($0) ?? false },
        catchUp: { [unowned self] in read() }, found: { [unowned self] in foundGrabbed($0, $1) })
      self.grabs = grabs
      for device in source?.devices ?? [] { grabs.add(device) }
    } catch {
      complain("panels that another program holds are not found: \(error)")
    }
  }

  private func foundGrabbed(_ panel: String, _ isGrabbed: Bool) {
    advance(to: max(loop.now, session.application.now))
    session.noteGrabbed(panel, isGrabbed)
    arm()
  }
}
