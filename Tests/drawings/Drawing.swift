import ContactorControls
import ContactorCore

/// A view's parts as an SVG: each part a rectangle at its place, with its text, and a legend with the names of the kinds.
struct Drawing {
  private let frame: Rect
  private let parts: [ContentPart]
  /// The kinds of parts in the order in which they come.
  private let kinds: [String]

  private static let scale = 2.0
  private static let margin = 12.0
  private static let lineHeight = 18.0
  private static let legendWidth = 150.0

  init(of view: View) {
    frame = view.bounds
    parts = Self.parts(of: view, in: view)
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

  var svg: String {
    let (left, top) = (parts.map(\.frame.minX).min() ?? 0, parts.map(\.frame.minY).min() ?? 0)
    let box = parts.reduce(frame) { $0.union($1.frame) }
    let origin = Point(x: min(left, frame.minX), y: min(top, frame.minY))
    let width = box.size.width * Self.scale + 3 * Self.margin + Self.legendWidth
    let height = max(box.size.height * Self.scale, Double(kinds.count + 1) * Self.lineHeight) + 2 * Self.margin
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.short(width)) \(Self.short(height))" \
      font-family="DejaVu Sans, sans-serif" font-size="13">
      <rect width="100%" height="100%" fill="#ffffff"/>

      """
    text += rectangle(frame, from: origin, fill: "none", line: "#9aa4b2", isDashed: true)
    for part in parts { text += draw(part, from: origin) }
    text += legend(at: box.size.width * Self.scale + 2 * Self.margin)
    return text + "</svg>\n"
  }

  private func draw(_ part: ContentPart, from origin: Point) -> String {
    // A part without a text may be a band or a frame over others.
    let opacity = part.text == nil ? 0.4 : 1
    var text = rectangle(
      part.frame, from: origin, fill: fill(of: part), line: "#33415c", isDashed: part.state.contains(.disabled), opacity: opacity)
    guard let label = part.text, !label.isEmpty else { return text }
    let center = Point(
      x: (part.frame.midX - origin.x) * Self.scale + Self.margin, y: (part.frame.midY - origin.y) * Self.scale + Self.margin)
    let color = part.state.contains(.disabled) ? "#9aa4b2" : "#101828"
    text += """
      <text x="\(Self.short(center.x))" y="\(Self.short(center.y + 4.5))" text-anchor="middle" fill="\(color)">\(Self.escaped(label))</text>

      """
    return text
  }

  private func rectangle(_ frame: Rect, from origin: Point, fill: String, line: String, isDashed: Bool, opacity: Double = 1) -> String {
    let x = Self.short((frame.minX - origin.x) * Self.scale + Self.margin)
    let y = Self.short((frame.minY - origin.y) * Self.scale + Self.margin)
    let dash = isDashed ? " stroke-dasharray=\"4 3\"" : ""
    let size = "width=\"\(Self.short(frame.size.width * Self.scale))\" height=\"\(Self.short(frame.size.height * Self.scale))\""
    return "<rect x=\"\(x)\" y=\"\(y)\" \(size) rx=\"3\" fill=\"\(fill)\" fill-opacity=\"\(opacity)\" stroke=\"\(line)\"\(dash)/>\n"
  }

  private func legend(at x: Double) -> String {
    kinds.enumerated().map { index, kind in
      let y = Self.margin + Double(index) * Self.lineHeight
      return """
        <rect x="\(Self.short(x))" y="\(Self.short(y))" width="12" height="12" rx="2" fill="\(Self.color(index))" stroke="#33415c"/>
        <text x="\(Self.short(x + 18))" y="\(Self.short(y + 11))" fill="#101828">\(Self.escaped(kind))</text>

        """
    }.joined()
  }

  /// A colour for the part's kind; darker while it is pressed or selected.
  private func fill(of part: ContentPart) -> String {
    if !part.state.isDisjoint(with: [.highlighted, .selected]) { return "#f2b84b" }
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
