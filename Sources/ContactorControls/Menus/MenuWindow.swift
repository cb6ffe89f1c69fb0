import ContactorCore

/// An open menu: a modal window that covers the window of the view that opened it, with a `MenuView` for the menu and for each submenu.
///
/// It gets the keys but is not the key window, so that the search for targets finds what it found before the menu opened. A finger works
/// on all levels in one stroke, wherever it touched down:
///
/// | the finger | on an item | on an item with a submenu | on the view that opened the menu | elsewhere |
/// | --- | --- | --- | --- | --- |
/// | touches down | highlights it | highlights it | – | closes the menu |
/// | stays `submenuDelay` | – | opens it | – | – |
/// | slides | highlights it, closes what another item opened | the same | – | highlights nothing |
/// | is lifted | chooses it | opens it | nothing | closes the menu if it touched down outside of it |
///
/// Every call out may close the menu or change its items: `isOver` and the levels are checked again after each.
final class MenuWindow: Window {
  /// How long a finger stays on an item before its submenu opens: 225 ms, the default of GTK's `gtk-menu-popup-delay`.
  static let submenuDelay = Duration.milliseconds(225)
  /// The greatest time between two letters of one search: 1 s, ours.
  static let typingInterval = Duration.seconds(1)
  /// How near to the upper or lower edge of a menu that scrolls a sliding finger scrolls it: 22 pt, half a row, ours.
  static let scrollingEdge = MenuView.rowHeight / 2

  let menu: Menu
  /// The views of the open menus, the outermost first.
  private(set) var levels: ContiguousArray<MenuView> = []
  private(set) var isOver = false
  /// The rectangle of the view or the place that opened the menu, in the window's space.
  let source: Rect
  private var stroke: MenuStroke?
  private var lastPoint = Point.zero
  /// The item whose submenu opens when the finger stays.
  private weak var awaited: MenuItem?
  private var submenuTimer: TimerToken?
  private var scrollTimer: TimerToken?
  private var scrollDirection = 0.0
  private var typed = ""
  private var typedAt: Timestamp?
  /// Where the focus goes next.
  var focusLead: (view: MenuView, item: MenuItem?)?

  private init(_ menu: Menu, over host: Window, from source: Rect) {
    self.menu = menu
    self.source = source
    super.init(frame: host.frame)
    bounds = host.bounds
    identifier = "menu"
  }

  deinit {
    // The application was deallocated with the menu open.
    if !isOver { for level in levels.reversed() { Self.close(level.menu) } }
  }

  // MARK: Opening and closing

  /// Opens a menu beside a rectangle of a view; returns whether it is on the screen.
  static func open(_ menu: Menu, from rect: Rect, in view: View, selecting selected: MenuItem? = nil) -> Bool {
    guard let host = view.window, let application = host.application, menu.session == nil else { return false }
    if menu.supermenu == nil { menu.view = view }
    let window = MenuWindow(menu, over: host, from: view.convert(rect, to: host))
    menu.session = window
    let frame = { (size: Size) in MenuPlacement.below(window.source, size, in: window.bounds) }
    guard window.show(menu, selecting: selected, frame), view.window === host, host.application === application,
      application.present(window, over: host, for: view, makesKey: false), !window.isOver
    else {
      window.finish()
      return false
    }
    application.refreshFocus()
    return !window.isOver
  }

  /// Adds a level for a menu; returns whether it is there after everybody was asked.
  private func show(_ menu: Menu, selecting selected: MenuItem? = nil, _ frame: (Size) -> Rect) -> Bool {
    let depth = levels.count
    menu.session = self
    menu.beginOpening()
    guard menu.session === self, levels.count == depth else { return false }
    let level = MenuView(frame: .zero)
    level.identifier = menu.title
    let width = max(MenuView.standardWidth, menu.minimumWidth, levels.isEmpty ? source.size.width : 0)
    level.menu = menu
    level.frame = frame(Size(width: width, height: level.contentHeight))
    if let selected, let index = menu.index(of: selected) { level.scrollToItem(at: index) }
    level.validateVisibleItems()
    guard menu.session === self, levels.count == depth else { return false }
    levels.append(level)
    addSubview(level)
    focusLead = (level, selected)
    menu.delegate?.menuWillOpen(menu)
    return !isOver && menu.session === self
  }

