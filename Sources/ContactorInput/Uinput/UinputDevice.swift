internal import CLibevdev
internal import ContactorSystem
internal import Glibc

/// Owns an input device that the kernel's uinput driver makes; the device goes when the value goes.
public struct UinputDevice: ~Copyable {
  /// The device's node, for example `/dev/input/event5`.
  public let node: String
  private let descriptor: FileDescriptor

  /// The file that devices are made with.
  public static let control = "/dev/uinput"

  /// Makes a device.
  ///
  /// Until udev has seen it, its node belongs to root alone: see `waitUntilReady(milliseconds:)`.
  ///
  /// - Throws: `.missing` without the kernel module, `.permission` for users who may not make devices, `.system` if
  ///   the kernel refuses the description (for example a range whose end is before its start).
  public init(_ description: UinputDescription) throws(InputError) {
    let descriptor = try Self.openControl()
    try description.create(on: descriptor.rawValue)
    var name = [UInt8](repeating: 0, count: 64)
    try UinputRequest.systemName.send(to: descriptor.rawValue, &name)
    let system = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    node = try UinputNode.node(ofSystemName: system)
    self.descriptor = descriptor
  }

  /// Sends events in one write, so that a reader gets whole frames.
  ///
  /// The kernel drops events that the description does not declare and values that did not change; that is not an
  /// error. The corresponding C function is `write()`.
  public borrowing func emit(_ events: [UinputEvent]) throws(InputError) {
    let records = events.map { event in
      var record = input_event()
      record.type = event.type
      record.code = event.code
      record.value = event.value
      return record
    }
    let count = records.count * MemoryLayout<input_event>.stride
    let written = unsafe records.withUnsafeBytes { unsafe write(descriptor.rawValue, $0.baseAddress, count) }
    if written != count { throw InputError.system(written < 0 ? errno : EIO, in: "write to \(Self.control)") }
  }

  /// Waits until udev has applied its rules to the node, so that its group and mode stand.
  ///
  /// - Returns: false if that did not happen in time; true at once where no udev runs.
  public borrowing func waitUntilReady(milliseconds: Int = 5000) -> Bool {
    UinputNode.waitForUdev(knows: true, node, milliseconds: milliseconds)
  }

  /// Removes the device and waits until udev has forgotten it, so that its number can be used again.
  ///
  /// - Returns: false if udev did not forget it in time.
  @discardableResult
  public consuming func destroy(milliseconds: Int = 5000) -> Bool {
    let node = node
    // The node's number is lost with the node, so udev's record is looked up before.
    let record = UinputNode.udevRecord(of: node)
    _ = consume descriptor
    return UinputNode.wait(milliseconds: milliseconds) { record.map { unsafe access($0, F_OK) != 0 } ?? true }
  }

  private static func openControl() throws(InputError) -> FileDescriptor {
    let number = unsafe open(control, O_WRONLY | O_CLOEXEC)
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
