import CContactorAPI
import ContactorControls
import ContactorCore

/// A C handle of any kind: a number that names an object, see `CAPI_ENGINE_SHIFT`; nothing is at that address.
typealias Handle = OpaquePointer

/// The kinds of objects that handles name.
enum ObjectKind: UInt8 {
  case engine = 1
  case view, gesture, target, feed, source, menu, menuItem, alert
}

/// A class whose objects have handles.
protocol HandleObject: AnyObject {
  /// The kind of the handles; a subclass has its superclass's.
  static var objectKind: ObjectKind { get }
}

extension View: HandleObject {
  static var objectKind: ObjectKind { .view }
}

extension GestureRecognizer: HandleObject {
  static var objectKind: ObjectKind { .gesture }
}

extension Menu: HandleObject {
  static var objectKind: ObjectKind { .menu }
}

extension MenuItem: HandleObject {
  static var objectKind: ObjectKind { .menuItem }
}

extension Alert: HandleObject {
  static var objectKind: ObjectKind { .alert }
}

/// The handles of an engine's objects; the table itself is in C, where it is read in a few instructions (capi.h).
struct HandleTable {
  private var handles: [ObjectIdentifier: UInt64] = [:]
  /// The handles of what controls have made: they end some time after it has left its window.
  private var borrowed: [ObjectIdentifier: UInt64] = [:]
  /// How many of them there may be before those of objects without a window are ended.
  private var limit = Self.leastLimit
  private static let leastLimit = 256
  /// The engine's own handle; 0 before and after its life.
  let engine: UInt64

  init(engine: UInt64) { self.engine = engine }

  /// The handle of an object, if it has one.
  func handle(of object: AnyObject) -> UInt64? { handles[ObjectIdentifier(object)] }

  /// The handle of an object, which is retained until `remove`; of one that is not borrowed, until the program destroys it.
  mutating func add(_ object: AnyObject, _ kind: ObjectKind, isBorrowed: Bool) throws -> UInt64 {
    if let known = handles[ObjectIdentifier(object)] {
      if !isBorrowed { borrowed[ObjectIdentifier(object)] = nil }
      return known
    }
    guard engine != 0 else { throw Failure(CONTACTOR_ERROR_HANDLE, "the engine was destroyed") }
    let kept = unsafe Unmanaged.passRetained(object)
    let handle = unsafe capi_add_object(engine, UInt32(kind.rawValue), kept.toOpaque())
    guard handle != 0 else {
      unsafe kept.release()
      throw Failure(CONTACTOR_ERROR_SYSTEM, "an engine has at most 16 million objects")
    }
    handles[ObjectIdentifier(object)] = handle
    if isBorrowed { borrowed[ObjectIdentifier(object)] = handle }
    return handle
  }

  /// Whether there are so many borrowed handles that it is worth looking for those of objects without a window.
  var isCrowded: Bool { borrowed.count > limit }

  /// Ends the borrowed handles of objects that the closure does not keep; returns the objects.
  mutating func removeBorrowed(keeping keeps: (AnyObject) -> Bool) -> [AnyObject] {
    let gone = borrowed.values.compactMap { handle -> AnyObject? in
      guard let found = unsafe capi_object_of(handle) else { return nil }
      let object = unsafe Unmanaged<AnyObject>.fromOpaque(found).takeUnretainedValue()
      return keeps(object) ? nil : object
    }
    let removed = gone.compactMap { remove($0) }
    // Amortized: as many again may come before the next time.
    limit = max(Self.leastLimit, borrowed.count * 2)
    return removed
  }

  /// Ends an object's handle; returns the object, so that it is released when the table is not being changed.
  mutating func remove(_ object: AnyObject) -> AnyObject? {
    guard let handle = handles.removeValue(forKey: ObjectIdentifier(object)) else { return nil }
    borrowed[ObjectIdentifier(object)] = nil
    guard let kept = unsafe capi_remove_object(handle) else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(kept).takeRetainedValue()
  }

