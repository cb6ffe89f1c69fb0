internal import CCairo
internal import ContactorCore
internal import ContactorControls

/// The letters of one font file, in the sizes that are asked for.
///
/// FreeType reads the file and Cairo draws its glyphs, so that a picture is the same on every machine: fontconfig, which would choose
/// among the fonts that are installed, takes no part. Scripts that join letters, or run from right to left, want Pango instead.
@safe public final class Font {
  /// How a line of text lies in its rectangle.
  public enum Alignment: Hashable, Sendable {
    /// At the left edge.
    case left
    /// In the middle.
    case center
    /// At the right edge.
    case right
  }

  /// A size of the font; Cairo keeps the glyphs that it has drawn.
  @safe private struct Size {
    let points: Int
    let scaled: OpaquePointer
    let ascent: Double
    let descent: Double
  }

  /// The longest line that is drawn, in characters.
  private static let lineLimit = 256
  private static let ellipsis: Unicode.Scalar = "…"

  private let library: FT_Library
  private let face: FT_Face
  private let drawnFace: OpaquePointer
  private var sizes: ContiguousArray<Size> = []
  /// The line that is being laid out, reused.
  private let line: UnsafeMutablePointer<cairo_glyph_t>

  /// Opens a font file.
  ///
  /// - Throws: an error that names the file if it cannot be read or is no font.
  public init(path: String) throws(DrawingError) {
    var library: FT_Library?
    var face: FT_Face?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else { throw DrawingError("FreeType does not start") }
    guard unsafe FT_New_Face(library, path, 0, &face) == 0, let face = unsafe face else {
      unsafe FT_Done_FreeType(library)
      throw DrawingError("\(path) is not there or is no font; install fonts-dejavu-core, or name another file with --font")
    }
    unsafe self.library = library
    unsafe self.face = face
    unsafe drawnFace = cairo_ft_font_face_create_for_ft_face(face, 0)
    unsafe line = .allocate(capacity: Self.lineLimit)
  }

  deinit {
    for size in sizes { unsafe cairo_scaled_font_destroy(size.scaled) }
    unsafe cairo_font_face_destroy(drawnFace)
    // Cairo keeps a face for a while after its last use; both live until the program ends.
    unsafe line.deallocate()
  }

  /// Draws a line of text in the middle of a rectangle's height, shortened by `…` where it is too wide.
  func draw(
    _ text: String, in rect: Rect, size points: Int, _ color: Color, _ alignment: Alignment = .left, on canvas: Canvas
  ) {
    let size = size(points)
    let (count, width) = layOut(text, size, within: rect.width)
    guard count > 0 else { return }
    let slack = max(0, rect.width - width)
    let shift = alignment == .left ? 0 : alignment == .center ? slack / 2 : slack
    let x = (canvas.origin.x + rect.minX + shift).rounded()
    let y = (canvas.origin.y + rect.minY + (rect.height + size.ascent - size.descent) / 2).rounded()
    for index in 0..<count {
      unsafe line[index].x += x
      unsafe line[index].y = y
    }
    unsafe canvas.show(line, count, size.scaled, color)
  }

  /// The width of a text in pixels.
  func width(of text: String, size points: Int) -> Double { layOut(text, size(points), within: .infinity).width }

  /// The distance of lines of a size.
  func lineHeight(size points: Int) -> Double {
    let size = size(points)
    return size.ascent + size.descent
  }

  // MARK: Layout

  /// Puts the glyphs of a text into `line`, from 0 on.
  private func layOut(_ text: String, _ size: Size, within limit: Double) -> (count: Int, width: Double) {
    var (count, x) = (0, 0.0)
    for scalar in text.unicodeScalars {
      guard count < Self.lineLimit - 1 else { break }
      let glyph = glyph(of: scalar)
      let advance = advance(of: glyph, size)
      if x + advance > limit { return shorten(count, size, within: limit) }
      unsafe line[count] = cairo_glyph_t(index: glyph, x: x, y: 0)
      x += advance
      count += 1
    }
    return (count, x)
  }

  /// Takes glyphs from the end of the line until `…` fits behind it.
  private func shorten(_ length: Int, _ size: Size, within limit: Double) -> (count: Int, width: Double) {
    let mark = glyph(of: Self.ellipsis)
    let room = limit - advance(of: mark, size)
    var count = length
    var end = count > 0 ? unsafe line[count - 1].x + advance(of: line[count - 1].index, size) : 0
    while count > 0, end > room {
      count -= 1
      end = unsafe line[count].x
    }
    guard room >= 0 else { return (0, 0) }
    unsafe line[count] = cairo_glyph_t(index: mark, x: end, y: 0)
    return (count + 1, limit - room + end)
  }

  private func glyph(of scalar: Unicode.Scalar) -> UInt {
    UInt(unsafe FT_Get_Char_Index(face, FT_ULong(scalar.value)))
  }

  private func advance(of glyph: UInt, _ size: Size) -> Double {
    var glyph = cairo_glyph_t(index: glyph, x: 0, y: 0)
    var extents = cairo_text_extents_t()
    unsafe cairo_scaled_font_glyph_extents(size.scaled, &glyph, 1, &extents)
    return extents.x_advance
  }

  private func size(_ points: Int) -> Size {
    for size in sizes where size.points == points { return size }
    let size = makeSize(points)
    sizes.append(size)
    return size
  }

  private func makeSize(_ points: Int) -> Size {
    var (matrix, identity) = (cairo_matrix_t(), cairo_matrix_t())
    unsafe cairo_matrix_init_scale(&matrix, Double(points), Double(points))
    unsafe cairo_matrix_init_identity(&identity)
    let options = unsafe cairo_font_options_create()
    // Whole pixels for every advance, so that a text looks the same wherever it stands.
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    defer { unsafe cairo_font_options_destroy(options) }
    guard let scaled = unsafe cairo_scaled_font_create(drawnFace, &matrix, &identity, options) else {
      fatalError("Cairo gives no font, not even one that reports an error")
    }
    var extents = cairo_font_extents_t()
    unsafe cairo_scaled_font_extents(scaled, &extents)
    return unsafe Size(points: points, scaled: scaled, ascent: extents.ascent, descent: extents.descent)
  }
}

/// The widths of the letters of a text that is edited, for the caret's place.
final class FontMeasure: TextMeasuring {
  private let font: Font
  private let size: Int

  init(_ font: Font, size: Int) {
    (self.font, self.size) = (font, size)
  }

  func advance(of character: Character, after previous: Character?) -> Double { font.width(of: String(character), size: size) }

  var lineHeight: Double { font.lineHeight(size: size) }
}
