internal import CContactor
public import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// One event to be sent; the kernel gives it the time of its arrival.
public struct UinputEvent: Hashable, Sendable {
  /// The type, for example `EV_ABS`.
  public var type: UInt16
  /// The code within the type, for example `ABS_MT_POSITION_X`.
  public var code: UInt16
  /// The value.
  public var value: Int32

  /// Creates an event.
  public init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  /// The end of a frame (`SYN_REPORT`).
  public static let report = UinputEvent(type: EvdevCode.synchronization, code: EvdevCode.report, value: 0)
}

/// Owns an input device made by the kernel's uinput driver; the device is removed when the value is destroyed.
public struct UinputDevice: ~Copyable {
  /// The device's node, for example `/dev/input/event5`.
  public let node: String
  private let descriptor: FileDescriptor

  /// The driver's file, which makes devices.
  public static let control = "/dev/uinput"

  /// Makes a device with a description.
  ///
  /// Types of events without codes are declared, too. The kernel keeps the first 79 bytes of the name; uinput has no serial
  /// numbers.
  ///
  /// Until udev has applied its rules, the node belongs to root alone: see `waitUntilReady(milliseconds:)`.
  ///
  /// - Parameter physicalPath: the port of the device (`EVIOCGPHYS`); empty for none.
  /// - Throws: `.missing` without the kernel module, `.permission` for users who may not make devices, `.system` if
  ///   the kernel refuses the description (for example a range whose end is before its start).
  public init(_ description: EvdevDescription, physicalPath: String = "") throws(InputError) {
    let descriptor = try Self.openControl()
    try Self.declare(description, to: descriptor.rawValue)
    if !physicalPath.isEmpty {
      try Self.check(unsafe cct_uinput_set_physical_path(descriptor.rawValue, physicalPath), "UI_SET_PHYS")
    }
    let system = try Self.create(description, on: descriptor.rawValue)
    node = try UinputNode.node(ofSystemName: system)
    self.descriptor = descriptor
  }

  /// Sends events in one `write()`, so that a reader gets whole frames.
  ///
  /// The kernel drops events that the description does not declare and values that did not change; that is not an
  /// error.
  public borrowing func emit(_ events: [UinputEvent]) throws(InputError) {
    let bytes = KernelEventLayout.current.bytes(of: events)
    let result = unsafe bytes.withUnsafeBytes { unsafe SystemCalls.kernel.writeAll($0, to: descriptor.rawValue) }
    try Self.check(result.errno, "write to \(Self.control)")
  }

  /// Sends events with their own times, without waiting; see `KernelEventLayout.write(_:to:_:)`.
  borrowing func send(_ events: UnsafeBufferPointer<EvdevEvent>) -> Int32 {
    unsafe KernelEventLayout.current.write(events, to: descriptor.rawValue, .kernel)
  }

  /// Waits until udev has applied its rules to the node, which set the node's group and mode.
  ///
  /// - Returns: false after the time has passed; true at once where udev does not run.
  public borrowing func waitUntilReady(milliseconds: Int = 5000) -> Bool {
    UinputNode.waitForUdev(knows: true, node, milliseconds: milliseconds)
  }

  /// Removes the device and waits until udev has removed its record of the device, so that the number can be used again.
  ///
  /// - Returns: false if the record is there after the time has passed.
  @discardableResult
  public consuming func destroy(milliseconds: Int = 5000) -> Bool {
    let node = node
    // The record's name has the node's number, which must be read before the node is removed.
    let record = UinputNode.udevRecord(of: node)
    _ = consume descriptor
    return UinputNode.wait(milliseconds: milliseconds) { record.map { unsafe access($0, F_OK) != 0 } ?? true }
  }

