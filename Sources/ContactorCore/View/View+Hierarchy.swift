// The tree of views. Calls to users' code (cancelled touches, a first responder that resigns, `willMove`, `didMove…`) may change the
// tree in any way, so conditions are checked again after them. If two changes conflict, the later one counts.

extension View {
  /// Adds a view in front of the other subviews; the view leaves its old superview first.
  ///
  /// A view that is a subview already comes to the front. See `insertSubview(_:at:)`.
  public func addSubview(_ view: View) {
    insertSubview(view, at: children.count)
  }

  /// Adds a view at an index, 0 being the back; an index beyond the subviews is in front of them (contract 3.7).
  ///
  /// A view that comes from another superview in the same window keeps its touches and the first responder; a view that comes from
  /// another window loses them. Three kinds of view are not added: a window, a view that contains this one, and a view with which the
  /// tree would be deeper than `maximumDepth`.
  ///
  /// - Complexity: O(depth + views inside), and O(subviews) for an index that is not in front.
  public func insertSubview(_ view: View, at index: Int) {
    guard canTake(view) else { return }
    if view.superviewLink.leads(to: self) { return move(view, to: index) }
    // The links are compared: `window` of a view in a window that is being deallocated is `nil`, but the view has to leave it all the same.
    let staysInWindow = view.windowLink.isSame(as: windowLink)
    let keepsTouches = staysInWindow && view.superview !== self
    if staysInWindow { view.unlink() } else { view.removeFromSuperview() }
    guard view.superviewLink.isEmpty, canTake(view) else { return }
    let window = self.window
    var announced: ContiguousArray<ViewController> = []
    defer { for controller in announced { controller.settleAppearance() } }
    if window !== view.window {
      view.announceMove(to: window, &announced)
      guard view.superviewLink.isEmpty, canTake(view), self.window === window else { return }
    }
    let position = max(0, min(index, children.count))
    children.insert(view, at: position)
    view.superviewLink = BackReference(self)
    raiseHeight(with: view)
    extras?.hitIndex?.insert(view, at: position, among: children)
    if window !== view.window { view.enter(window) }
    view.didMoveToSuperview()
    setNeedsLayout()
    view.changed(.order)
    if keepsTouches { application?.leaveFormerTrackers(below: view) }
  }

  private func canTake(_ view: View) -> Bool {
    guard !(view is Window), let depth = depth(outside: view) else { return false }
    let levels = View.maximumDepth - depth - 1
    if view.height > levels { view.computeHeight() }
    return view.height <= levels
  }

  /// The number of superviews; `nil` if this view is `other` or inside it.
  private func depth(outside other: View) -> Int? {
    if self === other { return nil }
    guard let depth = superviewLink.read({ $0.depth(outside: other) }) else { return 0 }
    return depth.map { $0 + 1 }
  }

  /// The greatest depth of a tree of views: 1,000.
  ///
  /// Recursions through all levels (hit-testing, which calls overrides, and the deallocation of a tree) need that much of the stack.
  public static var maximumDepth: Int { 1000 }

  /// Raises `height` of this view and its ancestors to include a view that was added.
  private func raiseHeight(with view: View) {
    var height = view.height + 1
    var current: View? = self
    while let ancestor = current, ancestor.height < height {
      ancestor.height = height
      height += 1
      current = ancestor.superview
    }
  }

  /// Computes `height` again after views may have been removed.
  private func computeHeight() {
    height = 0
    for view in children {
      view.computeHeight()
      height = max(height, view.height + 1)
    }
  }

  /// Adds a view directly in front of a subview; in front of all if `sibling` is not a subview.
  public func insertSubview(_ view: View, aboveSubview sibling: View) {
    insert(view, beside: sibling, 1)
  }

  /// Adds a view directly behind a subview; in front of all if `sibling` is not a subview.
  public func insertSubview(_ view: View, belowSubview sibling: View) {
    insert(view, beside: sibling, 0)
  }

  private func insert(_ view: View, beside sibling: View, _ offset: Int) {
    guard view !== sibling else { return }
    guard let position = position(of: sibling) else { return addSubview(view) }
    // A view that is a subview already leaves its position first.
    let own = self.position(of: view)
    insertSubview(view, at: position + offset - (own.map { $0 < position ? 1 : 0 } ?? 0))
  }

  /// Brings a subview to the front; does nothing for a view that is not a subview.
  public func bringSubviewToFront(_ view: View) {
    if view.superviewLink.leads(to: self) { move(view, to: children.count - 1) }
  }

  /// Sends a subview to the back; does nothing for a view that is not a subview.
  public func sendSubviewToBack(_ view: View) {
    if view.superviewLink.leads(to: self) { move(view, to: 0) }
  }

