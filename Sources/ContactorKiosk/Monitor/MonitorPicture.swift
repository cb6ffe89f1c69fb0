import ContactorCore
import ContactorEvdev
import ContactorLayout

/// Draws a monitor's state as lines of text for a terminal of a given size.
///
/// Each panel gets the same share of the rows: a title, below it the panel in its proportions with the contacts'
/// numbers and trails, and beside it, where there is room, a list of the contacts. Where room is short, the list is left
/// out first, then the frame.
struct MonitorPicture {
  /// The terminal's width in characters.
  let columns: Int
  /// The terminal's height in characters.
  let rows: Int
  /// Whether only ASCII may be used.
  let isPlain: Bool

  /// The least width, in columns, for a list beside the picture.
  private static let listFrom = 60
  private static let listWidth = 30

  /// The lines: at most `rows`, none wider than `columns`.
  func lines(of state: MonitorState) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    var lines = rows >= 8 ? [header(state)] : []
    let foot = rows >= 8 ? [state.gesture, state.problem].compactMap(\.self) : []
    let room = rows - lines.count - foot.count
    lines += state.panels.isEmpty ? welcome(state, room) : panels(state.panels, room)
    if !state.panels.isEmpty, !foot.isEmpty {
      lines += Array(repeating: "", count: max(0, rows - foot.count - lines.count)) + foot
    }
    return lines.prefix(rows).map { TerminalText.fitted($0, columns, isPlain: isPlain) }
  }

  private func header(_ state: MonitorState) -> String {
    // The contacts of a copy are those of its panel, unless that is silent.
    let panels = state.panels.filter { $0.original == nil }
    let contacts = state.panels.reduce(0) { $0 + ($1.isBesidePanel ? 0 : $1.contacts.count) }
    let left = "contactor monitor   \(count(panels.count, "panel")), \(count(contacts, "contact"))"
    let right = "q ends"
    guard left.count + right.count < columns else { return left }
    return left + String(repeating: " ", count: columns - left.count - right.count) + right
  }

  private func welcome(_ state: MonitorState, _ room: Int) -> [String] {
    let text = state.problem ?? "no touchscreen yet; waiting for one ('contactor devices' says what is there)"
    return Array(TerminalText.wrapped(text, columns).prefix(room))
  }

  // MARK: Panels

  private func panels(_ panels: [MonitorState.Panel], _ room: Int) -> [String] {
    // Those that there is no row for are named by the header's count only.
    let shown = panels.prefix(max(1, room))
    return shown.enumerated().flatMap { index, panel in
      let share = room * (index + 1) / shown.count - room * index / shown.count
      return self.panel(panel, share)
    }
  }

  private func panel(_ panel: MonitorState.Panel, _ room: Int) -> [String] {
    guard room > 1 else { return [title(panel)] }
    let hasList = columns >= Self.listFrom
    let width = hasList ? columns - Self.listWidth : columns
    var drawing = self.drawing(panel, width, room - 1)
    if hasList {
      let list = self.list(panel, room - 1)
      for (index, row) in list.enumerated() where index < drawing.count {
        drawing[index] = TerminalText.padded(drawing[index], width + 1) + row
      }
    }
    return [title(panel)] + drawing + Array(repeating: "", count: max(0, room - 1 - drawing.count))
  }

  private func title(_ panel: MonitorState.Panel) -> String {
    let hertz = "\(Int(panel.hertz.rounded())) Hz"
    // Values that change come first, for a narrow terminal cuts the end off.
    guard columns >= Self.listFrom else {
      return "\(panel.device.shortName) \(hertz) \(panel.contacts.count)\(isPlain ? "o" : "●") \(panel.device.name)"
    }
    var parts = [panel.device.shortName, panel.original.map { $0.isEmpty ? "" : "copy of \($0)" } ?? panel.device.name]
    if let copy = panel.takenOverFor { return (parts + ["taken over by another program; its copy is \(copy)"]).joined(separator: "  ") }
    if let size = panel.device.size {
      parts.append("\(tenths(size.width)) \(isPlain ? "x" : "×") \(tenths(size.height)) mm")
    }
    parts += [hertz, count(panel.contacts.count, "contact")]
    if let kept = panel.keptBack { parts.append("\(kept) kept back") }
    if panel.isMuted { parts.append("muted") }
    if let anomaly = panel.lastAnomaly {
      parts.append("\(panel.anomalies) anomalies, last \(anomaly.rawValue)")
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func drawing(_ panel: MonitorState.Panel, _ width: Int, _ height: Int) -> [String] {
    let hasFrame = height >= 4 && width >= 8
    let (across, down) = fit(panel, hasFrame ? width - 2 : width, hasFrame ? height - 2 : height)
    var canvas = MonitorCanvas(columns: across, rows: down, isPlain: isPlain)
    for trail in panel.oldTrails { canvas.draw(trail.places) }
    for contact in panel.contacts { canvas.draw(contact.trail) }
    for contact in panel.contacts {
      guard let place = contact.trail.last else { continue }
      mark(place, contact.number, contact.mark, on: &canvas)
    }
    for trail in panel.oldTrails {
      guard let place = trail.places.last, let mark = trail.mark else { continue }
      self.mark(place, trail.number, mark, on: &canvas)
    }
    guard hasFrame else { return canvas.lines }
    let (line, side) = isPlain ? ("-", "|") : ("─", "│")
    let edge = String(repeating: line, count: across)
    let (top, bottom) = isPlain ? ("+\(edge)+", "+\(edge)+") : ("┌\(edge)┐", "└\(edge)┘")
    return [top] + canvas.lines.map { side + $0 + side } + [bottom]
  }

  /// Marks where a contact is: one that forwarding keeps back by a cross and the word for why, one that is held back by a circle.
  private func mark(_ place: Point, _ number: Int, _ word: String?, on canvas: inout MonitorCanvas) {
    let sign: Character =
      switch word {
      case nil: isPlain ? "o" : "●"
      case "held": isPlain ? "?" : "○"
      default: isPlain ? "x" : "×"
      }
    canvas.mark(place, sign, word.map { "\(number) \($0)" } ?? "\(number)")
  }

  /// The largest size, in cells twice as high as wide, with the panel's proportions; all of the room where these are unknown.
  private func fit(_ panel: MonitorState.Panel, _ width: Int, _ height: Int) -> (Int, Int) {
    guard let size = panel.device.size, size.width > 0, size.height > 0 else { return (width, height) }
    let ratio = 2 * size.width / size.height
    guard ratio.isFinite, ratio > 0 else { return (width, height) }
    let wide = Double(height) * ratio
    if wide <= Double(width) { return (max(1, Int(wide.rounded())), height) }
    return (width, max(1, min(height, Int((Double(width) / ratio).rounded()))))
  }

  // MARK: The list

  private func list(_ panel: MonitorState.Panel, _ room: Int) -> [String] {
    let contacts = panel.contacts
    let shown = contacts.count <= room ? contacts.count : room - 1
    let rows = contacts.prefix(shown).map { row($0, panel.unit) }
    return shown < contacts.count ? rows + ["  and \(contacts.count - shown) more"] : rows
  }

  private func row(_ contact: MonitorState.Contact, _ unit: PanelUnit) -> String {
    var row = right("\(contact.number)", 4) + right(tenths(contact.location.x), 7)
    row += right(tenths(contact.location.y), 7) + " \(unit.name)"
    if let mark = contact.mark { return TerminalText.padded(row, 22) + mark }
    guard let pressure = contact.pressure else { return row }
    let eighths = Int((min(max(pressure, 0), 1) * 8).rounded())
    return TerminalText.padded(row, 22) + String(repeating: isPlain ? "#" : "█", count: eighths)
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// A number with one decimal.
  private func tenths(_ number: Double) -> String {
    let text = DecimalText.of((number * 10).rounded() / 10)
    return text.contains(".") || text.isEmpty ? text : text + ".0"
  }
}

/// A grid of terminal cells to draw lines and text on.
///
/// With Unicode a cell is 2 × 4 dots of braille; on a plain terminal it is one dot.
struct MonitorCanvas {
  let columns: Int
  let rows: Int
  private let isPlain: Bool
  private var dots: [UInt8]
  private var letters: [Character?]

  init(columns: Int, rows: Int, isPlain: Bool) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    self.isPlain = isPlain
    dots = Array(repeating: 0, count: self.columns * self.rows)
    letters = Array(repeating: nil, count: self.columns * self.rows)
  }

  /// Draws a path whose points are shares of the canvas; parts outside are not drawn.
  mutating func draw(_ path: [Point]) {
    guard columns > 0, rows > 0, var previous = path.first.flatMap(dot) else { return }
    set(previous)
    for place in path.dropFirst() {
      guard let next = dot(place) else { continue }
      line(from: previous, to: next)
      previous = next
    }
  }

  /// Marks a point with a sign and a text to its right, or to its left near the right edge.
  mutating func mark(_ place: Point, _ sign: Character, _ text: String) {
    guard columns > 0, rows > 0, place.isFinite, (0...1).contains(place.x), (0...1).contains(place.y) else { return }
    let column = min(Int(place.x * Double(columns)), columns - 1)
    let row = min(Int(place.y * Double(rows)), rows - 1)
    let start = column + 1 + text.count <= columns ? column + 1 : column - text.count
    for (index, letter) in text.enumerated() { put(letter, start + index, row) }
    put(sign, column, row)
  }

  /// The rows as text, each as wide as the canvas.
  var lines: [String] {
    (0..<rows).map { row in
      String((0..<columns).map { cell(row * columns + $0) })
    }
  }

  private func cell(_ index: Int) -> Character {
    if let letter = letters[index] { return letter }
    if dots[index] == 0 { return " " }
    if isPlain { return "." }
    return UnicodeScalar(0x2800 + UInt32(dots[index])).map(Character.init) ?? "."
  }

  private mutating func put(_ letter: Character, _ column: Int, _ row: Int) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    letters[row * columns + column] = letter
  }

  // MARK: Dots

  private struct Dot {
    var x: Int
    var y: Int
  }

  private func dot(_ place: Point) -> Dot? {
    // Touches somewhat beyond the panel's edge are possible; points far outside come from a faulty panel.
    guard place.isFinite, abs(place.x) < 4, abs(place.y) < 4 else { return nil }
    let (across, down) = isPlain ? (1.0, 1.0) : (2.0, 4.0)
    return Dot(
      x: Int((place.x * Double(columns) * across).rounded(.down)),
      y: Int((place.y * Double(rows) * down).rounded(.down)))
  }

  /// Bresenham's line.
  private mutating func line(from start: Dot, to end: Dot) {
    let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
    let (stepX, stepY) = (start.x < end.x ? 1 : -1, start.y < end.y ? 1 : -1)
    var dot = start
    var error = width - height
    while dot.x != end.x || dot.y != end.y {
      set(dot)
      let doubled = 2 * error
      if doubled > -height {
        error -= height
        dot.x += stepX
      }
      if doubled < width {
        error += width
        dot.y += stepY
      }
    }
    set(end)
  }

  private mutating func set(_ dot: Dot) {
    let (across, down) = isPlain ? (1, 1) : (2, 4)
    guard dot.x >= 0, dot.y >= 0, dot.x < columns * across, dot.y < rows * down else { return }
    // Unicode's braille bits: rows 1 to 3 of the left column, rows 1 to 3 of the right one, then row 4 of both.
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    dots[dot.y / down * columns + dot.x / across] |= isPlain ? 1 : bits[dot.x % 2][dot.y % 4]
  }
}
