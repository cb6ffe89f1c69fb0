/// Retains an object unless its `deinit` has begun: then it gives `nil`.
///
/// The object's memory must still be there. The corresponding function is `swift_tryRetain`; Swift reserves that name, so
/// the C target `CRuntime` gives it another one.
@_silgen_name("contactor_try_retain")
private func tryRetain(_ object: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

extension Unmanaged {
  /// The object as a strong reference, or `nil` once its `deinit` has begun; its memory must still be there.
  @inline(__always) fileprivate var ifAlive: Instance? {
    guard unsafe tryRetain(toOpaque()) != nil else { return nil }
    return unsafe takeRetainedValue()
  }
}

/// A weak reference: `nil` from the moment at which the object's `deinit` begins.
///
/// The language's own `weak` gives the object a side table: loading one and releasing what was loaded takes about 105
/// instructions, against 30 here. This one holds the object's memory, not the object, by an unowned reference, as `weak`
/// itself once did; so drop it soon after the object has died.
@safe struct Weak<Object: AnyObject> {
  /// Keeps the memory, so that the pointer never dangles; never loaded, as that would trap once the object has died.
  private unowned let memory: Object
  private let pointer: Unmanaged<Object>

  /// Creates a reference to an object that is alive.
  init(_ object: Object) {
    memory = object
    unsafe pointer = .passUnretained(object)
  }

  /// The object; `nil` once its `deinit` has begun.
  @inline(__always) var object: Object? { unsafe pointer.ifAlive }

  /// Keeps the object until `letGo()`; false once its `deinit` has begun.
  @inline(__always) func keep() -> Bool { unsafe tryRetain(pointer.toOpaque()) != nil }

  /// Lets go of an object that was kept, which may run its `deinit`.
  @inline(__always) func letGo() { unsafe pointer.release() }

  /// Calls the body with the object, which `keep()` or something else keeps for as long as the body runs.
  @inline(__always) func callKept<Result>(_ body: (Object) -> Result) -> Result {
    unsafe pointer._withUnsafeGuaranteedRef(body)
  }

  /// Whether the reference is to that object.
  ///
  /// The memory is kept, so no other object has the address.
  @inline(__always) func refers(to other: Object) -> Bool {
    unsafe pointer.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
}

/// A link to an object that clears the link before its memory goes: a view's parent, a window's application.
///
/// It is a plain pointer, so that storing and following it counts no references.
@safe struct BackReference<Object: AnyObject> {
  private var pointer: Unmanaged<Object>?

  /// Creates a link; `nil` leads nowhere.
  @inline(__always) init(_ object: Object?) {
    unsafe pointer = object.map { unsafe .passUnretained($0) }
  }

  /// The object as a strong reference; `nil` once its `deinit` has begun.
  @inline(__always) var object: Object? { unsafe pointer?.ifAlive }

  /// Whether the link leads nowhere; an object whose `deinit` has begun is still somewhere.
  @inline(__always) var isEmpty: Bool { unsafe pointer == nil }

  /// Whether both lead to the same object, or nowhere.
  @inline(__always) func isSame(as other: Self) -> Bool { unsafe pointer?.toOpaque() == other.pointer?.toOpaque() }

  /// Whether the link leads to that object.
  @inline(__always) func leads(to object: Object?) -> Bool {
    unsafe pointer?.toOpaque() == object.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
  }

  /// Calls the body with an object that something else keeps for as long as the body runs; `nil` where there is none.
  @inline(__always) func callKept<Result>(_ body: (Object) -> Result) -> Result? {
    unsafe pointer?._withUnsafeGuaranteedRef(body)
  }

  /// Calls the body with the object without counting a reference; `nil` where there is none.
  ///
  /// The body must neither keep the object nor call anything that a user wrote, which could release it: it reads
  /// numbers and follows further links. An object whose `deinit` has begun can be read like that.
  @inline(__always) func read<Result>(_ body: (Object) -> Result) -> Result? {
    unsafe pointer?._withUnsafeGuaranteedRef(body)
  }
}

extension ContiguousArray where Element: AnyObject {
  /// Calls the body with each element without counting references: the array, which nothing changes meanwhile, keeps them.
  @inline(__always) func forEachKept(_ body: (Element) -> Void) {
    for index in indices {
      let element = unsafe Unmanaged.passUnretained(self[index])
      unsafe element._withUnsafeGuaranteedRef(body)
    }
  }
}
