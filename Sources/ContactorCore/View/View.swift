/// A rectangle that takes touches; it has a position in a superview, and draws nothing.
///
/// Coordinates are in points. A view's `frame` is in its superview's space, its `bounds` in its own.
open class View: Responder {
  /// The view's own rectangle; a change of its origin scrolls the subviews.
  @safe @exclusivity(unchecked) public final var bounds: Rect {
    didSet {
      placeChanged()
      if bounds.size != oldValue.size { sizeChanged() }
      changed(.frame)
    }
  }
  /// `bounds` for other modules, where reading a stored property costs a check of exclusive access.
  @inlinable @inline(__always) package final var area: Rect { bounds }
  /// The centre of the view in its superview's space.
  @safe @exclusivity(unchecked) public final var center: Point {
    didSet {
      placeChanged()
      changed(.frame)
    }
  }
  /// An affine map about the centre, applied on the way to the superview; the identity by default.
  @safe @exclusivity(unchecked) public final var transform = AffineTransform.identity {
    didSet {
      hasIdentityTransform = transform == .identity
      placeChanged()
      changed(.transform)
    }
  }
  /// Whether hit-testing leaves out the view and all views inside it.
  @safe @exclusivity(unchecked) open var isHidden = false {
    didSet { if isHidden != oldValue { changed(.visibility) } }
  }
  /// The opacity of the view, 0 … 1; below 0.01 it takes no touches (contract 3.1).
  @safe @exclusivity(unchecked) open var alpha = 1.0 {
    didSet { if alpha != oldValue { changed(.visibility) } }
  }
  /// Whether the view and all views inside it take touches.
  @safe @exclusivity(unchecked) open var isUserInteractionEnabled = true
  /// Whether the view gets more than its first touch (contract 2.5).
  @safe @exclusivity(unchecked) open var isMultipleTouchEnabled = false
  /// Whether no other view in the window gets touches while this view tracks, and this view none while another tracks (contract 2.5).
  @safe @exclusivity(unchecked) open var isExclusiveTouch = false
  /// Whether subviews are found by an index of their frames: for containers with many subviews (contract 3.8).
  ///
  /// A subview is then hit-tested only if its frame, grown by its `hitOutset`, is hit; without the index every subview is tested, front
  /// to back.
  @safe @exclusivity(unchecked) public final var indexesSubviews = false {
    didSet { if !indexesSubviews { dropHitIndex() } }
  }

  /// The view's gesture recognizers, in the order of their addition.
  @safe @exclusivity(unchecked) final var recognizers: ContiguousArray<GestureRecognizer> = []
  /// The subviews, back to front.
  @safe @exclusivity(unchecked) final var children: ContiguousArray<View> = []
  /// Properties that few views use; `nil` while none of them was set.
  @safe @exclusivity(unchecked) final var extras: Extras?

  /// Cleared when the superview is deallocated.
  @safe @exclusivity(unchecked) final var superviewLink = BackReference<View>(nil)
  /// Cleared when the window is deallocated.
  @safe @exclusivity(unchecked) final var windowLink = BackReference<Window>(nil)
  /// The view's slot in the superview's hit index; −1 if it has none.
  @safe @exclusivity(unchecked) final var hitSlot: Int32 = -1
  /// The greatest number of levels of views inside this one, or more: it is not lowered when views leave, until `canTake(_:)` needs it.
  @safe @exclusivity(unchecked) final var height: UInt16 = 0
  /// Whether `layoutSubviews()` is due.
  @safe @exclusivity(unchecked) package internal(set) final var isLayoutDue = false

  /// The position of the bounds' (0, 0) in the superview, valid while `hasIdentityTransform`.
  @safe @exclusivity(unchecked) final var origin: Point
  /// Whether the transform is the identity, so that the conversion of a point is an addition.
  @safe @exclusivity(unchecked) final var hasIdentityTransform = true

  /// Properties that few views use, stored apart so that a view stays small.
  final class Extras {
    @safe @exclusivity(unchecked) var controllerLink = BackReference<ViewController>(nil)
    @safe @exclusivity(unchecked) var hitOutset = Distance.points(0)
    @safe @exclusivity(unchecked) var tag = 0
    var onChange: ((View, Change) -> Void)?
    var hitIndex: HitIndex?
    var accessibility = AccessibilityTexts()
    weak var nextKeyView: View?
    weak var previousKeyView: View?
  }

  /// Creates a view with a frame in its future superview's space.
  public init(frame: Rect) {
    bounds = Rect(origin: .zero, size: frame.size)
    center = frame.center
    origin = frame.origin
    super.init()
  }

  /// Creates a view of no size at (0, 0).
  public convenience override init() {
    self.init(frame: .zero)
  }

