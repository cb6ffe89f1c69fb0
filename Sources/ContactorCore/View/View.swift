/// A rectangle that takes touches; it has a place in a parent, and draws nothing.
///
/// Coordinates are in points. A view's `frame` is in its parent's space, its `bounds` in its own.
open class View: Responder {
  /// The view's own rectangle; its origin scrolls what is inside.
  @exclusivity(unchecked) public var bounds: Rect {
    didSet { updateOrigin() }
  }
  /// The middle of the view in its parent's space.
  @exclusivity(unchecked) public var center: Point {
    didSet { updateOrigin() }
  }
  /// A map about the middle, applied on the way to the parent; the identity by default.
  @exclusivity(unchecked) public var transform = AffineTransform.identity {
    didSet {
      isPlain = transform == .identity
      outlineChanged()
    }
  }
  /// Whether the view and all in it are left out of hit-testing.
  @exclusivity(unchecked) open var isHidden = false
  /// How visible the view is, 0 … 1; below 0.01 it takes no touches (contract 3.1).
  @exclusivity(unchecked) open var alpha = 1.0
  /// Whether the view and all in it take touches.
  @exclusivity(unchecked) open var isUserInteractionEnabled = true
  /// Whether the view gets more than its first touch (contract 2.5).
  @exclusivity(unchecked) open var isMultipleTouchEnabled = false
  /// Whether no other view in the window gets touches while this one tracks, and the other way round (contract 2.5).
  @exclusivity(unchecked) open var isExclusiveTouch = false

  /// The views inside this one, back to front.
  @exclusivity(unchecked) public private(set) var subviews: ContiguousArray<View> = []
  /// The view that this one is in.
  public var superview: View? { superviewLink.object }
  /// The window that this view is in.
  public var window: Window? { windowLink.object }

  /// Cleared by the parent when it dies.
  @exclusivity(unchecked) private(set) var superviewLink = BackReference<View>(nil)
  /// Cleared by the window when it dies.
  @exclusivity(unchecked) var windowLink = BackReference<Window>(nil)
  /// Finds subviews by place; made when there are many and one is looked for.
  @exclusivity(unchecked) var hitIndex: HitIndex?
  /// How often all subviews were asked since there was an index.
  @exclusivity(unchecked) var scans: Int32 = 0
  /// Where the parent's index knows this view, while there is one.
  @exclusivity(unchecked) var indexPosition: Int32 = 0
  /// Whether the parent's index does not know where this view is, or there is none.
  @exclusivity(unchecked) var isLoose = true

  /// Where the bounds' (0, 0) is in the parent, valid while `isPlain`.
  @exclusivity(unchecked) private(set) var origin: Point
  /// Whether the transform is the identity, so that converting a point is an addition.
  @exclusivity(unchecked) private(set) var isPlain = true

  /// Creates a view with a frame in its future parent's space.
  public init(frame: Rect) {
    bounds = Rect(origin: .zero, size: frame.size)
    center = frame.center
    origin = frame.origin
    super.init()
  }

  /// The view's gesture recognizers.
  @exclusivity(unchecked) var recognizers: ContiguousArray<GestureRecognizer> = []

  deinit {
    if !recognizers.isEmpty { forgetRecognizers() }
    for view in subviews {
      view.superviewLink = BackReference(nil)
      view.setWindow(nil)
    }
  }

  /// The smallest upright rectangle in the parent's space that holds the view.
  ///
  /// Setting it moves the middle and resizes the bounds so that the transformed view fills it, as UIKit does for
  /// transforms that scale. A transform without inverse leaves the bounds as they are.
  public var frame: Rect {
    get {
      if isPlain { return Rect(origin: center - bounds.size.half, size: bounds.size) }
      let size = transform.boundingSize(of: bounds.size)
      return Rect(origin: center - size.half, size: size)
    }
    set {
      if isPlain {
        bounds.size = newValue.size
      } else if let inverse = transform.inverse {
        bounds.size = inverse.boundingSize(of: newValue.size)
      }
      center = newValue.center
    }
  }

  /// The controller whose root view this is; the controller clears it when it dies.
  var viewController: ViewController? {
    get { controllerLink.object }
    set { controllerLink = BackReference(newValue) }
  }
  @exclusivity(unchecked) private var controllerLink = BackReference<ViewController>(nil)

  /// The controller or the superview, without counting a reference.
  @inline(__always) final var nextLink: Unmanaged<Responder>? {
    if let controller = controllerLink.unmanaged { return .passUnretained(controller._withUnsafeGuaranteedRef { $0 }) }
    return superviewLink.unmanaged.map { .passUnretained($0._withUnsafeGuaranteedRef { $0 }) }
  }

