internal import ContactorCore

/// Reads the raw events of one device within a block.
final class DecoderLane {
  private struct Shape {
    /// What is known of a shape beforehand, so that the common ones are read without a look at each event's mode.
    enum Kind {
      /// A slot, then axes of the contact in it, all of one time.
      case contact
      /// The same, at the start of a frame.
      case firstContact
      case other
    }

    var start: Int
    var count: Int
    var kind: Kind
    /// The bits that tell, of the next eight bytes, that all axes of a contact are of one byte; all, where there are more axes.
    var mask: UInt64
  }

  private let table = ValueTable()
  private var elements: [ShapeElement] = []
  private var shapes: [Shape] = []
  private var slot: Int32 = 0
  private var frameTime: Int64 = 0
  private var frameDelta: Int64 = 0
  private var time: Int64 = 0
  let frames = FrameLane()
  /// The block that the lane is set to.
  var block: UInt64 = .max

  /// Starts a block.
  func reset(base: Int64) {
    table.reset()
    elements.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
    slot = 0
    (frameTime, frameDelta, time) = (base, 0, base)
    frames.reset()
  }

  /// Takes a shape's definition; `false` where it is none.
  func define(_ definition: ByteCursor) -> Bool {
    var cursor = definition
    let start = elements.count
    while !cursor.isAtEnd {
      let flags = cursor.byte()
      let type = cursor.number(UInt16.self)
      let code = cursor.number(UInt16.self)
      guard let mode = ShapeElement.Mode(rawValue: flags & 15), let clock = ShapeElement.Clock(rawValue: flags >> 4) else {
        return false
      }
      var element = ShapeElement(head: UInt32(type) | UInt32(code) << 16, mode: mode, clock: clock)
      switch mode {
      case .constant, .slot: element.constant = cursor.number()
      case .contact: element.column = Int32(code & 15)
      case .global:
        guard let place = table.place(of: element.head) else { return false }
        element.column = place
      case .absolute: break
      }
      elements.append(element)
    }
    let count = elements.count - start
    guard cursor.isValid, count > 0, count <= TraceFormat.groupLimit else { return false }
    let mask: UInt64 = count <= 9 ? 0x8080_8080_8080_8080 >> UInt64(72 - 8 * count) : .max
    shapes.append(Shape(start: start, count: count, kind: Self.kind(elements[start...]), mask: mask))
    return true
  }

  private static func kind(_ elements: ArraySlice<ShapeElement>) -> Shape.Kind {
    guard let first = elements.first, first.mode == .slot, first.clock != .event,
      elements.dropFirst().allSatisfy({ $0.mode == .contact && $0.clock == .same })
    else { return .other }
    return first.clock == .frame ? .firstContact : .contact
  }

