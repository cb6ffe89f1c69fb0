import ContactorControls
import ContactorCore

/// Something whose size on the heap is measured, over many of it.
public struct Footprint {
  /// The name, as `thresholds.txt` has it.
  public let name: String
  /// Makes one.
  public let make: () -> AnyObject

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
    ]
  }
}
