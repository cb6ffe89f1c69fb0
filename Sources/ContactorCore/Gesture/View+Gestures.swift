extension View {
  /// The view's recognizers, in the order in which they were added.
  public var gestureRecognizers: [GestureRecognizer] { Array(recognizers) }

  /// Adds a recognizer for touches of this view and the views inside it; the recognizer leaves its old view first.
  ///
  /// It sees touches that begin from now on. A recognizer whose old view is being deallocated is not added: that view releases it.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard !recognizer.viewLink.leads(to: self) else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    // The targets of the cancelled gesture may have added the recognizer elsewhere.
    guard recognizer.viewLink.isEmpty else { return }
    recognizers.append(recognizer)
    recognizer.viewLink = BackReference(self)
  }

  /// Removes a recognizer; its gesture is cancelled.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.viewLink.leads(to: self) else { return }
    recognizer.referee?.dismiss(recognizer)
    guard recognizer.viewLink.leads(to: self) else { return }
    recognizer.viewLink = BackReference(nil)
    let old = recognizers
    recognizers = old.filter { $0 !== recognizer }
    withExtendedLifetime(old) {}
  }

  /// Detaches the recognizers of a view that is being deallocated.
  func forgetRecognizers() {
    for recognizer in recognizers {
      recognizer.viewLink = BackReference(nil)
      recognizer.referee?.dismiss(recognizer)
    }
  }

  /// The view's name in reasons.
  var displayName: String { identifier.isEmpty ? "\(type(of: self))" : identifier }
}

extension Touch {
  /// The recognizers that see the touch, deepest view first.
  public var gestureRecognizers: [GestureRecognizer] {
    recognizers.filter { recognizer in recognizer.touches.contains { $0 === self } }
  }
}

extension Event {
  /// The touches that the recognizer sees.
  public func touches(for recognizer: GestureRecognizer) -> TouchSet {
    TouchSet(self.touches.filter { touch in recognizer.touches.contains { $0 === touch } })
  }
}

extension View {
  /// Whether the view or an ancestor has recognizers; O(depth).
  var isUnderRecognizers: Bool {
    if !recognizers.isEmpty { return true }
    return superviewLink.read { $0.isUnderRecognizers } ?? false
  }
}