  /// Declares the device's properties, codes and axes.
  private static func declare(_ description: EvdevDescription, to descriptor: Int32) throws(InputError) {
    for property in description.properties.sorted() {
      try check(cct_uinput_declare_property(descriptor, property), "UI_SET_PROPBIT")
    }
    // The axes' ranges say more than their bits, and the type 0 lists the types themselves.
    for (type, codes) in description.codes.sorted(by: { $0.key < $1.key })
    where type != EvdevCode.synchronization && type != EvdevCode.absolute {
      try check(cct_uinput_declare_type(descriptor, type), "UI_SET_EVBIT")
      for code in codes.sorted() {
        try check(cct_uinput_declare_code(descriptor, type, code), "UI_SET_*BIT of type \(type)")
      }
    }
    guard !description.axes.isEmpty else { return }
    try check(cct_uinput_declare_type(descriptor, EvdevCode.absolute), "UI_SET_EVBIT")
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      try check(
        cct_uinput_set_up_axis(
          descriptor, code, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution), "UI_ABS_SETUP")
    }
  }

  /// Creates the device; returns the kernel's name for it, such as `input7`.
  private static func create(_ description: EvdevDescription, on descriptor: Int32) throws(InputError) -> String {
    var system = [CChar](repeating: 0, count: 64)
    let failure = unsafe keptName(description.name).withCString { name in
      var identity = unsafe cct_uinput_identity(
        bus: description.bus, vendor: description.vendor, product: description.product, version: description.version,
        name: name)
      return unsafe cct_uinput_create(descriptor, &identity, &system, UInt32(system.count))
    }
    try check(failure, "UI_DEV_SETUP and UI_DEV_CREATE")
    return String(decoding: system.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The longest prefix of whole characters that the kernel keeps.
  static func keptName(_ name: String) -> String {
    var kept = ""
    var size = 0
    for character in name {
      size += character.utf8.count
      if size > 79 { break }
      kept.append(character)
    }
    return kept
  }

  private static func check(_ failure: Int32, _ call: String) throws(InputError) {
    if failure != 0 { throw InputError.system(failure, in: call) }
  }

  private static func openControl() throws(InputError) -> FileDescriptor {
    let number = unsafe open(control, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if number < 0 { throw openError(errno) }
    return FileDescriptor(owning: number)
  }

  private static func openError(_ number: Int32) -> InputError {
    switch number {
    case ENOENT, ENODEV, ENXIO:
      InputError(
        .missing, errno: number, place: control,
        message: "the kernel's uinput driver is not loaded; run `modprobe uinput` as root")
    case EACCES, EPERM:
      InputError(
        .permission, errno: number, place: control,
        message:
          "this user may not make input devices; run as root, or give the user's group access with a udev rule: "
          + "KERNEL==\"uinput\", GROUP=\"…\", MODE=\"0660\"")
    default: .system(number, in: "open \(control)")
    }
  }
}

/// Finds the node of a device that was just made, and udev's record of it.
enum UinputNode {
  /// The node of the device that the kernel calls `inputN`.
  static func node(ofSystemName name: String) throws(InputError) -> String {
    let folder = "/sys/devices/virtual/input/\(name)"
    let number = SystemCalls.kernel.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    // Without descriptors the folder would look empty.
    if [-EMFILE, -ENFILE].contains(number) { throw .system(-number, in: "open \(folder)") }
    if number >= 0 { _ = FileDescriptor(owning: number) }
    guard let node = SystemFolder.names(in: folder).first(where: { $0.hasPrefix("event") }) else {
      throw InputError(.missing, place: name, message: "the new device has no event node; run `modprobe evdev` as root")
    }
    return "/dev/input/" + node
  }

  /// The file of udev's record of a node; `nil` where udev does not run or the node does not exist.
  static func udevRecord(of node: String) -> String? {
    var status = stat()
    guard unsafe access("/run/udev/control", F_OK) == 0, unsafe stat(node, &status) == 0 else { return nil }
    let number = UInt64(status.st_rdev)
    // The corresponding C macros are major() and minor(), for numbers below 4096 and 2^20.
    let major = (number >> 8) & 0xfff
    let minor = (number & 0xff) | ((number >> 12) & 0xfff00)
    return "/run/udev/data/c\(major):\(minor)"
  }

  /// Waits until udev has a record of a node, or has none; true at once where udev does not run.
  static func waitForUdev(knows: Bool, _ node: String, milliseconds: Int) -> Bool {
    guard let record = udevRecord(of: node) else { return true }
    return wait(milliseconds: milliseconds) { (unsafe access(record, F_OK) == 0) == knows }
  }

  /// Waits until a condition holds, which is checked every 5 ms; false after the time has passed.
  static func wait(milliseconds: Int, for condition: () -> Bool) -> Bool {
    for _ in 0...max(0, milliseconds / 5) {
      if condition() { return true }
      usleep(5000)
    }
    return false
  }
}
