import ContactorCore

extension Control {
  /// Does `increment` and `decrement` for a control that is one part, and nothing for another part or while it is hidden or disabled.
  ///
  /// - Parameter step: gets 1 to raise the value, −1 to lower it.
  /// - Returns: whether the action was one of both, and the control can be used.
  final func adjust(_ action: AccessibilityAction, at index: Int?, by step: (Int) -> Void) -> Bool {
    guard index == nil, isEnabled, !isHidden else { return false }
    switch action {
    case .increment: step(1)
    case .decrement: step(-1)
    default: return false
    }
    return true
  }
}
