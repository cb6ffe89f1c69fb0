import ContactorCore
import Testing

extension Conformance {
  @Suite("rxcocoa-real-uikit: RxSwift's tests, which run on UIKit")
  struct RxCocoaRealUIKit {
    @Test("The case holds", arguments: Case.all(in: "rxcocoa-real-uikit"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "other-event-not-delivered": { item in
        let control = Rig().add(Control(frame: .zero))
        let clerk = Clerk()
        let row = item.given["addTarget"][0]
        try control.register(clerk, row)
        try control.send(item.given["sendActions"])
        try match(clerk.count(of: "a"), item.expect["calls"]["A.a"].integer())
        control.sendActions(for: try Control.Events(names: row[2].text()))
        try match(clerk.count(of: "a"), 1, "the event that it is registered for")
      },
      "enumerate-table": { item in
        let control = Rig().add(Control(frame: .zero))
        let clerks = try item.given["addTarget"].list().map { row in
          let clerk = Clerk()
          try control.register(clerk, row)
          return clerk
        }
        let targets = control.allTargets.compactMap { if case .object(let target) = $0 { target } else { nil } }
        let counts = targets.map { control.actions(forTarget: $0, forControlEvent: .editingChanged)?.count ?? 0 }
        try match(zip(targets, clerks).allSatisfy { $0 === $1 } && targets.count == clerks.count, item.expect["enumeratesAll"].flag())
        try match(counts, clerks.map { _ in try item.expect["countPerTarget"].integer() })
      },
    ]
  }
}