  /// Every object, in the order of their places.
  var objects: [AnyObject] {
    guard engine != 0 else { return [] }
    return (0..<capi_place_count(engine)).compactMap { place in
      unsafe capi_object_at(engine, place).map { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// Ends every handle; returns the objects, to be released.
  mutating func removeAll() -> [AnyObject] {
    let all = objects
    (handles, borrowed) = ([:], [:])
    for object in all { unsafe Unmanaged.passUnretained(object).release() }
    if engine != 0 { capi_remove_engine(engine) }
    return all
  }
}

// MARK: - Finding

extension Handle {
  /// The handle with the bits of the table; `nil` for 0.
  init?(bits: UInt64) { unsafe self.init(bitPattern: UInt(bits)) }
}

/// The bits of a handle.
@inline(__always)
func bits(_ handle: Handle?) -> UInt64 { UInt64(UInt(bitPattern: handle)) }

/// The engine of a handle of any kind, for the calling thread.
@inline(__always)
func engineOwned(of handle: UInt64) throws -> Engine {
  var access = CAPI_FREE
  if let pointer = unsafe capi_engine_of(handle, &access) {
    return unsafe Unmanaged<Engine>.fromOpaque(pointer).takeUnretainedValue()
  }
  throw access == CAPI_FOREIGN ? foreignThread() : noObject(handle)
}

@inline(never)
private func foreignThread() -> Failure {
  Failure(CONTACTOR_ERROR_THREAD, "the engine belongs to another thread; see contactor_engine_take_over()")
}

@inline(never)
private func noObject(_ handle: UInt64) -> Failure {
  Failure(
    CONTACTOR_ERROR_HANDLE,
    handle == 0 ? "the object is NULL" : "no object has this handle: it was destroyed, or was never one of this kind")
}

/// The engine that an engine's handle names.
func findEngine(_ handle: Handle?) throws -> Engine {
  let found = unsafe try engineOwned(of: bits(handle))
  guard unsafe found.handles.engine == bits(handle) else { throw unsafe noObject(bits(handle)) }
  return found
}

/// The object that a handle names; `nil` if the calling thread has none of that kind.
///
/// Not retained: for what calls nothing of a program's.
@inline(__always)
func peek<Object: HandleObject>(_ handle: Handle?, _ type: Object.Type) -> Unmanaged<Object>? {
  guard unsafe capi_kind(bits(handle)) == UInt32(Object.objectKind.rawValue), let found = unsafe capi_object_of(bits(handle)) else {
    return nil
  }
  return unsafe Unmanaged<Object>.fromOpaque(found)
}

/// The object that a handle names, with its engine.
@inline(__always)
func find<Object: HandleObject>(_ handle: Handle?, _ type: Object.Type) throws -> (engine: Engine, object: Object) {
  let engine = unsafe try engineOwned(of: bits(handle))
  guard let object = unsafe peek(handle, type) else { throw unsafe noObject(bits(handle)) }
  return unsafe (engine, object.takeUnretainedValue())
}

/// The result for a handle that finds nothing.
@inline(never)
func refuse<Object: HandleObject>(_ handle: Handle?, _ type: Object.Type) -> contactor_result {
  attempt { _ = unsafe try find(handle, type) }
}

/// The object of any kind that a handle names, with its engine; the engine itself for its own.
@inline(__always)
func findAny(_ handle: UnsafeMutableRawPointer?) throws -> (engine: Engine, object: AnyObject) {
  let bits = UInt64(UInt(bitPattern: handle))
  let engine = try engineOwned(of: bits)
  if let object = unsafe capi_object_of(bits) { return unsafe (engine, Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()) }
  guard engine.handles.engine == bits else { throw noObject(bits) }
  return (engine, engine)
}

/// A view of a class.
@inline(__always)
func findView<Kind: View>(_ handle: Handle?, _ type: Kind.Type) throws -> (engine: Engine, object: Kind) {
  let (engine, view) = unsafe try find(handle, View.self)
  guard let found = view as? Kind else { throw Failure.kind("\(type)") }
  return (engine, found)
}

extension Engine {
  /// Another object of this engine; `nil` for NULL.
  func other<Object: HandleObject>(_ handle: Handle?, _ type: Object.Type) throws -> Object? {
    guard unsafe handle != nil else { return nil }
    let (engine, object) = unsafe try find(handle, type)
    guard engine === self else { throw Failure.otherEngine }
    return object
  }

  /// Another object of this engine.
  func needed<Object: HandleObject>(_ handle: Handle?, _ type: Object.Type) throws -> Object {
    let (engine, object) = unsafe try find(handle, type)
    guard engine === self else { throw Failure.otherEngine }
    return object
  }

  /// The handle of an object of the program's, made if it has none.
  func handle<Object: HandleObject>(of object: Object) throws -> Handle? {
    unsafe Handle(bits: try handles.add(object, Object.objectKind, isBorrowed: false))
  }

  /// The handle of an object that was found, for a callback; NULL if there is no room for one.
  func handleOrNull<Object: HandleObject>(of object: Object?) -> Handle? { unsafe object.flatMap { unsafe try? borrow($0) } }
}

/// What comes with a callback: its `user`, released when nothing holds the callback any more.
@safe final class UserData {
  let user: UnsafeMutableRawPointer?
  private let release: contactor_release?

  init(_ user: UnsafeMutableRawPointer?, _ release: contactor_release?) {
    unsafe self.user = user
    unsafe self.release = release
  }

  deinit { unsafe release?(user) }
}
