import ContactorCore

/// A view whose elements are shown by views of their own, which may hold controls: a table's rows by cells.
///
/// The focus stops at an element, and after it at the controls in the element's view.
protocol FocusContaining: View {
  /// The view that shows an element; `nil` while none does.
  func view(ofElement index: Int) -> View?
  /// The element that a view shows; `nil` for another view.
  func element(shownBy view: View) -> Int?
}

/// A view or a window that says where the focus goes next: a table after a row was moved, a menu whose keys highlight items.
protocol FocusLeading: View {
  /// Where the focus goes, given once: a stop, or a view whose first stop it is.
  func takeFocusLead() -> FocusStop?
}

extension Application {
  /// Lets the engine that gets the keys find the focus again: a dialog or a menu has appeared or left, or its keys highlighted an item.
  func refreshFocus() { (unhandledKeys as? FocusEngine)?.refresh() }
}

extension FocusOrder {
  // MARK: Controls inside of elements

  /// The element in whose view a view stands, as a switch stands in a row's cell; `nil` for none.
  func element(around view: View) -> FocusStop? {
    var current = view
    for _ in 0..<Self.greatestDepth {
      guard let parent = current.superview else { return nil }
      if let index = element(shownBy: current, in: parent) { return FocusStop(view: parent, element: index) }
      current = parent
    }
    return nil
  }

  private func element(shownBy view: View, in parent: View) -> Int? {
    guard let index = (parent as? any FocusContaining)?.element(shownBy: view) else { return nil }
    return index >= 0 && index < parent.accessibilityElementCount ? index : nil
  }

  /// Whether a view stands for its subviews, such as the given one, so that the focus stops at none of them.
  func covers(_ parent: View, _ view: View) -> Bool {
    guard hidesSubviews(parent), element(shownBy: view, in: parent) == nil else { return false }
    // A cell stands for its texts, not for its controls.
    guard let around = parent.superview else { return true }
    return element(shownBy: parent, in: around) == nil
  }

  /// The first stop inside of another, or the last: a control in a row's cell, or what a scroll area holds.
  func inside(_ stop: FocusStop, forward: Bool) -> FocusStop? {
    guard let index = stop.element else {
      return isArea(stop.view) ? first(among: inReadingOrder(stop.view.subviews), forward: forward) : nil
    }
    guard let view = (stop.view as? any FocusContaining)?.view(ofElement: index), isOpen(view) else { return nil }
    return control(among: inReadingOrder(view.subviews), forward: forward)
  }

  /// The first stop among views of a cell that can be used; what is only read belongs to the row.
  func control(among views: [View], forward: Bool) -> FocusStop? {
    for view in forward ? views : views.reversed() where isOpen(view) && !isReadOnly(view) {
      let found = hidesSubviews(view) ? first(in: view, forward: forward) : control(among: inReadingOrder(view.subviews), forward: forward)
      if let found { return found }
    }
    return nil
  }

  /// The next stop outside of a view in a row's cell: in the cell, then in the next row; backward the row itself.
  ///
  /// `nil` at the end.
  func beside(_ view: View, inCellOf row: FocusStop, forward: Bool) -> FocusStop? {
    var current = view
    for _ in 0..<Self.greatestDepth {
      guard let parent = current.superview, parent !== row.view else { break }
      let brothers = inReadingOrder(parent.subviews)
      if let place = brothers.firstIndex(where: { $0 === current }) {
        let rest = forward ? brothers[(place + 1)...] : brothers[..<place]
        if let stop = control(among: Array(rest), forward: forward) { return stop }
      }
      current = parent
    }
    guard forward else { return isStop(row) ? row : nil }
    return row.element.flatMap { element(of: row.view, from: $0 + 1, forward: true) }
  }

  // MARK: Scroll areas

  /// Whether the focus stops at a scroll view itself, before what is in it: one that zooms, one of pages, or one that scrolls and holds
  /// nothing at which the focus stops.
  func isArea(_ view: View) -> Bool {
    guard view is ScrollView, isOpen(view) else { return false }
    if isAlwaysArea(view) { return true }
    return canBeArea(view) && first(among: inReadingOrder(view.subviews), forward: true) == nil
  }

  /// Whether the focus stops at a scroll view whatever is in it.
  func isAlwaysArea(_ view: View) -> Bool {
    guard let area = view as? ScrollView, isPlain(area) else { return false }
    return area.maximumZoomScale > area.minimumZoomScale || ((area as? PageView)?.numberOfPages ?? 0) > 1
  }

  /// Whether the focus stops at a scroll view that holds nothing at which it does.
  func canBeArea(_ view: View) -> Bool {
    guard let area = view as? ScrollView, isPlain(area), area.isScrollEnabled else { return false }
    let (vertical, horizontal) = (area.verticalLimits, area.horizontalLimits)
    return vertical.upper > vertical.lower || horizontal.upper > horizontal.lower
  }

  private func isPlain(_ area: ScrollView) -> Bool {
    area.accessibilityElementCount <= 0 && area.isUserInteractionEnabled && area.accessibility.role == .scrollArea
  }
}

extension TableView: FocusContaining, FocusLeading {
  final func view(ofElement index: Int) -> View? { heights.row(number: index).flatMap { cellForRow(at: $0) } }

  final func element(shownBy view: View) -> Int? {
    (view as? TableViewCell).flatMap { indexPath(for: $0) }.map { heights.rowNumber(of: $0) }
  }

  final func takeFocusLead() -> FocusStop? {
    defer { focusLead = nil }
    return focusLead.map { FocusStop(view: self, element: $0.index) }
  }
}

extension TableView: FocusFollowing {
  final func place(ofElement index: Int) -> (any FocusPlace)? { heights.row(number: index).flatMap { place(of: $0) } }

  /// Lets the focus go to a row after the action that is under way.
  final func leadFocus(to path: IndexPath) { focusLead = place(of: path) }
}

extension CollectionView: FocusContaining, FocusFollowing {
  final func place(ofElement index: Int) -> (any FocusPlace)? { layout.path(of: index) == nil ? nil : places.follow(index) }

  final func view(ofElement index: Int) -> View? { cellForItem(at: index) }

  final func element(shownBy view: View) -> Int? {
    (view as? TableViewCell).flatMap { $0.superview === self ? $0.indexPath : nil }.flatMap { item(at: $0) }
  }
}
