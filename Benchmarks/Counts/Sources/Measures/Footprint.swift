import ContactorControls
import ContactorCore

/// Something whose size on the heap is measured, over many of it.
public struct Footprint {
  /// The name, as `thresholds.txt` has it.
  public let name: String
  /// How many are made; the bytes are those of all, divided.
  public let count: Int
  /// How many units one is, for example the rows of a table; bytes are given for one unit.
  public let units: Int
  /// Makes one.
  public let make: () -> AnyObject

  init(name: String, count: Int = 100_000, units: Int = 1, make: @escaping () -> AnyObject) {
    self.name = name
    self.count = count
    self.units = units
    self.make = make
  }

  /// Every footprint, in the order of the table.
  public static var all: [Footprint] {
    let frame = Rect(x: 0, y: 0, width: 100, height: 40)
    let target = Counter()
    return [
      Footprint(name: "button") { Button(frame: frame) },
      Footprint(name: "button-action") {
        let button = Button(frame: frame)
        button.addTarget(target, action: .hit, for: .touchUpInside)
        return button
      },
      Footprint(name: "button-closure") {
        let button = Button(frame: frame)
        button.on(.touchUpInside) { [unowned target] button in target.hit(button) }
        return button
      },
      Footprint(name: "cell") { ButtonCell(title: "cell", type: .radio) },
      Footprint(name: "cell-slider") { SliderCell() },
      Footprint(name: "cell-form") { FormCell() },
      Footprint(name: "cell-action") {
        let cell = ButtonCell(title: "cell")
        cell.setTarget(target, action: .hit)
        return cell
      },
      Footprint(name: "table-cell") { TableViewCell(reuseIdentifier: nil) },
      Footprint(name: "table-row", count: 1, units: TableScene.rows) { TableScene(height: nil) },
      Footprint(name: "table-row-height", count: 1, units: TableScene.rows) {
        let scene = TableScene(height: { Double(20 + $0 & 7) })
        scene.showAll()
        return scene
      },
    ]
  }
}
