internal import ContactorCore

/// Writes a legal stream of protocol B: slots, tracking ids, the pointer and the ends of frames (contract 11.2).
///
/// Every contact on the copy is known by its slot here. A frame is opened by the first event, at `time`; `close()` ends it.
@usableFromInline struct CopyWriter {
  /// The largest tracking id, as drivers in the kernel have it (`TRKID_MAX`).
  static let lastID: Int32 = 65535

  /// The most events that a sample is written as: its slot, id and eight axes, the pointer, the button and the end of the frame.
  static let mostEventsOfSample = 15

  /// The most events of a frame: libinput 1.31 drops what is beyond ("event frame overflow").
  static let longestFrame = 64

  /// How many events may be written at once: three quarters of what the kernel keeps for a reader, which else loses them all.
  let burstLimit: Int

  /// A slot of the copy.
  struct Slot {
    /// The tracking id on the copy; −1 for an empty slot.
    var id: Int32 = -1
    /// When the contact began, in contacts since the start.
    var order: UInt64 = 0
    /// The frame of the slot's last change, and that of its last contact's end.
    var changed: UInt64 = 0
    var ended: UInt64 = 0
    /// The values that readers of the copy have.
    var written = ContactSample.empty
    /// Where the contact began.
    var begun = SIMD2<Int32>.zero
    /// Whether the contact is being cancelled, and whether it has moved aside for that and waits to be lifted.
    var isLeaving = false
    var isAside = false
  }

  @usableFromInline var output: [EvdevEvent] = []
  var slots: [Slot]
  /// How many slots have a contact.
  private(set) var count = 0
  /// The least and the greatest place.
  let leastCorner: SIMD2<Int32>
  let greatestCorner: SIMD2<Int32>
  /// The differences of the corners, at least 1.
  let extents: SIMD2<Double>
  private let hasPressure: Bool
  private var nextID: Int32 = 0
  private var order: UInt64 = 0
  /// The number of the frame; slots that never changed have 0.
  private var frame: UInt64 = 1
  private var selected = -1
  /// How many events the frame has so far.
  private var frameLength = 0
  /// An event at the time of the frame.
  private var stamp = EvdevEvent(at: Timestamp(microseconds: 0), type: 0, code: 0, value: 0)
  /// The pointer as it was written; its contact's `order`, 0 for none.
  private var pointer = ContactSample.empty
  private var pointerOrder: UInt64 = 0
  private var isPressed = false

  init(copy: EvdevDescription) {
    let (x, y) = (copy.axes[EvdevCode.positionX], copy.axes[EvdevCode.positionY])
    leastCorner = SIMD2(x?.minimum ?? 0, y?.minimum ?? 0)
    greatestCorner = SIMD2(x?.maximum ?? 0, y?.maximum ?? 0)
    let (width, height) = (x?.extent ?? 1, y?.extent ?? 1)
    extents = SIMD2(max(width, 1), max(height, 1))
    hasPressure = copy.axes[EvdevCode.pressure] != nil
    slots = Array(repeating: Slot(), count: copy.slotCount)
    burstLimit = Self.readersBuffer(copy) / 4 * 3
    output.reserveCapacity(512)
  }

  /// How many events the kernel keeps for a reader of the copy: eight of its longest frames (`evdev_compute_buffer_size` and
  /// `input_estimate_events_per_packet` of Linux).
  private static func readersBuffer(_ copy: EvdevDescription) -> Int {
    let perSlot = copy.axes.keys.count { $0 >= EvdevCode.slot }
    let frame = copy.slotCount + 1 + perSlot * copy.slotCount + (copy.axes.count - perSlot) + 7
    return max(64, 1 << (Int.bitWidth - (8 * frame - 1).leadingZeroBitCount))
  }

  /// The time of the events that follow; the frame before must be closed.
  mutating func setTime(_ time: Timestamp) {
    stamp = EvdevEvent(at: time, type: EvdevCode.absolute, code: 0, value: 0)
  }

  /// Whether a slot has changed in the frame.
  func isChanged(_ slot: Int) -> Bool { slots[slot].changed == frame }

  /// A slot for a contact that begins in the frame; `nil` if there is none.
  ///
  /// An end and a beginning never share slot and frame: some readers see one contact that jumps.
  func freeSlot(preferring wanted: Int32) -> Int? {
    if wanted >= 0, wanted < slots.count, isFree(Int(wanted)) { return Int(wanted) }
    for slot in 0..<slots.count where isFree(slot) { return slot }
    return nil
  }

  private func isFree(_ slot: Int) -> Bool { slots[slot].id < 0 && slots[slot].ended != frame }

