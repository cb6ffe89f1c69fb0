internal import CContactor
internal import ContactorCore
internal import ContactorSystem
internal import Glibc

/// One touchscreen that a `LibinputSource` has open.
final class OpenPanel {
  /// What is known of it.
  let device: TouchDevice
  /// libinput's side of it.
  let handle: LibinputDevice
  /// The descriptor that libinput reads; libinput closes it.
  let descriptor: Int32
  /// Tells the kernel's lifts; `nil` where the node cannot be opened twice.
  let lifts: LiftWatch?
  /// The contacts that libinput does not know of; `nil` once there are none.
  var early: EarlyContacts?
  /// Shows the tap the panel's events; `nil` where nobody wants them or none come.
  var view: EventView?
  /// From device units to 0 … 1 of the panel, for the tap.
  var normalization = AffineTransform.identity
  /// What udev configured for positions 0 … 1.
  let calibration: AffineTransform
  /// Its directory in sysfs, which tells it from a later device with the same node.
  let sysfsPath: String

  init(
    device: TouchDevice, handle: consuming LibinputDevice, descriptor: Int32, lifts: consuming LiftWatch?,
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
    lifts?.takeKernelLift() ?? false
  }

  /// Takes the device for this program alone; `EVIOCGRAB`.
  func grab() throws(InputError) {
    let failure = cct_grab(descriptor, true)
    if failure == EBUSY { throw InputError.grabbed(device.node) }
    if failure != 0 { throw InputError.opening(device.node, errno: failure) }
  }

  /// Whether another program holds the device for itself; asked by grabbing it for a moment.
  var isGrabbed: Bool {
    let failure = cct_grab(descriptor, true)
    if failure == 0 { _ = cct_grab(descriptor, false) }
    return failure == EBUSY
  }

  /// Whether the kernel has taken the device away from us: unplugged, or revoked by the session manager.
  var isHungUp: Bool { FileDescriptor.isHungUp(descriptor) }
}
