public import ContactorCore

/// What a touch panel says of itself: what the decoder must know to read its events.
public struct EvdevDescription: Hashable, Sendable {
  /// The name (`EVIOCGNAME`).
  public var name: String
  /// The bus, for example 3 for USB.
  public var bus: UInt16
  /// The vendor's number.
  public var vendor: UInt16
  /// The product's number.
  public var product: UInt16
  /// The version.
  public var version: UInt16
  /// The `INPUT_PROP_*` numbers.
  public var properties: Set<UInt16>
  /// The codes that the device can send, by type; absolute axes are in `axes`.
  public var codes: [UInt16: Set<UInt16>]
  /// The absolute axes and their ranges, by code.
  public var axes: [UInt16: EvdevAxis]

  /// Creates a device that can do nothing yet.
  public init(name: String) {
    self.name = name
    bus = 0
    vendor = 0
    product = 0
    version = 0
    properties = []
    codes = [:]
    axes = [:]
  }

  /// How the panel reports contacts, as far as its axes tell; the decoder believes the stream more than this.
  public var contactProtocol: TouchDevice.ContactProtocol {
    if axes[EvdevCode.slot] != nil { return .slots }
    return axes[EvdevCode.positionX] != nil && axes[EvdevCode.positionY] != nil ? .lists : .single
  }

  /// Whether the device can send a key or button.
  public func hasKey(_ code: UInt16) -> Bool {
    codes[EvdevCode.key]?.contains(code) ?? false
  }

  /// The axis of contacts' columns: `ABS_MT_POSITION_X`, else `ABS_X`.
  public var horizontal: EvdevAxis? {
    contactProtocol == .single ? axes[EvdevCode.x] : axes[EvdevCode.positionX]
  }

  /// The axis of contacts' rows: `ABS_MT_POSITION_Y`, else `ABS_Y`.
  public var vertical: EvdevAxis? {
    contactProtocol == .single ? axes[EvdevCode.y] : axes[EvdevCode.positionY]
  }

  /// The panel's size; `nil` where a range or a resolution is missing.
  public var millimetres: Size? {
    guard let width = horizontal?.millimetres, let height = vertical?.millimetres else { return nil }
    return Size(width: width, height: height)
  }

  /// The map from device units to 0 … 1 of the panel, as libinput has it; `nil` where a range is missing.
  public var normalization: AffineTransform? {
    guard let horizontal, let vertical, let width = horizontal.extent, let height = vertical.extent else {
      return nil
    }
    return AffineTransform(translationX: -Double(horizontal.minimum), y: -Double(vertical.minimum))
      .concatenating(AffineTransform(scaleX: 1 / width, y: 1 / height))
  }
}