  /// Closes all levels and removes the window; a second call does nothing.
  ///
  /// - Parameter notifiesFocus: Whether the focus, which is elsewhere now, is notified at once.
  func finish(notifiesFocus: Bool = true) {
    guard !isOver else { return }
    isOver = true
    stroke = nil
    stopTimers()
    focusLead = nil
    let application = application
    application?.dismiss(self)
    closeLevels(from: 0)
    // The menu was closed before its level was there.
    if menu.session === self { menu.session = nil }
    if notifiesFocus { application?.refreshFocus() }
  }

  override func didMoveToApplication() {
    super.didMoveToApplication()
    if application == nil { finish() }
  }

  /// Closes the level of a submenu, and those that it opened; or everything for the outermost menu.
  func close(_ menu: Menu) {
    guard menu !== self.menu, let index = levels.firstIndex(where: { $0.menu === menu }), index > 0 else {
      if menu === self.menu { finish() } else if menu.session === self { menu.session = nil }
      return
    }
    closeLevels(from: index)
  }

  func closeLevels(from index: Int) {
    guard index < levels.count else { return }
    let closed = levels[index...]
    levels = ContiguousArray(levels[..<index])
    if let parent = levels.last, let opened = closed.first?.menu { focusLead = (parent, opened.superitem) }
    for level in closed.reversed() {
      level.removeFromSuperview()
      Self.close(level.menu)
    }
  }

  private static func close(_ menu: Menu?) {
    guard let menu else { return }
    menu.session = nil
    menu.menuView = nil
    menu.highlight(nil)
    menu.delegate?.menuDidClose(menu)
  }

  /// Opens the submenu of an item of an open level; closes the submenus of other items.
  func openSubmenu(of item: MenuItem, highlightsFirst: Bool = false) {
    guard !isOver, let submenu = item.submenu, item.isChoosable, let index = levels.firstIndex(where: { $0.menu === item.menu }),
      !isOpen(submenu, at: index + 1)
    else { return }
    closeLevels(from: index + 1)
    guard !isOver, levels.count == index + 1, submenu.session == nil, item.submenu === submenu, let number = item.menu?.index(of: item)
    else { return }
    let level = levels[index]
    let row = level.convert(level.contentFrame(for: .item(number)), to: self)
    let bounds = bounds
    guard show(submenu, { MenuPlacement.beside(row, $0, in: bounds) }) else { return close(submenu) }
    if highlightsFirst { moveHighlight(in: submenu, by: 1) } else { application?.refreshFocus() }
  }

  private func isOpen(_ submenu: Menu, at index: Int) -> Bool { levels.indices.contains(index) && levels[index].menu === submenu }

  // MARK: Strokes

  /// A finger touched down in a level, or, for `nil`, on what opened the menu; returns whether it is the only finger.
  func strokeBegan(at point: Point, in level: MenuView?) -> Bool {
    guard stroke == nil, !isOver else { return false }
    stroke = MenuStroke(at: point, in: level, slop: application?.tuning.panHysteresis ?? Tuning().panHysteresis)
    lastPoint = point
    if level != nil { hover(at: point) }
    return true
  }

  func strokeMoved(to point: Point) {
    guard let phase = stroke?.moved(to: point) else { return }
    lastPoint = point
    switch phase {
    case .pressed: break
    case .sliding:
      scrollAtEdge(point)
      hover(at: point)
    case .scrolling:
      guard let stroke, let level = levels.first(where: { $0.isTracking }) else { return }
      hover(at: nil)
      level.scroll(to: stroke.offset(at: point))
    }
  }

  func strokeEnded(at point: Point, with event: Event?) {
    guard let stroke else { return }
    self.stroke = nil
    stopTimers()
    switch stroke.phase {
    case .scrolling: break
    case .pressed:
      if stroke.isFromMenu { choose(at: point, event) }
    case .sliding:
      if level(at: point) != nil {
        choose(at: point, event)
      } else if stroke.isFromMenu || source.contains(point) {
        levels.last?.menu?.highlight(nil)
      } else {
        finish()
      }
    }
  }

