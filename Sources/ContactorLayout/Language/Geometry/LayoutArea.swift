import ContactorCore

/// The area in which a view is placed.
struct LayoutArea {
  /// The size in points; `nil` where it could not be read.
  let size: Size?
  /// What a grid or stack around the view has given it; `nil` where the view states its frame.
  let cell: LayoutCell?

  /// The inside of a view or window; a size of 0 could not be read.
  init(_ size: Size) {
    self.size = size.isUnknown ? nil : size
    cell = nil
  }

  /// A place in a grid or stack.
  init(_ cell: LayoutCell) {
    size = nil
    self.cell = cell
  }

  /// The width or the height.
  func extent(_ axis: LayoutAxis) -> Double? { size.map { axis.length(of: $0) } }
}

/// A place that a grid or stack gives a view.
struct LayoutCell {
  /// What has given it.
  let arrangement: LayoutArrangement
  /// The frame in the grid or stack; empty where that is not known.
  let frame: Rect
}

/// The kinds of view that place the views inside; all else is a plain view.
enum LayoutArrangement: String, CaseIterable {
  /// Rows and columns of equal cells.
  case grid
  /// A row or a column.
  case stack

  /// The keys for views inside, by which each says how much room it gets.
  var keysOfViews: [String] {
    switch self {
    case .grid: ["span"]
    case .stack: ["width", "height", "share"]
    }
  }
}

/// Left to right, or top to bottom.
enum LayoutAxis {
  case horizontal, vertical

  /// The other axis.
  var other: LayoutAxis { self == .horizontal ? .vertical : .horizontal }

  /// The width or the height.
  func length(of size: Size) -> Double { self == .horizontal ? size.width : size.height }

  /// The key for the width or the height.
  var lengthKey: String { self == .horizontal ? "width" : "height" }
  /// The key for the distance from the left or upper edge.
  var nearKey: String { self == .horizontal ? "left" : "top" }
  /// The key for the distance from the right or lower edge.
  var farKey: String { self == .horizontal ? "right" : "bottom" }
}

/// The points in a millimetre on a window's glass.
enum LayoutGlass {
  /// They are known in both directions.
  case known(Size)
  /// The window does not say how large its glass is.
  case missing
  /// What the window says could not be read.
  case unreadable

  init(_ screen: LayoutScreen) {
    guard let millimetres = screen.millimetres else {
      self = .missing
      return
    }
    let isKnown = !millimetres.isUnknown && !screen.size.isUnknown
    self =
      isKnown
      ? .known(Size(width: screen.size.width / millimetres.width, height: screen.size.height / millimetres.height)) : .unreadable
  }
}

/// A stretch along one axis, in points with 3 decimals, as in the log.
struct LayoutSpan: Equatable {
  /// Where it begins.
  let start: Double
  /// Its length.
  let length: Double

  /// The stretch between two places, each rounded, so that neighbours meet.
  init(from start: Double, to end: Double) {
    self.start = Self.rounded(start)
    length = Self.rounded(Self.rounded(end) - Self.rounded(start))
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension Rect {
  init(_ horizontal: LayoutSpan, _ vertical: LayoutSpan) {
    self.init(x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
  }
}

/// What a view states of its place along one axis, in points; `nil` for what it does not state.
struct EdgeDistances: Equatable {
  /// From the left or upper edge of the area.
  var near: Double?
  /// From the right or lower edge of the area.
  var far: Double?
  /// The length.
  var length: Double?

  /// Why the distances give no stretch.
  enum Problem: Error, Equatable {
    /// Nothing is left between the edges; the length that there would be.
    case empty(Double)
    /// The length that there is between the edges is another than the view states.
    case contradiction(Double)
  }

  /// The stretch in an area; what is not stated is 0, or all the room there is.
  func span(in extent: Double) throws(Problem) -> LayoutSpan {
    switch (near, far, length) {
    case (let near?, let far?, let length?):
      let room = extent - near - far
      guard abs(room - length) <= 0.001 else { throw .contradiction(room) }
      return LayoutSpan(from: near, to: near + length)
    case (nil, let far?, let length?): return LayoutSpan(from: extent - far - length, to: extent - far)
    case (_, nil, let length?): return LayoutSpan(from: near ?? 0, to: (near ?? 0) + length)
    case (_, _, nil):
      let span = LayoutSpan(from: near ?? 0, to: extent - (far ?? 0))
      guard span.length > 0 else { throw .empty(extent - (near ?? 0) - (far ?? 0)) }
      return span
    }
  }
}
