import ContactorCore
import ContactorLayout
import ContactorTrace

/// Pieces of a page and of a drawing.
extension TextOutput {
  mutating func add(bytes text: [UInt8]) { write { buffer in unsafe text.withUnsafeBufferPointer { unsafe buffer.append($0) } } }

  mutating func add(_ number: Int64) { write { $0.append(number) } }

  mutating func add(_ number: Int) { add(Int64(number)) }

  /// Adds a number with up to three decimals; 0 for NaN and the infinities.
  mutating func add(_ number: Double) { write { $0.append(rounded: number.isFinite ? number : 0) } }

  /// Adds a text as a JSON string that a script element may hold: nothing in it can end the element.
  mutating func add(json text: String) { write { $0.append(quoted: text, .page) } }

  /// Adds a text as HTML and XML hold it, also within quotes; what no XML may hold is left out.
  mutating func add(xml text: String) {
    write { buffer in
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": buffer.append(literal: "&amp;")
        case "<": buffer.append(literal: "&lt;")
        case ">": buffer.append(literal: "&gt;")
        case "\"": buffer.append(literal: "&quot;")
        case "'": buffer.append(literal: "&#39;")
        case "\t", "\n": buffer.append(UInt8(ascii: " "))
        case ..<" ", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}": break
        default: buffer.append(scalar)
        }
      }
    }
  }
}

/// Pieces of SVG.
extension TextOutput {
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
