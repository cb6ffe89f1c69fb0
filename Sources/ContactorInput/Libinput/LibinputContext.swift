internal import CContactor
internal import CLibinput
internal import ContactorCore
internal import Glibc

/// Owns a libinput context; `libinput_path_create_context()`, `libinput_unref()`.
@safe struct LibinputContext: ~Copyable {
  private let pointer: OpaquePointer
  private let table: UnsafeMutablePointer<cct_host>
  // libinput calls it as long as the context lives.
  private let host: LibinputHost

  /// Creates a context without devices.
  init(host: LibinputHost) throws(InputError) {
    let table = UnsafeMutablePointer<cct_host>.allocate(capacity: 1)
    unsafe table.initialize(to: host.makeTable())
    guard let pointer = unsafe cct_create_context(table) else {
      unsafe table.deallocate()
      throw InputError.system(ENOMEM, in: "libinput_path_create_context")
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
    case CCT_DEVICE_ADDED: .added
    case CCT_DEVICE_REMOVED: .removed
    default: .other
    }
  }
}
