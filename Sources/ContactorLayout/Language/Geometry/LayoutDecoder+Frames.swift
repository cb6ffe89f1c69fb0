import ContactorCore

extension LayoutDecoder {
  /// The units of a length, beside points.
  static let lengthUnits = "20 mm or 50%"

  /// The frame that a view states by `frame`, or by distances from edges; zero if there was a mistake.
  mutating func frame(_ fields: LayoutFields, in area: LayoutArea) -> Rect {
    let edge = LayoutSchema.frameEdges.names.compactMap { fields.entries[$0] }.first
    guard let node = fields["frame"] else {
      if edge != nil { return frame(edges: fields, in: area) }
      report(
        fields.mark, "\(LayoutSchema.view.owner) needs the key 'frame'", expected: "'frame: [x, y, width, height]'")
      return .zero
    }
    if let edge { report(edge.mark, "a view has both 'frame' and '\(edge.key)'", expected: "one of them") }
    switch node.content {
    case .mapping:
      return self.fields(of: node, "'frame'", in: LayoutSchema.frameEdges).map { frame(edges: $0, in: area) } ?? .zero
    case .sequence(let elements) where elements.contains(where: { hasUnit($0) }):
      return frame(node, elements, in: area)
    default: return frame(node)
    }
  }

  private func hasUnit(_ node: LayoutNode) -> Bool { quantity(node, units: ["%", "mm", "pt"], mayBeQuoted: true) != nil }

  /// `[x, y, width, height]` with units.
  private mutating func frame(_ node: LayoutNode, _ elements: [LayoutNode], in area: LayoutArea) -> Rect {
    guard elements.count == 4 else {
      report(node.mark, "'frame' has \(count(elements.count, "number"))", expected: "4, [x, y, width, height]")
      return .zero
    }
    let x = length(elements[0], "x of 'frame'", .coordinate, .horizontal, in: area)
    let y = length(elements[1], "y of 'frame'", .coordinate, .vertical, in: area)
    let width = length(elements[2], "width of 'frame'", .length, .horizontal, in: area)
    let height = length(elements[3], "height of 'frame'", .length, .vertical, in: area)
    guard let x, let y, let width, let height else { return .zero }
    return Rect(LayoutSpan(from: x, to: x + width), LayoutSpan(from: y, to: y + height))
  }

  private mutating func frame(edges fields: LayoutFields, in area: LayoutArea) -> Rect {
    let horizontal = span(fields, .horizontal, in: area)
    let vertical = span(fields, .vertical, in: area)
    guard let horizontal, let vertical else { return .zero }
    return Rect(horizontal, vertical)
  }

  /// The stretch along one axis; `nil` after a mistake, or where the area is not known.
  private mutating func span(_ fields: LayoutFields, _ axis: LayoutAxis, in area: LayoutArea) -> LayoutSpan? {
    let before = mistakes
    var distances = EdgeDistances()
    distances.near = fields[axis.nearKey].flatMap { length($0, "'\(axis.nearKey)'", .coordinate, axis, in: area) }
    distances.far = fields[axis.farKey].flatMap { length($0, "'\(axis.farKey)'", .coordinate, axis, in: area) }
    distances.length = fields[axis.lengthKey].flatMap { length($0, "'\(axis.lengthKey)'", .length, axis, in: area) }
    guard mistakes == before, !isFull, let extent = area.extent(axis) else { return nil }
    let mark = (fields[axis.farKey] ?? fields[axis.nearKey])?.mark ?? fields.mark
    do throws(EdgeDistances.Problem) {
      return try distances.span(in: extent)
    } catch {
      switch error {
      case .empty(let room):
        report(
          mark, "nothing is left for the \(axis.lengthKey): \(DecimalText.of(room)) of \(DecimalText.of(extent)) points",
          expected: "smaller distances from the edges")
      case .contradiction(let room):
        report(
          fields[axis.lengthKey]?.mark ?? mark,
          "'\(axis.nearKey)', '\(axis.farKey)' and '\(axis.lengthKey)' do not agree in \(DecimalText.of(extent)) points",
          expected: "two of them, or '\(axis.lengthKey): \(DecimalText.of(room))'")
      }
      return nil
    }
  }

  /// A length in points: a number, or one with `pt`, `mm`, or `%` of the area; `nil` after a mistake, or where that is not known.
  mutating func length(
    _ node: LayoutNode, _ name: String, _ rule: NumberRule, _ axis: LayoutAxis, in area: LayoutArea
  ) -> Double? {
    let words = "\(rule.words), or a length such as \(Self.lengthUnits)"
    guard let (value, unit) = quantity(node, units: ["%", "mm", "pt"], mayBeQuoted: true) else {
      if let number = YAMLNumber(node)?.real, rule.allows(number) { return number }
      rejectNumber(node, name, expected: words, isHexadecimal: false)
      return nil
    }
    var points = value
    switch (unit, glass) {
    case ("%", _):
      guard let extent = area.extent(axis) else { return nil }
      points = value / 100 * extent
    case ("mm", .known(let density)): points = value * axis.length(of: density)
    case ("mm", .missing):
      report(
        node.mark, "\(name) is in millimetres, and the size of the screen in millimetres is not known",
        expected: "'mm: [width, height]' beside the screen's 'size'")
      return nil
    case ("mm", .unreadable): return nil
    default: break
    }
    guard rule.allows(points) else {
      reject(node, name, expected: words)
      return nil
    }
    return points
  }

  /// Reports what a view states of its place although a grid or stack around it places it, or the other way round.
  mutating func checkPlace(_ fields: LayoutFields, in cell: LayoutCell?) {
    let own = cell?.arrangement.keysOfViews ?? LayoutSchema.frameEdges.names
    for key in ["frame"] + LayoutSchema.frameEdges.names + ["span", "share"] {
      guard let entry = fields.entries[key], !own.contains(key), cell != nil || key != "frame" else { continue }
      if let cell {
        report(
          entry.mark, "the \(cell.arrangement.rawValue) around it places this view, which has no '\(key)'",
          expected: "\(cell.arrangement.keysOfViews.map { "'\($0)'" }.joined(separator: " or ")), or nothing")
      } else {
        report(entry.mark, "'\(key)' goes with views inside a \(key == "span" ? "grid" : "stack") only")
      }
    }
    if let entry = fields.entries["with"] { report(entry.mark, "'with' goes with 'use' only", expected: "'use: name' beside it") }
  }
}

extension LayoutSchema {
  /// Distances from the edges of the area around.
  static let frameEdges = LayoutTable(
    owner: "a frame",
    keys: ["left", "top", "right", "bottom", "width", "height"].map { .optional($0, "points, 20 mm or 50%") })
}
