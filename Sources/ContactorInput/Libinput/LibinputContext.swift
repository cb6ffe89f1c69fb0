internal import CContactor
internal import CLibinput
internal import ContactorCore
internal import ContactorSystem
internal import Glibc

/// Owns a libinput context; `libinput_path_create_context()`, `libinput_unref()`.
@safe struct LibinputContext: ~Copyable {
  let pointer: OpaquePointer
  private let table: UnsafeMutablePointer<cct_host>
  // libinput calls it as long as the context lives.
  private let host: LibinputHost

  /// Creates a context without devices.
  init(host: LibinputHost) throws(InputError) {
    let table = UnsafeMutablePointer<cct_host>.allocate(capacity: 1)
    unsafe table.initialize(to: host.makeTable())
    errno = 0
    guard let pointer = unsafe cct_create_context(table) else {
      let number = errno == 0 ? ENOMEM : errno
      unsafe table.deallocate()
      throw InputError.system(number, in: "libinput_path_create_context")
    }
    unsafe self.pointer = unsafe pointer
    unsafe self.table = unsafe table
    self.host = host
  }

  deinit {
    unsafe libinput_unref(pointer)
    unsafe table.deallocate()
  }

  /// Readable while `dispatch()` has something to do.
  var fileDescriptor: Int32 { unsafe libinput_get_fd(pointer) }

  /// Reads the devices and fills the queue that `next` empties; `libinput_dispatch()`.
  func dispatch() throws(InputError) {
    let result = unsafe libinput_dispatch(pointer)
    if result < 0, result != -EINTR { throw InputError.system(-result, in: "libinput_dispatch") }
  }

  /// Takes the next event; `nil` once the queue is empty.
  func next() -> TouchSample? {
    var contact = cct_contact()
    guard unsafe cct_next_contact(pointer, &contact) else { return nil }
    return TouchSample(contact)
  }

  /// Adds the device at a node; `nil` if it cannot be opened or libinput does not take it.
  func add(_ node: String, as id: DeviceID) -> LibinputDevice? {
    guard let device = unsafe cct_add_device(pointer, node, id.rawValue) else { return nil }
    return unsafe LibinputDevice(retaining: device)
  }
}

extension TouchSample {
  fileprivate init(_ contact: cct_contact) {
    self.init(
      kind: Self.kind(cct_kind(rawValue: UInt32(bitPattern: contact.kind))),
      device: DeviceID(rawValue: contact.device), time: Timestamp(microseconds: contact.time),
      slot: contact.slot,
      position: Point(x: contact.x, y: contact.y), millimetres: Point(x: contact.mm_x, y: contact.mm_y))
  }

  private static func kind(_ kind: cct_kind) -> Kind {
    switch kind {
    case CCT_DOWN: .down
    case CCT_MOTION: .motion
    case CCT_UP: .up
    case CCT_CANCEL: .cancel
    case CCT_FRAME: .frame
    case CCT_POINTER: .pointer
    case CCT_PRESS: .press
    case CCT_RELEASE: .release
    case CCT_DEVICE_ADDED: .added
    case CCT_DEVICE_REMOVED: .removed
    default: .other
    }
  }
}

/// The callbacks of libinput: opens and closes nodes and takes the log.
final class LibinputHost {
  /// Takes the errors that libinput logs, one line each.
  private let log: (String) -> Void
  /// The descriptor that was opened last; −1 if opening failed or nothing was opened since `reset()`.
  private(set) var descriptor: Int32 = -1
  /// Why opening failed; 0 if it did not since `reset()`.
  private(set) var openError: Int32 = 0
  /// libinput's last log line, the reason if it refuses a device.
  private(set) var lastLine = ""
  /// The time at which the descriptor was opened: libinput gets the events since then.
  private(set) var openTime = Timestamp(microseconds: 0)
  /// Called with a device, such as `event1`, when libinput logs that a contact came down in a slot that already had one.
  var replaced: (String) -> Void = { _ in }
  /// The lines passed on since a device was opened, without their digits.
  private var told: Set<String> = []
  /// The devices, as `event1`, that lost events since this was last emptied.
  var overflows: [String] = []

