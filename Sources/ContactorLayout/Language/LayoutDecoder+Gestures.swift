import ContactorCore
import ContactorSystem

extension LayoutDecoder {
  /// An entry of `gestures`.
  mutating func gesture(_ node: LayoutNode) -> LayoutGesture {
    var gesture = LayoutGesture(id: "", kind: .tap)
    gesture.mark = node.mark
    let before = mistakes
    defer { if mistakes != before || isFull { doubtful.insert(node.mark) } }
    let written = Self.writtenKind(of: node)
    guard let fields = fields(of: node, "a gesture", in: LayoutSchema.gesture, noun: written?.noun, tuning: written?.ownTuningKeys ?? [])
    else { return gesture }
    let kind = fields["kind"].flatMap { gestureKind($0) }
    gesture.kind = kind ?? .tap
    gesture.id = fields["id"].map { id($0) } ?? ""
    gestureIDs.insert(gesture.id)
    if let kind { checkKeys(fields, of: kind) }
    readPlace(fields, into: &gesture)
    readShape(fields, kind, into: &gesture)
    readRelations(fields, into: &gesture)
    if let node = fields["enabled"] { gesture.isEnabled = bool(node, "'enabled'") }
    if let node = fields["cancelsTouches"] { gesture.cancelsTouches = bool(node, "'cancelsTouches'") }
    if let node = fields["delaysTouches"] { gesture.delaysTouches = bool(node, "'delaysTouches'") }
    gesture.modes = modeNames(fields["modes"])
    if let node = fields["tuning"], let kind {
      gesture.tuning = tuning(node, keys: kind.tuningKeys, of: kind.nounWithArticle)
    }
    if let node = fields["on"] {
      gesture.bindings = bindings(
        node, of: kind.map(BindingOwner.init), known: GestureStateName.all, example: "recognized")
    }
    return gesture
  }

  /// The kind that an entry states, before its keys are looked at; `nil` for another word.
  private static func writtenKind(of node: LayoutNode) -> LayoutGestureKind? {
    guard case .mapping(let entries) = node.content, case .scalar(let text, _)? = entries.first(where: { $0.key == "kind" })?.value.content
    else { return nil }
    return LayoutGestureKind(rawValue: text)
  }

  private mutating func gestureKind(_ node: LayoutNode) -> LayoutGestureKind? {
    let names = LayoutGestureKind.allCases.map(\.rawValue)
    let expected = "one of \(names.joined(separator: ", "))"
    guard let name = text(node, "'kind'", expected: expected) else { return nil }
    if let kind = LayoutGestureKind(rawValue: name) { return kind }
    let nearest = NameIndex.nearest(to: name, in: names)
    report(node.mark, "unknown kind \(quoted(name))", expected: expected, suggestion: nearest)
    return nearest.flatMap(LayoutGestureKind.init)
  }

  /// Reports keys that only other kinds of gesture have, and missing keys that this kind needs.
  private mutating func checkKeys(_ fields: LayoutFields, of kind: LayoutGestureKind) {
    checkOwners(fields, in: LayoutSchema.gesture, noun: kind.noun, name: kind.nounWithArticle)
    for (needed, keys, shape) in LayoutSchema.neededGestureKeys where needed == kind && keys.allSatisfy({ fields.entries[$0] == nil }) {
      let names = keys.map { "'\($0)'" }.joined(separator: " or ")
      report(fields.mark, "\(kind.nounWithArticle) needs the key \(names)", expected: "'\(keys[0]): \(shape)'")
    }
  }

  // MARK: Where and what

  private mutating func readPlace(_ fields: LayoutFields, into gesture: inout LayoutGesture) {
    if let node = fields["view"], let id = word(node, "'view'", expected: "a view's or a window's id") {
      gesture.view = id
      gestureViews.append((id, node.mark))
    }
    if let node = fields["region"] {
      gesture.region = rect(node, "'region'")
    }
  }

  private mutating func readShape(
    _ fields: LayoutFields, _ kind: LayoutGestureKind?, into gesture: inout LayoutGesture
  ) {
    gesture.touches = fields["touches"].map { touches($0, kind) }
    gesture.taps = fields["taps"].map { integer($0, "'taps'", in: 1...100, "a whole number from 1 to 100") }
    gesture.hold = fields["hold"].map { time($0, "'hold'") }
    gesture.directions = names(fields["direction"], "'direction'", of: LayoutSchema.directions(of: kind))
    if kind == .stroke, gesture.directions.count > 1, let node = fields["direction"] {
      reject(node, "'direction'", expected: "any or forward")
    }
    gesture.maximumDistance = fields["maximumDistance"].map { distance($0, "'maximumDistance'") }
    gesture.maximumDuration = fields["maximumDuration"].map { time($0, "'maximumDuration'") }
    gesture.edges = names(fields["edge"], "'edge'", of: LayoutSchema.edges)
    gesture.corners = names(fields["corners"], "'corners'", of: LayoutSchema.corners, mayRepeat: true)
    gesture.templates = templates(fields["points"], "'points'", named: gesture.id) + shapes(fields["shapes"])
    gesture.minimumScore = fields["score"].map { number($0, "'score'", .share) }
  }

