import ContactorCore
import Testing

extension Conformance {
  /// Four engines do four things; the contract's lines 4.3 to 4.5 say whose are ours.
  @Suite("control-disagreements: one input, the outputs of four re-implementations")
  struct ControlDisagreements {
    @Test("The case holds", arguments: Case.all(in: "control-disagreements"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    /// Plays the case's touches on a plain control and returns its deliveries.
    private static func play(_ item: Case, outset: Double? = nil) throws -> [String] {
      let rig = Rig()
      let control = rig.add(Control(frame: try Rect(item.given["control"]["frame"])))
      control.trackingOutset = outset.map(Distance.points)
      try rig.play(item.given["touches"])
      return rig.taken()
    }

    /// An engine's deliveries without the remarks in brackets.
    private static func deliveries(_ expected: JSON) throws -> [String] {
      try expected.texts().map { String($0.prefix { $0 != " " }) }
    }

    static let checks: [String: Check] = [
      "down-up-inside": { try match(play($0), deliveries($0.expect["all"])) },
      // 4.3: down and repeat in one delivery.
      "double-down": { try match(play($0), deliveries($0.expect["Chameleon"])) },
      "exit": { item in
        // 4.5: ten points out is inside; the case says so of UIKit in words.
        try match(item.expect["UIKit"].text().contains("touchDragInside x3 then touchUpInside"), true)
        try match(play(item), ["touchDown"] + Array(repeating: "touchDragInside", count: 3) + ["touchUpInside"])
        // 4.4: without the tolerance, drag and exit are one delivery.
        try match(play(item, outset: 0), deliveries(item.expect["Chameleon"]))
      },
      "tracking-order-at-down": { item in
        let rig = Rig()
        let control = rig.add(HookControl(frame: try Rect(item.given["control"]["frame"])))
        control.addAction("down", for: .touchDown) { sender, _ in (sender as? HookControl)?.log.append("touchDown") }
        try rig.play(item.given["touches"])
        // 4.3: the hook runs before the event is sent.
        try match(control.log, item.expect["Chameleon"].texts())
      },
      "beginTracking-false": { item in
        let rig = Rig()
        let control = rig.add(HookControl(frame: try Rect(item.given["control"]["frame"])))
        control.begins = false
        try rig.play(item.given["touches"])
        try match(rig.taken(), deliveries(item.expect["Chameleon"]))
      },
    ]
  }
}

private final class HookControl: Control {
  var begins = true
  var log: [String] = []

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    log.append("beginTracking()")
    return begins
  }
}
