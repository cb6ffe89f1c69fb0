import ContactorCore
import ContactorSystem

extension LayoutDecoder {
  /// An entry of `views`.
  mutating func view(_ node: LayoutNode) -> LayoutView {
    var view = LayoutView(id: "", kind: .view, frame: .zero)
    view.mark = node.mark
    guard let fields = fields(of: node, "a view", in: LayoutSchema.view) else { return view }
    let kind = fields["kind"].flatMap { self.kind($0) }
    view = LayoutView(id: fields["id"].map { self.id($0) } ?? "", kind: kind ?? .view, frame: .zero)
    view.mark = node.mark
    if kind == nil { doubtful.insert(node.mark) }
    if let node = fields["frame"] { view.frame = frame(node) }
    if let kind { checkOwners(fields, in: LayoutSchema.view, noun: kind.noun, name: "a \(kind.noun)") }
    readFlags(fields, into: &view)
    if let node = fields["alpha"] { view.alpha = number(node, "'alpha'", .share) }
    if let node = fields["value"] { view.value = value(node, of: kind) ?? view.value }
    view.trackingOutset = fields["trackingOutset"].map { distance($0, "'trackingOutset'") }
    if let node = fields["on"] {
      view.bindings = bindings(
        node, of: kind.map(BindingOwner.init), known: ControlEventName.all, example: "touchUpInside")
    }
    if let node = fields["tuning"] {
      view.tuning = tuning(node, keys: TuningKey.ofViews, of: kind.map { "a \($0.noun)" } ?? "a view")
    }
    view.subviews = list(fields["views"], "views").map { self.view($0) }
    return view
  }

  private mutating func readFlags(_ fields: LayoutFields, into view: inout LayoutView) {
    if let node = fields["enabled"] { view.isEnabled = bool(node, "'enabled'") }
    if let node = fields["hidden"] { view.isHidden = bool(node, "'hidden'") }
    if let node = fields["multipleTouch"] { view.isMultipleTouchEnabled = bool(node, "'multipleTouch'") }
    if let node = fields["exclusiveTouch"] { view.isExclusiveTouch = bool(node, "'exclusiveTouch'") }
    if let node = fields["secure"] { view.isSecure = bool(node, "'secure'") }
    if let node = fields["continuous"] { view.isContinuous = bool(node, "'continuous'") }
    if let node = fields["wraps"] { view.wraps = bool(node, "'wraps'") }
    if let node = fields["autorepeat"] { view.autorepeat = bool(node, "'autorepeat'") }
    if let node = fields["momentary"] { view.isMomentary = bool(node, "'momentary'") }
  }

  /// An id, which no other view or window has.
  mutating func id(_ node: LayoutNode) -> String {
    guard let id = word(node, "'id'", expected: "a name") else { return "" }
    if let first = ids[id] {
      report(node.mark, "the id \(quoted(id)) is taken; the first is at \(first)")
    } else {
      ids[id] = node.mark
    }
    return id
  }

  /// The kind, or the nearest one to check the rest by; `nil` where there is none.
  private mutating func kind(_ node: LayoutNode) -> LayoutKind? {
    let expected = "one of \(LayoutSchema.kinds.joined(separator: ", "))"
    guard let name = text(node, "'kind'", expected: expected) else { return nil }
    if let kind = LayoutKind(rawValue: name) { return kind }
    if LayoutSchema.laterKinds.contains(name) {
      reportLater(node.mark, "the kind '\(name)'")
      return nil
    }
    let nearest = NameIndex.nearest(to: name, in: LayoutSchema.kinds + LayoutSchema.laterKinds)
    report(node.mark, "unknown kind \(quoted(name))", expected: expected, suggestion: nearest)
    return nearest.flatMap(LayoutKind.init)
  }

  /// A place and a size; 0 for all of it if there was a mistake.
  mutating func frame(_ node: LayoutNode) -> Rect {
    rect(node, "'frame'") ?? .zero
  }

  /// A place and a size, the size over 0; `nil` if there was a mistake.
  mutating func rect(_ node: LayoutNode, _ name: String) -> Rect? {
    let before = mistakes
    let read = numbers(
      node, name, ["x", "y", "width", "height"], [.coordinate, .coordinate, .length, .length])
    guard mistakes == before, !isFull else { return nil }
    return Rect(x: read[0], y: read[1], width: read[2], height: read[3])
  }

  /// Complains about keys that belong to others of the same table.
  mutating func checkOwners(_ fields: LayoutFields, in table: LayoutTable, noun: String, name: String) {
    for key in table.keys {
      guard let entry = fields.entries[key.name], let owners = key.owners, !owners.contains(noun) else { continue }
      let first = owners.dropLast().joined(separator: ", ")
      let all = first.isEmpty ? owners[0] : "\(first) or \(owners[owners.count - 1])"
      report(entry.mark, "\(name) has no '\(key.name)', only \(all.hasPrefix("edge") ? "an" : "a") \(all) has")
    }
  }
}
