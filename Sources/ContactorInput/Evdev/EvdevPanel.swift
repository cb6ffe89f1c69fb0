internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// One touchscreen that an `EvdevSource` has open.
final class EvdevPanel {
  /// How reading went.
  enum Outcome: Hashable {
    /// Nothing is left for now, or enough was read for one turn.
    case done
    /// The device is gone, or taken away for good.
    case gone
    /// Reading failed with an errno.
    case failed(Int32)
  }

  /// What is known of it.
  let device: TouchDevice
  /// The node's number, which tells whether a path leads to it.
  let number: dev_t
  let node: EvdevNode
  private let description: EvdevDescription
  /// From device units to 0 … 1 of the panel, with udev's calibration.
  private let normalization: AffineTransform
  @safe @exclusivity(unchecked) private var decoder: EvdevDecoder
  /// Sees the events as they come; `nil` for none.
  var tap: (any EventTap)?

  /// How many times a device is read in one turn, so that one that sends garbage does not starve the others.
  static let readsInOneTurn = 16

  init(
    device: TouchDevice, number: dev_t, node: consuming EvdevNode, description: EvdevDescription,
    state: EvdevState, calibration: AffineTransform, pipeline: PositionPipeline
  ) {
    self.device = device
    self.number = number
    self.description = description
    // A panel that states no range is taken as it is; a calibration in the layout can scale it.
    normalization = (description.normalization ?? .identity).concatenating(calibration)
    decoder = EvdevDecoder(
      description, device: device.id, transform: normalization.concatenating(pipeline.transform),
      state: state)
    self.node = node
  }

  /// Tells the tap that the panel is open; the state is the one that the panel was made with.
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
    for _ in 0..<Self.readsInOneTurn {
      let size = unsafe node.read(into: buffer)
      if size < 0 {
        let number = errno
        if number == EINTR { continue }
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

  /// Cancels what is down.
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

  /// Goes on after a loss of events, once the queue is empty.
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
