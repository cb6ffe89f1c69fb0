import ContactorCore
import ContactorInput

/// The unit of a panel's positions in a monitor, which has no layout to take points from.
struct MonitorUnit: Hashable {
  /// `mm` where the panel's size is known, `%` of the panel where it is not.
  let name: String
  /// The panel's size in the unit.
  let size: Size

  init(_ panel: TouchDevice) {
    if let size = panel.size, size.width > 0, size.height > 0 {
      name = "mm"
      self.size = size
    } else {
      name = "%"
      size = Size(width: 100, height: 100)
    }
  }

  /// Where a source puts the panel's contacts.
  var pipeline: PositionPipeline { PositionPipeline(window: size) }
}
