internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// One touchscreen that an `EvdevSource` has open.
final class EvdevPanel {
  /// The result of one turn of reading.
  enum Outcome: Hashable {
    /// The queue is empty, or `readsInOneTurn` is reached.
    case done
    /// The device was unplugged or revoked.
    case gone
    /// Reading failed with an errno.
    case failed(Int32)
  }

  /// The panel's description for hosts.
  let device: TouchDevice
  /// The node's device number, by which a path that leads to the panel is recognized.
  let number: dev_t
  let node: EvdevNode
  let description: EvdevDescription
  /// From device units to 0 … 1 of the panel, with udev's calibration.
  private let normalization: AffineTransform
  @safe @exclusivity(unchecked) private var decoder: EvdevDecoder
  /// Whether the panel is taken over for forwarding.
  var isTakenOver = false
  /// From device units to points of the window.
  var transform: AffineTransform { decoder.transform }
  /// Whether there was anything to read in the last turn.
  private(set) var hasRead = false
  /// Sees the panel's events as they are read.
  var tap: (any EventTap)?

  /// The number of reads in one turn; the limit lets other devices in beside one that sends garbage without end.
  static let readsInOneTurn = 16

  init(
    device: TouchDevice, number: dev_t, node: consuming EvdevNode, description: EvdevDescription,
    state: EvdevState, calibration: AffineTransform, pipeline: PositionPipeline
  ) {
    self.device = device
    self.number = number
    self.description = description
    // Coordinates of a panel without a range are not scaled; a calibration in the layout can do that.
    normalization = (description.normalization ?? .identity).concatenating(calibration)
    decoder = EvdevDecoder(
      description, device: device.id, transform: normalization.concatenating(pipeline.transform),
      state: state)
    self.node = node
  }

  /// Tells the tap that the panel is open.
  ///
  /// - Parameter state: the state that the panel was created with.
  func announce(_ state: EvdevState) {
    tap?.panelOpened(device, description, state: state, transform: decoder.transform, sendsEvents: true)
  }

  /// Maps contacts anew, from their next change on.
  func setPipeline(_ pipeline: PositionPipeline) {
    decoder.transform = normalization.concatenating(pipeline.transform)
    tap?.panel(device.id, isMappedBy: decoder.transform)
  }

  /// Reads whole buffers of events and hands out their frames and anomalies; the frames' memory is only lent.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, _ yield: (TouchFrame) -> Void, _ note: (Anomaly) -> Void
  ) -> Outcome {
    defer { handOutAnomalies(note) }
    hasRead = false
    for _ in 0..<Self.readsInOneTurn {
      let size = unsafe node.read(into: buffer)
      hasRead = hasRead || size != -Int(EAGAIN)
      if size < 0 {
        let number = Int32(-size)
        if number == ENODEV { return .gone }
        guard number == EAGAIN else { return .failed(number) }
        synchronize(yield)
        return .done
      }
      if size == 0 { return .gone }
      unsafe decode(UnsafeRawBufferPointer(rebasing: buffer[..<size]), yield)
      // A buffer that is not full has emptied the device's queue.
      if size < buffer.count {
        synchronize(yield)
        return .done
      }
    }
    return .done
  }

  /// Cancels the contacts that are down.
  func cancelAll(at time: Timestamp = MonotonicClock.now, _ yield: (TouchFrame) -> Void) {
    decoder.cancelAll(at: time, yield)
  }

  /// Whether the kernel, and no finger, lifted contacts since the last call.
  func takeKernelLift() -> Bool { decoder.takeKernelLift() }

  private func decode(_ bytes: UnsafeRawBufferPointer, _ yield: (TouchFrame) -> Void) {
    if let tap {
      let count = bytes.count / MemoryLayout<EvdevEvent>.stride
      unsafe tap.panel(
        device.id,
        sent: UnsafeBufferPointer(start: bytes.baseAddress?.assumingMemoryBound(to: EvdevEvent.self), count: count))
    }
    unsafe decoder.decode(bytes, yield)
  }

  /// Asks for the panel's state after a loss of events, once the queue is empty.
  private func synchronize(_ yield: (TouchFrame) -> Void) {
    guard decoder.needsState else { return }
    let (state, time) = (node.state(of: description), MonotonicClock.now)
    tap?.panel(device.id, isAt: state, at: time)
    decoder.resynchronize(with: state, at: time, yield)
  }

  private func handOutAnomalies(_ note: (Anomaly) -> Void) {
    guard !decoder.anomalies.isEmpty else { return }
    for anomaly in decoder.takeAnomalies() { note(anomaly) }
  }
}
