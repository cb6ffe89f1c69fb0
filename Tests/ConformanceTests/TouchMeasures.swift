import ContactorCore

extension TouchScene {
  /// What we have to say to a thing that a case expects, by the case's name for it, in the case's terms.
  ///
  /// What is expected is given for its form only: which member of a pair, how many of a list, with a remark or without.
  typealias Measure = @Sendable (TouchScene, JSON) throws -> JSON

  /// Parts of what is expected that say something about the case and nothing about what happens.
  private static let remarks: Set<String> = [
    "constraint", "tolerance", "disableAllAfterIndex", "enableAfterIndex", "enableTapAfterIndex",
  ]

  /// Compares everything that the case expects with what happened.
  func judge() throws {
    let expected = try item.expect.object().filter { !Self.remarks.contains($0.key) }
    guard !expected.isEmpty else { throw MalformedCase(item.expect, "something to expect") }
    var ours: [String: JSON] = [:]
    for (name, value) in expected { ours[name] = try measure(name, value) }
    // `rotation - target < 0.2`; ours is compared on both sides.
    let constraint = item.expect["constraint"].textIfAny?.split(separator: " ").lazy.compactMap { Double($0) }.first
    try match(ours, expected, within: constraint ?? 1e-9)
  }

  private func measure(_ name: String, _ expected: JSON) throws -> JSON {
    if let measure = dialect.measures[name] ?? Self.measures[name] { return try measure(self, expected) }
    // `tap` is how often the tap was recognized, `pinchend` how often the pinch ended.
    if let count = count(name, expected) { return count }
    if name.hasPrefix("atIndex"), let index = Int(name.dropFirst(7)) { return phrase(words(at: index...index), as: expected) }
    throw MalformedCase(.object([name: expected]), "a name that a measure has; add one to TouchScene.measures")
  }

  private func count(_ name: String, _ expected: JSON) -> JSON? {
    let calls = entries.filter { $0.isCall && recognizers[$0.name] != nil }
    if recognizers[name] != nil {
      if expected.textIfAny.flatMap(Relation.init) == nil, expected.textIfAny != nil {
        return .text(calls.last { $0.name == name }?.event ?? "")
      }
      return JSON(calls.count { $0.name == name && $0.isBegin })
    }
    let kind = name == "press" ? "longPress" : name
    if recognizers[kind] != nil { return JSON(calls.count { $0.name == kind && $0.isBegin }) }
    for (suffix, event) in [("start", "began"), ("move", "changed"), ("end", "ended")] where name.hasSuffix(suffix) {
      let recognizer = name == suffix ? it : String(name.dropLast(suffix.count))
      if recognizers[recognizer] != nil { return JSON(calls.count { $0.name == recognizer && $0.event == event }) }
    }
    if views[name] != nil { return JSON(calls.count { $0.view == name && $0.isBegin }) }
    return nil
  }

  // MARK: Words

  /// What happened, in the source's words, without what it does not tell; runs of a word as one.
  var words: [String] {
    let ends = dialect.endsWithLastTouch && item.given["touches"].listIfAny?.last?["phase"] != "wait"
    return words(ends ? Array(entries.prefix(entriesAtEnd)) : entries)
  }