  deinit {
    forgetRecognizers()
    dropHitIndex()
    // No method of a subview, whatever it does, can now reach this view or a window that is deallocated with it.
    for view in children {
      view.superviewLink = BackReference(nil)
      view.link(nil)
    }
    for view in children where view.superviewLink.isEmpty { view.arrive(in: nil) }
  }

  /// The bounding box of the view in its superview's space.
  ///
  /// Setting it moves the centre and resizes the bounds so that the transformed view fills it, as UIKit does for transforms that scale. A
  /// transform without an inverse leaves the bounds as they are.
  public final var frame: Rect {
    get {
      if hasIdentityTransform { return Rect(origin: center - bounds.size.half, size: bounds.size) }
      let size = transform.boundingSize(of: bounds.size)
      return Rect(origin: center - size.half, size: size)
    }
    set {
      var size = bounds.size
      if hasIdentityTransform {
        size = newValue.size
      } else if let inverse = transform.inverse {
        size = inverse.boundingSize(of: newValue.size)
      }
      // A change of the origin alone leaves the bounds, and so the layout, as they are.
      if size != bounds.size { bounds.size = size }
      center = newValue.center
    }
  }

  /// Sets `frame`; does nothing for the one that the view has.
  package final func place(at wanted: Rect) {
    guard hasIdentityTransform else {
      if frame != wanted { frame = wanted }
      return
    }
    if bounds.size != wanted.size { bounds.size = wanted.size }
    let middle = wanted.center
    if center != middle { center = middle }
  }

  // MARK: Links

  /// The subviews, back to front.
  public var subviews: ContiguousArray<View> { children }
  /// The view that contains this one.
  public var superview: View? { superviewLink.object }
  /// The window that contains this view.
  public var window: Window? { windowLink.object }
  /// The application of the view's window.
  public var application: Application? { applicationLink.object }

  /// The application, as a reference that is not counted.
  @inline(__always) final var applicationLink: BackReference<Application> {
    windowLink.read { $0.ownerLink } ?? BackReference(nil)
  }

  /// The controller whose root view this is; cleared when the controller is deallocated.
  final var viewController: ViewController? {
    get { extras?.controllerLink.object }
    set { if newValue != nil || extras != nil { madeExtras.controllerLink = BackReference(newValue) } }
  }

  /// Whether this is the controller's root view, even while the controller is being deallocated.
  final func isRoot(of controller: ViewController) -> Bool { extras?.controllerLink.leads(to: controller) ?? false }

  /// The view's controller if this is its root view, else the superview (contract 3.2).
  override open var next: Responder? {
    if let extras, let controller = extras.controllerLink.object { return controller }
    return superviewLink.object
  }

