internal import CLibdrm
internal import Glibc
public import PanelDrawing

/// A screen without a window system: a buffer in the kernel's memory that a CRTC shows.
///
/// The first program that opens the card is its master and needs no root. No call to the virtual terminals is made: the kernel itself brings
/// the console back when the program ends, also when it is killed. While another program is master, `drmModeSetCrtc()` and
/// `drmModeDirtyFB()` answer `EACCES`.
@safe public final class KMSScreen: Screen {
  private let card: GraphicsCard
  private var output: GraphicsCard.Output
  private var buffer: UInt32 = 0
  private var frame: UInt32 = 0
  private var stride = 0
  private let pixels: UnsafeMutableRawBufferPointer
  private var before: drmModeCrtcPtr?
  private var isLost = false
  /// The rectangles of the last call, as the kernel wants them; reused.
  private let clips: UnsafeMutablePointer<drmModeClip>

  /// The width of the mode.
  public var width: Int { Int(output.mode.hdisplay) }
  /// The height of the mode.
  public var height: Int { Int(output.mode.vdisplay) }
  /// The refreshes of the mode in a thousand seconds.
  public var millihertz: Int { Int(output.mode.vrefresh) * 1000 }

  /// Takes the screen of a card, or of the first one that has a screen.
  ///
  /// - Throws: an error with the way out: no card, no screen, no permission, or a card that another program has.
  public init(card path: String?) throws(ScreenError) {
    let (card, output) = try GraphicsCard.find(path)
    let memory = try Self.makeBuffer(on: card, output)
    self.card = card
    self.output = output
    (buffer, frame, stride) = (memory.buffer, memory.frame, memory.stride)
    unsafe pixels = memory.pixels
    unsafe clips = .allocate(capacity: Damage.limit)
    unsafe before = drmModeGetCrtc(card.descriptor, output.crtc)
    guard setMode() == 0 else {
      let number = errno
      close()
      throw number == EACCES || number == EPERM
        ? ScreenError(
          "another program draws on \(card.path); end it (a desktop: switch it off with sudo systemctl isolate multi-user.target), or use "
            + "--window")
        : ScreenError("\(card.path) does not take the mode \(output.mode.hdisplay)×\(output.mode.vdisplay): \(GraphicsCard.reason(number))")
    }
  }

  deinit { unsafe clips.deallocate() }

  @safe private struct Memory {
    let buffer: UInt32
    let frame: UInt32
    let stride: Int
    let pixels: UnsafeMutableRawBufferPointer
  }

  private static func makeBuffer(on card: GraphicsCard, _ output: GraphicsCard.Output) throws(ScreenError) -> Memory {
    let descriptor = card.descriptor
    let (width, height) = (UInt32(output.mode.hdisplay), UInt32(output.mode.vdisplay))
    var (buffer, stride, frame): (UInt32, UInt32, UInt32) = (0, 0, 0)
    var (size, offset): (UInt64, UInt64) = (0, 0)
    // 24 bits of colour in 32 bits of memory are what the kernel calls XRGB8888.
    guard unsafe drmModeCreateDumbBuffer(descriptor, width, height, 32, 0, &buffer, &stride, &size) == 0,
      unsafe drmModeAddFB(descriptor, width, height, 24, 32, stride, buffer, &frame) == 0,
      unsafe drmModeMapDumbBuffer(descriptor, buffer, &offset) == 0,
      let memory = unsafe mmap(nil, Int(size), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset)), unsafe memory != MAP_FAILED
    else { throw ScreenError("\(card.path) gives no memory for \(width)×\(height) pixels: \(GraphicsCard.reason(errno))") }
    return unsafe Memory(
      buffer: buffer, frame: frame, stride: Int(stride), pixels: UnsafeMutableRawBufferPointer(start: memory, count: Int(size)))
  }

  /// Has the CRTC show the buffer; 0, or an error in `errno`.
  private func setMode() -> Int32 {
    var connector = output.connector
    return unsafe drmModeSetCrtc(card.descriptor, output.crtc, frame, 0, 0, &connector, 1, &output.mode)
  }

  // MARK: Showing

  /// Copies the damaged rectangles to the buffer and names them to the kernel; `drmModeDirtyFB()`.
  ///
  /// - Returns: false while another program is the card's master.
  /// - Throws: an error if the card is gone.
  public func show(_ canvas: Canvas, _ damage: borrowing Damage) throws(ScreenError) -> Bool {
    // Once another program was master, the CRTC shows that program's picture.
    if isLost {
      _ = drmSetMaster(card.descriptor)
      guard setMode() == 0 else { return try refused(errno) }
      isLost = false
    }
    copy(canvas, damage)
    let result = unsafe drmModeDirtyFB(card.descriptor, frame, clips, UInt32(damage.rects.count))
    // A driver that shows its memory as it is has no such call.
    if result == 0 || result == -ENOSYS { return true }
    return try refused(-result)
  }

  private func refused(_ number: Int32) throws(ScreenError) -> Bool {
    guard number == EACCES || number == EPERM else {
      throw ScreenError("\(card.path) no longer takes pictures: \(GraphicsCard.reason(number))")
    }
    isLost = true
    return false
  }

  private func copy(_ canvas: Canvas, _ damage: borrowing Damage) {
    unsafe canvas.withPixels { source, sourceStride in
      guard let from = source.baseAddress, let to = unsafe pixels.baseAddress else { return }
      for index in damage.rects.indices {
        let rect = damage.rects[index]
        unsafe clips[index] = drmModeClip(
          x1: UInt16(rect.left), y1: UInt16(rect.top), x2: UInt16(rect.right), y2: UInt16(rect.bottom))
        for row in rect.top..<rect.bottom {
          unsafe memcpy(to + row * stride + rect.left * 4, from + row * sourceStride + rect.left * 4, rect.width * 4)
        }
      }
    }
  }

  /// Has the CRTC show what it showed before, and frees the buffer.
  public func close() {
    if let before = unsafe before {
      var connector = output.connector
      // Without a buffer the kernel's console takes the screen by itself.
      if unsafe before.pointee.buffer_id != 0 {
        unsafe drmModeSetCrtc(
          card.descriptor, before.pointee.crtc_id, before.pointee.buffer_id, before.pointee.x, before.pointee.y, &connector, 1,
          &before.pointee.mode)
      }
      unsafe drmModeFreeCrtc(before)
      unsafe self.before = nil
    }
    if frame != 0 { drmModeRmFB(card.descriptor, frame) }
    unsafe munmap(pixels.baseAddress, pixels.count)
    if buffer != 0 { drmModeDestroyDumbBuffer(card.descriptor, buffer) }
    (frame, buffer) = (0, 0)
  }
}
