internal import CContactor
public import ContactorCore
public import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// The virtual touchscreen that carries what is let through of a panel (contract 11.1).
///
/// It is removed when the object is destroyed, or by `close()`: its readers then cancel the contacts that are down, so lift them
/// first.
@safe public final class PanelCopy {
  /// The copy's node, for example `/dev/input/event7`.
  public let node: String
  private var device: UinputDevice?
  /// When something was written last; `nil` before that.
  package private(set) var lastWrite: Timestamp?

  /// Makes the copy of a panel.
  ///
  /// Bus, numbers and place of the panel are given to the copy too, because libinput groups the devices of a machine by them. So is
  /// the noise of the panel's positions (fuzz) where udev has taken it from the kernel and noted it: libinput filters by it, and
  /// udev takes it from the copy as it did from the panel, so that the kernel filters neither.
  ///
  /// - Parameters:
  ///   - description: the copy's description, which `Forwarder.copy(of:)` makes from the panel's.
  ///   - panel: the panel, whose place (`EVIOCGPHYS`) the copy gets.
  /// - Throws: `.missing` without the kernel's uinput driver, `.permission` for users who may not make devices, `.system`
  ///   if the kernel refuses the description.
  public init(_ description: EvdevDescription, of panel: TouchDevice) throws(InputError) {
    let device = try UinputDevice(Self.addNotedFuzz(to: description, of: panel), physicalPath: panel.physicalPath)
    node = device.node
    self.device = consume device
  }

  /// The description with the fuzz that udev has noted of the panel's positions.
  private static func addNotedFuzz(to description: EvdevDescription, of panel: TouchDevice) throws(InputError) -> EvdevDescription {
    guard let number = DeviceSelection.number(of: panel.node), let device = try UdevContext().device(number: number) else {
      return description
    }
    var description = description
    // libinput uses the fuzz of the contact axes. udev's note on the pointer is about contacts only if the panel has no such axes.
    let hasContacts = device.hasContactAxes
    for (contact, pointer) in [(EvdevCode.positionX, EvdevCode.x), (EvdevCode.positionY, EvdevCode.y)] {
      if let fuzz = device.notedFuzz(of: hasContacts ? contact : pointer) { description.axes[contact]?.fuzz = fuzz }
      if let fuzz = device.notedFuzz(of: pointer) { description.axes[pointer]?.fuzz = fuzz }
    }
    return description
  }

  /// Sends whole frames with their own times, in one `write()`, without waiting.
  ///
  /// Newer kernels pass the times on to the readers; older ones (6.1) replace them by the time of arrival. The kernel leaves out
  /// what the copy does not declare and values that did not change.
  ///
  /// - Throws: `InputError`, `.deviceGone` after `close()`, `.system` if the kernel does not take all of the events; the copy's
  ///   contacts are unknown then, so close it.
  public func write(_ events: UnsafeBufferPointer<EvdevEvent>) throws(InputError) {
    let failure = unsafe device?.send(events) ?? ENODEV
    lastWrite = MonotonicClock.now
    if failure == 0 { return }
    if failure == ENODEV {
      throw InputError(.deviceGone, errno: failure, place: node, message: "the copy of the touchscreen is gone")
    }
    throw InputError.system(failure, in: "write to \(UinputDevice.control)")
  }

  /// Removes the copy; does nothing if that has been done.
  ///
  /// The kernel drops what readers have not read yet, the ends of contacts among it: see `lastWrite`.
  public func close() { device = nil }
}

extension KernelEventLayout {
  /// Writes events with their times in one `write()`, more only after a signal or a short write; never waits.
  ///
  /// - Returns: 0, or an error number: `EAGAIN` if the device is full for now, `EIO` if it takes a part of an event.
  func write(_ events: UnsafeBufferPointer<EvdevEvent>, to descriptor: Int32, _ calls: SystemCalls) -> Int32 {
    guard self == .narrow else {
      return unsafe Self.writeAll(UnsafeRawBufferPointer(events), to: descriptor, calls)
    }
    return unsafe withUnsafeTemporaryAllocation(of: NarrowEvent.self, capacity: max(events.count, 1)) { narrow in
      for index in events.indices { unsafe narrow.initializeElement(at: index, to: NarrowEvent(events[index])) }
      let size = events.count * MemoryLayout<NarrowEvent>.stride
      return unsafe Self.writeAll(UnsafeRawBufferPointer(start: narrow.baseAddress, count: size), to: descriptor, calls)
    }
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ calls: SystemCalls) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = unsafe calls.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
      if count == -Int(EINTR) { continue }
      guard count > 0 else { return count == 0 ? EIO : Int32(-count) }
      written += count
    }
    return 0
  }
}

extension KernelEventLayout.NarrowEvent {
  /// Narrows an event; a time beyond 32 bits wraps around, as the kernel's own does.
  init(_ event: EvdevEvent) {
    self.init(
      seconds: UInt32(truncatingIfNeeded: event.seconds), microseconds: UInt32(truncatingIfNeeded: event.microseconds),
      type: event.type, code: event.code, value: event.value)
  }
}
