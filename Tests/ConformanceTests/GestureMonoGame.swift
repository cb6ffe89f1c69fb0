import ContactorCore
import Testing

extension Conformance {
  @Suite("monogame: XNA's gestures")
  struct MonoGame {
    @Test("The case holds", arguments: Case.all(in: "monogame"))
    func holds(_ item: Case) throws { try judge(item, Self.checks) }

    static let checks: [String: Check] = [
      "nothing": gestures, "double-tap-too-far": gestures, "double-tap-too-slow": gestures, "hold": gestures,
      "tap-doubletap-hold": gestures, "enable-tap-mid-drag": gestures, "disable-while-dragging": gestures,
      "disable-then-reenable-before-up": gestures,
      "horizontal-drag": { item in
        let rig = GestureRig()
        let drag = try Scene(item, rig)
        var deltas: [Double] = []
        drag.pan.addAction("delta") { [unowned pan = drag.pan] _ in deltas.append(pan.translation(in: nil).x) }
        try rig.play(item.given["touches"])
        // The source tells the last step only, ours all of the way since the finger came down.
        try match(rig.calls.map(\.index), [4, 5])
        try match(drag.gestures.map { $0 == "FreeDrag" ? "HorizontalDrag" : $0 }, item.expect["gestures"].list().map { try $0[0].text() })
        try match(deltas.first, 40)
      },
    ]

    /// The source's recognizers go on beside one another.
    private final class Scene {
      let tap = TapGestureRecognizer()
      let doubleTap = TapGestureRecognizer()
      let hold = LongPressGestureRecognizer()
      let pan = PanGestureRecognizer()
      let delegate = TestDelegate()
      private(set) var gestures: [String] = []

      init(_ item: Case, _ rig: GestureRig) throws {
        let tolerance = Distance.points(try item.params["tapJitterTolerance"].number())
        doubleTap.numberOfTapsRequired = 2
        // The source fires with the second touch, not when it is lifted.
        doubleTap.hold = .zero
        doubleTap.maximumTapDistance = tolerance
        doubleTap.maximumInterval = try .microseconds(Int64(item.params["doubleTapMs"].number() * 1000))
        hold.minimumPressDuration = try .microseconds(Int64(item.params["holdMs"].number() * 1000))
        hold.allowableMovement = tolerance
        tap.maximumMovement = tolerance
        pan.hysteresis = tolerance
        delegate.simultaneous = true
        for recognizer in [tap, doubleTap, hold, pan] {
          rig.add(recognizer, recognizer.kind)
          recognizer.delegate = delegate
        }
        tap.addAction("it") { [unowned self] _ in gestures.append("Tap") }
        doubleTap.addAction("it") { [unowned self] _ in gestures.append("DoubleTap") }
        hold.addAction("it") { [unowned self] in if $0.state == .began { gestures.append("Hold") } }
        pan.addAction("it") { [unowned self] in
          switch $0.state {
          case .ended: gestures.append("DragComplete")
          case .cancelled: break
          default: gestures.append("FreeDrag")
          }
        }
        enable(try item.given["enabled"].texts())
      }

      func enable(_ names: [String]) {
        let isAll = names == ["all"]
        tap.isEnabled = isAll || names.contains("Tap")
        doubleTap.isEnabled = isAll || names.contains("DoubleTap")
        hold.isEnabled = isAll || names.contains("Hold")
        pan.isEnabled = isAll || names.contains { $0.contains("Drag") }
      }
    }

    private static let gestures: Check = { item in
      let rig = GestureRig()
      let scene = try Scene(item, rig)
      try rig.play(item.given["touches"]) { index in
        if index == Int(item.expect["disableAllAfterIndex"].numberIfAny ?? -1) { scene.enable([]) }
        if index == Int(item.expect["enableAfterIndex"].numberIfAny ?? -1) { scene.enable(["FreeDrag"]) }
        if index == Int(item.expect["enableTapAfterIndex"].numberIfAny ?? -1) { scene.enable(["Tap"]) }
      }
      try match(scene.gestures, item.expect["gestures"].list().map { try $0.textIfAny ?? $0[0].text() })
      if let time = item.expect["notBeforeMs"].numberIfAny { try match(rig.calls.allSatisfy { $0.time >= time }, true) }
    }
  }
}
