import ContactorCore

/// A place at which the focus stops: a view, or one of its elements.
struct FocusStop {
  let view: View
  /// The element's index; `nil` for the view itself.
  let element: Int?
}

/// Where the focus can be: in a window, and in the keyboards of other windows that serve it while it is modal (contract 3.6).
struct FocusArea {
  let window: Window
  private let keyboards: [View]

  init(_ window: Window) {
    self.window = window
    keyboards = window.application?.viewsInFront.filter { ($0 as? any WindowServing)?.servedWindow === window } ?? []
  }

  /// The window, then the keyboards.
  var roots: [View] { [window] + keyboards }

  /// The window or keyboard around a view; `nil` for a view elsewhere.
  func root(of view: View) -> View? {
    view.window === window ? window : keyboards.first { view.isDescendant(of: $0) }
  }
}

/// The order of the focus's stops in a window (contract 7.8).
///
/// Views are walked depth first, brothers in reading order: rows from top to bottom, each from the leading side. Elements follow their
/// numbers, and only the next one is asked for, so that a table of a million rows costs as much as one of ten. All of it calls users'
/// code, which may change the tree: each list of views is a copy, and no walk goes farther than the limits here.
struct FocusOrder {
  /// Whether rows are read from right to left.
  var isRightToLeft = false

  /// The number of disabled elements in a row that are passed over; the next one is then a stop even if it is disabled.
  ///
  /// 1,000: ours, so that a table of a million disabled rows does not take seconds.
  static let greatestGap = 1000
  /// The greatest number of views that a search climbs: deeper trees than views can have; a loop that callbacks make ends there.
  static let greatestDepth = 1000
  /// The greatest number of links of `nextKeyView` that are followed past views that cannot have the focus.
  static let greatestChain = 100

  // MARK: Which views

  /// Whether the focus can be in the view or below it: no view from it to the window is hidden or takes no touches, though a view that
  /// is only read need take none itself.
  func isReachable(_ view: View, in window: Window) -> Bool {
    guard isOpen(view) else { return false }
    var current: View = view
    for _ in 0..<Self.greatestDepth {
      if current === window { return true }
      guard let parent = current.superview, isShown(parent), parent.isUserInteractionEnabled, !covers(parent, current) else { return false }
      current = parent
    }
    return false
  }

  private func isShown(_ view: View) -> Bool {
    !view.isHidden && view.alpha >= (view.application?.tuning.visibleAlpha ?? Tuning().visibleAlpha)
  }

  func isOpen(_ view: View) -> Bool {
    isShown(view) && (view.isUserInteractionEnabled || isReadOnly(view)) && (view as? Control)?.isEnabled ?? true
  }

  /// Whether the view is read and not used.
  func isReadOnly(_ view: View) -> Bool {
    switch view.accessibility.role {
    case .progress, .staticText, .image, .header: true
    default: false
    }
  }

  /// Whether the view stands for its subviews.
  func hidesSubviews(_ view: View) -> Bool { view.accessibilityElementCount > 0 || isLeaf(view.accessibility) }

  private func isLeaf(_ content: Accessibility) -> Bool {
    switch content.role {
    case .none, .alert, .grid, .keyboard, .list, .menu, .scrollArea, .table: false
    default: true
    }
  }

  /// Whether the focus can stop there.
  func isStop(_ stop: FocusStop) -> Bool {
    guard isOpen(stop.view) else { return false }
    guard let element = stop.element else {
      let content = stop.view.accessibility
      return stop.view.accessibilityElementCount <= 0 && content.isEnabled && (isLeaf(content) || isArea(stop.view))
    }
    return element >= 0 && element < stop.view.accessibilityElementCount && stop.view.accessibilityElement(at: element) != nil
  }

  // MARK: Forward and back

  /// The first stop in a view or below it, or the last; `nil` without one.
  func first(in view: View, forward: Bool = true) -> FocusStop? {
    guard isOpen(view) else { return nil }
    let count = view.accessibilityElementCount
    if count > 0 {
      let found = element(of: view, from: forward ? 0 : count - 1, forward: forward)
      return forward ? found : found.flatMap { inside($0, forward: false) } ?? found
    }
    let content = view.accessibility
    if isLeaf(content) { return content.isEnabled ? FocusStop(view: view, element: nil) : nil }
    guard view.isUserInteractionEnabled else { return nil }
    if forward, isAlwaysArea(view) { return FocusStop(view: view, element: nil) }
    if let found = first(among: inReadingOrder(view.subviews), forward: forward) { return found }
    return isAlwaysArea(view) || canBeArea(view) ? FocusStop(view: view, element: nil) : nil
  }

