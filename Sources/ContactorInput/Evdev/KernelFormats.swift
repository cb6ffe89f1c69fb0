internal import CLibevdev
internal import CContactor
internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem

/// The kernel's layout of `struct input_event` for this program.
///
/// `EvdevEvent` has the layout of 64-bit machines. On 32-bit machines the kernel's two parts of the time are unsigned numbers
/// of 32 bits, whatever `time_t` is; such events are widened as they are read.
enum KernelEventLayout: Hashable {
  /// 24 bytes: as `EvdevEvent`.
  case wide
  /// 16 bytes: as `NarrowEvent`.
  case narrow

  /// An event with 32-bit times.
  struct NarrowEvent {
    var seconds: UInt32
    var microseconds: UInt32
    var type: UInt16
    var code: UInt16
    var value: Int32
  }

  /// The layout of this machine.
  static let current: KernelEventLayout =
    switch Int(cct_input_event_size()) {
    case MemoryLayout<EvdevEvent>.stride: .wide
    case MemoryLayout<NarrowEvent>.stride: .narrow
    default: fatalError("struct input_event has \(cct_input_event_size()) bytes, which is no layout of Linux")
    }

  /// Reads whole events, and puts them at the beginning of the buffer as `EvdevEvent`s; `read()`.
  ///
  /// - Parameter buffer: aligned to 8 bytes; its size is a multiple of an `EvdevEvent`'s.
  /// - Returns: the number of bytes that the `EvdevEvent`s take, which is the buffer's size only if more may wait; 0 at the
  ///   end of the stream; a negated error number, `-EAGAIN` if no event waits.
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, _ calls: SystemCalls) -> Int {
    guard self == .narrow else { return unsafe calls.readSome(descriptor, into: buffer) }
    let capacity = buffer.count / MemoryLayout<EvdevEvent>.stride
    // The events are read to the buffer's end, so that widening them to its beginning never overwrites one that is yet to be widened.
    let tail = buffer.count - capacity * MemoryLayout<NarrowEvent>.stride
    let size = unsafe calls.readSome(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[tail...]))
    guard size > 0 else { return size }
    let count = size / MemoryLayout<NarrowEvent>.stride
    for index in 0..<count {
      let narrow = unsafe buffer.load(
        fromByteOffset: tail + index * MemoryLayout<NarrowEvent>.stride, as: NarrowEvent.self)
      unsafe buffer.storeBytes(
        of: EvdevEvent(narrow), toByteOffset: index * MemoryLayout<EvdevEvent>.stride, as: EvdevEvent.self)
    }
    return count * MemoryLayout<EvdevEvent>.stride
  }

  /// The bytes of events for a device to send; the kernel replaces their time, which is 0.
  func bytes(of events: [UinputEvent]) -> [UInt8] {
    let wide = events.map { EvdevEvent(at: Timestamp(microseconds: 0), type: $0.type, code: $0.code, value: $0.value) }
    switch self {
    case .wide: return unsafe wide.withUnsafeBytes { unsafe Array($0) }
    case .narrow:
      let narrow = wide.map {
        NarrowEvent(seconds: 0, microseconds: 0, type: $0.type, code: $0.code, value: $0.value)
      }
      return unsafe narrow.withUnsafeBytes { unsafe Array($0) }
    }
  }
}

extension EvdevEvent {
  /// Widens an event.
  init(_ narrow: KernelEventLayout.NarrowEvent) {
    self.init(at: .init(microseconds: 0), type: narrow.type, code: narrow.code, value: narrow.value)
    seconds = Int64(narrow.seconds)
    microseconds = Int64(narrow.microseconds)
  }
}

/// A set of bits as sysfs prints them: words in hexadecimal, the most significant first, leading zeros left out.
struct KernelBits: Hashable, Sendable {
  /// `INPUT_PROP_DIRECT`: what is touched is what is shown.
  static let direct = Int(INPUT_PROP_DIRECT)
  /// `ABS_MT_SLOT`.
  static let slot = Int(ABS_MT_SLOT)
  /// `ABS_MT_POSITION_X`.
  static let multitouchX = Int(ABS_MT_POSITION_X)
  /// `ABS_MT_POSITION_Y`.
  static let multitouchY = Int(ABS_MT_POSITION_Y)
  /// `ABS_X`.
  static let x = Int(ABS_X)
  /// `ABS_Y`.
  static let y = Int(ABS_Y)
  /// `BTN_TOUCH`.
  static let touch = Int(BTN_TOUCH)
  /// `BTN_TOOL_PEN`.
  static let pen = Int(BTN_TOOL_PEN)

  private let words: [UInt64]
  private let wordBits: Int

  /// Reads a file such as `/sys/class/input/event1/device/capabilities/abs`; what is not a number counts as 0.
  ///
  /// The kernel prints its own words, which are as wide as ours unless a 32-bit program runs on a 64-bit kernel, for
  /// which the kernel prints them in halves.
  init(_ text: String, wordBits: Int = UInt.bitWidth) {
    self.wordBits = wordBits
    words = text.split(whereSeparator: \.isWhitespace).reversed().map { UInt64($0, radix: 16) ?? 0 }
  }

  /// Whether a bit is set.
  func contains(_ bit: Int) -> Bool {
    let word = bit / wordBits
    return word < words.count && words[word] >> UInt64(bit % wordBits) & 1 == 1
  }
}
