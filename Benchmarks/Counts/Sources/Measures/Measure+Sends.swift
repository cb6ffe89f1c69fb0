import ContactorCore

extension Measure {
  /// Deliveries to targets, for each target.
  static var sends: [Measure] {
    [1, 100].flatMap { count in
      [
        Measure("send\(count)-responder", operations: 200_000 / count, units: count) {
          let targets = (0..<count).map { _ in Counter() }
          return sending { control in
            for target in targets { control.addTarget(target, action: .hit, for: .valueChanged) }
          }
        },
        Measure("send\(count)-other", operations: 200_000 / count, units: count) {
          let targets = (0..<count).map { _ in OtherCounter() }
          return sending { control in
            for target in targets { control.addTarget(target, action: .hit, for: .valueChanged) }
          }
        },
      ]
    } + forms
  }

  /// The other forms of registration, for one target.
  private static var forms: [Measure] {
    [
      Measure("send-name", operations: 200_000) {
        let target = Counter()
        return sending { control in try? control.addTarget(target, action: "hit:", for: .valueChanged) }
      },
      Measure("send-closure", operations: 200_000) {
        let target = Counter()
        return sending { control in
          control.on(.valueChanged) { [unowned target] control in target.hit(control) }
        }
      },
      Measure("send-both", operations: 200_000) {
        let target = Counter()
        return sending { control in
          control.addTarget(target, action: .hit, for: .valueChanged)
          control.on(.valueChanged) { [unowned target] control in target.hit(control) }
        }
      },
    ]
  }

  private static func sending(_ register: @escaping (Control) -> Void) -> (Int) -> Void {
    let application = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 480))
    let control = Control(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    application.addWindow(window)
    window.addSubview(control)
    register(control)
    return { count in
      // The targets live as long as what registered them.
      withExtendedLifetime((application, register)) {
        for _ in 0..<count { control.sendActions(for: .valueChanged) }
      }
    }
  }

  /// An action without a target, done by the view a hundred levels above its sender.
  static var nilTargets: [Measure] {
    [
      Measure("nil-depth100", operations: 10_000) {
        let doer = CountingView(frame: Rect(x: 0, y: 0, width: 800, height: 480))
        var inner: View = doer
        for _ in 1..<100 {
          let view = View(frame: doer.bounds)
          inner.addSubview(view)
          inner = view
        }
        let application = Application()
        let window = Window(frame: doer.bounds)
        let control = Control(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        application.addWindow(window)
        window.addSubview(doer)
        inner.addSubview(control)
        try? control.addTarget(nil, action: "hit:", for: .valueChanged)
        return { count in
          let before = doer.count
          withExtendedLifetime(application) {
            for _ in 0..<count { control.sendActions(for: .valueChanged) }
          }
          precondition(doer.count == before + count, "the action must be found")
        }
      }
    ]
  }
}
