/// What sending needs of an entry, without reference counts: the entry beside it keeps what it names.
struct DispatchSlot {
  /// The token of a target that is a responder.
  let liveness: Unmanaged<Liveness>?
  /// The reference to a target of any other class.
  let reference: Unmanaged<WeakReference>?
  /// The action, if target and control fit it.
  let body: Unmanaged<ActionBody>?
  /// The events; none for an entry that was removed.
  var events: Control.Events

  /// The target, kept while the caller holds it; `nil` once it has died.
  @inline(__always) var target: AnyObject? {
    if let liveness { return liveness._withUnsafeGuaranteedRef { $0.object } }
    return reference?._withUnsafeGuaranteedRef { $0.object }
  }
}