  @discardableResult
  func strokeCancelled() -> Bool {
    guard stroke != nil else { return false }
    stroke = nil
    stopTimers()
    levels.last?.menu?.highlight(nil)
    return true
  }

  /// The index of the front-most level at a point.
  private func level(at point: Point?) -> Int? {
    guard let point else { return nil }
    return levels.lastIndex { $0.frame.contains(point) }
  }

  private func item(at point: Point, _ index: Int) -> MenuItem? {
    let level = levels[index]
    return level.item(at: level.convert(point, from: self))
  }

  /// Highlights the item at a point, closes what other items opened, and waits to open its submenu.
  private func hover(at point: Point?) {
    guard let point, let index = level(at: point), let menu = levels[index].menu else {
      stopAwaiting()
      if let menu = levels.last?.menu, menu.highlightedItem != nil { menu.highlight(nil) }
      return
    }
    let item = item(at: point, index)
    if let item { menu.validate(item) }
    menu.highlight(item)
    guard !isOver, levels.indices.contains(index), levels[index].menu === menu else { return }
    if let item, let submenu = item.submenu, isOpen(submenu, at: index + 1) {
      stopAwaiting()
      if levels.count == index + 2 { submenu.highlight(nil) }
      return
    }
    closeLevels(from: index + 1)
    wait(for: item)
  }

  private func wait(for item: MenuItem?) {
    guard let item, item.submenu != nil, item.isChoosable, !isOver else { return stopAwaiting() }
    guard awaited !== item else { return }
    stopAwaiting()
    awaited = item
    submenuTimer = application?.schedule(after: Self.submenuDelay) { [weak self] in self?.openAwaited() }
  }

  private func openAwaited() {
    submenuTimer = nil
    guard let item = awaited, item.isHighlighted, stroke != nil else { return }
    openSubmenu(of: item)
  }

  private func stopAwaiting() {
    awaited = nil
    guard let timer = submenuTimer else { return }
    submenuTimer = nil
    application?.cancel(timer)
  }

  private func stopTimers() {
    stopAwaiting()
    stopScrolling()
  }

  /// Scrolls a menu while a finger that slides is at its edge, a row each `Tuning.repeatInterval`.
  private func scrollAtEdge(_ point: Point) {
    var direction = 0.0
    if let index = level(at: point), levels[index].isScrollable {
      let frame = levels[index].frame
      if point.y < frame.minY + Self.scrollingEdge { direction = -1 }
      if point.y > frame.maxY - Self.scrollingEdge { direction = 1 }
    }
    guard direction != scrollDirection else { return }
    stopScrolling()
    scrollDirection = direction
    guard direction != 0, let application else { return }
    let interval = application.tuning.repeatInterval
    scrollTimer = application.schedule(after: interval, every: interval) { [weak self] in self?.scrollByRow() }
  }

  private func scrollByRow() {
    guard let index = level(at: lastPoint), stroke != nil, scrollDirection != 0 else { return stopScrolling() }
    let level = levels[index]
    level.scroll(to: level.contentOffset + scrollDirection * MenuView.rowHeight)
    hover(at: lastPoint)
  }

  private func stopScrolling() {
    scrollDirection = 0
    guard let timer = scrollTimer else { return }
    scrollTimer = nil
    application?.cancel(timer)
  }

  override func touchesBegan(_ touches: TouchSet, with event: Event?) { finish() }

  override func touchBeganOutside(_ touch: Touch, with event: Event?) { finish() }

  // MARK: Choosing

  private func choose(at point: Point, _ event: Event?) {
    guard let index = level(at: point), let item = item(at: point, index) else { return }
    choose(item, with: event)
  }

