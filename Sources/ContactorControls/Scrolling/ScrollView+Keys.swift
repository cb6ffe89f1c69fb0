import ContactorCore

// The standard actions that scroll (contract 7.4), and the keys that `KeyBindings.standard` has for them.
extension ScrollView {
  /// How far `scrollLineUp:` and `scrollLineDown:` scroll, in points.
  ///
  /// 10: AppKit's `verticalLineScroll`.
  public static let lineScroll = 10.0
  /// How much of what is seen stays in view after `scrollPageUp:` and `scrollPageDown:`, in points; nothing with paging.
  ///
  /// 10: AppKit's `verticalPageScroll`.
  public static let pageOverlap = 10.0

  private static let scrollMotions: [(name: ActionName, motion: TextCommand.Motion)] = TextCommand.sorted.compactMap { name, command in
    if case .scroll(let motion) = command { (name, motion) } else { nil }
  }

  /// The actions that scroll, by name.
  static var scrollActions: [Action] {
    scrollMotions.map { name, motion in Action(name) { (view: ScrollView) in { (_: AnyObject) in view.scroll(motion) } } }
  }

  /// Whether there is more content to show where a motion leads.
  final func hasMore(for motion: TextCommand.Motion) -> Bool { offset(after: motion) != nil }

  /// Scrolls at once, unless a finger drags the content.
  private func scroll(_ motion: TextCommand.Motion) {
    if !isDragging, let offset = offset(after: motion) { setContentOffset(offset, animated: false) }
  }

  /// The offset that a motion leads to: down or up, or sideways if the content is not higher than the view; `nil` at that end.
  private func offset(after motion: TextCommand.Motion) -> Point? {
    guard isScrollEnabled, bounds.isFinite else { return nil }
    let isVertical = verticalLimits.upper > verticalLimits.lower
    let limits = isVertical ? verticalLimits : horizontalLimits
    let length = isVertical ? bounds.height : bounds.width
    let (step, distance) = (motion.direction.step, Double(motion.direction.step))
    let start = isVertical ? bounds.minY : bounds.minX
    let target: Double
    switch motion {
    case .line: target = start + distance * Self.lineScroll
    case .page: target = start + distance * max(length - (isPagingEnabled ? 0 : Self.pageOverlap), min(length, Self.lineScroll))
    default: target = step < 0 ? limits.lower : limits.upper
    }
    guard (limits.clamp(target) - start) * distance > 0 else { return nil }
    return clamped(isVertical ? Point(x: bounds.minX, y: target) : Point(x: target, y: bounds.minY))
  }

  /// Performs the actions that scroll of a key that reached the view; returns whether it has any, and there is more to see.
  func scrollByKey(_ event: KeyEvent) -> Bool {
    var isHandled = false
    for name in KeyBindings.standard[KeyBindings.Stroke(event)] ?? [] {
      guard case .scroll? = TextCommand.named[name], canPerformAction(name, withSender: self) else { continue }
      if doCommand(by: name) { isHandled = true }
    }
    return isHandled
  }
}
