/// Tells a finger's lift from the kernel's.
///
/// As a device goes away or is suspended, the kernel releases its keys, `BTN_TOUCH` among them, and marks that frame
/// with `SYN_REPORT` 1 instead of 0.
public enum KernelLift {
  /// Whether the frame that ends at a time among these events is the kernel's.
  ///
  /// - Complexity: O(number of events), for the few frames in which a contact ends.
  public static func ends(frameAt time: Timestamp, in events: UnsafeBufferPointer<EvdevEvent>) -> Bool {
    events.contains { event in
      event.type == EvdevCode.synchronization && event.code == EvdevCode.report && event.value != 0
        && event.time == time
    }
  }
}
