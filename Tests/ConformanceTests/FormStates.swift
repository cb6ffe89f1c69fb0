import ContactorCore
import Foundation

extension Form {
  /// Recognizers without a gesture of their own: touches, then steps in words, and the states on the way.
  static let stateScenes = Form(name: "states", reads: { !$0.params["map"].isNull && $0.given["recognizer"].isNull }) { item in
    let scene = try StateScene(item)
    try scene.play()
    try match(scene.measures(), item.expect.object())
  }
}

/// What becomes of a case's recognizers, in the words of Mutter's states.
private final class StateScene {
  private struct Weakly {
    weak var recognizer: TestRecognizer?
    let delegate: TestDelegate
  }

  private let item: Case
  private let rig = GestureRig()
  private var views: [String: View] = [:]
  private var recognizers: [String: Weakly] = [:]
  /// The state and the number of touches: before the first touch, then after each and after each step.
  private var notes: [String: [(state: String, points: Int)]] = [:]
  /// Where in the notes the second finger had come down.
  private var secondDown = 0
  private var known: [String: Int] = [:]

  init(_ item: Case) throws {
    self.item = item
    if case .object(let described) = item.given["views"] {
      for (name, description) in described where !description["frame"].isNull {
        views[name] = rig.view(try Rect(description["frame"]), name)
      }
    }
    if let home = item.given["gestureOn"].textIfAny {
      add("g", "on \(home)")
    } else {
      for (name, text) in try item.given["recognizers"].object().sorted(by: { $0.key < $1.key }) { add(name, try text.text()) }
    }
    // `g1 and g2 can not cancel each other`, `press can not cancel g2`
    if let relation = item.given["relation"].textIfAny, let first = relation.split(separator: " ").first.map(String.init) {
      recognizers[first]?.delegate.simultaneous = true
    }
  }

  /// Adds a recognizer as the words say: `on a, completes on down, hides a in its action`.
  private func add(_ name: String, _ text: String) {
    let made = TestRecognizer()
    let delegate = TestDelegate()
    made.name = name
    made.delegate = delegate
    let words = text.split { " ,".contains($0) }.map(String.init)
    func word(after before: String) -> String? {
      words.firstIndex(of: before).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    }
    if text.contains("completes on down") { made.onBegan = .ended }
    if let hidden = word(after: "hides").flatMap({ views[$0] }) {
      made.addAction("hide") { [unowned hidden] _ in hidden.isHidden = true }
    }
    (word(after: "on").flatMap { views[$0] } ?? rig.window).addGestureRecognizer(made)
    recognizers[name] = Weakly(recognizer: made, delegate: delegate)
  }

  // MARK: Playing

  func play() throws {
    note()
    var count = 0
    try rig.play(item.given["touches"]) { _ in
      count += 1
      if count == 1, item.given["g1RecognizingAfterFirst"] == true { recognizers["g1"]?.recognizer?.state = .began }
      note()
    }
    var time = 10.0
    for step in try stepTexts() {
      try perform(step, at: time)
      note()
      time += 10
    }
    // An event keeps its touches, and they their view, until the next one.
    if try stepTexts().contains(where: { $0.hasPrefix("destroy") }) { rig.send(.began, id: 9, 500, 500, at: time) }
  }

  private func stepTexts() throws -> [String] { try item.given["then"].isNull ? [] : item.given["then"].texts() }

  private func perform(_ step: String, at time: Double) throws {
    let states: [String: GestureRecognizer.State] = ["RECOGNIZING": .began, "COMPLETED": .ended, "CANCELLED": .cancelled]
    for separator in ["->", "="] {
      let parts = step.components(of: separator)
      guard parts.count == 2, let state = states[parts[1]] else { continue }
      let recognizer = (recognizers[parts[0]] ?? recognizers["g"])?.recognizer
      if recognizer?.state != state { recognizer?.state = state }
      return
    }
    let words = step.split(separator: " ").map(String.init)
    switch words[0] {
    case "destroy": views.removeValue(forKey: words[1])?.removeFromSuperview()
    case "down":
      // `down 1 at 45,0`
      let place = words[3].split(separator: ",").compactMap { Double($0) }
      down(Int32(words[1]) ?? 1, place[0], place[1], at: time)
    case "second" where words.last == "down": down(1, 15, 15, at: time)
    case "second": rig.send(.ended, id: 1, at: time)
    case "first", "touch": rig.send(.ended, id: 0, at: time)
    case "up": rig.send(.ended, id: Int32(words[1]) ?? 0, at: time)
    default: throw MalformedCase(.text(step), "a step")
    }
  }

