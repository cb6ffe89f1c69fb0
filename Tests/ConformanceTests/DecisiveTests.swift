import ContactorCore
import Testing

extension Conformance {
  /// A case in which nothing happens passes where nothing can: each of these is turned over by the one constant that it is
  /// about, so that it passes for that reason and no other.
  @Suite("What decides in cases where nothing happens")
  struct DecisiveTests {
    struct Decisive: Sendable, CustomTestStringConvertible {
      let id: String
      /// What else would decide, and is set aside.
      var aside: [String: JSON] = [:]
      /// What is given otherwise, and turns the case over.
      var given: [String: JSON] = [:]
      /// The constant that the case is about, changed so that the case turns over.
      var params: [String: JSON] = [:]
      var testDescription: String { id }
    }

    static let decisive = [
      // The source counts no time between its two taps, which is less than the least: that is set aside.
      Decisive(id: "flutter/dtap-too-far", aside: ["doubleTapMinMs": 0], params: ["doubleTapSlop": 200]),
      Decisive(id: "flutter/dtap-first-moved", params: ["touchSlop": 30]),
      Decisive(id: "monogame/double-tap-too-far", params: ["tapJitterTolerance": 37]),
      Decisive(id: "monogame/double-tap-too-slow", params: ["doubleTapMs": 600]),
      Decisive(id: "monogame/flick-too-short", params: ["tapJitterTolerance": 30]),
      Decisive(id: "chromium/swipe-2-too-slow", params: ["minSwipeVelocity": 40]),
      Decisive(id: "chromium/tap-delayed", params: ["doubleTapTimeoutUs": 9]),
      Decisive(id: "chromium/no-fling-before-slop", params: ["touchSlop": 2]),
      Decisive(id: "chromium/two-finger-tap-slow", params: ["twoFingerTapTimeoutUs": 2_000_000]),
      Decisive(id: "alexa-apl/swipe-wrong-direction", given: ["direction": "down"]),
      Decisive(id: "android-uigesture/tap-moved-out", params: ["touchSlop": 13]),
      Decisive(id: "android-uigesture/double-tap-too-slow", params: ["doubleTapTimeoutMs": 601]),
      Decisive(id: "android-uigesture/longpress-second-tap-too-far", params: ["doubleTapSlop": 120]),
      Decisive(id: "android-uigesture/swipe-wrong-direction", given: ["recognizer": .object(["swipe": "left"])]),
      Decisive(id: "android-uigesture/tap-needs-2-fingers-got-1", given: ["recognizer": .object(["tap": .list([1, 1])])]),
      Decisive(
        id: "android-uigesture/longpress-moved-too-much",
        given: ["recognizer": .object(["longPress": .object(["allowableMovement": 15])])]),
      Decisive(id: "android-uigesture/pan-needs-two", given: ["recognizer": .object(["pan": .object(["min": 1, "max": 2])])]),
      Decisive(
        id: "android-uigesture/pan-max-one-two-fingers", given: ["recognizer": .object(["pan": .object(["min": 1, "max": 2])])]),
      Decisive(id: "android-uigesture/swipe-not-enough-fingers", given: ["recognizer": .object(["swipe": "left"])]),
      Decisive(
        id: "android-uigesture/swipe-too-slow", given: ["recognizer": .object(["swipe": "left", "minVelocity": 200])]),
      Decisive(id: "android-uigesture/edge-not-at-edge", given: ["view": .list([0, 0, 310, 600])]),
      Decisive(id: "android-uigesture/tap-disabled", given: ["recognizer": .object(["tap": .list([1, 1])])]),
      Decisive(id: "android-uigesture/shouldBegin-false", given: ["delegate": .null]),
      Decisive(id: "android-uigesture/shouldReceiveTouch-false", given: ["delegate": .null]),
      Decisive(id: "uno/tap-y", params: ["tapMaxDelta": 12]),
      Decisive(id: "flutter/lp-up-early", params: ["longPressMs": 200]),
      Decisive(id: "avalonia/hold-released-early", params: ["holdMs": 50]),
      Decisive(id: "gecko-apz/double-tap-too-far", params: ["tolerance": 90]),
    ]

    @Test("The constant that a case is about turns it over", arguments: decisive)
    func turnsOver(_ decisive: Decisive) throws {
      let item = try #require(Case.all.first { $0.id == decisive.id })
      let form = try #require(Form.of(item))
      // Also without what else would decide.
      let bare = try item.with(params: decisive.aside)
      try form.check(bare)
      let changed = try bare.with(given: decisive.given).with(params: decisive.params)
      #expect(throws: Mismatch.self) { try form.check(changed) }
    }

    @Test("A swipe that is too slow says so, and not that it was too short")
    func slowness() throws {
      let item = try #require(Case.all.first { $0.id == "chromium/swipe-2-too-slow" })
      let scene = try TouchScene(item)
      try scene.play()
      guard case .tooSlow = scene.recognizers["right"]?.lastReason?.cause else {
        Issue.record("\(scene.recognizers["right"]?.lastReason?.text ?? "undecided")")
        return
      }
    }
  }
}
