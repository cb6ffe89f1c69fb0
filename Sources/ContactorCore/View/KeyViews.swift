// Key views: the views of a window that take keys, one after another with tab (contract 3.4).

extension Window {
  /// The number of views that a search for key views visits: 100,000; views beyond are not found.
  private static let greatestNumberOfViews = 100_000
  /// The number of links of `nextKeyView` that are followed past views that take no keys.
  private static let greatestChain = 100

  /// Makes the next key view the first responder; returns whether there was another that became it.
  ///
  /// Key views are those that can become the first responder, are shown and enabled and take touches. The next one is the one that
  /// `View.nextKeyView` of the first responder leads to, or else the next in reading order, after the last the first. Tab does this where
  /// no object handles the key. The views around it that scroll, see `FocusScrolling`, scroll as far as is needed to show it.
  ///
  /// - Complexity: O(views of the window).
  @discardableResult
  public final func selectNextKeyView() -> Bool { selectKeyView(isForward: true) }

  /// Makes the previous key view the first responder, as `selectNextKeyView()` does for the next; back tab does this.
  @discardableResult
  public final func selectPreviousKeyView() -> Bool { selectKeyView(isForward: false) }

  /// Goes on to the next key view for tab, or to the previous one for back tab, if a view of the window is the first responder; returns
  /// whether another view became it.
  final func selectKeyView(for event: KeyEvent) -> Bool {
    guard event.phase == .down, event.modifiers.isDisjoint(with: [.option, .command]), let first = firstResponderIfAny as? View,
      first !== self
    else { return false }
    switch event.charactersIgnoringModifiers {
    case KeyEvent.tab: return selectKeyView(isForward: !event.modifiers.contains(.shift))
    case KeyEvent.backTab: return selectKeyView(isForward: false)
    default: return false
    }
  }

  private func selectKeyView(isForward: Bool) -> Bool {
    let first = (firstResponderIfAny as? View).flatMap { $0 === self ? nil : $0 }
    guard let view = keyView(after: first, isForward), view !== first, view.becomeFirstResponder() else { return false }
    // A view may pass it on to one inside it, as a form does to the editor of an entry.
    if let shown = firstResponderIfAny as? View, shown !== self { shown.superview?.reveal(shown.bounds, of: shown) }
    return true
  }

  private func keyView(after first: View?, _ isForward: Bool) -> View? {
    var current = first
    for _ in 0..<Self.greatestChain {
      guard let next = isForward ? current?.nextKeyView : current?.previousKeyView else { break }
      if next.window === self, next.isTouchable, next.canBecomeFirstResponder { return next }
      current = next
    }
    var views: [View] = []
    var rest = Self.greatestNumberOfViews
    collectKeyViews(in: self, or: first, &views, &rest)
    guard let first, let index = views.firstIndex(where: { $0 === first }) else { return isForward ? views.first : views.last }
    return views[(index + (isForward ? 1 : views.count - 1)) % views.count]
  }

  /// Adds the key views in a view in reading order, without those that a given view is inside; that view is found in any case.
  private func collectKeyViews(in view: View, or first: View?, _ views: inout [View], _ rest: inout Int) {
    guard rest > 0, view.lets(touchesThrough: visibleAlpha) else { return }
    rest -= 1
    // A view that is asked may add others.
    let children = ReadingOrder.sorted(view.subviews)
    // A first responder inside another key view, such as the editor of a form's cell, is at that view's place.
    let holdsFirst = view !== first && first?.isDescendant(of: view) ?? false
    if view === first || !holdsFirst && view !== self && view.canBecomeFirstResponder { views.append(view) }
    for child in children { collectKeyViews(in: child, or: first, &views, &rest) }
  }
}

/// A view that scrolls when a view or an item in it gets the focus, or becomes the first responder by tab.
public protocol FocusScrolling: View {
  /// Makes a rectangle of the view's own space visible, if it is not.
  func scrollToFocus(_ rect: Rect)
}

extension View {
  /// The number of views around that are asked to scroll: 1,000; those further out are not.
  private static let greatestNumberOfScrolls = 1000

  /// Scrolls this view and those around it, the innermost first, as far as is needed to show a rectangle of a view inside.
  package final func reveal(_ rect: Rect, of view: View) {
    var around: View? = self
    for _ in 0..<Self.greatestNumberOfScrolls {
      guard let current = around else { return }
      if let scrolling = current as? any FocusScrolling { scrolling.scrollToFocus(current.convert(rect, from: view)) }
      around = current.superview
    }
  }

  /// Whether a new touch could hit the view: it and every view around it, up to the window of an application, is shown, enabled and takes
  /// touches.
  package final var isTouchable: Bool {
    let visibleAlpha = visibleAlpha
    var current = self
    while current.lets(touchesThrough: visibleAlpha) {
      guard let superview = current.superview else { return current is Window && current.application != nil }
      current = superview
    }
    return false
  }

  /// Whether the view itself keeps no touch from the views inside it.
  fileprivate final func lets(touchesThrough visibleAlpha: Double) -> Bool {
    !isHidden && alpha >= visibleAlpha && isUserInteractionEnabled && (self as? Control)?.isEnabled ?? true
  }
}

/// The reading order of views: rows from top to bottom, each from the leading side.
package enum ReadingOrder {
  /// Views in reading order; O(n · log n).
  ///
  /// A view is in the row of the one above it if its middle is above that one's lower edge.
  package static func sorted(_ views: ContiguousArray<View>, isRightToLeft: Bool = false) -> [View] {
    guard views.count > 1 else { return Array(views) }
    let places = views.enumerated().map { Place(view: $1, frame: $1.frame.standardized, number: $0) }.sorted(by: Place.isHigher)
    var result: [View] = []
    var row: [Place] = []
    for place in places {
      if let first = row.first, !(place.frame.midY < first.frame.maxY) {
        result += read(row, isRightToLeft)
        row = []
      }
      row.append(place)
    }
    return result + read(row, isRightToLeft)
  }

  private struct Place {
    let view: View
    let frame: Rect
    let number: Int

    /// Compares by the upper edge, then by the order among the subviews; NaN counts as 0, so that the order is total.
    static func isHigher(_ left: Place, _ right: Place) -> Bool {
      let (one, other) = (left.top, right.top)
      return one == other ? left.number < right.number : one < other
    }

    var top: Double { frame.minY.isNaN ? 0 : frame.minY }

    func leading(_ isRightToLeft: Bool) -> Double {
      let edge = isRightToLeft ? -frame.maxX : frame.minX
      return edge.isNaN ? 0 : edge
    }
  }

  private static func read(_ row: [Place], _ isRightToLeft: Bool) -> [View] {
    row.sorted { left, right in
      let (one, other) = (left.leading(isRightToLeft), right.leading(isRightToLeft))
      return one == other ? left.number < right.number : one < other
    }.map(\.view)
  }
}
