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
/// A contact that begins and ends within one frame is not reported. Decoding allocates nothing; each frame uses the memory
/// of the last one, unless the receiver keeps that.
@safe public struct EvdevDecoder: ~Copyable {
  /// How contacts are treated when the kernel has lost events (`SYN_DROPPED`).
  public enum LossPolicy: Hashable, Sendable {
    /// Wait for `resynchronize(with:at:_:)`: for a device that can be asked.
    case askForState
    /// Cancel contacts and start with empty slots: for a recording, which cannot be asked. Fingers that stay down are
    /// seen again once they are lifted and put down, because the values of their slots are unknown.
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
  /// How contacts are treated when the kernel has lost events.
  public let lossPolicy: LossPolicy
  /// How long a panel that lists contacts may be silent until its contacts count as lifted, for panels that never
  /// report a release; `nil`, the default, for those that do.
  public var silenceLimit: Duration?
  /// Misbehaviour of the device since `takeAnomalies()` was last called; at most 64.
  public private(set) var anomalies: [Anomaly] = []

  var axes: AxisMap
  var mode: Mode
  let table: SlotTable
  /// The row of the table that events without `ABS_MT_SLOT` change.
  @safe var row: UnsafeMutablePointer<Int32>
  /// The axes named in this frame, or since the last `SYN_MT_REPORT`, whether they changed or not.
  var seenMask: Int32 = 0
  var hasSelectedSlot = false
  var list = ListState()
  var button: ButtonState
  var lastMadeUpID: Int32 = -1
  var lastFrameTime = Timestamp(microseconds: 0)
  var isDiscarding = false
  /// The result of `takeKernelLift()`.
  var wasLiftedByKernel = false
  /// Whether events were lost and the decoder waits for `resynchronize(with:at:_:)`; events until then are ignored.
  public internal(set) var needsState = false
  var frame: TouchFrame

  /// Creates a decoder for a panel.
  ///
  /// - Parameters:
  ///   - description: the panel's axes and buttons.
  ///   - device: the device that frames are said to come from.
  ///   - transform: the map from device units to points of the window (contract 1.8).
  ///   - state: the values of the panel's axes; contacts that are down begin at the first frame that reports them
  ///     (contract 1.5). Without it, as for a recording, positions are unknown until they are named.
  ///   - lossPolicy: how contacts are treated when the kernel has lost events.
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

  /// Returns `anomalies` and empties it.
  public mutating func takeAnomalies() -> [Anomaly] {
    defer { anomalies.removeAll() }
    return anomalies
  }

  mutating func note(_ kind: Anomaly.Kind, at time: Timestamp) {
    guard anomalies.count < 64 else { return }
    anomalies.append(Anomaly(kind, device: device, at: time))
  }

  /// How many slots to keep: as many as the panel states; 64 where it states none.
  private static func slotCount(_ description: EvdevDescription) -> Int {
    guard description.contactProtocol != .single else { return 1 }
    guard let slots = description.axes[EvdevCode.slot], slots.maximum > 0 || slots.minimum == 0 else {
      return 64
    }
    return description.slotCount
  }
}

/// The state of the button that is pressed while anything touches the panel (`BTN_TOUCH`).
struct ButtonState {
  /// The button: `BTN_TOUCH`, or `BTN_LEFT` for old single-touch panels.
  let code: UInt16
  /// Whether the description lists the button.
  let isDeclared: Bool
  /// Whether the button is down.
  var isDown = false
  /// Whether the button was ever down: some panels list it and never press it.
  var wasEverDown = false
  /// Whether the button was released in this frame.
  var wasReleased = false
  /// The value of `isOpen` at the end of the last frame.
  var wasOpen = true

  /// Finds the button of a panel.
  ///
  /// A description that lists no keys at all is incomplete, so it counts as having the button.
  init(of description: EvdevDescription) {
    let posesAsMouse =
      description.contactProtocol == .single && !description.hasKey(EvdevCode.touch)
      && description.hasKey(EvdevCode.leftButton)
    code = posesAsMouse ? EvdevCode.leftButton : EvdevCode.touch
    isDeclared = description.hasKey(code) || !description.codes.keys.contains(EvdevCode.key)
  }

  /// Whether contacts may touch: false once a panel that uses the button has released it, because contacts then hover.
  var isOpen: Bool { isDown || !wasEverDown }

  /// Takes a value of the button: 0 up, 1 down, 2 down and repeated by the kernel.
  mutating func set(_ value: Int32) {
    if value == 0 {
      if isDown { wasReleased = true }
      isDown = false
    } else {
      isDown = true
      wasEverDown = true
    }
  }
}
