import ContactorCore

/// Where dialogs, menus and lists want the focus, and what they say when it comes.
extension FocusEngine {
  /// Puts the focus where a view or a window wants it.
  func follow(_ view: View) {
    guard let lead = (view as? any FocusLeading)?.takeFocusLead(), let window, lead.view.window === window,
      order.isReachable(lead.view, in: window), let stop = order.isStop(lead) ? lead : order.first(in: lead.view)
    else { return }
    machine.reset()
    remember(stop, in: window)
    reveal(stop)
  }

  /// Adds what a dialog or a menu says of itself, if the focus was not in it before.
  func entered(_ description: FocusDescription?) -> FocusDescription? {
    var around = description == nil ? nil : current()?.view
    for _ in 0..<FocusOrder.greatestDepth {
      guard let view = around, view.accessibility.role != .alert, view.accessibility.role != .menu else { break }
      around = view.superview
    }
    guard around !== surroundings else { return description }
    surroundings = around
    guard var description, let content = around?.accessibility, content.label?.isEmpty == false || content.value != nil
    else { return description }
    description.surroundings = content
    return description
  }
}
