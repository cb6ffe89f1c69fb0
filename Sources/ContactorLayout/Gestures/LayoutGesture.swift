public import ContactorCore

/// A gesture of a layout: what is recognized where, and what it does.
public struct LayoutGesture: Hashable, Sendable {
  /// Which gestures may go on beside this one.
  public enum Simultaneity: Hashable, Sendable {
    /// Those that are named; none at first.
    case with([String])
    /// All others.
    case withAll
  }

  /// The name, unique in the layout.
  public var id: String
  /// What it is.
  public var kind: LayoutGestureKind
  /// The id of the view or window that it belongs to; `nil` for the first window.
  public var view: String?
  /// The part of the view in which touches count, in the view's points; `nil` for all of it.
  public var region: Rect?
  /// How many fingers; `nil` for the kind's usual number.
  public var touches: ClosedRange<Int>?
  /// How many taps; 1 for a tap and 0 for a long press where it is `nil`.
  public var taps: Int?
  /// How long the fingers, or the last tap, must stay down.
  public var hold: Duration?
  /// The directions of a swipe: `left`, `right`, `up`, `down`.
  public var directions: [String] = []
  /// The edges that an edge pan comes from: `left`, `right`, `top`, `bottom`.
  public var edges: [String] = []
  /// The corners of a sequence in their order: `topLeft`, `topRight`, `bottomLeft`, `bottomRight`.
  public var corners: [String] = []
  /// The shapes of a stroke.
  public var templates: [StrokeTemplate] = []
  /// How like its shape a stroke must be, 0 … 1; `nil` for the recognizer's own limit.
  public var minimumScore: Double?
  /// The gestures that must fail first.
  public var requireToFail: [String] = []
  /// The gestures that may go on beside this one.
  public var simultaneous = Simultaneity.with([])
  /// Whether it is recognized at all.
  public var isEnabled = true
  /// Whether views lose the touches of the gesture once it is recognized.
  public var cancelsTouches = true
  /// What is said about its thresholds.
  public var tuning = LayoutTuning()
  /// What its states do, in the order of the file.
  public var bindings: [LayoutBinding] = []
  /// Where the gesture stands in the file.
  public var mark = LayoutMark.file

  /// Creates a gesture on the first window.
  public init(id: String, kind: LayoutGestureKind) {
    self.id = id
    self.kind = kind
  }
}
