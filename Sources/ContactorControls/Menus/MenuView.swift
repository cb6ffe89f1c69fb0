public import ContactorCore

/// The rows of a menu on the screen; `Menu.popUp(below:in:)` shows one over a window, or it stands among other views as a list of actions.
///
/// A finger that is lifted on an item chooses it. A menu that is higher than the view is scrolled by a finger that moves up or down.
/// Rows have no views of their own: `contentFrame(for:)` and `contentParts` say what to draw.
open class MenuView: Control {
  /// The height of an item: 44 pt, the least size of something touched in Apple's Human Interface Guidelines.
  public static let rowHeight = 44.0
  /// The height of a separator: 9 pt, ours.
  public static let separatorHeight = 9.0
  /// The width of a menu that has no other: 250 pt, ours; a title of 20 letters fits beside its mark and its key equivalent.
  public static let standardWidth = 250.0
  /// The width of the mark and of the arrow at the ends of a row: 28 pt, ours.
  public static let markWidth = 28.0
  /// The width of a key equivalent: 64 pt, ours.
  public static let keyWidth = 64.0

  /// A part of the view, by an item's index in the menu.
  public enum Part: Hashable, Sendable {
    /// An item's whole row, or a separator.
    case item(Int)
    /// The check mark at the left of an item.
    case mark(Int)
    /// An item's title.
    case title(Int)
    /// An item's key equivalent, or the arrow of one that opens a menu, at the right.
    case accessory(Int)
  }

  /// The menu that is shown; the view retains it.
  public final var menu: Menu? {
    didSet {
      guard menu !== oldValue else { return }
      if oldValue?.menuView === self { oldValue?.menuView = nil }
      take(menu)
      withExtendedLifetime(oldValue) {}
    }
  }

  /// How far the rows are scrolled up, in points, 0 … `maximumOffset`.
  public private(set) final var contentOffset = 0.0
  private final var stroke: MenuStroke?
  private static let heights = MenuRows.Heights(item: rowHeight, separator: separatorHeight)

  /// Creates a view without a menu.
  override public init(frame: Rect) {
    super.init(frame: frame)
  }

  /// Creates a view of a menu.
  public init(frame: Rect, menu: Menu) {
    super.init(frame: frame)
    self.menu = menu
    take(menu)
  }

  private func take(_ menu: Menu?) {
    menu?.menuView = self
    if let menu, menu.view == nil, menu.supermenu == nil { menu.view = self }
    contentOffset = 0
    if window != nil { open() }
    changed([.text, .selection])
  }

