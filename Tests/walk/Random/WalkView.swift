import ContactorCore

/// A plain view that checks that each of its touches begins once, ends once, and moves only in between.
final class WalkView: View {
  private unowned let walk: RandomWalk
  private var touches: [TouchID] = []

  init(_ walk: RandomWalk, frame: Rect) {
    self.walk = walk
    super.init(frame: frame)
  }

  /// Whether nothing is left of any touch.
  var isAtRest: Bool { touches.isEmpty }

  override func touchesBegan(_ set: TouchSet, with event: Event?) {
    for touch in set {
      walk.expect(!touches.contains(touch.id), "a touch began twice")
      // A recognizer that delays touches lets it begin late, when it may have moved.
      walk.expect(touch.view === self, "a foreign touch began")
      touches.append(touch.id)
    }
    walk.chance(in: 32)
  }

  override func touchesMoved(_ set: TouchSet, with event: Event?) {
    for touch in set { walk.expect(touches.contains(touch.id), "touch \(touch.id.rawValue) moved that is not down") }
    walk.chance(in: 64)
  }

  override func touchesEnded(_ set: TouchSet, with event: Event?) {
    finish(set)
  }

  override func touchesCancelled(_ set: TouchSet, with event: Event?) {
    finish(set)
  }

  private func finish(_ set: TouchSet) {
    for touch in set {
      walk.expect(touches.contains(touch.id), "touch \(touch.id.rawValue) \(touch.phase) that is not down")
      walk.expect(!touch.isAlive, "a touch ended that is alive")
      touches.removeAll { $0 == touch.id }
    }
    walk.chance(in: 32)
  }
}