  /// The view's controller if it is its root view, else the view that it is in (contract 3.2).
  override open var next: Responder? { viewController ?? superview }

  /// The application whose window the view is in.
  public var application: Application? { applicationLink.object }

  /// The application without counting a reference.
  @inline(__always) var applicationLink: BackReference<Application> {
    windowLink.with(\.ownerLink) ?? BackReference(nil)
  }

  override final var ownOverrides: OverriddenMethods { OverriddenMethods.ofView(type(of: self)).union(controlOverrides) }

  /// What a control's class overrides besides.
  var controlOverrides: OverriddenMethods { [] }

  /// Whether touches that hit the view are delivered to it; a disabled control says no and swallows them.
  var acceptsTouches: Bool { true }

  /// Asked when a recognizer of this view or of one around it is about to be recognized for touches that hit this view
  /// or one inside it; false makes the recognizer fail.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  // MARK: Tree

  /// Adds a view in front of the others; it leaves its old parent first.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Adds a view at a place, 0 being the back.
  ///
  /// - Precondition: `view` is not this view or one that contains it, and no window.
  public func insertSubview(_ view: View, at index: Int) {
    precondition(!(view is Window), "a window is no subview; add it to an application")
    precondition(!isDescendant(of: view), "a view cannot be put into itself")
    view.removeFromSuperview()
    let position = min(index, subviews.count)
    subviews.insert(view, at: position)
    view.superviewLink = BackReference(self)
    view.isLoose = true
    subviewInserted(view, at: position)
    view.setWindow(window)
  }

  /// Takes the view out of its parent; touches in it are cancelled (contract 4.6).
  public func removeFromSuperview() {
    guard let parent = superview else { return }
    application?.revokeTouches { [unowned(unsafe) self] in $0.view?.isDescendant(of: self) ?? false }
    if window != nil { announceMove(to: nil) }
    window?.forgetFirstResponder(under: self)
    superviewLink = BackReference(nil)
    isLoose = true
    parent.hitIndex = nil
    setWindow(nil)
    // Last: this may be the only reference to the view.
    parent.subviews.removeAll { $0 === self }
  }

  /// Whether the view is `other` or somewhere inside it.
  public func isDescendant(of other: View) -> Bool {
    var view: View? = self
    while let current = view {
      if current === other { return true }
      view = current.superview
    }
    return false
  }

  func setWindow(_ window: Window?) {
    guard self.window !== window else { return }
    windowLink = BackReference(window)
    didMoveToWindow()
    for view in subviews { view.setWindow(window) }
  }

  private func announceMove(to window: Window?) {
    willMove(toWindow: window)
    for view in subviews { view.announceMove(to: window) }
  }

  /// The view is about to be in another window, or in none for `nil`.
  ///
  /// Called before the window lets go of a first responder in the view.
  open func willMove(toWindow window: Window?) {}

  /// The view is in another window than before, or in none.
  open func didMoveToWindow() {}

  /// Called after something changed of this view, or, on a window, of any view in it.
  public var onChange: ((View, Change) -> Void)?

  /// Tells that something changed; for subclasses that hold a value of their own.
  public final func changed(_ change: Change) {
    onChange?(self, change)
    if let window, window !== self { window.onChange?(self, change) }
  }

  // MARK: Coordinates

  private func updateOrigin() {
    origin = center - bounds.size.half - bounds.origin
    outlineChanged()
  }

  // MARK: Hit-testing

  /// The front-most view under the point that takes touches; `nil` for none (contract 3.1).
  ///
  /// The point is in this view's own space; the event is for overrides to look at.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    guard isUserInteractionEnabled, !isHidden, alpha >= visibleAlpha, self.point(inside: point, with: event)
    else { return nil }
    return hitSubviews(point, with: event) ?? self
  }

  /// Whether the point, in this view's own space, belongs to the view; children outside are not found.
  open func point(inside point: Point, with event: Event?) -> Bool {
    bounds.contains(point)
  }

  private var visibleAlpha: Double { applicationLink.with(\.tuning.visibleAlpha) ?? Tuning().visibleAlpha }
}

extension View {
  /// What changed of a view.
  public struct Change: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// `frame`, `bounds` or `center`, or the place of a control's part.
    public static let frame = Change(rawValue: 1 << 0)
    /// A control's value.
    public static let value = Change(rawValue: 1 << 3)
    /// A control's `state`.
    public static let state = Change(rawValue: 1 << 4)
    /// A text or title.
    public static let text = Change(rawValue: 1 << 5)
    /// What is selected.
    public static let selection = Change(rawValue: 1 << 6)
  }
}
