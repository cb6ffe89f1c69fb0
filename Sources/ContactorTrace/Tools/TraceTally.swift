internal import ContactorCore

/// What a change of a recording came to: counted while it runs, to be told when it has ended.
public final class TraceTally {
  /// How many frames and other happenings a cut has kept.
  public internal(set) var kept = 0
  /// How often each fault was put in.
  public internal(set) var faults: [Fault: Int] = [:]
  /// How many frames of raw events there were.
  public internal(set) var eventFrames = 0
  /// How many frames there were that the engine was given.
  public internal(set) var touchFrames = 0
  /// Whether there was a panel with slots.
  public internal(set) var hasSlots = false
  /// The nodes of the recording's devices; the first 16.
  public private(set) var nodes: [String] = []

  /// Creates an empty one.
  public init() {}

  func note(_ device: TraceDevice) {
    let node = device.device.node
    guard nodes.count < 16, !node.isEmpty, !nodes.contains(node) else { return }
    nodes.append(node)
  }
}