  private func down(_ id: Int32, _ x: Double, _ y: Double, at time: Double) {
    rig.send(.began, id: id, x, y, at: time)
    secondDown = (notes.values.first?.count ?? 0) + 1
  }

  // MARK: Telling

  private func note() {
    for (name, weakly) in recognizers {
      guard let recognizer = weakly.recognizer else { continue }
      let state = Self.word(recognizer)
      let changes = rig.transitions[name] ?? []
      let news = changes.dropFirst(known[name] ?? 0)
      known[name] = changes.count
      // What was over between two notes is told, too.
      if state == "WAITING", news.contains("failed") || news.contains("cancelled") {
        notes[name, default: []].append(("CANCELLED", recognizer.numberOfTouches))
      } else if state == "WAITING", news.contains("ended") {
        notes[name, default: []].append(("COMPLETED", recognizer.numberOfTouches))
      }
      notes[name, default: []].append((state, recognizer.numberOfTouches))
    }
  }

  /// A state in the words of the cases.
  private static func word(_ recognizer: GestureRecognizer) -> String {
    switch recognizer.state {
    case .possible: recognizer.numberOfTouches == 0 ? "WAITING" : "POSSIBLE"
    case .began, .changed: "RECOGNIZING"
    case .ended: "COMPLETED"
    case .cancelled, .failed: "CANCELLED"
    }
  }

  func measures() throws -> [String: JSON] {
    var ours: [String: JSON] = ["crash": false]
    for (name, expected) in try item.expect.object() {
      switch name {
      case "gestureFreed": ours[name] = .flag(recognizers["g"]?.recognizer == nil)
      case "states": ours[name] = states("g", as: expected)
      case "nPoints": ours[name] = JSON((notes["g"] ?? []).map { Double($0.points) })
      case "points": ours[name] = .object(recognizers.mapValues { JSON($0.recognizer?.numberOfTouches ?? 0) })
      case _ where recognizers[name] != nil: ours[name] = states(name, as: expected)
      case _ where name.hasSuffix("Points"): ours[name] = points(String(name.dropLast(6)), as: expected)
      case _ where name.hasSuffix("AfterSecondDown"):
        ours[name] = .text(
          Self.runs((notes[String(name.dropLast(15))] ?? []).dropFirst().prefix(secondDown - 1).map(\.state)).joined(separator: " then "))
      case _ where name.hasSuffix("Recognized"):
        let changes = rig.transitions[String(name.dropLast(10))] ?? []
        ours[name] = .flag(changes.contains("began") || changes.contains("ended"))
      default: break
      }
    }
    return ours
  }

  /// The states on the way, with the one before the first touch where the case begins with it; the last one alone, or runs
  /// of states, where the case tells those.
  private func states(_ name: String, as expected: JSON) -> JSON {
    let states = (notes[name] ?? []).map(\.state)
    if let text = expected.textIfAny {
      return .text(text.contains(" then ") ? Self.runs(Array(states.dropFirst())).joined(separator: " then ") : states.last ?? "")
    }
    return JSON(expected[0] == "WAITING" ? states : Array(states.dropFirst()))
  }

  /// The numbers of fingers, runs as one, while it was not over; the last one where the case tells that.
  private func points(_ name: String, as expected: JSON) -> JSON {
    let notes = (notes[name] ?? []).dropFirst()
    if expected.listIfAny == nil { return JSON(notes.last?.points ?? 0) }
    let open = notes.prefix { $0.state != "COMPLETED" && $0.state != "CANCELLED" }.map(\.points)
    return JSON(Self.runs(open).map(Double.init))
  }

  private static func runs<Item: Equatable>(_ items: [Item]) -> [Item] {
    items.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}

extension String {
  /// The two parts around a separator; the whole where it is not in it.
  fileprivate func components(of separator: String) -> [String] {
    guard let range = self.range(of: separator) else { return [self] }
    return [String(self[..<range.lowerBound]), String(self[range.upperBound...])]
  }
}
