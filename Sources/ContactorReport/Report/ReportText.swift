import ContactorCore
import ContactorLayout
import ContactorTrace

/// Text on its way to a sink, in large pieces.
struct ReportText<Sink: ByteSink>: ~Copyable {
  private(set) var sink: Sink
  private var bytes = TextMemory(capacity: 1 << 17)

  init(_ sink: Sink) {
    self.sink = sink
  }

  mutating func add(_ text: String) { bytes.append(text) }

  mutating func add(bytes text: [UInt8]) { unsafe text.withUnsafeBufferPointer { unsafe bytes.append($0) } }

  mutating func add(_ number: Int64) { DecimalText.append(number, to: &bytes) }

  mutating func add(_ number: Int) { DecimalText.append(Int64(number), to: &bytes) }

  /// Adds a number with up to three decimals; 0 for what is none.
  mutating func add(_ number: Double) {
    if number.isFinite { DecimalText.append(number, to: &bytes) } else { add("0") }
  }

  /// Adds a text as a JSON string that a script element may hold: nothing in it can end the element.
  mutating func add(json text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(scalar.value))
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{7f}", ..<" ":
        let digits = String(scalar.value, radix: 16)
        add("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
      default: add(scalar)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds a text as HTML and XML hold it, also within quotes; what no XML may hold is left out.
  mutating func add(xml text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": add("&amp;")
      case "<": add("&lt;")
      case ">": add("&gt;")
      case "\"": add("&quot;")
      case "'": add("&#39;")
      case "\t", "\n": add(" ")
      case ..<" ", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}": break
      default: add(scalar)
      }
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? .init() { bytes.append(byte) }
  }

  /// Hands over what has gathered, when it is enough.
  mutating func drain() throws(TraceError) {
    if bytes.count >= 1 << 16 { try flush() }
  }

  /// Hands over everything.
  mutating func flush() throws(TraceError) {
    var failure: TraceError?
    do throws(TraceError) { try unsafe sink.write(UnsafeRawBufferPointer(bytes.bytes)) } catch { failure = error }
    bytes.removeAll()
    if let failure { throw failure }
  }
}

/// Pieces of SVG.
extension ReportText {
  /// Adds a piece of text.
  mutating func label(_ label: String, x: Double, y: Double, _ style: String, anchor: String = "start") {
    add("<text class=\"\(style)\"")
    if anchor != "start" { add(" text-anchor=\"\(anchor)\"") }
    add(" x=\"")
    add(x)
    add("\" y=\"")
    add(y)
    add("\">")
    add(xml: label)
    add("</text>")
  }

  /// Adds a rectangle.
  mutating func rectangle(_ frame: Rect, _ style: String) {
    add("<rect class=\"\(style)\" x=\"")
    add(frame.minX)
    add("\" y=\"")
    add(frame.minY)
    add("\" width=\"")
    add(frame.size.width)
    add("\" height=\"")
    add(frame.size.height)
    add("\"/>\n")
  }

  /// Adds a circle.
  mutating func circle(_ center: Point, _ radius: Double, _ style: String) {
    add("<circle class=\"\(style)\" cx=\"")
    add(center.x)
    add("\" cy=\"")
    add(center.y)
    add("\" r=\"")
    add(radius)
    add("\"/>")
  }

  /// Adds a cross.
  mutating func cross(_ center: Point, _ radius: Double) {
    sign(
      "m-\(DecimalText.of(radius)) -\(DecimalText.of(radius))l\(DecimalText.of(radius * 2)) \(DecimalText.of(radius * 2))"
        + "m0 -\(DecimalText.of(radius * 2))l-\(DecimalText.of(radius * 2)) \(DecimalText.of(radius * 2))", at: center, "cross")
  }

  /// Adds a shape whose outline is relative to a place.
  mutating func sign(_ outline: String, at place: Point, _ style: String) {
    add("<path class=\"\(style)\" d=\"M")
    add(place.x)
    add(" ")
    add(place.y)
    add(outline)
    add("\"/>")
  }
}
