import ContactorCore

// Code that shows a row: its place follows from heights, so those of the rows that will be on the screen are asked first.

/// The goal of an animated scroll: a row, whatever heights are asked and rows come on the way.
struct ScrollGoal {
  /// The row; `nil` once it is gone.
  private(set) var path: IndexPath?
  let position: TableView.ScrollPosition
  /// The motion that goes to the row, or has come to its end: see `ScrollView.epoch`.
  var epoch: UInt64

  init(_ path: IndexPath, _ position: TableView.ScrollPosition, epoch: UInt64) {
    (self.path, self.position, self.epoch) = (path, position, epoch)
  }

  /// Goes along with a batch of updates.
  mutating func follow(_ batch: TableUpdates) { path = path.flatMap { batch.path(after: $0) } }
}

extension TableView {
  /// Shows a row between the insets, and below a header that stays; a row that there is not is ignored.
  ///
  /// The delegate is asked for the heights of the rows that will be on the screen.
  public func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
    guard let direction = direction(to: indexPath, position), var offset = offset(showing: indexPath, at: position) else { return }
    if animated || !comesToTop(indexPath, direction, offset) {
      guard let end = offsetAsked(for: indexPath, at: position, direction) else { return }
      offset = end
    }
    let current = generation
    setContentOffset(clamped(Point(x: area.minX, y: offset)), animated: animated)
    guard animated, isScrollAnimating, generation == current else { return }
    goal = ScrollGoal(indexPath, self.direction(to: indexPath, position) ?? position, epoch: epoch)
  }

  /// The offset that shows a row at a position, with all heights that it follows from; `nil` if the rows changed meanwhile.
  ///
  /// A row that turns out lower or higher may come to the other end of the screen, with other rows around it.
  private func offsetAsked(for path: IndexPath, at position: ScrollPosition, _ way: ScrollPosition) -> Double? {
    var asked: ScrollPosition?
    var next = way
    for _ in 0..<Self.nestingLimit where next != asked {
      guard askHeights(around: path, next), let turned = direction(to: path, position) else { return nil }
      (asked, next) = (next, turned)
    }
    return offset(showing: path, at: position)
  }

  /// The offset that shows a row at a position; `nil` for a row that there is not.
  private func offset(showing path: IndexPath, at position: ScrollPosition) -> Double? {
    guard let span = heights.span(of: .row(path)) else { return nil }
    let cover = cover
    let top = span.top - stayingHeader(of: path.section) - cover.top
    let bottom = span.top + span.height - area.height + cover.bottom
    switch position {
    case .top: return top
    case .middle: return span.top + span.height / 2 - (cover.top + area.height - cover.bottom) / 2
    case .bottom: return bottom
    case .none: return area.minY > top ? top : max(area.minY, min(top, bottom))
    }
  }

  /// The position that a row takes: for `none` the nearer end, or `none` for a row that is on the screen; `nil` for one that there is not.
  private func direction(to path: IndexPath, _ position: ScrollPosition) -> ScrollPosition? {
    guard position == .none else { return heights.contains(path) ? position : nil }
    guard let offset = offset(showing: path, at: position) else { return nil }
    if offset == area.minY { return position }
    return offset < area.minY || offset == self.offset(showing: path, at: .top) ? .top : .bottom
  }

  /// The height of a section's header that covers its rows at the top.
  private func stayingHeader(of section: Int) -> Double { sectionHeadersStay ? heights.headerHeight(of: section) : 0 }

  /// Corrects the end of an animated scroll to a row, as heights and rows have changed.
  final func followGoal() {
    guard let row = goal, row.epoch == epoch, let path = row.path, let offset = offset(showing: path, at: row.position)
    else { return goal = nil }
    // After the last step `arrive()` shows the row, with the heights that this step has asked.
    guard isScrollAnimating else { return }
    redirectAnimation(to: Point(x: horizontal.target, y: offset))
  }

  /// Keeps the goal of a motion that has ended until its end is shown.
  final func keepGoal(of ended: UInt64) { if goal?.epoch == ended { goal?.epoch = epoch } }

  /// Comes to the row that a motion went to: rows that came on the screen with its last step may have moved it.
  final func arrive() {
    guard !isScrollAnimating, let row = goal.take(), row.epoch == epoch, let path = row.path else { return }
    scrollToRow(at: path, at: row.position, animated: false)
  }

  /// Shows a row that got the focus as a whole, and what is in a row below a header that stays; returns false for what is in no row.
  final func showFocusedRow(_ rect: Rect) -> Bool {
    guard rect.isFinite, load == .done, let path = heights.row(from: rect.minY) else { return false }
    if rect == rectForRow(at: path) {
      scrollToRow(at: path, at: .none, animated: false)
    } else {
      show(rect.standardized, below: stayingHeader(of: path.section), animated: false)
    }
    return true
  }

  // MARK: Heights ahead

  /// Asks for the heights of the rows that are on the screen when a row has come to a position; false if the rows changed meanwhile.
  ///
  /// While rows are laid out, what is known has to do.
  private func askHeights(around path: IndexPath, _ position: ScrollPosition) -> Bool {
    guard position != .none else { return true }
    let current = generation
    let isDone = askAhead { askHeight(ahead: path, $0) && askNeighbours(of: path, position, $0) }
    if hasNewSize { limitOffset() }
    return isDone && generation == current
  }

  /// Asks for the heights of the rows of a page, whose number follows from them.
  final func askPage(from item: Int, isBackward: Bool) {
    guard let path = heights.row(number: item) else { return }
    _ = askAhead { askHeights(from: path, over: area.height, isBackward: isBackward, $0) != nil }
    if hasNewSize { limitOffset() }
  }

  /// Asks for the heights of the last rows, which come on the screen as the content ends above its bottom.
  final func askEnd() {
    guard !isAskingEnd, let last = heights.row(number: heights.numberOfRows - 1) else { return }
    // A delegate that scrolls whenever it is asked would never end.
    isAskingEnd = true
    _ = askAhead { askHeight(ahead: last, $0) && askHeights(from: last, over: area.height, isBackward: true, $0) != nil }
    isAskingEnd = false
  }

  /// Asks for heights of rows that are not on the screen; false if the rows changed meanwhile, or the body is not done.
  private func askAhead(_ body: (Pass) -> Bool) -> Bool {
    guard tableDelegate != nil, load == .done, !isLayingOut, area.isFinite else { return true }
    isLayingOut = true
    let pass = Pass(generation: generation, source: dataSource, delegate: tableDelegate)
    let isDone = body(pass)
    isLayingOut = false
    if hasLeaving { hideLeaving() }
    if needsAnotherPass { layOutRows() }
    return isDone && generation == pass.generation
  }

  /// Whether a row comes to the top, at an offset, whatever the heights are that are not known yet: nothing covers it, there are enough rows
  /// below it, and none that is on the screen already and would push it up.
  private func comesToTop(_ path: IndexPath, _ position: ScrollPosition, _ top: Double) -> Bool {
    guard position == .top, hasRows(below: path, over: area.height), stayingHeader(of: path.section) + cover.top <= 0 else { return false }
    return shown.first.map { top >= $0.top || top + area.height <= $0.top } ?? true
  }

  /// Whether the rows below one are as high as a length, whatever their heights: each is 1 point high at least.
  private func hasRows(below path: IndexPath, over length: Double) -> Bool {
    Double(heights.numberOfRows - 1 - heights.rowNumber(of: path)) >= length
  }

  private func askNeighbours(of path: IndexPath, _ position: ScrollPosition, _ pass: Pass) -> Bool {
    var (above, below) = (area.height, area.height)
    switch position {
    case .top: above = stayingHeader(of: path.section) + cover.top
    case .bottom: below = cover.bottom
    default:
      above = (cover.top + area.height - cover.bottom) / 2
      below -= above
    }
    // Where the content ends before the screen does, the row does not come to its position, and there is room on the other side. Otherwise
    // the rows below it do not count.
    guard let rest = hasRows(below: path, over: below) ? 0 : askHeights(from: path, over: below, isBackward: false, pass),
      let more = askHeights(from: path, over: above + rest, isBackward: true, pass)
    else { return false }
    return rest > 0 || more <= 0 || askHeights(from: path, over: below + more, isBackward: false, pass) != nil
  }

  /// Asks for the heights of rows before or after one; returns the length without rows, `nil` if the rows changed meanwhile.
  private func askHeights(from path: IndexPath, over length: Double, isBackward: Bool, _ pass: Pass) -> Double? {
    var (path, rest) = (path, length)
    for _ in 0..<Self.maximumNumberOfShownRows {
      guard rest > 0 else { break }
      guard let next = isBackward ? heights.row(before: path) : heights.row(after: path) else { return rest }
      guard askHeight(ahead: next, pass) else { return nil }
      rest -= heights.height(of: next)
      path = next
    }
    return max(0, rest)
  }

  /// Whether a row lies among those on the screen, whose heights are known.
  private func isShown(_ path: IndexPath) -> Bool {
    guard let first = shown.first, let last = shown.last else { return false }
    return first.path <= path && path <= last.path
  }

  /// Asks for the height of a row that is not on the screen; false if the rows changed meanwhile.
  private func askHeight(ahead path: IndexPath, _ pass: Pass) -> Bool {
    if isShown(path) { return true }
    let index = shown.first.map { path < $0.path } ?? false ? 0 : shown.count
    return askHeight(path, at: index, pass) != nil
  }
}
