/// Recognizes a finger that enters from an edge of the window; continuous (contract 9.2).
///
/// The touch begins within `edgeWidth` of one of the `edges` and moves inward. Later touches are ignored.
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// Edges of a window.
  public struct Edges: OptionSet, Hashable, Sendable {
    /// UIKit's bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The top edge.
    public static let top = Edges(rawValue: 1)
    /// The left edge.
    public static let left = Edges(rawValue: 2)
    /// The bottom edge.
    public static let bottom = Edges(rawValue: 4)
    /// The right edge.
    public static let right = Edges(rawValue: 8)
    /// All four.
    public static let all: Edges = [.top, .left, .bottom, .right]
  }

  /// The edges from which the gesture can come; none by default, as in UIKit.
  public var edges: Edges = []
  /// The greatest distance of the touch's start from the edge.
  public var edgeWidth = Distance.millimetres(Tuning().edgeWidth)

  /// The edge from which the touch came; empty while there is no touch.
  public private(set) var edge: Edges = []

  open override var kind: String { "edgePan" }

  open override func touchesBegan(_ touches: TouchSet, with event: Event) {
    if !edge.isEmpty {
      for touch in touches { ignore(touch, for: event) }
      return
    }
    guard touches.count == 1, let touch = touches.first else {
      return fail(.tooManyTouches(touches.count, limit: 1))
    }
    guard let bounds = touch.window?.bounds else { return fail(.disabled) }
    let (nearest, distance) = nearestEdge(to: touch.location, of: bounds)
    let width = points(edgeWidth)
    guard !nearest.isEmpty, distance <= width else { return fail(.notAtEdge(distance, limit: width)) }
    edge = nearest
    super.touchesBegan(touches, with: event)
  }

  override func objectionToBeginning() -> GestureReason.Cause? {
    let displacement = machine.displacement
    let (along, across): (Double, Double) =
      switch edge {
      case .left: (displacement.x, displacement.y.magnitude)
      case .right: (-displacement.x, displacement.y.magnitude)
      case .top: (displacement.y, displacement.x.magnitude)
      default: (-displacement.y, displacement.x.magnitude)
      }
    return along > 0 && along >= across ? nil : .wrongDirection(along: along, across: across)
  }

  open override func reset() {
    edge = []
  }

  private func nearestEdge(to point: Point, of bounds: Rect) -> (Edges, Double) {
    let distances: [(Edges, Double)] = [
      (.left, point.x - bounds.minX), (.right, bounds.maxX - point.x), (.top, point.y - bounds.minY),
      (.bottom, bounds.maxY - point.y),
    ]
    return distances.filter { edges.contains($0.0) }.min { $0.1 < $1.1 } ?? ([], .infinity)
  }
}
