import ContactorCore

extension Dialect {
  /// Constants of a few microseconds, and many events for each gesture.
  static let chromium = Dialect(
    requests: { item in
      if let fingers = item.params["velocitiesPerFinger"].listIfAny?.count {
        return ["right", "left", "up", "down"].map {
          RecognizerRequest($0, .swipe, .object(["direction": .text($0), "touches": JSON(fingers)]))
        }
      }
      return chromiumKinds(item).map { kind in
        RecognizerRequest(kind.rawValue, kind, after: kind == .tap && chromiumKinds(item).contains(.doubleTap) ? ["doubleTap"] : [])
      }
    },
    tune: { recognizer, request, item in
      if let pan = recognizer as? PanGestureRecognizer {
        pan.countsFromRecognition = true
        // The source divides its slop among the fingers.
        pan.hysteresis = .points((item.params["touchSlop"].numberIfAny ?? 0) / Double(max(item.fingers, 1)))
      }
      // A span has twice the slop of a finger.
      (recognizer as? PinchGestureRecognizer)?.hysteresis = .points((item.params["touchSlop"].numberIfAny ?? 0) * 2)
      // `100 (ours)`: with that span itself the scale would be the bound that the source stays below.
      if let pinch = recognizer as? PinchGestureRecognizer,
        let span = item.params["minScalingSpan"].textIfAny.flatMap({ Double($0.prefix { $0 != " " }) })
      {
        pinch.minimumSpan = .points(span + 0.01)
      }
      if request.kind == .doubleTap, let tap = recognizer as? TapGestureRecognizer {
        // The source counts it from the first touch, ours from its end.
        tap.minimumInterval -= .microseconds(1)
      }
      // The source judges the speed alone.
      (recognizer as? SwipeGestureRecognizer)?.minimumDistance = .points(0.5)
    },
    words: { entry, scene in chromiumWords(entry, scene) },
    measures: chromiumMeasures, beside: .continuous, liftsHavePlaces: false, endsWithLastTouch: true)

  /// The recognizers whose events a case names; all that a list of everything that happened could tell.
  private static func chromiumKinds(_ item: Case) -> [RecognizerRequest.Kind] {
    let words = Set(item.expect.allTexts.flatMap { $0.split { !($0.isUppercase || $0 == "_") }.map(String.init) })
    func names(_ prefixes: String...) -> Bool { words.contains { word in prefixes.contains { word.hasPrefix($0) } } }
    let isAll = !item.expect["order"].isNull || !item.expect["orderBeforeLastUp"].isNull
    var kinds: [RecognizerRequest.Kind] = []
    if isAll || names("SCROLL", "FLING") { kinds.append(.pan) }
    if names("PINCH") || !item.expect["pinchUpdateAtIndex"].isNull { kinds.append(.pinch) }
    if names("LONG") { kinds.append(.longPress) }
    if names("SHORT") { kinds.append(.shortPress) }
    if names("TWO_FINGER") || !item.params["twoFingerTapTimeoutUs"].isNull || !item.expect["orderBeforeLastUp"].isNull {
      kinds.append(.twoFingerTap)
    }
    if names("DOUBLE", "TAP_UNCONFIRMED") || !item.given["disableDoubleTapAfterIndex"].isNull { kinds.append(.doubleTap) }
    if isAll || words.contains("TAP") || !item.expect["tapCounts"].isNull { kinds.append(.tap) }
    if !item.expect["eachOfLast10"].isNull || !item.expect["scrollBeginHint"].isNull { kinds = [.pan] }
    return kinds
  }

  private static func chromiumWords(_ entry: Entry, _ scene: TouchScene) -> [String] {
    switch (entry.name, entry.event) {
    case ("", "down"): entry.touches == entry.changed ? ["TAP_DOWN"] : []
    case ("tap", "waits"): ["TAP_UNCONFIRMED"]
    case ("tap", "ended"): ["TAP"]
    case ("doubleTap", "ended"): ["DOUBLE_TAP"]
    case ("twoFingerTap", "ended"): ["TWO_FINGER_TAP"]
    case ("pan", "began"): ["SCROLL_BEGIN", "SCROLL_UPDATE"]
    case ("pan", "changed"): ["SCROLL_UPDATE"]
    case ("pan", "ended"):
      scene.item.expect.allTexts.contains("FLING_START") && entry.velocity != .zero ? ["FLING_START"] : ["SCROLL_END"]
    case ("pan", "cancelled"): ["SCROLL_END"]
    case ("shortPress", "began"): ["SHORT_PRESS"]
    case ("longPress", "began"): ["LONG_PRESS"]
    // A long tap is a press that ended without having moved.
    case ("longPress", "ended"):
      scene.entries.contains { $0.name == "longPress" && $0.event == "changed" } ? [] : ["LONG_TAP"]
    case ("pinch", "began"): ["PINCH_BEGIN", pinchUpdate(entry)]
    case ("pinch", "changed"): [pinchUpdate(entry)]
    case ("pinch", "ended"), ("pinch", "cancelled"): ["PINCH_END"]
    default: []
    }
  }

  private static func pinchUpdate(_ entry: Entry) -> String { "PINCH_UPDATE scale\(entry.value < 1 ? "<" : ">")1" }