  func first(among views: [View], forward: Bool) -> FocusStop? {
    for view in forward ? views : views.reversed() {
      if let stop = first(in: view, forward: forward) { return stop }
    }
    return nil
  }

  /// Whether the focus can be in a view of the area or below it.
  func isReachable(_ view: View, in area: FocusArea) -> Bool {
    guard area.root(of: view) != nil, let home = view.window else { return false }
    return isReachable(view, in: home)
  }

  /// The next stop from one on, or the previous; at the end of the area it goes on at the beginning.
  func next(after stop: FocusStop, forward: Bool, in area: FocusArea) -> FocusStop? {
    if forward, let found = inside(stop, forward: true) { return found }
    if let index = stop.element, let found = element(of: stop.view, from: forward ? index + 1 : index - 1, forward: forward) {
      return forward ? found : inside(found, forward: false) ?? found
    }
    let root = area.root(of: stop.view) ?? area.window
    return linked(from: stop.view, forward: forward, in: area) ?? beside(stop.view, forward: forward, in: root)
      ?? first(among: rest(of: area.roots, from: root, forward: forward), forward: forward)
  }

  /// The roots after one, then those before it and itself, for `first(among:forward:)`, which goes backward from the end.
  private func rest(of roots: [View], from root: View, forward: Bool) -> [View] {
    guard let index = roots.firstIndex(where: { $0 === root }) else { return roots }
    let start = forward ? index + 1 : index
    return Array(roots[start...] + roots[..<start])
  }

  /// The element at an index, or the next one that is enabled; `nil` if there is none.
  func element(of view: View, from index: Int, forward: Bool) -> FocusStop? {
    let count = view.accessibilityElementCount
    var index = index
    for _ in 0..<Self.greatestGap {
      guard index >= 0, index < count, let element = view.accessibilityElement(at: index) else { return nil }
      if element.content.isEnabled { return FocusStop(view: view, element: index) }
      index += forward ? 1 : -1
    }
    return index >= 0 && index < count ? FocusStop(view: view, element: index) : nil
  }

  /// The stop that `nextKeyView` or `previousKeyView` names.
  private func linked(from view: View, forward: Bool, in area: FocusArea) -> FocusStop? {
    var current = view
    for _ in 0..<Self.greatestChain {
      guard let next = forward ? current.nextKeyView : current.previousKeyView else { return nil }
      if isReachable(next, in: area), let stop = first(in: next, forward: forward) { return stop }
      current = next
    }
    return nil
  }

  /// The next stop outside of a view, among its brothers, then among those of the views around it; `nil` at the end of the root.
  private func beside(_ view: View, forward: Bool, in root: View) -> FocusStop? {
    var current = view
    if let row = element(around: view) {
      if let stop = beside(view, inCellOf: row, forward: forward) { return stop }
      current = row.view
    }
    for _ in 0..<Self.greatestDepth {
      guard current !== root, let parent = current.superview else { return nil }
      let brothers = inReadingOrder(parent.subviews)
      if let place = brothers.firstIndex(where: { $0 === current }) {
        let rest = forward ? brothers[(place + 1)...] : brothers[..<place]
        if let stop = first(among: Array(rest), forward: forward) { return stop }
      }
      if !forward, isAlwaysArea(parent) { return FocusStop(view: parent, element: nil) }
      current = parent
    }
    return nil
  }

  /// The stop nearest to where a view was in another: the first after its place, else the last before it.
  func nearest(to frame: Rect, in parent: View) -> FocusStop? {
    if parent.accessibilityElementCount > 0 { return element(of: parent, nearestTo: parent.convert(frame, to: nil)) }
    let marker = View(frame: frame)
    let views = inReadingOrder(parent.subviews + [marker])
    guard let place = views.firstIndex(where: { $0 === marker }) else { return nil }
    let (after, before) = (Array(views[(place + 1)...]), Array(views[..<place]))
    if element(around: parent) != nil { return control(among: after, forward: true) ?? control(among: before, forward: false) }
    return first(among: after, forward: true) ?? first(among: before, forward: false)
  }

  // MARK: Reading order

  /// Views in rows from top to bottom, each row from the leading side; O(n · log n).
  func inReadingOrder(_ views: ContiguousArray<View>) -> [View] { ReadingOrder.sorted(views, isRightToLeft: isRightToLeft) }
}
