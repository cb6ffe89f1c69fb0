import ContactorCore
import CContactorSystem

/// How the pixels of a framebuffer lie in its memory; only what can be drawn on safely becomes one.
struct FramebufferGeometry: Equatable {
  /// A colour's place in a pixel.
  struct Channel: Equatable {
    var offset: Int
    var bits: Int

    /// The bits of a colour of 0 … 255.
    func pack(_ value: UInt8) -> UInt32 {
      guard bits > 0 else { return 0 }
      let scaled = bits >= 8 ? UInt32(value) << UInt32(bits - 8) : UInt32(value) >> UInt32(8 - bits)
      return scaled << UInt32(offset)
    }
  }

  /// Why a framebuffer cannot be drawn on.
  struct Unfit: Error, Equatable {
    let reason: String
  }

  /// The largest width and height that are believed.
  static let limit = 32_768

  /// The visible part in pixels.
  let width: Int
  let height: Int
  /// Bytes of a pixel: 2 or 4.
  let bytes: Int
  /// Bytes from one row to the next.
  let stride: Int
  /// The byte at which the visible part begins.
  let start: Int
  /// The bytes of the memory.
  let size: Int
  let red: Channel
  let green: Channel
  let blue: Channel

  /// Checks what the kernel says.
  init(_ kernel: cct_framebuffer) throws(Unfit) {
    guard kernel.is_packed else { throw Unfit(reason: "its pixels are not plain colours") }
    guard kernel.bits == 16 || kernel.bits == 32 else { throw Unfit(reason: "it has \(kernel.bits) bits a pixel, not 16 or 32") }
    let (width, height, bytes) = (Int(kernel.width), Int(kernel.height), Int(kernel.bits) / 8)
    guard (16...Self.limit).contains(width), (16...Self.limit).contains(height) else {
      throw Unfit(reason: "it is \(width) × \(height) pixels")
    }
    let stride = Int(kernel.stride)
    let (x, y) = (Int(kernel.x), Int(kernel.y))
    guard x <= Self.limit, y <= Self.limit * 4, stride <= Self.limit * 16, kernel.size <= UInt64(Int32.max),
      (x + width) * bytes <= stride, (y + height) * stride <= Int(kernel.size)
    else { throw Unfit(reason: "its rows do not fit into its memory") }
    func channel(_ offset: UInt32, _ bits: UInt32) throws(Unfit) -> Channel {
      guard (1...16).contains(bits), offset + bits <= kernel.bits, offset <= 32 else {
        throw Unfit(reason: "its colours do not fit into its pixels")
      }
      return Channel(offset: Int(offset), bits: Int(bits))
    }
    red = try channel(kernel.red_offset, kernel.red_bits)
    green = try channel(kernel.green_offset, kernel.green_bits)
    blue = try channel(kernel.blue_offset, kernel.blue_bits)
    (self.width, self.height, self.bytes, self.stride) = (width, height, bytes, stride)
    start = y * stride + x * bytes
    size = Int(kernel.size)
  }

  /// The pixel of a colour.
  func pixel(_ colour: FramebufferColour) -> UInt32 { red.pack(colour.red) | green.pack(colour.green) | blue.pack(colour.blue) }
}

/// A colour; each part is 0 … 255.
struct FramebufferColour: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  static let black = FramebufferColour(red: 0, green: 0, blue: 0)
  static let white = FramebufferColour(red: 255, green: 255, blue: 255)
  static let grey = FramebufferColour(red: 96, green: 96, blue: 96)
  static let green = FramebufferColour(red: 0, green: 200, blue: 80)
  static let red = FramebufferColour(red: 255, green: 64, blue: 64)
}

/// Draws on memory that has the geometry of a framebuffer; whatever lies outside of the visible part is left out.
@safe struct FramebufferCanvas {
  let geometry: FramebufferGeometry
  private let memory: UnsafeMutableRawBufferPointer

  /// Draws on memory of at least `geometry.size` bytes, which must outlive the canvas.
  init(_ geometry: FramebufferGeometry, on memory: UnsafeMutableRawBufferPointer) {
    precondition(memory.count >= geometry.size, "the memory is smaller than the framebuffer")
    self.geometry = geometry
    unsafe self.memory = unsafe memory
  }

  /// Fills a rectangle.
  func fill(x: Int, y: Int, width: Int, height: Int, _ colour: FramebufferColour) {
    let columns = max(x, 0)..<max(min(x + width, geometry.width), max(x, 0))
    let rows = max(y, 0)..<max(min(y + height, geometry.height), max(y, 0))
    let pixel = geometry.pixel(colour)
    for row in rows {
      for column in columns { set(column, row, pixel) }
    }
  }

  /// Fills everything.
  func clear(_ colour: FramebufferColour) { fill(x: 0, y: 0, width: geometry.width, height: geometry.height, colour) }

  /// Draws a ring about a pixel.
  func ring(x: Int, y: Int, radius: Int, thickness: Int, _ colour: FramebufferColour) {
    let pixel = geometry.pixel(colour)
    let inner = max(radius - thickness, 0)
    for row in max(y - radius, 0)...max(min(y + radius, geometry.height - 1), max(y - radius, 0)) where row < geometry.height {
      for column in max(x - radius, 0)...max(min(x + radius, geometry.width - 1), max(x - radius, 0)) where column < geometry.width {
        let square = (column - x) * (column - x) + (row - y) * (row - y)
        if square <= radius * radius, square >= inner * inner { set(column, row, pixel) }
      }
    }
  }

  /// Draws a cross in a ring about a pixel.
  func mark(x: Int, y: Int, radius: Int, _ colour: FramebufferColour) {
    let thickness = max(radius / 10, 1)
    ring(x: x, y: y, radius: radius, thickness: thickness, colour)
    let half = thickness / 2
    fill(x: x - radius, y: y - half, width: 2 * radius + 1, height: thickness, colour)
    fill(x: x - half, y: y - radius, width: thickness, height: 2 * radius + 1, colour)
  }

  /// The bytes of the visible part, row by row.
  func visible() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(geometry.width * geometry.height * geometry.bytes)
    for row in 0..<geometry.height {
      let start = geometry.start + row * geometry.stride
      unsafe bytes.append(contentsOf: memory[start..<start + geometry.width * geometry.bytes])
    }
    return bytes
  }

  /// Puts the bytes of `visible()` back.
  func restore(_ bytes: [UInt8]) {
    let length = geometry.width * geometry.bytes
    guard bytes.count == length * geometry.height else { return }
    unsafe bytes.withUnsafeBytes { source in
      for row in 0..<geometry.height {
        let start = geometry.start + row * geometry.stride
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + length]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[row * length..<(row + 1) * length]))
      }
    }
  }

  private func set(_ column: Int, _ row: Int, _ pixel: UInt32) {
    let place = geometry.start + row * geometry.stride + column * geometry.bytes
    if geometry.bytes == 4 {
      unsafe memory.storeBytes(of: pixel, toByteOffset: place, as: UInt32.self)
    } else {
      unsafe memory.storeBytes(of: UInt16(truncatingIfNeeded: pixel), toByteOffset: place, as: UInt16.self)
    }
  }
}