  init(log: @escaping (String) -> Void) {
    self.log = log
  }

  /// Forgets the last opening.
  func reset() {
    descriptor = -1
    openError = 0
    lastLine = ""
    told.removeAll()
  }

  /// Opens a node; returns the descriptor or a negated errno.
  func open(_ node: UnsafePointer<CChar>, flags: Int32) -> Int32 {
    var descriptor = unsafe Glibc.open(node, flags | O_CLOEXEC)
    if descriptor < 0, errno == EACCES {
      // libinput asks for writing, which a touchscreen never needs: a rule may grant reading only.
      descriptor = unsafe Glibc.open(node, flags & ~O_ACCMODE | O_RDONLY | O_CLOEXEC)
    }
    openError = descriptor < 0 ? errno : 0
    openTime = MonotonicClock.now
    self.descriptor = descriptor
    return descriptor < 0 ? -openError : descriptor
  }

  /// Takes a line of libinput's log.
  func take(_ line: String, priority: Int32) {
    lastLine = line
    // libinput has no event for a buffer overflow: the line is the only trace of it, `event1  - name: SYN_DROPPED …`.
    if line.contains(text: "SYN_DROPPED"), let device = line.split(separator: " ").first {
      overflows.append(String(device))
    }
    // libinput has no event for a replaced contact either, and goes on with the old one.
    if line.contains(text: "multiple touch down for the same slot"), let device = line.split(separator: " ").first {
      replaced(String(device))
      return
    }
    // Below errors, libinput introduces each device at length.
    if priority >= 30, isNews(line) { log(line) }
  }

  /// Whether a line is not the repetition, with other numbers, of one that was passed on since a device was opened: a
  /// faulty panel can have libinput complain in each frame.
  private func isNews(_ line: String) -> Bool {
    let kind = line.filter { !$0.isNumber }
    return told.count < 64 && told.insert(kind).inserted
  }

  /// The callbacks for C; the host must outlive them.
  func makeTable() -> cct_host {
    unsafe cct_host(
      open: { context, node, flags in
        guard let context = unsafe context, let node = unsafe node else { return -EINVAL }
        return unsafe LibinputHost.from(context).open(node, flags: flags)
      },
      close: { _, descriptor in _ = Glibc.close(descriptor) },
      log: { context, priority, line in
        guard let context = unsafe context, let line = unsafe line else { return }
        unsafe LibinputHost.from(context).take(String(cString: line), priority: priority)
      },
      context: Unmanaged.passUnretained(self).toOpaque())
  }

  private static func from(_ context: UnsafeMutableRawPointer) -> LibinputHost {
    unsafe Unmanaged<LibinputHost>.fromOpaque(context).takeUnretainedValue()
  }
}

/// One libinput event, flattened, as input for `FrameAssembler`.
struct TouchSample: Hashable, Sendable {
  /// The kinds of libinput's events.
  enum Kind: Hashable, Sendable {
    /// A contact came down.
    case down
    /// A contact moved.
    case motion
    /// A contact was lifted; it has no position.
    case up
    /// A contact turned out to be a palm, or libinput took it away; it has no position.
    case cancel
    /// The device's frame is complete.
    case frame
    /// The pointer of a panel in mouse mode moved.
    case pointer
    /// Its left button was pressed; it has no position.
    case press
    /// Its left button was released; it has no position.
    case release
    /// A device came.
    case added
    /// A device went.
    case removed
    /// Another event than a touch.
    case other

    /// Whether this is of a pointer or its button.
    var isOfPointer: Bool { self == .pointer || self == .press || self == .release }
  }

  /// The kind of event.
  var kind: Kind
  /// The device.
  var device: DeviceID
  /// The time on the device's clock.
  var time: Timestamp
  /// The kernel's slot; −1 on a single-touch panel.
  var slot: Int32 = -1
  /// The position, 0 … 1 of the panel.
  var position = Point.zero
  /// The position in millimetres; only meaningful on a panel that states its size.
  var millimetres = Point.zero
}
