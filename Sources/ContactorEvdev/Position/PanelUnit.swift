package import ContactorCore

/// The unit of a panel's positions in a monitor, which has no layout to take points from.
package struct PanelUnit: Hashable {
  /// `mm` where the panel's size is known, `%` of the panel where it is not.
  package let name: String
  /// The panel's size in the unit.
  package let size: Size

  package init(_ panel: TouchDevice) {
    if let size = panel.size, size.width > 0, size.height > 0 {
      name = "mm"
      self.size = size
    } else {
      name = "%"
      size = Size(width: 100, height: 100)
    }
  }

  /// Where a source puts the panel's contacts.
  package var pipeline: PositionPipeline { PositionPipeline(window: size) }
}