  override open func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil, menu?.isOpen == false { open() }
  }

  /// Validates the items that are in view, as a menu that opens.
  private func open() {
    menu?.beginOpening()
    validateVisibleItems()
  }

  // MARK: Geometry

  final var rows: MenuRows { menu?.rows(Self.heights) ?? MenuRows() }

  /// The height of all rows.
  public final var contentHeight: Double { rows.height }

  /// The greatest `contentOffset`; 0 where the menu fits.
  public final var maximumOffset: Double { max(0, contentHeight - max(0, bounds.size.height)) }

  /// Whether the menu is higher than the view.
  public final var isScrollable: Bool { maximumOffset > 0 }

  /// Scrolls to an offset, clamped to 0 … `maximumOffset`; NaN is ignored.
  public final func scroll(to offset: Double) {
    guard !offset.isNaN else { return }
    let offset = min(max(offset, 0), maximumOffset)
    guard offset != contentOffset else { return }
    contentOffset = offset
    validateVisibleItems()
    changed(.frame)
  }

  /// Scrolls as little as makes an item visible; does nothing for a hidden item and an index that there is not.
  ///
  /// O(log items).
  public final func scrollToItem(at index: Int) {
    let rows = rows
    guard let row = rows.row(ofItem: index) else { return }
    let (top, bottom) = (rows.top(row), rows.top(row) + rows.height(row))
    scroll(to: top < contentOffset ? top : max(contentOffset, bottom - bounds.size.height))
  }

  /// The index of the item or separator at a point of the view's own space; `nil` beside the rows.
  ///
  /// O(log items).
  public final func indexOfItem(at point: Point) -> Int? {
    guard bounds.contains(point) else { return nil }
    let rows = rows
    return rows.row(at: point.y - bounds.minY + contentOffset).map { Int(rows.indexes[$0]) }
  }

  final func item(at point: Point) -> MenuItem? { indexOfItem(at: point).flatMap { menu?.item(at: $0) } }

  /// The rectangle of a part in the view's own space, whether it is scrolled into view or not; `Rect.null` for a part that there is not.
  ///
  /// O(log items).
  public final func contentFrame(for part: Part) -> Rect {
    switch part {
    case .item(let index): row(index)
    case .mark(let index): row(index).strip(0, min(Self.markWidth, bounds.size.width))
    case .title(let index):
      row(index).strip(Self.markWidth, bounds.size.width - Self.markWidth - accessoryWidth(menu?.item(at: index)))
    case .accessory(let index):
      row(index).strip(
        bounds.size.width - accessoryWidth(menu?.item(at: index)), accessoryWidth(menu?.item(at: index)))
    }
  }

  private func row(_ index: Int) -> Rect {
    let rows = rows
    guard let row = rows.row(ofItem: index) else { return .null }
    return Rect(
      x: bounds.minX, y: bounds.minY + rows.top(row) - contentOffset, width: bounds.size.width, height: rows.height(row))
  }

  private func accessoryWidth(_ item: MenuItem?) -> Double {
    guard let item else { return 0 }
    return item.submenu != nil ? Self.markWidth : item.keyEquivalent.isEmpty ? 0 : Self.keyWidth
  }

  /// The rows that are in view; O(log items).
  private var visibleRows: Range<Int> {
    let rows = rows
    guard rows.count > 0, bounds.size.height > 0, let first = rows.row(at: contentOffset) else { return 0..<0 }
    let last = rows.row(at: (contentOffset + bounds.size.height).nextDown) ?? rows.count - 1
    return first..<max(first, last) + 1
  }

  /// Validates the items in view that were not validated in this opening.
  ///
  /// Their targets may change the menu meanwhile.
  final func validateVisibleItems() {
    for row in visibleRows {
      let rows = rows
      guard row < rows.count, let item = menu?.item(at: Int(rows.indexes[row])) else { return }
      menu?.validate(item)
    }
  }

  final func rowsChanged() {
    session?.placeLevels()
    contentOffset = min(contentOffset, maximumOffset)
    // Rows that came into view are validated at the end of the frame, not in the middle of a change of the menu.
    setNeedsLayout()
    changed([.text, .frame])
  }

  /// Validates the items that came into view.
  override open func layoutSubviews() {
    super.layoutSubviews()
    contentOffset = min(contentOffset, maximumOffset)
    validateVisibleItems()
  }

  /// The rows in view, each with its mark, title and accessory; separators as `separator`.
  ///
  /// O(rows in view).
  override open var contentParts: [ContentPart] {
    guard let menu else { return [] }
    let rows = rows
    var parts = [ContentPart("menu", frame: bounds, state: state)]
    for row in visibleRows {
      let index = Int(rows.indexes[row])
      guard let item = menu.item(at: index) else { continue }
      let frame = contentFrame(for: .item(index))
      if item.isSeparator {
        parts.append(ContentPart("separator", frame: frame))
        continue
      }
      var state: State = item.isHighlighted ? .highlighted : .normal
      if !item.isEnabled { state.insert(.disabled) }
      if item.state == .on { state.insert(.selected) }
      parts.append(ContentPart("item", frame: frame, state: state))
      if item.state != .off {
        parts.append(ContentPart(item.state == .on ? "check" : "mixed", frame: contentFrame(for: .mark(index)), state: state))
      }
      parts.append(ContentPart("title", frame: contentFrame(for: .title(index)), text: item.title, state: state))
      let accessory = contentFrame(for: .accessory(index))
      if item.submenu != nil {
        parts.append(ContentPart("arrow", frame: accessory, state: state))
      } else if !item.keyEquivalent.isEmpty {
        parts.append(ContentPart("key", frame: accessory, text: item.keyEquivalentText, state: state))
      }
    }
    return parts
  }

  // MARK: Touches

  /// The window of the open menu that the view is one level of; `nil` for a view among others.
  private var session: MenuWindow? { window as? MenuWindow }

  override open func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    guard super.beginTracking(touch, with: event), menu != nil else { return false }
    if let session { return session.strokeBegan(at: touch.location(in: session), in: self) }
    stroke = MenuStroke(at: touch.location(in: self), in: self)
    highlight(at: touch.location(in: self))
    return true
  }

  override open func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    if let session {
      session.strokeMoved(to: touch.location(in: session))
    } else if stroke != nil {
      let point = touch.location(in: self)
      let phase = stroke?.moved(to: point)
      if phase == .scrolling, let stroke { scroll(to: stroke.offset(at: point)) }
      highlight(at: phase == .scrolling ? nil : point)
    }
    return super.continueTracking(touch, with: event)
  }

  override open func touchesEnded(_ touches: TouchSet, with event: Event?) {
    let touch = trackedTouch
    super.touchesEnded(touches, with: event)
    guard let touch, !isTracking, touches.contains(touch) else { return }
    if let session { return session.strokeEnded(at: touch.location(in: session), with: event) }
    guard let stroke else { return }
    self.stroke = nil
    let item = stroke.phase == .scrolling ? nil : item(at: touch.location(in: self))
    menu?.highlight(nil)
    if let item { choose(item, event) }
  }

  override open func cancelTracking(with event: Event?) {
    super.cancelTracking(with: event)
    _ = session?.strokeCancelled()
    stroke = nil
    menu?.highlight(nil)
  }

  private func highlight(at point: Point?) {
    let item = point.flatMap { self.item(at: $0) }
    if let item { menu?.validate(item) }
    menu?.highlight(item)
  }

  /// Chooses an item as a finger does: opens its submenu beside it, or performs its action.
  private func choose(_ item: MenuItem, _ event: Event?) {
    guard isEnabled, let menu, item.menu === menu else { return }
    menu.validate(item)
    guard item.isChoosable, item.menu === menu, let index = menu.index(of: item) else { return }
    if let submenu = item.submenu {
      submenu.popUp(below: contentFrame(for: .item(index)), in: self)
    } else {
      menu.perform(item, event: event)
    }
  }

  // MARK: Accessibility

  override open var standardAccessibility: Accessibility { Accessibility(.menu, label: menu?.title, isEnabled: isEnabled) }

  /// The number of items in the menu that are not hidden, separators included; an open menu has one more, which closes it.
  override open var accessibilityElementCount: Int { rows.count + (session == nil ? 0 : 1) }

  override open func accessibilityElement(at index: Int) -> AccessibilityElement? {
    let rows = rows
    if index == rows.count, let session { return session.wayOut(of: self) }
    guard rows.indexes.indices.contains(index), let item = menu?.item(at: Int(rows.indexes[index])) else { return nil }
    let content = Accessibility(
      item.isSeparator ? .none : .menuItem, label: item.title, value: item.state == .off ? nil : "\(item.state)",
      hint: item.submenu == nil ? nil : "opens a menu", isSelected: item.state == .on,
      isEnabled: isEnabled && item.isEnabled && !item.isSeparator)
    return AccessibilityElement(content, frame: contentFrame(for: .item(Int(rows.indexes[index]))))
  }

  /// Chooses an item, closes the menu or the submenu for `escape`, and scrolls by a page.
  override open func performAccessibility(_ action: AccessibilityAction, at index: Int? = nil) -> Bool {
    guard isEnabled, !isHidden else { return false }
    switch action {
    case .activate:
      let rows = rows
      if index == rows.count, let session { return session.leave(self) }
      guard let index, rows.indexes.indices.contains(index), let item = menu?.item(at: Int(rows.indexes[index])) else { return false }
      menu?.validate(item)
      guard item.isChoosable, item.menu === menu else { return false }
      if let session { session.choose(item, with: nil) } else { choose(item, nil) }
      return true
    case .scrollForward, .scrollBackward:
      let before = contentOffset
      scroll(to: before + (action == .scrollForward ? bounds.size.height : -bounds.size.height))
      return contentOffset != before
    case .escape:
      guard let session else { return false }
      return session.leave(self)
    default: return super.performAccessibility(action, at: index)
    }
  }
}

