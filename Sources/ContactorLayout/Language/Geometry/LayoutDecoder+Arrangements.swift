import ContactorCore

extension LayoutDecoder {
  /// The views inside a grid or stack, each with the frame that it gets there.
  mutating func views(_ fields: LayoutFields, of arrangement: LayoutArrangement, in frame: Rect) -> [LayoutView] {
    let nodes = list(fields["views"], "views")
    let area = LayoutArea(frame.size)
    let frames =
      switch arrangement {
      case .grid: gridFrames(nodes, fields, in: area)
      case .stack: stackFrames(nodes, fields, in: area)
      }
    return nodes.enumerated().map { index, node in
      view(node, in: LayoutArea(LayoutCell(arrangement: arrangement, frame: frames?[index] ?? .zero)))
    }
  }

  // MARK: Grids

  /// The frames of the views in a grid; `nil` after a mistake, or where the grid's size is not known.
  private mutating func gridFrames(_ nodes: [LayoutNode], _ fields: LayoutFields, in area: LayoutArea) -> [Rect]? {
    let before = mistakes
    let rows = fields["rows"].map { integer($0, "'rows'", in: 1...1000, "a whole number from 1 to 1000") }
    var columns = fields["columns"].map { integer($0, "'columns'", in: 1...100, "a whole number from 1 to 100") }
    if columns == nil, let rows { columns = min(100, max(1, (nodes.count + rows - 1) / rows)) }
    if columns == nil { report(fields.mark, "a grid needs the key 'columns'", expected: "'columns: 3', or 'rows'") }
    let gap = distances(fields["gap"], "'gap'", in: area)
    let padding = distances(fields["padding"], "'padding'", in: area)
    let grid = GridGeometry(columns: columns ?? 1, rows: rows)
    let extents = nodes.map { extent(of: $0, in: grid) }
    guard mistakes == before, !isFull, let size = area.size, let gap, let padding else { return nil }
    let places = grid.places(of: extents)
    if let rows, let index = places.firstIndex(where: { $0.row + $0.extent.rows > rows }) {
      report(nodes[index].mark, "the grid has no room for this view", expected: "at most \(rows) rows of \(grid.columns) columns")
      return nil
    }
    if let frames = grid.frames(of: places, in: size, gap: gap, padding: padding) { return frames }
    report(
      fields.mark, "a grid of \(DecimalText.of(size.width)) × \(DecimalText.of(size.height)) points has no room for its cells",
      expected: "a larger grid, fewer views, or a smaller 'gap' and 'padding'")
    return nil
  }

  /// The `span` of a view in a grid: columns, or `[columns, rows]`.
  private mutating func extent(of node: LayoutNode, in grid: GridGeometry) -> GridGeometry.Extent {
    guard let node = node["span"] else { return GridGeometry.Extent() }
    var nodes = [node]
    if case .sequence(let elements) = node.content { nodes = elements }
    guard (1...2).contains(nodes.count) else {
      reject(node, "'span'", expected: "a number of columns, or [columns, rows]")
      return GridGeometry.Extent()
    }
    let columns = integer(nodes[0], "'span'", in: 1...grid.columns, "a whole number from 1 to \(grid.columns), the grid's columns")
    let rows = nodes.count < 2 ? 1 : integer(nodes[1], "'span'", in: 1...100, "a whole number of rows from 1 to 100")
    return GridGeometry.Extent(columns: columns, rows: rows)
  }

  /// A distance in both directions, or `[horizontal, vertical]`; 0 where there is none, `nil` after a mistake.
  private mutating func distances(_ node: LayoutNode?, _ name: String, in area: LayoutArea) -> Size? {
    guard let node else { return Size(width: 0, height: 0) }
    var nodes = [node, node]
    if case .sequence(let elements) = node.content { nodes = elements }
    guard nodes.count == 2 else {
      reject(node, name, expected: "a length, or [horizontal, vertical]")
      return nil
    }
    guard let width = length(nodes[0], name, .gap, .horizontal, in: area) else { return nil }
    return length(nodes[1], name, .gap, .vertical, in: area).map { Size(width: width, height: $0) }
  }

  // MARK: Stacks

  /// The frames of the views in a stack; `nil` after a mistake, or where the stack's size is not known.
  private mutating func stackFrames(_ nodes: [LayoutNode], _ fields: LayoutFields, in area: LayoutArea) -> [Rect]? {
    let before = mistakes
    let isVertical = fields["vertical"].map { bool($0, "'vertical'") } ?? false
    let axis = isVertical ? LayoutAxis.vertical : .horizontal
    let gap = fields["gap"].map { length($0, "'gap'", .gap, axis, in: area) } ?? 0
    let padding = distances(fields["padding"], "'padding'", in: area)
    let lengths = nodes.map { stackLength(of: $0, axis, in: area) }
    let breadths = nodes.map { node in
      node[axis.other.lengthKey].map { length($0, "'\(axis.other.lengthKey)'", .length, axis.other, in: area) ?? 0 }
    }
    guard mistakes == before, !isFull, let size = area.size, let gap, let padding else { return nil }
    let (along, across) = (axis.length(of: padding), axis.other.length(of: padding))
    let breadth = axis.other.length(of: size) - 2 * across
    guard breadth > 0, let spans = StackGeometry.spans(of: lengths, in: axis.length(of: size), gap: gap, padding: along) else {
      report(
        fields.mark, "a stack of \(DecimalText.of(size.width)) × \(DecimalText.of(size.height)) points has no room for its views",
        expected: "a larger stack, or smaller views, 'gap' and 'padding'")
      return nil
    }
    return zip(spans, breadths).map { span, stated in
      let side = LayoutSpan(from: across, to: across + (stated ?? breadth))
      return isVertical ? Rect(side, span) : Rect(span, side)
    }
  }

  /// The length of a view along a stack: as stated, or a share of what is left, 1 unless stated.
  private mutating func stackLength(of node: LayoutNode, _ axis: LayoutAxis, in area: LayoutArea) -> StackGeometry.Length {
    let stated = node[axis.lengthKey]
    let share = node["share"]
    if stated != nil, let share {
      report(share.mark, "a view has both '\(axis.lengthKey)' and 'share'", expected: "one of them")
    }
    if let stated { return .points(length(stated, "'\(axis.lengthKey)'", .length, axis, in: area) ?? 0) }
    return .share(share.map { max(number($0, "'share'", .weight), 0.001) } ?? 1)
  }
}

extension LayoutNode {
  /// The value of a key of a mapping.
  fileprivate subscript(key: String) -> LayoutNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }
}

extension NumberRule {
  /// The distance between views.
  static let gap = NumberRule(range: 0...1e6, isOpen: false, words: "points from 0 to 1000000")
  /// The share that a view has of a stack.
  static let weight = NumberRule(range: 0.001...1000, isOpen: false, words: "a number from 0.001 to 1000")
}