  /// Opens an item's submenu, or closes the menu and performs the item's action; an item that cannot be chosen does nothing.
  func choose(_ item: MenuItem, with event: Event?, highlightsFirst: Bool = false) {
    guard !isOver, let menu = item.menu else { return }
    menu.validate(item)
    guard !isOver, item.isChoosable, item.menu === menu else { return }
    if item.submenu != nil { return openSubmenu(of: item, highlightsFirst: highlightsFirst) }
    let application = application
    // The view that has the focus then may say what was chosen.
    finish(notifiesFocus: false)
    menu.perform(item, event: event)
    application?.refreshFocus()
  }

  // MARK: Keys

  /// Performs a key equivalent of the open menu; every other key equivalent waits until the menu is closed.
  override func performKeyEquivalent(with event: KeyEvent) -> Bool {
    _ = menu.performKeyEquivalent(with: event)
    return true
  }

  override func keyDown(with event: KeyEvent) -> Bool {
    guard !isOver, let menu = levels.last?.menu else { return true }
    switch event.charactersIgnoringModifiers {
    case KeyEvent.downArrow, KeyEvent.tab: moveHighlight(in: menu, by: 1)
    case KeyEvent.upArrow, KeyEvent.backTab: moveHighlight(in: menu, by: -1)
    case KeyEvent.home: moveHighlight(in: menu, by: 1, fromEnd: true)
    case KeyEvent.end: moveHighlight(in: menu, by: -1, fromEnd: true)
    case KeyEvent.rightArrow:
      if let item = menu.highlightedItem, item.submenu != nil { choose(item, with: event, highlightsFirst: true) }
    case KeyEvent.leftArrow:
      if levels.count > 1, let level = levels.last { _ = leave(level) }
    case " " where !isTypingOver(event): select(event, in: menu)
    case KeyEvent.carriageReturn, KeyEvent.enter, " ":
      if let item = menu.highlightedItem { choose(item, with: event, highlightsFirst: true) }
    case KeyEvent.escape: finish()
    default: select(event, in: menu)
    }
    return true
  }

  /// Highlights the next item that can be chosen, beginning again at the other end.
  private func moveHighlight(in menu: Menu, by step: Int, fromEnd: Bool = false) {
    guard let level = levels.last(where: { $0.menu === menu }) else { return }
    let count = level.rows.count
    let current = fromEnd ? nil : menu.highlightedItem.flatMap { menu.index(of: $0) }.flatMap { level.rows.row(ofItem: $0) }
    var row = current ?? (step > 0 ? -1 : count)
    for _ in 0..<count {
      row += step
      if row < 0 || row >= count { row = step > 0 ? 0 : count - 1 }
      // Validation calls out: the rows are read again.
      let rows = level.rows
      guard !isOver, rows.indexes.indices.contains(row), let item = menu.item(at: Int(rows.indexes[row])) else { return }
      menu.validate(item)
      if item.isChoosable, item.menu === menu { return highlight(item, in: level) }
    }
  }

  private func highlight(_ item: MenuItem, in level: MenuView) {
    if let index = level.menu?.index(of: item) { level.scrollToItem(at: index) }
    level.menu?.highlight(item)
    guard !isOver, level.element(of: item) != nil else { return }
    focusLead = (level, item)
    application?.refreshFocus()
  }

  private func isTypingOver(_ event: KeyEvent) -> Bool {
    guard let typedAt else { return true }
    return event.timestamp < typedAt || event.timestamp - typedAt > Self.typingInterval
  }

  /// Highlights the first item whose title begins with the letters typed.
  private func select(_ event: KeyEvent, in menu: Menu) {
    guard event.characters.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0xF700...0xF8FF).contains($0.value) }),
      !event.characters.isEmpty
    else { return }
    if isTypingOver(event) { typed = "" }
    typed += event.characters.lowercased()
    typedAt = event.timestamp
    let (prefix, items) = (typed, menu.items)
    for item in items where !item.isHidden && item !== menu.titleItem && item.title.lowercased().hasPrefix(prefix) {
      menu.validate(item)
      guard !isOver, let level = levels.last, level.menu === menu else { return }
      if item.isChoosable, item.menu === menu { return highlight(item, in: level) }
    }
  }
}