/// A finger on a menu: whether it presses, slides over the items or scrolls.
///
/// | phase    | moved less than the slop | further up or down in a menu that scrolls | further otherwise |
/// | -------- | ------------------------ | ----------------------------------------- | ----------------- |
/// | pressed  | –                        | scrolling                                 | sliding           |
/// | sliding, scrolling | –              | –                                         | –                 |
struct MenuStroke {
  enum Phase {
    /// The finger has not moved.
    case pressed
    /// The finger moves over the items.
    case sliding
    /// The finger moves the rows.
    case scrolling
  }

  private(set) var phase = Phase.pressed
  /// Whether the finger touched down on the menu, not on the view that opened it.
  let isFromMenu: Bool
  private let start: Point
  private let startOffset: Double
  private let slop: Double
  private let scrolls: Bool

  /// A finger that touched down on a menu's view, or, for `nil`, elsewhere.
  init(at point: Point, in view: MenuView?, slop: Double = Tuning().panHysteresis) {
    start = point
    startOffset = view?.contentOffset ?? 0
    scrolls = view?.isScrollable ?? false
    isFromMenu = view != nil
    self.slop = view?.application?.tuning.panHysteresis ?? slop
  }

  mutating func moved(to point: Point) -> Phase {
    guard phase == .pressed, point.distance(to: start) > slop else { return phase }
    let isVertical = (point.y - start.y).magnitude >= (point.x - start.x).magnitude
    phase = scrolls && isVertical ? .scrolling : .sliding
    return phase
  }

  /// The offset of the rows under a finger that scrolls them.
  func offset(at point: Point) -> Double { startOffset + start.y - point.y }
}

extension Rect {
  /// The part of a row from a distance to its left edge on; `null` stays so.
  fileprivate func strip(_ distance: Double, _ width: Double) -> Rect {
    isNull ? .null : Rect(x: minX + distance, y: minY, width: max(0, width), height: size.height)
  }
}
