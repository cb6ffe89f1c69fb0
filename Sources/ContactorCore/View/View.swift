/// A rectangle that takes touches; it has a place in a parent, and draws nothing.
///
/// Coordinates are in points. A view's `frame` is in its parent's space, its `bounds` in its own.
open class View: Responder {
  /// The view's own rectangle; its origin scrolls what is inside.
  @safe @exclusivity(unchecked) public final var bounds: Rect {
    didSet {
      placeChanged()
      if bounds.size != oldValue.size { sizeChanged() }
      changed(.frame)
    }
  }
  /// The middle of the view in its parent's space.
  @safe @exclusivity(unchecked) public final var center: Point {
    didSet {
      placeChanged()
      changed(.frame)
    }
  }
  /// A map about the middle, applied on the way to the parent; the identity by default.
  @safe @exclusivity(unchecked) public final var transform = AffineTransform.identity {
    didSet {
      isPlain = transform == .identity
      placeChanged()
      changed(.transform)
    }
  }
  /// Whether the view and all in it are left out of hit-testing.
  @safe @exclusivity(unchecked) open var isHidden = false {
    didSet { if isHidden != oldValue { changed(.visibility) } }
  }
  /// How visible the view is, 0 … 1; below 0.01 it takes no touches (contract 3.1).
  @safe @exclusivity(unchecked) open var alpha = 1.0 {
    didSet { if alpha != oldValue { changed(.visibility) } }
  }
  /// Whether the view and all in it take touches.
  @safe @exclusivity(unchecked) open var isUserInteractionEnabled = true
  /// Whether the view gets more than its first touch (contract 2.5).
  @safe @exclusivity(unchecked) open var isMultipleTouchEnabled = false
  /// Whether no other view in the window gets touches while this one tracks, and the other way round (contract 2.5).
  @safe @exclusivity(unchecked) open var isExclusiveTouch = false
  /// Whether subviews are found by an index over their frames: for containers with many (contract 3.8).
  ///
  /// A subview is then asked only where its frame, grown by its `hitOutset`, is hit; without it every subview is asked,
  /// front to back.
  @safe @exclusivity(unchecked) public final var indexesSubviews = false {
    didSet { if !indexesSubviews { dropHitIndex() } }
  }

  /// The view's gesture recognizers, in the order in which they were added.
  @safe @exclusivity(unchecked) final var recognizers: ContiguousArray<GestureRecognizer> = []
  /// The views inside this one, back to front.
  @safe @exclusivity(unchecked) final var children: ContiguousArray<View> = []
  /// What only few views have.
  @safe @exclusivity(unchecked) final var extras: Extras?

  /// Cleared by the parent when it dies.
  @safe @exclusivity(unchecked) final var superviewLink = BackReference<View>(nil)
  /// Cleared by the window when it dies.
  @safe @exclusivity(unchecked) final var windowLink = BackReference<Window>(nil)
  /// Where the parent's hit index has this view; −1 where it has not.
  @safe @exclusivity(unchecked) final var hitSlot: Int32 = -1
  /// How many levels of views are inside this one, at most: as many as ever were, until somebody looks.
  @safe @exclusivity(unchecked) final var height: UInt16 = 0
  /// Whether `layoutSubviews()` is due.
  @safe @exclusivity(unchecked) final var isLayoutDue = false

  /// Where the bounds' (0, 0) is in the parent, valid while `isPlain`.
  @safe @exclusivity(unchecked) final var origin: Point
  /// Whether the transform is the identity, so that converting a point is an addition.
  @safe @exclusivity(unchecked) final var isPlain = true

  /// What only few views have, apart so that a view stays small.
  final class Extras {
    @safe @exclusivity(unchecked) var controllerLink = BackReference<ViewController>(nil)
    @safe @exclusivity(unchecked) var hitOutset = Distance.points(0)
    @safe @exclusivity(unchecked) var tag = 0
    var onChange: ((View, Change) -> Void)?
    var hitIndex: HitIndex?
  }

