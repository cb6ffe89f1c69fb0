import ContactorCore

/// A responder that counts the actions sent to it.
final class Counter: Responder {
  private(set) var count = 0

  override class var actions: [Action] { super.actions + [Action(TypedAction<Counter>.hit)] }

  func hit(_ sender: Control) { count &+= 1 }
}

extension TypedAction where Target == Counter {
  static var hit: Self { .init("hit:", Counter.hit(_:)) }
}

/// A target of another class that counts the actions sent to it.
final class OtherCounter {
  private(set) var count = 0

  func hit(_ sender: Control) { count &+= 1 }
}

extension TypedAction where Target == OtherCounter {
  static var hit: Self { .init("hit:", OtherCounter.hit(_:)) }
}

/// A view that counts the actions sent to it.
final class CountingView: View {
  private(set) var count = 0

  override class var actions: [Action] { super.actions + [Action(TypedAction<CountingView>.hit)] }

  func hit(_ sender: Control) { count &+= 1 }
}

extension TypedAction where Target == CountingView {
  static var hit: Self { .init("hit:", CountingView.hit(_:)) }
}
