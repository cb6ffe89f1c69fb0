public import ContactorCore

/// Turns the events of a touch panel into touch frames: a state machine without input, output or clock.
///
/// The decoder keeps what the kernel keeps, a table of slots, and at each `SYN_REPORT` compares the contacts in it with
/// those it reported last. So the events in between need no order: a contact replaced in its slot, one that jumps to
/// another slot with its id, a lift that says nothing of position all come out right. Panels that list contacts
/// (`SYN_MT_REPORT`) and single-touch panels are written into the same table at the end of a frame.
///
/// | at `SYN_REPORT` an id is | and was reported | the contact |
/// | --- | --- | --- |
/// | in a slot, touching, its position known | no | begins |
/// | in a slot, touching | yes | moves, where an axis changed |
/// | in no slot, or hovering | yes | ends, where it was reported last |
/// | in a slot, hovering or at an unknown position | no | is left out |
///
/// A contact that comes and goes within one frame never was. The event loop costs no allocation; the frame
/// handed out uses the same memory each time, unless the receiver keeps it.
@safe public struct EvdevDecoder: ~Copyable {
  /// What to do about contacts when the kernel has lost events (`SYN_DROPPED`).
  public enum LossPolicy: Hashable, Sendable {
    /// Wait for `resynchronize(with:at:_:)`: for a device that can be asked.
    case askForState
    /// Cancel them and start afresh: for a recording, which cannot. Fingers that stay down are seen again once they
    /// are lifted and put down, for what their slots hold is not known.
    case cancelContacts
  }

  /// How the stream tells contacts apart; may differ from what the description promises.
  enum Mode {
    case slots
    case lists
    case single
  }

  /// The device that frames are said to come from.
  public let device: DeviceID
  /// What becomes of contacts when the kernel has lost events.
  public let lossPolicy: LossPolicy
  /// How long a panel that lists contacts may be silent until its contacts count as lifted, for panels that never
  /// report a release; `nil`, the default, for those that do.
  public var silenceLimit: Duration?
  /// What devices did that they should not have, since last taken; at most 64.
  public private(set) var anomalies: [Anomaly] = []

  var axes: AxisMap
  var mode: Mode
  let table: SlotTable
  /// The values that events without `ABS_MT_SLOT` go to: a row of the table.
  @safe var row: UnsafeMutablePointer<Int32>
  /// The axes named in this frame, or since the last `SYN_MT_REPORT`, whether they changed or not.
  var seenMask: Int32 = 0
  var hasSelectedSlot = false
  var list = ListState()
  var button: ButtonState
  var lastMadeUpID: Int32 = -1
  var lastFrameTime = Timestamp(microseconds: 0)
  var isDiscarding = false
  /// What `takeKernelLift()` tells.
  var wasLiftedByKernel = false
  /// Whether events were lost and the decoder waits for `resynchronize(with:at:_:)`; what comes until then is ignored.
  public internal(set) var needsState = false
  var frame: TouchFrame

  /// Creates a decoder for a panel.
  ///
  /// - Parameters:
  ///   - description: the panel's axes and buttons.
  ///   - device: the device that frames are said to come from.
  ///   - transform: the map from device units to points of the window (contract 1.8).
  ///   - state: what the panel's axes are now; contacts that are down begin at the first frame that reports them
  ///     (contract 1.5). Without it, as for a recording, positions are unknown until they are named.
  ///   - lossPolicy: what becomes of contacts when the kernel has lost events.
  public init(
    _ description: EvdevDescription, device: DeviceID, transform: AffineTransform, state: EvdevState? = nil,
    lossPolicy: LossPolicy = .askForState
  ) {
    self.device = device
    self.lossPolicy = lossPolicy
    axes = AxisMap(description, transform: transform)
    switch description.contactProtocol {
    case .slots: mode = .slots
    case .lists: mode = .lists
    case .single: mode = .single
    }
    table = SlotTable(capacity: Self.slotCount(description))
    row = unsafe mode == .slots ? table.row(0) : table.spareRow
    button = ButtonState(of: description)
    frame = TouchFrame(device: device, timestamp: lastFrameTime, contacts: [])
    frame.contacts.reserveCapacity(table.capacity)
    if let state {
      write(state)
      table.forgetChanges()
      seenMask = 0
      button.wasOpen = button.isOpen
    }
  }

  /// The map from device units to points of the window; contacts are mapped anew from their next change on.
  public var transform: AffineTransform {
    get { axes.transform }
    set { axes.transform = newValue }
  }

  /// Hands out what devices did that they should not have, and forgets it.
  public mutating func takeAnomalies() -> [Anomaly] {
    defer { anomalies.removeAll() }
    return anomalies
  }

  mutating func note(_ kind: Anomaly.Kind, at time: Timestamp) {
    guard anomalies.count < 64 else { return }
    anomalies.append(Anomaly(kind, device: device, at: time))
  }

  /// How many slots to keep: what the panel states, within reason; 64 where it states nothing.
  private static func slotCount(_ description: EvdevDescription) -> Int {
    guard description.contactProtocol != .single else { return 1 }
    guard let slots = description.axes[EvdevCode.slot], slots.maximum > 0 || slots.minimum == 0 else {
      return 64
    }
    return min(max(Int(slots.maximum) + 1, 1), 256)
  }
}
