internal import CLibevdev
internal import ContactorCore
internal import ContactorEvdev
internal import Glibc

/// Owns libevdev's view of an open device node; `libevdev_new_from_fd()`, `libevdev_free()`.
///
/// It is asked what the device is and then let go: events are read without it.
@safe struct LibevdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  /// Asks the kernel about the device behind a descriptor.
  init(_ descriptor: Int32, node: String) throws(InputError) {
    var pointer: OpaquePointer?
    let result = unsafe libevdev_new_from_fd(descriptor, &pointer)
    guard result == 0, let pointer = unsafe pointer else {
      // A node of another kind does not know evdev's requests.
      if result == -ENOTTY || result == -EINVAL { throw InputError.notATouchscreen(node) }
      throw InputError.opening(node, errno: -result)
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    unsafe libevdev_free(pointer)
  }

  /// The axes, buttons and properties.
  var description: EvdevDescription {
    var description = EvdevDescription(name: unsafe Self.string(libevdev_get_name(pointer)))
    description.bus = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_bustype(pointer))
    description.vendor = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_vendor(pointer))
    description.product = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_product(pointer))
    description.version = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_version(pointer))
    for property in 0..<UInt32(INPUT_PROP_CNT)
    where unsafe libevdev_has_property(pointer, property) != 0 {
      description.properties.insert(UInt16(property))
    }
    if unsafe libevdev_has_event_type(pointer, UInt32(EvdevCode.key)) != 0 {
      description.codes[EvdevCode.key] = codes(of: EvdevCode.key, below: UInt32(KEY_CNT))
    }
    for code in codes(of: EvdevCode.absolute, below: UInt32(ABS_CNT)) {
      guard let axis = unsafe libevdev_get_abs_info(pointer, UInt32(code))?.pointee else { continue }
      description.axes[code] = EvdevAxis(
        axis.minimum, axis.maximum, fuzz: axis.fuzz, flat: axis.flat, resolution: axis.resolution)
    }
    return description
  }

  /// Where it is plugged in; empty if the kernel has none.
  var physicalPath: String { unsafe Self.string(libevdev_get_phys(pointer)) }
  /// The serial number; empty if there is none.
  var serial: String { unsafe Self.string(libevdev_get_uniq(pointer)) }

  private func codes(of type: UInt16, below limit: UInt32) -> Set<UInt16> {
    var codes: Set<UInt16> = []
    for code in 0..<limit where unsafe libevdev_has_event_code(pointer, UInt32(type), code) != 0 {
      codes.insert(UInt16(code))
    }
    return codes
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }
}
