import ContactorControls
import ContactorCore

/// Whether a touch scrolled a scroll view, or why it did not.
class ScrollStory: KindStory {
  private let scrollView: ScrollView
  private let noun: String
  private let offset: Point
  private let scale: Double
  private var offsetAfter: Point
  private var scaleAfter: Double
  /// Whether the view moved by itself when the finger touched it.
  let wasMoving: Bool
  private var isMoving = false
  /// Whether the finger hit the view itself, or its rows, and not a view of the layout inside.
  private let isHit: Bool
  /// The decision of the view's pan.
  private(set) var reason: GestureReason?
  /// Whether the view was pulled along: it came back to where it was.
  private var hasMoved = false

  init(_ view: ScrollView, _ id: String, _ touch: Touch, noun: String) {
    scrollView = view
    self.noun = noun
    (offset, scale) = (view.contentOffset, view.zoomScale)
    (offsetAfter, scaleAfter) = (offset, scale)
    wasMoving = view.isDecelerating || view.isScrollAnimating
    var hit = touch.view
    while let next = hit, next !== view, next.identifier.isEmpty { hit = next.superview }
    isHit = hit === view
    super.init(id, touch)
  }

  convenience init(_ view: ScrollView, _ id: String, _ touch: Touch) { self.init(view, id, touch, noun: "scroll view") }

  override func take(_ reason: GestureReason) { self.reason = reason }

  override func update() {
    (offsetAfter, scaleAfter) = (scrollView.contentOffset, scrollView.zoomScale)
    if offsetAfter != offset { hasMoved = true }
    isMoving = scrollView.isDecelerating || scrollView.isScrollAnimating || scrollView.isZoomBouncing
  }

  override var isAtRest: Bool { !isMoving }
  override var isDecided: Bool { reason != nil }

  /// Whether the finger scrolled.
  var hasScrolled: Bool { reason?.isRecognized == true && !(wasMoving && way < 1) }

  override func ownLine(from origin: Timestamp, bound: Control.Events?) -> String? {
    guard isHit || hasScrolled || wasMoving || scaleAfter != scale else { return nil }
    return "\(noun) \(id): \(scrolling ?? "nothing was scrolled")"
  }

