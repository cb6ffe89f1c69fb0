internal import ContactorCore
import ContactorEvdev

/// Turns groups into events: the innermost loop of reading, where every instruction counts.
@safe struct GroupReader {
  /// What goes on from group to group.
  struct State {
    var slot: Int32 = 0
    var frameTime: Int64 = 0
    var frameDelta: Int64 = 0
    var time: Int64 = 0

    init(base: Int64 = 0) { (frameTime, time) = (base, base) }
  }

  let shapes: UnsafePointer<DecoderLane.Shape>
  let shapeCount: UInt64
  let elements: UnsafePointer<ShapeElement>
  /// The axes of the shapes that are read quickly; `nil` where there are no such shapes.
  let axes: UnsafePointer<DecoderLane.Axis>?
  let values: UnsafeMutablePointer<Int32>
  private(set) var state: State
  private(set) var next: UnsafePointer<UInt8>
  private(set) var output: UnsafeMutableRawPointer
  /// The present slot's row.
  private var row: UnsafeMutableRawPointer
  /// The present time in seconds and microseconds.
  private var stamp: SIMD2<Int64>

  init(
    shapes: UnsafePointer<DecoderLane.Shape>, shapeCount: UInt64, elements: UnsafePointer<ShapeElement>,
    axes: UnsafePointer<DecoderLane.Axis>?, values: UnsafeMutablePointer<Int32>, state: State,
    next: UnsafePointer<UInt8>, output: UnsafeMutableRawPointer
  ) {
    unsafe (self.shapes, self.shapeCount, self.elements, self.axes, self.values) = unsafe (shapes, shapeCount, elements, axes, values)
    unsafe (self.state, self.next, self.output) = unsafe (state, next, output)
    unsafe row = unsafe Self.row(state.slot, in: values)
    stamp = Self.stamp(state.time)
  }

  /// Reads groups up to the end, or to the limit of the output; `false` for a group that is none.
  @inline(__always)
  mutating func read(upTo end: UnsafePointer<UInt8>, _ limit: UnsafeMutableRawPointer) -> Bool {
    while unsafe next < end, unsafe output <= limit {
      guard unsafe next.pointee >= TraceFormat.Tag.firstGroup else { return true }
      let number = varint() &- TraceFormat.Tag.firstGroup
      guard number < shapeCount else { return false }
      let shape = unsafe shapes + Int(truncatingIfNeeded: number)
      switch unsafe shape.pointee.kind {
      case .contact: unsafe readContact(shape)
      case .firstContact:
        passFrame()
        unsafe readContact(shape)
      case .constant: unsafe store(shape.pointee.head, shape.pointee.constant)
      case .other: unsafe readOther(shape)
      }
    }
    return true
  }