  /// Creates a view with a frame in its future parent's space.
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
    // Nobody can reach this view, nor a window that dies with it, by them any more, whatever the subviews' methods do.
    for view in children {
      view.superviewLink = BackReference(nil)
      view.link(nil)
    }
    for view in children where view.superviewLink.isEmpty { view.arrive(in: nil) }
  }

  /// The smallest upright rectangle in the parent's space that holds the view.
  ///
  /// Setting it moves the middle and resizes the bounds so that the transformed view fills it, as UIKit does for
  /// transforms that scale. A transform without inverse leaves the bounds as they are.
  public final var frame: Rect {
    get {
      if isPlain { return Rect(origin: center - bounds.size.half, size: bounds.size) }
      let size = transform.boundingSize(of: bounds.size)
      return Rect(origin: center - size.half, size: size)
    }
    set {
      var size = bounds.size
      if isPlain {
        size = newValue.size
      } else if let inverse = transform.inverse {
        size = inverse.boundingSize(of: newValue.size)
      }
      // An origin that is moved alone leaves the bounds, and so the layout, alone.
      if size != bounds.size { bounds.size = size }
      center = newValue.center
    }
  }

  // MARK: Links

  /// The views inside this one, back to front.
  public var subviews: ContiguousArray<View> { children }
  /// The view that this one is in.
  public var superview: View? { superviewLink.object }
  /// The window that this view is in.
  public var window: Window? { windowLink.object }
  /// The application whose window the view is in.
  public var application: Application? { applicationLink.object }

  /// The application without counting a reference.
  @inline(__always) final var applicationLink: BackReference<Application> {
    windowLink.read { $0.ownerLink } ?? BackReference(nil)
  }

  /// The controller whose root view this is; the controller clears it when it dies.
  final var viewController: ViewController? {
    get { extras?.controllerLink.object }
    set { if newValue != nil || extras != nil { madeExtras.controllerLink = BackReference(newValue) } }
  }

  /// Whether this is the controller's root view, also where that is dying.
  final func isRoot(of controller: ViewController) -> Bool { extras?.controllerLink.leads(to: controller) ?? false }

  /// The view's controller if it is its root view, else the view that it is in (contract 3.2).
  override open var next: Responder? {
    if let extras, let controller = extras.controllerLink.object { return controller }
    return superviewLink.object
  }

  /// What only few views have; made when first needed.
  final var madeExtras: Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }

  // MARK: Overrides

  /// Whether touches that hit the view are delivered to it; a disabled control says no and swallows them.
  var acceptsTouches: Bool { true }

  /// Asked when a recognizer of this view or of one around it is about to be recognized for touches that hit this view
  /// or one inside it; false makes the recognizer fail.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  /// The view is about to be in another window, or in none for `nil`.
  open func willMove(toWindow window: Window?) {}

  /// The view is in another window than before, or in none.
  open func didMoveToWindow() {}

  /// The view has another parent than before, or none.
  open func didMoveToSuperview() {}

  /// Places the subviews; called before the next hit test or at the end of the frame after `setNeedsLayout()`.
  open func layoutSubviews() {}

  /// The front-most view under the point that takes touches; `nil` for none (contract 3.1).
  ///
  /// The point is in this view's own space; the event is for overrides to look at.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    guard isUserInteractionEnabled, !isHidden, alpha >= visibleAlpha, self.point(inside: point, with: event)
    else { return nil }
    return hitSubviews(point, with: event) ?? self
  }

  /// Whether the point, in this view's own space, belongs to the view; children outside are not found.
  ///
  /// The bounds, grown by `hitOutset`, unless overridden.
  open func point(inside point: Point, with event: Event?) -> Bool {
    guard extras != nil else { return bounds.contains(point) }
    return bounds.outset(by: hitOutsetInPoints).contains(point)
  }

  private var visibleAlpha: Double { applicationLink.read { $0.tuning.visibleAlpha } ?? Tuning().visibleAlpha }

  // MARK: Extras

  /// By how much the view is touched outside of its bounds, on each side; may be negative (contract 3.8).
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

  /// A number that finds the view again; 0 unless set.
  public var tag: Int {
    get { extras?.tag ?? 0 }
    set { if newValue != 0 || extras != nil { madeExtras.tag = newValue } }
  }

  /// This view or the first inside it, depth first, that has the tag; O(views).
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
    // Kept, as what is asked may remove it.
    let subviews = children
    var index = subviews.count
    while index > 0 {
      index -= 1
      let view = unsafe Unmanaged.passUnretained(subviews[index])
      if let hit = unsafe view._withUnsafeGuaranteedRef({ $0.hit(fromSuperview: point, with: event) }) { return hit }
    }
    return nil
  }

  /// Asks the view about a point of its parent's space.
  @inline(__always)
  final func hit(fromSuperview point: Point, with event: Event?) -> View? {
    guard let inner = convertFromSuperview(point) else { return nil }
    return hitTest(inner, with: event)
  }
}

// MARK: - What changed

extension View {
  /// What changed of a view.
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
    /// The view's place among its siblings, or its parent.
    public static let order = Change(rawValue: 1 << 2)
    /// A control's value.
    public static let value = Change(rawValue: 1 << 3)
    /// A control's `state`.
    public static let state = Change(rawValue: 1 << 4)
    /// A text or title.
    public static let text = Change(rawValue: 1 << 5)
    /// What is selected.
    public static let selection = Change(rawValue: 1 << 6)
    /// `isHidden` or `alpha`.
    public static let visibility = Change(rawValue: 1 << 7)
  }

  /// Called after something changed of this view, or, on a window, of any view in it: for a renderer to mark what to
  /// draw again (contract 3.9).
  ///
  /// It is given the view and what changed. A view's own is called first, then its window's. Capture weakly what owns
  /// the view.
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

  /// Tells that something changed; for subclasses that hold a value of their own.
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
