import ContactorCore
import ContactorLayout
import ContactorTrace

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
