internal import CLibinput
internal import ContactorCore

/// Owns a reference to a libinput device; `libinput_device_ref()`, `libinput_device_unref()`.
///
/// It must be gone before its context is.
@safe struct LibinputDevice: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes a reference of its own.
  init(retaining pointer: OpaquePointer) {
    unsafe self.pointer = unsafe libinput_device_ref(pointer)
  }

  deinit {
    unsafe libinput_device_unref(pointer)
  }

  /// Whether it reports touches.
  var hasTouch: Bool {
    unsafe libinput_device_has_capability(pointer, LIBINPUT_DEVICE_CAP_TOUCH) != 0
  }

  /// The size in millimetres, where the panel states a resolution; `libinput_device_get_size()`.
  var size: Size? {
    var size = Size.zero
    guard unsafe libinput_device_get_size(pointer, &size.width, &size.height) == 0 else { return nil }
    return size.width > 0 && size.height > 0 ? size : nil
  }

  /// How many contacts it reports at once, 0 where unknown; `libinput_device_touch_get_touch_count()`.
  var contactCount: Int {
    Int(max(0, unsafe libinput_device_touch_get_touch_count(pointer)))
  }

  /// The output that it is bound to; empty if none; `libinput_device_get_output_name()`.
  var output: String {
    guard let name = unsafe libinput_device_get_output_name(pointer) else { return "" }
    return unsafe String(cString: name)
  }

  /// Closes the device; `libinput_path_remove_device()`.
  func remove() {
    unsafe libinput_path_remove_device(pointer)
  }
}
