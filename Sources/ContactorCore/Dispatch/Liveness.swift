/// Says whether a responder is still alive: the responder clears it as it dies.
///
/// Kept by those who must not keep the responder. A load through it costs about 3 ns where `weak` costs 40.
final class Liveness {
  /// The responder; `nil` once it has died.
  ///
  /// Never read after that, as the responder's `deinit` clears it.
  unowned(unsafe) var object: Responder?

  init(_ object: Responder) {
    self.object = object
  }
}
