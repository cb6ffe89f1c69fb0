import ContactorCore
import Testing

@testable import ContactorLayout

/// Frames with units and from edges, and views that grids and stacks place.
@Suite struct LayoutFrameTests {
  @Test(arguments: [
    ("frame: [10%, 20, 50%, 60]", "40 20 200 60"),
    ("frame: [\"10%\", 20 mm, 30 pt, \"25 mm\"]", "40 40 30 50"),
    ("frame: [1, 2, 3, 4]", "1 2 3 4"),
    ("frame: [-10%, -5 mm, 100%, 0.1%]", "-40 -10 400 0.2"),
    ("left: 10, top: 20, width: 30, height: 40", "10 20 30 40"),
    ("right: 20, bottom: 10 mm, width: 100, height: 25%", "280 130 100 50"),
    ("left: 10, right: 20, top: 5, bottom: 6", "10 5 370 189"),
    ("left: 10, right: 20, width: 370, height: 40", "10 0 370 40"),
    ("height: 40", "0 0 400 40"),
    ("width: 33.3333%, bottom: 0, height: 1 mm", "0 198 133.333 2"),
    ("frame: {right: 0, bottom: 0, width: 10, height: 10}", "390 190 10 10"),
  ])
  func `a view states its frame`(text: String, expected: String) throws {
    let layout = try shortLayout(withViews("{id: a, kind: button, \(text)}"))
    #expect(frames(layout) == ["a: \(expected)"])
  }