  /// The number of fingers: a number, or for some kinds also `{min: 1, max: 3}`.
  private mutating func touches(_ node: LayoutNode, _ kind: LayoutGestureKind?) -> ClosedRange<Int> {
    let least = LayoutSchema.leastTouches(of: kind)
    let words = "a whole number from \(least) to 60"
    guard case .mapping = node.content else {
      let count = integer(node, "'touches'", in: least...60, words)
      return count...count
    }
    guard kind.map(LayoutSchema.kindsWithSomeTouches.contains) ?? true else {
      let takers = LayoutSchema.kindsWithSomeTouches.map(\.nounWithArticle).joined(separator: ", ")
      reject(node, "'touches'", expected: "\(words); only \(takers) take {min: …, max: …}")
      return 1...1
    }
    guard let fields = fields(of: node, "'touches'", in: LayoutSchema.touches) else { return 1...1 }
    let before = mistakes
    let minimum = fields["min"].map { integer($0, "'min'", in: least...60, words) } ?? least
    let maximum = fields["max"].map { integer($0, "'max'", in: least...60, words) } ?? 60
    guard mistakes == before, minimum <= maximum else {
      if mistakes == before {
        report(node.mark, "'touches' from \(minimum) to \(maximum) is empty", expected: "'min' up to 'max'")
      }
      return 1...1
    }
    return minimum...maximum
  }

  /// One of some names, or a list of them.
  private mutating func names(
    _ node: LayoutNode?, _ key: String, of known: [String], mayRepeat: Bool = false
  ) -> [String] {
    guard let node else { return [] }
    var nodes = [node]
    if case .sequence(let elements) = node.content { nodes = elements }
    if nodes.isEmpty { report(node.mark, "\(key) is an empty list", expected: "one of \(known.joined(separator: ", "))") }
    var names: [String] = []
    for node in nodes {
      let expected = "one of \(known.joined(separator: ", "))"
      guard let name = word(node, key, expected: expected) else { continue }
      if !known.contains(name) {
        report(
          node.mark, "unknown \(key.dropFirst().dropLast()) \(quoted(name))", expected: expected,
          suggestion: NameIndex.nearest(to: name, in: known))
      } else if names.contains(name), !mayRepeat {
        report(node.mark, "\(quoted(name)) is here twice")
      } else {
        names.append(name)
      }
    }
    return names
  }

  /// The shapes of a stroke by their names.
  private mutating func shapes(_ node: LayoutNode?) -> [StrokeTemplate] {
    guard let node else { return [] }
    guard case .mapping(let entries) = node.content, !entries.isEmpty else {
      reject(node, "'shapes'", expected: "names with points, such as {check: '0,55 30,90 100,0'}")
      return []
    }
    return entries.flatMap { entry -> [StrokeTemplate] in
      if entry.key.isEmpty { report(entry.mark, "a shape has no name", expected: "a name such as check") }
      return templates(entry.value, quoted(entry.key), named: entry.key)
    }
  }

  /// The shapes with one name: a text of points, or a list of such texts.
  private mutating func templates(_ node: LayoutNode?, _ key: String, named name: String) -> [StrokeTemplate] {
    guard let node else { return [] }
    var nodes = [node]
    if case .sequence(let elements) = node.content { nodes = elements }
    if nodes.isEmpty { report(node.mark, "\(key) is an empty list", expected: "points such as '0,0 50,100 100,0'") }
    return nodes.compactMap { node in
      guard let text = text(node, key, expected: "points such as '0,0 50,100 100,0'") else { return nil }
      do throws(StrokeTemplate.TextError) {
        return try StrokeTemplate(name, text: text)
      } catch {
        report(node.mark, "\(key): \(error.description)", expected: "points such as '0,0 50,100 100,0'")
        return nil
      }
    }
  }

  // MARK: Beside others

  private mutating func readRelations(_ fields: LayoutFields, into gesture: inout LayoutGesture) {
    gesture.requireToFail = others(fields["requireToFail"], "'requireToFail'", of: gesture.id)
    guard let node = fields["simultaneous"] else { return }
    if case .scalar(let text, isPlain: true) = node.content, ["true", "false"].contains(text.lowercased()) {
      gesture.simultaneous = bool(node, "'simultaneous'") ? .withAll : .with([])
    } else {
      gesture.simultaneous = .with(others(node, "'simultaneous'", of: gesture.id))
    }
  }

  /// The ids of other gestures, which are looked up when all ids are known.
  private mutating func others(_ node: LayoutNode?, _ key: String, of id: String) -> [String] {
    guard let node else { return [] }
    var nodes = [node]
    if case .sequence(let elements) = node.content { nodes = elements }
    return nodes.compactMap { node in
      guard let name = word(node, key, expected: "a gesture's id") else { return nil }
      if name == id {
        report(node.mark, "\(key) names the gesture itself")
      } else {
        gestureTargets.append((name, node.mark))
      }
      return name
    }
  }

  /// Reports gestures that are named and do not exist, and gestures that wait for each other in a circle.
  mutating func checkGestures(_ gestures: [LayoutGesture]) {
    report(gestureTargets.filter { !gestureIDs.contains($0.id) }, of: "gesture", known: gestureIDs)
    var graph = WaitGraph(gestures)
    for circle in graph.circles() {
      let names = circle.prefix(20).map { quoted(gestures[$0].id) }.joined(separator: ", ")
      let more = circle.count > 20 ? " and \(circle.count - 20) more" : ""
      report(
        gestures[circle[0]].mark, "\(names)\(more) wait for each other to fail",
        expected: "a 'requireToFail' that leads to a gesture that waits for none")
    }
  }
}
