internal import ContactorCore
import ContactorEvdev

/// Turns groups into events: the innermost loop of reading, where every instruction counts.
///
/// Spans check each access to the bytes of the recording, to the shapes and to the last values. Three accesses are not
/// checked, because the recording has no part in their bounds: events are stored after `read` has found room for a group
/// of `TraceFormat.groupLimit` events, and `DeviceStreamDecoder.define` gives each shape that `readContact` reads at once
/// `axisLimit` axes, with columns within a row. The checks cost a tenth of the instructions of reading.
struct GroupReader {
  typealias Shape = DeviceStreamDecoder.Shape
  typealias Axis = DeviceStreamDecoder.Axis

  /// The state that continues from group to group.
  struct State {
    var slot: Int32 = 0
    var frameTime: Int64 = 0
    var frameDelta: Int64 = 0
    var time: Int64 = 0

    init(base: Int64 = 0) { (frameTime, time) = (base, base) }
  }

  private static let eventSize = MemoryLayout<EvdevEvent>.stride

  private(set) var state: State
  /// The offset of the next byte.
  private(set) var next: Int
  /// The offset in the output at which the next event is stored, in bytes.
  private var output: Int
  /// The index of the present slot's row in the last values.
  private var row: Int
  /// The present time in seconds and microseconds.
  private var stamp: SIMD2<Int64>

  /// Starts at an offset of the bytes, behind the events that the output holds.
  init(state: State, next: Int, filled: Int) {
    (self.state, self.next, output) = (state, next, filled &* Self.eventSize)
    row = ValueTable.row(state.slot)
    stamp = Self.stamp(state.time)
  }

  /// The number of events in the output.
  var filled: Int { output / Self.eventSize }

  /// Reads groups up to the end, or until the output has no room for another; `false` for a shape that is not defined.
  ///
  /// - Parameter bytes: the payload and `TraceFormat.padding` bytes behind it.
  /// - Parameter events: the memory of the output, for `TraceFormat.groupLimit` events or more.
  @inline(__always)
  mutating func read(
    _ bytes: Span<UInt8>, upTo end: Int, shapes: Span<Shape>, elements: Span<ShapeElement>,
    axes: Span<Axis>, values: inout MutableSpan<Int32>, into events: inout MutableRawSpan
  ) -> Bool {
    let limit = events.byteCount - TraceFormat.groupLimit * Self.eventSize
    while next < end, output <= limit {
      guard bytes[next] >= TraceFormat.Tag.firstGroup else { return true }
      let number = varint(bytes) &- TraceFormat.Tag.firstGroup
      guard number < UInt64(shapes.count) else { return false }
      let shape = shapes[Int(truncatingIfNeeded: number)]
      switch shape.kind {
      case .contact: readContact(shape, bytes, axes, &values, &events)
      case .firstContact:
        passFrame(bytes)
        readContact(shape, bytes, axes, &values, &events)
      case .constant: store(shape.head, shape.constant, &events)
      case .other: readOther(shape, bytes, elements, &values, &events)
      }
    }
    return true
  }