  /// Begins a contact with all its values.
  mutating func down(_ slot: Int, _ sample: ContactSample) {
    select(slot)
    order &+= 1
    count += 1
    slots[slot].id = makeID()
    slots[slot].order = order
    write(EvdevCode.trackingID, slots[slot].id)
    let before = slots[slot].written
    let codes = ContactSample.codes
    for lane in 0..<8 {
      // A value that the panel has not reported is 0, as in the kernel, unless the readers of the copy do not know the axis either.
      var value = sample[lane]
      if value == ContactSample.unknown {
        guard before[lane] != ContactSample.unknown else { continue }
        value = 0
      }
      slots[slot].written[lane] = value
      if lane != ContactSample.tool || value != ContactSample.finger { write(codes[lane], value) }
    }
    slots[slot].begun = SIMD2(slots[slot].written[ContactSample.x], slots[slot].written[ContactSample.y])
  }

  /// Writes what has changed of a contact.
  mutating func move(_ slot: Int, to sample: ContactSample) {
    let before = slots[slot].written
    let isChanged = (sample .!= before) .& (sample .!= ContactSample.empty)
    guard any(isChanged) else { return }
    select(slot)
    let codes = ContactSample.codes
    for lane in 0..<8 where isChanged[lane] { write(codes[lane], sample[lane]) }
    slots[slot].written.replace(with: sample, where: isChanged)
  }

  /// Ends a contact; the slot's tool is a finger's again, which readers need before the next contact.
  mutating func up(_ slot: Int) {
    select(slot)
    write(EvdevCode.trackingID, -1)
    if slots[slot].written[ContactSample.tool] > ContactSample.finger {
      write(EvdevCode.toolType, ContactSample.finger)
      slots[slot].written[ContactSample.tool] = ContactSample.finger
    }
    slots[slot].id = -1
    slots[slot].isAside = false
    slots[slot].ended = frame
    count -= 1
  }

  /// Makes a contact a palm, in the frame before its end.
  mutating func makePalm(_ slot: Int) {
    var sample = slots[slot].written
    sample[ContactSample.tool] = ContactSample.palm
    move(slot, to: sample)
  }

  /// Ends the frame, if it has an event.
  mutating func close() {
    guard selected >= 0 else { return }
    writePointer()
    stamp.type = EvdevCode.synchronization
    write(EvdevCode.report, 0)
    stamp.type = EvdevCode.absolute
    selected = -1
    frame &+= 1
    frameLength = 0
  }

  /// Writes the pointer, which follows the contact that has been down for the longest.
  private mutating func writePointer() {
    var oldest: Int?
    for slot in 0..<slots.count where slots[slot].id >= 0 && slots[slot].order < oldest.map({ slots[$0].order }) ?? .max {
      oldest = slot
    }
    if isPressed != (oldest != nil) {
      isPressed = oldest != nil
      stamp.type = EvdevCode.key
      write(EvdevCode.touch, isPressed ? 1 : 0)
      stamp.type = EvdevCode.absolute
    }
    guard let oldest else {
      pointerOrder = 0
      return
    }
    let sample = slots[oldest].written
    let isOther = pointerOrder != slots[oldest].order
    pointerOrder = slots[oldest].order
    writePointer(EvdevCode.x, sample, ContactSample.x, always: isOther)
    writePointer(EvdevCode.y, sample, ContactSample.y, always: isOther)
    if hasPressure { writePointer(EvdevCode.pressure, sample, ContactSample.pressure, always: isOther) }
    pointer = sample
  }

  private mutating func writePointer(_ code: UInt16, _ sample: ContactSample, _ lane: Int, always: Bool) {
    guard always || sample[lane] != pointer[lane], sample[lane] != ContactSample.unknown else { return }
    write(code, sample[lane])
  }

  private mutating func select(_ slot: Int) {
    // A contact that may not fit begins another frame.
    if selected >= 0, selected != slot, frameLength > Self.longestFrame - Self.mostEventsOfSample { close() }
    slots[slot].changed = frame
    guard selected != slot else { return }
    selected = slot
    write(EvdevCode.slot, Int32(truncatingIfNeeded: slot))
  }

  private mutating func write(_ code: UInt16, _ value: Int32) {
    var event = stamp
    event.code = code
    event.value = value
    output.append(event)
    frameLength += 1
  }

  /// The next id that no contact has.
  private mutating func makeID() -> Int32 {
    while true {
      let id = nextID
      nextID = nextID == Self.lastID ? 0 : nextID + 1
      if !slots.contains(where: { $0.id == id }) { return id }
    }
  }
}
