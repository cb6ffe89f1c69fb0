/// A device that a script made.
protocol Device: AnyObject {
  /// The device's node, for example `/dev/input/event5`.
  var node: String { get }

  /// When the device was sent events or a report, each time, in microseconds of `CLOCK_MONOTONIC`.
  var sent: [Int] { get }

  /// Waits until udev has applied its rules to the node; false after a time.
  func waitUntilReady() -> Bool

  /// Unplugs the device.
  func destroy()
}
