/// A link to an object that is not kept: the object clears the link before it dies.
///
/// Unlike `unowned(unsafe)`, following it needs no reference counting, which would be most of what a frame costs.
struct BackReference<Object: AnyObject> {
  private var reference: Unmanaged<Object>?

  /// The object without counting a reference.
  @inline(__always) var unmanaged: Unmanaged<Object>? { reference }

  /// Creates a link; `nil` leads nowhere.
  @inline(__always)
  init(_ object: Object?) {
    reference = object.map(Unmanaged.passUnretained)
  }

  /// The object, counted as a strong reference.
  @inline(__always) var object: Object? { reference?.takeUnretainedValue() }

  /// Calls the body with the object without counting a reference; `nil` where there is none.
  ///
  /// Something else must keep the object for as long as the body runs.
  @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result? {
    reference?._withUnsafeGuaranteedRef(body)
  }
}
