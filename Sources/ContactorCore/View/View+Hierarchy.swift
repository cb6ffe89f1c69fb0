// The tree of views. Whatever calls out (touches that are cancelled, a first responder that resigns, `willMove`, `didMove…`)
// may change the tree in any way, so what was true before is looked at again afterwards. Where two calls disagree, the later
// one stands.

extension View {
  /// Adds a view in front of the others; it leaves its old parent first.
  ///
  /// A view that is here already only comes to the front. See `insertSubview(_:at:)`.
  public func addSubview(_ view: View) {
    insertSubview(view, at: children.count)
  }

  /// Adds a view at a place, 0 being the back; a place beyond the others is in front of them (contract 3.7).
  ///
  /// A view that comes from another parent in the same window keeps its touches and the first responder; one that comes from
  /// another window loses them. Not added are a window, a view that contains this one, and one with which the tree would be
  /// deeper than `maximumDepth`.
  ///
  /// - Complexity: O(depth + views inside), and O(subviews) for a place that is not in front.
  public func insertSubview(_ view: View, at index: Int) {
    guard canTake(view) else { return }
    if view.superviewLink.leads(to: self) { return move(view, to: index) }
    // The links are compared, as a window that is dying is nobody's `window`, but has to be left all the same.
    let staysInWindow = view.windowLink.isSame(as: windowLink)
    let keepsTouches = staysInWindow && view.superview !== self
    if staysInWindow { view.unlink() } else { view.removeFromSuperview() }
    guard view.superviewLink.isEmpty, canTake(view) else { return }
    let window = self.window
    if window !== view.window {
      view.announceMove(to: window)
      guard view.superviewLink.isEmpty, canTake(view), self.window === window else { return }
    }
    let position = max(0, min(index, children.count))
    children.insert(view, at: position)
    view.superviewLink = BackReference(self)
    grow(with: view)
    extras?.hitIndex?.insert(view, at: position, among: children)
    if window !== view.window { view.enter(window) }
    view.didMoveToSuperview()
    setNeedsLayout()
    view.changed(.order)
    if keepsTouches { application?.leaveFormerTrackers(below: view) }
  }

  private func canTake(_ view: View) -> Bool {
    guard !(view is Window), !isDescendant(of: view) else { return false }
    let levels = View.maximumDepth - depth - 1
    if view.height > levels { view.measure() }
    return view.height <= levels
  }

  /// How many views a view can be in, one inside the other: 1,000.
  ///
  /// What goes through all levels (hit-testing, which asks overrides, and the end of a tree) needs that much of the stack.
  public static var maximumDepth: Int { 1000 }

  /// Notes that the tree is as high as with a view that has come.
  private func grow(with view: View) {
    var height = view.height + 1
    var current: View? = self
    while let grown = current, grown.height < height {
      grown.height = height
      height += 1
      current = grown.superview
    }
  }

  /// Finds out how high the tree is now that views may have gone.
  private func measure() {
    height = 0
    for view in children {
      view.measure()
      height = max(height, view.height + 1)
    }
  }

  /// Adds a view right in front of one that is here; in front of all where that one is not.
  public func insertSubview(_ view: View, aboveSubview sibling: View) {
    insert(view, beside: sibling, 1)
  }

  /// Adds a view right behind one that is here; in front of all where that one is not.
  public func insertSubview(_ view: View, belowSubview sibling: View) {
    insert(view, beside: sibling, 0)
  }

  private func insert(_ view: View, beside sibling: View, _ offset: Int) {
    guard view !== sibling else { return }
    guard let position = position(of: sibling) else { return addSubview(view) }
    // One that is here already leaves its place first.
    let own = self.position(of: view)
    insertSubview(view, at: position + offset - (own.map { $0 < position ? 1 : 0 } ?? 0))
  }

  /// Puts a subview in front of the others; nothing happens where it is none.
  public func bringSubviewToFront(_ view: View) {
    if view.superviewLink.leads(to: self) { move(view, to: children.count - 1) }
  }

  /// Puts a subview behind the others; nothing happens where it is none.
  public func sendSubviewToBack(_ view: View) {
    if view.superviewLink.leads(to: self) { move(view, to: 0) }
  }