  /// Reads groups as long as there are some and room is left; gives where it stopped, or `nil` for a group that is none.
  ///
  /// `TraceFormat.padding` bytes behind the end must be readable; what is read from there is noticed afterwards.
  func decode(
    from start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>,
    into buffer: UnsafeMutableBufferPointer<EvdevEvent>, _ filled: inout Int
  ) -> UnsafePointer<UInt8>? {
    guard let base = buffer.baseAddress else { return nil }
    var next = start
    var output = UnsafeMutableRawPointer(base + filled)
    let limit = UnsafeMutableRawPointer(base + (buffer.count - TraceFormat.groupLimit))
    var (slot, frameTime, frameDelta, time) = (slot, frameTime, frameDelta, time)
    var row = table.row(slot)
    let values = table.values
    var stamp = Self.stamp(time)
    var isValid = true
    elements.withUnsafeBufferPointer { elements in
      shapes.withUnsafeBufferPointer { shapes in
        guard let firstElement = elements.baseAddress else {
          isValid = false
          return
        }
        while next < end, output <= limit {
          guard next.pointee >= TraceFormat.Tag.firstGroup else { return }
          let number = Self.varint(&next) &- TraceFormat.Tag.firstGroup
          guard number < UInt64(shapes.count) else {
            isValid = false
            return
          }
          let shape = shapes[Int(number)]
          var element = firstElement + shape.start
          let last = element + shape.count
          if shape.kind != .other {
            if shape.kind == .firstContact {
              frameDelta &+= Self.signed(Self.varint(&next))
              frameTime &+= frameDelta
              time = frameTime
              stamp = Self.stamp(time)
            }
            slot &+= element.pointee.constant
            row = values + Int(min(UInt32(bitPattern: slot), UInt32(ValueTable.slots))) &* ValueTable.columns
            Self.store(stamp, element.pointee.head, slot, &output)
            element += 1
            #if _endian(little)
              var bytes = UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)
              if bytes & shape.mask == 0 {
                next += shape.count &- 1
                while element < last {
                  let byte = UInt32(truncatingIfNeeded: bytes & 0x7f)
                  bytes >>= 8
                  let place = row + Int(element.pointee.column)
                  let value = place.pointee &+ (Int32(bitPattern: byte >> 1) ^ -Int32(bitPattern: byte & 1))
                  place.pointee = value
                  Self.store(stamp, element.pointee.head, value, &output)
                  element += 1
                }
                continue
              }
            #endif
            while element < last {
              let place = row + Int(element.pointee.column)
              let value = place.pointee &+ Self.change(&next)
              place.pointee = value
              Self.store(stamp, element.pointee.head, value, &output)
              element += 1
            }
            continue
          }
          while element < last {
            let item = element.pointee
            if item.clock != .same {
              let change = Self.signed(Self.varint(&next))
              if item.clock == .frame {
                frameDelta &+= change
                frameTime &+= frameDelta
                time = frameTime
              } else {
                time &+= change
              }
              stamp = Self.stamp(time)
            }
            let value: Int32
            switch item.mode {
            case .constant:
              value = item.constant
            case .contact:
              let place = row + Int(item.column)
              value = place.pointee &+ Self.change(&next)
              place.pointee = value
            case .global:
              let place = values + Int(item.column)
              value = place.pointee &+ Self.change(&next)
              place.pointee = value
            case .slot:
              slot &+= item.constant
              row = values + Int(min(UInt32(bitPattern: slot), UInt32(ValueTable.slots))) &* ValueTable.columns
              value = slot
            case .absolute:
              value = Self.change(&next)
            }
            Self.store(stamp, item.head, value, &output)
            element += 1
          }
        }
      }
    }
    (self.slot, self.frameTime, self.frameDelta, self.time) = (slot, frameTime, frameDelta, time)
    filled = (output - UnsafeMutableRawPointer(base)) / MemoryLayout<EvdevEvent>.stride
    return isValid && next <= end ? next : nil
  }

  /// Writes an event and goes on to the next.
  @inline(__always)
  private static func store(
    _ stamp: SIMD2<Int64>, _ head: UInt32, _ value: Int32, _ output: inout UnsafeMutableRawPointer
  ) {
    output.storeBytes(of: stamp, as: SIMD2<Int64>.self)
    #if _endian(little)
      output.storeBytes(of: head, toByteOffset: 16, as: UInt32.self)
    #else
      output.storeBytes(of: head << 16 | head >> 16, toByteOffset: 16, as: UInt32.self)
    #endif
    output.storeBytes(of: value, toByteOffset: 20, as: Int32.self)
    output += MemoryLayout<EvdevEvent>.stride
  }

  /// Seconds and microseconds.
  @inline(__always)
  private static func stamp(_ time: Int64) -> SIMD2<Int64> {
    SIMD2(time / 1_000_000, time % 1_000_000)
  }

  @inline(__always)
  private static func change(_ next: inout UnsafePointer<UInt8>) -> Int32 {
    let byte = UInt32(next.pointee)
    if byte < 0x80 {
      next += 1
      return Int32(bitPattern: byte >> 1) ^ -Int32(bitPattern: byte & 1)
    }
    let number = UInt32(truncatingIfNeeded: varint(&next))
    return Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1)
  }

  @inline(__always)
  private static func signed(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  @inline(__always)
  private static func varint(_ next: inout UnsafePointer<UInt8>) -> UInt64 {
    let first = UInt64(next[0])
    if first < 0x80 {
      next += 1
      return first
    }
    let second = UInt64(next[1])
    if second < 0x80 {
      next += 2
      return first & 0x7f | second &<< 7
    }
    return long(&next)
  }

  /// A number of three bytes or more; after the tenth it ends, whatever that says.
  @inline(never)
  private static func long(_ next: inout UnsafePointer<UInt8>) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = next.pointee
      next += 1
      result |= UInt64(byte & 0x7f) &<< shift
      shift += 7
      if byte < 0x80 || shift == 70 { return result }
    }
  }
}
