public import ContactorCore

/// Keys that move the focus and act on it.
extension FocusEngine {
  func handle(_ key: FocusKey) -> Bool {
    if key == .tab || key == .back { return tab(key == .tab ? .next : .previous) }
    guard let stop = current() else { return key == .escape ? escape() : moveFocus(.next) }
    let isChoosing = machine.state != .browsing
    let isAdjusting = isChoosing && order.content(of: stop).isAdjustable
    switch key {
    case .escape: return escape()
    case .select: return isAdjusting ? escape() : activate()
    case .up where isAdjusting, .right where isAdjusting: return perform(.increment)
    case .down where isAdjusting, .left where isAdjusting: return perform(.decrement)
    case .up where isChoosing, .left where isChoosing: return step(back: true)
    case .down where isChoosing, .right where isChoosing: return step(back: false)
    case .left: return moveFocus(isRightToLeft ? .next : .previous)
    case .right: return moveFocus(isRightToLeft ? .previous : .next)
    case .up: return moveFocus(.up) || moveFocus(.previous)
    case .down: return moveFocus(.down) || moveFocus(.next)
    case .tab, .back: return false
    }
  }

  /// Opens the context menu of the item that has the focus, or of the nearest view around it, at the item; else that of the first
  /// responder, at what is selected there; returns whether a menu is open.
  @discardableResult
  public func showContextMenu() -> Bool {
    if let stop = current(), stop.view.showContextMenu(over: order.frame(of: stop)) { return true }
    return (window?.firstResponder as? View)?.showContextMenuForSelection() ?? false
  }

  /// Moves the focus from the text that is edited, if there is one, and takes the editing along: a text that gets the focus is edited,
  /// and at anything else but a keyboard editing ends.
  private func tab(_ direction: Direction) -> Bool {
    let text = (window?.firstResponder as? View).flatMap { $0 !== window && isText($0) ? $0 : nil }
    if let text, let window, text !== current()?.view, order.isReachable(text, in: window) {
      let stop = FocusStop(view: text, element: nil)
      if order.isStop(stop) { remember(stop, in: window) }
    }
    guard moveFocus(direction) else { return false }
    guard let text, text.isFirstResponder, let stop = current() else { return true }
    if stop.element == nil, isText(stop.view) {
      stop.view.becomeFirstResponder()
    } else if !(stop.view is Keyboard) {
      text.resignFirstResponder()
    }
    return true
  }
}

extension FocusEngine: KeyEquivalentPerforming {
  /// Takes the arrows, tab, return, enter, space and escape without command, control or option.
  ///
  /// The menu key and shift-F10 open a context menu.
  public func performKeyEquivalent(with event: KeyEvent) -> Bool {
    if event.phase == .down, event.opensContextMenu { return showContextMenu() }
    guard event.phase == .down, event.modifiers.isDisjoint(with: [.command, .control, .option]), let key = FocusKey(event)
    else { return false }
    return handle(key)
  }
}
