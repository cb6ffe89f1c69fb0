internal import CContactor

/// Tells a finger's lift from the kernel's on a panel without slots.
///
/// As a device goes away the kernel releases its keys, `BTN_TOUCH` among them, and ends the frame; libinput takes that
/// for a lift of a single-touch contact, mtdev for a lift of all contacts of protocol A. The
/// hang-up follows up to milliseconds later, when a button may have fired already. Only the evdev stream shows the
/// difference, and libinput hides it, so the node is opened a second time, masked to `BTN_TOUCH`. It is read when a
/// lift has come and otherwise never waited for: two events a touch, and no wake-up. Panels with slots do not need it:
/// libinput does not look at their keys and cancels their contacts itself.
struct LiftWatch: ~Copyable {
  private let descriptor: FileDescriptor

  /// Opens the node; before libinput does, so that what libinput has read is here already.
  init(node: String) throws(InputError) {
    descriptor = try FileDescriptor(unsafe cct_open_lift_watch(node), from: "EVIOCSMASK")
  }

  /// Whether the last lift since the last call was the kernel's.
  func takeKernelLift() -> Bool {
    cct_lifted_by_kernel(descriptor.rawValue)
  }
}
