/// Retains an object unless its `deinit` has begun; in that case it returns `nil`.
///
/// The object's memory must still exist. The corresponding function is `swift_tryRetain`; Swift reserves that name, so the C target
/// `CRuntime` gives it another one.
@_silgen_name("contactor_try_retain")
private func tryRetain(_ object: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

extension Unmanaged {
  /// The object as a strong reference, or `nil` once its `deinit` has begun; its memory must still exist.
  @inline(__always) fileprivate var ifAlive: Instance? {
    guard unsafe tryRetain(toOpaque()) != nil else { return nil }
    return unsafe takeRetainedValue()
  }
}

/// A weak reference: `nil` from the moment at which the object's `deinit` begins.
///
/// The language's own `weak` gives the object a side table: loading a reference and releasing the object takes about 105
/// instructions, against 30 here. This reference retains the object's memory, not the object, as `weak` itself once did. So drop it
/// soon after the object has been deallocated.
@safe struct Weak<Object: AnyObject> {
  /// Retains the memory, so that the pointer never dangles; never loaded, as that would trap after deallocation.
  private unowned let memory: Object
  private let pointer: Unmanaged<Object>

  /// Creates a reference to an object that is alive.
  init(_ object: Object) {
    memory = object
    unsafe pointer = .passUnretained(object)
  }

  /// The object; `nil` once its `deinit` has begun.
  @inline(__always) var object: Object? { unsafe pointer.ifAlive }

  /// Retains the object until `release()`; false once its `deinit` has begun.
  @inline(__always) func retain() -> Bool { unsafe tryRetain(pointer.toOpaque()) != nil }

  /// Releases a retained object, which may run its `deinit`.
  @inline(__always) func release() { unsafe pointer.release() }

  /// Calls the body with the object, which the caller or `retain()` retains while the body runs.
  @inline(__always) func callUncounted<Result>(_ body: (Object) -> Result) -> Result {
    unsafe pointer._withUnsafeGuaranteedRef(body)
  }

  /// Whether the reference is to the given object.
  ///
  /// The memory is retained, so no other object has the address.
  @inline(__always) func refers(to other: Object) -> Bool {
    unsafe pointer.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
}

/// An unretained reference to an object that clears the reference before it is deallocated: a view's superview, a window's
/// application.
///
/// It is a plain pointer, so that storing and following it counts no references.
@safe struct BackReference<Object: AnyObject> {
  private var pointer: Unmanaged<Object>?

  /// Creates a reference; an empty one for `nil`.
  @inline(__always) init(_ object: Object?) {
    unsafe pointer = object.map { unsafe .passUnretained($0) }
  }

  /// The object as a strong reference; `nil` once its `deinit` has begun.
  @inline(__always) var object: Object? { unsafe pointer?.ifAlive }

  /// Whether the reference is empty; a reference to an object whose `deinit` has begun is not.
  @inline(__always) var isEmpty: Bool { unsafe pointer == nil }

  /// Whether both are references to the same object, or both are empty.
  @inline(__always) func isSame(as other: Self) -> Bool { unsafe pointer?.toOpaque() == other.pointer?.toOpaque() }

  /// Whether this is a reference to the given object.
  @inline(__always) func leads(to object: Object?) -> Bool {
    unsafe pointer?.toOpaque() == object.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
  }

  /// Calls the body with the object, which the caller retains while the body runs; returns `nil` if the reference is empty.
  @inline(__always) func callUncounted<Result>(_ body: (Object) -> Result) -> Result? {
    unsafe pointer?._withUnsafeGuaranteedRef(body)
  }

  /// Calls the body with the object without counting a reference; returns `nil` if the reference is empty.
  ///
  /// The body must neither store the object nor call a user's code, which could release the object: it reads numbers and follows
  /// further references. An object whose `deinit` has begun can be read in this way.
  @inline(__always) func read<Result>(_ body: (Object) -> Result) -> Result? {
    unsafe pointer?._withUnsafeGuaranteedRef(body)
  }
}

extension ContiguousArray where Element: AnyObject {
  /// Calls the body with each element without counting references; the array retains them, and nothing changes it meanwhile.
  @inline(__always) func forEachUncounted(_ body: (Element) -> Void) {
    for index in indices {
      let element = unsafe Unmanaged.passUnretained(self[index])
      unsafe element._withUnsafeGuaranteedRef(body)
    }
  }
}
