extension LayoutSession {
  /// Does a `key` action; keys that are held are released as the gesture is over.
  ///
  /// Returns whether it could be done; true where it is only logged, and false while another login session has the seat, which would get
  /// the keys.
  func press(_ key: KeyAction, _ cause: ActionCause) -> Bool {
    guard isLoginActive else { return false }
    guard let onKey else { return true }
    guard key.isHeld else { return onKey(key, key.text?.filled(with: cause.values) ?? "", .press) }
    var held = key
    held.holder = cause.id
    heldKeys.append((cause.id, held))
    return onKey(held, "", .hold)
  }

  /// Releases the keys that a gesture holds, in the reverse of their order; those of all gestures for `nil`.
  func releaseKeys(of gesture: String? = nil) {
    guard !heldKeys.isEmpty else { return }
    for held in heldKeys.reversed() where gesture == nil || held.gesture == gesture {
      _ = onKey?(held.action, "", .release)
    }
    heldKeys.removeAll { gesture == nil || $0.gesture == gesture }
  }
}
