/// Closures to call whenever event time has passed, before the touches of a frame are looked at: for views that move by themselves.
///
/// A view's place is then that of the time of every frame, in whatever steps time is advanced.
struct TimeFollowers {
  /// One closure.
  struct Follower {
    let id: TimerToken
    let body: () -> Void
  }

  fileprivate(set) var all: ContiguousArray<Follower> = []
  private var lastID: UInt64 = 0

  mutating func add(_ body: @escaping () -> Void) -> TimerToken {
    lastID += 1
    all.append(Follower(id: TimerToken(rawValue: lastID), body: body))
    return TimerToken(rawValue: lastID)
  }

  func contains(_ id: TimerToken) -> Bool { all.contains { $0.id == id } }
}

extension Application {
  /// Calls a closure at the end of the passing of time of every frame and advance, at its time, until `stopFollowing(_:)`.
  package final func followTime(_ body: @escaping () -> Void) -> TimerToken { followers.add(body) }

  /// Ends the calls of a closure that follows time.
  package final func stopFollowing(_ token: TimerToken) {
    let old = followers.all
    followers.all = old.filter { $0.id != token }
    withExtendedLifetime(old) {}
  }

  /// Calls the closures that follow time; one that another removed is not called any more.
  @inline(never)
  final func tellFollowers() {
    let list = followers.all
    for follower in list where followers.contains(follower.id) { follower.body() }
  }
}