  /// Reads a contact's axes.
  @inline(__always)
  private mutating func readContact(
    _ shape: Shape, _ bytes: Span<UInt8>, _ axes: Span<Axis>, _ values: inout MutableSpan<Int32>,
    _ events: inout MutableRawSpan
  ) {
    if shape.hasSlot {
      state.slot &+= shape.constant
      row = ValueTable.row(state.slot)
      store(ShapeElement.slotHead, state.slot, &events)
    }
    let first = Int(shape.firstAxis)
    let count = Int(shape.axisCount)
    #if _endian(little)
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: next, as: UInt64.self)
      if word & shape.mask == 0 {
        let axes = unsafe axes.extracting(unchecked: Range(uncheckedBounds: (first, first &+ DeviceStreamDecoder.axisLimit)))
        // All eight are decoded at once, and six are stored even where the contact has fewer: that costs less than a branch.
        let signs = (word & 0x0101_0101_0101_0101) &* 0xff
        let changes = (word &>> 1 & 0x3f3f_3f3f_3f3f_3f3f) ^ signs
        put(axes, changes, 0, &values, &events)
        put(axes, changes, 1, &values, &events)
        put(axes, changes, 2, &values, &events)
        put(axes, changes, 3, &values, &events)
        put(axes, changes, 4, &values, &events)
        put(axes, changes, 5, &values, &events)
        // Position, size, orientation and pressure are six.
        if count > 6 {
          put(axes, changes, 6, &values, &events)
          put(axes, changes, 7, &values, &events)
        }
        next &+= count
        output &+= count &* Self.eventSize
        return
      }
    #endif
    for index in first..<first &+ count {
      let value = changed(row &+ axes[index].column, bytes, &values)
      store(UInt32(truncatingIfNeeded: axes[index].head), value, &events)
    }
  }

  /// Changes an axis by one of eight bytes, and stores its event.
  @inline(__always)
  private func put(
    _ axes: Span<Axis>, _ changes: UInt64, _ index: Int, _ values: inout MutableSpan<Int32>,
    _ events: inout MutableRawSpan
  ) {
    let place = row &+ axes[index].column
    let value = unsafe values[unchecked: place] &+ Int32(Int8(truncatingIfNeeded: changes &>> UInt64(8 &* index)))
    unsafe values[unchecked: place] = value
    let start = output &+ index &* Self.eventSize
    unsafe events.storeBytes(of: stamp, toUncheckedByteOffset: start, as: SIMD2<Int64>.self)
    unsafe events.storeBytes(
      of: axes[index].head | UInt64(UInt32(bitPattern: value)) &<< 32, toUncheckedByteOffset: start &+ 16,
      as: UInt64.self)
  }

  /// Reads a group of any shape, event by event.
  @inline(__always)
  private mutating func readOther(
    _ shape: Shape, _ bytes: Span<UInt8>, _ elements: Span<ShapeElement>, _ values: inout MutableSpan<Int32>,
    _ events: inout MutableRawSpan
  ) {
    for index in Int(shape.start)..<Int(shape.start) &+ Int(shape.count) {
      let element = elements[index]
      if element.clock == .frame { passFrame(bytes) }
      if element.clock == .event { pass(to: state.time &+ signed(bytes)) }
      let value: Int32
      switch element.mode {
      case .constant: value = element.constant
      case .contact: value = changed(row &+ Int(element.column), bytes, &values)
      case .global: value = changed(Int(element.column), bytes, &values)
      case .slot:
        state.slot &+= element.constant
        row = ValueTable.row(state.slot)
        value = state.slot
      case .absolute: value = change(bytes)
      }
      store(element.head, value, &events)
    }
  }

  /// Changes a last value by the number that comes next.
  @inline(__always)
  private mutating func changed(_ place: Int, _ bytes: Span<UInt8>, _ values: inout MutableSpan<Int32>) -> Int32 {
    let value = values[place] &+ change(bytes)
    values[place] = value
    return value
  }

  /// Goes on to the next frame's time.
  @inline(__always)
  private mutating func passFrame(_ bytes: Span<UInt8>) {
    state.frameDelta &+= signed(bytes)
    state.frameTime &+= state.frameDelta
    pass(to: state.frameTime)
  }

  @inline(__always)
  private mutating func pass(to time: Int64) {
    state.time = time
    stamp = Self.stamp(time)
  }

  /// Stores an event at the end of the output.
  @inline(__always)
  private mutating func store(_ head: UInt32, _ value: Int32, _ events: inout MutableRawSpan) {
    unsafe events.storeBytes(of: stamp, toUncheckedByteOffset: output, as: SIMD2<Int64>.self)
    #if _endian(little)
      unsafe events.storeBytes(of: head, toUncheckedByteOffset: output &+ 16, as: UInt32.self)
    #else
      unsafe events.storeBytes(of: head << 16 | head >> 16, toUncheckedByteOffset: output &+ 16, as: UInt32.self)
    #endif
    unsafe events.storeBytes(of: value, toUncheckedByteOffset: output &+ 20, as: Int32.self)
    output &+= Self.eventSize
  }

  /// Seconds and microseconds.
  @inline(__always)
  private static func stamp(_ time: Int64) -> SIMD2<Int64> {
    SIMD2(time / 1_000_000, time % 1_000_000)
  }

  @inline(__always)
  private mutating func change(_ bytes: Span<UInt8>) -> Int32 {
    let number = UInt32(truncatingIfNeeded: varint(bytes))
    return Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1)
  }

  @inline(__always)
  private mutating func signed(_ bytes: Span<UInt8>) -> Int64 {
    let number = varint(bytes)
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  @inline(__always)
  private mutating func varint(_ bytes: Span<UInt8>) -> UInt64 {
    let first = UInt64(bytes[next])
    if first < 0x80 {
      next &+= 1
      return first
    }
    let second = UInt64(bytes[next &+ 1])
    if second < 0x80 {
      next &+= 2
      return first & 0x7f | second &<< 7
    }
    let (number, rest) = Self.long(bytes, next)
    next = rest
    return number
  }

  /// A number of three bytes or more, and the offset behind it; it ends after the tenth byte, whatever that says.
  ///
  /// It is given what it needs, so that the reader itself can stay in registers.
  @inline(never)
  private static func long(_ bytes: Span<UInt8>, _ start: Int) -> (number: UInt64, rest: Int) {
    var next = start
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = bytes[next]
      next &+= 1
      result |= UInt64(byte & 0x7f) &<< shift
      shift &+= 7
      if byte < 0x80 || shift == 70 { return (result, next) }
    }
  }
}
