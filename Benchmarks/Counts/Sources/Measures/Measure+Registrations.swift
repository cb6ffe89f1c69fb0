import ContactorCore

extension Measure {
  /// Registrations of as many targets with one control, and their removal in another order; for each target.
  static var registrations: [Measure] {
    [1_000, 10_000].map { count in
      Measure("register\(count)", operations: max(1, 10_000 / count), counted: 1, units: count) {
        let targets = (0..<count).map { _ in Counter() }
        let control = Control(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        return { rounds in
          for _ in 0..<rounds {
            for target in targets { control.addTarget(target, action: .hit, for: .valueChanged) }
            for index in 0..<count {
              control.removeTarget(targets[index * 7_919 % count], action: "hit:", for: .allEvents)
            }
          }
          precondition(control.allControlEvents.isEmpty, "every registration must be removed")
        }
      }
    }
  }
}
