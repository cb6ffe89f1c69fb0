internal import CContactor
internal import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// Owns an open evdev node: its events and its present state.
struct EvdevNode: ~Copyable {
  /// The node's path.
  let path: String
  private let descriptor: FileDescriptor
  private let layout: KernelEventLayout
  private let calls: SystemCalls

  /// Opens a node for reading, without waiting for events; their times are those of `CLOCK_MONOTONIC`.
  init(_ path: String) throws(InputError) {
    let descriptor = try Self.open(path)
    let failure = cct_use_monotonic_clock(descriptor.rawValue)
    if failure == ENOTTY || failure == EINVAL { throw InputError.notATouchscreen(path) }
    if failure != 0 { throw InputError.opening(path, errno: failure) }
    self.init(path, taking: descriptor)
  }

  /// Takes over a descriptor that reads events; a test may give any, and calls that fail.
  init(
    _ path: String, taking descriptor: consuming FileDescriptor, layout: KernelEventLayout = .current,
    calls: SystemCalls = .kernel
  ) {
    self.path = path
    self.descriptor = descriptor
    self.layout = layout
    self.calls = calls
  }

  /// Opens a node for reading, without waiting for events.
  static func open(_ path: String) throws(InputError) -> FileDescriptor {
    let number = SystemCalls.kernel.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
    guard number >= 0 else { throw InputError.opening(path, errno: -number) }
    return FileDescriptor(owning: number)
  }

  /// The descriptor.
  var rawValue: Int32 { descriptor.rawValue }

  /// Reads events; see `KernelEventLayout.read(_:into:_:)`.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe layout.read(rawValue, into: buffer, calls)
  }

  /// Whether the kernel has closed the device: it was unplugged, or the session manager has revoked it.
  var isHungUp: Bool { descriptor.isHungUp }

  /// Takes the device for this program alone; see `grab(_:_:)`.
  func grab() throws(InputError) { try Self.grab(rawValue, path) }

  /// Whether another program holds the device for itself; see `isGrabbed(_:)`.
  var isGrabbed: Bool { Self.isGrabbed(rawValue) }

  /// Takes the device behind a descriptor for this program alone; `EVIOCGRAB`.
  ///
  /// - Throws: `InputError` with the code `grabbed` if another program has done so.
  static func grab(_ descriptor: Int32, _ path: String) throws(InputError) {
    let failure = cct_grab(descriptor, true)
    if failure == EBUSY { throw InputError.grabbed(path) }
    if failure != 0 { throw InputError.opening(path, errno: failure) }
  }

  /// Whether another program holds the device behind a descriptor for itself, so that no event will come.
  ///
  /// The kernel only tells by refusing a grab, so this grabs the device for a moment.
  static func isGrabbed(_ descriptor: Int32) -> Bool {
    let failure = cct_grab(descriptor, true)
    if failure == 0 { _ = cct_grab(descriptor, false) }
    return failure == EBUSY
  }

  /// The present values of the panel's axes and buttons.
  func state(of description: EvdevDescription) -> EvdevState {
    var state = EvdevState()
    for code in [EvdevCode.touch, EvdevCode.leftButton]
    where description.hasKey(code) && cct_key_down(rawValue, UInt32(code)) == 1 {
      state.keys.insert(code)
    }
    switch description.contactProtocol {
    case .lists: break
    case .single:
      for code in [EvdevCode.x, EvdevCode.y, EvdevCode.pressure] where description.axes[code] != nil {
        state.axes[code] = value(of: code)
      }
    case .slots:
      state.currentSlot = value(of: EvdevCode.slot) ?? 0
      let count = description.slotCount
      for code in description.axes.keys where code > EvdevCode.slot && code <= EvdevCode.lastOfContact {
        state.slots[code] = slotValues(of: code, count: count)
      }
    }
    return state
  }

  /// The value of an axis in each slot; `nil` if the kernel does not say.
  func slotValues(of code: UInt16, count: Int) -> [Int32]? {
    var values = [Int32](repeating: 0, count: count)
    guard unsafe cct_slot_values(rawValue, UInt32(code), &values, UInt32(count)) == 0 else { return nil }
    return values
  }

  private func value(of code: UInt16) -> Int32? {
    var value: Int32 = 0
    return unsafe cct_abs_value(rawValue, UInt32(code), &value) == 0 ? value : nil
  }
}

extension EvdevCode {
  /// `ABS_MT_TOOL_Y`: the last axis of contacts.
  static let lastOfContact: UInt16 = 0x3d
}

extension EvdevDescription {
  /// The number of the panel's slots, at most `cct_max_slots`; 0 for a panel without slots.
  var slotCount: Int {
    guard let slot = axes[EvdevCode.slot] else { return 0 }
    return min(max(Int(slot.maximum) + 1, 1), Int(cct_max_slots))
  }
}
