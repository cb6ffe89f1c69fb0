import ContactorSystem
import Glibc

/// A device that the kernel's uhid driver makes from a HID report descriptor, with a touchscreen among its input devices.
///
/// A thread answers what the kernel asks the device, because a driver waits for its answers while it takes up the device and
/// while a program opens a node.
final class HIDDevice: Device {
  /// What the device tells about itself.
  struct Description {
    var name: String
    var physicalPath: String
    var bus: UInt16
    var vendor: UInt16
    var product: UInt16
    var version: UInt16
    var reportDescriptor: [UInt8]
    /// The feature reports by their numbers, as the device sends them.
    var features: [UInt8: [UInt8]]
  }

  let node: String
  private(set) var sent: [Int] = []
  private let descriptor: Int32
  /// Where sysfs has the device.
  private let folder: String
  private let thread: WorkerThread
  private let isUnplugged = Guarded(false)

  /// Makes the device and waits until udev knows its touchscreen.
  init(_ description: Description) throws(Mistake) {
    let before = Set(Self.folders())
    descriptor = open(Uhid.control, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Mistake("cannot open \(Uhid.control): \(String(cString: strerror(errno)))") }
    try Uhid.write(Uhid.creation(description), to: descriptor)
    do {
      thread = try WorkerThread { [descriptor, isUnplugged] in
        Uhid.answer(on: descriptor, description.features) { isUnplugged.withLock { $0 } }
      }
    } catch {
      throw Mistake("\(error)")
    }
    var found: (folder: String, node: String)?
    Self.wait {
      for folder in Self.folders() where !before.contains(folder) {
        if let node = Self.touchscreen(in: folder) { found = (folder, node) }
      }
      return found != nil
    }
    guard let found else { throw Mistake("the kernel and udev made no touchscreen of \(description.name)") }
    (folder, node) = found
  }

  /// True, because a device without udev's record does not count as made.
  func waitUntilReady() -> Bool { true }

  /// Sends an input report.
  func send(_ report: [UInt8]) throws(Mistake) {
    sent.append(Interpreter.now() / 1000)
    try Uhid.write(Uhid.input(report), to: descriptor)
  }

  /// Unplugs the device and waits until udev has removed its records of the nodes.
  func destroy() {
    let records = Self.eventFolders(in: folder).compactMap(Self.udevRecord)
    isUnplugged.withLock { $0 = true }
    try? Uhid.write(Uhid.removal, to: descriptor)
    thread.join()
    close(descriptor)
    Self.wait { records.allSatisfy { access($0, F_OK) != 0 } }
  }

  /// The devices that uhid has made.
  private static func folders() -> [String] { paths("/sys/devices/virtual/misc/uhid/*:*:*.*") }

  private static func eventFolders(in folder: String) -> [String] { paths("\(folder)/input/input*/event*") }

  /// The node that udev takes for a touchscreen.
  private static func touchscreen(in folder: String) -> String? {
    let found = eventFolders(in: folder).first { event in
      guard let record = udevRecord(event), let text = TextFile.read(record) else { return false }
      return text.contains("E:ID_INPUT_TOUCHSCREEN=1")
    }
    return found?.split(separator: "/").last.map { "/dev/input/\($0)" }
  }

  /// The file of udev's record of a node, by the node's folder in sysfs.
  private static func udevRecord(_ event: String) -> String? {
    TextFile.read("\(event)/dev").map { "/run/udev/data/c" + $0.filter { !$0.isWhitespace } }
  }

  private static func paths(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }

  /// Waits until a condition holds, 10 s at most.
  private static func wait(for condition: () -> Bool) {
    for _ in 0..<2000 {
      if condition() { return }
      usleep(5000)
    }
  }
}

/// The events of the kernel's `struct uhid_event` (`linux/uhid.h`), which has no gaps, as bytes.
private enum Uhid {
  static let control = "/dev/uhid"

  /// Kinds of events, as in the kernel's `enum uhid_event_type`.
  private enum Kind {
    static let destroy: UInt32 = 1
    static let stop: UInt32 = 3
    static let getReport: UInt32 = 9
    static let getReportReply: UInt32 = 10
    static let create: UInt32 = 11
    static let input: UInt32 = 12
    static let setReport: UInt32 = 13
    static let setReportReply: UInt32 = 14
  }

  /// The size of the largest event.
  private static let size = 4380

  static func creation(_ description: HIDDevice.Description) -> [UInt8] {
    let texts = text(description.name, 128) + text(description.physicalPath, 64) + text("", 64)
    let country: UInt32 = 0
    return bytes(Kind.create) + texts + bytes(UInt16(description.reportDescriptor.count)) + bytes(description.bus)
      + bytes(UInt32(description.vendor)) + bytes(UInt32(description.product)) + bytes(UInt32(description.version)) + bytes(country)
      + description.reportDescriptor
  }

  static func input(_ report: [UInt8]) -> [UInt8] { bytes(Kind.input) + bytes(UInt16(report.count)) + report }

  static let removal = bytes(Kind.destroy)

  /// Answers the kernel's questions until the device, once unplugged, is stopped.
  static func answer(on descriptor: Int32, _ features: [UInt8: [UInt8]], until isUnplugged: () -> Bool) {
    var event = [UInt8](repeating: 0, count: size)
    while true {
      let count = read(descriptor, &event, event.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 4 else { return }
      let question = event[4..<8]
      switch event.withUnsafeBytes({ $0.load(as: UInt32.self) }) {
      // The kernel also stops a device when it passes the device from one driver to another.
      case Kind.stop where isUnplugged(): return
      case Kind.getReport:
        let report = features[event[8]]
        let failure: UInt16 = report == nil ? UInt16(EIO) : 0
        let answer = bytes(failure) + bytes(UInt16(report?.count ?? 0)) + (report ?? [])
        try? write(bytes(Kind.getReportReply) + question + answer, to: descriptor)
      case Kind.setReport:
        let failure: UInt16 = 0
        try? write(bytes(Kind.setReportReply) + question + bytes(failure), to: descriptor)
      default: break
      }
    }
  }

  static func write(_ event: [UInt8], to descriptor: Int32) throws(Mistake) {
    guard Glibc.write(descriptor, event, event.count) == event.count else {
      throw Mistake("write to \(control): \(String(cString: strerror(errno)))")
    }
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

  /// A text cut to `size` bytes, the terminating 0 included.
  private static func text(_ text: String, _ size: Int) -> [UInt8] {
    let kept = Array(text.utf8.prefix(size - 1))
    return kept + Array(repeating: 0, count: size - kept.count)
  }
}
