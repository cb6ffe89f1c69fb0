import ContactorCore
import ContactorInput
import ContactorLayout
import ContactorSystem

/// A kiosk that runs in a login session leaves touches to another session while that one has the seat.
extension KioskService {
  /// How long fingers that were put down for the other session are waited for, and how often they are looked at.
  private static let patience = Duration.seconds(10)
  private static let rhythm = Duration.milliseconds(100)

  /// Whether touches are for this kiosk: always without a login session.
  var hasSeat: Bool { session.isLoginActive }

  /// Begins to follow the session; one that cannot be followed is told, and counts as active.
  func followLogin() {
    guard let wanted = options.login else { return }
    login = LoginWatch.follow(wanted, loop, complain: complain) { [unowned self] in take($0) }
    if login?.isActive == false { noteLogin(isActive: false) }
  }

  private func take(_ change: LoginState.Action) {
    if let returning { loop.cancel(returning) }
    returning = nil
    switch change {
    case .nothing: break
    case .leave where hasSeat: leaveSeat()
    // It was about to come back.
    case .leave: break
    case .comeBack: comeBack(until: loop.now + Self.patience)
    }
  }

  private func leaveSeat() {
    // What was touched before is for this session.
    read()
    noteLogin(isActive: false)
    letGo()
    keys?.releaseAll()
    // What is typed now is for the other session: its passwords, too.
    followKeyboards()
    arm()
  }

  /// Closes the panels, whose contacts are cancelled, until the session has its seat again.
  func letGo() {
    leftNodes = source?.devices.map(\.node) ?? []
    source?.suspend { take($0) }
  }

  /// Takes the panels again once no finger is on them: those that are down were put there for the other session.
  private func comeBack(until limit: Timestamp) {
    returning = nil
    guard loop.now >= limit || !leftNodes.contains(where: { DeviceList.isTouched($0) }) else {
      returning = loop.schedule(at: loop.now + Self.rhythm) { [unowned self] in comeBack(until: limit) }
      return
    }
    noteLogin(isActive: true)
    do throws(InputError) {
      try source?.resume { take($0) }
    } catch {
      complain(error.description)
    }
    followKeyboards()
    read()
  }

  private func noteLogin(isActive: Bool) {
    guard let session = login?.session else { return }
    advance(to: max(loop.now, self.session.application.now))
    self.session.noteLogin(isActive: isActive)
    note(session.sentence(isActive: isActive))
  }
}
