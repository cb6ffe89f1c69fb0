import ContactorControls
import ContactorCore
import Testing

extension Conformance {
  @Suite("cappuccino: its AppKit's tests")
  struct Cappuccino {
    @Test("The case holds", arguments: Case.all(in: "cappuccino"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "target-key-first": { item in
        let windows = KeyAndMain()
        let targets = try item.given["queries"].texts().map { windows.target(forAction: $0) }
        try match(targets, item.expect["targets"].list().map(\.textIfAny))
      },
      "target-explicit-returned-unchecked": { item in
        let target = Clerk()
        target.identifier = try item.given["target"].text()
        let found = Rig().application.target(forAction: "missing:", to: target, from: nil) as? Responder
        try match(found?.identifier ?? "nil", item.expect["target"].text())
      },
      "target-nil-equals-search": { item in
        try match(KeyAndMain().target(forAction: item.given["action"].text()), item.expect["target"].text())
      },
      "button-performClick": { item in
        let rig = Rig()
        let button = rig.add(Button(frame: .zero))
        let clerk = Clerk()
        try button.addTarget(clerk, action: "doRecordedAction:", for: .touchUpInside)
        button.performClick()
        try match(clerk.calls.count, item.expect["calls"].integer())
      },
      "segmented-shrink-drops-selection": { item in
        let segments = SegmentedControl(frame: .zero, numberOfSegments: try item.given["count"].integer())
        segments.selectedSegmentIndex = try item.given["selected"].integer()
        try match(item.given["then"].text(), "count=2")
        segments.numberOfSegments = 2
        try match(segments.selectedSegmentIndex, item.expect["selectedSegment"].integer())
      },
      "segmented-any-minus1-clears": { item in
        let segments = try selecting(item)
        try match(segments.selectedSegmentIndex, item.expect["selectedSegmentBefore"].integer())
        try match(item.given["then"].text(), "selectedSegment=-1")
        segments.selectedSegmentIndex = -1
        try match(segments.selectedSegmentIndex, item.expect["after"].integer())
        try match(segments.flags, item.expect["selected"].flags())
      },
      "segmented-any-set-does-not-deselect": { item in
        let segments = try selecting(item)
        try match(item.given["then"].text(), "selectedSegment=1")
        segments.selectedSegmentIndex = 1
        try match(segments.flags, item.expect["selected"].flags())
      },
    ]

    /// A control of which any segments can be selected, with those of the case selected.
    private static func selecting(_ item: Case) throws -> SegmentedControl {
      let segments = SegmentedControl(frame: .zero, numberOfSegments: try item.given["count"].integer())
      segments.trackingMode = .selectAny
      for segment in try item.given["selected"].list() { segments.select(try segment.integer()) }
      return segments
    }
  }
}