  /// Exchanges the places of two subviews; nothing happens where there is none at a place.
  public func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    guard first != second, children.indices.contains(first), children.indices.contains(second) else { return }
    let (one, other) = (children[first], children[second])
    move(one, to: second)
    move(other, to: first)
  }

  /// Changes a subview's place and nothing else: touches, first responder and recognizers stay (contract 3.7).
  private func move(_ view: View, to index: Int) {
    guard let position = position(of: view) else { return }
    let target = max(0, min(index, children.count - 1))
    guard position != target else { return }
    let moved = children.remove(at: position)
    children.insert(moved, at: target)
    if let hitIndex = extras?.hitIndex {
      hitIndex.remove(view)
      hitIndex.insert(view, at: target, among: children)
    }
    view.changed(.order)
  }

  /// Where a subview is among the others; `nil` where it is none.
  private func position(of view: View) -> Int? {
    guard view.superviewLink.leads(to: self) else { return nil }
    return extras?.hitIndex?.position(of: view, among: children) ?? children.lastIndex { $0 === view }
  }

  /// Takes the view out of its parent; touches in it are cancelled (contract 4.6).
  public func removeFromSuperview() {
    guard let parent = superview else { return }
    if let window {
      application?.revokeTouches { $0.view?.isDescendant(of: self) ?? false }
      guard superviewLink.leads(to: parent) else { return }
      announceMove(to: nil)
      guard superviewLink.leads(to: parent) else { return }
      window.forgetFirstResponder(under: self)
      guard superviewLink.leads(to: parent) else { return }
    }
    withExtendedLifetime(unlink()) {
      if !windowLink.isEmpty { leaveWindow() }
      didMoveToSuperview()
      parent.setNeedsLayout()
      changed(.order)
      parent.changed(.order)
    }
  }

  /// Takes the view out of its parent's list and calls nobody; gives back what the list kept.
  @discardableResult
  private func unlink() -> View? {
    guard let parent = superview, let position = parent.position(of: self) else { return nil }
    superviewLink = BackReference(nil)
    parent.extras?.hitIndex?.remove(self)
    return parent.children.remove(at: position)
  }

  /// Whether the view is `other` or somewhere inside it; O(depth).
  public func isDescendant(of other: View) -> Bool {
    if self === other { return true }
    return superviewLink.read { $0.isDescendant(of: other) } ?? false
  }

  // MARK: Windows

  /// Tells this view and all in it that they are about to change windows.
  private func announceMove(to window: Window?) {
    willMove(toWindow: window)
    for view in children where view.superviewLink.leads(to: self) { view.announceMove(to: window) }
  }

  /// Notes the window of this view and all in it, then tells them.
  final func enter(_ window: Window?) {
    link(window)
    arrive(in: window)
  }

  /// Leaves the window, as the parent does.
  final func leaveWindow() {
    enter(nil)
  }

  /// Notes the window and calls nobody.
  final func link(_ window: Window?) {
    windowLink = BackReference(window)
    // Its outsets may be in millimetres.
    if extras != nil { dropHitIndex() }
    if isLayoutDue { window?.layOutLater(self) }
    for view in children { view.link(window) }
  }

  /// Tells this view and all in it that they are in another window, as long as they are.
  final func arrive(in window: Window?) {
    guard windowLink.leads(to: window) else { return }
    didMoveToWindow()
    for view in children where view.superviewLink.leads(to: self) { view.arrive(in: window) }
  }

  // MARK: Layout

  /// Has `layoutSubviews()` called: before the next touch is hit-tested, at the latest at the end of the frame or advance.
  ///
  /// The engine calls it itself where the bounds' size changes and where subviews come and go.
  public final func setNeedsLayout() {
    guard !isLayoutDue else { return }
    isLayoutDue = true
    window?.layOutLater(self)
  }

  /// Calls `layoutSubviews()` now, of this view and of all in it where it is due.
  public final func layoutIfNeeded() {
    if let window { window.layOut(in: self) } else { layOutIfDue() }
  }

  final func layOutIfDue() {
    guard isLayoutDue else { return }
    isLayoutDue = false
    layoutSubviews()
  }

  /// The bounds have another size.
  final func sizeChanged() {
    setNeedsLayout()
    if let window = self as? Window { window.fillWithRoot() }
  }

  /// How many views this one is in.
  final var depth: Int {
    var depth = 0
    var view = superview
    while let current = view {
      depth += 1
      view = current.superview
    }
    return depth
  }
}

extension Window {
  /// Notes a view whose layout is due.
  final func layOutLater(_ view: View) {
    layoutQueue.append(Weak(view))
    ownerLink.read { $0.isLayoutDue = true }
  }

  /// Lays out what is due in a view; what becomes due meanwhile, too.
  ///
  /// A view that makes itself due each time is laid out 16 times and waits for the next frame then.
  final func layOut(in root: View) {
    for _ in 0..<16 where !layoutQueue.isEmpty {
      let queue = layoutQueue
      layoutQueue = []
      let due = queue.compactMap(\.object).filter { $0.isLayoutDue && $0.windowLink.leads(to: self) }
      var found: [View] = []
      for view in due {
        if view.isDescendant(of: root) { found.append(view) } else { layoutQueue.append(Weak(view)) }
      }
      if found.isEmpty { return }
      if found.count > 1 {
        let depths = found.map { ($0.depth, $0) }.sorted { $0.0 < $1.0 }
        found = depths.map { $0.1 }
      }
      for view in found { view.layOutIfDue() }
    }
  }
}
