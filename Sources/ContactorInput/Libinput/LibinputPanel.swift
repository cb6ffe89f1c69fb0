internal import CContactor
internal import ContactorCore
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
  /// Detects the kernel's lifts; `nil` where the node cannot be opened twice.
  let lifts: KernelLiftDetector?
  /// The contacts that libinput does not know of; `nil` once there are none.
  var missed: MissedContacts?
  /// Reads the panel's events for a tap; `nil` where there is no tap or no event comes.
  var reader: TapReader?
  /// From device units to 0 … 1 of the panel, for the tap.
  var normalization = AffineTransform.identity
  /// udev's calibration of positions 0 … 1.
  let calibration: AffineTransform
  /// The device's directory in sysfs, by which a later device with the same node is told from this one.
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
    lifts?.takeKernelLift() ?? false
  }

  /// Takes the device for this program alone; see `EvdevNode.grab(_:_:)`.
  func grab() throws(InputError) { try EvdevNode.grab(descriptor, device.node) }

  /// Whether another program holds the device for itself; see `EvdevNode.isGrabbed(_:)`.
  var isGrabbed: Bool { EvdevNode.isGrabbed(descriptor) }

  /// Whether the kernel has closed the device: it was unplugged, or the session manager has revoked it.
  var isHungUp: Bool { FileDescriptor.isHungUp(descriptor) }
}
