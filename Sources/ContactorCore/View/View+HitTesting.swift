extension View {
  /// The front-most hit among the subviews; `point` is in this view's own space.
  func hitSubviews(_ point: Point, with event: Event?) -> View? {
    let subviews = subviews
    if subviews.count >= HitIndex.threshold, let index = hitIndex(of: subviews) {
      return index.firstHit(at: point) { subviews[$0].hit(fromSuperview: point, with: event) }
    }
    var index = subviews.count
    while index > 0 {
      index -= 1
      if let hit = subviews[index].hit(fromSuperview: point, with: event) { return hit }
    }
    return nil
  }

  /// The index, once it pays: making one costs about as much as asking everyone six times.
  private func hitIndex(of subviews: ContiguousArray<View>) -> HitIndex? {
    if let hitIndex { return hitIndex }
    scans += 1
    guard scans > 6 else { return nil }
    scans = 0
    let index = HitIndex(subviews)
    hitIndex = index
    return index
  }

  /// Asks the view, unless the point is outside and no override could say otherwise.
  @inline(__always)
  private func hit(fromSuperview point: Point, with event: Event?) -> View? {
    guard let inner = convertFromSuperview(point) else { return nil }
    if !bounds.contains(inner), !overridden.contains(.hitTesting) { return nil }
    return hitTest(inner, with: event)
  }

  // MARK: Keeping the index right

  /// The view's place or shape in its parent changed.
  func outlineChanged() {
    guard !isLoose else { return }
    superviewLink.with { $0.loosen(self) }
  }

  private func loosen(_ subview: View) {
    guard let hitIndex else { return }
    if !hitIndex.loosen(subview, at: Int(subview.indexPosition)) { self.hitIndex = nil }
  }

  /// A subview was put in at a position; only in front does the index hold on.
  func subviewInserted(_ view: View, at position: Int) {
    guard let hitIndex else { return }
    guard position == subviews.count - 1, hitIndex.loosen(view, at: position) else { return self.hitIndex = nil }
  }
}
