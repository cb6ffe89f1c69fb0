internal import CCairo
internal import ContactorCore
internal import Glibc

/// A colour without transparency: red, green and blue, 0 … 1.
public struct Color: Hashable, Sendable {
  let red: Double
  let green: Double
  let blue: Double

  /// Creates a colour from a number such as `0x1C232D`.
  public init(_ hex: UInt32) {
    (red, green, blue) = (Double(hex >> 16 & 255) / 255, Double(hex >> 8 & 255) / 255, Double(hex & 255) / 255)
  }
}

/// The picture of the screen in the program's own memory, drawn by Cairo: 32 bits a pixel, blue in the lowest byte.
///
/// Screens copy from it what was drawn. The screen's memory itself is often not cached, and slow to blend in. Not `Sendable`.
@safe public final class Canvas {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  private let surface: OpaquePointer
  private let cairo: OpaquePointer
  /// What the coordinates of a view are moved by; whole pixels, so that edges stay sharp.
  var origin = Point.zero

  /// Creates a black picture.
  ///
  /// - Throws: an error for a size that Cairo does not take.
  public init(width: Int, height: Int) throws(DrawingError) {
    unsafe surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(clamping: width), Int32(clamping: height))
    unsafe cairo = cairo_create(surface)
    (self.width, self.height) = (width, height)
    guard unsafe cairo_status(cairo) == CAIRO_STATUS_SUCCESS, width > 0, height > 0 else {
      throw DrawingError("cannot make a picture of \(width)×\(height) pixels")
    }
  }

  deinit {
    unsafe cairo_destroy(cairo)
    unsafe cairo_surface_destroy(surface)
  }

  /// All pixels.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Calls the body with the rows of the picture and their length in bytes.
  public func withPixels(_ body: (UnsafeRawBufferPointer, _ stride: Int) -> Void) {
    unsafe cairo_surface_flush(surface)
    let stride = Int(unsafe cairo_image_surface_get_stride(surface))
    unsafe body(UnsafeRawBufferPointer(start: cairo_image_surface_get_data(surface), count: stride * height), stride)
  }

  /// Whether another picture of the same size is the same, for tests: colours may differ by `tolerance` of 255.
  ///
  /// Cairo rounds the edge of a curve a little differently within another clip.
  func isSame(as other: Canvas, tolerance: Int = 2) -> Bool {
    var isSame = true
    unsafe withPixels { left, stride in
      unsafe other.withPixels { right, _ in
        guard left.count == right.count, let one = left.baseAddress, let two = right.baseAddress else { return isSame = false }
        for row in 0..<height where unsafe memcmp(one + row * stride, two + row * stride, width * 4) != 0 {
          for index in row * stride..<row * stride + width * 4 where unsafe abs(Int(left[index]) - Int(right[index])) > tolerance {
            isSame = false
          }
        }
      }
    }
    return isSame
  }

  /// Writes the picture as a PNG file, or as a PPM file to a path that ends so, for programs that compare pixels.
  ///
  /// - Throws: an error with the reason if the file cannot be written.
  public func write(to path: String) throws(DrawingError) {
    if path.hasSuffix(".ppm") { return try writePPM(to: path) }
    let status = unsafe cairo_surface_write_to_png(surface, path)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw DrawingError("cannot write \(path): \(unsafe String(cString: cairo_status_to_string(status)))")
    }
  }

  private func writePPM(to path: String) throws(DrawingError) {
    guard let file = unsafe fopen(path, "w") else { throw DrawingError("cannot write \(path)") }
    var bytes = ContiguousArray("P6\n\(width) \(height)\n255\n".utf8)
    unsafe withPixels { pixels, stride in
      for row in 0..<height {
        for start in Swift.stride(from: row * stride, to: row * stride + width * 4, by: 4) {
          unsafe bytes.append(contentsOf: [pixels[start + 2], pixels[start + 1], pixels[start]])
        }
      }
    }
    let written = unsafe bytes.withUnsafeBufferPointer { unsafe fwrite($0.baseAddress, 1, $0.count, file) }
    guard unsafe fclose(file) == 0, written == bytes.count else { throw DrawingError("cannot write \(path)") }
  }

  // MARK: Drawing

  /// Draws nowhere but in a rectangle of the screen, until the next call.
  func clip(to rect: PixelRect) {
    unsafe cairo_reset_clip(cairo)
    unsafe cairo_rectangle(cairo, Double(rect.left), Double(rect.top), Double(rect.width), Double(rect.height))
    unsafe cairo_clip(cairo)
  }

  func fill(_ rect: Rect, _ color: Color) {
    guard !rect.isEmpty else { return }
    unsafe cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
    unsafe cairo_rectangle(cairo, origin.x + rect.minX, origin.y + rect.minY, rect.width, rect.height)
    unsafe cairo_fill(cairo)
  }

  /// Fills a rectangle with round corners; with a radius of half of its side, a circle.
  func fill(_ rect: Rect, radius: Double, _ color: Color) {
    guard !rect.isEmpty else { return }
    unsafe cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
    trace(rect, radius)
    unsafe cairo_fill(cairo)
  }

  /// Draws a line along the inside of a rectangle with round corners.
  func stroke(_ rect: Rect, radius: Double, width: Double, _ color: Color) {
    guard rect.width > width, rect.height > width else { return }
    unsafe cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
    unsafe cairo_set_line_width(cairo, width)
    trace(rect.insetBy(dx: width / 2, dy: width / 2), radius - width / 2)
    unsafe cairo_stroke(cairo)
  }

  /// Draws part of a ring with round ends; angles clockwise from straight up, in radians.
  func arc(center: Point, radius: Double, width: Double, from start: Double, to end: Double, _ color: Color) {
    guard end > start, radius > 0 else { return }
    unsafe cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
    unsafe cairo_set_line_width(cairo, width)
    unsafe cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_arc(cairo, origin.x + center.x, origin.y + center.y, radius, start - .pi / 2, end - .pi / 2)
    unsafe cairo_stroke(cairo)
  }

  /// Draws a line with round ends.
  func line(from start: Point, to end: Point, width: Double, _ color: Color) {
    unsafe cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
    unsafe cairo_set_line_width(cairo, width)
    unsafe cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_move_to(cairo, origin.x + start.x, origin.y + start.y)
    unsafe cairo_line_to(cairo, origin.x + end.x, origin.y + end.y)
    unsafe cairo_stroke(cairo)
  }

  /// Draws glyphs that were laid out from the origin of a view.
  func show(_ glyphs: UnsafePointer<cairo_glyph_t>, _ count: Int, _ font: OpaquePointer, _ color: Color) {
    guard count > 0 else { return }
    unsafe cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
    unsafe cairo_set_scaled_font(cairo, font)
    unsafe cairo_show_glyphs(cairo, glyphs, Int32(count))
  }

  private func trace(_ rect: Rect, _ radius: Double) {
    let corner = max(0, min(radius, min(rect.width, rect.height) / 2))
    let (left, top) = (origin.x + rect.minX, origin.y + rect.minY)
    let (right, bottom) = (left + rect.width, top + rect.height)
    unsafe cairo_new_sub_path(cairo)
    unsafe cairo_arc(cairo, right - corner, top + corner, corner, -.pi / 2, 0)
    unsafe cairo_arc(cairo, right - corner, bottom - corner, corner, 0, .pi / 2)
    unsafe cairo_arc(cairo, left + corner, bottom - corner, corner, .pi / 2, .pi)
    unsafe cairo_arc(cairo, left + corner, top + corner, corner, .pi, 1.5 * .pi)
    unsafe cairo_close_path(cairo)
  }
}

/// Why something cannot be drawn, in one sentence.
public struct DrawingError: Error, Hashable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
