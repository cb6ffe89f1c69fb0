/// A property of a class that a layout file can connect to an object by its id, as a nib does.
///
/// ```swift
/// final class Panel: Responder, OutletOwner {
///   weak var volume: Slider?
///   class var outlets: [Outlet] { [Outlet("volume", \Panel.volume)] }
/// }
/// ```
public struct Outlet {
  /// The name that a layout file uses.
  public let name: String
  /// The name of the type of objects that the property takes.
  public let type: String
  private let assign: (AnyObject, AnyObject?) -> Bool

  /// Creates an outlet of a property: of a class, or of a protocol as for delegates.
  public init<Owner: AnyObject, Value>(_ name: String, _ property: ReferenceWritableKeyPath<Owner, Value?>) {
    self.name = name
    type = "\(Value.self)"
    assign = { owner, object in
      guard let owner = owner as? Owner else { return false }
      guard let object else {
        owner[keyPath: property] = nil
        return true
      }
      guard let value = object as? Value else { return false }
      owner[keyPath: property] = value
      return true
    }
  }

  /// Sets the owner's property, or clears it for `nil`; returns false, and changes nothing, if the property is another class's or the
  /// object of another type.
  @discardableResult
  public func connect(_ owner: AnyObject, to object: AnyObject?) -> Bool { assign(owner, object) }
}

/// A class with properties that a layout file can connect.
public protocol OutletOwner: AnyObject {
  /// The outlets of the class; a subclass adds its own to `super.outlets`.
  static var outlets: [Outlet] { get }
}

extension TextField: OutletOwner {
  /// The outlet `delegate`.
  public static var outlets: [Outlet] { [Outlet("delegate", \TextField.delegate)] }
}
