/// What a touch's view has not seen yet, because a recognizer wants to decide first.
enum KeptBack: UInt8 {
  /// It has seen everything.
  case nothing
  /// It has not seen that the touch began (`delaysTouchesBegan`).
  case began
  /// It has not seen that the touch ended (`delaysTouchesEnded`).
  case end
}
