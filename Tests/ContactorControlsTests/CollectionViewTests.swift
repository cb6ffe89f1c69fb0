import ContactorControls
import ContactorCore
import ContactorStage
import Testing

/// A grid of items.
@Suite("Collection view")
struct CollectionViewTests {
  private final class Source: CollectionViewDataSource, CollectionViewDelegate {
    var count = 1000
    var log: [String] = []
    var errors: [TableError] = []
    var asked: (() -> Void)?
    var givesCells = true

    func numberOfItems(in collectionView: CollectionView) -> Int { count }

    func collectionView(_ collectionView: CollectionView, cellForItemAt item: Int) -> TableViewCell? {
      asked?()
      guard givesCells else { return nil }
      let cell = collectionView.dequeueReusableCell(withIdentifier: "item")
      cell.text = "\(item)"
      return cell
    }

    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt item: Int) -> Bool { item != 3 }

    func collectionView(_ collectionView: CollectionView, didSelectItemAt item: Int) { log.append("select \(item)") }

    func collectionView(_ collectionView: CollectionView, didDeselectItemAt item: Int) { log.append("deselect \(item)") }

    func collectionView(_ collectionView: CollectionView, didFind error: TableError) { errors.append(error) }
  }

  private let stage = Stage()
  private let source = Source()
  private let grid: CollectionView

  init() { grid = stage.grid(of: source) }

  @Test("8.4 A grid has as many columns as its width holds, and asks for the items on the screen")
  func layout() {
    #expect(grid.numberOfColumns == 3)
    #expect(grid.visibleItems == Array(0..<15))
    #expect(grid.rectForItem(at: 4) == Rect(x: 115, y: 110, width: 100, height: 100))
    #expect(grid.contentSize == Size(width: 330, height: 334 * 110 - 10))
    #expect(grid.item(at: Point(x: 120, y: 115)) == 4)
    #expect(grid.item(at: Point(x: 105, y: 115)) == nil && grid.item(at: Point(x: -5, y: 0)) == nil)
    #expect(grid.rectForItem(at: 1000) == nil && grid.rectForItem(at: -1) == nil)
    grid.frame = Rect(x: 0, y: 0, width: 550, height: 440)
    stage.pass(to: 2)
    #expect(grid.numberOfColumns == 5 && grid.visibleItems == Array(0..<25))
    #expect(grid.cellForItem(at: 7)?.frame == grid.rectForItem(at: 7))
  }

  @Test("8.4 Scrolling uses the cells of items that left")
  func reuse() {
    for line in 0..<300 {
      grid.contentOffset.y = Double(line) * 110 + 5
      #expect(grid.visibleItems == Array(line * 3..<min(line * 3 + 15, 1000)))
    }
    #expect(grid.subviews.count <= 20)
    grid.scrollToItem(at: 0, animated: false)
    #expect(grid.contentOffset.y == 0 && grid.cellForItem(at: 0)?.text == "0")
  }

  @Test("8.4 A tap selects an item, one that drags none")
  func selection() {
    stage.tap(1, 50, 50, at: 1000)
    stage.tap(1, 50, 50, at: 3000)
    stage.tap(1, 50, 160, at: 5000)
    #expect(source.log == ["select 0"])
    stage.tap(1, 160, 160, at: 7000)
    #expect(source.log == ["select 0", "deselect 0", "select 4"])
    grid.allowsMultipleSelection = true
    stage.tap(1, 50, 50, at: 9000)
    #expect(Array(grid.selected.ranges) == [0..<1, 4..<5])
    stage.tap(1, 160, 160, at: 11000)
    #expect(source.log.last == "deselect 4")
    stage.down(1, 50, 400, at: 13000)
    for step in 1...5 { stage.move(1, 50, 400 - Double(step) * 10, at: 13000 + Int64(step) * 10) }
    stage.up(1, 50, 350, at: 13100)
    #expect(source.log.count == 5 && grid.contentOffset.y > 0)
  }

  @Test("7.8 Every item is an element that activation selects")
  func accessibility() {
    #expect(grid.accessibility.role == .grid && grid.accessibilityElementCount == 1000)
    #expect(grid.accessibilityElement(at: 2)?.content == Accessibility(.cell, label: "2"))
    #expect(grid.performAccessibility(.activate, at: 900) && source.log == ["select 900"])
    #expect(grid.cellForItem(at: 900)?.isSelected == true)
    #expect(grid.performAccessibility(.scrollBackward) && !grid.performAccessibility(.increment, at: 3))
    #expect(!grid.performAccessibility(.activate, at: 1000) && grid.accessibilityElement(at: -1) == nil)
  }

  @Test("8.4 A data source of a grid that lies, or loads it again, breaks nothing")
  func hostile() {
    source.count = -5
    grid.reloadData()
    #expect(source.errors == [.invalidRowCount(-5, section: 0)] && grid.visibleItems.isEmpty)
    source.count = 1000
    source.givesCells = false
    grid.reloadData()
    #expect(source.errors.contains(.noCell(IndexPath(item: 14))) && grid.visibleItems.count == 15)
    source.givesCells = true
    source.asked = { [unowned grid] in grid.reloadData() }
    grid.reloadData()
    #expect(source.errors.contains(.neverAtRest))
    source.asked = { [unowned grid] in
      grid.itemSize.width += 1
      grid.removeFromSuperview()
    }
    grid.contentOffset.y = 3000
    source.asked = nil
    grid.itemSize = Size(width: .nan, height: -4)
    grid.spacing = Size(width: .infinity, height: .nan)
    grid.contentOffset.y = 100
    #expect(grid.visibleItems.count <= TableView.maximumNumberOfShownRows)
    grid.itemSize = Size(width: 100, height: 100)
    grid.spacing = Size(width: 10, height: 10)
    grid.contentOffset = .zero
    #expect(grid.visibleItems == Array(0..<15))
  }
}
