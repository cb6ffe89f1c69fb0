import ContactorCore
import ContactorSystem

extension LayoutCheck {
  /// Controls that lie as a whole under one view, so that hit-testing never reaches them (contract 3.1).
  ///
  /// A view that an action of the layout can hide does not count, nor one that is hidden at first; controls that several
  /// views cover only together are not found.
  static func coveredControls(in subject: CheckedLayout) -> [LayoutDiagnostic] {
    let layout = subject.layout
    let passing = passingViews(in: subject)
    var warnings: [LayoutDiagnostic] = []
    for window in layout.windows where !window.screen.size.isUnknown {
      let frame = Rect(origin: .zero, size: window.screen.size)
      var search = CoverSearch(size: window.screen.size, passing: passing, alpha: layout.tuning.number("visibleAlpha"))
      for view in window.views.reversed() { search.visit(view, in: frame, clip: frame, isLasting: true) }
      for (view, cover) in search.covered where !subject.doubtful.contains(view.mark) {
        warnings.append(
          subject.warning(
            view.mark, "\(quoted(view.id)) lies wholly under \(quoted(cover)) and can never be touched",
            expected: "the views in the order from back to front"))
      }
    }
    return warnings
  }

  /// The ids of the views that an action or a mode may hide.
  private static func passingViews(in subject: CheckedLayout) -> Set<String> {
    // What belongs to some modes only covers nothing in the others; in `locked` what belongs to none is not there.
    let modes = subject.layout.modesByID
    var ids = Set(modes.keys)
    let hasLockedViews = subject.kinds.keys.contains { modes[$0]?.contains(LayoutMode.locked) ?? false }
    if hasLockedViews { ids.formUnion(subject.kinds.keys) }
    var mayHideEditedField = false
    for source in subject.sources {
      guard case .send(let send) = source.action, ["hide:", "toggleHidden:"].contains(send.action.description) else { continue }
      ids.insert(send.target ?? source.sender)
      // Without a target the field that is being edited comes first.
      if send.target == nil { mayHideEditedField = true }
    }
    // Once for all actions, or thousands of them with thousands of fields would take minutes.
    if mayHideEditedField { for case (let id, .some(.textField)) in subject.kinds { ids.insert(id) } }
    return ids
  }
}

/// Visits the views of a window from front to back, as hit-testing does, and notes the controls under a view that was visited
/// before.
private struct CoverSearch {
  /// A view that takes touches.
  private struct Cover {
    let id: String
    let frame: Rect
  }

  /// How many cells the window has in each direction; each lists the views that reach into it.
  private static let cells = 16
  private let size: Size
  private let passing: Set<String>
  private let visibleAlpha: Double
  private var covers: [Cover] = []
  private var grid: [[Int]]
  /// How many further comparisons there may be, so that thousands of large views that overlap cost no more.
  private var steps = 5_000_000
  /// The controls that were found, each with the id of what covers it.
  private(set) var covered: [(view: LayoutView, cover: String)] = []

  init(size: Size, passing: Set<String>, alpha: Double?) {
    self.size = size
    self.passing = passing
    visibleAlpha = alpha ?? Tuning().visibleAlpha
    grid = Array(repeating: [], count: Self.cells * Self.cells)
  }

  /// - Parameters:
  ///   - parent: the frame of the view around, in the window.
  ///   - clip: what of it can be touched.
  ///   - isLasting: whether no action hides a view around.
  mutating func visit(_ view: LayoutView, in parent: Rect, clip: Rect, isLasting: Bool) {
    guard !view.isHidden, view.alpha >= visibleAlpha, !view.frame.size.isUnknown else { return }
    let frame = view.frame.offsetBy(dx: parent.minX, dy: parent.minY)
    let visible = frame.intersection(clip)
    guard !visible.isNull, !visible.isEmpty else { return }
    let isLasting = isLasting && !passing.contains(view.id)
    for subview in view.subviews.reversed() { visit(subview, in: frame, clip: visible, isLasting: isLasting) }
    if let cover = cover(of: visible) {
      // Views under this one are under its cover, too.
      if view.kind != .view { covered.append((view, cover)) }
    } else if isLasting {
      add(Cover(id: view.id, frame: visible))
    }
  }

  private mutating func cover(of frame: Rect) -> String? {
    let cell = grid[row(frame.minY) * Self.cells + column(frame.minX)]
    steps -= cell.count
    guard steps > 0 else { return nil }
    return cell.first { covers[$0].frame.contains(frame) }.map { covers[$0].id }
  }

  private mutating func add(_ cover: Cover) {
    let (rows, columns) = (
      row(cover.frame.minY)...row(cover.frame.maxY), column(cover.frame.minX)...column(cover.frame.maxX)
    )
    steps -= rows.count * columns.count
    guard steps > 0 else { return }
    for row in rows {
      for column in columns { grid[row * Self.cells + column].append(covers.count) }
    }
    covers.append(cover)
  }

  private func row(_ y: Double) -> Int { cell(y / size.height) }

  private func column(_ x: Double) -> Int { cell(x / size.width) }

  private func cell(_ share: Double) -> Int { Int(min(max(share, 0) * Double(Self.cells), Double(Self.cells - 1))) }
}
