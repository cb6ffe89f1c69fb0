internal import ContactorCore
import ContactorEvdev

/// Writes the raw events of one device within a block.
final class DeviceStreamEncoder {
  private let table = ValueTable()
  @safe @exclusivity(unchecked) private var shapes = ShapeTable()
  @safe @exclusivity(unchecked) private var row = ValueTable.row(0)
  @safe @exclusivity(unchecked) private var slot: Int32 = 0
  @safe @exclusivity(unchecked) private var frameTime: Int64 = 0
  @safe @exclusivity(unchecked) private var frameDelta: Int64 = 0
  @safe @exclusivity(unchecked) private var time: Int64 = 0
  @safe @exclusivity(unchecked) private var isFrameStart = true
  /// The group that is being gathered.
  @safe @exclusivity(unchecked) private var group: [ShapeElement] = []
  @safe @exclusivity(unchecked) private var payload = ByteBuffer()
  @safe @exclusivity(unchecked) private var definition = ByteBuffer()
  @safe @exclusivity(unchecked) private var wasContact = false
  private var lazyContacts = LazyContactCoder()

  init() {
    group.reserveCapacity(TraceFormat.groupLimit)
  }

  /// The number of shapes that the stream has defined.
  var shapeCount: Int { shapes.count }

  /// Starts a block.
  func reset(base: Int64) {
    table.reset()
    shapes.removeAll()
    (slot, row) = (0, ValueTable.row(0))
    (frameTime, frameDelta, time) = (base, 0, base)
    isFrameStart = true
    lazyContacts.reset()
  }

  /// The coder of the contacts in the device's frames.
  var contacts: ContactCoder { lazyContacts.coder }

  /// Takes an event; a group that the event completes is written to the output.
  func take(_ event: EvdevEvent, _ output: inout ByteBuffer) {
    let head = UInt32(event.type) | UInt32(event.code) << 16
    let isContact = ShapeElement.isContactAxis(head)
    if head == ShapeElement.slotHead || (wasContact && !isContact) || group.count >= TraceFormat.groupLimit - 8 {
      endGroup(&output)
    }
    wasContact = isContact
    var element = ShapeElement(head: head, mode: .constant)
    write(event.time.microseconds, &element)
    write(event.value, &element)
    group.append(element)
    if event.type == EvdevCode.synchronization {
      endGroup(&output)
      isFrameStart = event.code == EvdevCode.report
    }
  }

  private func write(_ now: Int64, _ element: inout ShapeElement) {
    if isFrameStart {
      isFrameStart = false
      element.clock = .frame
      let delta = now &- frameTime
      payload.append(signed: delta &- frameDelta)
      (frameTime, frameDelta) = (now, delta)
    } else if now != time {
      element.clock = .event
      payload.append(signed: now &- time)
    }
    time = now
  }

  private func write(_ value: Int32, _ element: inout ShapeElement) {
    let type = UInt16(truncatingIfNeeded: element.head)
    if element.head == ShapeElement.slotHead {
      element.mode = .slot
      element.constant = value &- slot
      (slot, row) = (value, ValueTable.row(value))
    } else if ShapeElement.isContactAxis(element.head) {
      element.mode = .contact
      element.column = Int32(element.head >> 16) - 0x30
      change(row + Int(element.column), to: value)
    } else if type == EvdevCode.synchronization || type == EvdevCode.key {
      element.constant = value
    } else if let place = table.place(of: element.head) {
      element.mode = .global
      element.column = place
      change(Int(place), to: value)
    } else {
      element.mode = .absolute
      payload.append(signed: value)
    }
  }

  private func change(_ place: Int, to value: Int32) {
    payload.append(signed: value &- table.values[place])
    table.values[place] = value
  }

  /// Writes the group that is being gathered, after the definition of its shape where that is new.
  func endGroup(_ output: inout ByteBuffer) {
    guard !group.isEmpty else { return }
    let (number, isNew) = shapes.number(of: group)
    if isNew { define(&output) }
    output.append(varint: TraceFormat.Tag.firstGroup + UInt64(number))
    output.append(contentsOf: payload.bytes)
    payload.removeAll()
    group.removeAll(keepingCapacity: true)
    wasContact = false
  }

  private func define(_ output: inout ByteBuffer) {
    definition.removeAll()
    for element in group {
      definition.append(element.mode.rawValue | element.clock.rawValue << 4)
      definition.append(varint: UInt64(element.head & 0xffff))
      definition.append(varint: UInt64(element.head >> 16))
      if element.mode == .constant || element.mode == .slot { definition.append(signed: element.constant) }
    }
    output.append(varint: TraceFormat.Tag.shape)
    output.append(varint: UInt64(definition.count))
    output.append(contentsOf: definition.bytes)
  }
}
