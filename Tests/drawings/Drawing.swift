import ContactorControls
import ContactorCore

/// A view's parts as an SVG: each part a rectangle at its place, with its text, and a legend with the names of the kinds.
///
/// A view that shows a part of its content is drawn as a renderer does it: what lies outside of its bounds is cut off.
struct Drawing {
  private let frame: Rect
  private let parts: [ContentPart]
  /// The kinds of parts in the order in which they come.
  private let kinds: [String]
  /// Whether the view is a text, whose characters stand where its caret and selection say.
  private let isText: Bool

  private static let scale = 2.0
  private static let margin = 12.0
  private static let lineHeight = 18.0
  /// The width of a letter of a text, in the drawing's units: about that of a font of 13.
  private static let letterWidth = 8.0

  init(of view: View) {
    frame = view.bounds
    isText = view is TextControl
    let all = Self.parts(of: view, in: view)
    parts = view is ScrollView || view is PickerView || view is MenuView ? Self.clipped(all, to: view.bounds) : all
    var kinds: [String] = []
    for part in parts where !kinds.contains(part.kind) { kinds.append(part.kind) }
    self.kinds = kinds
  }

  /// The parts of a view and of the views in it, in its space; those of a scroll view lie over its content.
  private static func parts(of view: View, in root: View) -> [ContentPart] {
    let own = view.contentParts.map { part in
      var moved = part
      moved.frame = view.convert(part.frame, to: root)
      return moved
    }
    let inner = view.subviews.filter { !$0.isHidden }.flatMap { parts(of: $0, in: root) }
    return view is ScrollView ? inner + own : own + inner
  }

  private static func clipped(_ parts: [ContentPart], to bounds: Rect) -> [ContentPart] {
    parts.compactMap { part in
      var cut = part
      let (left, top) = (max(part.frame.minX, bounds.minX), max(part.frame.minY, bounds.minY))
      let (right, bottom) = (min(part.frame.maxX, bounds.maxX), min(part.frame.maxY, bounds.maxY))
      guard right > left, bottom > top else { return nil }
      cut.frame = Rect(x: left, y: top, width: right - left, height: bottom - top)
      return cut
    }
  }

  var svg: String {
    let (left, top) = (parts.map(\.frame.minX).min() ?? 0, parts.map(\.frame.minY).min() ?? 0)
    let box = parts.reduce(frame) { $0.union($1.frame) }
    let origin = Point(x: min(left, frame.minX), y: min(top, frame.minY))
    let legend = self.legend
    let letters = legend.map(\.text.count).max() ?? 0
    let width = box.size.width * Self.scale + 3 * Self.margin + 18 + Double(letters) * Self.letterWidth
    let height = max(box.size.height * Self.scale, Double(legend.count) * Self.lineHeight) + 2 * Self.margin
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.short(width))" height="\(Self.short(height))" \
      viewBox="0 0 \(Self.short(width)) \(Self.short(height))" font-family="DejaVu Sans, sans-serif" \
      font-size="13">
      <rect width="100%" height="100%" fill="#ffffff"/>

