import ContactorControls
import ContactorCore
import Glibc
import Testing

@testable import PanelDrawing

let fontPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
var fontProblem: Comment? { access(fontPath, R_OK) == 0 ? nil : "\(fontPath) is not there; install fonts-dejavu-core" }

/// Windows of 200 by 100 points with a painter, and what it damaged since it was last asked.
private final class Stage {
  let application = Application()
  let window = Window(frame: Rect(x: 0, y: 0, width: 200, height: 100))
  let painter: Painter
  private let reference: Canvas

  init(_ views: View...) throws {
    application.addWindow(window)
    for view in views { window.addSubview(view) }
    application.advance(to: Timestamp(microseconds: 0))
    painter = Painter(application, Look(font: try Font(path: fontPath)), on: try Canvas(width: 200, height: 100))
    reference = try Canvas(width: 200, height: 100)
    painter.paint { _, _ in }
  }

  /// Draws, and returns the rectangles; the picture must be the one that drawing everything gives.
  func drawn(_ location: SourceLocation = #_sourceLocation) -> Set<PixelRect> {
    painter.noteWindows()
    let rects = Set(painter.damage.rects)
    painter.paint { _, _ in }
    painter.draw(reference.bounds, on: reference)
    #expect(painter.canvas.isSame(as: reference), "the picture is not what drawing everything gives", sourceLocation: location)
    return rects
  }
}

@Suite("A painter", .enabled(if: fontProblem == nil, fontProblem))
struct PainterTests {
  private let button = Button(frame: Rect(x: 10, y: 20, width: 50, height: 30))
  private let place = PixelRect(x: 10, y: 20, width: 50, height: 30)

  @Test("draws everything at first, and then nothing without a change")
  func start() throws {
    let stage = try Stage(button)
    #expect(stage.drawn() == [])
    button.isHighlighted = false
    button.title = ""
    #expect(stage.drawn() == [])
  }

  @Test("draws a view that shows something else, and no other")
  func content() throws {
    let stage = try Stage(button, Switch(frame: Rect(x: 100, y: 20, width: 60, height: 30)))
    button.isHighlighted = true
    #expect(stage.drawn() == [place])
    button.title = "Go"
    button.isEnabled = false
    #expect(stage.drawn() == [place])
  }

  @Test("draws where a view was and where it is")
  func moving() throws {
    let stage = try Stage(button)
    button.frame = Rect(x: 100, y: 20, width: 50, height: 30)
    #expect(stage.drawn() == [place, PixelRect(x: 100, y: 20, width: 50, height: 30)])
    button.isHidden = true
    #expect(stage.drawn() == [PixelRect(x: 100, y: 20, width: 50, height: 30)])
    button.isHighlighted = true
    #expect(stage.drawn() == [])
    button.isHidden = false
    #expect(stage.drawn() == [PixelRect(x: 100, y: 20, width: 50, height: 30)])
  }

  @Test("draws the subviews of a view that moves, which lie outside of it")
  func subviews() throws {
    let outer = ContainerView(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    let stage = try Stage(outer)
    outer.addSubview(button)
    #expect(stage.drawn() == [place])
    outer.frame = outer.frame.offsetBy(dx: 60, dy: 0)
    #expect(stage.drawn().contains { $0.contains(place) || $0.intersects(place) })
    outer.isHidden = true
    #expect(!stage.drawn().isEmpty)
  }

  @Test("draws what was below a view that is removed")
  func removal() throws {
    let page = Page(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    page.addSubview(button)
    let stage = try Stage(page)
    button.removeFromSuperview()
    #expect(stage.drawn().contains { $0.contains(place) })
  }

  @Test("a dialog damages its panel and no more, as it comes and as it goes")
  func dialog() throws {
    let stage = try Stage(button)
    let alert = Alert(title: "?")
    alert.addButton("Yes")
    alert.begin(on: stage.window) { _ in }
    let shown = stage.drawn()
    #expect(shown.count == 1 && shown.allSatisfy { $0.area < 200 * 100 }, "\(shown)")
    alert.end()
    #expect(stage.drawn() == shown)
    button.isHighlighted = true
    #expect(stage.drawn() == [place])
  }

  @Test("a window that comes and goes as it is damages its views and no more")
  func window() throws {
    let stage = try Stage(button)
    let other = Window(frame: Rect(x: 100, y: 40, width: 80, height: 40))
    other.addSubview(Switch(frame: Rect(x: 10, y: 5, width: 60, height: 30)))
    stage.application.present(other)
    #expect(stage.drawn() == [PixelRect(x: 110, y: 45, width: 60, height: 30)])
    stage.application.dismiss(other)
    #expect(stage.drawn() == [PixelRect(x: 110, y: 45, width: 60, height: 30)])
  }

  @Test("a list that scrolls is drawn whole and nothing around it; its rows are cut at its edge")
  func scrolling() throws {
    let list = ScrollView(frame: Rect(x: 20, y: 10, width: 100, height: 50))
    list.contentSize = Size(width: 100, height: 500)
    for index in 0..<10 {
      let row = Button(frame: Rect(x: 0, y: Double(index) * 50, width: 100, height: 46))
      row.title = "\(index)"
      list.addSubview(row)
    }
    let stage = try Stage(list, Switch(frame: Rect(x: 130, y: 10, width: 60, height: 30)))
    list.contentOffset.y = 20.4
    #expect(stage.drawn() == [PixelRect(x: 20, y: 10, width: 100, height: 50)])
    (list.subviews[1] as? Button)?.isHighlighted = true
    let drawn = stage.drawn()
    #expect(drawn.count == 1 && drawn.allSatisfy { PixelRect(x: 20, y: 10, width: 100, height: 50).contains($0) }, "\(drawn)")
    (list.subviews[9] as? Button)?.isHighlighted = true
    #expect(stage.drawn() == [])
  }
}

@Suite("Text", .enabled(if: fontProblem == nil, fontProblem))
struct TextTests {
  @Test("a text that is too wide ends with an ellipsis within its rectangle")
  func shortening() throws {
    let font = try Font(path: fontPath)
    let canvas = try Canvas(width: 200, height: 40)
    canvas.clip(to: canvas.bounds)
    font.draw("A rather long name of a room", in: Rect(x: 10, y: 0, width: 60, height: 40), size: 16, Color(0xFFFFFF), on: canvas)
    var columns: Set<Int> = []
    canvas.withPixels { pixels, stride in
      for y in 0..<40 { for x in 0..<200 where pixels[y * stride + x * 4] != 0 { columns.insert(x) } }
    }
    let (first, last) = (columns.min() ?? 0, columns.max() ?? 0)
    #expect((10...13).contains(first) && (55...70).contains(last), "\(columns.sorted())")
  }

  @Test("a file that is no font is refused with its name")
  func noFont() {
    #expect(throws: DrawingError.self) { try Font(path: "/etc/passwd") }
    do { _ = try Font(path: "/nowhere.ttf") } catch { #expect(error.description.hasPrefix("/nowhere.ttf ")) }
  }

  @Test("a canvas of no size is refused", arguments: [(0, 10), (10, -1), (1 << 20, 1 << 20)])
  func noCanvas(width: Int, height: Int) {
    #expect(throws: DrawingError.self) { try Canvas(width: width, height: height) }
  }
}
