internal import CContactor
internal import ContactorSystem

/// Tells a finger's lift from the kernel's.
///
/// As a device goes away, is suspended or inhibited, the kernel releases its keys, `BTN_TOUCH` among them, and ends the
/// frame with `SYN_REPORT` 1 instead of 0; libinput takes that for a lift of a single-touch contact, mtdev for a lift of
/// all contacts of protocol A. The hang-up follows up to milliseconds later, when a button may have fired already. On a
/// panel with slots libinput does not look at keys, and the contacts of one that sleeps would stay down. Only the evdev
/// stream shows the difference, and libinput hides it, so the node is opened a second time, masked to `BTN_TOUCH`: two
/// events a touch. Without slots it is read when a lift has come and otherwise never waited for; with slots it wakes.
struct KernelLiftDetector: ~Copyable {
  private let descriptor: FileDescriptor

  /// Opens the node; before libinput does, so that what libinput has read is here already.
  init(node: String) throws(InputError) {
    let number = unsafe cct_open_lift_detector(node)
    guard number >= 0 else { throw InputError.system(-number, in: "EVIOCSMASK") }
    descriptor = FileDescriptor(owning: number)
  }

  /// Readable when the button was pressed or released.
  func fileDescriptor() -> Int32 { descriptor.rawValue }

  /// Whether a lift since the last call was the kernel's.
  func takeKernelLift() -> Bool {
    cct_lifted_by_kernel(descriptor.rawValue)
  }
}