  /// Exchanges two subviews; does nothing for an invalid index.
  public func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    guard first != second, children.indices.contains(first), children.indices.contains(second) else { return }
    let (one, other) = (children[first], children[second])
    move(one, to: second)
    move(other, to: first)
  }

  /// Changes a subview's index and nothing else: touches, first responder and recognizers stay (contract 3.7).
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

  /// The index of a subview; `nil` for a view that is not a subview.
  private func position(of view: View) -> Int? {
    guard view.superviewLink.leads(to: self) else { return nil }
    return extras?.hitIndex?.position(of: view, among: children) ?? children.lastIndex { $0 === view }
  }

  /// Removes the view from its superview; its touches are cancelled (contract 4.6).
  public func removeFromSuperview() {
    guard let parent = superview else { return }
    var announced: ContiguousArray<ViewController> = []
    defer { for controller in announced { controller.settleAppearance() } }
    if let window {
      application?.revokeTouches { $0.view?.isDescendant(of: self) ?? false }
      guard superviewLink.leads(to: parent) else { return }
      announceMove(to: nil, &announced)
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

  /// Removes the view from its superview's list without calling any object; returns what the list retained.
  @discardableResult
  private func unlink() -> View? {
    guard let parent = superview, let position = parent.position(of: self) else { return nil }
    superviewLink = BackReference(nil)
    parent.extras?.hitIndex?.remove(self)
    return parent.children.remove(at: position)
  }

  /// Whether the view is a subview of `other`, or for `nil` of no view; counts no reference.
  package final func isSubview(of other: View?) -> Bool { superviewLink.leads(to: other) }

  /// Whether the view is `other` or inside it; O(depth).
  public func isDescendant(of other: View) -> Bool {
    if self === other { return true }
    return superviewLink.read { $0.isDescendant(of: other) } ?? false
  }

  // MARK: Windows

  /// Notifies this view and all views inside it that they are about to change windows.
  ///
  /// The caller has the announced controllers make the calls that are due after the change. Only it knows them all: code that is notified may
  /// have taken their views elsewhere.
  private func announceMove(to window: Window?, _ announced: inout ContiguousArray<ViewController>) {
    willMove(toWindow: window)
    if let viewController {
      announced.append(viewController)
      viewController.announceAppearance(window?.isShown ?? false)
    }
    for view in children where view.superviewLink.leads(to: self) { view.announceMove(to: window, &announced) }
  }

  /// Sets the window of this view and all views inside it, then notifies them.
  final func enter(_ window: Window?) {
    let application = application
    link(window)
    arrive(in: window)
    application?.removeWindowsOfLostViews()
  }

  /// Leaves the window, as the superview does.
  final func leaveWindow() {
    enter(nil)
  }

  /// Sets the window without calling any object.
  final func link(_ window: Window?) {
    windowLink = BackReference(window)
    // The outsets in the index may be in millimetres.
    if extras != nil {
      dropHitIndex()
      if let window, let viewController { window.note(viewController) }
    }
    if isLayoutDue { window?.layOutLater(self) }
    for view in children { view.link(window) }
  }

  /// Notifies this view and all views inside it that they are in another window, unless that has changed again.
  final func arrive(in window: Window?) {
    guard windowLink.leads(to: window) else { return }
    didMoveToWindow()
    for view in children where view.superviewLink.leads(to: self) { view.arrive(in: window) }
    viewController?.settleAppearance()
  }

  // MARK: Layout

  /// Requests a call of `layoutSubviews()`: before the next touch is hit-tested, and no later than the end of the frame or advance.
  ///
  /// The engine requests it itself when the size of the bounds changes and when subviews are added or removed.
  public final func setNeedsLayout() {
    guard !isLayoutDue else { return }
    isLayoutDue = true
    window?.layOutLater(self)
  }

  /// Calls `layoutSubviews()` now, on this view and on all views inside it whose layout is due.
  public final func layoutIfNeeded() {
    if let window { window.layOut(in: self) } else { layOutIfDue() }
  }

  final func layOutIfDue() {
    guard isLayoutDue else { return }
    isLayoutDue = false
    layoutSubviews()
  }

  /// Called when the size of the bounds has changed.
  final func sizeChanged() {
    setNeedsLayout()
    if let window = self as? Window { window.fillWithRoot() }
  }

  /// The number of superviews.
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
  /// Records a view whose layout is due.
  final func layOutLater(_ view: View) {
    layoutQueue.append(Weak(view))
    ownerLink.read { $0.isLayoutDue = true }
  }

  /// Lays out the views inside a view whose layout is due, including those that become due meanwhile.
  ///
  /// A view whose layout makes itself due is laid out 16 times and then waits for the next frame.
  final func layOut(in root: View) {
    for _ in 0..<16 where !layoutQueue.isEmpty {
      if layoutQueue.count == 1, root === self {
        // One view, as in most frames; the queue keeps its storage.
        if let view = layoutQueue.removeLast().object, view.windowLink.leads(to: self) { view.layOutIfDue() }
        continue
      }
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
