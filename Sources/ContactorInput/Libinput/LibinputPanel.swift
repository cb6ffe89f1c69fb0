internal import CContactor
internal import CLibinput
internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// One touchscreen that a `LibinputSource` has open.
final class LibinputPanel {
  /// The panel's description for hosts.
  let device: TouchDevice
  /// libinput's device.
  let handle: LibinputDevice
  /// The descriptor that libinput reads; libinput closes it.
  let descriptor: Int32
  /// Detects the kernel's lifts and palms; `nil` where the node cannot be opened twice.
  let lifts: KernelLiftDetector?
  /// The contacts that libinput does not know of; `nil` once there are none.
  var missed: MissedContacts?
  /// Makes the contact of a panel in mouse mode; `nil` for a touchscreen.
  var pointer: PointerContact?
  /// Whether a contact has become a palm that libinput need not have reported.
  private var hasPalm = false
  /// Reads the panel's events for a tap; `nil` without a tap, or if no event comes.
  var reader: TapReader?
  /// From device units to 0 … 1 of the panel, for the tap.
  var normalization = AffineTransform.identity
  /// udev's calibration of positions 0 … 1.
  let calibration: AffineTransform
  /// The device's directory in sysfs, which distinguishes this device from a later one with the same node.
  let sysfsPath: String

  init(
    device: TouchDevice, handle: consuming LibinputDevice, descriptor: Int32, lifts: consuming KernelLiftDetector?,
    calibration: AffineTransform, sysfsPath: String
  ) {
    self.device = device
    self.handle = handle
    self.descriptor = descriptor
    self.lifts = lifts
    self.calibration = calibration
    self.sysfsPath = sysfsPath
  }

  /// Whether the last lift was not a finger's: the device is about to go, or is being suspended.
  func takeKernelLift() -> Bool {
    lifts?.takeKernelLift(&hasPalm) ?? false
  }

  /// Whether `takeKernelLift()` has come upon a palm since this was last asked.
  func takePalm() -> Bool {
    defer { hasPalm = false }
    return hasPalm
  }

  /// Takes the device for this program alone; see `EvdevNode.grab(_:_:)`.
  func grab() throws(InputError) { try EvdevNode.grab(descriptor, device.node) }

  /// Whether another program holds the device for itself; see `EvdevNode.isGrabbed(_:)`.
  var isGrabbed: Bool { EvdevNode.isGrabbed(descriptor) }

  /// Whether the kernel has closed the device: it was unplugged, or the session manager has revoked it.
  var isHungUp: Bool { FileDescriptor.isHungUp(descriptor) }
}

/// Owns a reference to a libinput device; `libinput_device_ref()`, `libinput_device_unref()`.
///
/// Release it before its context.
@safe struct LibinputDevice: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes a reference of its own.
  init(retaining pointer: OpaquePointer) {
    unsafe self.pointer = unsafe libinput_device_ref(pointer)
  }

  deinit {
    unsafe libinput_device_unref(pointer)
  }

  /// Whether the device reports touches.
  var hasTouch: Bool {
    unsafe libinput_device_has_capability(pointer, LIBINPUT_DEVICE_CAP_TOUCH) != 0
  }

  /// Whether the device reports a pointer, as a panel in mouse mode does.
  var hasPointer: Bool {
    unsafe libinput_device_has_capability(pointer, LIBINPUT_DEVICE_CAP_POINTER) != 0
  }

  /// The size in millimetres, where the panel states a resolution; `libinput_device_get_size()`.
  var size: Size? {
    var size = Size.zero
    guard unsafe libinput_device_get_size(pointer, &size.width, &size.height) == 0 else { return nil }
    return size.width > 0 && size.height > 0 ? size : nil
  }

  /// How many contacts the device reports at once, 0 where unknown; `libinput_device_touch_get_touch_count()`.
  var contactCount: Int {
    Int(max(0, unsafe libinput_device_touch_get_touch_count(pointer)))
  }

  /// The output that the device is bound to; empty if none; `libinput_device_get_output_name()`.
  var output: String {
    guard let name = unsafe libinput_device_get_output_name(pointer) else { return "" }
    return unsafe String(cString: name)
  }

  /// Closes the device; `libinput_path_remove_device()`.
  func remove() {
    unsafe libinput_path_remove_device(pointer)
  }
}

/// Detects lifts that the kernel made and no finger.
///
/// As a device goes away, is suspended or inhibited, the kernel releases its keys, `BTN_TOUCH` among them, and ends the
/// frame with `SYN_REPORT` 1 instead of 0; libinput takes that for a lift of a single-touch contact, mtdev for a lift of
/// all contacts of protocol A. The hang-up follows up to milliseconds later, when a button may have fired already. On a
/// panel with slots libinput does not look at keys, and the contacts of one that sleeps would stay down. Only the evdev
/// stream shows the difference, and libinput hides it, so the node is opened a second time, masked to `BTN_TOUCH`: two
/// events a touch. On a panel without slots the second queue is read only after a lift; on one with slots it wakes the source.
///
/// The same queue reports contacts that become palms (`ABS_MT_TOOL_TYPE`), which the kernel reports only as the type changes:
/// of a contact that is a palm from its first frame on libinput says nothing.
struct KernelLiftDetector: ~Copyable {
  private let descriptor: FileDescriptor

  /// Opens the node; call it before libinput does, so that every lift that libinput reads is in this queue too.
  ///
  /// - Parameter button: the button that is down while the panel is touched.
  init(node: String, button: UInt16 = EvdevCode.touch) throws(InputError) {
    let number = unsafe cct_open_lift_detector(node, button)
    guard number >= 0 else { throw InputError.system(-number, in: "EVIOCSMASK") }
    descriptor = FileDescriptor(owning: number)
  }

  /// Readable when the button was pressed or released.
  func fileDescriptor() -> Int32 { descriptor.rawValue }

  /// Whether the kernel made a lift since the last call; `hasPalm` becomes true if a contact has become a palm.
  func takeKernelLift(_ hasPalm: inout Bool) -> Bool {
    unsafe cct_lifted_by_kernel(descriptor.rawValue, &hasPalm)
  }
}
