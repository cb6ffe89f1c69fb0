extension View {
  /// The view's recognizers, in the order in which they were added.
  public var gestureRecognizers: [GestureRecognizer] { Array(recognizers) }

  /// Adds a recognizer for touches of this view and all in it; it leaves its old view first.
  ///
  /// It sees touches that begin from now on.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view !== self else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizers.append(recognizer)
    recognizer.view = self
  }

  /// Takes a recognizer away; what it is doing is broken off.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.arena?.dismiss(recognizer)
    recognizer.view = nil
    recognizers.removeAll { $0 === recognizer }
  }

  /// Lets go of the recognizers of a view that dies.
  func forgetRecognizers() {
    for recognizer in recognizers {
      recognizer.view = nil
      recognizer.arena?.dismiss(recognizer)
    }
  }

  /// The view's name for reasons.
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
    TouchSet(allTouches.touches.filter { touch in recognizer.touches.contains { $0 === touch } })
  }
}