  func words(_ entries: [Entry]) -> [String] {
    entries.flatMap { dialect.words($0, self) }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  func words(at indices: ClosedRange<Int>) -> [String] {
    words(entries.prefix(entriesAtEnd).filter { indices.contains($0.index) })
  }

  /// Our words in the fashion of a case's: without what only views say, and a remark where the case has none.
  func phrase(_ words: [String], as expected: JSON) -> JSON {
    func word(_ text: String) -> String {
      // `(600 ms) onSinglePress(x=10)`
      text.hasPrefix("(") ? String(text.drop { $0 != ")" }.dropFirst(2)) : text
    }
    func base(_ text: String) -> Substring { text.prefix { $0 != " " && $0 != "(" } }
    let theirs = (expected.listIfAny ?? [expected]).compactMap(\.textIfAny)
    let isSaid = theirs.map { !dialect.silent.contains(word($0)) }
    var ours = words[...]
    var phrase: [String] = []
    for (text, isSaid) in zip(theirs, isSaid) {
      // Views' words are taken as they stand.
      guard isSaid else {
        phrase.append(text)
        continue
      }
      guard let next = ours.popFirst() else { return JSON(phrase.filter { !dialect.silent.contains(word($0)) }) }
      let isSame = word(text) == next || word(text) == String(base(next))
      guard isSame else { return JSON(words) }
      phrase.append(text)
    }
    if !ours.isEmpty { return JSON(words) }
    return expected.listIfAny == nil && phrase.count == 1 ? .text(phrase[0]) : JSON(phrase)
  }

  // MARK: Measures

  private var calls: [Entry] { entries.filter { $0.name == it && $0.isCall } }

  private var shortStates: JSON { JSON(rig.shortStates(it)) }

  /// The values that a recognizer had at each call of its action, without the one that ended it.
  private func values(_ names: String...) -> [Double] {
    entries.filter { entry in names.contains(entry.name) && ["began", "changed"].contains(entry.event) }.map(\.value)
  }

  private func ways() -> [Point] {
    entries.filter { $0.name == "pan" && ["began", "changed"].contains($0.event) }.map(\.translation)
  }

  private static func steps(_ values: [Double], from start: Double, by step: (Double, Double) -> Double) -> JSON {
    JSON(zip(values, [start] + values).map(step))
  }

  private var lastDown: Int {
    (item.given["touches"].listIfAny ?? []).lastIndex { $0["phase"] == "down" } ?? 0
  }

  /// How far apart the two fingers were when the second one came down.
  private func span() throws -> Double {
    let places = try item.given["touches"].list().prefix(lastDown + 1).suffix(2).map { try Point($0["x"], $0["y"]) }
    guard let first = places.first, let last = places.last else { return 0 }
    let way = last - first
    return (way.x * way.x + way.y * way.y).squareRoot()
  }

  private static let degrees = 180 / Double.pi

  private static let measures: [String: Measure] = [
    // Actions and states
    "fires": { scene, _ in JSON(scene.calls.count) },
    "actionCalls": { scene, _ in JSON(scene.calls.count) },
    "recognized": { scene, _ in .flag(!scene.calls.isEmpty) },
    "panActionCalled": { scene, _ in .flag(!scene.calls.isEmpty) },
    "panChildAction": { scene, _ in .flag(scene.rig.count("panChild") > 0) },
    "panParentAction": { scene, _ in .flag(scene.rig.count("panParent") > 0) },
    "states": { scene, _ in scene.shortStates },
    "stateReached": { scene, _ in scene.shortStates },
    "finalState": { scene, _ in .text(scene.calls.last?.event ?? "possible") },
    "transition": { scene, _ in JSON(["possible"] + (scene.rig.transitions[scene.it] ?? [])) },
    "stateAfterEach": { scene, _ in JSON(scene.frames.map(\.state)) },
    "afterLaterEnded": { scene, _ in .text(scene.recognizers[scene.it].map { "\($0.state)" } ?? "") },
    "numberOfTouches": { scene, _ in JSON(scene.calls.last?.touches ?? 0) },
    "holding": { scene, expected in
      let words = scene.words
      return words.isEmpty ? .null : expected.listIfAny == nil && words.count == 1 ? .text(words[0]) : JSON(words)
    },
    "tapCount": { scene, _ in
      let ups = scene.item.given["touches"].listIfAny?.indices.filter { scene.item.given["touches"][$0]["phase"] == "up" } ?? []
      return JSON(scene.frames.filter { ups.contains($0.index) }.map { Double($0.calls) })
    },
    "tapCounts": { scene, _ in JSON(scene.rig.tapCounts.map(Double.init)) },
    "nPressesAfterEach": { scene, _ in JSON(scene.rig.tapCounts.map(Double.init)) },
    "noCrash": { _, _ in true },
    // Words
    "order": { scene, expected in scene.phrase(scene.words, as: expected) },
    "events": { scene, expected in scene.phrase(scene.words, as: expected) },
    "count": { scene, _ in JSON(scene.words.count) },
    "last": { scene, _ in scene.words.last.map { .text($0) } ?? .null },
    // Those that are there, or are not, of the ones that are expected to be.
    "contains": { scene, expected in
      let all = scene.words(scene.entries)
      return JSON(try expected.texts().filter { all.contains($0) })
    },
    "absent": { scene, expected in
      let all = scene.words(scene.entries).map { $0.prefix { $0 != " " } }
      return JSON(try expected.texts().filter { word in !all.contains { $0 == word } })
    },
    "gestures": { scene, expected in
      let drawn: [JSON] = scene.entries.flatMap { entry in
        scene.dialect.words(entry, scene).map { name in
          let delta = name.hasSuffix("Drag") ? [JSON.object(["delta": JSON(entry.translation)])] : []
          return .list([.text(name), .number(entry.location.x), .number(entry.location.y)] + delta)
        }
      }
      // As much of each as the case tells.
      return .list(
        drawn.enumerated().map { index, gesture in
          expected[index].listIfAny.map { .list(Array((gesture.listIfAny ?? []).prefix($0.count))) } ?? gesture[0]
        })
    },
    "afterDisable": { scene, _ in
      let index = try scene.item.expect["disableAllAfterIndex"].integer()
      return JSON(scene.words(scene.entries.filter { $0.index > index }))
    },
    // Times
    "notBeforeMs": { scene, expected in
      let first = scene.entries.lazy.filter { scene.recognizers[$0.name] != nil && $0.isCall }.map(\.time).min()
      return try first.map { try $0 >= expected.number() ? expected : .number($0) } ?? .null
    },
    "recognizedAtMs": { scene, _ in scene.entries.first { $0.name == "doubleTap" && $0.isBegin }.map { .number($0.time) } ?? .null },
    "startAfterIndex": { scene, _ in scene.calls.first.map { JSON($0.index) } ?? .null },
    "startAt": { scene, _ in
      guard let first = scene.calls.first else { return .null }
      return scene.item.given["touches"][first.index]["phase"]
    },
    // Pans
    "velocity": { scene, _ in JSON(try scene.pan.velocity(in: nil)) },
    "velocityReported": { scene, _ in
      func sign(_ value: Double) -> String { value == 0 ? "==0.00" : value > 0 ? ">0" : "<0" }
      let last = scene.calls.last { $0.event == "ended" }
      return last.map { .text("vx\(sign($0.velocity.x)), vy\(sign($0.velocity.y))") } ?? .null
    },
    "translation": { scene, _ in JSON(try scene.pan.translation(in: nil)) },
    "translationAtEnd": { scene, _ in JSON(try scene.pan.translation(in: scene.views["v"])) },
    "translationAfterEach": { scene, _ in .list(scene.frames.map { JSON($0.translation) }) },
    "dragOrigin": { scene, _ in scene.views["drag"].map { JSON($0.frame.origin) } ?? .null },
    "primaryDelta": { scene, _ in .number(scene.frames.last?.translation.x ?? .nan) },
    "deltaAtIndex3": { scene, _ in
      guard let after = scene.frames.first(where: { $0.index == 3 }), let before = scene.frames.last(where: { $0.index < 3 }) else {
        return .null
      }
      return JSON(after.translation - before.translation)
    },
    // The finger whose way is the pan's all of the time.
    "translationDrivenBy": { scene, _ in
      let touches = try scene.item.given["touches"].list()
      let ids = try Set(touches.map { $0["id"] }).filter { id in
        try scene.frames.allSatisfy { frame in
          let places = try touches.prefix(frame.index + 1).filter { $0["id"] == id }.map { try Point($0["x"], $0["y"]) }
          guard let first = places.first, let last = places.last else { return frame.translation == .zero }
          return last - first == frame.translation
        }
      }
      return ids.count == 1 ? ids.first ?? .null : .list(Array(ids))
    },
    "secondTouch": { scene, _ in scene.calls.allSatisfy { $0.touches == 1 } && !scene.calls.isEmpty ? "ignored" : "followed" },
    "started": { scene, _ in scene.frames.first { $0.index == scene.lastDown }.map { JSON($0.location) } ?? .null },
    "at": { scene, _ in scene.frames.last.map { JSON($0.location) } ?? .null },
    "delta": { scene, _ in scene.frames.last.map { JSON($0.translation) } ?? .null },
    "deltas": { scene, _ in
      let ways = scene.ways()
      return .list(zip(ways, [.zero] + ways).map { JSON($0 - $1) })
    },
    "cumulative": { scene, _ in .list(scene.ways().map { JSON($0) }) },
    "endCumulative": { scene, _ in scene.frames.last.map { JSON($0.translation) } ?? .null },
    // Taps: where, and of how many
    "tapped": { scene, expected in
      .list(
        scene.entries.filter { $0.isDiscrete && $0.isBegin }.map { entry in
          let taps = (scene.recognizers[entry.name] as? TapGestureRecognizer)?.numberOfTapsRequired ?? 0
          return JSON(entry.location.numbers + (expected[0].listIfAny?.count == 3 ? [Double(taps)] : []))
        })
    },
    // Rotations and scales
    "rotationRad": { scene, _ in scene.calls.last.map { .number($0.value) } ?? .null },
    "rotation": { scene, expected in
      let values = scene.entries.filter { $0.name == "rotation" && $0.event == "changed" }.map(\.value)
      if expected.textIfAny != nil { return JSON(values) }
      return scene.values("rotation").last.map { .number($0) } ?? .null
    },
    "cumulativeDeg": { scene, _ in JSON(scene.values("rotation").map { $0 * degrees }) },
    "deltaDeg": { scene, _ in steps(scene.values("rotation").map { $0 * degrees }, from: 0) { $0 - $1 } },
    "scaleCumulative": { scene, _ in JSON(scene.values("pinch")) },
    "scaleDelta": { scene, _ in steps(scene.values("pinch"), from: 1) { $0 / $1 } },
    "scale": { scene, _ in scene.values("pinch").last.map { .number($0) } ?? .null },
    "expansionCumulative": { scene, _ in
      let span = try scene.span()
      return JSON(scene.values("pinch").map { ($0 - 1) * span })
    },
    "expansion": { scene, _ in
      let span = try scene.span()
      return scene.values("pinch").last.map { .number(($0 - 1) * span) } ?? .null
    },
  ]
}