  private static let chromiumMeasures: [String: TouchScene.Measure] = [
    "swipe": { scene, expected in
      let swipes = scene.entries.filter(\.isBegin).map(\.name)
      if swipes.isEmpty, expected.isNull { return try slowness(scene) ?? .null }
      return swipes.isEmpty ? .null : .text(swipes.joined(separator: "+"))
    },
    "points": { scene, _ in JSON(scene.entries.first(where: \.isBegin)?.touches ?? 0) },
    "tapTimestamp": { scene, expected in
      // Ours has no time of its own: it is called when it is certain that no second tap comes.
      let number = try expected.text().split(separator: " ").lazy.compactMap { Double($0) }.first ?? .nan
      guard let tap = scene.entries.first(where: { $0.name == "tap" && $0.event == "ended" }),
        let lift = scene.entries.first(where: { $0.name == "tap" && $0.event == "waits" })
      else { return .null }
      // Microseconds; a delay of that length has passed in the first of them that is over.
      let delay = ((tap.time - lift.time) * 1000).rounded()
      return delay >= number && delay <= number + 1 ? expected : .text("\(delay) us after the up")
    },
    "eachOfLast10": { scene, expected in
      let ways = scene.frames.map(\.translation)
      let steps = zip(ways.dropFirst(), ways).map { $0 - $1 }.suffix(10)
      let rows = JSON.list(steps.map { .number($0.y) })
      let columns = Set(steps.map { ($0.x * 1e6).rounded() / 1e6 })
      return .object([
        "scroll_x": columns.count == 1 ? .number(columns.first ?? 0) : JSON(columns.sorted()),
        "scroll_y": rows.agrees(with: expected["scroll_y"], within: 0) ? expected["scroll_y"] : rows,
      ])
    },
    "afterFirstMove": { scene, _ in scene.words(at: 0...1).contains { $0.hasPrefix("SCROLL") } ? "scroll" : "no scroll" },
    "scrollBeginHint": { scene, _ in
      let way = scene.entries.first { $0.name == "pan" && $0.isBegin }?.translation ?? .zero
      return JSON(way.numbers.map { ($0 * 100).rounded() / 100 })
    },
    "scroll": { scene, _ in JSON(scene.entries.first { $0.name == "pan" && $0.isBegin }?.translation ?? .zero) },
    "scale": { scene, _ in scene.entries.last { $0.name == "pinch" && $0.event != "failed" }.map { .number($0.value) } ?? .null },
    "orderBeforeLastUp": { scene, expected in
      let last = try scene.item.given["touches"].list().count - 1
      return scene.phrase(scene.words(at: 0...(last - 1)), as: expected)
    },
    "onDisableAfterUp": { scene, _ in
      let index = try scene.item.given["disableDoubleTapAfterIndex"].integer()
      let taps = scene.entries.filter { $0.name == "tap" && $0.event == "ended" }
      return taps.map(\.index) == [index] ? "TAP immediately" : JSON(taps.map { "TAP after \($0.index)" })
    },
    "totalEvents": { scene, _ in JSON(scene.words.count) },
    "laterEvents": { scene, _ in
      let index = try scene.item.given["disableDoubleTapAfterIndex"].integer()
      return JSON(scene.words(scene.entries.filter { $0.index > index }).count)
    },
    "pinchUpdateAtIndex": { scene, expected in
      .object(
        Dictionary(
          uniqueKeysWithValues: try expected.object().keys.map { key in
            let words = scene.words(at: Int(key).map { $0...$0 } ?? 0...0)
            return (key, .flag(words.contains { $0.hasPrefix("PINCH_UPDATE") }))
          }))
    },
    "afterMove": { scene, expected in
      scene.phrase(scene.words(at: 3...3).filter { $0.hasPrefix("PINCH") }, as: expected)
    },
    "onSecondFinger": { scene, _ in scene.words(at: 4...4).first { $0.hasPrefix("PINCH") }.map { .text($0) } ?? .null },
    "afterwards": { scene, expected in
      let words = scene.words(scene.entries.filter { $0.index > 4 })
      return words.isEmpty ? expected : JSON(words)
    },
  ]

  /// Where the fingers' mean is slower than a swipe must be, slowness must be what the best recognizer says, not something else.
  private static func slowness(_ scene: TouchScene) throws -> JSON? {
    let speeds = try scene.item.params["velocitiesPerFinger"].list().map { try Point($0) }
    let mean = speeds.reduce(Point.zero, +)
    let (x, y) = (mean.x / Double(speeds.count), mean.y / Double(speeds.count))
    guard max(x.magnitude, y.magnitude) < (try scene.item.params["minSwipeVelocity"].number()) else { return nil }
    let best = x.magnitude >= y.magnitude ? x > 0 ? "right" : "left" : y > 0 ? "down" : "up"
    guard let reason = scene.recognizers[best]?.lastReason, case .tooSlow = reason.cause else {
      return .text("\(scene.recognizers[best]?.lastReason?.text ?? "undecided") instead of too slow")
    }
    return nil
  }
}

extension JSON {
  /// All texts in it.
  var allTexts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let items): items.flatMap(\.allTexts)
    case .object(let members): members.values.flatMap(\.allTexts)
    default: []
    }
  }
}
