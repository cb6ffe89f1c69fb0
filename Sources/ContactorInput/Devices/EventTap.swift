public import ContactorCore
public import ContactorEvdev

/// Sees what the kernel reports of each panel, before anything is made of it: for a recorder.
///
/// A source calls it amidst its reading, in the thread that dispatches the source; so it must be quick and must not touch
/// the source. What a source makes of the events, and the end of a device, is among what it yields.
public protocol EventTap: AnyObject {
  /// A panel was opened; the source is about to yield its `deviceAdded`, of the same time.
  ///
  /// - Parameters:
  ///   - description: the panel's axes, buttons and properties.
  ///   - state: what they were before the first event.
  ///   - transform: the map from device units to points of the window.
  ///   - sendsEvents: whether events will follow: not where another descriptor has grabbed the panel.
  func panelOpened(
    _ device: TouchDevice, _ description: EvdevDescription, state: EvdevState, transform: AffineTransform,
    sendsEvents: Bool)

  /// A panel sent events; the memory is only lent.
  func panel(_ device: DeviceID, sent events: UnsafeBufferPointer<EvdevEvent>)

  /// The kernel was asked for a panel's state, because it had lost events (`SYN_DROPPED`); those that were sent since then
  /// are part of it.
  func panel(_ device: DeviceID, isAt state: EvdevState, at time: Timestamp)

  /// A panel is mapped anew.
  func panel(_ device: DeviceID, isMappedBy transform: AffineTransform)
}