  /// What became of the offset and the scale; `nil` for a finger that did not want to scroll.
  var scrolling: String? {
    var parts: [String] = []
    if wasMoving { parts.append("the touch stopped it while it scrolled") }
    if scaleAfter != scale { parts.append("zoomed from \(Measure.number(scale)) to \(Measure.number(scaleAfter))") }
    if let reason, hasScrolled, offsetAfter != offset {
      let time = wasMoving ? "" : " from \(Measure.after(reason.elapsed))"
      parts.append("scrolled by \(Measure.place(rounded(offsetAfter - offset)))\(time), to \(Measure.place(rounded(offsetAfter)))")
    } else if hasScrolled, hasMoved {
      parts.append("was pulled beyond its end and came back")
    } else if hasScrolled {
      parts.append("did not scroll: it is at its end")
    } else if let reason, !reason.isRecognized, scaleAfter == scale {
      parts.append("did not scroll: " + why(reason))
    }
    if isMoving { parts.append("it was still scrolling at the next touch") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private func why(_ reason: GestureReason) -> String {
    let (content, size) = (scrollView.contentSize, scrollView.bounds.size)
    let needed = scrollView.application?.tuning.panHysteresis ?? Tuning().panHysteresis
    if way >= needed, content.width <= size.width, content.height <= size.height { return "all of its content is in view" }
    if way >= needed, case .movedTooLittle = reason.cause { return "the finger moved along a side on which it does not scroll" }
    return reason.text
  }

  private func rounded(_ point: Point) -> Point { Point(x: (point.x * 10).rounded() / 10, y: (point.y * 10).rounded() / 10) }
}

/// What a touch did to a table: the row that it selected, or why it did not, and how far it scrolled.
final class TableStory: ScrollStory {
  /// What is under the finger as it touches.
  private enum Place {
    case row(IndexPath, title: String)
    case header(String)
    case index
    case nothing
  }

  private let table: TableView
  private let place: Place
  private let rowBefore: Bool
  private var rowAfter: Bool
  private let before: Int
  private var after: Int
  /// The row under the finger as it was lifted.
  private var last: IndexPath?
  private var time: Timestamp?
  /// The title of the index to which the finger slid.
  private var letter: String?

  init(_ view: TableView, _ id: String, _ touch: Touch) {
    table = view
    let point = touch.location(in: view)
    place = Self.place(at: point, in: view)
    before = view.numberOfSelectedRows
    after = before
    if case .row(let path, _) = place { rowBefore = view.isRowSelected(at: path) } else { rowBefore = false }
    rowAfter = rowBefore
    super.init(view, id, touch, noun: "table")
  }

  private static func place(at point: Point, in table: TableView) -> Place {
    if !table.sectionIndexTitles.isEmpty, table.contentFrame(for: .index).contains(point) { return .index }
    for section in table.visibleSections where table.contentFrame(for: .header(section)).contains(point) {
      return .header(table.titleForHeader(inSection: section) ?? "")
    }
    guard let path = table.indexPathForRow(at: point) else { return .nothing }
    return .row(path, title: table.cellForRow(at: path)?.text ?? "\(path.row)")
  }

  override func follow(_ touch: Touch) {
    super.follow(touch)
    last = table.indexPathForRow(at: touch.location(in: table))
    if !touch.isAlive { time = touch.timestamp }
    guard case .index = place else { return }
    let titles = table.sectionIndexTitles
    letter = titles.indices.last { table.contentFrame(for: .indexTitle($0)).minY <= touch.location(in: table).y }.map { titles[$0] }
  }

  override func update() {
    super.update()
    after = table.numberOfSelectedRows
    if case .row(let path, _) = place { rowAfter = table.isRowSelected(at: path) }
  }

  override var hasChangedValue: Bool { rowAfter != rowBefore }

  override func ownLine(from origin: Timestamp, bound: Control.Events?) -> String? {
    var parts: [String] = []
    switch place {
    case .index: parts.append("the touch is on its index" + (letter.map { ", which went to \($0)" } ?? ""))
    case .header(let title): parts.append("the touch is on the header \(title), which does nothing")
    case .nothing: parts.append("no row is under the touch")
    case .row(let path, let title): parts.append(selection(path, title, origin))
    }
    if isScrollingWorthTelling, let scrolling { parts.append(scrolling) }
    let unbound = bound.map { hasChangedValue && !$0.contains(.valueChanged) } ?? false
    return "table \(id): " + parts.joined(separator: "; ") + (unbound ? ", but nothing is bound to valueChanged" : "")
  }

  /// A finger that selects a row does not scroll; of the index, only the scrolling is of interest.
  private var isScrollingWorthTelling: Bool {
    if case .row = place { return hasScrolled || wasMoving }
    return hasScrolled || wasMoving || way >= 1
  }

  private func selection(_ path: IndexPath, _ title: String, _ origin: Timestamp) -> String {
    let moment = time.map { " at \(Measure.after($0 - origin))" } ?? ""
    if rowAfter != rowBefore { return "row \(title) was \(rowAfter ? "selected" : "deselected")\(moment)" }
    let not = "row \(title) was not selected: "
    if wasMoving { return not + "scrolling was under way" }
    if hasScrolled { return not + "the table has the touch from \(Measure.after(reason?.elapsed ?? .zero)) on and scrolls with it" }
    if !isOver { return not + "the finger was not lifted" }
    if !isLifted { return not + "the touch was taken away" }
    let slop = table.application?.tuning.panHysteresis ?? Tuning().panHysteresis
    if way >= slop { return not + "the finger moved \(Measure.points(way)) ≥ \(Measure.points(slop))" }
    if last != path { return not + "the finger left it" }
    if !table.allowsSelection { return not + "the layout says 'selection: none'" }
    if rowBefore { return "row \(title) was selected before, so that nothing was sent" }
    return not + "another view or a gesture has the touch"
  }
}