  /// Reads a contact's axes.
  @inline(__always)
  private mutating func readContact(_ shape: UnsafePointer<DecoderLane.Shape>) {
    if unsafe shape.pointee.hasSlot {
      unsafe state.slot &+= shape.pointee.constant
      unsafe row = unsafe Self.row(state.slot, in: values)
      store(ShapeElement.slotHead, state.slot)
    }
    guard let axes = unsafe axes else { return }
    let axis = unsafe axes + Int(shape.pointee.firstAxis)
    let count = unsafe Int(shape.pointee.axisCount)
    #if _endian(little)
      let word = unsafe UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)
      if unsafe word & shape.pointee.mask == 0 {
        // All eight signed at once; those that are not there are read, too, which costs less than asking.
        let signs = (word & 0x0101_0101_0101_0101) &* 0xff
        let changes = (word &>> 1 & 0x3f3f_3f3f_3f3f_3f3f) ^ signs
        unsafe put(axis, changes, 0)
        unsafe put(axis, changes, 1)
        unsafe put(axis, changes, 2)
        unsafe put(axis, changes, 3)
        unsafe put(axis, changes, 4)
        unsafe put(axis, changes, 5)
        // Position, size, orientation and pressure are six.
        if count > 6 {
          unsafe put(axis, changes, 6)
          unsafe put(axis, changes, 7)
        }
        unsafe next += count
        unsafe output += count &* MemoryLayout<EvdevEvent>.stride
        return
      }
    #endif
    for index in 0..<count {
      let place = unsafe (row + axis[index].offset).assumingMemoryBound(to: Int32.self)
      let value = unsafe place.pointee &+ change()
      unsafe place.pointee = value
      unsafe store(UInt32(truncatingIfNeeded: axis[index].head), value)
    }
  }

  /// Changes an axis by one of eight bytes, and writes its event.
  @inline(__always)
  private func put(_ axes: UnsafePointer<DecoderLane.Axis>, _ changes: UInt64, _ index: Int) {
    let place = unsafe (row + axes[index].offset).assumingMemoryBound(to: Int32.self)
    let value = unsafe place.pointee &+ Int32(Int8(truncatingIfNeeded: changes &>> UInt64(8 &* index)))
    unsafe place.pointee = value
    let start = unsafe output + index &* MemoryLayout<EvdevEvent>.stride
    unsafe start.storeBytes(of: stamp, as: SIMD2<Int64>.self)
    unsafe start.storeBytes(
      of: axes[index].head | UInt64(UInt32(bitPattern: value)) &<< 32, toByteOffset: 16, as: UInt64.self)
  }

  /// Reads a group of any shape, event by event.
  @inline(__always)
  private mutating func readOther(_ shape: UnsafePointer<DecoderLane.Shape>) {
    var element = unsafe elements + Int(shape.pointee.start)
    let last = unsafe element + Int(shape.pointee.count)
    while unsafe element < last {
      let item = unsafe element.pointee
      if item.clock == .frame { passFrame() }
      if item.clock == .event { pass(to: state.time &+ signed()) }
      switch item.mode {
      case .constant: store(item.head, item.constant)
      case .contact: unsafe store(item.head, changed(row.assumingMemoryBound(to: Int32.self) + Int(item.column)))
      case .global: unsafe store(item.head, changed(values + Int(item.column)))
      case .slot:
        state.slot &+= item.constant
        unsafe row = unsafe Self.row(state.slot, in: values)
        store(item.head, state.slot)
      case .absolute: store(item.head, change())
      }
      unsafe element += 1
    }
  }

  @inline(__always)
  private mutating func changed(_ place: UnsafeMutablePointer<Int32>) -> Int32 {
    let value = unsafe place.pointee &+ change()
    unsafe place.pointee = value
    return value
  }

  /// Goes on to the next frame's time.
  @inline(__always)
  private mutating func passFrame() {
    state.frameDelta &+= signed()
    state.frameTime &+= state.frameDelta
    pass(to: state.frameTime)
  }

  @inline(__always)
  private mutating func pass(to time: Int64) {
    state.time = time
    stamp = Self.stamp(time)
  }

  /// Writes an event and goes on to the next.
  @inline(__always)
  private mutating func store(_ head: UInt32, _ value: Int32) {
    unsafe output.storeBytes(of: stamp, as: SIMD2<Int64>.self)
    #if _endian(little)
      unsafe output.storeBytes(of: head, toByteOffset: 16, as: UInt32.self)
    #else
      output.storeBytes(of: head << 16 | head >> 16, toByteOffset: 16, as: UInt32.self)
    #endif
    unsafe output.storeBytes(of: value, toByteOffset: 20, as: Int32.self)
    unsafe output += MemoryLayout<EvdevEvent>.stride
  }

  @inline(__always)
  private static func row(_ slot: Int32, in values: UnsafeMutablePointer<Int32>) -> UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(
      values + Int(min(UInt32(bitPattern: slot), UInt32(ValueTable.slots))) &* ValueTable.stride)
  }

  /// Seconds and microseconds.
  @inline(__always)
  private static func stamp(_ time: Int64) -> SIMD2<Int64> {
    SIMD2(time / 1_000_000, time % 1_000_000)
  }

  @inline(__always)
  private mutating func change() -> Int32 {
    let number = UInt32(truncatingIfNeeded: varint())
    return Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1)
  }

  @inline(__always)
  private mutating func signed() -> Int64 {
    let number = varint()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  @inline(__always)
  private mutating func varint() -> UInt64 {
    let first = unsafe UInt64(next[0])
    if first < 0x80 {
      unsafe next += 1
      return first
    }
    let second = unsafe UInt64(next[1])
    if second < 0x80 {
      unsafe next += 2
      return first & 0x7f | second &<< 7
    }
    let (number, rest) = unsafe Self.long(next)
    unsafe next = unsafe rest
    return number
  }

  /// A number of three bytes or more, and what follows it; after the tenth it ends, whatever that says.
  ///
  /// It is given what it needs, so that the reader itself can stay in registers.
  @inline(never)
  private static func long(_ start: UnsafePointer<UInt8>) -> (number: UInt64, rest: UnsafePointer<UInt8>) {
    var next = unsafe start
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = unsafe next.pointee
      unsafe next += 1
      result |= UInt64(byte & 0x7f) &<< shift
      shift += 7
      if byte < 0x80 || shift == 70 { return unsafe (result, next) }
    }
  }
}
