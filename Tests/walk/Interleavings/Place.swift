/// Where a finger comes down.
enum Place: Int, CaseIterable {
  /// A control like any other.
  case plain
  /// A control that takes several touches.
  case multiple
  /// A control inside that one.
  case inner
  /// A control that wants to be the only one.
  case exclusive
  /// A disabled control.
  case disabled
  /// A hidden control in a plain view.
  case hidden

  /// Every choice of places for a number of fingers; which finger has which does not matter.
  static func arrangements(of fingers: Int) -> [[Place]] {
    guard fingers > 0 else { return [[]] }
    return arrangements(of: fingers - 1).flatMap { rest in
      allCases.filter { $0.rawValue >= rest.last?.rawValue ?? 0 }.map { rest + [$0] }
    }
  }
}

/// Something that happened in a view: what the model foretells and the engine is seen to do.
enum Sighting: Hashable {
  /// A control sent events: their bits.
  case control(Body, UInt32)
  /// A plain view was given a touch in a phase.
  case touches(Body, String, finger: Int)
}

/// A view that can be hit.
enum Body: Int, CaseIterable, Hashable {
  case plain
  case multiple
  case inner
  case exclusive
  case disabled
  /// The plain view around the hidden control.
  case around
}
