internal import CContactor
internal import ContactorCore
internal import ContactorSystem
internal import Glibc

/// What libinput calls back: opens and closes nodes and takes the log.
final class LibinputHost {
  /// Takes the errors that libinput logs, one line each.
  private let log: (String) -> Void
  /// The descriptor that was opened last; −1 if opening failed or nothing was opened since `reset()`.
  private(set) var descriptor: Int32 = -1
  /// Why opening failed; 0 if it did not since `reset()`.
  private(set) var openError: Int32 = 0
  /// What libinput said last, for the case that it does not take a device.
  private(set) var lastLine = ""
  /// When the descriptor was opened: libinput sees what happened since then.
  private(set) var openTime = Timestamp(microseconds: 0)
  /// Takes, as `event1`, the device of which libinput says, at this moment, that a contact came down in a slot that had
  /// one already.
  var replaced: (String) -> Void = { _ in }
  /// The lines passed on, without their numbers.
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
    if line.contains("SYN_DROPPED"), let device = line.split(separator: " ").first {
      overflows.append(String(device))
    }
    // libinput has no event for this either, and goes on with the old contact.
    if line.contains("multiple touch down for the same slot"), let device = line.split(separator: " ").first {
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
