internal import CContactor
public import ContactorCore
internal import ContactorEvdev
internal import ContactorSystem
internal import Glibc

/// Finds touchscreens without reading from them.
public enum DeviceList {
  /// Lists every touchscreen of the machine, of all seats, in the order of the numbers of their nodes.
  ///
  /// udev says which nodes are touchscreens, or, for a node that udev has no record of, the kernel's bits do. Each is opened
  /// for a moment to learn its size; one that cannot be opened is listed with the reason.
  ///
  /// - Parameter includesPointers: whether pointers with absolute places are listed, too: panels in mouse mode, and the mice of virtual
  ///   machines.
  /// - Throws: `InputError` with the code `system` if the machine is out of memory.
  public static func scan(includesPointers: Bool = false) throws(InputError) -> [DeviceListing] {
    let udev = try UdevContext()
    var listings: [DeviceListing] = []
    udev.forEachEventDevice { device in
      let kind = device.kind
      guard kind == .touchscreen || includesPointers && kind == .absolutePointer, device.node != nil else { return }
      var listing = inspect(device.touchDevice(id: DeviceID(rawValue: 0)))
      listing.isPointer = kind == .absolutePointer
      listing.isCopy = device.isForwardedCopy
      listing.udev = DeviceListing.Record(
        isThere: device.isInitialized, isIgnored: device.property("LIBINPUT_IGNORE_DEVICE").map { $0 != "0" } ?? false,
        calibration: device.property("LIBINPUT_CALIBRATION_MATRIX"))
      listings.append(listing)
    }
    listings.sort { number(of: $0.device) < number(of: $1.device) }
    for index in listings.indices {
      listings[index].device.id = DeviceID(rawValue: UInt32(index + 1))
    }
    nameOriginals(&listings)
    return listings
  }

  /// Whether a udev daemon runs, without which no touchscreen is found.
  public static var udevIsRunning: Bool { UdevContext.isRunning }

  /// Whether another program holds a device for itself; `nil` where this user may not open it.
  ///
  /// The kernel says so only by refusing a grab, so this grabs the device for a moment: others lose the touches of that moment.
  public static func isGrabbed(_ node: String) -> Bool? {
    do throws(InputError) {
      let descriptor = try EvdevNode.open(node)
      return EvdevNode.isGrabbed(descriptor.rawValue)
    } catch {
      return nil
    }
  }

  /// Whether another program holds a touchscreen for itself, found out so that its readers lose nothing that lasts; `nil` where a finger
  /// is on it, or this user may not open it.
  ///
  /// Where the grab is allowed it lasts for microseconds. Should the panel send something right then, contacts that are down are lifted for
  /// all of its readers, and they get its present values: no finger stays down. That needs a node that may be written.
  /// The kernel may take tens of milliseconds for it, so call it from a thread of its own.
  public static func isGrabbedAtRest(_ node: String) -> Bool? {
    do throws(InputError) {
      return try EvdevNode(node, writes: true).isGrabbedAtRest()
    } catch {
      return nil
    }
  }

  /// Whether a finger is on a touchscreen, as far as the kernel knows; `false` where this user may not open it.
  public static func isTouched(_ node: String) -> Bool {
    do throws(InputError) {
      let node = try EvdevNode(node)
      let description = try LibevdevDevice(node.rawValue, node: node.path).description
      return node.state(of: description).hasContacts(description)
    } catch {
      return false
    }
  }

  /// Says of each copy which touchscreen it stands for: the one with the same name, numbers and place.
  static func nameOriginals(_ listings: inout [DeviceListing]) {
    for index in listings.indices where listings[index].isCopy {
      let copy = listings[index].device
      let original = listings.first { !$0.isCopy && copy.looksLike($0.device) }
      listings[index].original = original?.device.shortName
      listings[index].problem = .copy(copy.node, of: original?.device.node)
    }
  }

  /// Adds the size and the number of contacts, which only an open node has.
  private static func inspect(_ device: TouchDevice) -> DeviceListing {
    var device = device
    let descriptor: FileDescriptor
    do throws(InputError) {
      descriptor = try EvdevNode.open(device.node)
    } catch {
      return DeviceListing(device: device, problem: error)
    }
    let isSingle = device.contactProtocol == .single
    let base = isSingle ? KernelBits.x : KernelBits.multitouchX
    if let width = length(of: base, descriptor), let height = length(of: base + 1, descriptor) {
      device.size = Size(width: width, height: height)
    }
    if let slots = axis(KernelBits.slot, descriptor) {
      device.contactCount = Int(slots.maximum) + 1
    }
    return DeviceListing(device: device, problem: nil)
  }

  private static func length(of code: Int, _ descriptor: borrowing FileDescriptor) -> Double? {
    guard let axis = axis(code, descriptor), axis.resolution > 0, axis.maximum > axis.minimum else {
      return nil
    }
    return (Double(axis.maximum) - Double(axis.minimum)) / Double(axis.resolution)
  }

  private static func axis(
    _ code: Int, _ descriptor: borrowing FileDescriptor
  ) -> (minimum: Int32, maximum: Int32, resolution: Int32)? {
    var (minimum, maximum, resolution): (Int32, Int32, Int32) = (0, 0, 0)
    let failure = unsafe cct_abs_info(descriptor.rawValue, UInt32(code), &minimum, &maximum, &resolution)
    return failure == 0 ? (minimum, maximum, resolution) : nil
  }

  private static func number(of device: TouchDevice) -> Int {
    Int(device.shortName.drop { !$0.isNumber }) ?? 0
  }
}

extension TouchDevice {
  /// Whether another device has the same name, numbers and place, as a panel and its copy have.
  package func looksLike(_ other: TouchDevice) -> Bool {
    name == other.name && physicalPath == other.physicalPath && vendor == other.vendor && product == other.product
  }
}

/// A touchscreen, and the reason if it cannot be used: one line of `contactor devices`.
public struct DeviceListing: Hashable, Sendable {
  /// The touchscreen; without its size if it cannot be opened.
  public var device: TouchDevice
  /// Why it cannot be opened and what to do; `nil` if it can.
  public var problem: InputError?
  /// Whether this is the copy of a touchscreen that a forwarding Contactor has made, which no Contactor uses.
  public var isCopy = false
  /// Whether this is a pointer with absolute places: a panel in mouse mode, or the mouse of a virtual machine.
  public var isPointer = false
  /// The short name of the touchscreen that this is the copy of, such as `event1`; `nil` if this is none, or the touchscreen is not known.
  public var original: String?

  /// The notes of udev's rules on the touchscreen.
  public var udev = Record()

  /// The notes of udev's rules on a touchscreen.
  public struct Record: Hashable, Sendable {
    /// Whether udev's rules have run for it.
    public var isThere = true
    /// Whether a rule keeps libinput from using it (`LIBINPUT_IGNORE_DEVICE`).
    public var isIgnored = false
    /// The six numbers of `LIBINPUT_CALIBRATION_MATRIX`; `nil` if no rule has set them.
    public var calibration: String?

    /// Creates a record.
    public init(isThere: Bool = true, isIgnored: Bool = false, calibration: String? = nil) {
      (self.isThere, self.isIgnored, self.calibration) = (isThere, isIgnored, calibration)
    }
  }

  /// Creates a line.
  public init(device: TouchDevice, problem: InputError?) {
    self.device = device
    self.problem = problem
  }
}