      """
    for part in parts { text += draw(part, from: origin) }
    // A band, such as a selection, hides no text.
    for part in parts { text += drawText(of: part, from: origin) }
    text += rectangle(frame, from: origin, fill: "none", line: "#9aa4b2", isDashed: true)
    for (index, line) in legend.enumerated() {
      text += draw(line, x: box.size.width * Self.scale + 2 * Self.margin, y: Self.margin + Double(index) * Self.lineHeight)
    }
    return text + "</svg>\n"
  }

  private func draw(_ part: ContentPart, from origin: Point) -> String {
    rectangle(
      part.frame, from: origin, fill: fill(of: part), line: "#33415c", isDashed: part.state.contains(.disabled),
      opacity: Self.opacity(of: part))
  }

  private func drawText(of part: ContentPart, from origin: Point) -> String {
    guard let label = part.text?.filter({ !$0.isNewline }), !label.isEmpty else { return "" }
    var place = Point(
      x: (part.frame.midX - origin.x) * Self.scale + Self.margin, y: (part.frame.midY - origin.y) * Self.scale + Self.margin + 4.5)
    var look = "text-anchor=\"middle\" fill=\"\(part.state.contains(.disabled) ? "#5b6678" : "#101828")\""
    if isText {
      // Carets and selections are where each character is as wide as a text without a font has it.
      place.x = (part.frame.minX - origin.x) * Self.scale + Self.margin
      look = "font-size=\"24\" textLength=\"\(Self.short(Double(label.count) * TextMetrics.advance * Self.scale))\" fill=\"#101828\""
      place.y += 4
    } else if Double(label.count) * Self.letterWidth > part.frame.size.width * Self.scale {
      // A text that is wider than its part stands below it.
      place.y += part.frame.size.height * Self.scale / 2 + 10
    }
    return "<text x=\"\(Self.short(place.x))\" y=\"\(Self.short(place.y))\" \(look)>\(Self.escaped(label))</text>\n"
  }

  /// A part without a text may be a band or a frame over others.
  private static func opacity(of part: ContentPart) -> Double { part.text == nil ? 0.4 : 1 }

  private func rectangle(_ frame: Rect, from origin: Point, fill: String, line: String, isDashed: Bool, opacity: Double = 1) -> String {
    let x = Self.short((frame.minX - origin.x) * Self.scale + Self.margin)
    let y = Self.short((frame.minY - origin.y) * Self.scale + Self.margin)
    let dash = isDashed ? " stroke-dasharray=\"4 3\"" : ""
    let size = "width=\"\(Self.short(frame.size.width * Self.scale))\" height=\"\(Self.short(frame.size.height * Self.scale))\""
    return "<rect x=\"\(x)\" y=\"\(y)\" \(size) rx=\"3\" fill=\"\(fill)\" fill-opacity=\"\(opacity)\" stroke=\"\(line)\"\(dash)/>\n"
  }

  // MARK: Legend

  private struct Line {
    var text: String
    var fill: String
    var opacity = 1.0
    var isDashed = false
  }

  /// The kinds with their colours, what other colours and lines mean, and the bounds.
  private var legend: [Line] {
    var lines = kinds.enumerated().map { index, kind in
      Line(text: kind, fill: Self.color(index), opacity: parts.first { $0.kind == kind }.map(Self.opacity) ?? 1)
    }
    for (state, name) in [(Control.State.selected, "selected"), (.highlighted, "highlighted")]
    where parts.contains(where: { $0.state.contains(state) }) {
      lines.append(Line(text: name, fill: Self.lit))
    }
    if parts.contains(where: { $0.state.contains(.disabled) }) { lines.append(Line(text: "disabled", fill: "none", isDashed: true)) }
    lines.append(Line(text: "bounds", fill: "none", isDashed: true))
    return lines
  }

  private func draw(_ line: Line, x: Double, y: Double) -> String {
    let dash = line.isDashed ? " stroke-dasharray=\"4 3\"" : ""
    let stroke = line.text == "bounds" ? "#9aa4b2" : "#33415c"
    let look = "fill=\"\(line.fill)\" fill-opacity=\"\(line.opacity)\" stroke=\"\(stroke)\"\(dash)"
    return """
      <rect x="\(Self.short(x))" y="\(Self.short(y))" width="12" height="12" rx="2" \(look)/>
      <text x="\(Self.short(x + 18))" y="\(Self.short(y + 11))" fill="#101828">\(Self.escaped(line.text))</text>

      """
  }

  /// The colour of a part that is selected or highlighted.
  private static let lit = "#f2b84b"

  /// A colour for the part's kind, or that of a part which is pressed or selected.
  private func fill(of part: ContentPart) -> String {
    if !part.state.isDisjoint(with: [.highlighted, .selected]) { return Self.lit }
    return Self.color(kinds.firstIndex(of: part.kind) ?? 0)
  }

  private static let colors = ["#e7ecf3", "#b9d5f5", "#cfe8cf", "#f5d5c8", "#ddd0f0", "#f3eac2", "#c9e9ea", "#f0cfe0"]

  private static func color(_ index: Int) -> String { colors[index % colors.count] }

  /// A number with one decimal, without a fraction that is 0.
  private static func short(_ number: Double) -> String {
    guard number.isFinite, number.magnitude < 1e6 else { return "0" }
    let tenths = Int((number * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }.joined()
  }
}
