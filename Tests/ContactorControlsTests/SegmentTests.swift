import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// Segmented and page controls: tags, momentary segments, parts, values.
@Suite("Segments and pages")
struct SegmentTests {
  private let stage = Stage()
  private let segments: SegmentedControl

  init() {
    segments = stage.add(SegmentedControl(frame: Rect(x: 0, y: 0, width: 300, height: 50), numberOfSegments: 3), "s")
    for (index, title) in ["Day", "Week", "Month"].enumerated() {
      segments.setTitle(title, forSegmentAt: index)
      segments.setTag(10 * (index + 1), forSegment: index)
    }
  }

  @Test("7.7 momentary segments send at each touch, name the touched one meanwhile, and keep none selected")
  func momentary() {
    segments.trackingMode = .momentary
    var tags: [Int] = []
    segments.on(.valueChanged) { tags.append($0.selectedTag) }
    for time in 0..<3 as Range<Int64> { stage.tap(1, 150, 20, at: time * 1000) }
    stage.tap(1, 250, 20, at: 5000)
    #expect(tags == [20, 20, 20, 30])
    #expect(segments.selectedSegmentIndex == SegmentedControl.noSegment && segments.selectedTag == 0)
    #expect((0..<3).allSatisfy { !segments.isSelected(forSegment: $0) })
  }

  @Test("7.7 a tag stays with its segment, and finds it")
  func tags() {
    segments.insertSegment(withTitle: "Hour", at: 0)
    #expect((0..<4).map { segments.tag(forSegment: $0) } == [0, 10, 20, 30])
    #expect(segments.selectSegment(withTag: 20) && segments.selectedSegmentIndex == 2 && segments.selectedTag == 20)
    segments.setEnabled(false, forSegmentAt: 3)
    #expect(!segments.selectSegment(withTag: 30) && !segments.selectSegment(withTag: 99) && segments.selectedTag == 20)
    segments.setTag(5, forSegment: -1)
    segments.setTag(5, forSegment: .max)
    #expect(segments.tag(forSegment: .min) == 0 && stage.taken().isEmpty)
  }

  @Test("7.7 a segment is drawn where it is touched")
  func frames() {
    segments.setWidth(60, forSegmentAt: 1)
    let frames = (0..<3).map { segments.contentFrame(for: .segment($0)) }
    #expect(frames.map(\.minX) == [0, 120, 180] && frames.map(\.width) == [120, 60, 120])
    for index in 0..<3 { #expect(segments.segmentIndex(at: frames[index].center) == index) }
    #expect(segments.contentFrame(for: .segment(3)).isNull && segments.contentFrame(for: .segment(-1)).isNull)
    segments.selectedSegmentIndex = 2
    #expect(segments.contentParts.map(\.state) == [.normal, .normal, .selected])
    #expect(segments.contentParts.map(\.text) == ["Day", "Week", "Month"])
  }

  @Test("5.14 an action that removes segments while one is being selected, and asks for what is gone")
  func removing() {
    segments.trackingMode = .momentary
    segments.on(.valueChanged) { segments in
      segments.removeAllSegments()
      #expect(segments.selectedTag == 0 && segments.accessibilityElement(at: 0) == nil)
      #expect(segments.performAccessibility(.activate, at: 2) == false)
    }
    stage.tap(1, 250, 20, at: 0)
    #expect(segments.numberOfSegments == 0 && segments.selectedSegmentIndex == SegmentedControl.noSegment)
    stage.tap(1, 250, 20, at: 1000)
    #expect(stage.violations.isEmpty)
  }

  @Test("7.5 segments and pages are asked and set by their index")
  func values() {
    segments.intValue = 1
    #expect(segments.selectedSegmentIndex == 1 && segments.stringValue == "1")
    segments.objectValue = nil
    #expect(segments.intValue == -1)
    let pages = stage.add(PageControl(frame: Rect(x: 0, y: 100, width: 100, height: 50)), "p")
    pages.numberOfPages = 4
    pages.doubleValue = 2.9
    #expect(pages.currentPage == 2 && pages.objectValue == .integer(2))
    pages.intValue = .max
    #expect(pages.currentPage == 3)
    pages.objectValue = nil
    #expect(pages.currentPage == 0 && stage.taken().isEmpty)
  }

  @Test("7.7 each page has a dot, and too many pages a number")
  func pages() {
    let pages = stage.add(PageControl(frame: Rect(x: 0, y: 100, width: 100, height: 50)), "p")
    pages.numberOfPages = 4
    pages.currentPage = 1
    #expect(pages.contentFrame(for: .page(1)) == Rect(x: 25, y: 0, width: 25, height: 50))
    #expect(pages.contentParts.map(\.state) == [.normal, .selected, .normal, .normal])
    pages.numberOfPages = .max
    #expect(pages.contentParts.map(\.text) == ["2 / \(Int.max)"])
    pages.currentPage = .max
    #expect(pages.accessibilityValue == "\(Int.max) / \(Int.max)" && pages.contentFrame(for: .page(0)).isFinite)
  }
}
