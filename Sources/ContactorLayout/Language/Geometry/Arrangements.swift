import ContactorCore

/// Where the cells of a grid are.
struct GridGeometry {
  /// The number of columns, over 0.
  let columns: Int
  /// The number of rows; `nil` for as many as there must be.
  let rows: Int?

  /// How many columns and rows a view takes.
  struct Extent: Equatable {
    var columns = 1
    var rows = 1
  }

  /// Columns and rows, counted from 0.
  struct Place: Equatable {
    let column: Int
    let row: Int
    let extent: Extent
  }

  /// The places of views one after the other: each at the first free one from where the last was, row by row.
  ///
  /// No view may have more columns than the grid.
  func places(of views: [Extent]) -> [Place] {
    /// The first free row of each column.
    var free = [Int](repeating: 0, count: columns)
    var (row, column) = (0, 0)
    return views.map { extent in
      while column + extent.columns > columns || free[column..<column + extent.columns].contains(where: { $0 > row }) {
        column += 1
        // No view fits above the first free row of all.
        if column + extent.columns > columns { (row, column) = (max(row + 1, free.min() ?? 0), 0) }
      }
      for taken in column..<column + extent.columns { free[taken] = row + extent.rows }
      defer { column += extent.columns }
      return Place(column: column, row: row, extent: extent)
    }
  }

  /// The frames of places in a grid of that size; `nil` where the cells would have no size.
  ///
  /// - Parameters:
  ///   - gap: the distance between columns, and between rows.
  ///   - padding: the distance from the edges.
  func frames(of places: [Place], in size: Size, gap: Size, padding: Size) -> [Rect]? {
    let rows = self.rows ?? max(1, places.map { $0.row + $0.extent.rows }.max() ?? 1)
    let width = (size.width - 2 * padding.width - Double(columns - 1) * gap.width) / Double(columns)
    let height = (size.height - 2 * padding.height - Double(rows - 1) * gap.height) / Double(rows)
    guard width >= 0.001, height >= 0.001 else { return nil }
    return places.map { place in
      let x = padding.width + Double(place.column) * (width + gap.width)
      let y = padding.height + Double(place.row) * (height + gap.height)
      let (columns, rows) = (Double(place.extent.columns), Double(place.extent.rows))
      return Rect(
        LayoutSpan(from: x, to: x + columns * width + (columns - 1) * gap.width),
        LayoutSpan(from: y, to: y + rows * height + (rows - 1) * gap.height))
    }
  }
}

/// Where the views of a stack are along it.
enum StackGeometry {
  /// How long a view is.
  enum Length: Equatable {
    /// So many points.
    case points(Double)
    /// A share of what the others leave, over 0.
    case share(Double)
  }

  /// The stretches of views one after the other; `nil` where nothing is left for shares.
  static func spans(of lengths: [Length], in extent: Double, gap: Double, padding: Double) -> [LayoutSpan]? {
    var rest = extent - 2 * padding - gap * Double(max(0, lengths.count - 1))
    var shares = 0.0
    for length in lengths {
      switch length {
      case .points(let points): rest -= points
      case .share(let share): shares += share
      }
    }
    var start = padding
    var spans: [LayoutSpan] = []
    for length in lengths {
      let end =
        switch length {
        case .points(let points): start + points
        case .share(let share): start + rest * share / shares
        }
      let span = LayoutSpan(from: start, to: end)
      guard span.length > 0 else { return nil }
      spans.append(span)
      start = end + gap
    }
    return spans
  }
}