  /// The properties that few views use, created when first needed.
  final var madeExtras: Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }

  // MARK: Overrides

  /// Whether touches that hit the view are delivered to it; false for a disabled control, which swallows them.
  var acceptsTouches: Bool { true }

  /// Called when a recognizer of this view or of a view around it is about to be recognized for touches that hit this view or a view
  /// inside it; return false to make the recognizer fail.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  /// Called before the view enters another window, or leaves its window for `nil`.
  open func willMove(toWindow window: Window?) {}

  /// Called after the view entered another window or left its window.
  open func didMoveToWindow() {}

  /// Called after the view got another superview or lost it.
  open func didMoveToSuperview() {}

  /// Lays out the subviews; called before the next hit test or at the end of the frame after `setNeedsLayout()`.
  open func layoutSubviews() {}

  /// The front-most view under the point that takes touches, if any (contract 3.1).
  ///
  /// The point is in this view's own space; the event is for overrides.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    guard isUserInteractionEnabled, !isHidden, alpha >= visibleAlpha, self.point(inside: point, with: event)
    else { return nil }
    return hitSubviews(point, with: event) ?? self
  }

  /// Whether the point, in this view's own space, belongs to the view; subviews outside of it are not found.
  ///
  /// By default the test is against the bounds, grown by `hitOutset`.
  open func point(inside point: Point, with event: Event?) -> Bool {
    guard extras != nil else { return bounds.contains(point) }
    return bounds.outset(by: hitOutsetInPoints).contains(point)
  }

  final var visibleAlpha: Double { applicationLink.read { $0.tuning.visibleAlpha } ?? Tuning().visibleAlpha }

  // MARK: Keys, accessibility, drawing

  /// Acts for a key that is an equivalent of this view or of a view inside it; returns whether it is one.
  ///
  /// The subviews are asked front to back, hidden ones not.
  open func performKeyEquivalent(with event: KeyEvent) -> Bool {
    for view in children.reversed() where !view.isHidden {
      if view.performKeyEquivalent(with: event) { return true }
    }
    return false
  }

  /// The description of the class's views for users who do not see or touch them (contract 7.8); nothing by default.
  ///
  /// `accessibility` adds what was set for one view.
  open var standardAccessibility: Accessibility { Accessibility() }

  /// The number of parts at which the focus stops, for a view that consists of such parts; 0 by default.
  open var accessibilityElementCount: Int { 0 }

  /// A part at which the focus stops, from 0; `nil` for an index that there is not.
  open func accessibilityElement(at index: Int) -> AccessibilityElement? { nil }

  /// Does without a finger what one would do; returns whether the view, or the part at the index, does it.
  ///
  /// Parts of a hidden or disabled view do nothing.
  open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool { false }

  /// The names of what else can be done with the view or the part at the index; none by default.
  open func customAccessibilityActions(at index: Int? = nil) -> [String] { [] }

  /// The parts that a renderer draws, back to front; none by default.
  open var contentParts: [ContentPart] { [] }

  // MARK: Extras

  /// How far outside of its bounds the view is hit, on each side; may be negative (contract 3.8).
  public var hitOutset: Distance {
    get { extras?.hitOutset ?? .points(0) }
    set {
      madeExtras.hitOutset = newValue
      placeChanged()
    }
  }

  final var hitOutsetInPoints: Double {
    guard let extras else { return 0 }
    let outset = extras.hitOutset.points(at: density)
    return outset.isNaN ? 0 : outset
  }

  /// Points per millimetre of the window.
  final var density: Double {
    windowLink.read { $0.gestureScale.density } ?? Tuning().pointsPerMillimetre
  }

  /// A number to find the view by; 0 by default.
  ///
  /// A control that consists of one cell passes it on to the cell.
  open var tag: Int {
    get { extras?.tag ?? 0 }
    set { if newValue != 0 || extras != nil { madeExtras.tag = newValue } }
  }

  /// This view or the first view inside it, depth first, that has the tag; O(views).
  public func viewWithTag(_ tag: Int) -> View? {
    if self.tag == tag { return self }
    for view in children {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }
}

// MARK: - Hit testing

extension View {
  /// The front-most hit among the subviews; `point` is in this view's own space.
  final func hitSubviews(_ point: Point, with event: Event?) -> View? {
    if indexesSubviews { return hitIndexed(point, with: event) }
    // Retained, as a hit test may remove subviews.
    let subviews = children
    var index = subviews.count
    while index > 0 {
      index -= 1
      let view = unsafe Unmanaged.passUnretained(subviews[index])
      if let hit = unsafe view._withUnsafeGuaranteedRef({ $0.hit(fromSuperview: point, with: event) }) { return hit }
    }
    return nil
  }

  /// Hit-tests the view at a point of its superview's space.
  @inline(__always)
  final func hit(fromSuperview point: Point, with event: Event?) -> View? {
    guard let inner = convertFromSuperview(point) else { return nil }
    return hitTest(inner, with: event)
  }
}

// MARK: - Changes

extension View {
  /// The kinds of changes of a view.
  public struct Change: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// `frame`, `bounds` or `center`.
    public static let frame = Change(rawValue: 1 << 0)
    /// `transform`.
    public static let transform = Change(rawValue: 1 << 1)
    /// The view's order among its siblings, or its superview.
    public static let order = Change(rawValue: 1 << 2)
    /// A control's value.
    public static let value = Change(rawValue: 1 << 3)
    /// A control's `state`.
    public static let state = Change(rawValue: 1 << 4)
    /// A text or title.
    public static let text = Change(rawValue: 1 << 5)
    /// The selection.
    public static let selection = Change(rawValue: 1 << 6)
    /// `isHidden` or `alpha`.
    public static let visibility = Change(rawValue: 1 << 7)
  }

  /// Called after a change of this view, or, on a window, of any view in it: for a renderer to mark what to draw again (contract 3.9).
  ///
  /// The closure gets the view and the change. A view's own closure is called first, then its window's. Capture the owner of the view
  /// weakly.
  public var onChange: ((View, Change) -> Void)? {
    get { extras?.onChange }
    set {
      if newValue == nil, extras == nil { return }
      let extras = madeExtras
      let old = extras.onChange
      extras.onChange = newValue
      withExtendedLifetime(old) {}
    }
  }

  /// Reports a change; for subclasses with values of their own.
  public final func changed(_ change: Change) {
    if extras == nil, windowLink.read({ $0.extras == nil }) ?? true { return }
    tell(change)
  }

  @inline(never)
  private final func tell(_ change: Change) {
    extras?.onChange?(self, change)
    if let window, window !== self { window.extras?.onChange?(self, change) }
  }
}