  @Test func `lengths are those of the view around, and of what is scrolled`() throws {
    let layout = try shortLayout(
      withViews(
        "{id: box, kind: view, frame: [100, 100, 200, 50], views: [{id: a, kind: button, right: 10, top: 10%, width: 50%, height: 1 mm}]}",
        "{id: list, kind: scroll, frame: [0, 0, 50, 50], content: [50, 1000], views: [{id: b, kind: button, bottom: 0, height: 1%}]}"))
    #expect(
      frames(layout) == ["box: 100 100 200 50", "a: 190 105 100 2", "list: 0 0 50 50", "b: 0 990 50 10"])
  }

  @Test func `each window has millimetres of its own`() throws {
    let text = """
      contactor: 1
      windows:
        - {id: one, size: [100, 100], mm: [50, 25], views: [{id: a, kind: button, frame: [1 mm, 1 mm, 10 mm, 10 mm]}]}
        - {id: two, size: [100, 100], mm: [10, 10], views: [{id: b, kind: button, frame: [1 mm, 1 mm, 5 mm, 5 mm]}]}
      """
    #expect(frames(try shortLayout(text)) == ["a: 2 4 20 40", "b: 10 10 50 50"])
  }

  @Test func `a grid gives its views cells that meet without overlapping`() throws {
    let layout = try shortLayout(
      withViews(
        "{id: g, kind: grid, frame: [0, 0, 400, 100], columns: 3, views: [\((1...6).map { "{id: k\($0), kind: button}" }.joined(separator: ", "))]}"
      ))
    #expect(
      frames(layout) == [
        "g: 0 0 400 100", "k1: 0 0 133.333 50", "k2: 133.333 0 133.334 50", "k3: 266.667 0 133.333 50", "k4: 0 50 133.333 50",
        "k5: 133.333 50 133.334 50", "k6: 266.667 50 133.333 50",
      ])
    let views = layout.views[0].subviews
    #expect(layout.views[0].kind == .view && LayoutCheck.warnings(in: layout).isEmpty)
    for (left, right) in zip(views, views.dropFirst()) where left.frame.minY == right.frame.minY {
      #expect(abs(left.frame.maxX - right.frame.minX) < 1e-9)
    }
  }

  @Test func `a grid has gaps, padding, rows and views that span cells`() throws {
    let layout = try shortLayout(
      withViews(
        "{id: g, kind: grid, frame: [0, 0, 100, 100], columns: 3, rows: 3, gap: [5, 10], padding: [5, 0], views: ["
          + "{id: a, kind: button, span: 2}, {id: b, kind: button, span: [1, 2]}, {id: c, kind: button}, {id: d, kind: button}, "
          + "{id: e, kind: button, span: 3}]}"))
    #expect(
      frames(layout) == [
        "g: 0 0 100 100", "a: 5 0 58.333 26.667", "b: 68.333 0 26.667 63.333", "c: 5 36.667 26.667 26.666",
        "d: 36.667 36.667 26.666 26.666", "e: 5 73.333 90 26.667",
      ])
    let rows = try shortLayout(
      withViews("{id: g, kind: grid, frame: [0, 0, 90, 90], rows: 1, views: [{id: a, kind: button}, {id: b, kind: button}]}"))
    #expect(frames(rows) == ["g: 0 0 90 90", "a: 0 0 45 90", "b: 45 0 45 90"])
  }

  @Test func `a stack gives its views lengths and shares`() throws {
    let layout = try shortLayout(
      withViews(
        "{id: s, kind: stack, frame: [0, 0, 400, 100], gap: 10, padding: 10, views: [{id: a, kind: button, width: 20 mm}, "
          + "{id: b, kind: button, share: 2, height: 20}, {id: c, kind: button}]}",
        "{id: v, kind: stack, vertical: true, frame: [0, 100, 400, 100], views: [{id: d, kind: button, height: 30%}, {id: e, kind: button}]}"
      ))
    #expect(
      frames(layout) == [
        "s: 0 0 400 100", "a: 10 10 80 80", "b: 100 10 186.667 20", "c: 296.667 10 93.333 80", "v: 0 100 400 100", "d: 0 100 400 30",
        "e: 0 130 400 70",
      ])
  }

  @Test func `grids and stacks stand in each other`() throws {
    let layout = try shortLayout(
      withViews(
        "{id: s, kind: stack, frame: [0, 0, 400, 100], views: [{id: g, kind: grid, columns: 2, views: [{id: a, kind: button}, "
          + "{id: v, kind: view, views: [{id: b, kind: button, frame: [50%, 0, 50%, 100%]}]}]}, {id: c, kind: button}]}"))
    #expect(
      frames(layout) == [
        "s: 0 0 400 100", "g: 0 0 200 100", "a: 0 0 100 100", "v: 100 0 100 100", "b: 150 0 50 100", "c: 200 0 200 100",
      ])
  }

  @Test(arguments: [
    (
      "{id: a, kind: button, left: 0, right: 0, width: 300, height: 9}",
      "4:53: error: 'left', 'right' and 'width' do not agree in 400 points; expected two of them, or 'width: 400'"
    ),
    (
      "{id: a, kind: button, left: 200, right: 200, height: 9}",
      "4:45: error: nothing is left for the width: 0 of 400 points; expected smaller distances from the edges"
    ),
    (
      "{id: a, kind: button, top: 300}",
      "4:32: error: nothing is left for the height: -100 of 200 points; expected smaller distances from the edges"
    ),
    ("{id: a, kind: button, frame: [0, 0, 9, 9], right: 5}", "4:48: error: a view has both 'frame' and 'right'; expected one of them"),
    ("{id: a, kind: button, frame: [0, 0, 50%]}", "4:34: error: 'frame' has 3 numbers; expected 4, [x, y, width, height]"),
    (
      "{id: a, kind: button, frame: [0, 0, 0%, 5]}",
      "4:41: error: width of 'frame' is '0%'; expected points over 0, at most 1000000, or a length such as 20 mm or 50%"
    ),
    (
      "{id: a, kind: button, frame: [0, 0, 50%, 5 cm]}",
      "4:46: error: height of 'frame' is '5 cm'; expected points over 0, at most 1000000, or a length such as 20 mm or 50%"
    ),
    (
      "{id: a, kind: button, width: wide, height: 5}",
      "4:34: error: 'width' is 'wide'; expected points over 0, at most 1000000, or a length such as 20 mm or 50%"
    ),
    ("{id: a, kind: button, frame: {rigth: 5, top: 5}}", "4:35: error: unknown key 'rigth'; did you mean 'right'?"),
    ("{id: a, kind: button}", "4:5: error: a view needs the key 'frame'; expected 'frame: [x, y, width, height]'"),
    ("{id: a, kind: button, height: 5, span: 2}", "4:38: error: 'span' goes with views inside a grid only"),
    ("{id: a, kind: button, height: 5, share: 2}", "4:38: error: 'share' goes with views inside a stack only"),
    ("{id: a, kind: button, height: 5, columns: 2}", "4:38: error: a button has no 'columns', only a grid has"),
    ("{id: a, kind: grd, height: 5, columns: 2}", "4:19: error: unknown kind 'grd'; did you mean 'grid'?"),
    ("{id: a, kind: grid, height: 5}", "4:5: error: a grid needs the key 'columns'; expected 'columns: 3', or 'rows'"),
    ("{id: a, kind: grid, height: 5, columns: 0}", "4:45: error: 'columns' is '0'; expected a whole number from 1 to 100"),
    (
      "{id: a, kind: grid, height: 5, columns: 1, views: [{id: b, kind: button, frame: [0, 0, 1, 1]}]}",
      "4:78: error: the grid around it places this view, which has no 'frame'; expected 'span', or nothing"
    ),
    (
      "{id: a, kind: grid, height: 5, columns: 2, views: [{id: b, kind: button, span: 3}]}",
      "4:84: error: 'span' is '3'; expected a whole number from 1 to 2, the grid's columns"
    ),
    (
      "{id: a, kind: grid, height: 5, columns: 2, views: [{id: b, kind: button, span: [1, 1, 1]}]}",
      "4:84: error: 'span' is a list; expected a number of columns, or [columns, rows]"
    ),
    (
      "{id: a, kind: grid, height: 5, columns: 1, rows: 1, views: [{id: b, kind: button}, {id: c, kind: button}]}",
      "4:88: error: the grid has no room for this view; expected at most 1 rows of 1 columns"
    ),
    (
      "{id: a, kind: grid, height: 5, columns: 3, gap: 300, views: [{id: b, kind: button}]}",
      "4:5: error: a grid of 400 × 5 points has no room for its cells; expected a larger grid, fewer views, or a smaller 'gap' and 'padding'"
    ),
    (
      "{id: a, kind: grid, height: 5, columns: 3, gap: [1, 2, 3]}",
      "4:53: error: 'gap' is a list; expected a length, or [horizontal, vertical]"
    ),
    (
      "{id: a, kind: grid, height: 5, columns: 3, padding: -1}",
      "4:57: error: 'padding' is '-1'; expected points from 0 to 1000000, or a length such as 20 mm or 50%"
    ),
    (
      "{id: a, kind: stack, height: 5, views: [{id: b, kind: button, width: 400}, {id: c, kind: button}]}",
      "4:5: error: a stack of 400 × 5 points has no room for its views; expected a larger stack, or smaller views, 'gap' and 'padding'"
    ),
    (
      "{id: a, kind: stack, height: 5, views: [{id: b, kind: button, left: 4}]}",
      "4:67: error: the stack around it places this view, which has no 'left'; expected 'width' or 'height' or 'share', or nothing"
    ),
    (
      "{id: a, kind: stack, height: 5, views: [{id: b, kind: button, width: 4, share: 1}]}",
      "4:84: error: a view has both 'width' and 'share'; expected one of them"
    ),
    (
      "{id: a, kind: stack, height: 5, views: [{id: b, kind: button, share: 0}]}",
      "4:74: error: 'share' is '0'; expected a number from 0.001 to 1000"
    ),
  ])
  func `wrong frames, grids and stacks`(view: String, expected: String) {
    #expect(shortLines(withViews(view)) == ["k.yaml:\(expected)"])
  }

  @Test func `millimetres need the size of the screen`() {
    let text = "contactor: 1\nscreen: {size: [400, 200]}\nviews:\n  - {id: a, kind: button, right: 20 mm, width: 10, height: 9}\n"
    #expect(
      shortLines(text) == [
        "k.yaml:4:34: error: 'right' is in millimetres, and the size of the screen in millimetres is not known; expected 'mm: [width, height]' beside the screen's 'size'"
      ])
  }

  @Test func `a view whose surroundings cannot be read has no mistakes of its own`() {
    let text =
      "contactor: 1\nscreen: {size: [0, 200], mm: [0, 1]}\nviews:\n  - {id: a, kind: button, right: 20 mm, width: 10%, height: 9}\n"
    #expect(shortLines(text).count == 2)
  }

  @Test func `spans are placed in the first free cells after the one before`() {
    let grid = GridGeometry(columns: 3, rows: nil)
    let extents = [(2, 2), (1, 1), (2, 1), (1, 1), (3, 1)].map { GridGeometry.Extent(columns: $0.0, rows: $0.1) }
    let places = grid.places(of: extents)
    #expect(places.map { [$0.column, $0.row] } == [[0, 0], [2, 0], [0, 2], [2, 2], [0, 3]])
  }
}
